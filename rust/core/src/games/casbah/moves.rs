//! Legal actions: counting, choosing and listing them in ascending order, and playing one.

use super::Phase;
use super::board::{Board, bits};
use super::position::{Entry, Position};
use super::shared::Shared;
use super::simd::{Cpu, Job};
use super::table::Demand;
use super::tables::Tables;
use crate::Action;
use crate::lists::push_bits;

/// Working memory of move generation: what [`Count`] found.
#[derive(Debug, Default)]
pub struct Scratch {
    node: Node,
    /// Per type in hand and turn: the cells where it can be laid, `N` words each.
    cells: Vec<u64>,
    /// Per type in hand: number of legal lays up to and with it.
    ends: Ends,
    parts: Parts,
}

/// A number per type.
#[derive(Debug)]
struct Ends([u32; 64]);

impl Default for Ends {
    fn default() -> Self {
        Self([0; 64])
    }
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
pub(super) struct Count<'a, const N: usize, const T: usize, const L: usize, E: Entry> {
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
pub(super) struct Apply<'a, const N: usize, const T: usize, const L: usize, E: Entry> {
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
            position.settle(shared, tables);
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
            Phase::Draft => self.count_choices(shared, scratch),
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

    /// Finds all types that can be taken in the draft and counts them.
    #[inline(always)]
    pub(super) fn count_choices(&self, shared: &Shared, scratch: &mut Scratch) -> u32 {
        let types = self.choices(shared);
        scratch.node = Node::Draft(types);
        types.count_ones()
    }

    /// Finds all lays of the mover and counts them.
    #[inline(always)]
    pub(super) fn count_lays(&self, tables: &Tables<N>, demand: &Demand<'_, N>, scratch: &mut Scratch) -> u32 {
        scratch.make_room(tables.looks.len(), N);
        let cells = scratch.cells.as_chunks_mut::<N>().0.as_chunks_mut::<4>().0;
        let types = self.held();
        let (mut left, mut total) = (types, 0);
        for (cells, end) in cells.iter_mut().zip(&mut scratch.ends.0) {
            if left == 0 {
                break;
            }
            let quad = demand.of(&tables.looks[left.trailing_zeros() as usize]);
            left &= left - 1;
            *cells = quad.0.map(|board| board.0);
            total += quad.0.iter().map(|board| board.count()).sum::<u32>();
            *end = total;
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
        if self.cells.len() != 4 * words * types {
            self.cells.resize(4 * words * types, 0);
        }
    }

    /// See [`crate::Game::select`].
    #[inline(always)]
    pub(super) fn select<const N: usize, C: Cpu>(&self, shared: &Shared, k: u32) -> Action {
        let Node::Lay { types, base } = self.node else {
            return self.select_other::<C>(k);
        };
        // As many rounds as there were in counting: that is easy to guess, unlike where a search would end.
        let slot = bits(types).zip(&self.ends.0).filter(|&(_, &end)| end <= k).count();
        let boards = &self.cells.as_chunks::<N>().0.as_chunks::<4>().0[slot % 64];
        let count = |r: usize| Board(boards[r]).count();
        let third = self.ends.0[slot % 64] - count(3);
        let second = third - count(2);
        let first = second - count(1);
        let r = [first, second, third].iter().filter(|&&start| start <= k).count();
        let (board, before) = (Board(boards[r]), [first - count(0), first, second, third][r]);
        let kind = C::select(types, slot as u32) as usize;
        shared.action(shared.pictures.of_type[kind].start + r, board.select::<C>(base, k - before))
    }

    /// [`Scratch::select`] where no tile but the first is laid.
    #[inline(always)]
    fn select_other<C: Cpu>(&self, k: u32) -> Action {
        match self.node {
            Node::Draft(types) => C::select(types, k) as Action,
            Node::First(action) => action,
            Node::Lay { .. } | Node::End => unreachable!("it is no lay, and there is no action at the end"),
        }
    }

    /// See [`crate::Game::list`].
    #[inline(always)]
    pub(super) fn list<const N: usize, C: Cpu>(&mut self, shared: &Shared, out: &mut Vec<Action>) {
        match self.node {
            Node::Draft(types) => push_bits::<8>(out, types, |kind| kind),
            Node::First(action) => out.push(action),
            Node::Lay { types, base } => {
                let boards = self.cells.as_chunks::<N>().0.as_chunks::<4>().0;
                let parts = &mut self.parts;
                for (kind, boards) in bits(types).zip(boards) {
                    for (&board, &first) in boards.iter().zip(&shared.pictures.firsts[kind]) {
                        Board::<N>(board).parts(base, |word, cell| parts.add(word, cell, first));
                    }
                    if parts.len > parts.words.len() - 4 * (N + 1) {
                        parts.push(shared, out);
                    }
                }
                parts.push(shared, out);
            }
            Node::End => (),
        }
    }
}

/// Words of boards that are not empty, each with its first cell and the action that begins its picture.
#[derive(Debug)]
struct Parts {
    words: [u64; 128],
    firsts: [(u32, Action); 128],
    len: usize,
}

impl Default for Parts {
    fn default() -> Self {
        Self { words: [0; 128], firsts: [(0, 0); 128], len: 0 }
    }
}

impl Parts {
    /// Adds a word unless it is empty, without a branch.
    #[inline(always)]
    fn add(&mut self, word: u64, cell: usize, action: Action) {
        let at = self.len % 128;
        (self.words[at], self.firsts[at]) = (word, (cell as u32, action));
        self.len += usize::from(word != 0);
    }

    /// Appends all actions and forgets the words.
    #[inline(always)]
    fn push(&mut self, shared: &Shared, out: &mut Vec<Action>) {
        let index = &shared.area.index[..];
        for i in 0..std::mem::take(&mut self.len).min(128) {
            let (cell, action) = self.firsts[i];
            push_bits::<4>(out, self.words[i], |bit| {
                action + index.get((cell + bit) as usize).map_or(0, |&index| index.into())
            });
        }
    }
}
