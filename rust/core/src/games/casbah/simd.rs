//! The one place that chooses instructions at run time. The hot code is plain Rust that is compiled for the baseline and,
//! through [`Simd::run`], for AVX2 with the bit instructions of its time; both paths compute the same.
#![allow(unsafe_code)]

/// What a processor does better than the baseline.
pub(super) trait Cpu {
    /// The index of the `k`-th set bit; there must be one.
    fn select(word: u64, k: u32) -> u32;
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
}

/// Work that is compiled for each kind of processor. `run` and what it calls must be `#[inline(always)]`.
pub(super) trait Job {
    /// Its result.
    type Out;
    /// Does the work.
    fn run<C: Cpu>(self) -> Self::Out;
}

/// The instructions that a game uses: proof that this machine has them.
#[derive(Clone, Copy, Debug)]
pub(super) struct Simd(Path);

#[derive(Clone, Copy, Debug)]
enum Path {
    Portable,
    #[cfg(target_arch = "x86_64")]
    Modern,
}

impl Simd {
    /// The best that this machine has; the baseline if the environment says `ZELLIGE_SIMD=portable`.
    pub(super) fn best() -> Self {
        let portable = std::env::var_os("ZELLIGE_SIMD").is_some_and(|path| path == "portable");
        #[cfg(target_arch = "x86_64")]
        if !portable && x86::available() {
            return Self(Path::Modern);
        }
        let _ = portable;
        Self(Path::Portable)
    }

    /// The baseline.
    #[cfg(test)]
    pub(super) fn portable() -> Self {
        Self(Path::Portable)
    }

    /// Does the work.
    #[inline(always)]
    pub(super) fn run<J: Job>(self, job: J) -> J::Out {
        match self.0 {
            Path::Portable => job.run::<Portable>(),
            // SAFETY: `best` has found the features.
            #[cfg(target_arch = "x86_64")]
            Path::Modern => unsafe { x86::run(job) },
        }
    }
}

#[cfg(target_arch = "x86_64")]
mod x86 {
    use std::arch::x86_64::_pdep_u64;

    use super::{Cpu, Job};

    /// AVX2 and BMI2; named in [`run`] only.
    struct Modern;

    impl Cpu for Modern {
        #[inline(always)]
        fn select(word: u64, k: u32) -> u32 {
            // SAFETY: the type is private and used only where BMI2 is enabled.
            unsafe { _pdep_u64(1 << k, word) }.trailing_zeros()
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
