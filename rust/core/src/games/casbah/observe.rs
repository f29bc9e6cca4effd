//! Observations (`docs/observations.md`).

use super::Phase;
use super::area::{Area, Frame};
use super::options::Options;
use super::pictures::Pictures;
use super::position::{Entry, Position};
use super::shared::Shared;
use super::simd::{Cpu, Portable};
use super::tiles::{MAX_TYPES, Side, TileSet};
use crate::observe::{clear, copy, one_hot, player_on, seat, spread, widen};
use crate::{ArraySpec, Arrays};

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
    /// Words for the cells of the area.
    words: usize,
    /// Per [`CHUNK`] frames and subset of them: the cells of the area that lie in one of the subset.
    rooms: Vec<u64>,
    /// The array of the room while nothing is laid.
    all_room: Vec<u8>,
    /// Face values by type.
    values: Vec<i32>,
    /// The same, followed by zeros.
    padded_values: [i16; MAX_TYPES],
}

/// Frames whose subsets have tables.
const CHUNK: usize = 4;

impl Sight {
    pub(super) fn new(options: &Options, area: &Area, frames: &[Frame], pictures: &Pictures) -> Self {
        let words = area.len().div_ceil(64);
        let within = |frame: &Frame, word: usize| {
            let inside = |bit: usize| 64 * word + bit < area.len() && frame.contains(area.position(64 * word + bit));
            (0..64).fold(0, |cells, bit| cells | u64::from(inside(bit)) << bit)
        };
        let rows: Vec<Vec<u64>> =
            frames.iter().map(|frame| (0..words).map(|word| within(frame, word)).collect()).collect();
        let mut rooms = Vec::with_capacity((rows.len().div_ceil(CHUNK) * words) << CHUNK);
        for (chunk, subset) in rows.chunks(CHUNK).flat_map(|chunk| (0..1 << CHUNK).map(move |subset| (chunk, subset))) {
            let members = || chunk.iter().enumerate().filter(|(i, _)| subset >> i & 1 != 0);
            rooms.extend((0..words).map(|word| members().fold(0, |cells, (_, row)| cells | row[word])));
        }
        let mut padded_values = [0; MAX_TYPES];
        padded_values.iter_mut().zip(&options.set.tiles).for_each(|(value, tile)| *value = tile.value.into());
        let sight = Self {
            spec: spec(options, area, frames.len()),
            columns: 2 * area.side as usize - 1,
            frames: frames.len(),
            codes: pictures.list.iter().map(|picture| picture.sides.map(code)).collect(),
            words,
            rooms,
            all_room: Vec::new(),
            values: options.set.tiles.iter().map(|tile| tile.value.into()).collect(),
            padded_values,
        };
        let mut all_room = vec![0; area.len()];
        sight.write_room::<Portable>(u64::MAX, &mut all_room);
        Self { all_room, ..sight }
    }

    /// The array of the room.
    #[inline(always)]
    fn write_room<C: Cpu>(&self, possible: u64, room: &mut [u8]) {
        let (whole, rest) = room.as_chunks_mut();
        whole.iter_mut().enumerate().for_each(|(word, cells)| C::spread(self.room(possible, word), cells));
        if !rest.is_empty() {
            spread(self.room(possible, whole.len()), rest);
        }
    }

    /// Of 64 cells of the area those that lie in a possible frame.
    #[inline(always)]
    fn room(&self, possible: u64, word: usize) -> u64 {
        let chunks = 0..self.frames.div_ceil(CHUNK);
        chunks.fold(0, |cells, chunk| {
            let subset = (possible >> (CHUNK * chunk)) as usize & ((1 << CHUNK) - 1);
            cells | self.rooms[(chunk << CHUNK | subset) * self.words + word]
        })
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

impl<const N: usize, const T: usize, const L: usize, E: Entry> Position<N, T, L, E> {
    /// [`crate::Steps::observe`].
    #[inline(always)]
    pub(super) fn observe<'a, C: Cpu>(&self, shared: &Shared, viewer: usize, out: &mut impl Arrays<'a>) {
        let players = usize::from(shared.options.players);
        assert!(viewer < players, "there is no player {viewer}");
        let (sight, head, cells) = (&shared.sight, &self.head, shared.area.len());
        let [sides, facing] = [(); 2].map(|()| out.bytes(4 * cells));
        let [gardens, room] = [(); 2].map(|()| out.bytes(cells));
        let frames = out.bytes(sight.frames);
        clear(sides);
        clear(facing);
        if head.tiles == 0 {
            clear(gardens);
            copy::<u8, 32>(&sight.all_room, room);
            spread(u64::MAX, frames);
        } else {
            self.write_sides(shared, sides);
            sight.write_room::<C>(self.table.frames, room);
            spread(self.table.frames, frames);
            by_blocks(gardens, &sides[..cells], &sides[..cells], |side, _| u8::from(side == GARDEN));
            face(sight.columns, sides, facing);
        }
        one_hot(out.bytes(Phase::End as usize + 1), head.phase as usize);
        let turn = if head.phase == Phase::End { players } else { seat(head.player.into(), viewer, players) };
        one_hot(out.bytes(players), turn);
        self.write_numbers(shared, viewer, out);
    }

    /// The codes of the sides of the laid tiles, on planes that are empty.
    #[inline(always)]
    fn write_sides(&self, shared: &Shared, out: &mut [u8]) {
        let cells = shared.area.len();
        let mut planes = out.chunks_exact_mut(cells);
        let planes: [&mut [u8]; 4] = std::array::from_fn(|_| planes.next().expect("there are four planes"));
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
    fn write_numbers<'a>(&self, shared: &Shared, viewer: usize, out: &mut impl Arrays<'a>) {
        let players = usize::from(shared.options.players);
        let values = &shared.sight.values[..];
        let hands = out.numbers(players * values.len());
        let pool = out.numbers(values.len());
        copy::<i32, 8>(values, out.numbers(values.len()));
        let scores = out.numbers(players);
        for (seat, (hand, score)) in hands.chunks_exact_mut(values.len()).zip(scores).enumerate() {
            let player = player_on(seat, viewer, players);
            widen(&self.hands.counts()[player][..values.len()], hand);
            *score = if players == 1 && self.head.phase == Phase::End {
                self.score(shared, player)
            } else {
                let held = self.hands.counts()[player].iter().zip(&shared.sight.padded_values);
                i32::from(self.chips[player])
                    - held.map(|(&count, &value)| i32::from(i16::from(count)) * i32::from(value)).sum::<i32>()
            };
        }
        // Without a branch, since half of all positions are of the draft.
        let draft = if self.head.phase == Phase::Draft { u8::MAX } else { 0 };
        let mut left = [0; T];
        left.copy_from_slice(&shared.counts[..T]);
        for hand in self.hands.counts() {
            for (left, &held) in left.iter_mut().zip(hand) {
                *left = left.saturating_sub(held);
            }
        }
        widen(&left.map(|left| left & draft)[..values.len()], pool);
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
    by_blocks(out, here, from, |here, from| if here == 0 { from } else { 0 });
}

/// Element by element for slices of one length, in blocks of which the last two may overlap.
#[inline(always)]
fn by_blocks(out: &mut [u8], one: &[u8], other: &[u8], each: impl Fn(u8, u8) -> u8) {
    let blocks = one.as_chunks().0.iter().zip(other.as_chunks().0);
    for (out, (one, other)) in out.as_chunks_mut().0.iter_mut().zip(blocks) {
        block(out, one, other, &each);
    }
    if let (Some(out), Some(one), Some(other)) = (out.last_chunk_mut(), one.last_chunk(), other.last_chunk()) {
        block(out, one, other, &each);
    } else {
        for (out, (&one, &other)) in out.iter_mut().zip(one.iter().zip(other)) {
            *out = each(one, other);
        }
    }
}

/// As many elements as a vector has.
#[inline(always)]
fn block(out: &mut [u8; 32], one: &[u8; 32], other: &[u8; 32], each: impl Fn(u8, u8) -> u8) {
    for i in 0..32 {
        out[i] = each(one[i], other[i]);
    }
}
