//! Boards as bits and the position.
//!
//! Bit `y * stride + x` is cell `(x, y)`; rows are one bit further apart than they are long. The column between is never
//! free, so a piece that runs over the edge of the board meets it and no shift needs a mask.

use super::pieces::FULL_HAND;

/// 420 bits of a Classic board in words (duo needs 210), rounded up to whole vectors.
pub(super) const WORDS: usize = 8;
/// A board: a set of cells.
pub(super) type Words = [u64; WORDS];

/// Bits between rows of the 20 x 20 board.
pub(super) const CLASSIC_STRIDE: usize = 21;
/// Bits between rows of the 14 x 14 board.
pub(super) const DUO_STRIDE: usize = 15;

/// `current` at the end of the game.
pub(super) const NOBODY: u8 = 255;

/// A position: what each colour has laid and holds, and whose turn it is.
#[derive(Clone, Debug)]
#[repr(align(64))]
pub struct State {
    /// Squares of each colour.
    pub(super) own: [Words; 4],
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
        Self { own: [[0; WORDS]; 4], hands, current: 0, blocked: 0, i1_last: 0 }
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
        let mut next = self.current as usize;
        for _ in 0..colours {
            next = if next + 1 == colours { 0 } else { next + 1 };
            if self.blocked >> next & 1 == 0 {
                self.current = next as u8;
                return;
            }
        }
        self.current = NOBODY;
    }

    /// Lays `piece` of the current colour on the cells of `shape` from `bit` on; leaves the turn as it is.
    #[inline(always)]
    pub(super) fn lay(&mut self, piece: u8, shape: Shape, bit: usize) {
        let colour = self.current as usize & 3;
        for (i, part) in shape.at(bit % 64).into_iter().enumerate() {
            if let Some(word) = self.own[colour].get_mut(bit / 64 + i) {
                *word |= part;
            }
        }
        self.hands[colour] &= !(1 << piece);
        if self.hands[colour] == 0 && piece == 0 {
            self.i1_last |= 1 << colour;
        }
    }
}

/// Cells of an orientation as bits from its lowest cell on; they span at most 85.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Shape {
    pub(super) low: u64,
    pub(super) high: u64,
}

impl Shape {
    /// The three words of the shape, moved up by less than a word.
    #[inline(always)]
    pub(super) fn at(self, by: usize) -> [u64; 3] {
        let by = by as u32 % 64;
        let over = 63 - by;
        [self.low << by, self.low >> 1 >> over | self.high << by, self.high >> 1 >> over]
    }

    /// The shape as one number.
    pub(super) fn bits(self) -> u128 {
        u128::from(self.high) << 64 | u128::from(self.low)
    }
}

/// `board` with one cell more.
pub(super) fn with_bit(mut board: Words, bit: usize) -> Words {
    board[bit / 64] |= 1 << (bit % 64);
    board
}

/// Whether a cell is in the set.
pub(super) fn has_bit(board: &Words, bit: usize) -> bool {
    board[bit / 64] >> (bit % 64) & 1 == 1
}

/// The cells of a set, ascending.
pub(super) fn bits_of(board: &Words) -> impl Iterator<Item = usize> + '_ {
    board.iter().enumerate().flat_map(|(i, &word)| {
        let mut rest = word;
        std::iter::from_fn(move || {
            let bit = (rest != 0).then(|| i * 64 + rest.trailing_zeros() as usize)?;
            rest &= rest - 1;
            Some(bit)
        })
    })
}

/// 128 bits of a board from `bit` on.
pub(super) fn window(board: &Words, bit: usize) -> u128 {
    let word = |i: usize| u128::from(board.get(bit / 64 + i).copied().unwrap_or(0));
    let (by, low) = (bit as u32 % 64, word(0) | word(1) << 64);
    low >> by | word(2) << 1 << (127 - by)
}

/// A board between empty words, so that shifts need no bounds.
type Padded = [u64; WORDS + 2];

#[inline(always)]
fn up(board: &Padded, by: usize) -> Words {
    std::array::from_fn(|i| board[i + 1] << by | board[i] >> (64 - by))
}

#[inline(always)]
fn down(board: &Padded, by: usize) -> Words {
    std::array::from_fn(|i| board[i + 1] >> by | board[i + 2] << (64 - by))
}

/// Cells that share an edge and cells that share a corner with a set (garbage between rows included).
#[inline(always)]
pub(super) fn neighbours<const STRIDE: usize>(own: &Words) -> (Words, Words) {
    let mut board = [0; WORDS + 2];
    board[1..=WORDS].copy_from_slice(own);
    let edges = [up(&board, 1), down(&board, 1), up(&board, STRIDE), down(&board, STRIDE)];
    let corners = [up(&board, STRIDE - 1), up(&board, STRIDE + 1), down(&board, STRIDE - 1), down(&board, STRIDE + 1)];
    let any = |of: &[Words; 4]| std::array::from_fn(|i| of[0][i] | of[1][i] | of[2][i] | of[3][i]);
    (any(&edges), any(&corners))
}

/// Where `colour` may lay squares (empty, B4), and those of them that satisfy B3 or B5 (start square or diagonal).
#[inline(always)]
pub(super) fn open_cells<const STRIDE: usize>(
    state: &State,
    colour: usize,
    board: &Words,
    starts: &[Words; 4],
) -> (Words, Words) {
    let own = &state.own;
    let (edges, corners) = neighbours::<STRIDE>(&own[colour & 3]);
    let start = if state.hands[colour & 3] == FULL_HAND { &starts[colour & 3] } else { &[0; WORDS] };
    let (mut free, mut front) = ([0; WORDS], [0; WORDS]);
    for i in 0..WORDS {
        let occupied = own[0][i] | own[1][i] | own[2][i] | own[3][i];
        free[i] = board[i] & !(occupied | edges[i]);
        front[i] = (corners[i] | start[i]) & free[i];
    }
    (free, front)
}
