//! Sets of cells as bits.

use super::simd::Cpu;

/// A set of cells: cell `c` is bit `c mod 64 N`. Two cells that share a bit never matter in one position; see
/// [`super::tables::fits_width`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Board<const N: usize>(pub(super) [u64; N]);

impl<const N: usize> Board<N> {
    pub(super) const EMPTY: Self = Self([0; N]);
    pub(super) const FULL: Self = Self([u64::MAX; N]);

    pub(super) fn of(cell: usize) -> Self {
        let mut words = [0; N];
        words[cell / 64 % N] = 1 << (cell % 64);
        Self(words)
    }

    #[inline(always)]
    fn zip(self, other: Self, f: impl Fn(u64, u64) -> u64) -> Self {
        Self(std::array::from_fn(|i| f(self.0[i], other.0[i])))
    }

    #[inline(always)]
    pub(super) fn and(self, other: Self) -> Self {
        self.zip(other, |a, b| a & b)
    }

    #[inline(always)]
    pub(super) fn or(self, other: Self) -> Self {
        self.zip(other, |a, b| a | b)
    }

    #[inline(always)]
    pub(super) fn minus(self, other: Self) -> Self {
        self.zip(other, |a, b| a & !b)
    }

    /// All words and `mask`.
    #[inline(always)]
    pub(super) fn masked(self, mask: u64) -> Self {
        Self(self.0.map(|word| word & mask))
    }

    #[inline(always)]
    pub(super) fn is_empty(self) -> bool {
        self.0.iter().fold(0, |all, word| all | word) == 0
    }

    #[inline(always)]
    pub(super) fn count(self) -> u32 {
        self.0.iter().map(|word| word.count_ones()).sum()
    }

    #[inline(always)]
    pub(super) fn has(&self, cell: usize) -> bool {
        self.0[cell / 64 % N] >> (cell % 64) & 1 != 0
    }

    /// The `k`-th cell in ascending order, when `base < 64` is not above any of them.
    #[inline(always)]
    pub(super) fn select<C: Cpu>(&self, base: usize, mut k: u32) -> usize {
        if N == 1 {
            return base + C::select(self.0[0].rotate_right(base as u32), k) as usize;
        }
        let low = (1 << (base % 64)) - 1;
        for i in 0..N {
            let word = if i == 0 { self.0[0] & !low } else { self.0[i] };
            let count = word.count_ones();
            if k < count {
                return 64 * i + C::select(word, k) as usize;
            }
            k -= count;
        }
        64 * N + C::select(self.0[0] & low, k) as usize
    }

    /// Gives words with all cells in ascending order, each with the cell of its lowest bit, when `base < 64` is not above any
    /// of them.
    #[inline(always)]
    pub(super) fn parts(&self, base: usize, mut part: impl FnMut(u64, usize)) {
        if N == 1 {
            return part(self.0[0].rotate_right(base as u32), base);
        }
        let low = (1 << (base % 64)) - 1;
        part(self.0[0] & !low, 0);
        for i in 1..N {
            part(self.0[i], 64 * i);
        }
        part(self.0[0] & low, 64 * N);
    }
}

/// Set bits, ascending.
pub(super) fn bits(mut word: u64) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let bit = word.trailing_zeros() as usize;
        word &= word.wrapping_sub(1);
        (bit < 64).then_some(bit)
    })
}
