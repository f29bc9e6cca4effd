//! Which of some numbers are equal to one, as bits. On x86-64 with the instructions that all of its processors have; what
//! compilers make of the plain loops is several times as long.
#![cfg_attr(target_arch = "x86_64", allow(unsafe_code))]

#[cfg(target_arch = "x86_64")]
use std::arch::x86_64::{
    __m128i, _mm_cmpeq_epi8, _mm_cmpeq_epi32, _mm_loadu_si128, _mm_movemask_epi8, _mm_packs_epi16, _mm_packs_epi32,
    _mm_set1_epi8, _mm_set1_epi32,
};

/// The places of a byte.
#[cfg(target_arch = "x86_64")]
#[inline(always)]
pub(super) fn bytes(all: &[u8; 64], byte: u8) -> u64 {
    let mut equal = 0;
    for (part, first) in all.as_chunks::<16>().0.iter().zip((0..).step_by(16)) {
        // SAFETY: x86-64 has SSE2, and 16 bytes are loaded from 16 bytes.
        let mask = unsafe {
            _mm_movemask_epi8(_mm_cmpeq_epi8(_mm_loadu_si128(part.as_ptr().cast()), _mm_set1_epi8(byte as i8)))
        };
        equal |= (mask as u64) << first;
    }
    equal
}

/// The places of a number.
#[cfg(target_arch = "x86_64")]
#[inline(always)]
pub(super) fn numbers(all: &[u32; 32], number: u32) -> u32 {
    let mut equal = 0;
    for (part, first) in all.as_chunks::<16>().0.iter().zip([0, 16]) {
        let four: *const __m128i = part.as_ptr().cast();
        // SAFETY: x86-64 has SSE2, and four times 16 bytes are loaded from 64 bytes.
        let mask = unsafe {
            let number = _mm_set1_epi32(number as i32);
            let same = [
                _mm_cmpeq_epi32(_mm_loadu_si128(four), number),
                _mm_cmpeq_epi32(_mm_loadu_si128(four.add(1)), number),
                _mm_cmpeq_epi32(_mm_loadu_si128(four.add(2)), number),
                _mm_cmpeq_epi32(_mm_loadu_si128(four.add(3)), number),
            ];
            let (low, high) = (_mm_packs_epi32(same[0], same[1]), _mm_packs_epi32(same[2], same[3]));
            _mm_movemask_epi8(_mm_packs_epi16(low, high))
        };
        equal |= (mask as u32) << first;
    }
    equal
}

/// The places of a byte.
#[cfg(not(target_arch = "x86_64"))]
#[inline(always)]
pub(super) fn bytes(all: &[u8; 64], byte: u8) -> u64 {
    all.iter().rev().fold(0, |equal, &other| equal << 1 | u64::from(other == byte))
}

/// The places of a number.
#[cfg(not(target_arch = "x86_64"))]
#[inline(always)]
pub(super) fn numbers(all: &[u32; 32], number: u32) -> u32 {
    all.iter().rev().fold(0, |equal, &other| equal << 1 | u32::from(other == number))
}

#[cfg(test)]
mod tests {
    use super::{bytes, numbers};
    use crate::Stream;

    #[test]
    fn all_places_are_found() {
        let mut stream = Stream::new(1, 1);
        for _ in 0..200 {
            let some: [u8; 64] = std::array::from_fn(|_| stream.below(3) as u8 + 253);
            let many: [u32; 32] = std::array::from_fn(|_| u32::MAX - stream.below(3));
            for wanted in [0, 253, 254, 255] {
                let expected = (0..64).filter(|&i| some[i] == wanted).fold(0, |all, i| all | 1_u64 << i);
                assert_eq!(bytes(&some, wanted), expected);
            }
            for wanted in [0, 255, u32::MAX, u32::MAX - 1, u32::MAX - 2] {
                let expected = (0..32).filter(|&i| many[i] == wanted).fold(0, |all, i| all | 1_u32 << i);
                assert_eq!(numbers(&many, wanted), expected);
            }
        }
    }
}
