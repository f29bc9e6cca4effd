//! Distinct pictures (type and rotation) and the action numbers that are built on them.

use super::tiles::{Side, TileSet};

/// A tile as it can lie: a type and the smallest rotation that gives this look.
#[derive(Clone, Copy, Debug)]
pub(super) struct Picture {
    /// Index of the type.
    pub(super) kind: u8,
    /// Quarter turns clockwise.
    pub(super) r: u8,
    /// Sides clockwise from north.
    pub(super) sides: [Side; 4],
    /// Face value of the type.
    pub(super) value: u8,
    /// Bit `d` is set when the side facing `d` must not face out (H7).
    pub(super) inward: u8,
    /// Action number of its lay at area cell 0 (of the front door: of its only lay).
    pub(super) first_action: u32,
}

/// All pictures in the order of the action numbers: by type, then `r`. The front door has one.
#[derive(Clone, Debug)]
pub(super) struct Pictures {
    pub(super) list: Vec<Picture>,
    /// Per type: its pictures.
    pub(super) of_type: Vec<std::ops::Range<usize>>,
    /// Per type and `r`: the picture that looks so; none for a front door that does not face south.
    turned: Vec<[Option<u8>; 4]>,
    /// By type: the action numbers that begin its pictures.
    pub(super) firsts: Vec<[u32; 4]>,
    /// Number of types, and so of draft actions.
    types: u32,
    /// Cells of the numbered area.
    area: u32,
    /// `2^40 / area`, rounded up.
    reciprocal: u64,
    /// The picture of the front door.
    pub(super) front: usize,
    /// Number of all actions.
    pub(super) actions: u32,
}

impl Pictures {
    pub(super) fn new(set: &TileSet, area: usize) -> Self {
        let mut list: Vec<Picture> = Vec::new();
        let (mut of_type, mut turned) = (Vec::new(), Vec::new());
        let (area, types) = (area as u32, set.tiles.len() as u32);
        let mut next = types;
        let mut front = 0;
        for (kind, tile) in set.tiles.iter().enumerate() {
            let start = list.len();
            let is_front = kind == set.front();
            let mut row = [None; 4];
            for r in 0..4 {
                let sides = tile.turned(r);
                if is_front && sides[2] != Side::Front {
                    continue;
                }
                let known = list[start..].iter().position(|other| other.sides == sides);
                row[r] = Some((start + known.unwrap_or(list.len() - start)) as u8);
                if known.is_some() {
                    continue;
                }
                let (kind, value) = (kind as u8, tile.value);
                list.push(Picture { kind, r: r as u8, sides, value, inward: inward(sides), first_action: next });
                next += if is_front { 1 } else { area };
            }
            if is_front {
                front = start;
            }
            of_type.push(start..list.len());
            turned.push(row);
        }
        let first = |picture: usize, range: &std::ops::Range<usize>| {
            if range.contains(&picture) { list[picture].first_action } else { 0 }
        };
        let firsts = of_type.iter().map(|range| std::array::from_fn(|r| first(range.start + r, range))).collect();
        let reciprocal = (1_u64 << 40).div_ceil(area.into());
        Self { list, of_type, turned, firsts, types, area, reciprocal, front, actions: next }
    }

    /// The picture of a type turned by `r`.
    pub(super) fn turned(&self, kind: usize, r: usize) -> Option<usize> {
        self.turned[kind][r].map(usize::from)
    }

    /// The smallest rotation that looks like `r`.
    pub(super) fn smallest(set: &TileSet, kind: usize, r: usize) -> usize {
        let sides = set.tiles[kind].turned(r);
        (0..4).find(|&q| set.tiles[kind].turned(q) == sides).expect("r itself looks so")
    }

    /// Picture and area cell of a lay's action number; the front door's cell is left to the caller.
    #[inline(always)]
    pub(super) fn decode(&self, action: u32) -> Option<(usize, usize)> {
        if action < self.types || action >= self.actions {
            return None;
        }
        let front = self.list[self.front].first_action;
        if action == front {
            return Some((self.front, 0));
        }
        let lay = action - self.types - u32::from(action > front);
        // Exact, since there are fewer than 2^21 lays, and fewer than 2^13 cells.
        let picture = ((u64::from(lay) * self.reciprocal) >> 40) as u32;
        Some((picture as usize + usize::from(action > front), (lay - picture * self.area) as usize))
    }
}

/// Bit `d` is set when the side facing `d` must not face out (H7).
pub(super) fn inward(sides: [Side; 4]) -> u8 {
    (0..4).map(|d| u8::from(!sides[d].may_face_out()) << d).sum()
}
