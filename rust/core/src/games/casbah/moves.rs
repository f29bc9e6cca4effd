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
    /// Types in hand.
    kinds: Vec<u8>,
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
    /// Lays of so many types in hand; no candidate is below the cell `base`.
    Lay { slots: usize, base: usize },
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
        match (position.head.phase, shared.lay_of(action)) {
            (Phase::Draft, None) if action < T as u32 && position.head.picks > 0 => {
                position.pick(shared, action as usize);
            }
            (Phase::Lay, Some((picture, Some(cell)))) if usize::from(position.head.tiles) < L => {
                position.lay(tables, cell, picture);
                position.settle(tables, shared.options.players);
            }
            _ => (),
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
        let types = tables.looks.len();
        scratch.kinds.resize(types, 0);
        scratch.cells.resize(4 * N * types, 0);
        scratch.upto.resize(4 * types, 0);
        let cells = scratch.cells.as_chunks_mut::<N>().0.as_chunks_mut::<4>().0;
        let upto = scratch.upto.as_chunks_mut::<4>().0;
        let (mut total, mut slots) = (0, 0);
        for (kind, (&held, look)) in self.mover().iter().zip(&tables.looks).enumerate() {
            if held == 0 {
                continue;
            }
            let quad = demand.of(look);
            scratch.kinds[slots] = kind as u8;
            cells[slots] = quad.map(|board| board.0);
            for r in 0..4 {
                total += quad[r].count();
                upto[slots][r] = total;
            }
            slots += 1;
        }
        scratch.node = Node::Lay { slots, base: tables.base(self.table.frames) };
        total
    }

    /// See [`crate::Game::is_legal`].
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
    /// See [`crate::Game::select`].
    #[inline(always)]
    pub(super) fn select<const N: usize, C: Cpu>(&self, shared: &Shared, k: u32) -> Action {
        match self.node {
            Node::Draft(types) => bits(types).nth(k as usize).unwrap_or(0) as Action,
            Node::First(action) => action,
            Node::Lay { slots, base } => {
                let slot = self.upto[..4 * slots].partition_point(|&upto| upto <= k);
                let board = Board::<N>(self.cells.as_chunks().0[slot]);
                let before = self.upto[slot] - board.count();
                shared.action(self.picture(shared, slot), board.select::<C>(base, k - before))
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
            Node::Lay { slots, base } => {
                let boards = self.cells.as_chunks::<N>().0;
                out.reserve(self.upto[..4 * slots].last().map_or(0, |&count| count as usize));
                for slot in 0..4 * slots {
                    let board = Board::<N>(boards[slot]);
                    if !board.is_empty() {
                        let picture = self.picture(shared, slot);
                        let first = shared.pictures.list[picture].first_action;
                        board.for_each(base, |cell| out.push(first + Action::from(shared.area.index[cell])));
                    }
                }
            }
            Node::End => (),
        }
    }

    /// The picture of a type in hand and turn.
    fn picture(&self, shared: &Shared, slot: usize) -> usize {
        shared.pictures.of_type[usize::from(self.kinds[slot / 4])].start + slot % 4
    }
}
