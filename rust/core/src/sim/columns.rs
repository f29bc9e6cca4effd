//! What all games of a batch look like.

use std::slice::{ChunksExactMut, IterMut};

use super::batch::Batch;
use super::sweep::{parts, share};
use crate::{Arrays, Dtype, Game, Steps, Sweep};

/// An array of an observation for all games, one game after the other.
#[derive(Debug)]
pub enum Column<'a> {
    /// Flags and codes.
    Uint8(&'a mut [u8]),
    /// Numbers that count.
    Int32(&'a mut [i32]),
}

impl Column<'_> {
    fn split_at(self, at: usize) -> (Self, Self) {
        match self {
            Self::Uint8(all) => {
                let (first, rest) = all.split_at_mut(at);
                (Self::Uint8(first), Self::Uint8(rest))
            }
            Self::Int32(all) => {
                let (first, rest) = all.split_at_mut(at);
                (Self::Int32(first), Self::Int32(rest))
            }
        }
    }
}

impl<G: Game> Batch<G> {
    /// Writes each game as the player to move sees it ([`Game::viewer`]), an array of [`Game::observation_spec`] per column.
    ///
    /// # Panics
    /// There are other columns than the spec has arrays, or one has another length.
    pub fn observe(&mut self, mut columns: Vec<Column<'_>>) {
        let spec = self.game().observation_spec();
        assert_eq!(columns.len(), spec.len(), "one column per array");
        let size = self.len().div_ceil(parts(self)).max(1);
        let mut works = Vec::new();
        for states in self.states().chunks(size) {
            let mut here = Vec::with_capacity(spec.len());
            let mut rest = Vec::with_capacity(spec.len());
            for (column, array) in columns.into_iter().zip(spec) {
                let (first, others) = column.split_at(states.len() * array.size());
                here.push(first);
                rest.push(others);
            }
            columns = rest;
            works.push((states, here));
        }
        let game = self.game();
        share(works, |(states, columns)| {
            let mut outlets = Outlets { bytes: Vec::new(), numbers: Vec::new() };
            for (array, column) in spec.iter().zip(columns) {
                match (array.dtype, column) {
                    (Dtype::Uint8, Column::Uint8(out)) => outlets.bytes.push(out.chunks_exact_mut(array.size())),
                    (Dtype::Int32, Column::Int32(out)) => outlets.numbers.push(out.chunks_exact_mut(array.size())),
                    _ => panic!("the column of {} has another type", array.name),
                }
            }
            game.sweep(Observe { game, states, outlets });
        });
    }
}

/// The columns from the next game on.
struct Outlets<'a> {
    bytes: Vec<ChunksExactMut<'a, u8>>,
    numbers: Vec<ChunksExactMut<'a, i32>>,
}

/// Writes what games look like.
struct Observe<'a, G: Game> {
    game: &'a G,
    states: &'a [G::State],
    outlets: Outlets<'a>,
}

impl<G: Game> Sweep<G> for Observe<'_, G> {
    type Out = ();

    #[inline(always)]
    fn run(self, steps: &impl Steps<G>) {
        let Self { game, states, mut outlets } = self;
        for state in states {
            let mut out = Outlet { bytes: outlets.bytes.iter_mut(), numbers: outlets.numbers.iter_mut() };
            steps.observe(state, game.viewer(state), &mut out);
        }
    }
}

/// The columns of one game.
struct Outlet<'a, 'b> {
    bytes: IterMut<'b, ChunksExactMut<'a, u8>>,
    numbers: IterMut<'b, ChunksExactMut<'a, i32>>,
}

impl<'a> Arrays<'a> for Outlet<'a, '_> {
    #[inline(always)]
    fn bytes(&mut self, size: usize) -> &'a mut [u8] {
        let out = self.bytes.next().and_then(Iterator::next).expect("a column has a place for each game");
        debug_assert_eq!(out.len(), size, "the size is that of the spec");
        out
    }

    #[inline(always)]
    fn numbers(&mut self, size: usize) -> &'a mut [i32] {
        let out = self.numbers.next().and_then(Iterator::next).expect("a column has a place for each game");
        debug_assert_eq!(out.len(), size, "the size is that of the spec");
        out
    }
}
