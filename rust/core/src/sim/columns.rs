//! What all games of a batch look like.

use super::batch::Batch;
use super::sweep::{parts, share};
use crate::{Dtype, Game, observation_sizes};

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
        let (game, spec) = (self.game(), self.game().observation_spec());
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
        share(works, |(states, mut columns)| {
            let (bytes, numbers) = observation_sizes(spec);
            let (mut u8s, mut i32s) = (vec![0; bytes], vec![0; numbers]);
            for (j, state) in states.iter().enumerate() {
                game.observe(state, game.viewer(state), &mut u8s, &mut i32s);
                let (mut u8s, mut i32s) = (&u8s[..], &i32s[..]);
                for (array, column) in spec.iter().zip(&mut columns) {
                    let size = array.size();
                    let place = j * size..(j + 1) * size;
                    match (array.dtype, column) {
                        (Dtype::Uint8, Column::Uint8(out)) => out[place].copy_from_slice(take(&mut u8s, size)),
                        (Dtype::Int32, Column::Int32(out)) => out[place].copy_from_slice(take(&mut i32s, size)),
                        _ => panic!("the column of {} has another type", array.name),
                    }
                }
            }
        });
    }
}

/// The first elements, which are taken away.
fn take<'a, T>(from: &mut &'a [T], size: usize) -> &'a [T] {
    let (first, rest) = from.split_at(size);
    *from = rest;
    first
}
