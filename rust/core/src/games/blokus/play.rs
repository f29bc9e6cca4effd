//! The work that is compiled for every instruction set: counting, choosing, listing, whole random games.

use std::marker::PhantomData;

use super::Blokus;
use super::board::{NOBODY, State};
use super::moves::Scratch;
use super::simd::{Cpu, Job};
use crate::{Action, Arrays, Steps, Stream, Sweep};

/// Counts the legal placements of the colour to move.
pub(super) struct Count<'a> {
    pub(super) game: &'a Blokus,
    pub(super) state: &'a State,
    pub(super) scratch: &'a mut Scratch,
}

impl Job for Count<'_> {
    type Out = u32;

    #[inline(always)]
    fn run<C: Cpu>(self) -> u32 {
        let rules = &self.game.rules;
        let colour = self.state.current as usize;
        self.scratch.found_mut().count(self.game.tables, self.state, colour, &rules.board, &rules.starts)
    }
}

/// Lists what was counted.
pub(super) struct List<'a> {
    pub(super) game: &'a Blokus,
    pub(super) scratch: &'a mut Scratch,
    pub(super) out: &'a mut Vec<Action>,
}

impl Job for List<'_> {
    type Out = ();

    #[inline(always)]
    fn run<C: Cpu>(self) {
        self.scratch.list::<C>(self.game.tables, self.out);
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
    fn run<C: Cpu>(self) -> Action {
        let (_, key) = self.scratch.found().select(self.game.tables, self.k);
        self.game.tables.number(key)
    }
}

/// Plays uniformly at random to the end.
pub(super) struct Playout<'a, F> {
    pub(super) game: &'a Blokus,
    pub(super) state: &'a mut State,
    pub(super) stream: &'a mut Stream,
    pub(super) scratch: &'a mut Scratch,
    pub(super) seen: &'a mut F,
}

impl<F: FnMut(Action)> Job for Playout<'_, F> {
    type Out = u32;

    #[inline(always)]
    fn run<C: Cpu>(self) -> u32 {
        let (rules, tables) = (&*self.game.rules, self.game.tables);
        let (state, found) = (self.state, self.scratch.found_mut());
        let mut length = 0;
        while state.current != NOBODY {
            // The turn is passed on without asking whether the next colour can move: its count tells.
            let colour = state.current as usize & 3;
            let n = found.count(tables, state, colour, &rules.board, &rules.starts);
            if n == 0 {
                state.blocked |= 1 << colour;
            } else {
                let (piece, key) = found.select(tables, self.stream.below(n));
                (self.seen)(tables.number(key));
                let (orientation, x, y) = tables.place(piece, key);
                state.lay(orientation, x, y);
                length += 1;
            }
            state.pass_turn(rules.colours);
        }
        length
    }
}

/// Work on many positions.
pub(super) struct Many<'a, W> {
    pub(super) game: &'a Blokus,
    pub(super) work: W,
}

impl<W: Sweep<Blokus>> Job for Many<'_, W> {
    type Out = W::Out;

    #[inline(always)]
    fn run<C: Cpu>(self) -> W::Out {
        self.work.run(&Late { game: self.game, cpu: PhantomData::<C> })
    }
}

/// Steps after which the turn is passed on without asking whether the next colour can move: its count tells.
struct Late<'a, C> {
    game: &'a Blokus,
    cpu: PhantomData<C>,
}

impl<C: Cpu> Steps<Blokus> for Late<'_, C> {
    #[inline(always)]
    fn apply(&self, state: &mut State, action: Action) {
        self.game.play_open(state, action);
    }

    #[inline(always)]
    fn settle(&self, state: &mut State, scratch: &mut Scratch) -> u32 {
        let rules = &*self.game.rules;
        while state.current != NOBODY {
            let colour = state.current as usize & 3;
            let n = scratch.found_mut().count(self.game.tables, state, colour, &rules.board, &rules.starts);
            if n != 0 {
                return n;
            }
            state.blocked |= 1 << colour;
            state.pass_turn(rules.colours);
        }
        scratch.clear();
        0
    }

    #[inline(always)]
    fn select(&self, _state: &State, scratch: &Scratch, k: u32) -> Action {
        let (_, key) = scratch.found().select(self.game.tables, k);
        self.game.tables.number(key)
    }

    #[inline(always)]
    fn list(&self, _state: &State, scratch: &mut Scratch, out: &mut Vec<Action>) {
        scratch.list::<C>(self.game.tables, out);
    }

    #[inline(always)]
    fn is_legal(&self, state: &State, action: Action) -> bool {
        self.game.allows(state, action)
    }

    #[inline(always)]
    fn is_chance(&self, _state: &State) -> bool {
        false
    }

    #[inline(always)]
    fn observe<'a>(&self, state: &State, player: usize, out: &mut impl Arrays<'a>) {
        self.game.observe_into::<C>(state, player, out);
    }
}
