//! All legal placements in ascending order: a set of keys puts in order what was found cell by cell.

use std::hint::select_unpredictable;

use super::moves::{CELLS, Found, WORDS, bytes_at};
use super::pieces::NUM_PIECES;
use super::tables::{PIECE_KEYS, Tables};
use super::ways::Ways;
use crate::Action;

/// So many cells of the front are taken together.
const GROUP: usize = 16;
/// Room for words of ways, a power of two; some are read that have none.
const ROOM: usize = 2048;
/// Words of a set of keys, a power of two.
const SET: usize = 2048;

const _: () = assert!(PIECE_KEYS == 64 * 64 && 64 * NUM_PIECES <= SET);

/// Working memory of lists.
#[derive(Clone, Debug)]
pub(super) struct Keys {
    /// A set of keys, 64 words for each piece; empty between lists.
    set: [u64; SET],
    /// Which words of the set have bits; all 0 between lists.
    used: [u8; SET],
    /// The numbers of the words that have bits.
    order: [u16; SET],
    /// Words of ways that are not empty.
    ways: [u64; ROOM],
    /// What is added to the bits of those words and to their keys.
    places: [(u32, u32); ROOM],
}

impl Default for Keys {
    fn default() -> Self {
        Self { set: [0; SET], used: [0; SET], order: [0; SET], ways: [0; ROOM], places: [(0, 0); ROOM] }
    }
}

impl Keys {
    /// Appends all that was found in ascending order of action numbers.
    #[inline(always)]
    pub(super) fn list(&mut self, found: &Found, tables: &Tables, out: &mut Vec<Action>) {
        let held = Ways::held(found.hand);
        let mut first = 0;
        while first < found.len {
            let end = found.len.min(first + GROUP);
            let words = self.collect(found, &held, tables, first..end);
            self.insert(tables, words);
            first = end;
        }
        let words = self.sort(found.hand);
        let start = out.len();
        out.resize(start + found.total as usize, 0);
        self.take(tables, words, &mut out[start..]);
    }

    /// The words of some cells' ways that are not empty; gives their number.
    #[inline(always)]
    fn collect(&mut self, found: &Found, held: &Ways, tables: &Tables, cells: std::ops::Range<usize>) -> usize {
        let mut len = 0;
        for i in cells {
            let base = tables.base(found.cells[i % CELLS]);
            for at in 0..WORDS {
                let ways = bytes_at(&found.ways[i % CELLS].0, 8 * at) & bytes_at(&held.0, 8 * at);
                self.ways[len % ROOM] = ways;
                self.places[len % ROOM] = (64 * at as u32, base);
                len += usize::from(ways != 0);
            }
        }
        len
    }

    /// Puts the keys of so many words of ways into the set, without a branch that would be guessed badly.
    #[inline(always)]
    fn insert(&mut self, tables: &Tables, words: usize) {
        let mut bits = Bits::new(&self.ways);
        while bits.at < words {
            let (first, base) = self.places[bits.at % ROOM];
            let key = tables.key(base, first + bits.word.trailing_zeros()) as usize;
            self.set[key / 64 % SET] |= 1 << (key % 64);
            self.used[key / 64 % SET] = 1;
            bits.step(&self.ways);
        }
    }

    /// Finds the words that have bits, ascending.
    #[inline(always)]
    fn sort(&mut self, mut hand: u32) -> usize {
        let mut len = 0;
        while hand != 0 {
            let piece = hand.trailing_zeros() as usize % (SET / 64);
            hand &= hand - 1;
            let used = &mut self.used.as_chunks_mut::<64>().0[piece];
            let mut bits = 0;
            for (k, eight) in used.as_chunks::<8>().0.iter().enumerate() {
                // The lowest bits of eight bytes side by side.
                let some = u64::from_le_bytes(*eight).wrapping_mul(0x0102_0408_1020_4080) >> 56;
                bits |= some << (8 * k);
            }
            *used = [0; 64];
            let end = len + bits.count_ones() as usize;
            while bits != 0 {
                for _ in 0..4 {
                    self.order[len % SET] = (64 * piece) as u16 | (bits.trailing_zeros() % 64) as u16;
                    bits &= bits.wrapping_sub(1);
                    len += 1;
                }
            }
            len = end;
        }
        len
    }

    /// Empties the set, in which so many words have bits, into `out`, which has as many elements.
    #[inline(always)]
    fn take(&mut self, tables: &Tables, words: usize, out: &mut [Action]) {
        for i in 0..words {
            let at = usize::from(self.order[i % SET]);
            self.ways[i % ROOM] = std::mem::take(&mut self.set[at % SET]);
        }
        let mut bits = Bits::new(&self.ways);
        for action in out {
            let first = 64 * usize::from(self.order[bits.at % SET]);
            *action = tables.number(first + bits.word.trailing_zeros() as usize);
            bits.step(&self.ways);
        }
    }
}

/// Goes through the bits of words that have some, without a branch that would be guessed badly. Two words are read ahead, so
/// that nothing waits for them.
struct Bits {
    /// Index of the word.
    at: usize,
    /// What is left of it.
    word: u64,
    next: u64,
    after: u64,
}

impl Bits {
    #[inline(always)]
    fn new(words: &[u64; ROOM]) -> Self {
        Self { at: 0, word: words[0], next: words[1], after: words[2] }
    }

    #[inline(always)]
    fn step(&mut self, words: &[u64; ROOM]) {
        let left = self.word & self.word.wrapping_sub(1);
        let done = left == 0;
        self.word = select_unpredictable(done, self.next, left);
        self.next = select_unpredictable(done, self.after, self.next);
        self.at += usize::from(done);
        self.after = words[(self.at + 2) % ROOM];
    }
}
