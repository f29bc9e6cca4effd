//! What all positions of a game share, for boards of `N` words.

use std::ops::Index;

use super::area::{Area, Frame, STEPS};
use super::board::{Board, bits};
use super::pictures::{Picture, Pictures, inward};
use super::tiles::{Side, TileSet};

/// Sides that meet other sides, in the order of their numbers; the front door meets none.
pub(super) const KINDS: [Side; 4] = [Side::Door, Side::Window, Side::Garden, Side::Wall];

/// One board per direction, or per turn. It is aligned so that the four of the narrowest boards are read at once.
#[derive(Clone, Copy, Debug)]
#[repr(align(32))]
pub(super) struct Quad<const N: usize>(pub(super) [Board<N>; 4]);

impl<const N: usize> Quad<N> {
    pub(super) const EMPTY: Self = Self([Board::EMPTY; 4]);

    /// The boards that `board` gives.
    #[inline(always)]
    pub(super) fn from_fn(board: impl FnMut(usize) -> Board<N>) -> Self {
        Self(std::array::from_fn(board))
    }
}

impl<const N: usize> Index<usize> for Quad<N> {
    type Output = Board<N>;

    #[inline(always)]
    fn index(&self, i: usize) -> &Board<N> {
        &self.0[i]
    }
}

/// Most cover rows that a set can need: there are 16 sets of inward sides, few of which go with several numbers of turns,
/// and the front door may need one of its own.
const COVER_ROWS: usize = 24;

/// Room for the union over the chunks of frames; kept as long as the possible frames stay the same.
pub(super) struct Room<const N: usize> {
    /// Those frames; none at first.
    frames: u64,
    rows: [Quad<N>; COVER_ROWS],
}

impl<const N: usize> Room<N> {
    fn new() -> Self {
        Self { frames: 0, rows: [Quad::EMPTY; COVER_ROWS] }
    }
}

/// A mask per direction, all ones or zero.
type Masks = [u64; 4];

/// How to find the lays of a type: all four turns at once.
#[derive(Clone, Debug)]
pub(super) struct Look {
    /// Per side of the unturned tile: row in [`super::table::Demand`].
    pub(super) rows: [u16; 4],
    /// Row of [`Tables::covers`].
    pub(super) cover: u16,
}

/// What the lay of a picture does to the table.
#[derive(Clone, Debug)]
pub(super) struct Effect {
    pub(super) kind: u8,
    pub(super) value: u8,
    /// Sides as numbers, clockwise from north.
    pub(super) sides: [u8; 4],
    /// Its sides that must not face out, as bits.
    pub(super) inward: u8,
    /// Per kind and direction `f`: the neighbour whose side `f` touches the tile must not show the kind there (H6).
    pub(super) clash: [Masks; 4],
    /// Directions with a window, a door or wall, and a garden: what they ask of cells beyond an empty neighbour (H8).
    pub(super) window: Masks,
    pub(super) closed: Masks,
    pub(super) garden: Masks,
}

/// Geometry and masks.
#[derive(Debug)]
pub(super) struct Tables<const N: usize> {
    /// Per cell, and for no cell: in direction `f` the neighbour whose side `f` touches it.
    pub(super) around: Vec<Quad<N>>,
    /// Per cell and direction `d`: the neighbour in direction `d`, or the number after the last cell.
    pub(super) next: Vec<[u16; 4]>,
    /// Per cell and set of inward sides: the frames that allow such a tile there.
    pub(super) allow: Vec<[u64; 16]>,
    /// All frames.
    pub(super) all_frames: u64,
    /// By type.
    pub(super) looks: Vec<Look>,
    /// By picture.
    pub(super) effects: Vec<Effect>,
    /// Whether a window and a garden may not face one cell (H8).
    pub(super) strict: bool,
    /// Per chunk of frames, subset of it, and cover row: for each turn, cells that some frame of the subset allows.
    cover: Vec<Quad<N>>,
    cover_rows: usize,
    chunks: usize,
    /// Number of frames of the narrow shape, or 0 if there is one shape only.
    narrow: u32,
    /// How far `x0` of the first narrow frame is from that of the first wide one.
    shift: u32,
}

/// Whether boards of `n` words can hold the cells: two cells that share a bit must never both matter.
///
/// Every laid cell is in every possible frame, and a cell matters when it is in a possible frame; what a lay writes is at
/// most two steps away. So for cells `i` and `j = i + 64 n` no frame with the one may come within two steps of the other.
/// Decoding needs that a candidate `j` is next to a laid cell only when no possible frame begins at or before `i`.
pub(super) fn fits_width(area: &Area, frames: &[Frame], n: usize) -> bool {
    let within = |frame: &Frame, (x, y): (i32, i32), steps: i32| {
        (-steps..=steps).any(|dx| {
            let rest = steps - dx.abs();
            (-rest..=rest).any(|dy| frame.contains((x + dx, y + dy)))
        })
    };
    area.cells.iter().zip(area.cells.iter().skip(64 * n)).enumerate().all(|(i, (&low, &high))| {
        frames.iter().all(|frame| {
            let apart =
                !(frame.contains(low) && within(frame, high, 2) || frame.contains(high) && within(frame, low, 2));
            let first = area.cell_at((frame.x0, 0)).expect("a frame's corner is a cell");
            apart && !(first <= i && within(frame, high, 1))
        })
    })
}

impl<const N: usize> Tables<N> {
    /// Frames per chunk: tables of all subsets stay small.
    const CHUNK: usize = if N == 1 { 6 } else { 4 };

    pub(super) fn new(area: &Area, frames: &[Frame], pictures: &Pictures, set: &TileSet, strict: bool) -> Self {
        let cells = area.cells.len();
        let mut next = Vec::with_capacity(cells + 1);
        for &(x, y) in &area.cells {
            let neighbour = |(dx, dy): (i32, i32)| area.cell_at((x + dx, y + dy)).unwrap_or(cells) as u16;
            next.push(STEPS.map(neighbour));
        }
        next.push([cells as u16; 4]);
        let bit = |cell: u16| if usize::from(cell) == cells { Board::EMPTY } else { Board::of(cell.into()) };
        let around = next.iter().map(|row| Quad::from_fn(|f| bit(row[f ^ 2]))).collect();
        let allow = |at, inward| {
            let allowed = |(i, frame): (usize, &Frame)| u64::from(frame.allows(at, inward)) << i;
            frames.iter().enumerate().map(allowed).sum()
        };
        let allow = area.cells.iter().map(|&at| std::array::from_fn(|inward| allow(at, inward as u8))).collect();
        // Types that look alike as far as frames go share a row: inward sides of the unturned tile, and number of turns.
        let mut rows: Vec<(u8, usize)> = Vec::new();
        let mut looks = Vec::new();
        for (kind, range) in pictures.of_type.iter().enumerate() {
            let sides = set.tiles[kind].sides;
            let row = (inward(sides), range.len());
            let cover = rows.iter().position(|&known| known == row).unwrap_or(rows.len());
            if cover == rows.len() {
                rows.push(row);
            }
            looks.push(Look {
                rows: std::array::from_fn(|i| 4 * i as u16 + (sides[i] as u16 & 3)),
                cover: cover as u16,
            });
        }
        let chunks = frames.len().div_ceil(Self::CHUNK);
        let narrow = frames.iter().filter(|frame| frame.w < frame.h).count();
        Self {
            around,
            next,
            allow,
            all_frames: u64::MAX >> (64 - frames.len()),
            looks,
            effects: pictures.list.iter().map(effect).collect(),
            strict,
            cover: Self::make_cover(area, frames, &rows, chunks),
            cover_rows: rows.len(),
            chunks,
            narrow: narrow as u32,
            shift: if narrow == 0 { 0 } else { (frames[0].x0 - frames[narrow].x0) as u32 },
        }
    }

    fn make_cover(area: &Area, frames: &[Frame], rows: &[(u8, usize)], chunks: usize) -> Vec<Quad<N>> {
        let mut by_inward = vec![[Board::EMPTY; 16]; frames.len()];
        for (frame, boards) in frames.iter().zip(&mut by_inward) {
            for (cell, &at) in area.cells.iter().enumerate().filter(|&(_, &at)| frame.contains(at)) {
                let edges = usize::from(frame.edges(at));
                (0..16).filter(|inward| inward & edges == 0).for_each(|inward| {
                    boards[inward] = boards[inward].or(Board::of(cell));
                });
            }
        }
        let mut out = Vec::with_capacity((chunks << Self::CHUNK) * rows.len());
        for row in 0..chunks << Self::CHUNK {
            let (chunk, subset) = (row >> Self::CHUNK, row as u64 & ((1 << Self::CHUNK) - 1));
            let members: Vec<_> = bits(subset).filter_map(|bit| by_inward.get(chunk * Self::CHUNK + bit)).collect();
            for &(inward, turns) in rows {
                let turned = |r: usize| usize::from(inward << r | inward >> (4 - r)) & 15;
                let union = |r: usize| members.iter().fold(Board::EMPTY, |all, boards| all.or(boards[turned(r)]));
                out.push(Quad::from_fn(|r| if r < turns { union(r) } else { Board::EMPTY }));
            }
        }
        out
    }

    /// The lowest cell of all possible frames.
    #[inline(always)]
    pub(super) fn base(&self, possible: u64) -> usize {
        if self.narrow == 0 {
            return possible.trailing_zeros() as usize;
        }
        let wide = (possible >> self.narrow).trailing_zeros();
        (possible.trailing_zeros() + self.shift).min(wide) as usize
    }

    /// Per cover row and turn: the cells that some possible frame allows. `room` is for this game only.
    #[inline(always)]
    pub(super) fn covers<'a>(&'a self, possible: u64, room: &'a mut Option<Room<N>>) -> &'a [Quad<N>] {
        let first = self.covers_of(possible, 0);
        if self.chunks == 1 {
            return first;
        }
        let Room { frames, rows } = room.get_or_insert_with(Room::new);
        let rows = &mut rows[..self.cover_rows];
        if *frames != possible {
            *frames = possible;
            rows.copy_from_slice(first);
            for chunk in 1..self.chunks {
                for (quad, more) in rows.iter_mut().zip(self.covers_of(possible, chunk)) {
                    *quad = Quad::from_fn(|r| quad[r].or(more[r]));
                }
            }
        }
        rows
    }

    #[inline(always)]
    fn covers_of(&self, possible: u64, chunk: usize) -> &[Quad<N>] {
        let subset = (possible >> (chunk * Self::CHUNK)) as usize & ((1 << Self::CHUNK) - 1);
        &self.cover[(chunk << Self::CHUNK | subset) * self.cover_rows..][..self.cover_rows]
    }
}

fn effect(picture: &Picture) -> Effect {
    let Picture { kind, value, inward, sides, .. } = *picture;
    let mask = |is: bool| if is { u64::MAX } else { 0 };
    let shows = |which: &[Side]| sides.map(|side| mask(which.contains(&side)));
    Effect {
        kind,
        value,
        sides: sides.map(|side| side as u8),
        inward,
        clash: KINDS.map(|kind| std::array::from_fn(|f| mask(!sides[f ^ 2].matches(kind)))),
        window: shows(&[Side::Window]),
        closed: shows(&[Side::Door, Side::Wall]),
        garden: shows(&[Side::Garden]),
    }
}

/// Whether an empty cell that is faced by both sides would be spoiled (H8).
pub(super) fn spoils(one: Side, other: Side, strict: bool) -> bool {
    let barred = |other| matches!(other, Side::Door | Side::Wall) || strict && other == Side::Garden;
    one == Side::Window && barred(other) || other == Side::Window && barred(one)
}
