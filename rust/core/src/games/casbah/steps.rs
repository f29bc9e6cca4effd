//! Steps of many positions, which look for lays once: who can lay is found while the lays are counted.

use std::marker::PhantomData;

use super::moves::Scratch;
use super::position::{Entry, Position};
use super::shared::Shared;
use super::simd::{Cpu, Job};
use super::tables::Tables;
use super::{Casbah, Form, Phase, State, TILES, TYPES};
use crate::sim::Games;
use crate::{Action, Arrays, Steps, Sweep};

/// See [`crate::Game::sweep`].
pub(super) struct Many<'a, const N: usize, W> {
    pub(super) shared: &'a Shared,
    pub(super) tables: &'a Tables<N>,
    pub(super) work: W,
}

/// The steps of positions with boards of `N` words.
struct Late<'a, const N: usize, C> {
    shared: &'a Shared,
    tables: &'a Tables<N>,
    cpu: PhantomData<C>,
}

/// The position in a state of a game whose boards have `N` words.
trait Inside<const N: usize> {
    type Position;
    fn inside(&self) -> &Self::Position;
    fn inside_mut(&mut self) -> &mut Self::Position;
}

macro_rules! inside {
    ($words:literal, $form:ident, $position:ty) => {
        impl Inside<$words> for State {
            type Position = $position;

            #[inline(always)]
            fn inside(&self) -> &Self::Position {
                match &self.0 {
                    Form::$form(position) => position,
                    _ => unreachable!("a position belongs to a game of other options"),
                }
            }

            #[inline(always)]
            fn inside_mut(&mut self) -> &mut Self::Position {
                match &mut self.0 {
                    Form::$form(position) => position,
                    _ => unreachable!("a position belongs to a game of other options"),
                }
            }
        }

        impl<W: Sweep<Casbah>> Job for Many<'_, $words, W> {
            type Out = W::Out;

            #[inline(always)]
            fn run<C: Cpu>(self) -> W::Out {
                self.work.run(&Late { shared: self.shared, tables: self.tables, cpu: PhantomData::<C> })
            }
        }

        impl<C: Cpu> Steps<Casbah> for Late<'_, $words, C> {
            #[inline(always)]
            fn apply(&self, state: &mut State, action: Action) {
                let position = Inside::<$words>::inside_mut(state);
                position.apply_open(self.shared, self.tables, action);
            }

            #[inline(always)]
            fn settle(&self, state: &mut State, scratch: &mut Scratch) -> u32 {
                let position = Inside::<$words>::inside_mut(state);
                position.settle_and_count(self.shared, self.tables, scratch)
            }

            #[inline(always)]
            fn select(&self, _state: &State, scratch: &Scratch, k: u32) -> Action {
                scratch.select::<$words, C>(self.shared, k)
            }

            #[inline(always)]
            fn list(&self, _state: &State, scratch: &mut Scratch, out: &mut Vec<Action>) {
                scratch.list::<$words, C>(self.shared, out);
            }

            #[inline(always)]
            fn is_legal(&self, state: &State, action: Action) -> bool {
                Inside::<$words>::inside(state).is_legal(self.shared, self.tables, action)
            }

            #[inline(always)]
            fn is_chance(&self, _state: &State) -> bool {
                false
            }

            #[inline(always)]
            fn observe<'a>(&self, state: &State, player: usize, out: &mut impl Arrays<'a>) {
                Inside::<$words>::inside(state).observe::<C>(self.shared, player, out);
            }

            #[inline(always)]
            fn nth_bit(&self, bits: u64, k: u32) -> u32 {
                C::select(bits, k)
            }

            #[inline(always)]
            fn kind(&self, state: &State, _action: Action) -> u8 {
                let head = Inside::<$words>::inside(state).head;
                let pick = if head.picks > 1 { PICKS } else { LAST_PICK };
                if head.phase == Phase::Draft { pick } else { LAYS }
            }

            /// Picks and lays have a loop each.
            #[inline(always)]
            fn play(&self, games: &mut Games<'_, Casbah>, actions: &[Action]) {
                for j in games.kinds.all(PICKS) {
                    let position = Inside::<$words>::inside_mut(&mut games.states[j]);
                    position.pick(self.shared, actions[j] as usize);
                    let choices = position.choices(self.shared);
                    games.found_bits::<8>(self, j, choices, 0);
                }
                for j in games.kinds.all(LAYS) {
                    let position = Inside::<$words>::inside_mut(&mut games.states[j]);
                    if let Some((picture, Some(cell))) = self.shared.lay_of(actions[j]) {
                        position.lay(self.tables, cell, picture);
                        position.pass(self.shared);
                    }
                    let count = position.count_after_lay(self.shared, self.tables, games.scratch);
                    games.found(self, j, count);
                }
                for j in games.kinds.all(LAST_PICK) {
                    games.play(self, j, actions);
                }
            }
        }
    };
}

/// Kinds of work: a pick, the last of them or a lay.
const PICKS: u8 = 0;
const LAST_PICK: u8 = 1;
const LAYS: u8 = 2;

inside!(1, Narrow, Position<1, TYPES, TILES, u16>);
inside!(2, Middle, Position<2, TYPES, TILES, u16>);
inside!(16, Broad, Position<16, 64, 255, u32>);

impl<const N: usize, const T: usize, const L: usize, E: Entry> Position<N, T, L, E> {
    /// [`Steps::apply`]: the turn goes to the next player, whether he can lay or not.
    #[inline(always)]
    pub(super) fn apply_open(&mut self, shared: &Shared, tables: &Tables<N>, action: Action) {
        match (self.head.phase, shared.lay_of(action)) {
            (Phase::Draft, None) if action < T as u32 && self.head.picks > 0 => self.pick(shared, action as usize),
            (Phase::Lay, Some((picture, Some(cell)))) if usize::from(self.head.tiles) < L => {
                self.lay(tables, cell, picture);
                self.pass(shared);
            }
            _ => (),
        }
    }

    /// [`Steps::settle`] (H9, H10).
    #[inline(always)]
    fn settle_and_count(&mut self, shared: &Shared, tables: &Tables<N>, scratch: &mut Scratch) -> u32 {
        if self.head.phase == Phase::Lay && self.head.tiles > 0 {
            self.count_after_lay(shared, tables, scratch)
        } else {
            self.count(shared, tables, scratch)
        }
    }

    /// [`Steps::settle`] once the first tile lies.
    #[inline(always)]
    fn count_after_lay(&mut self, shared: &Shared, tables: &Tables<N>, scratch: &mut Scratch) -> u32 {
        let mut room = None;
        let demand = self.table.demand(tables, &mut room);
        for _ in 0..shared.options.players {
            let count = self.count_lays(tables, &demand, scratch);
            if count != 0 {
                return count;
            }
            self.pass(shared);
        }
        self.head.phase = Phase::End;
        self.count(shared, tables, scratch)
    }
}
