//! Observations (`docs/observations.md`).

use super::Blokus;
use super::board::{LEFT, NOBODY, State, open_cells};
use super::pieces::{FULL_HAND, NUM_PIECES, squares};
use super::score::{BONUS_ALL_LAID, BONUS_I1_LAST};
use super::simd::Job;
use crate::ArraySpec;
use crate::observe::{Cursor, seat, spread_words};

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

/// See [`crate::Game::observe`].
pub(super) struct Observe<'a> {
    pub(super) game: &'a Blokus,
    pub(super) state: &'a State,
    pub(super) player: usize,
    pub(super) u8s: &'a mut [u8],
    pub(super) i32s: &'a mut [i32],
}

impl Job for Observe<'_> {
    type Out = ();

    #[inline(always)]
    fn run(self) {
        match self.game.rules.side {
            14 => self.write::<14, 196, 2>(),
            _ => self.write::<20, 400, 4>(),
        }
    }
}

impl Observe<'_> {
    #[inline(always)]
    fn write<const SIDE: usize, const CELLS: usize, const COLOURS: usize>(self) {
        let Self { game, state, player, u8s, i32s } = self;
        let rules = &game.rules;
        let players = rules.players;
        assert!(player < players, "there is no player {player}");
        let owners: [usize; COLOURS] = std::array::from_fn(|colour| game.player_of(state, colour));
        let current = usize::from(state.current);
        let start = if state.current == NOBODY { 0 } else { current };
        let rows = |first: usize| std::array::from_fn::<usize, COLOURS, _>(|k| (first + k) % COLOURS);
        let first = rows(start).into_iter().find(|&colour| owners[colour] == player);
        let first = first.expect("every player lays the next piece of some colour");
        let rows = rows(first);

        let mut out = Cursor(u8s);
        for colour in rows {
            plane::<SIDE, CELLS>(out.take(CELLS), |y| state.own[colour][y]);
        }
        let (free, front) = open_cells(state, first, &rules.board, &rules.starts);
        plane::<SIDE, CELLS>(out.take(CELLS), |y| rules.board[y] & !free[y]);
        plane::<SIDE, CELLS>(out.take(CELLS), |y| front[y]);
        let hands = rows.iter().rev().fold(0, |all, &colour| all << NUM_PIECES | u128::from(state.hands[colour]));
        spread_words(&[hands as u64, (hands >> 64) as u64], out.take(COLOURS * NUM_PIECES));
        for (flag, colour) in out.take(COLOURS).iter_mut().zip(rows) {
            *flag = u8::from(colour == current);
        }
        out.one_hot(COLOURS, first);
        for colour in rows {
            out.one_hot(players, seat(owners[colour], player, players));
        }
        assert!(out.0.is_empty(), "a uint8 slice that is too long");

        assert_eq!(i32s.len(), players, "one score per seat");
        i32s.fill(0);
        // As in the scores: a colour that is left over counts for nobody.
        for colour in 0..COLOURS - COLOURS % players {
            i32s[seat(colour % players, player, players)] += game.colour_score(state, colour);
        }
    }
}

/// A board row by row as flags; `row` gives the word of a row in memory, of which row 0 is empty.
#[inline(always)]
fn plane<const SIDE: usize, const CELLS: usize>(out: &mut [u8], row: impl Fn(usize) -> u32) {
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
    spread_words(&words, out);
}

/// Words for the cells of the largest board.
const WORDS: usize = 7;
