//! Lists of legal actions from sets of bits.

use crate::Action;

/// Appends an action for each bit of a word, in ascending order. `action` is asked for numbers below 64 that are no bits
/// of the word too, so that several actions are written at a time and few branches are guessed badly.
#[inline(always)]
pub(crate) fn push_bits<const AT_ONCE: usize>(out: &mut Vec<Action>, mut word: u64, action: impl Fn(u32) -> Action) {
    let end = out.len() + word.count_ones() as usize;
    while word != 0 {
        let some: [Action; AT_ONCE] = std::array::from_fn(|_| {
            let bit = word.trailing_zeros() % 64;
            word &= word.wrapping_sub(1);
            action(bit)
        });
        out.extend_from_slice(&some);
    }
    out.truncate(end);
}

/// Appends the numbers below `count`; a few of them without a branch for how many there are.
#[inline(always)]
pub(crate) fn push_first(out: &mut Vec<Action>, count: u32) {
    const FIRST: [Action; 16] = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15];
    if count <= 16 {
        let end = out.len() + count as usize;
        out.extend_from_slice(&FIRST);
        out.truncate(end);
    } else {
        out.extend(0..count);
    }
}

#[cfg(test)]
mod tests {
    use super::{push_bits, push_first};

    #[test]
    fn gives_the_first_numbers() {
        for count in [0, 1, 9, 15, 16, 17, 100] {
            let mut out = vec![7];
            push_first(&mut out, count);
            assert_eq!(out[0], 7);
            assert_eq!(out[1..], (0..count).collect::<Vec<_>>());
        }
    }

    #[test]
    fn gives_each_bit_once() {
        for word in [0, 1, 1 << 63, u64::MAX, 0xF0F0, 0x8000_0000_0000_0001, 0x1234_5678_9ABC_DEF0] {
            let expected: Vec<u32> = (0..64).filter(|bit| word >> bit & 1 != 0).map(|bit| 7 + bit).collect();
            let (mut fours, mut eights) = (vec![], vec![]);
            push_bits::<4>(&mut fours, word, |bit| 7 + bit);
            push_bits::<8>(&mut eights, word, |bit| 7 + bit);
            assert_eq!((&fours, &eights), (&expected, &expected));
        }
    }
}
