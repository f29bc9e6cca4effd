//! Boards as bits and the position.
//!
//! A board is a word per row. Cell `(x, y)` is bit `x + LEFT` of row `y + 1`; the empty bits and rows around the cells
//! make shifts by one harmless, and no piece fits on them.

use super::pieces::{FULL_HAND, NUM_ORIENTATIONS, ORIENTATIONS};

/// Rows of a board in memory: 20 at most, one empty below, the rest above.
pub(super) const ROWS: usize = 24;
/// The longest side of a board.
pub(super) const MAX_SIDE: usize = 20;
/// Bit of the first column.
pub(super) const LEFT: usize = 10;
/// A set of cells.
pub(super) type Board = [u32; ROWS];

/// `current` at the end of the game.
pub(super) const NOBODY: u8 = 255;

/// A position: what each colour has laid and holds, and whose turn it is.
#[derive(Clone, Debug)]
pub struct State {
    /// Squares of each colour.
    pub(super) own: [Board; 4],
    pub(super) hands: [u32; 4],
    /// Colour to move, or [`NOBODY`].
    pub(super) current: u8,
    /// Colours known to be unable to move for ever (B7), a bit each. Only a memory: the position implies it.
    pub(super) blocked: u8,
    /// Colours that have laid all pieces, the monomino last, a bit each.
    pub(super) i1_last: u8,
}

impl State {
    pub(super) fn new(colours: usize) -> Self {
        let mut hands = [0; 4];
        hands[..colours].fill(FULL_HAND);
        Self { own: [[0; ROWS]; 4], hands, current: 0, blocked: 0, i1_last: 0 }
    }

    /// The colour to move (B1: 0 Blue, 1 Yellow, 2 Red, 3 Green), `None` at the end.
    pub fn current_colour(&self) -> Option<u8> {
        (self.current != NOBODY).then_some(self.current)
    }

    /// The pieces that a colour has not laid: bit `p` is piece `p` in the order of B1.
    pub fn hand(&self, colour: usize) -> u32 {
        self.hands[colour]
    }

    /// Passes the turn to the next colour that is not known to be blocked (B7, B8).
    #[inline(always)]
    pub(super) fn pass_turn(&mut self, colours: usize) {
        let open = !u32::from(self.blocked) & ((1 << colours) - 1);
        let round = (open | open << colours) >> (self.current + 1);
        let next = self.current as usize + 1 + round.trailing_zeros() as usize;
        self.current = if open == 0 { NOBODY } else { (next - if next < colours { 0 } else { colours }) as u8 };
    }

    /// Lays an orientation of the current colour with its lowest cell on `(x, y)`; leaves the turn as it is.
    #[inline(always)]
    pub(super) fn lay(&mut self, orientation: usize, x: usize, y: usize) {
        let colour = self.current as usize & 3;
        let rows = &SHAPES[orientation].0[MAX_SIDE - y % 32..][..MAX_SIDE];
        // All rows, so that the next reader finds each vector in one piece.
        for i in 0..MAX_SIDE {
            self.own[colour][i + 1] |= u32::from(rows[i]) << (x + LEFT - 4);
        }
        let piece = ORIENTATIONS[orientation].piece;
        self.hands[colour] &= !(1 << piece);
        self.i1_last |= u8::from(self.hands[colour] == 0 && piece == 0) << colour;
    }
}

/// The rows of an orientation, the first after `MAX_SIDE` empty ones; the lowest cell is bit 4.
#[derive(Clone, Copy, Debug)]
pub(super) struct Shape([u16; 2 * MAX_SIDE + 4]);

/// The orientations as bits.
pub(super) static SHAPES: [Shape; NUM_ORIENTATIONS] = {
    let mut shapes = [Shape([0; 2 * MAX_SIDE + 4]); NUM_ORIENTATIONS];
    let mut i = 0;
    while i < NUM_ORIENTATIONS {
        let cells = ORIENTATIONS[i].cells();
        let mut k = 0;
        while k < cells.len() {
            shapes[i].0[MAX_SIDE + cells[k].dy as usize] |= 1 << (cells[k].dx + 4);
            k += 1;
        }
        i += 1;
    }
    shapes
};

impl Shape {
    /// Whether all cells (or any cell) of the shape are in `set` when its lowest cell is `(x, y)`.
    pub(super) fn within(&self, set: &Board, x: usize, y: usize) -> (bool, bool) {
        let parts = self.0[MAX_SIDE..MAX_SIDE + 5].iter().map(|&part| u32::from(part) << (x + LEFT - 4));
        let found = parts.enumerate().map(|(i, part)| (part, part & set.get(y + 1 + i).copied().unwrap_or(0)));
        found.fold((true, false), |(all, any), (part, here)| (all && part == here, any || here != 0))
    }
}

/// `board` with the cell `(x, y)`.
pub(super) fn with_cell(mut board: Board, (x, y): (usize, usize)) -> Board {
    board[y + 1] |= 1 << (x + LEFT);
    board
}

/// Whether a cell is in the set.
pub(super) fn has_cell(board: &Board, x: usize, y: usize) -> bool {
    board[y + 1] >> (x + LEFT) & 1 == 1
}

/// The cells of a set in ascending order.
pub(super) fn cells_of(board: &Board) -> impl Iterator<Item = (usize, usize)> + '_ {
    (0..MAX_SIDE).flat_map(|y| (0..MAX_SIDE).map(move |x| (x, y))).filter(|&(x, y)| has_cell(board, x, y))
}

/// Where `colour` may lay squares (empty, B4), and those of them that satisfy B3 or B5 (start square or diagonal).
#[inline(always)]
pub(super) fn open_cells(state: &State, colour: usize, board: &Board, starts: &[Board; 4]) -> (Board, Board) {
    let own = &state.own[colour & 3];
    let start = if state.hands[colour & 3] == FULL_HAND { &starts[colour & 3] } else { &[0; ROWS] };
    let (mut free, mut front) = ([0; ROWS], [0; ROWS]);
    #[allow(clippy::range_plus_one)] // an inclusive range keeps the compiler from making vector code of the loop
    for i in 1..MAX_SIDE + 1 {
        let occupied = state.own[0][i] | state.own[1][i] | state.own[2][i] | state.own[3][i];
        let beside = own[i - 1] | own[i + 1];
        let edges = beside | own[i] << 1 | own[i] >> 1;
        free[i] = board[i] & !(occupied | edges);
        front[i] = free[i] & (beside << 1 | beside >> 1 | start[i]);
    }
    (free, front)
}
