//! Blokus: rules B1 to B12.
//!
//! [`pieces`] has the shapes, [`tables`] the action numbers, [`board`] the position as bits, [`ways`] and
//! [`moves`] the generator,
//! [`play`] what is compiled per instruction set ([`simd`]), [`legal`] the rules for one placement, [`score`] points and
//! keys, [`observe`] observations, [`notation`] strings and reasons, [`setup`] and [`parts`] positions set up by hand,
//! [`rules`] the options.

#[cfg(target_arch = "x86_64")]
mod avx512;
mod board;
#[cfg(target_arch = "x86_64")]
mod dense;
mod legal;
mod list;
mod moves;
mod notation;
mod observe;
mod parts;
mod pieces;
mod play;
mod rules;
mod score;
mod setup;
mod simd;
mod tables;
mod ways;

use std::sync::Arc;

use serde_json::{Map, Value};

use self::board::NOBODY;
use self::play::{Count, List, Many, Playout, Select};
use self::rules::Rules;
use self::tables::Tables;
use crate::observe::{One, Row};
use crate::{Action, ArraySpec, Game, OptionError, Reason, Stream, Sweep, Turn};

pub use self::board::State;
pub use self::moves::Scratch;
pub use self::pieces::{FULL_HAND, NUM_ORIENTATIONS, NUM_PIECES, PIECE_NAMES};
pub use self::rules::{Corners, Options, Variant};
pub use self::simd::Simd;

/// The game with its options.
///
/// ```
/// use zellige_core::{Game, games::blokus::Blokus};
/// let options = serde_json::json!({"players": 2, "corners": "fixed"});
/// let game = Blokus::from_options(options.as_object().unwrap()).unwrap();
/// let state = game.new_initial_state();
/// assert_eq!(game.count(&state, &mut Default::default()), 58);
/// ```
#[derive(Clone, Debug)]
pub struct Blokus {
    options: Options,
    rules: Arc<Rules>,
    tables: &'static Tables,
    simd: Simd,
}

impl Blokus {
    /// The game with checked options.
    pub fn new(options: Options) -> Self {
        let rules = Rules::new(options);
        let tables = Tables::of(rules.side);
        Self { options, rules: Arc::new(rules), tables, simd: Simd::chosen() }
    }

    /// The same game on another path of the machine; every path plays the same.
    #[must_use]
    pub fn with_simd(mut self, simd: Simd) -> Self {
        self.simd = simd;
        self
    }

    /// The options.
    pub fn options(&self) -> Options {
        self.options
    }

    /// Number of columns.
    pub fn width(&self) -> usize {
        self.rules.side
    }

    /// Number of rows.
    pub fn height(&self) -> usize {
        self.rules.side
    }

    /// Number of colours.
    pub fn num_colours(&self) -> usize {
        self.rules.colours
    }

    /// The player who lays the next piece of `colour` (B10).
    pub fn player_of(&self, state: &State, colour: usize) -> usize {
        self.rules.owner(colour, pieces::FULL_HAND.count_ones() - state.hands[colour].count_ones())
    }

    /// The colour that covers a cell, if any.
    pub fn colour_at(&self, state: &State, x: usize, y: usize) -> Option<usize> {
        (0..self.rules.colours).find(|&colour| board::has_cell(&state.own[colour], x, y))
    }

    /// Writes the colour of every cell by cell index (`y * width + x`), −1 for empty.
    ///
    /// # Panics
    /// When `out` has not `width * height` entries.
    pub fn fill_board(&self, state: &State, out: &mut [i8]) {
        assert_eq!(out.len(), self.rules.cells(), "one entry per cell");
        out.fill(-1);
        for colour in 0..self.rules.colours {
            for (x, y) in board::cells_of(&state.own[colour]) {
                out[y * self.rules.side + x] = colour as i8;
            }
        }
    }
}

impl Game for Blokus {
    type State = State;
    type Scratch = Scratch;

    const NAME: &'static str = "blokus";

    fn from_options(options: &Map<String, Value>) -> Result<Self, OptionError> {
        Options::read(options).map(Self::new)
    }

    fn num_players(&self) -> usize {
        self.rules.players
    }

    fn num_distinct_actions(&self) -> usize {
        self.tables.placements.len()
    }

    fn max_game_length(&self) -> usize {
        NUM_PIECES * self.rules.colours
    }

    fn new_initial_state(&self) -> State {
        State::new(self.rules.colours)
    }

    fn state_from(&self, position: &Map<String, Value>) -> Result<State, Vec<Reason>> {
        self.set_up(position)
    }

    fn to_position(&self, state: &State) -> Map<String, Value> {
        self.describe(state)
    }

    fn turn(&self, state: &State) -> Turn {
        match state.current_colour() {
            Some(colour) => Turn::Player(self.player_of(state, colour as usize) as u8),
            None => Turn::Terminal,
        }
    }

    fn count(&self, state: &State, scratch: &mut Scratch) -> u32 {
        if state.current == NOBODY {
            scratch.clear();
            0
        } else {
            simd::run(self.simd, Count { game: self, state, scratch })
        }
    }

    fn select(&self, _state: &State, scratch: &Scratch, k: u32) -> Action {
        simd::run(self.simd, Select { game: self, scratch, k })
    }

    fn list(&self, _state: &State, scratch: &mut Scratch, out: &mut Vec<Action>) {
        simd::run(self.simd, List { game: self, scratch, out });
    }

    fn is_legal(&self, state: &State, action: Action) -> bool {
        self.allows(state, action)
    }

    fn apply(&self, state: &mut State, action: Action) {
        self.play(state, action);
    }

    fn scores(&self, state: &State, out: &mut [i32]) {
        self.write_scores(state, out);
    }

    fn detail_width(&self) -> usize {
        self.rules.colours
    }

    fn detail(&self, state: &State, out: &mut [i32]) {
        for (colour, score) in out.iter_mut().enumerate() {
            *score = self.colour_score(state, colour);
        }
    }

    fn write_key(&self, state: &State, out: &mut Vec<u8>) {
        self.write_position(state, out);
    }

    fn observation_spec(&self) -> &[ArraySpec] {
        &self.rules.observation
    }

    fn observe(&self, state: &State, player: usize, u8s: &mut [u8], i32s: &mut [i32]) {
        self.sweep(One { state, player, row: Row::new(u8s, i32s) });
    }

    fn action_to_string(&self, _state: &State, action: Action) -> Option<String> {
        self.placement_name(action)
    }

    fn string_to_action(&self, _state: &State, text: &str) -> Result<Action, Reason> {
        self.read_number(text)
    }

    fn explain(&self, state: &State, text: &str) -> Vec<Reason> {
        self.reasons(state, text)
    }

    fn greedy_scores(&self, state: &State, actions: &[Action], out: &mut Vec<i64>) {
        self.greedy(state, actions, out);
    }

    fn playout(
        &self,
        state: &mut State,
        stream: &mut Stream,
        scratch: &mut Scratch,
        seen: &mut impl FnMut(Action),
    ) -> u32 {
        simd::run(self.simd, Playout { game: self, state, stream, scratch, seen })
    }

    fn sweep<W: Sweep<Self>>(&self, work: W) -> W::Out {
        simd::run(self.simd, Many { game: self, work })
    }
}
