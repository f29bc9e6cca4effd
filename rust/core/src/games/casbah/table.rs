//! The tiles on the table, as far as they decide what can be laid next (H5 to H8).

use super::board::Board;
use super::tables::{Looks, Tables};

/// What the laid tiles ask of the next one.
///
/// `accept[d][k]`: cells where a tile may show side `k` (of [`super::tables::KINDS`]) in direction `d`, judged by H6 if a
/// tile lies there and by H8 if not.
#[derive(Clone, Debug)]
pub(super) struct Table<const N: usize> {
    pub(super) accept: [[Board<N>; 4]; 4],
    /// Empty cells that share a side with a laid tile.
    pub(super) open: Board<N>,
    pub(super) laid: Board<N>,
    /// Possible frames (H7).
    pub(super) frames: u64,
}

/// The candidates of a table before they are split by picture.
pub(super) struct Candidates<const N: usize> {
    /// Per pair of sides (north, east).
    ne: [Board<N>; 16],
    /// Per pair of sides (south, west).
    sw: [Board<N>; 16],
    cover: [Board<N>; 16],
}

impl<const N: usize> Candidates<N> {
    /// Cells where the picture can be laid.
    #[inline(always)]
    pub(super) fn of(&self, looks: &Looks) -> Board<N> {
        let [ne, sw, inward] = [looks.ne, looks.sw, looks.inward].map(|row| usize::from(row & 15));
        self.ne[ne].and(self.sw[sw]).and(self.cover[inward])
    }
}

impl<const N: usize> Table<N> {
    pub(super) fn new(tables: &Tables<N>) -> Self {
        Self { accept: [[Board::FULL; 4]; 4], open: Board::EMPTY, laid: Board::EMPTY, frames: tables.all_frames }
    }

    /// Lays a tile that fits.
    #[inline(always)]
    pub(super) fn lay(&mut self, tables: &Tables<N>, cell: usize, looks: &Looks) {
        let near = &tables.near[cell];
        self.laid = self.laid.or(Board::of(cell));
        self.frames &= tables.allow[cell][usize::from(looks.inward & 15)];
        let around = near[0].or(near[1]).or(near[2]).or(near[3]);
        self.open = self.open.or(around).minus(self.laid);
        for d in 0..4 {
            let side = usize::from(looks.sides[d]);
            let (clash, spoil) = (&tables.clash[side], &tables.spoil[side]);
            // The neighbour's side that now touches the tile: whatever H8 asked of it is over.
            let towards = &mut self.accept[d ^ 2];
            for k in 0..4 {
                towards[k] = towards[k].or(near[d]).minus(near[d].masked(clash[k]));
            }
            // The neighbour, if it is empty, is faced by one more side.
            let empty = if near[d].and(self.laid).is_empty() { u64::MAX } else { 0 };
            let beyond = &tables.near[usize::from(tables.next[cell][d])];
            for e in 0..4 {
                let towards = &mut self.accept[e ^ 2];
                for k in 0..4 {
                    towards[k] = towards[k].minus(beyond[e].masked(spoil[k] & empty));
                }
            }
        }
    }

    /// Combines the demands of the laid tiles.
    #[inline(always)]
    pub(super) fn candidates(&self, tables: &Tables<N>) -> Candidates<N> {
        let [north, east, south, west] = &self.accept;
        let north = north.map(|board| board.and(self.open));
        Candidates {
            ne: std::array::from_fn(|i| north[i / 4].and(east[i % 4])),
            sw: std::array::from_fn(|i| south[i / 4].and(west[i % 4])),
            cover: tables.cover(self.frames),
        }
    }

    /// Whether one picture fits on one cell.
    pub(super) fn fits(&self, tables: &Tables<N>, cell: usize, looks: &Looks) -> bool {
        self.open.has(cell)
            && self.frames & tables.allow[cell][usize::from(looks.inward)] != 0
            && (0..4).all(|d| self.accept[d][usize::from(looks.sides[d] & 3)].has(cell))
    }
}
