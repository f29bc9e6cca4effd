//! What the positions of a game share whatever the width of their boards.

use super::area::{Area, Frame, frames};
use super::observe::Sight;
use super::options::Options;
use super::pictures::Pictures;
use crate::Action;

/// Options, and the tables that do not depend on the width of the boards.
#[derive(Debug)]
pub(super) struct Shared {
    pub(super) options: Options,
    pub(super) pictures: Pictures,
    pub(super) area: Area,
    pub(super) frames: Vec<Frame>,
    /// Who comes after each player.
    after: [u8; 4],
    /// Tiles of the set by type.
    pub(super) counts: [u8; 64],
    /// The type with the front door.
    pub(super) front: usize,
    /// What observations need.
    pub(super) sight: Sight,
}

impl Shared {
    pub(super) fn new(options: Options) -> Self {
        let frames = frames(options.size);
        let area = Area::new(options.size, &frames);
        let pictures = Pictures::new(&options.set, area.len());
        let mut counts = [0; 64];
        counts.iter_mut().zip(&options.set.tiles).for_each(|(count, tile)| *count = tile.count);
        let front = options.set.front();
        let sight = Sight::new(&options, &area, &frames, &pictures);
        let players = options.players;
        let after = std::array::from_fn(|player| if player as u8 + 1 < players { player as u8 + 1 } else { 0 });
        Self { options, pictures, area, frames, after, counts, front, sight }
    }

    /// The next player in turn order. That is hard to guess, so there is no branch for it.
    #[inline(always)]
    pub(super) fn after(&self, player: u8) -> u8 {
        self.after[usize::from(player & 3)]
    }

    /// The action number of a picture on a cell.
    #[inline(always)]
    pub(super) fn action(&self, picture: usize, cell: usize) -> Action {
        let offset = if picture == self.pictures.front { 0 } else { u32::from(self.area.index[cell]) };
        self.pictures.list[picture].first_action + offset
    }

    /// The picture and cell of a lay's action number; no cell when it lies in no frame.
    #[inline(always)]
    pub(super) fn lay_of(&self, action: Action) -> Option<(usize, Option<usize>)> {
        let (picture, index) = self.pictures.decode(action)?;
        let door = picture == self.pictures.front;
        Some((picture, if door { self.area.cell_at((0, 0)) } else { self.area.cell(index) }))
    }
}
