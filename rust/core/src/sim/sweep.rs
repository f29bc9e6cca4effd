//! One pass over the games of a [`Batch`], on as many threads as it may have.

use std::sync::Mutex;
use std::thread;

use super::batch::{Autoreset, Batch, Manner, NO_ACTION, Ready, STAY, Slot};
use super::prefetch::prefetch;
use crate::{Action, Game, Steps, Stream, Sweep};

/// Games per thread below which another thread costs more than it gives.
const SHARE: usize = 1024;

/// What is done to each game before it is looked at.
pub(super) enum Order<'a> {
    /// Nothing.
    Look,
    /// Actions are played; says which games that has ended. If they were sampled, the draws are still to be taken.
    Step { wanted: &'a [Action], ended: &'a mut [bool], sampled: bool },
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

/// Length, points and results of the games that are ended and left.
struct Leavings<'a> {
    lengths: &'a mut [u32],
    scores: &'a mut [i32],
    returns: &'a mut [f64],
}

/// A thread's games.
struct Part<'a, G: Game> {
    task: &'a Task<'a, G>,
    first: u64,
    states: &'a mut [G::State],
    slots: &'a mut [Slot],
    counts: &'a mut [u32],
    picks: &'a mut [Action],
    left: Leavings<'a>,
    list: &'a mut Vec<Action>,
    scratch: &'a mut G::Scratch,
    order: Order<'a>,
}

impl Order<'_> {
    /// The orders for the first `at` games and for the others.
    fn split_at(self, at: usize) -> (Self, Self) {
        match self {
            Self::Look => (Self::Look, Self::Look),
            Self::Begin(which) => {
                let (first, rest) = which.split_at(at);
                (Self::Begin(first), Self::Begin(rest))
            }
            Self::Step { wanted, ended, sampled } => {
                let (wanted, other_wanted) = wanted.split_at(at);
                let (ended, other_ended) = ended.split_at_mut(at);
                let rest = Self::Step { wanted: other_wanted, ended: other_ended, sampled };
                (Self::Step { wanted, ended, sampled }, rest)
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
    let Batch { game, manner, seed, start, states, slots, counts, picks, lists, scratch, .. } = batch;
    let task = &Task { game: &*game, start: &*start, manner: *manner, seed: *seed, n: n as u64, prepare };
    let (size, players) = (n.div_ceil(parts).max(1), game.num_players());
    let games = states.chunks_mut(size).zip(slots.chunks_mut(size));
    let found = counts.chunks_mut(size).zip(picks.chunks_mut(size)).zip(lists.iter_mut().zip(scratch));
    let left = batch.left.chunks_mut(size).zip(batch.left_scores.chunks_mut(size * players));
    let left = left.zip(batch.left_returns.chunks_mut(size * players));
    let mut works = Vec::with_capacity(parts);
    for (i, (((states, slots), left), ((counts, picks), (list, scratch)))) in games.zip(left).zip(found).enumerate() {
        let (here, rest) = order.split_at(slots.len());
        order = rest;
        let first = (i * size) as u64;
        let ((lengths, scores), returns) = left;
        let left = Leavings { lengths, scores, returns };
        works.push(Part { task, first, states, slots, counts, picks, left, list, scratch, order: here });
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
        let Self { task, first, states, slots, counts, picks, mut left, list, scratch, mut order } = self;
        list.clear();
        let n = states.len();
        let (counts, picks) = (&mut counts[..n], &mut picks[..n]);
        for j in 0..n {
            // Where the games lie is read a little ahead of their turn.
            if let (Some(state), Some(slot)) = (states.get(j + 2), slots.get(j + 2)) {
                prefetch(state);
                prefetch(slot);
            }
            if let Some(last) = slots.get(j + 1).and_then(|slot| slot.history.last()) {
                prefetch(last);
            }
            let (state, slot, number) = (&mut states[j], &mut slots[j], first + j as u64);
            let mut look = true;
            match &order {
                Order::Look => {}
                Order::Begin(which) => {
                    look = which[j];
                    if look {
                        task.begin(state, slot, number);
                    }
                }
                Order::Step { wanted, sampled, .. } => {
                    if *sampled && counts[j] != 0 {
                        slot.stream.next_u64();
                    }
                    if wanted[j] == STAY {
                        // Looked at again if it goes on, for the sake of what is made ready.
                        look = counts[j] != 0;
                    } else if counts[j] != 0 {
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
                counts[j] = task.settle(steps, state, slot, scratch);
            }
            if let Order::Step { ended, .. } = &mut order {
                ended[j] = look && counts[j] == 0;
                if ended[j] && task.manner.autoreset == Autoreset::SameStep {
                    left.keep(task.game, state, slot, j);
                    task.begin(state, slot, number);
                    counts[j] = task.settle(steps, state, slot, scratch);
                }
            }
            match task.prepare {
                Ready::Sample if counts[j] == 0 => picks[j] = NO_ACTION,
                Ready::Sample => picks[j] = steps.select(state, scratch, slot.stream.peek_below(counts[j])),
                Ready::Lists if counts[j] > 0 => steps.list(state, scratch, list),
                _ => {}
            }
        }
    }
}

impl Leavings<'_> {
    /// Keeps the results of a game that is about to be left.
    #[inline(never)]
    fn keep<G: Game>(&mut self, game: &G, state: &G::State, slot: &Slot, j: usize) {
        let row = j * game.num_players()..(j + 1) * game.num_players();
        self.lengths[j] = slot.history.len() as u32;
        game.scores(state, &mut self.scores[row.clone()]);
        game.returns(state, &mut self.returns[row]);
    }
}

/// Finds the first game whose action is not allowed.
pub(super) struct Check<'a, G: Game> {
    pub(super) states: &'a [G::State],
    pub(super) counts: &'a [u32],
    pub(super) wanted: &'a [Action],
    /// Whether any action will do for a game that is over; else only [`NO_ACTION`].
    pub(super) idle: bool,
}

impl<G: Game> Sweep<G> for Check<'_, G> {
    type Out = Option<usize>;

    #[inline(always)]
    fn run(self, steps: &impl Steps<G>) -> Option<usize> {
        let Self { states, counts, wanted, idle } = self;
        for (j, ((state, &count), &action)) in states.iter().zip(counts).zip(wanted).enumerate() {
            if let Some(state) = states.get(j + 2) {
                prefetch(state);
            }
            let allowed = match count {
                _ if action == STAY => true,
                0 => idle || action == NO_ACTION,
                _ => steps.is_legal(state, action),
            };
            if !allowed {
                return Some(j);
            }
        }
        None
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
        state.clone_from(self.start);
    }
}
