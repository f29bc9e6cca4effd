//! Whole random games, a turn at a time: the same games as step by step, without asking at every step what comes next.

use super::CasaGrande;
use super::fits::{Fits, Kernel};
use super::state::{Node, State};
use super::steps::DIE;
use super::tables::{BLOCK, DECLINE, TRACK};
use super::turn::{CORNER, CORNERS, gain};
use crate::{Action, Stream};

impl CasaGrande {
    /// Plays on at random to the end; gives the number of entries.
    #[inline(always)]
    pub(super) fn playout_by<K: Kernel>(
        &self,
        state: &mut State,
        stream: &mut Stream,
        fits: &mut Fits,
        seen: &mut impl FnMut(Action),
    ) -> u32 {
        let mut length = 0;
        while !matches!(state.node, Node::Die | Node::End) {
            let n = self.count_by::<K>(state, fits);
            let action = self.select_by::<K>(state, fits, stream.below(n));
            seen(action);
            self.apply_by::<K>(state, action);
            length += 1;
        }
        // A copy of its own stays in registers.
        let mut draws = stream.clone();
        while state.node == Node::Die {
            length += turn::<K>(self, state, &mut draws, fits, seen);
            self.end_turn(state);
        }
        *stream = draws;
        length
    }
}

/// A turn from the die on, without its end.
#[inline(always)]
fn turn<K: Kernel>(
    game: &CasaGrande,
    state: &mut State,
    stream: &mut Stream,
    fits: &mut Fits,
    seen: &mut impl FnMut(Action),
) -> u32 {
    let player = usize::from(state.player);
    let die = stream.below(DIE);
    seen(die);
    let mut length = 1;
    let mut pawn = state.pawn[player] + die as u8 + 1;
    let marker = state.marker[player];
    // Whether there is a choice is hard to guess, so there is no branch for it.
    let steps = stream.below_if(marker > 0, u32::from(marker) + 1);
    if marker > 0 {
        seen(steps);
    }
    length += u32::from(marker > 0);
    pawn += steps as u8;
    state.marker[player] = marker - steps as u8;
    if pawn >= TRACK as u8 {
        pawn -= TRACK as u8;
    }
    state.pawn[player] = pawn;
    if pawn.is_multiple_of(CORNERS) {
        gain(state, player, CORNER);
        return length;
    }
    let open = game.open_plots(state);
    if open != 0 {
        let plot = K::nth_bit(open, stream.below(open.count_ones()));
        seen(BLOCK + plot);
        length += 1;
        state.place_block::<K>(plot);
    }
    let count = fits.find::<K>(&game.tables, &state.board, player, state.stocked[player]);
    if count != 0 {
        let k = stream.below(count + 1);
        length += 1;
        if k == 0 {
            seen(DECLINE);
        } else {
            let placement = fits.select::<K>(k - 1);
            seen(game.tables.action(placement));
            game.place_platform(state, placement);
        }
    }
    length
}
