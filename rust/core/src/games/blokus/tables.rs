//! Numbers of placements: what all positions on boards of one size share.

use std::sync::LazyLock;

use super::board::{MAX_SIDE, SHAPES, with_cell};
#[cfg(target_arch = "x86_64")]
use super::dense::Dense;
use super::pieces::{NUM_PIECES, ORIENTATIONS, PIECES};
use super::ways::{SPANS, WAY_BYTES, WayTables, ways_of};

/// Number of keys of a piece, a power of two: not all stand for a cell.
pub(super) const PIECE_KEYS: usize = (8 * MAX_SIDE * MAX_SIDE).next_power_of_two();
/// Room for action numbers by key.
const NUMBERS: usize = (PIECE_KEYS * NUM_PIECES).next_power_of_two();

/// A piece in one orientation on one place.
#[derive(Clone, Copy, Debug)]
pub(super) struct Placement {
    pub(super) orientation: u8,
    /// Column and row of the lowest cell.
    pub(super) x: u8,
    pub(super) y: u8,
}

/// Keys of placements: the *key* of a placement is `8 * (512 * piece + lowest cell) + orientation`. Keys ascend with action
/// numbers, but leave gaps where a piece sticks out or has fewer orientations.
#[derive(Debug)]
pub(super) struct Tables {
    /// By action number.
    pub(super) placements: Vec<Placement>,
    pub(super) ways: &'static WayTables,
    /// Action numbers by key.
    numbers: Box<[u16; NUMBERS]>,
    /// What each way adds to eight times the cell that it covers.
    steps: [i32; 8 * WAY_BYTES],
    #[cfg(target_arch = "x86_64")]
    pub(super) dense: Dense,
    side: usize,
    /// `2^16 / side`, rounded up.
    reciprocal: usize,
}

impl Tables {
    /// The tables of the 20 x 20 or the 14 x 14 board, built on first use.
    pub(super) fn of(side: usize) -> &'static Self {
        static CLASSIC: LazyLock<Tables> = LazyLock::new(|| Tables::build(MAX_SIDE));
        static DUO: LazyLock<Tables> = LazyLock::new(|| Tables::build(14));
        if side == MAX_SIDE { &CLASSIC } else { &DUO }
    }

    fn build(side: usize) -> Self {
        let cells = (0..side * side).map(|cell| (cell % side, cell / side));
        let board = cells.clone().fold([0; _], with_cell);
        let mut placements = Vec::new();
        let mut numbers: Box<[u16; NUMBERS]> = vec![0; NUMBERS].try_into().expect("it has this length");
        let mut steps = [0; 8 * WAY_BYTES];
        for (p, piece) in PIECES.iter().enumerate() {
            for (cell, (x, y)) in cells.clone().enumerate() {
                for i in 0..piece.orientations {
                    let orientation = piece.first + i;
                    numbers[PIECE_KEYS * p + 8 * cell + i as usize] = placements.len() as u16;
                    if SHAPES[orientation as usize].within(&board, x, y).0 {
                        placements.push(Placement { orientation, x: x as u8, y: y as u8 });
                    }
                }
            }
            for (i, (orientation, covering)) in ways_of(p).enumerate() {
                let cell = ORIENTATIONS[piece.first as usize + orientation].cells()[covering];
                let back = i32::from(cell.dy) * side as i32 + i32::from(cell.dx);
                steps[8 * SPANS[p].start + i] = (PIECE_KEYS * p + orientation) as i32 - 8 * back;
            }
        }
        Self {
            #[cfg(target_arch = "x86_64")]
            dense: Dense::new(side, &placements, &steps),
            placements,
            ways: WayTables::get(),
            numbers,
            steps,
            side,
            reciprocal: (1 << 16) / side + 1,
        }
    }

    /// Eight times the index of the cell `32 * y + x`.
    #[inline(always)]
    pub(super) fn base(&self, cell: u32) -> u32 {
        8 * (cell - cell / 32 * (32 - self.side as u32))
    }

    /// The key of a way to cover a cell.
    #[inline(always)]
    pub(super) fn key(&self, base: u32, way: u32) -> u32 {
        base.wrapping_add_signed(self.steps[way as usize % (8 * WAY_BYTES)])
    }

    /// The action number of a placement that is on the board.
    #[inline(always)]
    pub(super) fn number(&self, key: usize) -> u32 {
        u32::from(self.numbers[key % NUMBERS])
    }

    /// The orientation, column and row of the lowest cell that the key of a piece stands for.
    #[inline(always)]
    pub(super) fn place(&self, piece: usize, key: usize) -> (usize, usize, usize) {
        let cell = key / 8 - piece * (PIECE_KEYS / 8);
        let y = (cell * self.reciprocal) >> 16;
        (PIECES[piece].first as usize + key % 8, cell - y * self.side, y)
    }

    /// The action number of an orientation that is on the board with its lowest cell on `(x, y)`.
    pub(super) fn number_at(&self, orientation: usize, x: usize, y: usize) -> u32 {
        let piece = ORIENTATIONS[orientation].piece as usize;
        let first = PIECE_KEYS * piece + 8 * (y * self.side + x);
        self.number(first + orientation - PIECES[piece].first as usize)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_of_b1_and_b11() {
        assert_eq!(Tables::of(20).placements.len(), 30_433);
        assert_eq!(Tables::of(14).placements.len(), 13_729);
    }

    #[test]
    fn keys_and_numbers_are_the_same_placements() {
        for side in [20, 14] {
            let tables = Tables::of(side);
            for (number, placement) in tables.placements.iter().enumerate() {
                let (orientation, x, y) = (placement.orientation as usize, placement.x as usize, placement.y as usize);
                let piece = ORIENTATIONS[orientation].piece as usize;
                assert_eq!(tables.number_at(orientation, x, y), number as u32);
                for (way, (turned, covering)) in ways_of(piece).enumerate() {
                    if turned + PIECES[piece].first as usize == orientation {
                        let cell = ORIENTATIONS[orientation].cells()[covering];
                        let (column, row) = (x as i32 + i32::from(cell.dx), y + cell.dy as usize);
                        let base = tables.base(32 * row as u32 + column as u32);
                        let key = tables.key(base, (8 * SPANS[piece].start + way) as u32) as usize;
                        assert_eq!(tables.place(piece, key), (orientation, x, y));
                        assert_eq!(tables.number(key), number as u32);
                    }
                }
            }
        }
    }
}
