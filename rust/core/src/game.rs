//! The contract that every game fulfils.

use crate::steps::Plain;
use crate::{ArraySpec, OptionError, Reason, Stream, Sweep, mix64};

/// The number of an action, stable for ever (RULES, "Action numbers").
pub type Action = u32;

/// Who decides next.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Turn {
    /// A player, numbered from 0 in turn order.
    Player(u8),
    /// A chance event with explicit, equally likely outcomes.
    Chance,
    /// Nobody: the game is over.
    Terminal,
}

/// A game: its options and the tables that all its positions share.
///
/// Cloning is cheap (tables sit behind an `Arc`). A position is a `State`, small and without history; between calls it is
/// always *settled*: players that cannot act have been skipped already, so that [`Game::turn`] is a plain read.
pub trait Game: Clone + Send + Sync + 'static {
    /// A position.
    type State: Clone + Send + Sync + 'static;
    /// Working memory of move generation, reused from ply to ply.
    type Scratch: Default + Send + 'static;

    /// The name used in records and on the command line.
    const NAME: &'static str;

    /// Builds a game from the `options` of a record (defaults may be left out).
    ///
    /// # Errors
    /// Says in one sentence which option is wrong.
    fn from_options(options: &serde_json::Map<String, serde_json::Value>) -> Result<Self, OptionError>;

    /// Number of players.
    fn num_players(&self) -> usize;
    /// Number of distinct action numbers (chance outcomes not counted).
    fn num_distinct_actions(&self) -> usize;
    /// The largest number of outcomes of a chance node; 0 in a game without chance.
    fn max_chance_outcomes(&self) -> usize {
        0
    }
    /// An upper bound on the number of entries of a game's history, chance outcomes included.
    fn max_game_length(&self) -> usize;

    /// The position at the start.
    fn new_initial_state(&self) -> Self::State;
    /// A position that was set up by hand (see `docs/setup.md`).
    ///
    /// # Errors
    /// Everything that is wrong with it, in the order of the rules' ids.
    fn state_from(&self, position: &serde_json::Map<String, serde_json::Value>) -> Result<Self::State, Vec<Reason>>;
    /// The mapping that describes a position, from which [`Game::state_from`] makes an equal one.
    fn to_position(&self, state: &Self::State) -> serde_json::Map<String, serde_json::Value>;
    /// Who decides next.
    fn turn(&self, state: &Self::State) -> Turn;

    /// Counts the legal actions (at a chance node its outcomes, at the end 0) and leaves in `scratch` what
    /// [`Game::select`] and [`Game::list`] need.
    fn count(&self, state: &Self::State, scratch: &mut Self::Scratch) -> u32;
    /// The `k`-th legal action in ascending order of the position that `scratch` was last counted for; `k < count`.
    fn select(&self, state: &Self::State, scratch: &Self::Scratch, k: u32) -> Action;
    /// Appends all legal actions, ascending, of the position that `scratch` was last counted for.
    fn list(&self, state: &Self::State, scratch: &mut Self::Scratch, out: &mut Vec<Action>);
    /// Whether `action` is legal now; false for any number out of range.
    fn is_legal(&self, state: &Self::State, action: Action) -> bool;
    /// Plays a legal action and settles the position. What happens with an illegal one is unspecified (but never
    /// undefined behaviour): check with [`Game::is_legal`] first.
    fn apply(&self, state: &mut Self::State, action: Action);

    /// The game's own points per player, at any time.
    fn scores(&self, state: &Self::State, out: &mut [i32]);
    /// Final results in [-1, 1]; zeros during play. The default ranks by [`Game::rank_key`].
    fn returns(&self, state: &Self::State, out: &mut [f64]) {
        if self.turn(state) == Turn::Terminal {
            let keys: Vec<i64> = (0..self.num_players()).map(|p| self.rank_key(state, p)).collect();
            returns_by_rank(&keys, out);
        } else {
            out.fill(0.0);
        }
    }
    /// By what players are ranked at the end, higher is better; the default is the score.
    fn rank_key(&self, state: &Self::State, player: usize) -> i64 {
        let mut scores = vec![0; self.num_players()];
        self.scores(state, &mut scores);
        i64::from(scores[player])
    }
    /// How many further numbers per game [`Game::detail`] gives (Blokus: the scores of the colours).
    fn detail_width(&self) -> usize {
        0
    }
    /// Further numbers of a finished game for a simulation's columns.
    fn detail(&self, _state: &Self::State, _out: &mut [i32]) {}

    /// Appends the position's key (see `docs/positions.md`).
    fn write_key(&self, state: &Self::State, out: &mut Vec<u8>);

    /// The arrays of an observation in their order (see `docs/observations.md`).
    fn observation_spec(&self) -> &[ArraySpec];
    /// Writes the position as `player` sees it: all uint8 arrays of the spec one after another, all int32 ones likewise.
    /// Every element is written; [`crate::observation_sizes`] says how many there are.
    ///
    /// # Panics
    /// A slice has another length, or there is no such player.
    fn observe(&self, state: &Self::State, player: usize, u8s: &mut [u8], i32s: &mut [i32]);
    /// Who sees an observation when nobody is named: the player to move, or player 0 where there is none.
    fn viewer(&self, state: &Self::State) -> usize {
        match self.turn(state) {
            Turn::Player(player) => player.into(),
            Turn::Chance | Turn::Terminal => 0,
        }
    }

    /// The notation of an action (or chance outcome) at the current node; `None` when out of range.
    fn action_to_string(&self, state: &Self::State, action: Action) -> Option<String>;
    /// The action number of a move in the rules' notation, legal or not.
    ///
    /// # Errors
    /// The first reason when the move cannot be read, or can be read but has no number.
    fn string_to_action(&self, state: &Self::State, text: &str) -> Result<Action, Reason>;
    /// All violated rules of a move in the rules' notation, in the order of their ids; empty when legal.
    fn explain(&self, state: &Self::State, text: &str) -> Vec<Reason>;

    /// Whole-number score of each of `actions` (all legal now) for the greedy policy.
    fn greedy_scores(&self, state: &Self::State, actions: &[Action], out: &mut Vec<i64>);

    /// Plays on uniformly at random to the end, one draw of `stream` per entry of the history, and gives each entry to
    /// `seen`. A game may override it by something faster that plays the same game. Returns the number of entries.
    fn playout(
        &self,
        state: &mut Self::State,
        stream: &mut Stream,
        scratch: &mut Self::Scratch,
        seen: &mut impl FnMut(Action),
    ) -> u32 {
        let mut length = 0;
        loop {
            let n = self.count(state, scratch);
            if n == 0 {
                return length;
            }
            let action = self.select(state, scratch, stream.below(n));
            seen(action);
            self.apply(state, action);
            length += 1;
        }
    }

    /// Does work on many positions with this game's single steps. A game may override it with steps that are faster, for
    /// instance by settling later; at the end of the work they lead to the same positions.
    fn sweep<W: Sweep<Self>>(&self, work: W) -> W::Out {
        work.run(&Plain(self))
    }
}

/// Returns by rank: `1 - 2 * place / (n - 1)`, tied players share the mean of their places.
pub fn returns_by_rank(keys: &[i64], out: &mut [f64]) {
    let n = keys.len();
    for (key, value) in keys.iter().zip(out.iter_mut()) {
        let better = keys.iter().filter(|other| *other > key).count();
        let equal = keys.iter().filter(|other| *other == key).count();
        let place = better as f64 + (equal as f64 - 1.0) / 2.0;
        *value = 1.0 - 2.0 * place / (n as f64 - 1.0);
    }
}

/// The 64-bit hash of a position's key: `h = mix64(length)`, then `h = mix64(h ^ word)` for each little-endian 64-bit
/// word of the key, the last one padded with zeros.
pub fn position_hash(key: &[u8]) -> u64 {
    key.chunks(8).fold(mix64(key.len() as u64), |h, chunk| {
        let mut word = [0; 8];
        word[..chunk.len()].copy_from_slice(chunk);
        mix64(h ^ u64::from_le_bytes(word))
    })
}

/// The one reason for any move after the end, if the game is over.
pub fn explain_if_open(turn: Turn) -> Option<Reason> {
    (turn == Turn::Terminal).then(|| Reason::phase("the game is over"))
}
