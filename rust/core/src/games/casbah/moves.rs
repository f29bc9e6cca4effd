//! Legal actions: counting, choosing and listing them in ascending order, and playing one.

use super::Phase;
use super::board::{Board, bits};
use super::position::{Entry, Position};
use super::shared::Shared;
use super::simd::{Cpu, Job};
use super::table::Demand;
use super::tables::Tables;
use crate::Action;

/// Working memory of move generation: what [`Count`] found.
#[derive(Debug, Default)]
pub struct Scratch {
    node: Node,
    /// Per type in hand and turn: the cells where it can be laid, `N` words each.
    cells: Vec<u64>,
    /// Per type in hand and turn: number of legal lays up to and with it.
    upto: Vec<u32>,
}

#[derive(Debug, Default)]
enum Node {
    #[default]
    End,
    /// Types that can be taken, as bits.
    Draft(u64),
    /// The front door's lay.
    First(Action),
    /// Lays of types in hand, as bits; no candidate is below the cell `base`.
    Lay { types: u64, base: usize },
}

/// See [`crate::Game::count`].
pub(super) struct Count<'a, const N: usize, const T: usize, const L: usize, E> {
    pub(super) shared: &'a Shared,
    pub(super) tables: &'a Tables<N>,
    pub(super) position: &'a Position<N, T, L, E>,
    pub(super) scratch: &'a mut Scratch,
}

impl<const N: usize, const T: usize, const L: usize, E: Entry> Job for Count<'_, N, T, L, E> {
    type Out = u32;

    #[inline(always)]
    fn run<C: Cpu>(self) -> u32 {
        let Self { shared, tables, position, scratch } = self;
        position.count(shared, tables, scratch)
    }
}

/// See [`crate::Game::apply`]; anything but a legal action may do anything, but does not panic.
pub(super) struct Apply<'a, const N: usize, const T: usize, const L: usize, E> {
    pub(super) shared: &'a Shared,
    pub(super) tables: &'a Tables<N>,
    pub(super) position: &'a mut Position<N, T, L, E>,
    pub(super) action: Action,
}

impl<const N: usize, const T: usize, const L: usize, E: Entry> Job for Apply<'_, N, T, L, E> {
    type Out = ();

    #[inline(always)]
    fn run<C: Cpu>(self) {
        let Self { shared, tables, position, action } = self;
        position.apply_open(shared, tables, action);
        if position.head.phase == Phase::Lay && position.head.tiles > 0 {
            position.settle(tables, shared.options.players);
        }
    }
}

impl<const N: usize, const T: usize, const L: usize, E: Entry> Position<N, T, L, E> {
    /// See [`crate::Game::count`].
    #[inline(always)]
    pub(super) fn count(&self, shared: &Shared, tables: &Tables<N>, scratch: &mut Scratch) -> u32 {
        match self.head.phase {
            Phase::End => {
                scratch.node = Node::End;
                0
            }
            Phase::Draft => {
                let types = self.choices(shared);
                scratch.node = Node::Draft(types);
                types.count_ones()
            }
            Phase::Lay if self.head.tiles == 0 => {
                scratch.node = Node::First(shared.pictures.list[shared.pictures.front].first_action);
                1
            }
            Phase::Lay => {
                let mut room = None;
                let demand = self.table.demand(tables, &mut room);
                self.count_lays(tables, &demand, scratch)
            }
        }
    }

    /// Finds all lays of the mover and counts them.
    #[inline(always)]
    pub(super) fn count_lays(&self, tables: &Tables<N>, demand: &Demand<'_, N>, scratch: &mut Scratch) -> u32 {
        scratch.make_room(tables.looks.len(), N);
        let cells = scratch.cells.as_chunks_mut::<N>().0.as_chunks_mut::<4>().0;
        let upto = scratch.upto.as_chunks_mut::<4>().0;
        let types = self.held();
        let (mut total, mut left) = (0, types);
        for (cells, upto) in cells.iter_mut().zip(upto) {
            if left == 0 {
                break;
            }
            let quad = demand.of(&tables.looks[left.trailing_zeros() as usize]);
            left &= left - 1;
            *cells = quad.map(|board| board.0);
            for r in 0..4 {
                total += quad[r].count();
                upto[r] = total;
            }
        }
        scratch.node = Node::Lay { types, base: tables.base(self.table.frames) };
        total
    }

    /// See [`crate::Game::is_legal`].
    #[inline(always)]
    pub(super) fn is_legal(&self, shared: &Shared, tables: &Tables<N>, action: Action) -> bool {
        match (self.head.phase, shared.lay_of(action)) {
            (Phase::Draft, None) => action < 64 && self.choices(shared) >> action & 1 != 0,
            (Phase::Lay, Some((picture, _))) if self.head.tiles == 0 => picture == shared.pictures.front,
            (Phase::Lay, Some((picture, Some(cell)))) => {
                let effect = &tables.effects[picture];
                self.mover()[usize::from(effect.kind)] > 0 && self.table.fits(tables, cell, effect)
            }
            _ => false,
        }
    }
}

impl Scratch {
    /// Makes room for so many types.
    #[inline(always)]
    fn make_room(&mut self, types: usize, words: usize) {
        if self.upto.len() != 4 * types || self.cells.len() != 4 * words * types {
            self.cells.resize(4 * words * types, 0);
            self.upto.resize(4 * types, 0);
        }
    }

    /// See [`crate::Game::select`].
    #[inline(always)]
    pub(super) fn select<const N: usize, C: Cpu>(&self, shared: &Shared, k: u32) -> Action {
        match self.node {
            Node::Draft(types) => C::select(types, k) as Action,
            Node::First(action) => action,
            Node::Lay { types, base } => {
                let upto = self.upto.as_chunks::<4>().0;
                let slot = upto.iter().take_while(|upto| upto[3] <= k).count();
                let r = upto[slot].iter().filter(|&&upto| upto <= k).count() & 3;
                let board = Board::<N>(self.cells.as_chunks().0[4 * slot + r]);
                let before = upto[slot][r] - board.count();
                let kind = C::select(types, slot as u32) as usize;
                shared.action(shared.pictures.of_type[kind].start + r, board.select::<C>(base, k - before))
            }
            Node::End => unreachable!("there is no action at the end"),
        }
    }

    /// See [`crate::Game::list`].
    #[inline(always)]
    pub(super) fn list<const N: usize>(&self, shared: &Shared, out: &mut Vec<Action>) {
        match self.node {
            Node::Draft(types) => out.extend(bits(types).map(|kind| kind as Action)),
            Node::First(action) => out.push(action),
            Node::Lay { types, base } => {
                let (boards, upto) = (self.cells.as_chunks::<N>().0.as_chunks::<4>().0, self.upto.as_chunks::<4>().0);
                let slots = types.count_ones() as usize;
                let total = slots.checked_sub(1).map_or(0, |last| upto[last][3]) as usize;
                let start = out.len();
                out.resize(start + total, 0);
                let mut to = out[start..].iter_mut();
                for (boards, kind) in boards.iter().zip(bits(types)) {
                    let picture = shared.pictures.of_type[kind].start;
                    for (r, &board) in boards.iter().enumerate() {
                        let board = Board::<N>(board);
                        if !board.is_empty() {
                            let first = shared.pictures.list[picture + r].first_action;
                            board.for_each(base, |cell| {
                                if let Some(to) = to.next() {
                                    *to = first + Action::from(shared.area.index[cell]);
                                }
                            });
                        }
                    }
                }
            }
            Node::End => (),
        }
    }
}
