//! One entry of the history at a time: how many actions there are, the k-th of them, playing one.

use super::CasaGrande;
use super::board::Board;
use super::fits::{self, Fits, Kernel};
use super::state::{Node, State};
use super::tables::{BLOCK, DECLINE, PLOTS};
use crate::Action;

/// Faces of the die.
pub(super) const DIE: u32 = 6;

impl CasaGrande {
    /// [`crate::Game::count`].
    #[inline(always)]
    pub(super) fn count_by<K: Kernel>(&self, state: &State, fits: &mut Fits) -> u32 {
        let player = usize::from(state.player);
        match state.node {
            Node::Die => DIE,
            Node::Steps => u32::from(state.marker[player]) + 1,
            Node::Block => self.open_plots(state).count_ones(),
            Node::Platform => 1 + K::find(fits, &self.tables, &state.board, player, state.stocked[player]),
            Node::End => 0,
        }
    }

    /// [`crate::Game::select`].
    #[inline(always)]
    pub(super) fn select_by<K: Kernel>(&self, state: &State, fits: &Fits, k: u32) -> Action {
        match state.node {
            Node::Block => BLOCK + K::nth_bit(self.open_plots(state), k),
            Node::Platform if k == 0 => DECLINE,
            Node::Platform => self.tables.action(fits.select::<K>(k - 1)),
            _ => k,
        }
    }

    /// [`crate::Game::apply`].
    #[inline(always)]
    pub(super) fn apply_by<K: Kernel>(&self, state: &mut State, action: Action) {
        match state.node {
            Node::Die => self.roll::<K>(state, action as u8 + 1),
            Node::Steps => self.step::<K>(state, action as u8),
            Node::Block => self.lay_block::<K>(state, action.wrapping_sub(BLOCK) % PLOTS as u32),
            Node::Platform => match self.tables.placement(action) {
                Some(placement) => self.lay_platform(state, placement),
                None => self.end_turn(state),
            },
            Node::End => {}
        }
    }

    /// The best payout (G11) among the platforms that `player` may lay on a board; 0 if there is none.
    #[inline(always)]
    pub(super) fn best_payout_by<K: Kernel>(&self, board: &Board, player: usize, stocked: u32) -> u32 {
        fits::best_payout::<K>(&self.tables, board, player, stocked)
    }
}
