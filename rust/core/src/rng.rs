//! Random streams: what makes a simulation the same everywhere.
//!
//! Written by hand because the pure-Python engine mirrors it bit for bit (RULES, "Random streams").

const GAMMA: u64 = 0x9E37_79B9_7F4A_7C15;

/// `SplitMix64`'s output function together with its increment.
///
/// ```
/// assert_eq!(zellige_core::mix64(0), 0xE220_A839_7B1D_CDAF);
/// ```
#[inline]
pub const fn mix64(v: u64) -> u64 {
    let mut z = v.wrapping_add(GAMMA);
    z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    z ^ (z >> 31)
}

/// The xoshiro256++ stream of one game, made of a seed and the game's number alone.
///
/// ```
/// use zellige_core::Stream;
/// assert_eq!(Stream::new(0, 0).next_u64(), 4526510421850589242);
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Stream([u64; 4]);

impl Stream {
    /// The stream of game `number` of `seed`.
    pub fn new(seed: u64, number: u64) -> Self {
        let h = mix64(mix64(seed).wrapping_add(number));
        Self(std::array::from_fn(|i| mix64(h.wrapping_add(GAMMA.wrapping_mul(i as u64)))))
    }

    /// One 64-bit draw.
    #[inline]
    pub fn next_u64(&mut self) -> u64 {
        let s = &mut self.0;
        let result = s[0].wrapping_add(s[3]).rotate_left(23).wrapping_add(s[0]);
        let t = s[1] << 17;
        s[2] ^= s[0];
        s[3] ^= s[1];
        s[1] ^= s[2];
        s[0] ^= s[3];
        s[2] ^= t;
        s[3] = s[3].rotate_left(45);
        result
    }

    /// One draw in `0..n`: `(u * n) >> 64`.
    #[inline]
    pub fn below(&mut self, n: u32) -> u32 {
        ((u128::from(self.next_u64()) * u128::from(n)) >> 64) as u32
    }

    /// Takes the last draw back: the next one will be the same again.
    pub fn back(&mut self) {
        let s = &mut self.0;
        s[3] = s[3].rotate_right(45);
        s[0] ^= s[3];
        // What `s[1] ^ s[1] << 17` was.
        let sum = s[1] ^ s[2];
        let before = sum ^ sum << 17 ^ sum << 34 ^ sum << 51;
        s[2] = s[1] ^ before ^ s[0];
        s[1] = before;
        s[3] ^= before;
    }

    /// The state, to be kept and handed to [`Stream::from_words`] later.
    pub fn words(&self) -> [u64; 4] {
        self.0
    }

    /// A stream in the middle. Four zeros are no state of a stream, and draw zeros.
    pub fn from_words(words: [u64; 4]) -> Self {
        Self(words)
    }

    /// [`Stream::below`] if there is to be a draw, else 0 and no draw; for loops in which a branch would be guessed badly.
    #[inline(always)]
    pub fn below_if(&mut self, draw: bool, n: u32) -> u32 {
        let mut ahead = self.clone();
        let drawn = ahead.below(n);
        let mask = 0u64.wrapping_sub(u64::from(draw));
        for (word, next) in self.0.iter_mut().zip(ahead.0) {
            *word ^= (*word ^ next) & mask;
        }
        drawn & mask as u32
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand_core::{RngCore, SeedableRng};

    #[test]
    fn agrees_with_rand_xoshiro() {
        for (seed, number) in [(0, 0), (1, 2), (u64::MAX, u64::MAX), (7, 123_456_789)] {
            let mut ours = Stream::new(seed, number);
            let mut bytes = [0; 32];
            for (chunk, word) in bytes.chunks_mut(8).zip(ours.0) {
                chunk.copy_from_slice(&word.to_le_bytes());
            }
            let mut theirs = rand_xoshiro::Xoshiro256PlusPlus::from_seed(bytes);
            for _ in 0..1000 {
                let before = ours.clone();
                assert_eq!(ours.next_u64(), theirs.next_u64());
                let mut taken_back = ours.clone();
                taken_back.back();
                assert_eq!(taken_back, before);
            }
        }
    }
}
