//! Lists and flags with AVX-512: what a set of bits picks out of a vector is written by one instruction.
#![allow(unsafe_code)]

use std::arch::x86_64::{
    __m512i, _mm512_add_epi16, _mm512_add_epi32, _mm512_and_si512, _mm512_castsi512_si128, _mm512_castsi512_si256,
    _mm512_cvtepu8_epi16, _mm512_cvtepu8_epi32, _mm512_loadu_si512, _mm512_maskz_compress_epi8,
    _mm512_maskz_compress_epi16, _mm512_maskz_mov_epi8, _mm512_mullo_epi16, _mm512_set1_epi8, _mm512_set1_epi16,
    _mm512_set1_epi32, _mm512_storeu_si512, _mm512_test_epi8_mask, _mm512_test_epi32_mask, _pext_u64,
};

use super::dense::{DENSE_WORDS, Dense};
use super::list::{KEYS_AT_ONCE, Keys, SET};
use super::moves::{CELLS, Found};
use super::tables::Tables;
use super::ways::Ways;
use crate::Action;

/// The numbers 0 to 63.
static COUNTING: [u8; 64] = {
    let mut numbers = [0; 64];
    let mut i = 0;
    while i < 64 {
        numbers[i] = i as u8;
        i += 1;
    }
    numbers
};

/// 64 bytes of an array.
#[target_feature(enable = "avx512f")]
#[inline]
fn load<T: Copy, const N: usize>(from: &[T; N]) -> __m512i {
    const { assert!(size_of::<[T; N]>() == 64) };
    // SAFETY: there are 64 bytes to be read.
    unsafe { _mm512_loadu_si512(from.as_ptr().cast()) }
}

/// Writes 64 bytes to the beginning of a slice that has as many.
#[target_feature(enable = "avx512f")]
#[inline]
fn store<T: Copy, const N: usize>(to: &mut [T], vector: __m512i) {
    const { assert!(size_of::<[T; N]>() == 64) };
    let to: &mut [T; N] = to.first_chunk_mut().expect("there is room for a vector");
    // SAFETY: there are 64 bytes to be written, and the elements are integers.
    unsafe { _mm512_storeu_si512(to.as_mut_ptr().cast(), vector) };
}

/// [`Keys::list`].
#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512vbmi2,avx512bitalg,avx2,bmi1,bmi2,popcnt,lzcnt")]
pub(super) fn list(keys: &mut Keys, found: &Found, tables: &Tables, out: &mut Vec<Action>) {
    let total = found.total as usize;
    if total > KEYS_AT_ONCE {
        return keys.list(found, tables, out);
    }
    gather(keys, found, tables);
    for &key in &keys.gathered[..total] {
        let word = usize::from(key / 64) % SET;
        keys.set[word] |= 1 << (key % 64);
        keys.used[word] = 1;
    }
    let words = sort(keys);
    let start = out.len();
    out.resize(start + total + 16, 0);
    take(keys, &tables.dense, words, &mut out[start..]);
    out.truncate(start + total);
}

/// Gathers the dense keys of all ways.
#[target_feature(enable = "avx512f,avx512bw,avx512vbmi2,avx2,bmi1,bmi2,popcnt,lzcnt")]
#[inline]
fn gather(keys: &mut Keys, found: &Found, tables: &Tables) {
    let held = load(&Ways::held(found.hand).0);
    let mut len = 0;
    for i in 0..found.len {
        let ways = _mm512_and_si512(load(&found.ways[i % CELLS].0), held);
        let mut halves = [0_u32; 16];
        store::<u32, 16>(&mut halves, ways);
        let cell = _mm512_set1_epi16((tables.base(found.cells[i % CELLS]) / 8) as i16);
        let mut left = _mm512_test_epi32_mask(ways, ways);
        while left != 0 {
            let half = left.trailing_zeros() as usize;
            left &= left - 1;
            let [steps, scales] = tables.dense.ways[half].each_ref().map(|row| load(row));
            let all = _mm512_add_epi16(_mm512_mullo_epi16(cell, scales), steps);
            let some = _mm512_maskz_compress_epi16(halves[half], all);
            store::<u16, 32>(&mut keys.gathered[len % (2 * KEYS_AT_ONCE)..], some);
            len += halves[half].count_ones() as usize;
        }
    }
}

/// Finds the words that have bits, ascending; gives their number.
#[target_feature(enable = "avx512f,avx512bw,avx512vbmi2,avx2,bmi1,bmi2,popcnt,lzcnt")]
#[inline]
fn sort(keys: &mut Keys) -> usize {
    let mut len = 0;
    for (i, used) in keys.used[..DENSE_WORDS].as_chunks_mut::<64>().0.iter_mut().enumerate() {
        let flags = load(used);
        *used = [0; 64];
        let words = _mm512_test_epi8_mask(flags, flags);
        let first = _mm512_set1_epi16(64 * i as i16);
        for (half, from) in [words as u32, (words >> 32) as u32].into_iter().zip([0, 32]) {
            let inside = _mm512_maskz_compress_epi8(u64::from(half) << from, load(&COUNTING));
            let inside = _mm512_cvtepu8_epi16(_mm512_castsi512_si256(inside));
            store::<u16, 32>(&mut keys.order[len % SET..], _mm512_add_epi16(inside, first));
            len += half.count_ones() as usize;
        }
    }
    len
}

/// Empties the set, in which so many words have bits, into `out`, which has room for a vector more.
#[target_feature(enable = "avx512f,avx512bw,avx512vbmi2,avx2,bmi1,bmi2,popcnt,lzcnt")]
#[inline]
fn take(keys: &mut Keys, dense: &Dense, words: usize, out: &mut [Action]) {
    let mut len = 0;
    for &at in &keys.order[..words] {
        let at = usize::from(at) % DENSE_WORDS;
        let (valid, first) = dense.words[at];
        let mut numbers = _pext_u64(std::mem::take(&mut keys.set[at]), valid);
        loop {
            let inside = _mm512_maskz_compress_epi8(numbers, load(&COUNTING));
            let inside = _mm512_cvtepu8_epi32(_mm512_castsi512_si128(inside));
            store::<u32, 16>(&mut out[len..], _mm512_add_epi32(inside, _mm512_set1_epi32(first as i32)));
            let count = numbers.count_ones() as usize;
            if count <= 16 {
                len += count;
                break;
            }
            // Seldom are there more than 16: the lowest are done.
            len += 16;
            for _ in 0..16 {
                numbers &= numbers - 1;
            }
        }
    }
}

/// Element `i` of `out` becomes bit `i`.
#[target_feature(enable = "avx512f,avx512bw")]
#[inline]
pub(super) fn spread(bits: u64, out: &mut [u8; 64]) {
    store::<u8, 64>(out, _mm512_maskz_mov_epi8(bits, _mm512_set1_epi8(1)));
}
