//! The 21 pieces (B1) and their 91 orientations, computed at compile time.
//!
//! An orientation is aligned to its *lowest cell*, the first in ascending cell index: every other cell lies in a higher
//! row, or to its right in the same row.

/// Number of pieces.
pub const NUM_PIECES: usize = 21;
/// Number of orientations of all pieces.
pub const NUM_ORIENTATIONS: usize = 91;
/// A hand that holds every piece: bit `p` is piece `p`.
pub const FULL_HAND: u32 = (1 << NUM_PIECES) - 1;

/// Names of the pieces in the order of B1.
pub const PIECE_NAMES: [&str; NUM_PIECES] = [
    "I1", "I2", "I3", "V3", "I4", "L4", "T4", "O4", "Z4", "F5", "I5", "L5", "N5", "P5", "T5", "U5", "V5", "W5", "X5",
    "Y5", "Z5",
];

const PICTURES: [&str; NUM_PIECES] = [
    "#",
    "##",
    "###",
    "##/#",
    "####",
    "###/#",
    "###/.#",
    "##/##",
    "##/.##",
    ".##/##/.#",
    "#####",
    "####/#",
    "##/.###",
    "##/##/#",
    "###/.#/.#",
    "#.#/###",
    "#/#/###",
    "#/##/.##",
    ".#/###/.#",
    "####/.#",
    "##/.#/.##",
];

/// Where a cell lies, seen from the lowest cell of its placement.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Offset {
    pub(super) dx: i8,
    pub(super) dy: i8,
}

const HERE: Offset = Offset { dx: 0, dy: 0 };

impl Offset {
    /// Numbers offsets by row, then column, so that comparing ranks compares cell indices.
    const fn rank(self) -> i32 {
        self.dy as i32 * 16 + self.dx as i32
    }
}

/// One way to lay a piece, turned and flipped.
#[derive(Clone, Copy, Debug)]
pub(super) struct Orientation {
    /// Piece in the order of B1.
    pub(super) piece: u8,
    /// Its cells in ascending order, `size` of them; the first is the lowest cell itself.
    cells: [Offset; 5],
    size: u8,
}

impl Orientation {
    /// Its cells in ascending order.
    pub(super) const fn cells(&self) -> &[Offset] {
        self.cells.split_at(self.size as usize).0
    }

    const fn same_form(&self, other: &Self) -> bool {
        self.size == other.size && !self.precedes(other) && !other.precedes(self)
    }

    /// Compares the ascending cells of two orientations of one piece.
    const fn precedes(&self, other: &Self) -> bool {
        let mut i = 0;
        while i < self.size as usize {
            let (a, b) = (self.cells[i].rank(), other.cells[i].rank());
            if a != b {
                return a < b;
            }
            i += 1;
        }
        false
    }

    /// Orders `cells` and moves them so that the lowest is at the origin.
    const fn aligned(piece: u8, mut cells: [Offset; 5], size: u8) -> Self {
        let n = size as usize;
        let mut i = 1;
        while i < n {
            let mut j = i;
            while j > 0 && cells[j].rank() < cells[j - 1].rank() {
                cells.swap(j, j - 1);
                j -= 1;
            }
            i += 1;
        }
        let Offset { dx, dy } = cells[0];
        i = 0;
        while i < n {
            cells[i] = Offset { dx: cells[i].dx - dx, dy: cells[i].dy - dy };
            i += 1;
        }
        Self { piece, cells, size }
    }
}

/// A piece and where its orientations stand in [`ORIENTATIONS`].
#[derive(Clone, Copy, Debug)]
pub(super) struct Piece {
    /// Number of unit squares.
    pub(super) size: u8,
    /// Its first orientation.
    pub(super) first: u8,
    /// Number of its orientations: 1, 2, 4 or 8.
    pub(super) orientations: u8,
}

const fn picture(piece: usize) -> ([Offset; 5], u8) {
    let bytes = PICTURES[piece].as_bytes();
    let (mut cells, mut size) = ([HERE; 5], 0);
    let (mut i, mut x, mut y) = (0, 0, 0);
    while i < bytes.len() {
        if bytes[i] == b'#' {
            cells[size] = Offset { dx: x, dy: y };
            size += 1;
        }
        (x, y) = if bytes[i] == b'/' { (0, y + 1) } else { (x + 1, y) };
        i += 1;
    }
    (cells, size as u8)
}

/// The `k`-th of the eight turned and flipped images.
const fn image(mut cells: [Offset; 5], k: u8) -> [Offset; 5] {
    let mut i = 0;
    while i < cells.len() {
        let Offset { dx, dy } = cells[i];
        let (dx, dy) = if k & 1 == 0 { (dx, dy) } else { (dy, dx) };
        cells[i] = Offset { dx: if k & 2 == 0 { dx } else { -dx }, dy: if k & 4 == 0 { dy } else { -dy } };
        i += 1;
    }
    cells
}

const EMPTY: Orientation = Orientation { piece: 0, cells: [HERE; 5], size: 0 };

const TABLES: ([Piece; NUM_PIECES], [Orientation; NUM_ORIENTATIONS]) = {
    let mut pieces = [Piece { size: 0, first: 0, orientations: 0 }; NUM_PIECES];
    let mut all = [EMPTY; NUM_ORIENTATIONS];
    let (mut n, mut p) = (0, 0);
    while p < NUM_PIECES {
        let (cells, size) = picture(p);
        let first = n;
        let mut k = 0;
        while k < 8 {
            let new = Orientation::aligned(p as u8, image(cells, k), size);
            let mut at = n;
            let mut known = false;
            while at > first && !all[at - 1].precedes(&new) {
                at -= 1;
                known = known || all[at].same_form(&new);
            }
            if !known {
                let mut i = n;
                while i > at {
                    all[i] = all[i - 1];
                    i -= 1;
                }
                all[at] = new;
                n += 1;
            }
            k += 1;
        }
        pieces[p] = Piece { size, first: first as u8, orientations: (n - first) as u8 };
        p += 1;
    }
    assert!(n == NUM_ORIENTATIONS);
    (pieces, all)
};

/// The pieces in the order of B1.
pub(super) const PIECES: [Piece; NUM_PIECES] = TABLES.0;
/// All orientations by piece, then by their ascending cells: the order of action numbers among placements of one piece with
/// one lowest cell.
pub(super) const ORIENTATIONS: [Orientation; NUM_ORIENTATIONS] = TABLES.1;

/// Number of unit squares of the pieces of a hand.
#[inline(always)]
pub(super) fn squares(hand: u32) -> i32 {
    AT_LEAST.iter().map(|pieces| (hand & pieces).count_ones() as i32).sum()
}

/// Pieces of at least 1, 2, 3, 4 and 5 squares, as bits.
const AT_LEAST: [u32; 5] = {
    let mut pieces = [0; 5];
    let mut p = 0;
    while p < NUM_PIECES {
        let mut size = 0;
        while size < PIECES[p].size as usize {
            pieces[size] |= 1 << p;
            size += 1;
        }
        p += 1;
    }
    pieces
};

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_of_b1() {
        let sizes = [1, 2, 3, 4, 5].map(|size| PIECES.iter().filter(|piece| piece.size == size).count());
        assert_eq!(sizes, [1, 1, 2, 5, 12]);
        for (piece, name) in PIECES.iter().zip(PIECE_NAMES) {
            assert!(name.ends_with(char::from(b'0' + piece.size)));
            assert!([1, 2, 4, 8].contains(&piece.orientations), "{name}");
        }
        assert_eq!(squares(FULL_HAND), 89);
        let counts: Vec<u8> = PIECES.iter().map(|piece| piece.orientations).collect();
        assert_eq!(counts, [1, 2, 2, 4, 2, 8, 4, 1, 4, 8, 2, 8, 8, 8, 4, 4, 4, 4, 1, 8, 4]);
    }

    #[test]
    fn orientations_are_aligned_and_ordered() {
        for piece in &PIECES {
            let own = &ORIENTATIONS[piece.first as usize..][..piece.orientations as usize];
            assert!(own.windows(2).all(|pair| pair[0].precedes(&pair[1])));
            for shape in own {
                assert_eq!(shape.cells()[0], HERE);
                assert!(shape.cells().windows(2).all(|pair| pair[0].rank() < pair[1].rank()));
            }
        }
    }
}
