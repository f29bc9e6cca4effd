//! The kernel for AVX2.

use std::arch::asm;
use std::arch::x86_64::{
    __m256i, _mm256_and_si256, _mm256_andnot_si256, _mm256_blend_epi32, _mm256_castsi256_pd, _mm256_cmpeq_epi64,
    _mm256_load_si256, _mm256_movemask_pd, _mm256_or_si256, _mm256_permute4x64_epi64, _mm256_set1_epi64x,
    _mm256_setzero_si256, _mm256_srlv_epi64, _mm256_store_si256, _mm256_storeu_si256, _pdep_u64,
};

use super::super::board::{Board, LOW, Low};
use super::super::fits::{self, Fits, Kernel, LEVELS};
use super::super::plan::{Chunk, PICTURES, Quad};
use super::super::tables::{PLOTS, Tables};
use crate::observe::avx2;

/// Four pictures at a time. Used only inside of functions for which the instructions were detected.
pub(super) struct Avx2;

#[inline(always)]
unsafe fn load(quad: &Quad) -> __m256i {
    // SAFETY: a quad is 32 bytes, aligned to 32.
    unsafe { _mm256_load_si256(std::ptr::from_ref(quad).cast()) }
}

/// Four heights from `first` on (0 or 4).
#[inline(always)]
unsafe fn load_low(low: &Low, first: usize) -> __m256i {
    // SAFETY: the heights are aligned to 64, and there are eight.
    unsafe { _mm256_load_si256(low.0[first..first + 4].as_ptr().cast()) }
}

/// The same vector, of which the compiler does not know that it came from memory.
#[target_feature(enable = "avx2")]
#[inline]
fn in_register(mut vector: __m256i) -> __m256i {
    // SAFETY: the text is a comment.
    unsafe { asm!("/* {0} */", inout(ymm_reg) vector, options(pure, nomem, nostack, preserves_flags)) };
    vector
}

/// The boards of a level.
struct Boards {
    own: __m256i,
    support: __m256i,
    stocked: __m256i,
}

/// Where four pictures fit, and which of them fit anywhere as bits.
#[inline(always)]
unsafe fn fit_four(boards: &Boards, quad: &[Quad], marks: usize) -> (__m256i, u32) {
    // SAFETY: the instructions exist (see `Avx2`).
    unsafe {
        let kinds = load(&quad[0]);
        let enabled = _mm256_cmpeq_epi64(_mm256_and_si256(kinds, boards.stocked), kinds);
        let mut anchors = _mm256_and_si256(enabled, load(&quad[1]));
        for mark in &quad[2..2 + marks] {
            anchors = _mm256_and_si256(anchors, _mm256_srlv_epi64(boards.own, load(mark)));
        }
        for other in &quad[2 + marks..] {
            anchors = _mm256_and_si256(anchors, _mm256_srlv_epi64(boards.support, load(other)));
        }
        let none = _mm256_cmpeq_epi64(anchors, _mm256_setzero_si256());
        (anchors, _mm256_movemask_pd(_mm256_castsi256_pd(none)) as u32 ^ 15)
    }
}

/// The pictures that fit, for quads that come in pieces.
#[inline(always)]
unsafe fn fit_all<'a>(
    boards: &Boards,
    quads: impl Iterator<Item = &'a [Quad]>,
    marks: usize,
    fits: &mut [u64; PICTURES],
) -> u32 {
    let mut fitting = 0;
    for ((quad, fits), i) in quads.zip(fits.as_chunks_mut::<4>().0).zip(0..) {
        // SAFETY: the instructions exist (see `Avx2`), and four boards are stored to four boards.
        unsafe {
            let (anchors, pictures) = fit_four(boards, quad, marks);
            _mm256_storeu_si256(fits.as_mut_ptr().cast(), anchors);
            fitting |= pictures << (4 * i);
        }
    }
    fitting
}

/// [`fit_all`] for other numbers of squares.
#[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
#[inline(never)]
fn fit_any_size(chunk: &Chunk, boards: &Boards, fits: &mut [u64; PICTURES]) -> u32 {
    // SAFETY: the instructions exist (see `Avx2`).
    unsafe { fit_all(boards, chunk.quads.chunks_exact(2 + chunk.marks + chunk.others), chunk.marks, fits) }
}

impl Kernel for Avx2 {
    #[inline(always)]
    fn levels(chunk: &Chunk, own: u64, low: &Low) -> u32 {
        const { assert!(LEVELS == 4 && LOW == 8) };
        // SAFETY: as above.
        unsafe {
            // The compiler would load the next heights across two stores just done, which waits for both.
            let at_least = in_register(load_low(low, 0));
            let higher = _mm256_permute4x64_epi64::<0b00_11_10_01>(at_least);
            let higher = _mm256_blend_epi32::<0b1100_0000>(higher, _mm256_set1_epi64x(low.0[4] as i64));
            let own = _mm256_andnot_si256(higher, _mm256_and_si256(at_least, _mm256_set1_epi64x(own as i64)));
            let mut pairs = _mm256_setzero_si256();
            for [distance, from] in &chunk.pairs {
                let second = _mm256_and_si256(_mm256_srlv_epi64(own, load(distance)), load(from));
                pairs = _mm256_or_si256(pairs, second);
            }
            let none = _mm256_cmpeq_epi64(_mm256_and_si256(pairs, own), _mm256_setzero_si256());
            _mm256_movemask_pd(_mm256_castsi256_pd(none)) as u32 ^ 15
        }
    }

    #[inline(always)]
    fn lift(low: &mut Low, plots: u64) {
        // SAFETY: as above.
        unsafe {
            let plots = _mm256_set1_epi64x(plots as i64);
            let (first, second) = (load_low(low, 0), load_low(low, 4));
            // Each height becomes what the one below was.
            let below_second = _mm256_permute4x64_epi64::<0b10_01_00_11>(second);
            let below_first = _mm256_permute4x64_epi64::<0b10_01_00_11>(first);
            let below_second = _mm256_blend_epi32::<0b0000_0011>(below_second, below_first);
            let below_first = _mm256_blend_epi32::<0b0000_0011>(below_first, _mm256_set1_epi64x(-1));
            let at: *mut __m256i = low.0.as_mut_ptr().cast();
            _mm256_store_si256(at, _mm256_or_si256(first, _mm256_and_si256(below_first, plots)));
            _mm256_store_si256(at.add(1), _mm256_or_si256(second, _mm256_and_si256(below_second, plots)));
        }
    }

    #[inline(always)]
    fn fit(chunk: &Chunk, own: u64, support: u64, stocked: u32, fits: &mut [u64; PICTURES]) -> u32 {
        // SAFETY: as above.
        unsafe {
            let boards = Boards {
                own: _mm256_set1_epi64x(own as i64),
                support: _mm256_set1_epi64x(support as i64),
                stocked: _mm256_set1_epi64x(i64::from(stocked)),
            };
            match (chunk.marks, chunk.others) {
                // Most sets are so; with constants the loops over squares unroll.
                (4, 5) => fit_all(&boards, chunk.quads.as_chunks::<11>().0.iter().map(|quad| &quad[..]), 4, fits),
                _ => fit_any_size(chunk, &boards, fits),
            }
        }
    }

    #[inline(always)]
    fn nth_bit(board: u64, k: u32) -> u32 {
        // SAFETY: the instruction exists (see the type).
        unsafe { _pdep_u64(1 << k, board).trailing_zeros() }
    }

    #[inline(always)]
    fn spread(board: u64, out: &mut [u8; PLOTS]) {
        // SAFETY: as above.
        unsafe { avx2::spread(board, out) }
    }

    #[inline(always)]
    fn spread_digits(boards: [u64; 4], out: &mut [u8; PLOTS]) {
        // SAFETY: as above.
        unsafe { avx2::spread_digits(boards, out) }
    }

    #[inline(always)]
    fn find(fits: &mut Fits, tables: &Tables, board: &Board, player: usize, stocked: u32) -> u32 {
        // SAFETY: as above.
        unsafe { find(fits, tables, board, player, stocked) }
    }

    #[inline(always)]
    fn any(tables: &Tables, board: &Board, player: usize, stocked: u32) -> bool {
        // SAFETY: as above.
        unsafe { any(tables, board, player, stocked) }
    }
}

#[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
#[inline(never)]
fn find(fits: &mut Fits, tables: &Tables, board: &Board, player: usize, stocked: u32) -> u32 {
    fits.find::<Avx2>(tables, board, player, stocked)
}

#[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
#[inline(never)]
fn any(tables: &Tables, board: &Board, player: usize, stocked: u32) -> bool {
    fits::any::<Avx2>(tables, board, player, stocked)
}
