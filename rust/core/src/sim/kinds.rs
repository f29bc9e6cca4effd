//! What is to be done next to each game of a block.

use super::equal;
use super::games::BLOCK;

/// The kind of work that comes next for each game of a block.
///
/// A byte per game is written without waiting for what was written before; a list of the games of each kind, to which games
/// are added one after the other, would make each wait for the last.
#[derive(Debug)]
pub struct Kinds([u8; BLOCK]);

impl Kinds {
    /// There is nothing left to be done.
    pub(super) const DONE: u8 = u8::MAX;
    /// The game has come to its end.
    pub(super) const ENDED: u8 = Self::DONE - 1;
    /// The game is only looked at. All kinds below are the game's own.
    pub(super) const LOOK: u8 = Self::ENDED - 1;

    /// Nothing is to be done.
    #[inline(always)]
    pub(super) fn new() -> Self {
        Self([Self::DONE; BLOCK])
    }

    /// Says what comes next for a game.
    #[inline(always)]
    pub fn set(&mut self, game: usize, kind: u8) {
        self.0[game] = kind;
    }

    /// The games for which `kind` comes next, ascending. Each must be given another kind.
    ///
    /// It is no function that takes the work, because a closure would not be compiled for the path of a [`crate::Sweep`].
    #[inline(always)]
    pub fn all(&self, kind: u8) -> impl Iterator<Item = usize> + use<> {
        let (first, second) = self.0.split_first_chunk().expect("there are more");
        let second = second.first_chunk().expect("there are two parts");
        Games { word: equal::bytes(first, kind), next: equal::bytes(second, kind), first: 0 }
    }
}

const _: () = assert!(BLOCK == 128, "a block is two words");

/// Games as bits: those of a word from game `first` on, and the next word.
struct Games {
    word: u64,
    next: u64,
    first: usize,
}

impl Iterator for Games {
    type Item = usize;

    #[inline(always)]
    fn next(&mut self) -> Option<usize> {
        if self.word == 0 {
            (self.word, self.next, self.first) = (self.next, 0, 64);
            if self.word == 0 {
                return None;
            }
        }
        let game = self.first + self.word.trailing_zeros() as usize;
        self.word &= self.word - 1;
        Some(game)
    }
}
