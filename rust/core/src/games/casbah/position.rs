//! A position: the table, hands, chips and phase.

use super::Phase;
use super::moves::Shared;
use super::options::Options;
use super::pictures::Pictures;
use super::table::{Candidates, Table};
use super::tables::Tables;

/// A laid tile in few bytes: cell number and picture.
pub(super) trait Entry: Copy + Default + Send + Sync + 'static {
    fn new(cell: usize, picture: usize) -> Self;
    fn parts(self) -> (usize, usize);
}

impl Entry for u16 {
    fn new(cell: usize, picture: usize) -> Self {
        (cell << 8 | picture) as Self
    }
    fn parts(self) -> (usize, usize) {
        (usize::from(self >> 8), usize::from(self & 255))
    }
}

impl Entry for u32 {
    fn new(cell: usize, picture: usize) -> Self {
        (cell << 8 | picture) as Self
    }
    fn parts(self) -> (usize, usize) {
        ((self >> 8) as usize, (self & 255) as usize)
    }
}

/// A position with boards of `N` words, at most `T` types and `L` tiles on the table.
#[derive(Clone, Debug)]
pub(super) struct Position<const N: usize, const T: usize, const L: usize, E> {
    pub(super) table: Table<N>,
    /// The laid tiles in the order of their lay.
    pub(super) laid: [E; L],
    pub(super) hands: [[u8; T]; 4],
    pub(super) chips: [u16; 4],
    pub(super) head: Head,
}

/// The small numbers of a position.
#[derive(Clone, Copy, Debug)]
pub(super) struct Head {
    pub(super) phase: Phase,
    pub(super) player: u8,
    /// Tiles still to be picked.
    pub(super) picks: u8,
    /// Number of laid tiles.
    pub(super) tiles: u8,
}

impl<const N: usize, const T: usize, const L: usize, E: Entry> Position<N, T, L, E> {
    /// The start of a game; in solo all tiles are in hand (H11).
    pub(super) fn start(options: &Options, tables: &Tables<N>) -> Self {
        let solo = options.players == 1;
        let cells = (options.size.0 * options.size.1) as u8;
        let (phase, picks) = if solo { (Phase::Lay, 0) } else { (Phase::Draft, cells) };
        let head = Head { phase, player: 0, picks, tiles: 0 };
        let mut hands = [[0; T]; 4];
        if solo {
            hands[0].iter_mut().zip(&options.set.tiles).for_each(|(held, tile)| *held = tile.count);
        }
        Self { table: Table::new(tables), laid: [E::default(); L], hands, chips: [0; 4], head }
    }

    /// Writes the pictures of the laid tiles by area index.
    pub(super) fn write_grid(&self, shared: &Shared, grid: &mut [Option<u8>]) {
        for entry in &self.laid[..usize::from(self.head.tiles)] {
            let (cell, picture) = entry.parts();
            grid[usize::from(shared.area.index[cell])] = Some(picture as u8);
        }
    }

    /// Takes a tile in the draft; after the last pick the holder of the front door begins (H3, H5).
    #[inline(always)]
    pub(super) fn pick(&mut self, players: u8, front: usize, kind: usize) {
        let head = &mut self.head;
        self.hands[usize::from(head.player & 3)][kind] += 1;
        head.picks -= 1;
        head.player = if head.player + 1 == players { 0 } else { head.player + 1 };
        if head.picks == 0 {
            head.phase = Phase::Lay;
            head.player = self.hands.iter().position(|hand| hand[front] > 0).unwrap_or(0) as u8;
        }
    }

    /// The mover lays a tile; whose turn it is then is left to [`Position::settle`].
    #[inline(always)]
    pub(super) fn lay(&mut self, tables: &Tables<N>, cell: usize, picture: usize) {
        let looks = &tables.looks[picture];
        let player = usize::from(self.head.player & 3);
        self.table.lay(tables, cell, looks);
        let held = &mut self.hands[player][usize::from(looks.kind)];
        *held = held.wrapping_sub(1);
        self.chips[player] = self.chips[player].wrapping_add(u16::from(looks.value));
        self.laid[usize::from(self.head.tiles)] = E::new(cell, picture);
        self.head.tiles += 1;
    }

    /// Gives the turn to the next player who can lay, or ends the game (H9, H10).
    pub(super) fn settle(&mut self, tables: &Tables<N>, pictures: &Pictures, players: u8) {
        let candidates = self.table.candidates(tables);
        for _ in 0..players {
            self.head.player = if self.head.player + 1 >= players { 0 } else { self.head.player + 1 };
            if self.can_lay(tables, pictures, &candidates) {
                return;
            }
        }
        self.head.phase = Phase::End;
    }

    fn can_lay(&self, tables: &Tables<N>, pictures: &Pictures, candidates: &Candidates<N>) -> bool {
        self.kinds_in_hand(pictures).any(|kind| {
            let range = pictures.of_type[kind].clone();
            range.into_iter().any(|picture| !candidates.of(&tables.looks[picture]).is_empty())
        })
    }

    /// The types that the mover holds, ascending.
    pub(super) fn kinds_in_hand(&self, pictures: &Pictures) -> impl Iterator<Item = usize> {
        let hand = &self.hands[usize::from(self.head.player & 3)];
        hand[..pictures.of_type.len()].iter().enumerate().filter(|&(_, &count)| count > 0).map(|(kind, _)| kind)
    }
}
