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
pub(super) const SET: usize = 2048;
/// At most so many keys are gathered before they go into the set, on paths that gather them; a power of two.
#[cfg(target_arch = "x86_64")]
pub(super) const KEYS_AT_ONCE: usize = 1024;

const _: () = assert!(PIECE_KEYS == 64 * 64 && 64 * NUM_PIECES <= SET);

/// Working memory of lists.
#[derive(Clone, Debug)]
pub(super) struct Keys {
    /// A set of keys, 64 words for each piece; empty between lists.
    pub(super) set: [u64; SET],
    /// Which words of the set have bits; all 0 between lists.
    pub(super) used: [u8; SET],
    /// The numbers of the words that have bits.
    pub(super) order: [u16; SET + 32],
    /// Keys on their way into the set.
    #[cfg(target_arch = "x86_64")]
    pub(super) gathered: [u16; 2 * KEYS_AT_ONCE + 32],
    /// Words of ways that are not empty.
    ways: [u64; ROOM],
    /// What is added to the bits of those words and to their keys.
    places: [(u32, u32); ROOM],
}

impl Default for Keys {
    fn default() -> Self {
        Self {
            set: [0; SET],
            used: [0; SET],
            order: [0; SET + 32],
            #[cfg(target_arch = "x86_64")]
            gathered: [0; 2 * KEYS_AT_ONCE + 32],
            ways: [0; ROOM],
            places: [(0, 0); ROOM],
        }
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

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::super::{Blokus, Simd};
    use crate::{Action, Game, Stream, laws};

    #[test]
    fn every_path_lists_what_is_legal() {
        for options in [json!({"players": 4}), json!({"players": 3, "corners": "fixed"}), json!({"variant": "duo"})] {
            let game = Blokus::from_options(options.as_object().expect("an object")).expect("allowed options");
            let paths: Vec<Blokus> = Simd::available().into_iter().map(|simd| game.clone().with_simd(simd)).collect();
            for number in 0..12 {
                let (mut state, mut stream) = (game.new_initial_state(), Stream::new(3, number));
                for ply in 0.. {
                    let lists: Vec<_> = paths.iter().map(|game| laws::legal_actions(game, &state)).collect();
                    assert!(lists.iter().all(|list| *list == lists[0]), "game {number} of {options}, ply {ply}");
                    if (ply + number) % 16 == 0 {
                        let actions = 0..game.num_distinct_actions() as Action;
                        let legal: Vec<Action> = actions.filter(|&action| game.is_legal(&state, action)).collect();
                        assert_eq!(lists[0], legal, "game {number} of {options}, ply {ply}");
                    }
                    let Some(k) = lists[0].len().checked_sub(1) else { break };
                    game.apply(&mut state, lists[0][stream.below(k as u32 + 1) as usize]);
                }
            }
        }
    }
}
