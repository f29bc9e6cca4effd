//! Points (B9, B10) and the position's key.

use super::Blokus;
use super::board::{State, cells_of};
use super::pieces::squares;

pub(super) const BONUS_ALL_LAID: i32 = 15;
pub(super) const BONUS_I1_LAST: i32 = 5;

impl Blokus {
    /// Points of a colour.
    #[inline]
    pub fn colour_score(&self, state: &State, colour: usize) -> i32 {
        if state.hands[colour] == 0 && self.rules.bonus {
            BONUS_ALL_LAID + if state.i1_last >> colour & 1 == 1 { BONUS_I1_LAST } else { 0 }
        } else {
            -squares(state.hands[colour])
        }
    }

    /// Points per player: the sum over the colours that are his alone.
    pub(super) fn write_scores(&self, state: &State, out: &mut [i32]) {
        out.fill(0);
        let shared = self.rules.colours % self.rules.players;
        for colour in 0..self.rules.colours - shared {
            out[colour % self.rules.players] += self.colour_score(state, colour);
        }
    }

    /// Appends the key that `docs/positions.md` lays out.
    pub(super) fn write_position(&self, state: &State, out: &mut Vec<u8>) {
        let start = out.len();
        out.resize(start + self.rules.cells(), 0);
        for colour in 0..self.rules.colours {
            for (x, y) in cells_of(&state.own[colour]) {
                out[start + y * self.rules.side + x] = colour as u8 + 1;
            }
        }
        for hand in &state.hands[..self.rules.colours] {
            out.extend_from_slice(&hand.to_le_bytes());
        }
        out.extend_from_slice(&[state.current, state.i1_last]);
    }
}
