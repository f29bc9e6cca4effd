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

    /// Gives each game of a group to `work`, in the order in which they came, and empties the group. What `work` adds to it
    /// is left for the next time.
    #[inline(always)]
    pub(crate) fn take(&mut self, group: usize, mut work: impl FnMut(&mut Self, usize)) {
        let len = std::mem::take(&mut self.lens[group]);
        for i in 0..len.min(BLOCK) {
            let game = usize::from(self.games[group][i]);
            work(self, game);
        }
    }
}
