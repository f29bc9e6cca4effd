//! Many games side by side, stepped together.
//!
//! Slot `j` of `n` plays in its `e`-th episode game number `e * n + j` of the seed (RULES, "Random streams"). What was asked
//! for between the last two steps (a sample or lists) the next step makes ready at once, since it has to look for what can
//! be played anyway to know whether a game is over.

use super::check::Check;
use super::sweep::{self, Order};
use crate::{Action, Game, Stream, Turn};

/// What happens to a game that is over, by Gymnasium's names.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Autoreset {
    /// Nothing: it stays as it is until it is reset.
    Disabled,
    /// The next step ignores its action and begins its next episode.
    NextStep,
    /// Its next episode begins within the step that ended it.
    SameStep,
}

/// How the games of a [`Batch`] are played.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Manner {
    /// What happens to games that are over.
    pub autoreset: Autoreset,
    /// Whether chance nodes are steps of the caller; else they are drawn within the steps from the game's stream.
    pub external_chance: bool,
    /// At most so many threads work on one call.
    pub threads: usize,
}

/// A number that no action has; for a game that is over.
pub const NO_ACTION: Action = Action::MAX;

/// A number that no action has: the game stays as it is, over or not.
pub const STAY: Action = Action::MAX - 1;

/// So many actions of a list can be read at once, wherever it begins.
pub(super) const SHORT: usize = 32;

/// One game of a batch, but for its position.
#[derive(Clone, Debug, PartialEq, Eq)]
#[repr(align(64))]
pub struct Slot {
    /// What its decisions and dice are drawn from.
    pub stream: Stream,
    /// Entries since the start of the game.
    pub history: Vec<Action>,
    /// Its episode, from 0.
    pub episode: u64,
}

/// What a game that the last step has ended and left leaves behind.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Left {
    /// Points per player.
    pub scores: Vec<i32>,
    /// Results per player.
    pub returns: Vec<f64>,
    /// Number of entries.
    pub length: u32,
}

/// What is kept of a slot: stream, history, episode, and the game before.
pub type Kept = (Stream, Vec<Action>, u64, Option<Left>);

/// What is ready beside the positions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Ready {
    Nothing,
    /// Each slot's pick, which has not been given out: its draw is to be taken back if it will not be.
    Sample,
    /// Each slot's pick, which was given out.
    Sampled,
    /// The lists.
    Lists,
}

/// Many games of one seed.
#[derive(Debug)]
pub struct Batch<G: Game> {
    pub(super) game: G,
    pub(super) manner: Manner,
    pub(super) seed: u64,
    pub(super) start: G::State,
    pub(super) states: Vec<G::State>,
    pub(super) slots: Vec<Slot>,
    /// Number of legal actions of each slot; 0 at the end.
    pub(super) counts: Vec<u32>,
    /// A legal action of each slot, [`NO_ACTION`] at the end, if they are ready.
    pub(super) picks: Vec<Action>,
    /// Length of each slot's game that the last step has ended and left ([`Autoreset::SameStep`]), 0 if there is none.
    pub(super) left: Vec<u32>,
    /// Points in those games, per player.
    pub(super) left_scores: Vec<i32>,
    /// Results of those games, per player.
    pub(super) left_returns: Vec<f64>,
    /// Legal actions of slots in any order and at least [`SHORT`] actions more, a list for each thread's part.
    pub(super) lists: Vec<Vec<Action>>,
    /// Where each slot's legal actions begin in its part's list.
    pub(super) starts: Vec<usize>,
    /// Slots of a part, but for the last.
    pub(super) share: usize,
    pub(super) scratch: Vec<G::Scratch>,
    pub(super) ready: Ready,
    /// What the next step makes ready.
    pub(super) ahead: Ready,
}

impl<G: Game> Clone for Batch<G> {
    fn clone(&self) -> Self {
        Self {
            game: self.game.clone(),
            manner: self.manner,
            seed: self.seed,
            start: self.start.clone(),
            states: self.states.clone(),
            slots: self.slots.clone(),
            counts: self.counts.clone(),
            picks: self.picks.clone(),
            left: self.left.clone(),
            left_scores: self.left_scores.clone(),
            left_returns: self.left_returns.clone(),
            lists: self.lists.clone(),
            starts: self.starts.clone(),
            share: self.share,
            scratch: Vec::new(),
            ready: self.ready,
            ahead: self.ahead,
        }
    }
}

impl<G: Game> Batch<G> {
    /// Games `0 .. n` of a seed.
    pub fn new(game: &G, n: usize, seed: u64, manner: Manner) -> Self {
        let start = game.new_initial_state();
        let stream = Stream::new(0, 0);
        let slot = Slot { stream, history: Vec::new(), episode: 0 };
        let mut batch = Self {
            game: game.clone(),
            manner,
            seed,
            states: vec![start.clone(); n],
            start,
            slots: vec![slot; n],
            counts: vec![0; n],
            picks: vec![NO_ACTION; n],
            left: vec![0; n],
            left_scores: vec![0; n * game.num_players()],
            left_returns: vec![0.0; n * game.num_players()],
            lists: Vec::new(),
            starts: vec![0; n],
            share: n.max(1),
            scratch: Vec::new(),
            ready: Ready::Nothing,
            ahead: Ready::Nothing,
        };
        batch.restart(seed);
        batch
    }

    /// A batch whose games stand where others stood. `None` when a history is no game.
    pub fn restore(game: &G, seed: u64, manner: Manner, slots: Vec<Kept>) -> Option<Self> {
        let mut batch = Self::new(game, slots.len(), seed, manner);
        for (j, (stream, history, episode, left)) in slots.into_iter().enumerate() {
            let mut state = batch.start.clone();
            for &action in &history {
                if !game.is_legal(&state, action) {
                    return None;
                }
                game.apply(&mut state, action);
            }
            let inside = !manner.external_chance && game.turn(&state) == Turn::Chance;
            if inside {
                return None;
            }
            batch.states[j] = state;
            if let Some(Left { scores, returns, length }) = left {
                let players = game.num_players();
                batch.left[j] = length;
                batch.left_scores[j * players..][..players].copy_from_slice(scores.get(..players)?);
                batch.left_returns[j * players..][..players].copy_from_slice(returns.get(..players)?);
            }
            batch.slots[j] = Slot { stream, history, episode };
        }
        sweep::run(&mut batch, Ready::Nothing, Order::Look);
        Some(batch)
    }

    /// Number of games.
    pub fn len(&self) -> usize {
        self.slots.len()
    }

    /// Whether there are no games.
    pub fn is_empty(&self) -> bool {
        self.slots.is_empty()
    }

    /// The game.
    pub fn game(&self) -> &G {
        &self.game
    }

    /// The seed of the streams.
    pub fn seed(&self) -> u64 {
        self.seed
    }

    /// How the games are played.
    pub fn manner(&self) -> Manner {
        self.manner
    }

    /// The positions, all settled.
    pub fn states(&self) -> &[G::State] {
        &self.states
    }

    /// The games but for their positions.
    pub fn slots(&self) -> &[Slot] {
        &self.slots
    }

    /// What [`Batch::restore`] takes.
    pub fn kept(&mut self) -> Vec<Kept> {
        self.take_back();
        let players = self.game.num_players();
        let kept = self.slots.iter().zip(&self.left).enumerate().map(|(j, (slot, &length))| {
            let row = j * players..(j + 1) * players;
            let (scores, returns) = (self.left_scores[row.clone()].to_vec(), self.left_returns[row].to_vec());
            let left = (length > 0).then_some(Left { scores, returns, length });
            (slot.stream.clone(), slot.history.clone(), slot.episode, left)
        });
        kept.collect()
    }

    /// Begins all games anew, from episode 0 of `seed`.
    pub fn restart(&mut self, seed: u64) {
        self.seed = seed;
        for slot in &mut self.slots {
            // Beginning an episode counts it.
            slot.episode = u64::MAX;
        }
        self.begin(&vec![true; self.len()]);
    }

    /// Begins the next episode of those games in `which` (of all without it) that have been stepped since their start.
    pub fn reset(&mut self, which: Option<&[bool]>) {
        let wanted = |j: usize| which.is_none_or(|which| which[j]);
        let which: Vec<bool> = (0..self.len()).map(|j| wanted(j) && self.has_moved(j)).collect();
        self.begin(&which);
    }

    /// Whether a game has been stepped since its start: its history is more than outcomes that came by themselves.
    fn has_moved(&self, slot: usize) -> bool {
        let history = &self.slots[slot].history;
        if self.manner.external_chance || history.is_empty() {
            return !history.is_empty();
        }
        let mut state = self.start.clone();
        let by_itself = history.iter().take_while(|&&action| {
            let chance = self.game.turn(&state) == Turn::Chance;
            self.game.apply(&mut state, action);
            chance
        });
        by_itself.count() < history.len()
    }

    fn begin(&mut self, which: &[bool]) {
        self.take_back();
        self.left.iter_mut().zip(which).filter(|&(_, &which)| which).for_each(|(left, _)| *left = 0);
        self.ready = Ready::Nothing;
        sweep::run(self, Ready::Nothing, Order::Begin(which));
    }

    /// Takes back the draws of a sample that has not been given out.
    pub(super) fn take_back(&mut self) {
        if self.ready == Ready::Sample {
            for (slot, _) in self.slots.iter_mut().zip(&self.counts).filter(|&(_, &count)| count > 0) {
                slot.stream.back();
            }
            self.ready = Ready::Nothing;
        }
    }

    /// The first slot whose action is not allowed, if there is one.
    pub fn first_illegal(&self, wanted: &[Action]) -> Option<usize> {
        let picked = matches!(self.ready, Ready::Sample | Ready::Sampled);
        if picked && wanted == self.picks {
            return None;
        }
        let Self { states, counts, manner, .. } = self;
        let lists =
            (self.ready == Ready::Lists).then_some(|j| self.list_from(j).first_chunk().expect("there are more"));
        self.game.sweep(Check { states, counts, wanted, lists, idle: manner.autoreset != Autoreset::Disabled })
    }

    /// Plays one action per game ([`STAY`]: none), all of which are allowed ([`Batch::first_illegal`]), and says which games
    /// it has ended.
    pub fn step(&mut self, wanted: &[Action], ended: &mut [bool]) {
        let ahead = self.ahead;
        self.take_back();
        self.left.fill(0);
        sweep::run(self, ahead, Order::Step { wanted, ended });
        self.ready = ahead;
    }

    /// A uniform legal action per game from its stream, one draw each; [`NO_ACTION`] for games that are over.
    pub fn sample(&mut self) -> &[Action] {
        self.ahead = Ready::Sample;
        if self.ready != Ready::Sample {
            sweep::run(self, Ready::Sample, Order::Look);
        }
        self.ready = Ready::Sampled;
        &self.picks
    }

    /// How many legal actions each game has.
    pub fn counts(&self) -> &[u32] {
        &self.counts
    }

    /// The points in each slot's game; in the ended one if the last step has ended and left it.
    pub fn scores(&self, out: &mut [i32]) {
        let players = self.game.num_players();
        for (j, out) in out.chunks_exact_mut(players).enumerate() {
            if self.left[j] > 0 {
                out.copy_from_slice(&self.left_scores[j * players..][..players]);
            } else {
                self.game.scores(&self.states[j], out);
            }
        }
    }

    /// The results of each slot's game, as [`Batch::scores`].
    pub fn returns(&self, out: &mut [f64]) {
        let players = self.game.num_players();
        for (j, out) in out.chunks_exact_mut(players).enumerate() {
            if self.left[j] > 0 {
                out.copy_from_slice(&self.left_returns[j * players..][..players]);
            } else if self.counts[j] > 0 {
                out.fill(0.0);
            } else {
                self.game.returns(&self.states[j], out);
            }
        }
    }

    /// The number of entries of each slot's game, as [`Batch::scores`].
    pub fn lengths(&self) -> impl Iterator<Item = u32> + '_ {
        let games = self.left.iter().zip(&self.slots);
        games.map(|(&left, slot)| if left > 0 { left } else { slot.history.len() as u32 })
    }
}
