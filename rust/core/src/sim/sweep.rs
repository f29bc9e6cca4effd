//! One pass over the games of a [`Batch`], on as many threads as it may have.

use std::sync::Mutex;
use std::thread;

use super::batch::{Autoreset, Batch, Manner, NO_ACTION, Ready, SHORT, STAY, Slot};
use super::games::{BLOCK, Games};
use super::kinds::Kinds;
use crate::{Action, Game, Steps, Sweep};

/// Games per thread below which another thread costs more than it gives.
const SHARE: usize = 1024;

/// What is done to each game before it is looked at.
pub(super) enum Order<'a> {
    /// Nothing.
    Look,
    /// Actions are played; says which games that has ended.
    Step { wanted: &'a [Action], ended: &'a mut [bool] },
    /// Those that are marked begin their next episode.
    Begin(&'a [bool]),
}

/// What all parts of a pass have in common.
pub(super) struct Task<'a, G: Game> {
    game: &'a G,
    pub(super) start: &'a G::State,
    manner: Manner,
    pub(super) seed: u64,
    /// Number of all games.
    pub(super) n: u64,
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
    starts: &'a mut [usize],
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
            Self::Step { wanted, ended } => {
                let (wanted, other_wanted) = wanted.split_at(at);
                let (ended, other_ended) = ended.split_at_mut(at);
                (Self::Step { wanted, ended }, Self::Step { wanted: other_wanted, ended: other_ended })
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
    batch.share = n.div_ceil(parts).max(1);
    let Batch { game, manner, seed, start, states, slots, counts, picks, starts, lists, scratch, .. } = batch;
    let task = &Task { game: &*game, start: &*start, manner: *manner, seed: *seed, n: n as u64, prepare };
    let (size, players) = (batch.share, game.num_players());
    let games = states.chunks_mut(size).zip(slots.chunks_mut(size));
    let found = counts.chunks_mut(size).zip(picks.chunks_mut(size)).zip(starts.chunks_mut(size));
    let found = found.zip(lists.iter_mut().zip(scratch));
    let left = batch.left.chunks_mut(size).zip(batch.left_scores.chunks_mut(size * players));
    let left = left.zip(batch.left_returns.chunks_mut(size * players));
    let mut works = Vec::with_capacity(parts);
    for (i, (((states, slots), left), (((counts, picks), starts), (list, scratch)))) in
        games.zip(left).zip(found).enumerate()
    {
        let (here, rest) = order.split_at(slots.len());
        order = rest;
        let first = (i * size) as u64;
        let ((lengths, scores), returns) = left;
        let left = Leavings { lengths, scores, returns };
        works.push(Part { task, first, states, slots, counts, picks, starts, left, list, scratch, order: here });
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
        let Self { task, first, states, slots, counts, picks, starts, mut left, list, scratch, mut order } = self;
        list.clear();
        let n = states.len();
        let mut done = 0;
        while done < n {
            let block = done..n.min(done + BLOCK);
            let number = |j: usize| first + (block.start + j) as u64;
            let mut kinds = Kinds::new();
            let mut games = Games {
                states: &mut states[block.clone()],
                slots: &mut slots[block.clone()],
                counts: &mut counts[block.clone()],
                picks: &mut picks[block.clone()],
                starts: &mut starts[block.clone()],
                list: &mut *list,
                scratch: &mut *scratch,
                kinds: &mut kinds,
                manner: task.manner,
                prepare: task.prepare,
            };
            let mut stays = [false; BLOCK];
            match &order {
                Order::Look => (0..block.len()).for_each(|j| games.kinds.set(j, Kinds::LOOK)),
                Order::Begin(which) => {
                    for (j, _) in which[block.clone()].iter().enumerate().filter(|&(_, &begins)| begins) {
                        games.begin(task, number(j), j);
                        games.kinds.set(j, Kinds::LOOK);
                    }
                }
                Order::Step { wanted, .. } => {
                    let actions = &wanted[block.clone()];
                    let all = actions.iter().zip(&*games.counts).zip(&mut *games.slots).zip(&*games.states);
                    for (j, (((&action, &count), slot), state)) in all.enumerate() {
                        if count == 0 || action == STAY {
                            games.kinds.set(j, Kinds::LOOK);
                        } else {
                            slot.history.push(action);
                            games.kinds.set(j, steps.kind(state, action));
                        }
                    }
                    for j in games.kinds.all(Kinds::LOOK) {
                        stays[j] = !games.goes_on(task, number(j), j, actions[j]);
                    }
                    steps.play(&mut games, actions);
                }
            }
            for pass in 0..2 {
                for j in games.kinds.all(Kinds::LOOK) {
                    games.settle(steps, j);
                }
                let Order::Step { ended, .. } = &mut order else { break };
                if pass == 0 {
                    let ended = &mut ended[block.clone()];
                    ended.fill(false);
                    for j in games.kinds.all(Kinds::ENDED).filter(|&j| !stays[j]) {
                        ended[j] = true;
                        if task.manner.autoreset != Autoreset::SameStep {
                            continue;
                        }
                        left.keep(task.game, &games.states[j], &games.slots[j], block.start + j);
                        games.begin(task, number(j), j);
                        games.kinds.set(j, Kinds::LOOK);
                    }
                }
            }
            done = block.end;
        }
        // So that the first actions of the last list can be read all at once.
        list.resize(list.len() + SHORT, NO_ACTION);
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
