//! All ways to cover one cell, looked up instead of searched.
//!
//! A *way* to cover a cell is an orientation and which of its cells lies there: 414 in all, a bit each. Whether a way fits
//! depends on the cells around, at most four steps away. Their rows, split at the cell itself, index eight tables of sets of
//! ways; the ways that fit are what the entries have in common.

use std::sync::LazyLock;

use super::board::{LEFT, MAX_SIDE};
use super::pieces::{NUM_PIECES, ORIENTATIONS, PIECES};

/// Bytes of a set of ways: 58 are used.
pub(super) const WAY_BYTES: usize = 64;

/// A set of ways. Each piece has bytes of its own, so that ways can be counted per piece by adding bytes.
#[derive(Clone, Copy, Debug)]
#[repr(align(64))]
pub(super) struct Ways(pub(super) [u8; WAY_BYTES]);

/// The bytes of a piece in a set of ways.
#[derive(Clone, Copy, Debug)]
pub(super) struct Span {
    pub(super) start: usize,
    /// At most 5.
    pub(super) bytes: usize,
}

/// The bytes of each piece, in the order of B1.
pub(super) const SPANS: [Span; NUM_PIECES] = {
    let mut spans = [Span { start: 0, bytes: 0 }; NUM_PIECES];
    let (mut start, mut p) = (0, 0);
    while p < NUM_PIECES {
        let bytes = (PIECES[p].size as usize * PIECES[p].orientations as usize).div_ceil(8);
        spans[p] = Span { start, bytes };
        start += bytes;
        p += 1;
    }
    assert!(start <= WAY_BYTES - 6, "eight bytes can be read from the start of each piece");
    spans
};

/// The piece of each byte.
pub(super) const PIECE_OF: [u8; WAY_BYTES] = {
    let mut pieces = [0; WAY_BYTES];
    let mut p = 0;
    while p < NUM_PIECES {
        let mut i = 0;
        while i < SPANS[p].bytes {
            pieces[SPANS[p].start + i] = p as u8;
            i += 1;
        }
        p += 1;
    }
    pieces
};

/// The bit of each byte's piece in the three bytes of a hand.
const HAND_BITS: [[u8; WAY_BYTES]; 3] = {
    let mut bits = [[0; WAY_BYTES]; 3];
    let mut i = 0;
    while i < WAY_BYTES {
        bits[PIECE_OF[i] as usize / 8][i] = 1 << (PIECE_OF[i] % 8);
        i += 1;
    }
    bits
};

impl Ways {
    /// All ways of the pieces of a hand.
    #[inline(always)]
    pub(super) fn held(hand: u32) -> Self {
        let mut out = [0; WAY_BYTES];
        for i in 0..WAY_BYTES {
            let some = (0..3).fold(0, |some, k| some | (hand >> (8 * k)) as u8 & HAND_BITS[k][i]);
            out[i] = if some == 0 { 0 } else { 0xFF };
        }
        Self(out)
    }

    /// The ways of a piece, in the order of [`ways_of`].
    #[inline(always)]
    pub(super) fn of(&self, piece: usize) -> u64 {
        let Span { start, bytes } = SPANS[piece];
        let mut word = [0; 8];
        word.copy_from_slice(&self.0[start..start + 8]);
        u64::from_le_bytes(word) & ((1 << (8 * bytes)) - 1)
    }
}

/// The ways of a piece, as orientation within the piece and index of the covering cell.
pub(super) fn ways_of(piece: usize) -> impl Iterator<Item = (usize, usize)> {
    let (size, orientations) = (PIECES[piece].size as usize, PIECES[piece].orientations as usize);
    (0..size).flat_map(move |cell| (0..orientations).map(move |orientation| (orientation, cell)))
}

/// Bits by which rows are pushed up so that a table's index comes out multiplied by the size of a set.
const ENTRY: usize = WAY_BYTES.trailing_zeros() as usize;

/// Empty rows below the board in a [`Surroundings`].
const MARGIN: usize = 4;

/// A board with empty rows around it, so that the rows around any of 32 can be read.
pub(super) type Surroundings = [u32; 32 + 2 * MARGIN];

/// `board` with its margins.
#[inline(always)]
pub(super) fn surrounded(rows: impl Fn(usize) -> u32) -> Surroundings {
    let mut out = [0; 32 + 2 * MARGIN];
    for y in 0..MAX_SIDE {
        out[y + MARGIN] = rows(y);
    }
    out
}

/// Tables of the rows on one side of the cell, by their distance from it; bit 0 of an index is the leftmost of the cells.
#[derive(Clone, Debug)]
struct Side {
    row0: [Ways; 16],
    row1: [Ways; 128],
    row2: [Ways; 32],
    /// Three cells of the row, then the single cell of the next.
    rows3and4: [Ways; 16],
}

/// The eight tables: 24 KB, to stay in the fastest cache.
#[derive(Clone, Debug)]
pub(super) struct WayTables {
    above: Side,
    below: Side,
}

impl WayTables {
    /// The tables, built on first use.
    pub(super) fn get() -> &'static Self {
        static TABLES: LazyLock<WayTables> =
            LazyLock::new(|| WayTables { above: Side::build(1, 1), below: Side::build(-1, -4) });
        &TABLES
    }

    /// The ways to cover the free cell `(x, y)` without a cell that is not in `free` (above and to the right of it) or not
    /// in `rest` (below and to the left).
    #[inline(always)]
    pub(super) fn ways(&self, free: &Surroundings, rest: &Surroundings, x: usize, y: usize) -> Ways {
        let y = y % 32;
        // The cells from column `x + first` on, pushed up by `ENTRY` bits.
        let cells = |row: u32, first: isize| row >> (x + LEFT - ENTRY).wrapping_add_signed(first);
        let above = |dy: usize, first: isize| cells(free[y + MARGIN + dy], first);
        let below = |dy: usize, first: isize| cells(rest[y + MARGIN - dy], first);
        let index = |cells: u32, mask: u32| (cells & mask << ENTRY) as usize >> ENTRY;
        let both = |three: u32, one: u32| (three & 7 << ENTRY | one & 8 << ENTRY) as usize >> ENTRY;
        let entries = [
            &self.above.row0[index(above(0, 1), 15)],
            &self.above.row1[index(above(1, -3), 127)],
            &self.above.row2[index(above(2, -2), 31)],
            &self.above.rows3and4[both(above(3, -1), above(4, -3))],
            &self.below.row0[index(below(0, -4), 15)],
            &self.below.row1[index(below(1, -3), 127)],
            &self.below.row2[index(below(2, -2), 31)],
            &self.below.rows3and4[both(below(3, -1), below(4, -3))],
        ];
        let mut out = [0xFF; WAY_BYTES];
        for i in 0..WAY_BYTES {
            for entry in entries {
                out[i] &= entry.0[i];
            }
        }
        Ways(out)
    }
}

impl Side {
    /// Tables of the rows in direction `up` (1 or −1), that of the cell itself from `first` on.
    fn build(up: i32, first: i32) -> Self {
        let row = |dy, first| (0..7).map(move |i| (first + i, dy * up)).collect::<Vec<_>>();
        Self {
            row0: table(&row(0, first)[..4]),
            row1: table(&row(1, -3)),
            row2: table(&row(2, -2)[..5]),
            rows3and4: table(&[(-1, 3 * up), (0, 3 * up), (1, 3 * up), (0, 4 * up)]),
        }
    }
}

/// For each set of free cells among `around`, as seen from the covered cell: the ways that need no other of them.
fn table<const N: usize>(around: &[(i32, i32)]) -> [Ways; N] {
    assert_eq!(N, 1 << around.len());
    let mut out = [Ways([0; WAY_BYTES]); N];
    for piece in 0..NUM_PIECES {
        for (i, (orientation, covering)) in ways_of(piece).enumerate() {
            let cells = ORIENTATIONS[PIECES[piece].first as usize + orientation].cells();
            let origin = cells[covering];
            let steps = cells.iter().map(|cell| (i32::from(cell.dx - origin.dx), i32::from(cell.dy - origin.dy)));
            let places = steps.filter_map(|step| around.iter().position(|&cell| cell == step));
            let needed = places.fold(0, |set, place| set | 1 << place);
            for (free, ways) in out.iter_mut().enumerate() {
                ways.0[SPANS[piece].start + i / 8] |= u8::from(free & needed == needed) << (i % 8);
            }
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn there_are_414_ways() {
        let all = WayTables::get().above.row2[31];
        assert_eq!(all.0.iter().map(|byte| byte.count_ones()).sum::<u32>(), 414);
        assert_eq!((0..NUM_PIECES).map(|piece| all.of(piece).count_ones()).sum::<u32>(), 414);
    }

    #[test]
    fn alone_only_the_monomino_fits() {
        let none = [0; 32 + 2 * MARGIN];
        let ways = WayTables::get().ways(&none, &none, 3, 7);
        assert_eq!((0..NUM_PIECES).filter(|&piece| ways.of(piece) != 0).collect::<Vec<_>>(), [0]);
    }
}
