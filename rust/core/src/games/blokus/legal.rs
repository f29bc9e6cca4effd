//! The rules for one placement, and what follows a lay.

use super::Blokus;
use super::board::{CLASSIC_STRIDE, DUO_STRIDE, NOBODY, State, WORDS, Words, bits_of, open_cells, window};
use super::pieces::{ORIENTATIONS, PIECES};
use crate::Action;

impl Blokus {
    /// Where `colour` may lay squares, and those of them that satisfy B3 or B5.
    pub(super) fn open(&self, state: &State, colour: usize) -> (Words, Words) {
        let (board, starts) = (&self.rules.board, &self.rules.starts);
        if self.rules.stride == CLASSIC_STRIDE {
            open_cells::<CLASSIC_STRIDE>(state, colour, board, starts)
        } else {
            open_cells::<DUO_STRIDE>(state, colour, board, starts)
        }
    }

    /// B2 to B5 for the colour to move.
    pub(super) fn allows(&self, state: &State, action: Action) -> bool {
        let Some(placement) = self.tables.placements.get(action as usize) else { return false };
        if state.current == NOBODY {
            return false;
        }
        let (orientation, bit) = (placement.orientation as usize, placement.bit as usize);
        let colour = state.current as usize;
        let (free, front) = self.open(state, colour);
        let cells = self.tables.shape(orientation).bits();
        let held = state.hands[colour] >> ORIENTATIONS[orientation].piece & 1 == 1;
        held && window(&free, bit) & cells == cells && window(&front, bit) & cells != 0
    }

    /// Lays a legal placement and passes the turn to the next colour that can move (B7, B8).
    pub(super) fn play(&self, state: &mut State, action: Action) {
        if state.current == NOBODY {
            return;
        }
        let Some(placement) = self.tables.placements.get(action as usize) else { return };
        let orientation = placement.orientation as usize;
        state.lay(ORIENTATIONS[orientation].piece, self.tables.shape(orientation), placement.bit as usize);
        loop {
            state.pass_turn(self.rules.colours);
            if state.current == NOBODY || self.can_move(state, state.current as usize) {
                return;
            }
            state.blocked |= 1 << state.current;
        }
    }

    /// Whether a colour has a legal placement: tries every piece in hand on every cell of the front, the small ones first.
    fn can_move(&self, state: &State, colour: usize) -> bool {
        let (free, front) = self.open(state, colour);
        let hand = state.hands[colour];
        if hand & 1 == 1 {
            return front != [0; WORDS];
        }
        let mut held = ORIENTATIONS.iter().enumerate().filter(|(_, shape)| hand >> shape.piece & 1 == 1);
        held.any(|(orientation, shape)| {
            let cells = self.tables.shape(orientation).bits();
            bits_of(&front).any(|contact| {
                let lowest = |cell: &super::pieces::Offset| contact.checked_sub(cell.bits(self.rules.stride));
                shape.cells().iter().filter_map(lowest).any(|bit| window(&free, bit) & cells == cells)
            })
        })
    }

    /// Scores of legal placements for the greedy policy: 1,000 per square of the piece, and one for each empty cell that is
    /// then diagonal and not edge-adjacent to the colour.
    pub(super) fn greedy(&self, state: &State, actions: &[Action], out: &mut Vec<i64>) {
        for &action in actions {
            let placement = self.tables.placements[action as usize];
            let orientation = placement.orientation as usize;
            let piece = ORIENTATIONS[orientation].piece;
            let mut next = state.clone();
            next.lay(piece, self.tables.shape(orientation), placement.bit as usize);
            let (_, front) = self.open(&next, state.current as usize);
            let starts: u32 = front.iter().map(|word| word.count_ones()).sum();
            out.push(1000 * i64::from(PIECES[piece as usize].size) + i64::from(starts));
        }
    }
}
