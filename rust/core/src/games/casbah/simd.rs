//! The one place that chooses instructions at run time. The hot code is plain Rust that is compiled for the baseline and,
//! through [`Simd::run`], for AVX2 with the bit instructions of its time; both paths compute the same.
#![allow(unsafe_code)]

use crate::observe;

/// What a processor does better than the baseline.
pub(super) trait Cpu {
    /// The index of the `k`-th set bit; there must be one.
    fn select(word: u64, k: u32) -> u32;
    /// Element `i` of `out` becomes bit `i`.
    fn spread(word: u64, out: &mut [u8; 64]);
}

/// The baseline.
pub(super) struct Portable;

impl Cpu for Portable {
    #[inline(always)]
    fn select(mut word: u64, k: u32) -> u32 {
        for _ in 0..k {
            word &= word.wrapping_sub(1);
        }
        word.trailing_zeros()
    }

    #[inline(always)]
    fn spread(word: u64, out: &mut [u8; 64]) {
        observe::spread(word, out);
    }
}

/// Work that is compiled for each kind of processor. `run` and what it calls must be `#[inline(always)]`.
pub(super) trait Job {
    /// Its result.
    type Out;
    /// Does the work.
    fn run<C: Cpu>(self) -> Self::Out;
}

/// A path that this machine can run: proof that its instructions exist.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Simd(Path);

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Path {
    Portable,
    #[cfg(target_arch = "x86_64")]
    Avx2,
}

impl Simd {
    /// All paths of this machine, the slowest first.
    pub fn available() -> Vec<Self> {
        let mut paths = vec![Self(Path::Portable)];
        #[cfg(target_arch = "x86_64")]
        if x86::available() {
            paths.push(Self(Path::Avx2));
        }
        paths
    }

    /// Its name: `portable` or `avx2`.
    pub fn name(self) -> &'static str {
        match self.0 {
            Path::Portable => "portable",
            #[cfg(target_arch = "x86_64")]
            Path::Avx2 => "avx2",
        }
    }

    /// The path that a new game takes: the fastest, or the one that the environment variable `ZELLIGE_SIMD` names if this
    /// machine has it.
    pub fn chosen() -> Self {
        let paths = Self::available();
        let wish = std::env::var("ZELLIGE_SIMD").unwrap_or_default();
        let named = paths.iter().find(|path| path.name() == wish);
        *named.or(paths.last()).expect("the portable path always exists")
    }

    /// Does the work.
    #[inline(always)]
    pub(super) fn run<J: Job>(self, job: J) -> J::Out {
        match self.0 {
            Path::Portable => job.run::<Portable>(),
            // SAFETY: a `Simd` with this path exists only where `available` has found the instructions.
            #[cfg(target_arch = "x86_64")]
            Path::Avx2 => unsafe { x86::run(job) },
        }
    }
}

#[cfg(target_arch = "x86_64")]
mod x86 {
    use std::arch::x86_64::_pdep_u64;

    use super::{Cpu, Job};
    use crate::observe::avx2;

    /// AVX2 and BMI2; named in [`run`] only.
    struct Modern;

    impl Cpu for Modern {
        #[inline(always)]
        fn select(word: u64, k: u32) -> u32 {
            // SAFETY: the type is private and used only where BMI2 is enabled.
            unsafe { _pdep_u64(1 << k, word) }.trailing_zeros()
        }

        #[inline(always)]
        fn spread(word: u64, out: &mut [u8; 64]) {
            // SAFETY: as above, with AVX2.
            unsafe { avx2::spread(word, out) }
        }
    }

    pub(super) fn available() -> bool {
        is_x86_feature_detected!("avx2")
            && is_x86_feature_detected!("bmi1")
            && is_x86_feature_detected!("bmi2")
            && is_x86_feature_detected!("lzcnt")
            && is_x86_feature_detected!("popcnt")
    }

    #[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
    pub(super) fn run<J: Job>(job: J) -> J::Out {
        job.run::<Modern>()
    }
}
