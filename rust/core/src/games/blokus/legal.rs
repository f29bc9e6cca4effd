//! The rules for one placement, and what follows a lay.

use super::Blokus;
use super::board::{Board, NOBODY, ROWS, SHAPES, State, cells_of, open_cells};
use super::moves::Around;
use super::pieces::{ORIENTATIONS, PIECES};
use super::ways::Ways;
use crate::Action;

impl Blokus {
    /// Where `colour` may lay squares, and those of them that satisfy B3 or B5.
    fn open(&self, state: &State, colour: usize) -> (Board, Board) {
        open_cells(state, colour, &self.rules.board, &self.rules.starts)
    }

    /// B2 to B5 for the colour to move.
    pub(super) fn allows(&self, state: &State, action: Action) -> bool {
        let Some(&placement) = self.tables.placements.get(action as usize) else { return false };
        if state.current == NOBODY {
            return false;
        }
        let colour = state.current as usize;
        let orientation = placement.orientation as usize;
        let (x, y) = (placement.x as usize, placement.y as usize);
        let (free, front) = self.open(state, colour);
        let held = state.hands[colour] >> ORIENTATIONS[orientation].piece & 1 == 1;
        held && SHAPES[orientation].within(&free, x, y).0 && SHAPES[orientation].within(&front, x, y).1
    }

    /// Lays a legal placement and passes the turn on, whether the next colour can move or not.
    #[inline(always)]
    pub(super) fn play_open(&self, state: &mut State, action: Action) {
        if state.current == NOBODY {
            return;
        }
        let Some(placement) = self.tables.placements.get(action as usize) else { return };
        state.lay(placement.orientation as usize, placement.x as usize, placement.y as usize);
        state.pass_turn(self.rules.colours);
    }

    /// Lays a legal placement and passes the turn to the next colour that can move (B7, B8).
    pub(super) fn play(&self, state: &mut State, action: Action) {
        self.play_open(state, action);
        while state.current != NOBODY && !self.can_move(state, state.current as usize) {
            state.blocked |= 1 << state.current;
            state.pass_turn(self.rules.colours);
        }
    }

    /// Whether a colour has a legal placement.
    pub(super) fn can_move(&self, state: &State, colour: usize) -> bool {
        let (free, front) = self.open(state, colour);
        let hand = state.hands[colour];
        if hand & 1 == 1 || hand == 0 {
            return hand != 0 && front != [0; ROWS];
        }
        let (around, held) = (Around::new(&free, &front), Ways::held(hand));
        cells_of(&front).any(|(x, y)| {
            let ways = around.ways(self.tables, x, y);
            ways.0.iter().zip(held.0).any(|(ways, held)| ways & held != 0)
        })
    }

    /// Scores of legal placements for the greedy policy: 1,000 per square of the piece, and one for each empty cell that is
    /// then diagonal and not edge-adjacent to the colour.
    pub(super) fn greedy(&self, state: &State, actions: &[Action], out: &mut Vec<i64>) {
        for &action in actions {
            let placement = self.tables.placements[action as usize];
            let orientation = placement.orientation as usize;
            let mut next = state.clone();
            next.lay(orientation, placement.x as usize, placement.y as usize);
            let (_, front) = self.open(&next, state.current as usize);
            let starts: u32 = front.iter().map(|row| row.count_ones()).sum();
            let size = PIECES[ORIENTATIONS[orientation].piece as usize].size;
            out.push(1000 * i64::from(size) + i64::from(starts));
        }
    }
}
