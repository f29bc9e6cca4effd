//! Bits to bytes with AVX2: each byte of the board goes to eight places, where one of its bits is looked at.

use std::arch::x86_64::{
    __m256i, _mm256_and_si256, _mm256_cmpeq_epi8, _mm256_min_epu8, _mm256_or_si256, _mm256_set_epi64x,
    _mm256_set1_epi8, _mm256_set1_epi64x, _mm256_setzero_si256, _mm256_shuffle_epi8, _mm256_storeu_si256,
};

/// Bit `i mod 8` in place `i`.
const DIAGONAL: i64 = 0x8040_2010_0804_0201_u64.cast_signed();

/// Of 64 bits the half that begins at byte `first`: a byte each, which is not 0 where the bit is set.
#[target_feature(enable = "avx2")]
#[inline]
fn half(bits: u64, first: i64) -> __m256i {
    const EACH: i64 = 0x0101_0101_0101_0101;
    let places = _mm256_set_epi64x((first + 3) * EACH, (first + 2) * EACH, (first + 1) * EACH, first * EACH);
    let bytes = _mm256_shuffle_epi8(_mm256_set1_epi64x(bits.cast_signed()), places);
    _mm256_and_si256(bytes, _mm256_set1_epi64x(DIAGONAL))
}

/// [`super::spread`] for 64 places.
#[target_feature(enable = "avx2")]
#[inline]
pub(crate) fn spread(bits: u64, out: &mut [u8; 64]) {
    let ones = _mm256_set1_epi8(1);
    store([0, 4].map(|first| _mm256_min_epu8(half(bits, first), ones)), out);
}

/// [`super::spread_digits`].
#[target_feature(enable = "avx2")]
#[inline]
pub(crate) fn spread_digits(digits: [u64; 4], out: &mut [u8; 64]) {
    let wanted = _mm256_set1_epi64x(DIAGONAL);
    let halves = [0, 4].map(|first| {
        let mut sum = _mm256_setzero_si256();
        for (digit, bits) in digits.into_iter().enumerate() {
            let is_set = _mm256_cmpeq_epi8(half(bits, first), wanted);
            sum = _mm256_or_si256(sum, _mm256_and_si256(is_set, _mm256_set1_epi8(1 << digit)));
        }
        sum
    });
    store(halves, out);
}

#[target_feature(enable = "avx2")]
#[inline]
fn store(halves: [__m256i; 2], out: &mut [u8; 64]) {
    for (to, half) in out.as_chunks_mut::<32>().0.iter_mut().zip(halves) {
        // SAFETY: there are 32 bytes to be written.
        unsafe { _mm256_storeu_si256(to.as_mut_ptr().cast(), half) };
    }
}

#[cfg(test)]
mod tests {
    use super::super::{spread as plain_spread, spread_digits as plain_digits};
    use crate::Stream;

    #[test]
    fn vectors_and_words_give_the_same() {
        if !is_x86_feature_detected!("avx2") {
            return;
        }
        let mut stream = Stream::new(5, 6);
        for _ in 0..1000 {
            let digits: [u64; 4] = std::array::from_fn(|_| stream.next_u64());
            let (mut one, mut other) = ([7; 64], [8; 64]);
            plain_spread(digits[0], &mut one);
            // SAFETY: the instructions are there.
            unsafe { super::spread(digits[0], &mut other) };
            assert_eq!(one, other, "{:x}", digits[0]);
            plain_digits(digits, &mut one);
            // SAFETY: as above.
            unsafe { super::spread_digits(digits, &mut other) };
            assert_eq!(one, other, "{digits:x?}");
        }
    }
}
