//! The numbered area and the frames in it (H7).
//!
//! Only cells that lie in some frame can ever hold a tile; these *cells* are numbered from 0 in the order of the area's
//! cell index, so that boards are small. The other cells of the area have an index, but no such number.

/// Four directions clockwise from north.
pub(super) const STEPS: [(i32, i32); 4] = [(0, 1), (1, 0), (0, -1), (-1, 0)];

/// No cell.
const NONE: u16 = u16::MAX;

/// A rectangle that the casbah may become; its bottom row is `y = 0`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Frame {
    pub(super) x0: i32,
    pub(super) w: i32,
    pub(super) h: i32,
}

impl Frame {
    pub(super) fn contains(self, (x, y): (i32, i32)) -> bool {
        (self.x0..self.x0 + self.w).contains(&x) && (0..self.h).contains(&y)
    }

    /// Whether a tile with these inward sides may lie on the cell.
    pub(super) fn allows(self, at: (i32, i32), inward: u8) -> bool {
        self.contains(at) && self.edges(at) & inward == 0
    }

    /// Bit `d` is set when the neighbour of the cell in direction `d` is outside.
    pub(super) fn edges(self, (x, y): (i32, i32)) -> u8 {
        (0..4).map(|d| u8::from(!self.contains((x + STEPS[d].0, y + STEPS[d].1))) << d).sum()
    }
}

/// All frames of a size by `w`, then `x0`: bit `i` of a frame set is frame `i`.
pub(super) fn frames(size: (i32, i32)) -> Vec<Frame> {
    let (short, long) = (size.0.min(size.1), size.0.max(size.1));
    let mut shapes = vec![(short, long), (long, short)];
    shapes.dedup();
    shapes.iter().flat_map(|&(w, h)| (1 - w..=0).map(move |x0| Frame { x0, w, h })).collect()
}

/// The numbered area of a size.
#[derive(Clone, Debug)]
pub(super) struct Area {
    /// The larger side M; `x` runs from -(M-1) to M-1, `y` from 0 to M-1.
    pub(super) side: i32,
    /// Coordinates of each cell that lies in some frame.
    pub(super) cells: Vec<(i32, i32)>,
    /// Area index of each of these cells.
    pub(super) index: Vec<u16>,
    /// Per area index: the cell, or [`NONE`].
    cell_of: Vec<u16>,
}

impl Area {
    pub(super) fn new(size: (i32, i32), frames: &[Frame]) -> Self {
        let side = size.0.max(size.1);
        let mut area = Self { side, cells: Vec::new(), index: Vec::new(), cell_of: Vec::new() };
        for y in 0..side {
            for x in 1 - side..side {
                let used = frames.iter().any(|frame| frame.contains((x, y)));
                area.cell_of.push(if used { area.cells.len() as u16 } else { NONE });
                if used {
                    area.index.push((area.cell_of.len() - 1) as u16);
                    area.cells.push((x, y));
                }
            }
        }
        area
    }

    /// Number of area indices.
    pub(super) fn len(&self) -> usize {
        self.cell_of.len()
    }

    /// The area index of a position.
    #[inline(always)]
    pub(super) fn index_of(&self, (x, y): (i32, i32)) -> Option<usize> {
        let inside = x.abs() < self.side && (0..self.side).contains(&y);
        inside.then(|| (y * (2 * self.side - 1) + x + self.side - 1) as usize)
    }

    /// The position of an area index.
    pub(super) fn position(&self, index: usize) -> (i32, i32) {
        let columns = 2 * self.side as usize - 1;
        ((index % columns) as i32 + 1 - self.side, (index / columns) as i32)
    }

    /// The cell of an area index, if it lies in some frame.
    #[inline(always)]
    pub(super) fn cell(&self, index: usize) -> Option<usize> {
        Some(self.cell_of[index]).filter(|&cell| cell != NONE).map(usize::from)
    }

    /// The cell of a position, if it lies in some frame.
    #[inline(always)]
    pub(super) fn cell_at(&self, position: (i32, i32)) -> Option<usize> {
        self.index_of(position).and_then(|index| self.cell(index))
    }
}
