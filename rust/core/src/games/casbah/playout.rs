//! Whole random games.

use super::moves::{Scratch, Shared};
use super::position::{Entry, Position};
use super::tables::Tables;
use crate::{Action, Stream};

/// See [`crate::Game::playout`].
pub(super) fn run<const N: usize, const T: usize, const L: usize, E: Entry>(
    shared: &Shared,
    tables: &Tables<N>,
    position: &mut Position<N, T, L, E>,
    stream: &mut Stream,
    scratch: &mut Scratch,
    seen: &mut impl FnMut(Action),
) -> u32 {
    let mut length = 0;
    loop {
        let n = position.count(shared, tables, scratch);
        if n == 0 {
            return length;
        }
        let action = scratch.select::<N>(shared, stream.below(n));
        seen(action);
        position.apply(shared, tables, action);
        length += 1;
    }
}
