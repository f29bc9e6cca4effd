//! What all positions of a game share, for boards of `N` words.

use super::area::{Area, Frame, NONE, STEPS};
use super::board::{Board, bits};
use super::pictures::{Picture, Pictures};
use super::tiles::Side;

/// Sides that meet other sides; the front door meets none.
pub(super) const KINDS: [Side; 4] = [Side::Door, Side::Window, Side::Garden, Side::Wall];

/// How a picture is looked up in the boards of [`super::table::Table`].
#[derive(Clone, Copy, Debug)]
pub(super) struct Looks {
    /// Row of the pair (north, east).
    pub(super) ne: u8,
    /// Row of the pair (south, west).
    pub(super) sw: u8,
    /// Its sides that must not face out, as bits.
    pub(super) inward: u8,
    /// Index of its type.
    pub(super) kind: u8,
    /// Its sides as numbers.
    pub(super) sides: [u8; 4],
    /// Face value.
    pub(super) value: u8,
}

/// Geometry and masks.
#[derive(Debug)]
pub(super) struct Tables<const N: usize> {
    /// Per cell (and one more, which is no cell) and direction: the bit of the neighbour, if it lies in some frame.
    pub(super) near: Vec<[Board<N>; 4]>,
    /// The same neighbours as numbers; the last number is no cell.
    pub(super) next: Vec<[u16; 4]>,
    /// Per cell and set of inward sides: the frames that allow such a tile there.
    pub(super) allow: Vec<[u64; 16]>,
    /// Per chunk of frames, subset of it, and set of inward sides: cells that some frame of the subset allows.
    cover: Vec<[Board<N>; 16]>,
    chunks: usize,
    /// All frames.
    pub(super) all_frames: u64,
    /// Number of frames of the narrow shape, or 0 if there is one shape only; `base` needs it.
    narrow: u32,
    /// How far `x0` of the first narrow frame is from that of the first wide one.
    shift: u32,
    pub(super) looks: Vec<Looks>,
    /// Per laid side: the kinds (as masks) that its neighbour's side must not be (H6).
    pub(super) clash: [[u64; 4]; 5],
    /// Per laid side that faces an empty cell: the kinds that other neighbours of the cell must not show it (H8).
    pub(super) spoil: [[u64; 4]; 5],
}

/// Whether boards of `N` words can hold the cells: two cells that share a bit must never both matter.
///
/// Every laid cell is in every possible frame, and a cell matters when it is in a possible frame; what a lay writes is at
/// most two steps away. So for cells `i` and `j = i + 64 N` no frame with the one may come within two steps of the other.
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

    pub(super) fn new(area: &Area, frames: &[Frame], pictures: &Pictures, strict: bool) -> Self {
        let cells = area.cells.len();
        let mut next = Vec::with_capacity(cells + 1);
        for &(x, y) in &area.cells {
            let neighbour = |(dx, dy): (i32, i32)| area.cell_at((x + dx, y + dy)).unwrap_or(cells) as u16;
            next.push(STEPS.map(neighbour));
        }
        next.push([cells as u16; 4]);
        let bit = |cell: u16| if usize::from(cell) == cells { Board::EMPTY } else { Board::of(cell.into()) };
        let near = next.iter().map(|row| row.map(bit)).collect();
        let allows = |frame: &Frame, at, inward: usize| frame.contains(at) && frame.edges(at) & inward as u8 == 0;
        let set = |keep: &dyn Fn(&Frame) -> bool| (0..frames.len()).map(|i| u64::from(keep(&frames[i])) << i).sum();
        let allow =
            area.cells.iter().map(|&at| std::array::from_fn(|inward| set(&|f| allows(f, at, inward)))).collect();
        let chunks = frames.len().div_ceil(Self::CHUNK);
        let mut cover = vec![[Board::EMPTY; 16]; chunks << Self::CHUNK];
        for (row, boards) in cover.iter_mut().enumerate() {
            let (chunk, subset) = (row >> Self::CHUNK, row as u64 & ((1 << Self::CHUNK) - 1));
            for frame in bits(subset).filter_map(|bit| frames.get(chunk * Self::CHUNK + bit)) {
                for (inward, board) in boards.iter_mut().enumerate() {
                    for cell in (0..cells).filter(|&cell| allows(frame, area.cells[cell], inward)) {
                        *board = board.or(Board::of(cell));
                    }
                }
            }
        }
        let narrow = frames.iter().filter(|frame| frame.w < frame.h).count() as u32;
        let shift = if narrow == 0 { 0 } else { (frames[0].x0 - frames[narrow as usize].x0) as u32 };
        let mask = |kinds: &dyn Fn(Side) -> bool| KINDS.map(|kind| if kinds(kind) { u64::MAX } else { 0 });
        let all = [Side::Door, Side::Window, Side::Garden, Side::Wall, Side::Front];
        Self {
            near,
            next,
            allow,
            cover,
            chunks,
            all_frames: u64::MAX >> (64 - frames.len()),
            narrow,
            shift,
            looks: pictures.list.iter().map(looks).collect(),
            clash: all.map(|laid| mask(&|kind| !laid.matches(kind))),
            spoil: all.map(|laid| mask(&|kind| spoils(laid, kind, strict))),
        }
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

    /// Per set of inward sides: the cells that some possible frame allows.
    #[inline(always)]
    pub(super) fn cover(&self, possible: u64) -> [Board<N>; 16] {
        let low = (1 << Self::CHUNK) - 1;
        let mut boards = self.cover[possible as usize & low];
        for chunk in 1..self.chunks {
            let row = &self.cover[chunk << Self::CHUNK | (possible >> (chunk * Self::CHUNK)) as usize & low];
            boards = std::array::from_fn(|inward| boards[inward].or(row[inward]));
        }
        boards
    }
}

fn looks(picture: &Picture) -> Looks {
    // A front door matches nothing and is never looked up: it lies before there are candidates.
    let sides = picture.sides.map(|side| side as u8);
    let [n, e, s, w] = sides.map(|side| side & 3);
    let Picture { kind, inward, value, .. } = *picture;
    Looks { ne: 4 * n + e, sw: 4 * s + w, inward, kind, sides, value }
}

/// Whether an empty cell that is faced by both sides would be spoiled (H8).
pub(super) fn spoils(one: Side, other: Side, strict: bool) -> bool {
    let barred = |other| matches!(other, Side::Door | Side::Wall) || strict && other == Side::Garden;
    one == Side::Window && barred(other) || other == Side::Window && barred(one)
}

const _: () = assert!(NONE > 1000, "cells are fewer than the mark of no cell");
