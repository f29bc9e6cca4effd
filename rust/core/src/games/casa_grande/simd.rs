//! Vector instructions, chosen at run time; every path plays the same games.

use super::CasaGrande;
use super::board::Board;
use super::fits::{self, Fits};
use super::portable::Portable;
use super::state::State;
use super::tables::Tables;
use crate::{Action, Stream};

/// Which instructions the hot loops use.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Path {
    /// Those of every machine.
    Portable,
    /// AVX2 and the bit instructions that came with it.
    #[cfg(target_arch = "x86_64")]
    Avx2,
}

impl Path {
    /// The best path of this machine; `ZELLIGE_SIMD=portable` in the environment forces the portable one.
    pub(super) fn best() -> Self {
        if std::env::var_os("ZELLIGE_SIMD").is_some_and(|path| path == "portable") {
            return Self::Portable;
        }
        #[cfg(target_arch = "x86_64")]
        if is_x86_feature_detected!("avx2")
            && is_x86_feature_detected!("bmi1")
            && is_x86_feature_detected!("bmi2")
            && is_x86_feature_detected!("lzcnt")
            && is_x86_feature_detected!("popcnt")
        {
            return Self::Avx2;
        }
        Self::Portable
    }
}

/// [`Fits::find`] on the game's path.
#[inline]
pub(super) fn find(fits: &mut Fits, tables: &Tables, board: &Board, player: usize, stocked: u32) -> u32 {
    match tables.path {
        Path::Portable => fits.find::<Portable>(tables, board, player, stocked),
        // SAFETY: this path is chosen only where its instructions were detected.
        #[cfg(target_arch = "x86_64")]
        Path::Avx2 => unsafe { x86::find(fits, tables, board, player, stocked) },
    }
}

/// [`fits::any`] on the game's path.
#[inline]
pub(super) fn any(tables: &Tables, board: &Board, player: usize, stocked: u32) -> bool {
    match tables.path {
        Path::Portable => fits::any::<Portable>(tables, board, player, stocked),
        // SAFETY: this path is chosen only where its instructions were detected.
        #[cfg(target_arch = "x86_64")]
        Path::Avx2 => unsafe { x86::any(tables, board, player, stocked) },
    }
}

/// [`fits::best_payout`] on the game's path.
#[inline]
pub(super) fn best_payout(tables: &Tables, board: &Board, player: usize, stocked: u32) -> u32 {
    match tables.path {
        Path::Portable => fits::best_payout::<Portable>(tables, board, player, stocked),
        // SAFETY: this path is chosen only where its instructions were detected.
        #[cfg(target_arch = "x86_64")]
        Path::Avx2 => unsafe { x86::best_payout(tables, board, player, stocked) },
    }
}

/// [`super::playout::playout`] on the game's path.
#[inline]
pub(super) fn playout(
    game: &CasaGrande,
    state: &mut State,
    stream: &mut Stream,
    fits: &mut Fits,
    seen: &mut impl FnMut(Action),
) -> u32 {
    match game.tables.path {
        Path::Portable => super::playout::playout::<Portable>(game, state, stream, fits, seen),
        // SAFETY: this path is chosen only where its instructions were detected.
        #[cfg(target_arch = "x86_64")]
        Path::Avx2 => unsafe { x86::playout(game, state, stream, fits, seen) },
    }
}

#[cfg(target_arch = "x86_64")]
mod x86 {
    use std::arch::x86_64::{
        __m256i, _mm256_and_si256, _mm256_andnot_si256, _mm256_castsi256_pd, _mm256_cmpeq_epi64, _mm256_load_si256,
        _mm256_loadu_si256, _mm256_movemask_pd, _mm256_or_si256, _mm256_set1_epi64x, _mm256_setzero_si256,
        _mm256_srlv_epi64, _mm256_storeu_si256, _pdep_u64,
    };

    use super::super::board::LOW;
    use super::super::fits::{self, Fits, Kernel, LEVELS};
    use super::super::plan::{Chunk, PICTURES, Quad};
    use super::super::playout;
    use super::{Action, Board, CasaGrande, State, Stream, Tables};

    #[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
    pub(super) fn find(fits: &mut Fits, tables: &Tables, board: &Board, player: usize, stocked: u32) -> u32 {
        fits.find::<Avx2>(tables, board, player, stocked)
    }

    #[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
    pub(super) fn any(tables: &Tables, board: &Board, player: usize, stocked: u32) -> bool {
        fits::any::<Avx2>(tables, board, player, stocked)
    }

    #[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
    pub(super) fn best_payout(tables: &Tables, board: &Board, player: usize, stocked: u32) -> u32 {
        fits::best_payout::<Avx2>(tables, board, player, stocked)
    }

    #[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
    pub(super) fn playout(
        game: &CasaGrande,
        state: &mut State,
        stream: &mut Stream,
        fits: &mut Fits,
        seen: &mut impl FnMut(Action),
    ) -> u32 {
        playout::playout::<Avx2>(game, state, stream, fits, seen)
    }

    /// Four pictures at a time. Used only inside of the functions above, so that the instructions exist.
    struct Avx2;

    #[inline(always)]
    unsafe fn load(quad: &Quad) -> __m256i {
        // SAFETY: a quad is 32 bytes, aligned to 32.
        unsafe { _mm256_load_si256(std::ptr::from_ref(quad).cast()) }
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

    impl Kernel for Avx2 {
        #[inline(always)]
        fn levels(chunk: &Chunk, own: u64, at_least: &[u64; LOW + 1]) -> u32 {
            const { assert!(LEVELS == 4 && LEVELS < LOW) };
            // SAFETY: as above; heights 1 to 5 are loaded, there are more.
            unsafe {
                let from = |level: usize| _mm256_loadu_si256(at_least[level..level + 4].as_ptr().cast());
                let own = _mm256_andnot_si256(from(2), _mm256_and_si256(from(1), _mm256_set1_epi64x(own as i64)));
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
                    (marks, others) => fit_all(&boards, chunk.quads.chunks_exact(2 + marks + others), marks, fits),
                }
            }
        }

        #[inline(always)]
        fn nth_bit(board: u64, k: u32) -> u32 {
            // SAFETY: the instruction exists (see the type).
            unsafe { _pdep_u64(1 << k, board).trailing_zeros() }
        }
    }
}
