//! Legal actions: counting, choosing and listing them in ascending order, and playing one.

use super::Phase;
use super::area::{Area, Frame, frames};
use super::board::{Board, Portable, bits};
use super::options::Options;
use super::pictures::Pictures;
use super::position::{Entry, Position};
use super::tables::Tables;
use crate::Action;

/// What a game's positions share and what does not depend on the width of their boards.
#[derive(Debug)]
pub(super) struct Shared {
    pub(super) options: Options,
    pub(super) pictures: Pictures,
    pub(super) area: Area,
    pub(super) frames: Vec<Frame>,
}

impl Shared {
    pub(super) fn new(options: Options) -> Self {
        let frames = frames(options.size);
        let area = Area::new(options.size, &frames);
        let pictures = Pictures::new(&options.set, area.len());
        Self { options, pictures, area, frames }
    }

    /// The action number of a picture on a cell.
    #[inline(always)]
    pub(super) fn action(&self, picture: usize, cell: usize) -> Action {
        let offset = if picture == self.pictures.front { 0 } else { u32::from(self.area.index[cell]) };
        self.pictures.list[picture].first_action + offset
    }

    /// The cell and picture of a lay; no cell when it lies in no frame.
    pub(super) fn lay_of(&self, action: Action) -> Option<(usize, Option<usize>)> {
        let (picture, index) = self.pictures.decode(action)?;
        let door = picture == self.pictures.front;
        Some((picture, if door { self.area.cell_at((0, 0)) } else { self.area.cell(index) }))
    }
}

/// Working memory of move generation: what [`Position::count`] found.
#[derive(Debug, Default)]
pub struct Scratch {
    node: Node,
    /// Per picture: the cells where it can be laid, `N` words each.
    pub(super) cells: Vec<u64>,
    /// Per picture: number of legal lays up to and with it.
    pub(super) upto: Vec<u32>,
}

#[derive(Debug, Default)]
enum Node {
    #[default]
    End,
    /// Types that can be taken, as bits.
    Draft(u64),
    /// The front door's lay.
    First(Action),
    /// Lays; no candidate is below this cell.
    Lay(usize),
}

impl<const N: usize, const T: usize, const L: usize, E: Entry> Position<N, T, L, E> {
    /// See [`crate::Game::count`].
    pub(super) fn count(&self, shared: &Shared, tables: &Tables<N>, scratch: &mut Scratch) -> u32 {
        match self.head.phase {
            Phase::End => {
                scratch.node = Node::End;
                0
            }
            Phase::Draft => {
                let types = self.face_up(shared);
                scratch.node = Node::Draft(types);
                types.count_ones()
            }
            Phase::Lay if self.head.tiles == 0 => {
                scratch.node = Node::First(shared.pictures.list[shared.pictures.front].first_action);
                1
            }
            Phase::Lay => {
                scratch.node = Node::Lay(tables.base(self.table.frames));
                let pictures = tables.looks.len();
                scratch.cells.resize(pictures * N, 0);
                scratch.upto.resize(pictures, 0);
                self.count_lays(&shared.pictures, tables, scratch)
            }
        }
    }

    fn count_lays(&self, pictures: &Pictures, tables: &Tables<N>, scratch: &mut Scratch) -> u32 {
        let candidates = self.table.candidates(tables);
        let hand = &self.hands[usize::from(self.head.player & 3)];
        let (cells, _) = scratch.cells.as_chunks_mut::<N>();
        let mut total = 0;
        for (range, &count) in pictures.of_type.iter().zip(hand) {
            for picture in range.clone() {
                if count > 0 {
                    let board = candidates.of(&tables.looks[picture]);
                    cells[picture] = board.0;
                    total += board.count();
                }
                scratch.upto[picture] = total;
            }
        }
        total
    }

    /// The types that can be taken now, as bits (H3, H4).
    pub(super) fn face_up(&self, shared: &Shared) -> u64 {
        let front = shared.options.set.front();
        let types = (0..shared.options.set.tiles.len()).filter(|&kind| self.pool(shared, kind) > 0);
        let types = types.fold(0, |types, kind| types | 1 << kind);
        let forced = types & 1 << front;
        if self.head.picks == 1 && forced != 0 { forced } else { types }
    }

    /// Tiles of a type that are face up in the draft.
    pub(super) fn pool(&self, shared: &Shared, kind: usize) -> u8 {
        if self.head.phase != Phase::Draft {
            return 0;
        }
        let count = shared.options.set.tiles[kind].count;
        self.hands.iter().fold(count, |left, hand| left.saturating_sub(hand[kind]))
    }

    /// See [`crate::Game::is_legal`].
    pub(super) fn is_legal(&self, shared: &Shared, tables: &Tables<N>, action: Action) -> bool {
        match (self.head.phase, shared.lay_of(action)) {
            (Phase::Draft, None) => action < 64 && self.face_up(shared) >> action & 1 != 0,
            (Phase::Lay, Some((picture, _))) if self.head.tiles == 0 => picture == shared.pictures.front,
            (Phase::Lay, Some((picture, Some(cell)))) => {
                let looks = &tables.looks[picture];
                let hand = &self.hands[usize::from(self.head.player & 3)];
                hand[usize::from(looks.kind)] > 0 && self.table.fits(tables, cell, looks)
            }
            _ => false,
        }
    }

    /// See [`crate::Game::apply`]; anything but a legal action may do anything, but does not panic.
    pub(super) fn apply(&mut self, shared: &Shared, tables: &Tables<N>, action: Action) {
        match (self.head.phase, shared.lay_of(action)) {
            (Phase::Draft, None) if action < T as u32 && self.head.picks > 0 => {
                self.pick(shared.options.players, shared.options.set.front(), action as usize);
            }
            (Phase::Lay, Some((picture, Some(cell)))) if usize::from(self.head.tiles) < L => {
                self.lay(tables, cell, picture);
                self.settle(tables, &shared.pictures, shared.options.players);
            }
            _ => (),
        }
    }
}

impl Scratch {
    /// See [`crate::Game::select`].
    pub(super) fn select<const N: usize>(&self, shared: &Shared, k: u32) -> Action {
        match self.node {
            Node::Draft(types) => bits(types).nth(k as usize).unwrap_or(0) as Action,
            Node::First(action) => action,
            Node::Lay(base) => {
                let picture = self.upto.partition_point(|&upto| upto <= k);
                let before = if picture == 0 { 0 } else { self.upto[picture - 1] };
                let board = Board::<N>(self.cells.as_chunks().0[picture]);
                shared.action(picture, board.select::<Portable>(base, k - before))
            }
            Node::End => unreachable!("there is no action at the end"),
        }
    }

    /// See [`crate::Game::list`].
    pub(super) fn list<const N: usize>(&self, shared: &Shared, out: &mut Vec<Action>) {
        match self.node {
            Node::Draft(types) => out.extend(bits(types).map(|kind| kind as Action)),
            Node::First(action) => out.push(action),
            Node::Lay(base) => {
                let mut before = 0;
                for (picture, (&words, &upto)) in self.cells.as_chunks::<N>().0.iter().zip(&self.upto).enumerate() {
                    if upto > before {
                        out.extend(Board(words).cells(base).map(|cell| shared.action(picture, cell)));
                        before = upto;
                    }
                }
            }
            Node::End => (),
        }
    }
}
