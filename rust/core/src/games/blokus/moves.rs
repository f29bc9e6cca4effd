//! Move generation: for each cell of the front, all ways to cover it.
//!
//! The *front* of a colour are the free cells of which a placement must cover one (B3, B5). Cells of the front are taken
//! in ascending order and each is closed to those after it, so that a placement is found once: as a way to cover the
//! first cell of the front that it covers.

use super::board::{Board, LEFT, MAX_SIDE, State, open_cells};
use super::list::Keys;
use super::pieces::NUM_PIECES;
use super::simd::Cpu;
use super::tables::{PIECE_KEYS, Tables};
use super::ways::{PIECE_OF, SPANS, Surroundings, WAY_BYTES, Ways, surrounded};
use crate::Action;

/// Room for cells of the front.
pub(super) const CELLS: usize = 512;
/// So many cells can be counted in bytes.
const BYTE_CELLS: usize = 31;
/// Words of a set of ways.
pub(super) const WORDS: usize = WAY_BYTES / 8;
/// Words of a set of keys of one piece.
const KEY_WORDS: usize = 64;
/// The even bytes of a word.
const LOW: u64 = 0x00FF_00FF_00FF_00FF;
/// One in each pair of bytes, and the highest bit of each.
const EACH_PAIR: u64 = 0x0001_0001_0001_0001;
const ABOVE: u64 = 0x8000_8000_8000_8000;

/// Working memory of move generation: what was found for the position that was counted last.
#[derive(Clone, Debug)]
pub struct Scratch(Box<Found>, Box<Keys>);

#[derive(Clone, Debug)]
pub(super) struct Found {
    /// The ways to cover each cell of the front.
    pub(super) ways: [Ways; CELLS],
    /// The front as `32 * y + x`, ascending.
    pub(super) cells: [u32; CELLS],
    pub(super) len: usize,
    pub(super) hand: u32,
    /// Number of legal placements.
    pub(super) total: u32,
    /// Number of legal placements in each byte of the ways, if the front is small enough.
    counts: [u8; WAY_BYTES],
    /// Number of legal placements in a word of the ways up to and with each pair of bytes.
    pairs: [u64; WORDS],
}

impl Default for Scratch {
    #[allow(clippy::large_stack_arrays)] // once per thread; it goes straight into the box
    fn default() -> Self {
        Self(
            Box::new(Found {
                ways: [Ways([0; WAY_BYTES]); CELLS],
                cells: [0; CELLS],
                len: 0,
                hand: 0,
                total: 0,
                counts: [0; WAY_BYTES],
                pairs: [0; WORDS],
            }),
            Box::default(),
        )
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

    /// Appends all legal placements in ascending order of action numbers.
    #[inline(always)]
    pub(super) fn list<C: Cpu>(&mut self, tables: &Tables, out: &mut Vec<Action>) {
        C::list(&mut self.1, &self.0, tables, out);
    }

    /// Forgets what was found: a position without moves.
    pub(super) fn clear(&mut self) {
        (self.0.len, self.0.total) = (0, 0);
    }
}

/// The boards from which ways are looked up.
pub(super) struct Around {
    free: Surroundings,
    /// The free cells that are not in the front.
    rest: Surroundings,
}

impl Around {
    #[inline(always)]
    pub(super) fn new(free: &Board, front: &Board) -> Self {
        Self { free: surrounded(|y| free[y + 1]), rest: surrounded(|y| free[y + 1] & !front[y + 1]) }
    }

    #[inline(always)]
    pub(super) fn ways(&self, tables: &Tables, x: usize, y: usize) -> Ways {
        tables.ways.ways(&self.free, &self.rest, x, y)
    }
}

impl Found {
    /// Counts the legal placements of `colour` and keeps what [`Found::select`] and [`Found::list`] need.
    #[inline(always)]
    pub(super) fn count(
        &mut self,
        tables: &Tables,
        state: &State,
        colour: usize,
        board: &Board,
        starts: &[Board; 4],
    ) -> u32 {
        let (free, front) = open_cells(state, colour, board, starts);
        let around = Around::new(&free, &front);
        self.hand = state.hands[colour & 3];
        let (mut counts, mut len) = ([0u8; WAY_BYTES], 0);
        let mut rows = [0; MAX_SIDE];
        for y in 0..MAX_SIDE {
            rows[y] = front[y + 1] >> LEFT;
        }
        let (mut pairs, mut bases, mut used) = ([0u64; 16], [0u32; 16], 0);
        for i in 0..MAX_SIDE / 2 {
            let pair = u64::from(rows[2 * i]) | u64::from(rows[2 * i + 1]) << 32;
            pairs[used % 16] = pair;
            bases[used % 16] = 64 * i as u32;
            used += usize::from(pair != 0);
        }
        let (mut at, mut pair) = (0, pairs[0]);
        while at < used {
            let cell = bases[at % 16] + pair.trailing_zeros();
            let left = pair & pair.wrapping_sub(1);
            at += usize::from(left == 0);
            pair = std::hint::select_unpredictable(left == 0, pairs[at % 16], left);
            let ways = around.ways(tables, cell as usize % 32, cell as usize / 32);
            for (count, byte) in counts.iter_mut().zip(ways.0) {
                *count = count.wrapping_add(byte.count_ones() as u8);
            }
            self.cells[len % CELLS] = cell;
            self.ways[len % CELLS] = ways;
            len += 1;
        }
        self.len = len;
        if self.len > BYTE_CELLS {
            self.total = (0..NUM_PIECES).map(|piece| self.count_of(piece)).sum();
            return self.total;
        }
        let held = Ways::held(self.hand);
        for (count, held) in counts.iter_mut().zip(held.0) {
            *count &= held;
        }
        self.counts = counts;
        let mut total = 0;
        for i in 0..WORDS {
            let word = bytes_at(&counts, 8 * i);
            let mut pairs = (word & LOW) + (word >> 8 & LOW);
            pairs += pairs << 16;
            pairs += pairs << 32;
            self.pairs[i] = pairs;
            total += pairs >> 48;
        }
        self.total = total as u32;
        self.total
    }

    /// Number of legal placements of a piece.
    fn count_of(&self, piece: usize) -> u32 {
        let held = self.hand >> piece & 1;
        held * self.ways[..self.len].iter().map(|ways| ways.of(piece).count_ones()).sum::<u32>()
    }

    /// The piece of the `k`-th legal placement in ascending order, and which of the piece's placements it is.
    #[inline(always)]
    fn piece_at(&self, k: u32) -> (usize, u32) {
        let k = u64::from(k);
        // The word, and the number of placements before it.
        let (mut word, mut before, mut sum) = (0, 0, 0);
        for i in 0..WORDS - 1 {
            sum += self.pairs[i] >> 48;
            (word, before) = if sum <= k { (i + 1, sum) } else { (word, before) };
        }
        // The pair of bytes: one is passed when the number up to and with it is at most `here`.
        let (pairs, here) = (self.pairs[word], k - before);
        let pair = ((((here * EACH_PAIR) | ABOVE) - pairs) & ABOVE).count_ones() as usize;
        let here = here - (pairs << 16 >> (16 * pair) & 0xFFFF);
        let even = 8 * word + 2 * pair;
        let byte = even + usize::from(here >= u64::from(self.counts[even % WAY_BYTES]));
        let piece = PIECE_OF[byte % WAY_BYTES] as usize;
        // Back to the first byte of the piece, which may be in the word before.
        let start = SPANS[piece].start;
        let before = before - (self.pairs[start / 8] >> 48) * u64::from(start / 8 != word);
        let odd = u64::from(self.counts[start & !1]) * (start as u64 & 1);
        let earlier = (self.pairs[start / 8] << 16 >> (start % 8 / 2 * 16) & 0xFFFF) + odd;
        (piece, (k - before - earlier) as u32)
    }

    #[cold]
    fn piece_at_slowly(&self, mut k: u32) -> (usize, u32) {
        let mut piece = 0;
        loop {
            let here = self.count_of(piece);
            if k < here {
                return (piece, k);
            }
            k -= here;
            piece += 1;
        }
    }

    /// The `k`-th legal placement in ascending order of action numbers: its piece and key.
    #[inline(always)]
    pub(super) fn select(&self, tables: &Tables, k: u32) -> (usize, usize) {
        let (piece, k) = if self.len > BYTE_CELLS { self.piece_at_slowly(k) } else { self.piece_at(k) };
        let start = (PIECE_KEYS * piece) as u32;
        let first_way = 8 * SPANS[piece].start as u32;
        let (mut set, mut used) = ([0u64; KEY_WORDS], 0u64);
        for i in 0..self.len {
            let base = tables.base(self.cells[i % CELLS]);
            let mut ways = self.ways[i % CELLS].of(piece);
            while ways != 0 {
                let key = tables.key(base, first_way + ways.trailing_zeros()).wrapping_sub(start);
                let word = key / 64 % KEY_WORDS as u32;
                set[word as usize] |= 1 << (key % 64);
                used |= 1 << word;
                ways &= ways - 1;
            }
        }
        let mut k = k;
        while used != 0 {
            let i = used.trailing_zeros() as usize % KEY_WORDS;
            let here = set[i].count_ones();
            if k < here {
                let mut word = set[i];
                for _ in 0..k {
                    word &= word - 1;
                }
                return (piece, start as usize + i * 64 + word.trailing_zeros() as usize);
            }
            k -= here;
            used &= used - 1;
        }
        unreachable!("k is below the count")
    }
}

/// Eight bytes as a word.
#[inline(always)]
pub(super) fn bytes_at(bytes: &[u8; WAY_BYTES], at: usize) -> u64 {
    let mut word = [0; 8];
    word.copy_from_slice(&bytes[at..at + 8]);
    u64::from_le_bytes(word)
}
