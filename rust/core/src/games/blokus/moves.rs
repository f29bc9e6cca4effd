//! Move generation: all legal placements of a colour as one set of lowest cells per orientation.
//!
//! An orientation may lie with its lowest cell on `b` when all its cells are free and one of them is in the front (B3 to B5):
//! `fits = AND free >> offset`, `touches = OR front >> offset`, `legal = fits & touches`. The 21 shifted copies are made
//! once for all orientations; an orientation takes over both sets of its parent, which has one cell less.

use super::board::{DUO_STRIDE, State, WORDS, Words, open_cells};
use super::pieces::{NUM_ORIENTATIONS, NUM_SMALL, OFFSETS, ORIENTATIONS, PIECES, Piece};
use super::simd::Level;
use crate::Action;

/// Places for orientations, a power of two so that indices can be masked.
const SLOTS: usize = 128;
/// Words of a set of lowest cells when all candidates lie within one vector of 256 bits.
const NARROW: usize = 4;

/// Working memory of move generation: what was found for the position that was counted last.
#[derive(Clone, Debug)]
pub struct Scratch(Box<Found>);

#[derive(Clone, Debug)]
#[repr(align(64))]
pub(super) struct Found {
    free: [Words; 32],
    front: [Words; 32],
    /// The small orientations' `fits` and `touches`.
    fits: [Words; 32],
    touches: [Words; 32],
    /// Legal lowest cells per slot, bit 0 being bit `base` of the board.
    legal: [Words; SLOTS],
    /// Number of legal placements up to and with each slot.
    totals: [u16; SLOTS],
    /// The orientation of each slot; those of one piece follow each other, ascending.
    slots: [u8; SLOTS],
    len: usize,
    /// Words of `legal` that count.
    words: usize,
    base: usize,
}

impl Default for Scratch {
    fn default() -> Self {
        let mut slots = [0; SLOTS];
        for (i, slot) in slots[..NUM_SMALL].iter_mut().enumerate() {
            *slot = i as u8;
        }
        Self(Box::new(Found {
            free: [[0; WORDS]; 32],
            front: [[0; WORDS]; 32],
            fits: [[0; WORDS]; 32],
            touches: [[0; WORDS]; 32],
            legal: [[0; WORDS]; SLOTS],
            totals: [0; SLOTS],
            slots,
            len: 0,
            words: 0,
            base: 0,
        }))
    }
}

impl Scratch {
    #[inline(always)]
    pub(super) fn found(&self) -> &Found {
        &self.0
    }

    #[inline(always)]
    pub(super) fn found_mut(&mut self) -> &mut Found {
        &mut self.0
    }

    /// Forgets what was found: a position without moves.
    pub(super) fn clear(&mut self) {
        self.0.len = 0;
    }
}

/// The last of the small orientations' pieces.
const FIRST_LARGE: usize = ORIENTATIONS[NUM_SMALL].piece as usize;

/// Parent and added cell of each orientation.
const LINKS: [(u8, u8); SLOTS] = {
    let mut links = [(0, 0); SLOTS];
    let mut i = 0;
    while i < NUM_ORIENTATIONS {
        links[i] = (ORIENTATIONS[i].parent, ORIENTATIONS[i].added);
        i += 1;
    }
    links
};

/// Calls a method for every offset as a constant, so that each copy is compiled with its own shifts.
macro_rules! each_offset {
    ($found:ident, $free:ident, $front:ident: $($i:literal)*) => {
        $($found.copy::<$i, STRIDE, V>($free, $front);)*
    };
}

impl Found {
    /// Counts the legal placements of `colour` and keeps what [`Found::select`] and [`Found::list`] need.
    #[inline(always)]
    pub(super) fn count<const STRIDE: usize, L: Level>(
        &mut self,
        state: &State,
        colour: usize,
        board: &Words,
        starts: &[Words; 4],
    ) -> u32 {
        let (free, front) = open_cells::<STRIDE>(state, colour, board, starts);
        let hand = state.hands[colour & 3];
        let Some((first, last)) = span(&front).filter(|_| hand != 0) else {
            self.len = 0;
            return 0;
        };
        // A lowest cell lies at most four rows below a cell of the front, and not above the last.
        let base = first.saturating_sub(4 * STRIDE);
        if STRIDE == DUO_STRIDE || last - base < 64 * NARROW {
            self.base = base;
            self.count_from::<STRIDE, NARROW, L>(&from(&free, base), &from(&front, base), hand)
        } else {
            self.base = 0;
            self.count_from::<STRIDE, WORDS, L>(&from(&free, 0), &from(&front, 0), hand)
        }
    }

    #[inline(always)]
    fn count_from<const STRIDE: usize, const V: usize, L: Level>(
        &mut self,
        free: &Source,
        front: &Source,
        hand: u32,
    ) -> u32 {
        each_offset!(self, free, front: 0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20);
        let mut total = 0;
        for slot in 0..NUM_SMALL {
            let (parent, added) = LINKS[slot];
            let held = 0u64.wrapping_sub(u64::from(hand >> ORIENTATIONS[slot].piece & 1));
            let mut legal = [0; V];
            for i in 0..V {
                let (mut fits, mut touches) = (self.free[added as usize & 31][i], self.front[added as usize & 31][i]);
                if slot > 0 {
                    fits &= self.fits[parent as usize & 31][i];
                    touches |= self.touches[parent as usize & 31][i];
                }
                self.fits[slot][i] = fits;
                self.touches[slot][i] = touches;
                legal[i] = fits & touches & held;
            }
            self.legal[slot][..V].copy_from_slice(&legal);
            total += ones::<V, L>(&legal);
            self.totals[slot] = total as u16;
        }
        self.words = V.min(WORDS - 1);
        self.len = NUM_SMALL;
        for piece in FIRST_LARGE..PIECES.len() {
            let Piece { first, orientations, .. } = PIECES[piece];
            let next = std::array::from_fn::<u8, 8, _>(|i| first + i as u8);
            if let Some(place) = self.slots.get_mut(self.len..self.len + 8) {
                place.copy_from_slice(&next);
            }
            self.len += orientations as usize * (hand >> piece & 1) as usize;
        }
        for slot in NUM_SMALL..self.len.min(SLOTS) {
            let (parent, added) = LINKS[self.slots[slot] as usize % SLOTS];
            let (parent, added) = (parent as usize & 31, added as usize & 31);
            let mut legal = [0; V];
            for i in 0..V {
                let fits = self.fits[parent][i] & self.free[added][i];
                legal[i] = fits & (self.touches[parent][i] | self.front[added][i]);
            }
            self.legal[slot][..V].copy_from_slice(&legal);
            total += ones::<V, L>(&legal);
            self.totals[slot] = total as u16;
        }
        total
    }

    /// One shifted copy of both boards.
    #[inline(always)]
    fn copy<const OFFSET: usize, const STRIDE: usize, const V: usize>(&mut self, free: &Source, front: &Source) {
        let by = const { OFFSETS[OFFSET].bits(STRIDE) };
        for i in 0..V {
            self.free[OFFSET][i] = word(free, i, by);
            self.front[OFFSET][i] = word(front, i, by);
        }
    }

    /// The `k`-th legal placement in ascending order of action numbers: its orientation and the bit of its lowest cell.
    #[inline(always)]
    pub(super) fn select<L: Level>(&self, k: u32) -> (usize, usize) {
        let slot = self.totals[..self.len.min(SLOTS)].iter().filter(|&&total| u32::from(total) <= k).count();
        let orientation = self.slots[slot % SLOTS];
        let piece = &PIECES[ORIENTATIONS[orientation as usize % NUM_ORIENTATIONS].piece as usize % PIECES.len()];
        let first = slot.wrapping_sub((orientation - piece.first) as usize) % SLOTS;
        let k = k - if first == 0 { 0 } else { u32::from(self.totals[first - 1]) };
        let rows = &self.legal[first..(first + piece.orientations as usize).min(SLOTS)];
        let (row, bit) = pick::<L>(rows, k, self.words);
        (piece.first as usize + row, self.base + bit)
    }

    /// Gives all legal placements in ascending order of action numbers.
    #[inline(always)]
    pub(super) fn list(&self, mut number: impl FnMut(usize, usize) -> Action, out: &mut Vec<Action>) {
        let mut slot = 0;
        let mut before = 0;
        while slot < self.len {
            let orientation = self.slots[slot] as usize;
            let count = PIECES[ORIENTATIONS[orientation].piece as usize].orientations as usize;
            let rows = &self.legal[slot..slot + count];
            slot += count;
            let total = self.totals[slot - 1];
            if total > before {
                for i in 0..self.words {
                    let mut cells = rows.iter().fold(0, |any, row| any | row[i]);
                    while cells != 0 {
                        let bit = cells.trailing_zeros() as usize;
                        cells &= cells - 1;
                        for (j, row) in rows.iter().enumerate() {
                            if row[i] >> bit & 1 == 1 {
                                out.push(number(orientation + j, self.base + i * 64 + bit));
                            }
                        }
                    }
                }
                before = total;
            }
        }
    }
}

/// The `k`-th of all set bits of `rows`, by bit, then row: its row and bit.
#[inline(always)]
fn pick<L: Level>(rows: &[Words], mut k: u32, words: usize) -> (usize, usize) {
    for i in 0..words.min(WORDS) {
        if L::POPCNT {
            let here = rows.iter().map(|row| row[i].count_ones()).sum();
            if k >= here {
                k -= here;
                continue;
            }
        }
        let mut cells = rows.iter().fold(0, |any, row| any | row[i]);
        while cells != 0 {
            let bit = cells.trailing_zeros();
            let here = rows.iter().map(|row| (row[i] >> bit & 1) as u32).sum();
            if k < here {
                let mut held = (0..rows.len()).filter(|&j| rows[j][i] >> bit & 1 == 1);
                return (held.nth(k as usize).unwrap_or(0), i * 64 + bit as usize);
            }
            k -= here;
            cells &= cells - 1;
        }
    }
    unreachable!("k is below the count")
}

/// A board with room above, so that shifted copies need no bounds.
type Source = [u64; WORDS + 2];

/// The board from bit `base` on.
#[inline(always)]
fn from(board: &Words, base: usize) -> Source {
    let mut padded = [0; 2 * WORDS + 1];
    padded[..WORDS].copy_from_slice(board);
    let (skip, by) = (base / 64 % WORDS, base % 64);
    std::array::from_fn(|i| if i < WORDS { padded[skip + i] >> by | padded[skip + i + 1] << 1 << (63 - by) } else { 0 })
}

#[inline(always)]
fn word(board: &Source, i: usize, by: usize) -> u64 {
    let (skip, by) = (by / 64, by % 64);
    board[i + skip] >> by | board[i + skip + 1] << 1 << (63 - by)
}

/// The first and the last cell of a set.
#[inline(always)]
fn span(board: &Words) -> Option<(usize, usize)> {
    let low = board.iter().position(|&word| word != 0)?;
    let high = board.iter().rposition(|&word| word != 0)?;
    Some((low * 64 + board[low].trailing_zeros() as usize, high * 64 + 63 - board[high].leading_zeros() as usize))
}

/// Number of cells of a set; the last of eight words is always empty.
#[inline(always)]
fn ones<const V: usize, L: Level>(set: &[u64; V]) -> u32 {
    if L::POPCNT {
        return set.iter().take(WORDS - 1).map(|word| word.count_ones()).sum();
    }
    // Without such an instruction: add the words bit by bit, then only the three sums have to be counted.
    let word = |i: usize| if i < V { set[i] } else { 0 };
    let (a, twos_a) = add(word(0), word(1), word(2));
    let (b, twos_b) = add(word(3), word(4), word(5));
    let (ones, twos_c) = add(a, b, word(6));
    let (twos, fours) = add(twos_a, twos_b, twos_c);
    let nibbles = |word: u64| {
        let pairs = word - (word >> 1 & 0x5555_5555_5555_5555);
        (pairs & 0x3333_3333_3333_3333) + (pairs >> 2 & 0x3333_3333_3333_3333)
    };
    let bytes = |word: u64| (word & 0x0F0F_0F0F_0F0F_0F0F) + (word >> 4 & 0x0F0F_0F0F_0F0F_0F0F);
    let sum = bytes(nibbles(ones) + 2 * nibbles(twos)) + 4 * bytes(nibbles(fours));
    let wide = (sum & 0x00FF_00FF_00FF_00FF) + (sum >> 8 & 0x00FF_00FF_00FF_00FF);
    (wide.wrapping_mul(0x0001_0001_0001_0001) >> 48) as u32
}

/// Adds three words bit by bit: ones and twos.
#[inline(always)]
fn add(a: u64, b: u64, c: u64) -> (u64, u64) {
    let some = a ^ b;
    (some ^ c, a & b | some & c)
}
