//! The kernel that runs on every machine.

use super::board::LOW;
use super::fits::{Kernel, LEVELS};
use super::plan::{Chunk, Group, PICTURES};

/// Looks for pairs of marked squares first, since few of them are there.
pub(super) struct Portable;

fn pairs(group: &Group, own: u64) -> u64 {
    own & own >> group.distance & group.from
}

impl Kernel for Portable {
    #[inline(always)]
    fn levels(_chunk: &Chunk, own: u64, at_least: &[u64; LOW + 1]) -> u32 {
        let level = |level: usize| own & at_least[level] & !at_least[level + 1];
        (0..LEVELS).fold(0, |levels, bit| levels | u32::from(level(bit + 1) != 0) << bit)
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

    #[inline(always)]
    fn nth_bit(mut board: u64, k: u32) -> u32 {
        for _ in 0..k {
            board &= board - 1;
        }
        board.trailing_zeros()
    }
}
