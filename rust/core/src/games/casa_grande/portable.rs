//! The kernel that runs on every machine.

use super::board::{Board, Low};
use super::fits::{self, Fits, Kernel, LEVELS};
use super::plan::{Chunk, Group, PICTURES};
use super::tables::{PLOTS, Tables};
use crate::observe;

/// Looks for pairs of marked squares first, since few of them are there.
pub(super) struct Portable;

fn pairs(group: &Group, own: u64) -> u64 {
    own & own >> group.distance & group.from
}

impl Kernel for Portable {
    #[inline(always)]
    fn levels(_chunk: &Chunk, own: u64, low: &Low) -> u32 {
        let level = |level: usize| own & low.0[level - 1] & !low.0[level];
        (0..LEVELS).fold(0, |levels, bit| levels | u32::from(level(bit + 1) != 0) << bit)
    }

    #[inline(always)]
    fn lift(low: &mut Low, mut plots: u64) {
        for higher in &mut low.0 {
            let stay = plots & !*higher;
            *higher |= plots;
            plots &= !stay;
            if plots == 0 {
                break;
            }
        }
    }

    #[inline]
    fn fit(chunk: &Chunk, own: u64, support: u64, stocked: u32, fits: &mut [u64; PICTURES]) -> u32 {
        let mut fitting = 0;
        for group in &chunk.groups {
            let pairs = pairs(group, own);
            if pairs == 0 {
                continue;
            }
            for member in &group.members {
                let mut anchors = pairs >> member.first & member.anchors;
                for &mark in &member.marks {
                    anchors &= own >> mark;
                }
                if anchors == 0 || stocked >> member.kind & 1 == 0 {
                    continue;
                }
                for &other in &member.others {
                    anchors &= support >> other;
                }
                fits[member.index] = anchors;
                fitting |= u32::from(anchors != 0) << member.index;
            }
        }
        fitting
    }

    /// By the numbers of bits in the bytes up to each.
    #[inline(always)]
    fn nth_bit(board: u64, k: u32) -> u32 {
        const ONES: u64 = 0x0101_0101_0101_0101;
        const TOPS: u64 = 0x8080_8080_8080_8080;
        let pairs = board - (board >> 1 & 0x5555_5555_5555_5555);
        let nibbles = (pairs & 0x3333_3333_3333_3333) + (pairs >> 2 & 0x3333_3333_3333_3333);
        let up_to = ((nibbles + (nibbles >> 4)) & 0x0F0F_0F0F_0F0F_0F0F).wrapping_mul(ONES);
        // A byte's top bit stays where the bits up to it are k or fewer.
        let before = (((u64::from(k) * ONES) | TOPS) - up_to) & TOPS;
        let shift = ((before >> 7).wrapping_mul(ONES) >> 56) as u32 * 8;
        let mut byte = board >> shift;
        for _ in 0..k - ((up_to << 8) >> shift & 0xFF) as u32 {
            byte &= byte - 1;
        }
        shift + byte.trailing_zeros()
    }

    #[inline(always)]
    fn spread(board: u64, out: &mut [u8; PLOTS]) {
        observe::spread(board, out);
    }

    #[inline(always)]
    fn spread_digits(boards: [u64; 4], out: &mut [u8; PLOTS]) {
        observe::spread_digits(boards, out);
    }

    #[inline(never)]
    fn find(fits: &mut Fits, tables: &Tables, board: &Board, player: usize, stocked: u32) -> u32 {
        fits.find::<Self>(tables, board, player, stocked)
    }

    #[inline(never)]
    fn any(tables: &Tables, board: &Board, player: usize, stocked: u32) -> bool {
        fits::any::<Self>(tables, board, player, stocked)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Stream;
    use crate::games::casa_grande::tables::bits;

    #[test]
    fn nth_bit_agrees_with_counting() {
        let mut stream = Stream::new(1, 2);
        let mut boards = vec![1, 1 << 63, !0, 0xFFFF << 48, 0x0303_0303_0303_0303];
        boards.extend((0..1000).map(|_| stream.next_u64() & stream.next_u64()));
        for board in boards {
            for (k, bit) in (0..).zip(bits(board)) {
                assert_eq!(Portable::nth_bit(board, k), bit, "bit {k} of {board:x}");
            }
        }
    }
}
