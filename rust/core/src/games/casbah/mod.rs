//! Casbah (rules H1 to H13).

mod area;
mod board;
mod explain;
mod hands;
mod moves;
mod notation;
mod observe;
mod options;
mod pictures;
mod playout;
mod position;
mod score;
mod setup_rules;
mod shared;
mod simd;
mod steps;
mod table;
mod tables;
mod tiles;
mod validate;

use std::sync::Arc;

use serde_json::{Map, Value};

use crate::observe::{One, Row};
use crate::{Action, ArraySpec, Game, OptionError, Reason, Stream, Sweep, Turn};
use explain::Scene;
use moves::{Apply, Count};
use options::Options;
use playout::Playout;
use position::{Head, Position};
use shared::Shared;
use steps::Many;
use tables::{Tables, fits_width};

pub use moves::Scratch;
pub use simd::Simd;
pub use tiles::{SUPPLIED, Side, TileSet, TileType};
pub use validate::{Placed, Violation, validate};

/// Phase of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub enum Phase {
    /// Players take tiles (H3).
    Draft,
    /// Players lay tiles (H5).
    Lay,
    /// The game is over.
    End,
}

/// A tile on the table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LaidTile {
    /// Column.
    pub x: i32,
    /// Row.
    pub y: i32,
    /// Index of the type in the set.
    pub kind: usize,
    /// Smallest rotation that gives the look.
    pub r: usize,
}

/// Casbah with its options and tables.
///
/// ```
/// use zellige_core::{Game, Turn, games::casbah::Casbah};
/// let game = Casbah::from_options(&serde_json::Map::new()).unwrap();
/// assert_eq!(game.num_distinct_actions(), 1064);
/// assert_eq!(game.turn(&game.new_initial_state()), Turn::Player(0));
/// ```
#[derive(Clone, Debug)]
pub struct Casbah {
    shared: Arc<Shared>,
    tables: Arc<Width>,
    simd: Simd,
}

/// Tables by the width of the boards.
#[derive(Debug)]
enum Width {
    Narrow(Tables<1>),
    Middle(Tables<2>),
    Broad(Tables<16>),
}

/// Positions by the width of the boards. All rulebook sizes are narrow or middle.
#[derive(Clone, Debug)]
enum Form {
    Narrow(Position<1, TYPES, TILES, u16>),
    Middle(Position<2, TYPES, TILES, u16>),
    Broad(Box<Position<16, 64, 255, u32>>),
}

const TYPES: usize = 20;
const TILES: usize = 45;

/// A position of Casbah.
#[derive(Clone, Debug)]
pub struct State(Form);

/// Runs an expression for the width of a position; `$tables` and `$position` have the same width.
macro_rules! by_width {
    ($game:expr, $state:expr, |$tables:ident, $position:ident| $body:expr) => {
        match (&*$game.tables, $state) {
            (Width::Narrow($tables), Form::Narrow($position)) => $body,
            (Width::Middle($tables), Form::Middle($position)) => $body,
            (Width::Broad($tables), Form::Broad($position)) => $body,
            _ => unreachable!("a position belongs to a game of other options"),
        }
    };
}

// After the macro that it uses.
mod setup;

impl Casbah {
    fn new(options: Options) -> Self {
        let shared = Shared::new(options);
        let Shared { options, pictures, area, frames, .. } = &shared;
        let (w, h) = options.size;
        let small = options.set.tiles.len() <= TYPES && w * h <= TILES as i32;
        let tables = if small && fits_width(area, frames, 1) {
            Width::Narrow(Tables::new(area, frames, pictures, &options.set, options.strict))
        } else if small && fits_width(area, frames, 2) {
            Width::Middle(Tables::new(area, frames, pictures, &options.set, options.strict))
        } else {
            // 51 x 5 has the most cells, 919.
            debug_assert!(fits_width(area, frames, 16));
            Width::Broad(Tables::new(area, frames, pictures, &options.set, options.strict))
        };
        Self { shared: Arc::new(shared), tables: Arc::new(tables), simd: Simd::chosen() }
    }

    /// The same game on another path of this machine; it plays the same games.
    #[must_use]
    pub fn with_simd(self, simd: Simd) -> Self {
        Self { simd, ..self }
    }

    /// All options, as a record holds them.
    pub fn options(&self) -> Map<String, Value> {
        self.shared.options.to_json()
    }

    /// The tile set.
    pub fn tile_set(&self) -> &TileSet {
        &self.shared.options.set
    }

    /// The size that the players chose, width and height.
    pub fn size(&self) -> (i32, i32) {
        self.shared.options.size
    }

    /// Whether the future of a square is judged by the letter (H8).
    pub fn strict_future(&self) -> bool {
        self.shared.options.strict
    }

    /// The numbered area: its columns begin at `x = 1 - M`, its rows at `y = 0`; there are `2 M - 1` columns, `M` rows.
    pub fn area_side(&self) -> i32 {
        self.shared.area.side
    }

    /// The phase of a position.
    pub fn phase(&self, state: &State) -> Phase {
        self.head(state).phase
    }

    /// The laid tiles in ascending cell index.
    pub fn tiles(&self, state: &State) -> Vec<LaidTile> {
        let grid = self.grid(state);
        let laid = grid.iter().enumerate().filter_map(|(index, &picture)| {
            let picture = self.shared.pictures.list[usize::from(picture?)];
            let (x, y) = self.shared.area.position(index);
            Some(LaidTile { x, y, kind: picture.kind.into(), r: picture.r.into() })
        });
        laid.collect()
    }

    /// The tiles in a player's hand, by type.
    pub fn hand<'a>(&self, state: &'a State, player: usize) -> &'a [u8] {
        let types = self.tile_set().tiles.len();
        by_width!(self, &state.0, |_tables, position| &position.hands.counts()[player][..types])
    }

    /// The tiles that are face up in the draft, by type; all 0 later and in solo.
    pub fn pool(&self, state: &State) -> Vec<u8> {
        let types = 0..self.tile_set().tiles.len();
        if self.phase(state) != Phase::Draft {
            return vec![0; types.len()];
        }
        by_width!(self, &state.0, |_tables, position| types.map(|kind| position.pool(&self.shared, kind)).collect())
    }

    /// Face value of the tiles that a player has laid.
    pub fn chips(&self, state: &State, player: usize) -> i32 {
        by_width!(self, &state.0, |_tables, position| i32::from(position.chips[player]))
    }

    /// The frames that are still possible (H7) as `(x0, w, h)`, by `w`, then `x0`.
    pub fn frames(&self, state: &State) -> Vec<(i32, i32, i32)> {
        let possible = by_width!(self, &state.0, |_tables, position| position.table.frames);
        board::bits(possible).map(|i| self.shared.frames[i]).map(|frame| (frame.x0, frame.w, frame.h)).collect()
    }

    fn head<'a>(&self, state: &'a State) -> &'a Head {
        by_width!(self, &state.0, |_tables, position| &position.head)
    }

    /// Per area index: the picture that lies there.
    fn grid(&self, state: &State) -> Vec<Option<u8>> {
        let mut grid = vec![None; self.shared.area.len()];
        by_width!(self, &state.0, |_tables, position| {
            position.laid_tiles(&self.shared, |index, picture| grid[index] = Some(picture as u8));
        });
        grid
    }

    fn scene<'a>(&'a self, state: &'a State) -> Scene<'a> {
        let head = self.head(state);
        let pictures = &self.shared.pictures.list;
        let sides = self.grid(state).into_iter().map(|cell| cell.map(|picture| pictures[usize::from(picture)].sides));
        Scene {
            shared: &self.shared,
            phase: head.phase,
            picks: head.picks,
            pool: self.pool(state),
            hand: self.hand(state, head.player.into()),
            possible: by_width!(self, &state.0, |_tables, position| position.table.frames),
            sides: sides.collect(),
        }
    }
}

impl Game for Casbah {
    type State = State;
    type Scratch = Scratch;

    const NAME: &'static str = "casbah";

    fn from_options(options: &Map<String, Value>) -> Result<Self, OptionError> {
        Options::from_json(options).map(Self::new)
    }

    fn num_players(&self) -> usize {
        self.shared.options.players.into()
    }

    fn num_distinct_actions(&self) -> usize {
        self.shared.pictures.actions as usize
    }

    fn max_game_length(&self) -> usize {
        let (w, h) = self.size();
        let phases = if self.num_players() == 1 { 1 } else { 2 };
        (phases * w * h) as usize
    }

    fn new_initial_state(&self) -> State {
        let options = &self.shared.options;
        State(match &*self.tables {
            Width::Narrow(tables) => Form::Narrow(Position::start(options, tables)),
            Width::Middle(tables) => Form::Middle(Position::start(options, tables)),
            Width::Broad(tables) => Form::Broad(Box::new(Position::start(options, tables))),
        })
    }

    fn state_from(&self, position: &Map<String, Value>) -> Result<State, Vec<Reason>> {
        self.set_up(position)
    }

    fn to_position(&self, state: &State) -> Map<String, Value> {
        self.describe(state)
    }

    fn turn(&self, state: &State) -> Turn {
        let head = self.head(state);
        if head.phase == Phase::End { Turn::Terminal } else { Turn::Player(head.player) }
    }

    fn count(&self, state: &State, scratch: &mut Scratch) -> u32 {
        let shared = &*self.shared;
        by_width!(self, &state.0, |tables, position| self.simd.run(Count { shared, tables, position, scratch }))
    }

    fn select(&self, _state: &State, scratch: &Scratch, k: u32) -> Action {
        match *self.tables {
            Width::Narrow(_) => scratch.select::<1, simd::Portable>(&self.shared, k),
            Width::Middle(_) => scratch.select::<2, simd::Portable>(&self.shared, k),
            Width::Broad(_) => scratch.select::<16, simd::Portable>(&self.shared, k),
        }
    }

    fn list(&self, _state: &State, scratch: &mut Scratch, out: &mut Vec<Action>) {
        match *self.tables {
            Width::Narrow(_) => scratch.list::<1, simd::Portable>(&self.shared, out),
            Width::Middle(_) => scratch.list::<2, simd::Portable>(&self.shared, out),
            Width::Broad(_) => scratch.list::<16, simd::Portable>(&self.shared, out),
        }
    }

    fn is_legal(&self, state: &State, action: Action) -> bool {
        by_width!(self, &state.0, |tables, position| position.is_legal(&self.shared, tables, action))
    }

    fn apply(&self, state: &mut State, action: Action) {
        let shared = &*self.shared;
        by_width!(self, &mut state.0, |tables, position| self.simd.run(Apply { shared, tables, position, action }));
    }

    fn scores(&self, state: &State, out: &mut [i32]) {
        for (player, score) in out.iter_mut().enumerate() {
            *score = by_width!(self, &state.0, |_tables, position| position.score(&self.shared, player));
        }
    }

    fn returns(&self, state: &State, out: &mut [f64]) {
        let mut scores = [0; 4];
        let players = self.num_players();
        self.scores(state, &mut scores[..players]);
        if self.phase(state) != Phase::End {
            out.fill(0.0);
        } else if players == 1 {
            out[0] = f64::from(scores[0]) / f64::from(self.tile_set().face_value());
        } else {
            crate::returns_by_rank(&scores.map(i64::from)[..players], out);
        }
    }

    fn write_key(&self, state: &State, out: &mut Vec<u8>) {
        let head = self.head(state);
        out.extend([head.phase as u8, if head.phase == Phase::End { 255 } else { head.player }]);
        out.extend(self.pool(state));
        let players = 0..self.num_players();
        players.clone().for_each(|player| out.extend(self.hand(state, player)));
        let cells = out.len();
        out.resize(cells + 2 * self.shared.area.len(), 0);
        by_width!(self, &state.0, |_tables, position| position.laid_tiles(&self.shared, |index, picture| {
            let picture = self.shared.pictures.list[picture];
            let number = 1 + 4 * u16::from(picture.kind) + u16::from(picture.r);
            out[cells + 2 * index..][..2].copy_from_slice(&number.to_le_bytes());
        }));
        players.for_each(|player| out.extend(self.chips(state, player).to_le_bytes()));
    }

    fn observation_spec(&self) -> &[ArraySpec] {
        &self.shared.sight.spec
    }

    fn observe(&self, state: &State, player: usize, u8s: &mut [u8], i32s: &mut [i32]) {
        self.sweep(One { state, player, row: Row::new(u8s, i32s) });
    }

    fn action_to_string(&self, _state: &State, action: Action) -> Option<String> {
        self.shared.write(action)
    }

    fn string_to_action(&self, state: &State, text: &str) -> Result<Action, Reason> {
        let which = self.shared.read(text)?;
        let reason = || self.scene(state).explain(which).swap_remove(0);
        self.shared.number(which).ok_or_else(reason)
    }

    fn explain(&self, state: &State, text: &str) -> Vec<Reason> {
        self.shared.read(text).map_or_else(|reason| vec![reason], |which| self.scene(state).explain(which))
    }

    fn greedy_scores(&self, _state: &State, actions: &[Action], out: &mut Vec<i64>) {
        let pictures = &self.shared.pictures;
        let value = |&action| pictures.decode(action).map_or(0, |(picture, _)| pictures.list[picture].value.into());
        out.extend(actions.iter().map(value));
    }

    fn playout(
        &self,
        state: &mut State,
        stream: &mut Stream,
        _scratch: &mut Scratch,
        seen: &mut impl FnMut(Action),
    ) -> u32 {
        by_width!(self, &mut state.0, |tables, position| {
            let shared = &self.shared;
            self.simd.run(Playout { shared, tables, position, stream, seen })
        })
    }

    fn sweep<W: Sweep<Self>>(&self, work: W) -> W::Out {
        let shared = &*self.shared;
        match &*self.tables {
            Width::Narrow(tables) => self.simd.run(Many { shared, tables, work }),
            Width::Middle(tables) => self.simd.run(Many { shared, tables, work }),
            Width::Broad(tables) => self.simd.run(Many { shared, tables, work }),
        }
    }
}
