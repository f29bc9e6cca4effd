//! Casa Grande (rules G1 to G15): dice, blocks, and platforms in three dimensions.
//!
//! * [`platforms`]: platform sets, checked on load; [`tables`]: their pictures, action numbers, lanes
//! * [`board`]: heights and tops as 64-bit boards; [`state`]: a position
//! * `turn`: the course of a turn; `steps`: one entry at a time; `playout`: whole random games
//! * `fits`: which platforms fit, all anchors at once; `plan`: the pictures as the kernels `portable` and `simd` read them
//! * `setup`, `setup_rules`: positions set up by hand
//! * `notation`, `explain`, `key`, `observe`, [`options`]: text, reasons, bytes, observations, options

pub mod board;
mod explain;
mod fits;
mod key;
mod notation;
mod observe;
pub mod options;
mod plan;
pub mod platforms;
mod playout;
mod portable;
mod setup;
mod setup_rules;
#[allow(unsafe_code)]
mod simd;
pub mod state;
mod steps;
pub mod tables;
mod turn;

use std::sync::Arc;

use serde_json::{Map, Value};

pub use board::{Board, Top};
pub use fits::Fits;
pub use options::Options;
pub use platforms::{PlatformSet, PlatformType};
pub use simd::Path;
pub use state::{LaidPlatform, Node, State};
pub use tables::Tables;

use crate::lists::{push_bits, push_first};
use crate::observe::{One, Row};
use crate::{Action, ArraySpec, Game, OptionError, Reason, Stream, Sweep, Turn};
use notation::Move;
use portable::Portable;
use steps::DIE;
use tables::{BLOCK, DECLINE, PLATFORM};

/// Entries of one turn: die, steps, block, platform.
const ENTRIES_PER_TURN: usize = 4;

/// The game Casa Grande.
///
/// ```
/// use zellige_core::{Game, games::casa_grande::CasaGrande};
/// let game = CasaGrande::from_options(&serde_json::Map::new()).unwrap();
/// let mut state = game.new_initial_state();
/// let roll = game.string_to_action(&state, "die=2").unwrap();
/// game.apply(&mut state, roll);
/// assert_eq!(game.explain(&state, "step=6")[0].to_string(), "G5: 6 steps cost 6 points, the marker is on 5");
/// ```
#[derive(Clone, Debug)]
pub struct CasaGrande {
    tables: Arc<Tables>,
    players: u8,
    blocks: u8,
    max_rounds: u16,
    /// Who comes after each player.
    after: [u8; state::MAX_PLAYERS],
    observation: Arc<[ArraySpec]>,
    path: Path,
}

impl CasaGrande {
    /// The game of checked options.
    pub fn new(options: Options) -> Self {
        let observation = observe::spec(&options).into();
        let Options { players, blocks, platforms, max_rounds } = options;
        let tables = Arc::new(Tables::new(platforms));
        let after = std::array::from_fn(|player| if player as u8 + 1 < players { player as u8 + 1 } else { 0 });
        Self { tables, players, blocks, max_rounds, after, observation, path: Path::chosen() }
    }

    /// The same game on another path of this machine.
    ///
    /// # Panics
    /// The machine does not have it.
    #[must_use]
    pub fn with_path(self, path: Path) -> Self {
        assert!(Path::available().contains(&path), "this machine has no path {}", path.name());
        Self { path, ..self }
    }

    /// The game's options.
    pub fn options(&self) -> Options {
        let platforms = self.tables.set.clone();
        Options { players: self.players, blocks: self.blocks, platforms, max_rounds: self.max_rounds }
    }

    /// Pictures, action numbers and lanes.
    pub fn tables(&self) -> &Tables {
        &self.tables
    }

    /// The plots of the lane beside the pawn of the player whose turn it is (G2); none on a corner and at the end.
    pub fn lane(&self, state: &State) -> u64 {
        state.turn_player().map_or(0, |player| self.tables.lanes[usize::from(state.pawn[usize::from(player)])])
    }

    fn players(&self) -> usize {
        usize::from(self.players)
    }

    #[inline(always)]
    fn list_all(&self, state: &State, scratch: &Fits, out: &mut Vec<Action>) {
        match state.node {
            Node::Die => push_first(out, DIE),
            Node::Steps => push_first(out, u32::from(state.marker[usize::from(state.player)]) + 1),
            Node::Block => push_bits::<8>(out, self.open_plots(state), |plot| BLOCK + plot),
            Node::Platform => {
                out.push(DECLINE);
                for (picture, anchors) in scratch.iter() {
                    let picture = &self.tables.pictures[picture];
                    push_bits::<4>(out, anchors, |anchor| picture.action(anchor));
                }
            }
            Node::End => {}
        }
    }

    #[inline(always)]
    fn allows(&self, state: &State, action: Action) -> bool {
        match state.node {
            Node::Die => action < DIE,
            Node::Steps => action <= u32::from(state.marker[usize::from(state.player)]),
            Node::Block => (BLOCK..DECLINE).contains(&action) && self.open_plots(state) >> (action - BLOCK) & 1 != 0,
            Node::Platform if action == DECLINE => true,
            Node::Platform => self.tables.placement(action).is_some_and(|placement| {
                let picture = &self.tables.pictures[usize::from(placement.picture)];
                let player = usize::from(state.player);
                fits::one(&state.board, player, picture, placement) && state.stocked[player] >> picture.kind & 1 != 0
            }),
            Node::End => false,
        }
    }
}

impl Game for CasaGrande {
    type State = State;
    type Scratch = Fits;

    const NAME: &'static str = "casa_grande";

    fn from_options(options: &Map<String, Value>) -> Result<Self, OptionError> {
        Options::read(options).map(Self::new)
    }

    fn num_players(&self) -> usize {
        self.players()
    }

    fn num_distinct_actions(&self) -> usize {
        PLATFORM as usize + self.tables.placements.len()
    }

    fn max_chance_outcomes(&self) -> usize {
        DIE as usize
    }

    fn max_game_length(&self) -> usize {
        ENTRIES_PER_TURN * self.players() * usize::from(self.max_rounds)
    }

    fn new_initial_state(&self) -> State {
        self.start()
    }

    fn state_from(&self, position: &Map<String, Value>) -> Result<State, Vec<Reason>> {
        self.set_up(position)
    }

    fn to_position(&self, state: &State) -> Map<String, Value> {
        self.describe(state)
    }

    fn turn(&self, state: &State) -> Turn {
        match state.node {
            Node::Die => Turn::Chance,
            Node::End => Turn::Terminal,
            _ => Turn::Player(state.player),
        }
    }

    fn count(&self, state: &State, scratch: &mut Fits) -> u32 {
        simd::count(self, state, scratch)
    }

    fn select(&self, state: &State, scratch: &Fits, k: u32) -> Action {
        simd::select(self, state, scratch, k)
    }

    fn list(&self, state: &State, scratch: &mut Fits, out: &mut Vec<Action>) {
        self.list_all(state, scratch, out);
    }

    fn is_legal(&self, state: &State, action: Action) -> bool {
        self.allows(state, action)
    }

    fn apply(&self, state: &mut State, action: Action) {
        simd::apply(self, state, action);
    }

    fn scores(&self, state: &State, out: &mut [i32]) {
        for (score, &money) in out.iter_mut().zip(&state.money).take(self.players()) {
            *score = money as i32;
        }
    }

    /// Money, then the marker (G14).
    fn rank_key(&self, state: &State, player: usize) -> i64 {
        i64::from(state.money[player]) << 8 | i64::from(state.marker[player])
    }

    fn write_key(&self, state: &State, out: &mut Vec<u8>) {
        self.write(state, out);
    }

    fn observation_spec(&self) -> &[ArraySpec] {
        &self.observation
    }

    fn observe(&self, state: &State, player: usize, u8s: &mut [u8], i32s: &mut [i32]) {
        self.sweep(One { state, player, row: Row::new(u8s, i32s) });
    }

    fn action_to_string(&self, state: &State, action: Action) -> Option<String> {
        match state.node {
            Node::Die => (action < DIE).then(|| format!("die={}", action + 1)),
            _ => self.name(action),
        }
    }

    fn string_to_action(&self, state: &State, text: &str) -> Result<Action, Reason> {
        let wanted = self.read(text)?;
        let number = match (state.node, wanted) {
            (Node::Die, Move::Die(pips)) => Some(pips - 1),
            (Node::Die, _) => None,
            _ => self.number(wanted),
        };
        number.ok_or_else(|| self.reasons(state, wanted).swap_remove(0))
    }

    fn explain(&self, state: &State, text: &str) -> Vec<Reason> {
        match self.read(text) {
            Ok(wanted) => self.reasons(state, wanted),
            Err(reason) => vec![reason],
        }
    }

    fn greedy_scores(&self, state: &State, actions: &[Action], out: &mut Vec<i64>) {
        let player = usize::from(state.player);
        out.extend(actions.iter().map(|&action| match state.node {
            Node::Steps => i64::from(action == 0),
            Node::Block => {
                let mut board = state.board.clone();
                board.lay_block::<Portable>(action - BLOCK, player);
                simd::best_payout(self, &board, player, state.stocked[player]).into()
            }
            Node::Platform => self.tables.placement(action).map_or(0, |placement| {
                let picture = &self.tables.pictures[usize::from(placement.picture)];
                i64::from(picture.size()) * self.level(state, placement) as i64
            }),
            Node::Die | Node::End => 0,
        }));
    }

    fn playout(
        &self,
        state: &mut State,
        stream: &mut Stream,
        scratch: &mut Fits,
        seen: &mut impl FnMut(Action),
    ) -> u32 {
        simd::playout(self, state, stream, scratch, seen)
    }

    fn sweep<W: Sweep<Self>>(&self, work: W) -> W::Out {
        simd::sweep(self, work)
    }
}
