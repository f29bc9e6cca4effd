//! Vector instructions, chosen at run time; every path plays the same games.

#[cfg(target_arch = "x86_64")]
mod avx2;

use super::CasaGrande;
use super::board::Board;
use super::fits::Fits;
use super::portable::Portable;
use super::state::State;
use crate::{Action, Stream, Sweep};

/// Which instructions the hot loops use.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Path {
    /// Those of every machine.
    Portable,
    /// AVX2 and the bit instructions that came with it.
    #[cfg(target_arch = "x86_64")]
    Avx2,
}

impl Path {
    /// The paths of this machine, the fastest last.
    pub fn available() -> Vec<Self> {
        #[cfg(target_arch = "x86_64")]
        {
            use std::arch::is_x86_feature_detected as has;
            if has!("avx2") && has!("bmi1") && has!("bmi2") && has!("lzcnt") && has!("popcnt") {
                return vec![Self::Portable, Self::Avx2];
            }
        }
        vec![Self::Portable]
    }

    /// Its name in the environment variable `ZELLIGE_SIMD`.
    pub fn name(self) -> &'static str {
        match self {
            Self::Portable => "portable",
            #[cfg(target_arch = "x86_64")]
            Self::Avx2 => "avx2",
        }
    }

    /// The path that `ZELLIGE_SIMD` names if this machine has it, else the fastest.
    pub(super) fn chosen() -> Self {
        let paths = Self::available();
        let wish = std::env::var("ZELLIGE_SIMD").unwrap_or_default();
        let named = paths.iter().find(|path| path.name() == wish);
        *named.or(paths.last()).expect("there is always the portable path")
    }
}

/// Functions that call the method `$method` of the game with the kernel of its path.
macro_rules! by_path {
    ($($name:ident = $method:ident($($argument:ident: $kind:ty),*) -> $result:ty $(, with $closure:ident)?;)+) => {
        $(
            #[inline]
            pub(super) fn $name(
                game: &CasaGrande $(, $argument: $kind)* $(, $closure: &mut impl FnMut(Action))?
            ) -> $result {
                match game.path {
                    Path::Portable => game.$method::<Portable>($($argument),* $(, $closure)?),
                    // SAFETY: a game has only paths whose instructions were detected (`CasaGrande::with_path`).
                    #[cfg(target_arch = "x86_64")]
                    Path::Avx2 => unsafe { x86::$name(game $(, $argument)* $(, $closure)?) },
                }
            }
        )+

        #[cfg(target_arch = "x86_64")]
        mod x86 {
            use super::avx2::Avx2;
            use super::{Action, Board, CasaGrande, Fits, State, Stream};

            $(
                #[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
                pub(super) fn $name(
                    game: &CasaGrande $(, $argument: $kind)* $(, $closure: &mut impl FnMut(Action))?
                ) -> $result {
                    game.$method::<Avx2>($($argument),* $(, $closure)?)
                }
            )+
        }
    };
}

by_path! {
    count = count_by(state: &State, fits: &mut Fits) -> u32;
    select = select_by(state: &State, fits: &Fits, k: u32) -> Action;
    apply = apply_by(state: &mut State, action: Action) -> ();
    best_payout = best_payout_by(board: &Board, player: usize, stocked: u32) -> u32;
    playout = playout_by(state: &mut State, stream: &mut Stream, fits: &mut Fits) -> u32, with seen;
}

/// [`crate::Game::sweep`] with the kernel of the game's path.
#[inline]
pub(super) fn sweep<W: Sweep<CasaGrande>>(game: &CasaGrande, work: W) -> W::Out {
    #[cfg(target_arch = "x86_64")]
    #[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
    fn avx2<W: Sweep<CasaGrande>>(game: &CasaGrande, work: W) -> W::Out {
        game.sweep_by::<avx2::Avx2, W>(work)
    }
    match game.path {
        Path::Portable => game.sweep_by::<Portable, W>(work),
        // SAFETY: a game has only paths whose instructions were detected (`CasaGrande::with_path`).
        #[cfg(target_arch = "x86_64")]
        Path::Avx2 => unsafe { avx2(game, work) },
    }
}
