//! Many games side by side, stepped together.
//!
//! Slot `j` of `n` plays in its `e`-th episode game number `e * n + j` of the seed (RULES, "Random streams"). What was asked
//! for between the last two steps (a sample or lists) the next step makes ready at once, since it has to look for what can
//! be played anyway to know whether a game is over.

use super::sweep::{self, Order, Task};
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

/// One game of a batch, but for its position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Slot {
    /// What its decisions and dice are drawn from.
    pub stream: Stream,
    /// Entries since the start of the game.
    pub history: Vec<Action>,
    /// Its episode, from 0.
    pub episode: u64,
    /// Whether it has been stepped since the start of the game.
    pub moved: bool,
    /// Number of legal actions; 0 at the end.
    pub(super) count: u32,
    /// A legal action, if there is one ready; see [`Ready`].
    pub(super) picked: Action,
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

/// What is kept of a slot: stream, history, episode, whether it has been stepped, and the game before.
pub type Kept = (Stream, Vec<Action>, u64, bool, Option<Left>);

/// What is ready beside the positions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Ready {
    Nothing,
    /// Each slot's `picked` is what its stream will draw next.
    Sample,
    /// Each slot's `picked` is what its stream has drawn.
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
    /// Of games that the last step has ended and left ([`Autoreset::SameStep`]).
    pub(super) left: Vec<Option<Box<Left>>>,
    /// Legal actions of consecutive slots, a thread's part each.
    pub(super) lists: Vec<Vec<Action>>,
    pub(super) scratch: Vec<G::Scratch>,
    ready: Ready,
    /// What the next step makes ready.
    ahead: Ready,
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
            left: self.left.clone(),
            lists: self.lists.clone(),
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
        let slot = Slot { stream, history: Vec::new(), episode: 0, moved: false, count: 0, picked: NO_ACTION };
        let mut batch = Self {
            game: game.clone(),
            manner,
            seed,
            states: vec![start.clone(); n],
            start,
            slots: vec![slot; n],
            left: vec![None; n],
            lists: Vec::new(),
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
        for (j, (stream, history, episode, moved, left)) in slots.into_iter().enumerate() {
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
            batch.left[j] = left.map(Box::new);
            batch.slots[j] = Slot { stream, history, episode, moved, count: 0, picked: NO_ACTION };
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

    /// The games that the last step has ended and left, by slot.
    pub fn left(&self) -> impl Iterator<Item = Option<&Left>> + '_ {
        self.left.iter().map(Option::as_deref)
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
        let which: Vec<bool> = self.slots.iter().enumerate().map(|(j, slot)| slot.moved && wanted(j)).collect();
        self.begin(&which);
    }

    fn begin(&mut self, which: &[bool]) {
        for (left, _) in self.left.iter_mut().zip(which).filter(|&(_, &which)| which) {
            *left = None;
        }
        self.ready = Ready::Nothing;
        sweep::run(self, Ready::Nothing, Order::Begin(which));
    }

    /// The first slot whose action is not allowed, if there is one.
    pub fn first_illegal(&self, wanted: &[Action]) -> Option<usize> {
        let picked = matches!(self.ready, Ready::Sample | Ready::Sampled);
        let allowed = |j: usize| {
            let (slot, action) = (&self.slots[j], wanted[j]);
            if action == STAY {
                true
            } else if slot.count == 0 {
                self.manner.autoreset != Autoreset::Disabled || action == NO_ACTION
            } else {
                picked && action == slot.picked || self.game.is_legal(&self.states[j], action)
            }
        };
        (0..self.len()).find(|&j| !allowed(j))
    }

    /// Plays one action per game ([`STAY`]: none), all of which are allowed ([`Batch::first_illegal`]), and says which games it has ended.
    pub fn step(&mut self, wanted: &[Action], ended: &mut [bool]) {
        let ahead = self.ahead;
        sweep::run(self, ahead, Order::Step(wanted, ended));
        self.ready = ahead;
    }

    /// A uniform legal action per game from its stream, one draw each; [`NO_ACTION`] for games that are over.
    pub fn sample(&mut self, mut each: impl FnMut(usize, Action)) {
        self.ahead = Ready::Sample;
        if self.ready != Ready::Sample {
            sweep::run(self, Ready::Sample, Order::Look);
        }
        for (j, slot) in self.slots.iter_mut().enumerate() {
            if slot.count > 0 {
                slot.stream.next_u64();
            }
            each(j, slot.picked);
        }
        self.ready = Ready::Sampled;
    }

    /// Finds the legal actions of all games; [`Batch::lists`] has them then.
    pub fn find_lists(&mut self) {
        self.ahead = Ready::Lists;
        if self.ready != Ready::Lists {
            sweep::run(self, Ready::Lists, Order::Look);
            self.ready = Ready::Lists;
        }
    }

    /// The legal actions of consecutive games, ascending, after [`Batch::find_lists`].
    pub fn lists(&self) -> impl Iterator<Item = &[Action]> + '_ {
        self.lists.iter().map(Vec::as_slice)
    }

    /// How many legal actions each game has.
    pub fn counts(&self) -> impl Iterator<Item = u32> + '_ {
        self.slots.iter().map(|slot| slot.count)
    }

    /// The points in each slot's game; in the ended one if the last step has ended and left it.
    pub fn scores(&self, out: &mut [i32]) {
        for (j, out) in out.chunks_exact_mut(self.game.num_players()).enumerate() {
            match &self.left[j] {
                Some(left) => out.copy_from_slice(&left.scores),
                None => self.game.scores(&self.states[j], out),
            }
        }
    }

    /// The results of each slot's game, as [`Batch::scores`].
    pub fn returns(&self, out: &mut [f64]) {
        for (j, out) in out.chunks_exact_mut(self.game.num_players()).enumerate() {
            match &self.left[j] {
                Some(left) => out.copy_from_slice(&left.returns),
                None => self.game.returns(&self.states[j], out),
            }
        }
    }

    /// The number of entries of each slot's game, as [`Batch::scores`].
    pub fn lengths(&self) -> impl Iterator<Item = u32> + '_ {
        let games = self.left.iter().zip(&self.slots);
        games.map(|(left, slot)| left.as_ref().map_or(slot.history.len() as u32, |left| left.length))
    }
}

impl<G: Game> Task<'_, G> {
    /// What a game that is being left leaves behind.
    #[cold]
    pub(super) fn results(&self, state: &G::State, slot: &Slot) -> Box<Left> {
        let players = self.game.num_players();
        let mut results = Left { length: slot.history.len() as u32, ..Left::default() };
        results.scores.resize(players, 0);
        results.returns.resize(players, 0.0);
        self.game.scores(state, &mut results.scores);
        self.game.returns(state, &mut results.returns);
        Box::new(results)
    }
}
