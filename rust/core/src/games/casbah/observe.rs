//! Observations (`docs/observations.md`).

use super::Phase;
use super::area::{Area, Frame};
use super::options::Options;
use super::pictures::Pictures;
use super::position::{Entry, Position};
use super::shared::Shared;
use super::simd::{Cpu, Job};
use super::tiles::{Side, TileSet};
use crate::ArraySpec;
use crate::observe::{Cursor, player_on, seat, spread, spread_words};

/// What observations need beside a position.
#[derive(Debug)]
pub(super) struct Sight {
    /// The arrays of an observation.
    pub(super) spec: Vec<ArraySpec>,
    /// Columns of the area.
    columns: usize,
    /// Number of frames.
    frames: usize,
    /// Per picture: the codes of its sides.
    codes: Vec<[u8; 4]>,
    /// Per 64 cells of the area: for each frame those that lie in it.
    rooms: Vec<Vec<u64>>,
    /// Face values by type.
    values: Vec<i32>,
}

impl Sight {
    pub(super) fn new(options: &Options, area: &Area, frames: &[Frame], pictures: &Pictures) -> Self {
        let within = |frame: &Frame, first: usize| {
            let inside = |bit: usize| first + bit < area.len() && frame.contains(area.position(first + bit));
            (0..64).fold(0, |word, bit| word | u64::from(inside(bit)) << bit)
        };
        let rooms = (0..area.len()).step_by(64);
        Self {
            spec: spec(options, area, frames.len()),
            columns: 2 * area.side as usize - 1,
            frames: frames.len(),
            codes: pictures.list.iter().map(|picture| picture.sides.map(code)).collect(),
            rooms: rooms.map(|first| frames.iter().map(|frame| within(frame, first)).collect()).collect(),
            values: options.set.tiles.iter().map(|tile| tile.value.into()).collect(),
        }
    }
}

const GARDEN: u8 = code(Side::Garden);

/// The code of a side; 0 is none.
const fn code(side: Side) -> u8 {
    match side {
        Side::Door => 1,
        Side::Window => 2,
        Side::Front => 3,
        Side::Garden => 4,
        Side::Wall => 5,
    }
}

/// The arrays of an observation.
fn spec(options: &Options, area: &Area, frames: usize) -> Vec<ArraySpec> {
    let (players, set) = (usize::from(options.players), &options.set);
    let types = set.tiles.len();
    let (rows, columns) = (area.side as usize, 2 * area.side as usize - 1);
    let most = set.tiles.iter().map(|tile| i32::from(tile.count)).max().unwrap_or(0);
    let values = || set.tiles.iter().map(|tile| i32::from(tile.value));
    let (lowest, highest) = (values().min().unwrap_or(0), values().max().unwrap_or(0));
    let tiles = (options.size.0 * options.size.1) as usize;
    let (worst, best) = if players == 1 {
        // All tiles are in hand at first; those that are laid count for the player until the game is judged (H11).
        (-set.face_value(), (2 * dearest(set, tiles) - set.face_value()).max(0))
    } else {
        let all = dearest(set, tiles / players);
        (-all, all)
    };
    vec![
        ArraySpec::bytes("sides", &[4, rows, columns], code(Side::Wall)),
        ArraySpec::bytes("facing", &[4, rows, columns], code(Side::Wall)),
        ArraySpec::flags("gardens", &[rows, columns]),
        ArraySpec::flags("room", &[rows, columns]),
        ArraySpec::flags("frames", &[frames]),
        ArraySpec::flags("phase", &[Phase::End as usize + 1]),
        ArraySpec::flags("turn", &[players]),
        ArraySpec::numbers("hands", &[players, types], 0, most),
        ArraySpec::numbers("pool", &[types], 0, most),
        ArraySpec::numbers("values", &[types], lowest, highest),
        ArraySpec::numbers("scores", &[players], worst, best),
    ]
}

/// Face value of the `count` dearest tiles of a set.
fn dearest(set: &TileSet, count: usize) -> i32 {
    let mut all: Vec<i32> =
        set.tiles.iter().flat_map(|tile| std::iter::repeat_n(tile.value.into(), tile.count.into())).collect();
    all.sort_unstable_by(|a, b| b.cmp(a));
    all.iter().take(count).sum()
}

/// See [`crate::Game::observe`].
pub(super) struct Observe<'a, const N: usize, const T: usize, const L: usize, E> {
    pub(super) shared: &'a Shared,
    pub(super) position: &'a Position<N, T, L, E>,
    pub(super) player: usize,
    pub(super) u8s: &'a mut [u8],
    pub(super) i32s: &'a mut [i32],
}

impl<const N: usize, const T: usize, const L: usize, E: Entry> Job for Observe<'_, N, T, L, E> {
    type Out = ();

    #[inline(always)]
    fn run<C: Cpu>(self) {
        let Self { shared, position, player: viewer, u8s, i32s } = self;
        let players = usize::from(shared.options.players);
        assert!(viewer < players, "there is no player {viewer}");
        let (sight, head, frames) = (&shared.sight, &position.head, position.table.frames);
        let cells = shared.area.len();

        u8s.fill(0);
        let mut out = Cursor(u8s);
        let sides = out.take(4 * cells);
        let facing = out.take(4 * cells);
        let gardens = out.take(cells);
        let room = out.take(cells);
        if head.tiles > 0 {
            position.write_sides(shared, sides);
        }
        for (part, rooms) in room.chunks_mut(64).zip(&sight.rooms) {
            // All frames are looked at: how many are possible is hard to guess.
            let possible = |i: usize| 0_u64.wrapping_sub(frames >> (i & 63) & 1);
            spread(rooms.iter().enumerate().fold(0, |all, (i, cells)| all | cells & possible(i)), part);
        }
        spread_words(&[frames], out.take(sight.frames));
        out.one_hot(Phase::End as usize + 1, head.phase as usize);
        let turn = if head.phase == Phase::End { players } else { seat(head.player.into(), viewer, players) };
        out.one_hot(players, turn);
        assert!(out.0.is_empty(), "a uint8 slice that is too long");

        position.write_numbers(shared, viewer, i32s);
        if head.tiles > 0 {
            for (flag, &side) in gardens.iter_mut().zip(&sides[..cells]) {
                *flag = u8::from(side == GARDEN);
            }
            face(sight.columns, sides, facing);
        }
    }
}

impl<const N: usize, const T: usize, const L: usize, E: Entry> Position<N, T, L, E> {
    /// The codes of the sides of the laid tiles, on planes that are empty.
    #[inline(always)]
    fn write_sides(&self, shared: &Shared, out: &mut [u8]) {
        let mut out = Cursor(out);
        let cells = shared.area.len();
        let planes: [&mut [u8]; 4] = std::array::from_fn(|_| out.take(cells));
        for entry in &self.laid[..usize::from(self.head.tiles)] {
            let (cell, picture) = entry.parts();
            let index = usize::from(shared.area.index[cell]);
            let codes = shared.sight.codes[picture];
            for d in 0..4 {
                planes[d][index] = codes[d];
            }
        }
    }

    /// The int32 arrays.
    #[inline(always)]
    fn write_numbers(&self, shared: &Shared, viewer: usize, out: &mut [i32]) {
        let players = usize::from(shared.options.players);
        let values = &shared.sight.values[..];
        let mut out = Cursor(out);
        let hands = out.take(players * values.len());
        let pool = out.take(values.len());
        out.take(values.len()).copy_from_slice(values);
        assert_eq!(out.0.len(), players, "one score per seat");
        for (seat, (hand, score)) in hands.chunks_exact_mut(values.len()).zip(out.0).enumerate() {
            let player = player_on(seat, viewer, players);
            let mut left = 0;
            for ((out, &count), value) in hand.iter_mut().zip(&self.hands[player]).zip(values) {
                *out = count.into();
                left += value * i32::from(count);
            }
            *score = i32::from(self.chips[player]) - left;
            if players == 1 && self.head.phase == Phase::End {
                *score = self.score(shared, player);
            }
        }
        if self.head.phase == Phase::Draft {
            for (kind, left) in pool.iter_mut().enumerate() {
                *left = self.pool(shared, kind).into();
            }
        } else {
            pool.fill(0);
        }
    }
}

/// What faces the empty cells, on planes that are empty.
#[inline(always)]
fn face(columns: usize, sides: &[u8], out: &mut [u8]) {
    let cells = sides.len() / 4;
    let mut planes = sides.chunks_exact(cells);
    let [north, east, south, west]: [&[u8]; 4] = std::array::from_fn(|_| planes.next().expect("there are four planes"));
    let mut planes = out.chunks_exact_mut(cells);
    let to: [&mut [u8]; 4] = std::array::from_fn(|_| planes.next().expect("there are four planes"));
    let rest = cells - columns;
    where_empty(&mut to[0][..rest], &north[..rest], &south[columns..]);
    where_empty(&mut to[1][..cells - 1], &north[..cells - 1], &west[1..]);
    where_empty(&mut to[2][columns..], &north[columns..], &north[..rest]);
    where_empty(&mut to[3][1..], &north[1..], &east[..cells - 1]);
    // The cell after the last of a row is in the next row and not beside it.
    for row in 0..cells / columns {
        to[1][row * columns + columns - 1] = 0;
        to[3][row * columns] = 0;
    }
}

/// Copies `from` where `here` is 0.
#[inline(always)]
fn where_empty(out: &mut [u8], here: &[u8], from: &[u8]) {
    for ((out, &here), &from) in out.iter_mut().zip(here).zip(from) {
        *out = if here == 0 { from } else { 0 };
    }
}
