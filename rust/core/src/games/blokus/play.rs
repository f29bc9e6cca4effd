//! The work that is compiled for every instruction set: counting, choosing, listing, whole random games.

use super::Blokus;
use super::board::{NOBODY, State};
use super::moves::Scratch;
use super::pieces::ORIENTATIONS;
use super::simd::{Job, Level};
use crate::{Action, Stream};

/// Counts the legal placements of the colour to move.
pub(super) struct Count<'a, const STRIDE: usize> {
    pub(super) game: &'a Blokus,
    pub(super) state: &'a State,
    pub(super) scratch: &'a mut Scratch,
}

impl<const STRIDE: usize> Job for Count<'_, STRIDE> {
    type Out = u32;

    #[inline(always)]
    fn run<L: Level>(self) -> u32 {
        let rules = &self.game.rules;
        let colour = self.state.current as usize;
        self.scratch.found_mut().count::<STRIDE, L>(self.state, colour, &rules.board, &rules.starts)
    }
}

/// Lists what was counted.
pub(super) struct List<'a> {
    pub(super) game: &'a Blokus,
    pub(super) scratch: &'a Scratch,
    pub(super) out: &'a mut Vec<Action>,
}

impl Job for List<'_> {
    type Out = ();

    #[inline(always)]
    fn run<L: Level>(self) {
        let tables = self.game.tables;
        self.scratch.found().list(|orientation, bit| tables.number(orientation, bit), self.out);
    }
}

/// Finds one of what was counted.
pub(super) struct Select<'a> {
    pub(super) game: &'a Blokus,
    pub(super) scratch: &'a Scratch,
    pub(super) k: u32,
}

impl Job for Select<'_> {
    type Out = Action;

    #[inline(always)]
    fn run<L: Level>(self) -> Action {
        let (orientation, bit) = self.scratch.found().select::<L>(self.k);
        self.game.tables.number(orientation, bit)
    }
}

/// Plays uniformly at random to the end.
pub(super) struct Playout<'a, F, const STRIDE: usize> {
    pub(super) game: &'a Blokus,
    pub(super) state: &'a mut State,
    pub(super) stream: &'a mut Stream,
    pub(super) scratch: &'a mut Scratch,
    pub(super) seen: &'a mut F,
}

impl<F: FnMut(Action), const STRIDE: usize> Job for Playout<'_, F, STRIDE> {
    type Out = u32;

    #[inline(always)]
    fn run<L: Level>(self) -> u32 {
        let (rules, tables) = (&*self.game.rules, self.game.tables);
        let (state, found) = (self.state, self.scratch.found_mut());
        let mut length = 0;
        while state.current != NOBODY {
            // The turn is passed on without asking whether the next colour can move: its count tells.
            let colour = state.current as usize & 3;
            let n = found.count::<STRIDE, L>(state, colour, &rules.board, &rules.starts);
            if n == 0 {
                state.blocked |= 1 << colour;
            } else {
                let (orientation, bit) = found.select::<L>(self.stream.below(n));
                (self.seen)(tables.number(orientation, bit));
                state.lay(ORIENTATIONS[orientation].piece, tables.shape(orientation), bit);
                length += 1;
            }
            state.pass_turn(rules.colours);
        }
        length
    }
}
