//! The tiles on the table, as far as they decide what can be laid next (H5 to H8).

use super::board::Board;
use super::tables::{Effect, Look, Quad, Room, Tables};
use super::tiles::Side;

const DOOR: usize = Side::Door as usize;
const WINDOW: usize = Side::Window as usize;
const GARDEN: usize = Side::Garden as usize;
const WALL: usize = Side::Wall as usize;

/// What the laid tiles ask of the next one.
#[derive(Clone, Debug)]
pub(super) struct Table<const N: usize> {
    /// Per kind of [`super::tables::KINDS`] and direction: cells where a tile may show the kind in this direction, judged
    /// by H6 if a tile lies there and by H8 if not.
    pub(super) accept: [[Board<N>; 4]; 4],
    /// Empty cells that share a side with a laid tile.
    pub(super) open: Board<N>,
    pub(super) laid: Board<N>,
    /// Possible frames (H7).
    pub(super) frames: u64,
}

/// The demands of a table, ready for tiles that are turned.
pub(super) struct Demand<'a, const N: usize> {
    /// Row `4 i + k` has for each turn `r` the cells where side `i` of a tile turned by `r` may be of kind `k`.
    rows: [Quad<N>; 16],
    covers: &'a [Quad<N>],
}

impl<const N: usize> Demand<'_, N> {
    /// Per turn: the cells where a tile of the type can be laid. Turns that look like a smaller one have none.
    #[inline(always)]
    pub(super) fn of(&self, look: &Look) -> Quad<N> {
        let [a, b, c, d] = look.rows.map(|row| &self.rows[usize::from(row & 15)]);
        let cover = &self.covers[usize::from(look.cover)];
        Quad::from_fn(|r| a[r].and(b[r]).and(c[r].and(d[r])).and(cover[r]))
    }
}

impl<const N: usize> Table<N> {
    pub(super) fn new(tables: &Tables<N>) -> Self {
        Self { accept: [[Board::FULL; 4]; 4], open: Board::EMPTY, laid: Board::EMPTY, frames: tables.all_frames }
    }

    /// Lays a tile that fits.
    #[inline(always)]
    pub(super) fn lay(&mut self, tables: &Tables<N>, cell: usize, effect: &Effect) {
        let touch = &tables.around[cell];
        self.laid = self.laid.or(Board::of(cell));
        self.open = self.open.or(touch[0].or(touch[1]).or(touch[2].or(touch[3]))).minus(self.laid);
        self.frames &= tables.allow[cell][usize::from(effect.inward & 15)];
        if tables.strict {
            self.reach_beyond::<true>(tables, cell, effect);
        } else {
            self.reach_beyond::<false>(tables, cell, effect);
        }
        // The neighbours' sides that now touch the tile: whatever H8 asked of them is over.
        for (accept, clash) in self.accept.iter_mut().zip(&effect.clash) {
            *accept = std::array::from_fn(|f| accept[f].or(touch[f]).minus(touch[f].masked(clash[f])));
        }
    }

    /// Bars what would spoil the empty neighbours of a tile that has just been laid (H8).
    #[inline(always)]
    fn reach_beyond<const STRICT: bool>(&mut self, tables: &Tables<N>, cell: usize, effect: &Effect) {
        let beyond = tables.next[cell].map(|next| &tables.around[usize::from(next)]);
        // What is written beyond a neighbour that is laid says nothing that its sides have not said, but for the strict
        // reading.
        let mut empty = [u64::MAX; 4];
        if STRICT {
            let touch = &tables.around[cell];
            empty = std::array::from_fn(|d| if touch[d ^ 2].and(self.laid).is_empty() { u64::MAX } else { 0 });
        }
        let reach = |masks: &[u64; 4]| -> Quad<N> {
            Quad::from_fn(|f| {
                let part = |d: usize| beyond[d][f].masked(masks[d] & empty[d]);
                part(0).or(part(1)).or(part(2).or(part(3)))
            })
        };
        let mut bar = |kind: usize, cells: &Quad<N>| {
            let accept = &mut self.accept[kind];
            *accept = std::array::from_fn(|f| accept[f].minus(cells[f]));
        };
        let window = reach(&effect.window);
        bar(DOOR, &window);
        bar(WALL, &window);
        bar(WINDOW, &reach(&effect.closed));
        if STRICT {
            bar(GARDEN, &window);
            bar(WINDOW, &reach(&effect.garden));
        }
    }

    /// Gets the demands of the laid tiles ready.
    #[inline(always)]
    pub(super) fn demand<'a>(&self, tables: &'a Tables<N>, room: &'a mut Option<Room<N>>) -> Demand<'a, N> {
        let mut rows = [Quad::EMPTY; 16];
        for (k, accept) in self.accept.iter().enumerate() {
            rows[k] = Quad(accept.map(|board| board.and(self.open)));
            for i in 1..4 {
                rows[4 * i + k] = Quad::from_fn(|r| accept[(r + i) % 4]);
            }
        }
        Demand { rows, covers: tables.covers(self.frames, room) }
    }

    /// Whether one picture fits on one cell.
    #[inline(always)]
    pub(super) fn fits(&self, tables: &Tables<N>, cell: usize, effect: &Effect) -> bool {
        self.open.has(cell)
            && self.frames & tables.allow[cell][usize::from(effect.inward & 15)] != 0
            && (0..4).all(|d| self.accept[usize::from(effect.sides[d] & 3)][d].has(cell))
    }
}
