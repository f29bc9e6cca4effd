//! Runtime choice of the instruction set.
//!
//! The hot code is plain Rust on arrays of words, written once. A [`Job`] is compiled for the baseline and again for newer
//! instruction sets, where the compiler makes wide vector code of the same loops; every path computes the same numbers.
#![allow(unsafe_code)]

use std::sync::OnceLock;

#[cfg(target_arch = "x86_64")]
use super::avx512;
use super::list::Keys;
use super::moves::Found;
use super::tables::Tables;
use crate::{Action, observe};

/// A path that this machine can run: proof that its instructions exist.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Simd(Path);

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Path {
    Portable,
    #[cfg(target_arch = "x86_64")]
    Avx2,
    #[cfg(target_arch = "x86_64")]
    Avx512,
}

impl Simd {
    /// All paths of this machine, the slowest first.
    pub fn available() -> Vec<Self> {
        let mut paths = vec![Self(Path::Portable)];
        #[cfg(target_arch = "x86_64")]
        if has_avx2() {
            paths.push(Self(Path::Avx2));
            if has_avx512() {
                paths.push(Self(Path::Avx512));
            }
        }
        paths
    }

    /// Its name: `portable`, `avx2` or `avx512`.
    pub fn name(self) -> &'static str {
        match self.0 {
            Path::Portable => "portable",
            #[cfg(target_arch = "x86_64")]
            Path::Avx2 => "avx2",
            #[cfg(target_arch = "x86_64")]
            Path::Avx512 => "avx512",
        }
    }

    /// The path of this process: the fastest, or the one that the environment variable `ZELLIGE_SIMD` names if this
    /// machine has it. The variable is read once.
    pub fn chosen() -> Self {
        static CHOSEN: OnceLock<Simd> = OnceLock::new();
        *CHOSEN.get_or_init(|| {
            let paths = Self::available();
            let wish = std::env::var("ZELLIGE_SIMD").unwrap_or_default();
            let named = paths.iter().find(|path| path.name() == wish);
            *named.or(paths.last()).expect("the portable path always exists")
        })
    }
}

#[cfg(target_arch = "x86_64")]
fn has_avx2() -> bool {
    use std::arch::is_x86_feature_detected as has;
    has!("avx2") && has!("bmi1") && has!("bmi2") && has!("popcnt") && has!("lzcnt")
}

#[cfg(target_arch = "x86_64")]
fn has_avx512() -> bool {
    use std::arch::is_x86_feature_detected as has;
    has!("avx512f") && has!("avx512bw") && has!("avx512vl") && has!("avx512vbmi2") && has!("avx512bitalg")
}

/// Work to be compiled for every path. `run` and all that it calls must be `#[inline(always)]`, else the callees are
/// compiled for the baseline.
pub(super) trait Job {
    /// Its result.
    type Out;
    /// Does the work.
    fn run<C: Cpu>(self) -> Self::Out;
}

/// What a path does in its own way.
pub(super) trait Cpu {
    /// [`Keys::list`].
    #[inline(always)]
    fn list(keys: &mut Keys, found: &Found, tables: &Tables, out: &mut Vec<Action>) {
        keys.list(found, tables, out);
    }

    /// Element `i` of `out` becomes bit `i`.
    fn spread(word: u64, out: &mut [u8; 64]);
}

/// The baseline.
struct Portable;

impl Cpu for Portable {
    #[inline(always)]
    fn spread(word: u64, out: &mut [u8; 64]) {
        observe::spread(word, out);
    }
}

/// Named in [`run_avx2`] only.
#[cfg(target_arch = "x86_64")]
struct Avx2;

#[cfg(target_arch = "x86_64")]
impl Cpu for Avx2 {
    #[inline(always)]
    fn spread(word: u64, out: &mut [u8; 64]) {
        // SAFETY: the type is private and used only where the instructions are enabled.
        unsafe { observe::avx2::spread(word, out) }
    }
}

/// Named in [`run_avx512`] only.
#[cfg(target_arch = "x86_64")]
struct Avx512;

#[cfg(target_arch = "x86_64")]
impl Cpu for Avx512 {
    #[inline(always)]
    fn list(keys: &mut Keys, found: &Found, tables: &Tables, out: &mut Vec<Action>) {
        // SAFETY: the type is private and used only where the instructions are enabled.
        unsafe { avx512::list(keys, found, tables, out) }
    }

    #[inline(always)]
    fn spread(word: u64, out: &mut [u8; 64]) {
        // SAFETY: as above.
        unsafe { avx512::spread(word, out) }
    }
}

/// Does `job` on a path.
#[inline]
pub(super) fn run<J: Job>(simd: Simd, job: J) -> J::Out {
    match simd.0 {
        Path::Portable => job.run::<Portable>(),
        // SAFETY: a `Simd` with these paths exists only where `available` has found their instructions.
        #[cfg(target_arch = "x86_64")]
        Path::Avx2 => unsafe { run_avx2(job) },
        #[cfg(target_arch = "x86_64")]
        Path::Avx512 => unsafe { run_avx512(job) },
    }
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2,bmi1,bmi2,popcnt,lzcnt")]
fn run_avx2<J: Job>(job: J) -> J::Out {
    job.run::<Avx2>()
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512vbmi2,avx512bitalg,avx2,bmi1,bmi2,popcnt,lzcnt")]
fn run_avx512<J: Job>(job: J) -> J::Out {
    job.run::<Avx512>()
}
