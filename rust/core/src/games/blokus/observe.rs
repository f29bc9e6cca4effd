//! Observations (`docs/observations.md`).

use super::Blokus;
use super::board::{LEFT, NOBODY, State, open_cells};
use super::pieces::{FULL_HAND, NUM_PIECES, squares};
use super::score::{BONUS_ALL_LAID, BONUS_I1_LAST};
use super::simd::Cpu;
use crate::observe::{one_hot, seat, spread};
use crate::{ArraySpec, Arrays};

/// The arrays of an observation.
pub(super) fn spec(players: usize, colours: usize, side: usize, bonus: bool) -> Vec<ArraySpec> {
    // Colours that count for each player; a colour that is left over counts for nobody (B10).
    let each = (colours / players) as i32;
    let best = if bonus { BONUS_ALL_LAID + BONUS_I1_LAST } else { 0 };
    vec![
        ArraySpec::flags("board", &[colours, side, side]),
        ArraySpec::flags("forbidden", &[side, side]),
        ArraySpec::flags("corners", &[side, side]),
        ArraySpec::flags("hands", &[colours, NUM_PIECES]),
        ArraySpec::flags("turn", &[colours]),
        ArraySpec::flags("colour", &[colours]),
        ArraySpec::flags("owners", &[colours, players]),
        ArraySpec::numbers("scores", &[players], -each * squares(FULL_HAND), each * best),
    ]
}

impl Blokus {
    /// [`crate::Steps::observe`].
    #[inline(always)]
    pub(super) fn observe_into<'a, C: Cpu>(&self, state: &State, player: usize, out: &mut impl Arrays<'a>) {
        match self.rules.side {
            14 => self.write_arrays::<C, 14, 196, 2>(state, player, out),
            _ => self.write_arrays::<C, 20, 400, 4>(state, player, out),
        }
    }

    #[inline(always)]
    fn write_arrays<'a, C: Cpu, const SIDE: usize, const CELLS: usize, const COLOURS: usize>(
        &self,
        state: &State,
        player: usize,
        out: &mut impl Arrays<'a>,
    ) {
        let rules = &self.rules;
        let players = rules.players;
        assert!(player < players, "there is no player {player}");
        let owners: [usize; COLOURS] = std::array::from_fn(|colour| self.player_of(state, colour));
        let current = usize::from(state.current);
        let start = if state.current == NOBODY { 0 } else { current };
        let rows = |first: usize| std::array::from_fn::<usize, COLOURS, _>(|k| (first + k) % COLOURS);
        let first = rows(start).into_iter().find(|&colour| owners[colour] == player);
        let first = first.expect("every player lays the next piece of some colour");
        let rows = rows(first);

        let boards = out.bytes(COLOURS * CELLS).chunks_exact_mut(CELLS);
        for (colour, board) in rows.into_iter().zip(boards) {
            plane::<C, SIDE, CELLS>(board, |y| state.own[colour][y]);
        }
        let (free, front) = open_cells(state, first, &rules.board, &rules.starts);
        plane::<C, SIDE, CELLS>(out.bytes(CELLS), |y| rules.board[y] & !free[y]);
        plane::<C, SIDE, CELLS>(out.bytes(CELLS), |y| front[y]);
        let hands = rows.iter().rev().fold(0, |all, &colour| all << NUM_PIECES | u128::from(state.hands[colour]));
        write_words::<C>(&[hands as u64, (hands >> 64) as u64], out.bytes(COLOURS * NUM_PIECES));
        for (flag, colour) in out.bytes(COLOURS).iter_mut().zip(rows) {
            *flag = u8::from(colour == current);
        }
        one_hot(out.bytes(COLOURS), first);
        for (colour, owner) in rows.into_iter().zip(out.bytes(COLOURS * players).chunks_exact_mut(players)) {
            one_hot(owner, seat(owners[colour], player, players));
        }

        let scores = out.numbers(players);
        scores.fill(0);
        // As in the scores: a colour that is left over counts for nobody.
        for colour in 0..COLOURS - COLOURS % players {
            scores[seat(colour % players, player, players)] += self.colour_score(state, colour);
        }
    }
}

/// A board row by row as flags; `row` gives the word of a row in memory, of which row 0 is empty.
#[inline(always)]
fn plane<C: Cpu, const SIDE: usize, const CELLS: usize>(out: &mut [u8], row: impl Fn(usize) -> u32) {
    const { assert!(CELLS == SIDE * SIDE && CELLS <= 64 * WORDS) };
    let out: &mut [u8; CELLS] = out.try_into().expect("a plane has one flag per cell");
    let mut words = [0_u64; WORDS];
    for y in 0..SIDE {
        let (bits, at) = (u64::from(row(y + 1) >> LEFT), SIDE * y);
        words[at / 64] |= bits << (at % 64);
        if at % 64 + SIDE > 64 {
            words[at / 64 + 1] |= bits >> (64 - at % 64);
        }
    }
    write_words::<C>(&words, out);
}

/// Words for the cells of the largest board.
const WORDS: usize = 7;

/// Element `i` of `out` becomes bit `i` of the words.
#[inline(always)]
fn write_words<C: Cpu>(words: &[u64], out: &mut [u8]) {
    let (blocks, rest) = out.as_chunks_mut();
    for (block, &word) in blocks.iter_mut().zip(words) {
        C::spread(word, block);
    }
    if !rest.is_empty() {
        spread(words[blocks.len()], rest);
    }
}
