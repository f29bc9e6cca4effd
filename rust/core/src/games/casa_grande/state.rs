//! A position.

use super::board::Board;
use super::platforms::{MAX_PLATFORMS, MAX_TYPES};
use super::tables::{Placement, Tables};

/// Most players.
pub(super) const MAX_PLAYERS: usize = 4;
/// Most platforms on the table.
pub(super) const MAX_LAID: usize = MAX_PLAYERS * MAX_PLATFORMS;

/// What is decided next.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub enum Node {
    /// The die (G4), a chance node.
    Die,
    /// Bought steps (G5).
    Steps,
    /// The block (G7).
    Block,
    /// A platform or none (G9).
    Platform,
    /// Nothing: the game is over.
    End,
}

/// A platform on the table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LaidPlatform {
    /// Index of its type in the set.
    pub kind: u8,
    /// Quarter turns clockwise, the smallest number that looks so.
    pub rotation: u8,
    /// Cell index of the lower left corner of its bounding box.
    pub anchor: u8,
    /// Who laid it.
    pub owner: u8,
    /// Its level.
    pub level: u8,
    /// Its plots, bit = cell index.
    pub squares: u64,
}

/// A position of Casa Grande.
#[derive(Clone, Debug)]
pub struct State {
    pub(super) board: Board,
    pub(super) money: [u32; MAX_PLAYERS],
    /// Bit `t` is set while a platform of type `t` is left.
    pub(super) stocked: [u32; MAX_PLAYERS],
    pub(super) round: u16,
    pub(super) pawn: [u8; MAX_PLAYERS],
    pub(super) marker: [u8; MAX_PLAYERS],
    pub(super) blocks: [u8; MAX_PLAYERS],
    pub(super) player: u8,
    pub(super) node: Node,
    pub(super) last_round: bool,
    pub(super) laid_len: u8,
    pub(super) stock: [[u8; MAX_TYPES]; MAX_PLAYERS],
    /// Placements in laying order: picture, anchor and owner in 7, 6 and 2 bits.
    pub(super) laid: [u16; MAX_LAID],
    pub(super) laid_level: [u8; MAX_LAID],
}

impl State {
    /// What is decided next.
    pub fn node(&self) -> Node {
        self.node
    }

    /// Whose turn it is, at a die node too; `None` at the end.
    pub fn turn_player(&self) -> Option<u8> {
        (self.node != Node::End).then_some(self.player)
    }

    /// Round number from 1; at the end the number of the last round.
    pub fn round(&self) -> u16 {
        self.round
    }

    /// Whether a player has laid his last block, so that this round is the last (G13).
    pub fn is_last_round(&self) -> bool {
        self.last_round
    }

    /// The building.
    pub fn board(&self) -> &Board {
        &self.board
    }

    /// Track space of a player's pawn (G2).
    pub fn pawn(&self, player: usize) -> u8 {
        self.pawn[player]
    }

    /// A player's bonus marker (G12).
    pub fn marker(&self, player: usize) -> u8 {
        self.marker[player]
    }

    /// A player's money.
    pub fn money(&self, player: usize) -> u32 {
        self.money[player]
    }

    /// Blocks that a player has left.
    pub fn blocks(&self, player: usize) -> u8 {
        self.blocks[player]
    }

    /// How many platforms of a type a player has left.
    pub fn stock(&self, player: usize, kind: usize) -> u8 {
        self.stock[player][kind]
    }

    /// Platforms on the table in laying order.
    pub fn laid<'a>(&'a self, tables: &'a Tables) -> impl DoubleEndedIterator<Item = LaidPlatform> + 'a {
        let laid = self.laid.iter().zip(&self.laid_level).take(usize::from(self.laid_len));
        laid.map(|(&packed, &level)| {
            let placement = Placement { picture: (packed & 127) as u8, anchor: (packed >> 7 & 63) as u8 };
            let picture = &tables.pictures[usize::from(placement.picture)];
            LaidPlatform {
                kind: picture.kind,
                rotation: picture.rotation,
                anchor: placement.anchor,
                owner: (packed >> 13) as u8,
                level,
                squares: tables.squares(placement),
            }
        })
    }

    /// Platforms that are topmost on all their plots, ascending by their plots (G10e).
    pub fn whole_platforms(&self, tables: &Tables) -> Vec<LaidPlatform> {
        let mut above = 0;
        let mut whole = Vec::new();
        for platform in self.laid(tables).rev() {
            if platform.squares & above == 0 {
                whole.push(platform);
            }
            above |= platform.squares;
        }
        whole.sort_unstable_by_key(|platform| platform.squares);
        whole
    }

    #[inline]
    pub(super) fn keep_laid(&mut self, placement: Placement, level: usize, owner: usize) {
        let at = usize::from(self.laid_len);
        self.laid[at] = u16::from(placement.picture) | u16::from(placement.anchor) << 7 | (owner as u16) << 13;
        self.laid_level[at] = level as u8;
        self.laid_len += 1;
    }
}
