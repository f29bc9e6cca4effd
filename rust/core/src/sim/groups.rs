//! Games of a block, sorted by what is to be done to them.

use super::games::BLOCK;

/// `N` groups of games of a block.
#[derive(Debug)]
pub(crate) struct Groups<const N: usize> {
    games: [[u8; BLOCK]; N],
    lens: [usize; N],
}

impl<const N: usize> Groups<N> {
    /// Groups without games.
    #[inline(always)]
    pub(crate) fn new() -> Self {
        Self { games: [[0; BLOCK]; N], lens: [0; N] }
    }

    /// Adds a game to a group, without a branch.
    #[inline(always)]
    pub(crate) fn add(&mut self, group: usize, game: usize) {
        let len = &mut self.lens[group % N];
        self.games[group % N][*len % BLOCK] = game as u8;
        *len += 1;
    }

    /// Whether a group has no games.
    #[inline(always)]
    pub(crate) fn is_empty(&self, group: usize) -> bool {
        self.lens[group] == 0
    }

    /// The games of a group.
    #[inline(always)]
    pub(crate) fn members(&self, group: usize) -> &[u8] {
        &self.games[group][..self.lens[group].min(BLOCK)]
    }

    /// Empties a group and gives its games in the order in which they came. What is added to it while they are gone through
    /// is left for the next time.
    ///
    /// It is no function that takes the work, because a closure would not be compiled for the path of a [`crate::Sweep`].
    #[inline(always)]
    pub(crate) fn take(&mut self, group: usize) -> impl Iterator<Item = usize> + use<N> {
        let (games, len) = (self.games[group], std::mem::take(&mut self.lens[group]));
        (0..len.min(BLOCK)).map(move |i| usize::from(games[i]))
    }
}
