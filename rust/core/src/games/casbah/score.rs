//! Points (H10, H11).

use super::Phase;
use super::position::{Entry, Position};
use super::shared::Shared;

impl<const N: usize, const T: usize, const L: usize, E: Entry> Position<N, T, L, E> {
    /// The points of a player; a solo game is judged by H11 once it is over.
    pub(super) fn score(&self, shared: &Shared, player: usize) -> i32 {
        let options = &shared.options;
        let tiles = options.set.tiles.iter();
        let left: i32 = tiles
            .zip(&self.hands.counts()[player])
            .map(|(tile, &count)| i32::from(tile.value) * i32::from(count))
            .sum();
        if options.players > 1 || self.head.phase != Phase::End {
            return i32::from(self.chips[player]) - left;
        }
        let complete = i32::from(self.head.tiles) == options.size.0 * options.size.1;
        if complete { -left } else { -options.set.face_value() }
    }
}
