//! Numbers of placements: what all positions on one board share.

use std::sync::LazyLock;

use super::board::{CLASSIC_STRIDE, DUO_STRIDE, Shape, Words, window, with_bit};
use super::pieces::{NUM_ORIENTATIONS, ORIENTATIONS, PIECES};

/// Bits of a board that a table covers.
const BITS: usize = 448;

/// A piece in one orientation on one place.
#[derive(Clone, Copy, Debug)]
pub(super) struct Placement {
    pub(super) orientation: u8,
    /// Bit of the lowest cell.
    pub(super) bit: u16,
}

/// Action numbers and their placements, and the shapes of the orientations.
#[derive(Debug)]
pub(super) struct Tables {
    /// By action number.
    pub(super) placements: Vec<Placement>,
    numbers: Box<[[u16; BITS]]>,
    shapes: [Shape; NUM_ORIENTATIONS],
}

impl Tables {
    /// The tables of the 20 x 20 or the 14 x 14 board, built on first use.
    pub(super) fn of(stride: usize) -> &'static Self {
        static CLASSIC: LazyLock<Tables> = LazyLock::new(|| Tables::build(CLASSIC_STRIDE));
        static DUO: LazyLock<Tables> = LazyLock::new(|| Tables::build(DUO_STRIDE));
        if stride == CLASSIC_STRIDE { &CLASSIC } else { &DUO }
    }

    fn build(stride: usize) -> Self {
        let side = stride - 1;
        let bits = (0..side * side).map(|cell| cell / side * stride + cell % side);
        let board: Words = bits.clone().fold([0; _], with_bit);
        let shapes = std::array::from_fn(|i| {
            let cells = ORIENTATIONS[i].cells().iter();
            let set = cells.fold(0u128, |set, cell| set | 1 << cell.bits(stride));
            Shape { low: set as u64, high: (set >> 64) as u64 }
        });
        let mut numbers = vec![[u16::MAX; BITS]; NUM_ORIENTATIONS].into_boxed_slice();
        let mut placements = Vec::new();
        for piece in &PIECES {
            for bit in bits.clone() {
                for orientation in piece.first..piece.first + piece.orientations {
                    let set = shapes[orientation as usize].bits();
                    if window(&board, bit) & set == set {
                        numbers[orientation as usize][bit] = placements.len() as u16;
                        placements.push(Placement { orientation, bit: bit as u16 });
                    }
                }
            }
        }
        Self { placements, numbers, shapes }
    }

    /// The action number of an orientation that fits on the empty board.
    #[inline(always)]
    pub(super) fn number(&self, orientation: usize, bit: usize) -> u32 {
        u32::from(self.numbers[orientation][bit])
    }

    /// The cells of an orientation.
    #[inline(always)]
    pub(super) fn shape(&self, orientation: usize) -> Shape {
        self.shapes[orientation]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_of_b1_and_b11() {
        assert_eq!(Tables::of(CLASSIC_STRIDE).placements.len(), 30_433);
        assert_eq!(Tables::of(DUO_STRIDE).placements.len(), 13_729);
    }
}
