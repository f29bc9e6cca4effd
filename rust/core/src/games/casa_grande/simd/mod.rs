//! Vector instructions, chosen at run time; every path plays the same games.

#[cfg(target_arch = "x86_64")]
mod avx2;

use super::CasaGrande;
use super::board::Board;
use super::fits::Fits;
use super::portable::Portable;
use super::state::State;
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

/// Functions that call the method `$method` of the game with the kernel of its path.
macro_rules! by_path {
    ($($name:ident = $method:ident($($argument:ident: $kind:ty),*) -> $result:ty $(, with $closure:ident)?;)+) => {
        $(
            #[inline]
            pub(super) fn $name(
                game: &CasaGrande $(, $argument: $kind)* $(, $closure: &mut impl FnMut(Action))?
            ) -> $result {
                match game.tables.path {
                    Path::Portable => game.$method::<Portable>($($argument),* $(, $closure)?),
                    // SAFETY: this path is chosen only where its instructions were detected.
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
