//! One pass over the games of a [`Batch`], on as many threads as it may have.

use std::sync::Mutex;
use std::thread;

use super::batch::{Autoreset, Batch, Left, Manner, NO_ACTION, Ready, STAY, Slot};
use crate::{Action, Game, Steps, Stream, Sweep};

/// Games per thread below which another thread costs more than it gives.
const SHARE: usize = 1024;

/// What is done to each game before it is looked at.
pub(super) enum Order<'a> {
    /// Nothing.
    Look,
    /// An action is played; says which games that has ended.
    Step(&'a [Action], &'a mut [bool]),
    /// Those that are marked begin their next episode.
    Begin(&'a [bool]),
}

/// What all parts of a pass have in common.
pub(super) struct Task<'a, G: Game> {
    pub(super) game: &'a G,
    start: &'a G::State,
    manner: Manner,
    seed: u64,
    /// Number of all games.
    n: u64,
    /// What is made ready.
    prepare: Ready,
}

/// A thread's games.
struct Part<'a, G: Game> {
    task: &'a Task<'a, G>,
    first: u64,
    states: &'a mut [G::State],
    slots: &'a mut [Slot],
    left: &'a mut [Option<Box<Left>>],
    list: &'a mut Vec<Action>,
    scratch: &'a mut G::Scratch,
    order: Order<'a>,
}

impl<'a> Order<'a> {
    /// The orders for the first `at` games and for the others.
    fn split_at(self, at: usize) -> (Self, Self) {
        match self {
            Self::Look => (Self::Look, Self::Look),
            Self::Begin(which) => {
                let (first, rest) = which.split_at(at);
                (Self::Begin(first), Self::Begin(rest))
            }
            Self::Step(wanted, ended) => {
                let (first, rest) = wanted.split_at(at);
                let (first_ended, rest_ended) = ended.split_at_mut(at);
                (Self::Step(first, first_ended), Self::Step(rest, rest_ended))
            }
        }
    }
}

/// How many threads are worth their while.
pub(super) fn parts<G: Game>(batch: &Batch<G>) -> usize {
    batch.manner.threads.min(batch.len() / SHARE).max(1)
}

/// Carries out an order on all games, then makes `prepare` ready.
pub(super) fn run<G: Game>(batch: &mut Batch<G>, prepare: Ready, mut order: Order<'_>) {
    let n = batch.len();
    let parts = parts(batch);
    batch.lists.resize(parts, Vec::new());
    batch.scratch.resize_with(parts, Default::default);
    let Batch { game, manner, seed, start, states, slots, left, lists, scratch, .. } = batch;
    let task = &Task { game: &*game, start: &*start, manner: *manner, seed: *seed, n: n as u64, prepare };
    let size = n.div_ceil(parts).max(1);
    let games = states.chunks_mut(size).zip(slots.chunks_mut(size)).zip(left.chunks_mut(size));
    let mut works = Vec::with_capacity(parts);
    for (i, (((states, slots), left), (list, scratch))) in games.zip(lists.iter_mut().zip(scratch)).enumerate() {
        let (here, rest) = order.split_at(slots.len());
        order = rest;
        works.push(Part { task, first: (i * size) as u64, states, slots, left, list, scratch, order: here });
    }
    share(works, |part| game.sweep(part));
}

/// Does pieces of work on as many threads.
pub(super) fn share<T: Send>(works: Vec<T>, work: impl Fn(T) + Sync) {
    if works.len() < 2 {
        works.into_iter().for_each(work);
        return;
    }
    let helpers = works.len() - 1;
    let (works, work) = (&Mutex::new(works), &work);
    // A piece is taken by whoever is free, so that nothing is left over when a thread cannot be started.
    let take = move || {
        loop {
            let piece = works.lock().expect("taking a piece cannot fail").pop();
            match piece {
                Some(piece) => work(piece),
                None => return,
            }
        }
    };
    thread::scope(|scope| {
        for _ in 0..helpers {
            if thread::Builder::new().spawn_scoped(scope, take).is_err() {
                break;
            }
        }
        take();
    });
}

impl<G: Game> Sweep<G> for Part<'_, G> {
    type Out = ();

    #[inline(always)]
    fn run(self, steps: &impl Steps<G>) {
        let Self { task, first, states, slots, left, list, scratch, mut order } = self;
        list.clear();
        for (j, ((state, slot), left)) in states.iter_mut().zip(slots).zip(left).enumerate() {
            let number = first + j as u64;
            let mut look = true;
            match &mut order {
                Order::Look => {}
                Order::Begin(which) => {
                    look = which[j];
                    if look {
                        task.begin(state, slot, number);
                    }
                }
                Order::Step(wanted, _) => {
                    if left.is_some() {
                        *left = None;
                    }
                    if wanted[j] == STAY {
                        // Looked at again if it goes on, for the sake of what is made ready.
                        look = slot.count != 0;
                    } else if slot.count != 0 {
                        slot.moved = true;
                        slot.history.push(wanted[j]);
                        steps.apply(state, wanted[j]);
                    } else if task.manner.autoreset == Autoreset::Disabled {
                        look = false;
                    } else {
                        task.begin(state, slot, number);
                    }
                }
            }
            if look {
                slot.count = task.settle(steps, state, slot, scratch);
            }
            if let Order::Step(_, ended) = &mut order {
                ended[j] = look && slot.count == 0;
                if ended[j] && task.manner.autoreset == Autoreset::SameStep {
                    *left = Some(task.results(state, slot));
                    task.begin(state, slot, number);
                    slot.count = task.settle(steps, state, slot, scratch);
                }
            }
            match task.prepare {
                Ready::Sample if slot.count == 0 => slot.picked = NO_ACTION,
                Ready::Sample => {
                    slot.picked = steps.select(state, scratch, slot.stream.peek_below(slot.count));
                }
                Ready::Lists if slot.count > 0 => steps.list(state, scratch, list),
                _ => {}
            }
        }
    }
}

impl<G: Game> Task<'_, G> {
    /// Settles and counts; unless chance is the caller's, plays on to the next decision.
    #[inline(always)]
    fn settle(&self, steps: &impl Steps<G>, state: &mut G::State, slot: &mut Slot, scratch: &mut G::Scratch) -> u32 {
        loop {
            let count = steps.settle(state, scratch);
            if self.manner.external_chance || !steps.is_chance(state) {
                return count;
            }
            let outcome = steps.select(state, scratch, slot.stream.below(count));
            slot.history.push(outcome);
            steps.apply(state, outcome);
        }
    }

    /// Begins the next episode of a slot.
    #[inline(never)]
    fn begin(&self, state: &mut G::State, slot: &mut Slot, number: u64) {
        slot.episode = slot.episode.wrapping_add(1);
        slot.stream = Stream::new(self.seed, slot.episode.wrapping_mul(self.n).wrapping_add(number));
        slot.history.clear();
        slot.moved = false;
        state.clone_from(self.start);
    }
}
