//! Observations: which arrays there are, and how bits become bytes (`docs/observations.md`).

use crate::{Game, Steps, Sweep};

#[cfg(target_arch = "x86_64")]
#[allow(unsafe_code)]
pub(crate) mod avx2;

/// The type of an array's elements.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Dtype {
    /// Flags and codes.
    Uint8,
    /// Numbers that count.
    Int32,
}

impl Dtype {
    /// numpy's name.
    pub fn name(self) -> &'static str {
        match self {
            Self::Uint8 => "uint8",
            Self::Int32 => "int32",
        }
    }
}

/// One array of an observation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ArraySpec {
    /// Its name.
    pub name: &'static str,
    /// Its shape.
    pub shape: Vec<usize>,
    /// The type of its elements.
    pub dtype: Dtype,
    /// No element is ever below.
    pub low: i32,
    /// No element is ever above.
    pub high: i32,
}

impl ArraySpec {
    /// Bytes from 0 to `high`.
    pub(crate) fn bytes(name: &'static str, shape: &[usize], high: u8) -> Self {
        Self { name, shape: shape.to_vec(), dtype: Dtype::Uint8, low: 0, high: high.into() }
    }

    /// Bytes that are 0 or 1.
    pub(crate) fn flags(name: &'static str, shape: &[usize]) -> Self {
        Self::bytes(name, shape, 1)
    }

    /// Whole numbers from `low` to `high`.
    pub(crate) fn numbers(name: &'static str, shape: &[usize], low: i32, high: i32) -> Self {
        Self { name, shape: shape.to_vec(), dtype: Dtype::Int32, low, high }
    }

    /// Number of elements.
    pub fn size(&self) -> usize {
        self.shape.iter().product()
    }
}

/// How many uint8 and how many int32 elements an observation has.
pub fn observation_sizes(spec: &[ArraySpec]) -> (usize, usize) {
    let size = |dtype| spec.iter().filter(|array| array.dtype == dtype).map(ArraySpec::size).sum();
    (size(Dtype::Uint8), size(Dtype::Int32))
}

/// Where the arrays of an observation go: those of each type in the order of the spec.
pub trait Arrays<'a> {
    /// The next uint8 array, which has `size` elements; all of them are to be written.
    fn bytes(&mut self, size: usize) -> &'a mut [u8];
    /// The next int32 array, likewise.
    fn numbers(&mut self, size: usize) -> &'a mut [i32];
}

/// One buffer per type for the arrays one after another.
pub(crate) struct Row<'a> {
    pub(crate) u8s: Cursor<'a, u8>,
    pub(crate) i32s: Cursor<'a, i32>,
}

/// Hands out a buffer piece by piece.
pub(crate) struct Cursor<'a, T>(&'a mut [T]);

impl<'a, T> Cursor<'a, T> {
    /// The next `size` elements.
    #[inline(always)]
    fn take(&mut self, size: usize) -> &'a mut [T] {
        let (part, rest) = std::mem::take(&mut self.0).split_at_mut(size);
        self.0 = rest;
        part
    }
}

impl<'a> Row<'a> {
    pub(crate) fn new(u8s: &'a mut [u8], i32s: &'a mut [i32]) -> Self {
        Self { u8s: Cursor(u8s), i32s: Cursor(i32s) }
    }
}

impl<'a> Arrays<'a> for Row<'a> {
    #[inline(always)]
    fn bytes(&mut self, size: usize) -> &'a mut [u8] {
        self.u8s.take(size)
    }

    #[inline(always)]
    fn numbers(&mut self, size: usize) -> &'a mut [i32] {
        self.i32s.take(size)
    }
}

/// Writes one observation in the order of [`crate::Game::observe`].
pub(crate) struct One<'a, G: Game> {
    pub(crate) state: &'a G::State,
    pub(crate) player: usize,
    pub(crate) row: Row<'a>,
}

impl<G: Game> Sweep<G> for One<'_, G> {
    type Out = ();

    #[inline(always)]
    fn run(mut self, steps: &impl Steps<G>) {
        steps.observe(self.state, self.player, &mut self.row);
        assert!(self.row.u8s.0.is_empty() && self.row.i32s.0.is_empty(), "a slice that is too long");
    }
}

/// Copies a slice to another of the same length. For short ones: that is quicker in line than by a call.
#[inline(always)]
pub(crate) fn copy<T: Copy, const BLOCK: usize>(from: &[T], out: &mut [T]) {
    let blocks = out.as_chunks_mut::<BLOCK>().0.iter_mut().zip(from.as_chunks().0);
    blocks.for_each(|(out, from)| *out = *from);
    // The last block once more, so that there is nothing to do one by one.
    match (out.last_chunk_mut::<BLOCK>(), from.last_chunk()) {
        (Some(out), Some(from)) => *out = *from,
        _ => out.iter_mut().zip(from).for_each(|(out, from)| *out = *from),
    }
}

/// Sets all to 0; as [`copy`].
#[inline(always)]
pub(crate) fn clear(out: &mut [u8]) {
    out.as_chunks_mut().0.iter_mut().for_each(|block| *block = [0; 32]);
    match out.last_chunk_mut() {
        Some(block) => *block = [0; 32],
        None => out.iter_mut().for_each(|out| *out = 0),
    }
}

/// Flags of which `at` is set, if it is one of them. There are few.
#[inline(always)]
pub(crate) fn one_hot(out: &mut [u8], at: usize) {
    for (i, flag) in out.iter_mut().enumerate() {
        *flag = u8::from(i == at);
    }
}

/// Seat of `player` as `viewer` counts them: 0 is the viewer, 1 the next in turn order.
#[inline(always)]
pub(crate) fn seat(player: usize, viewer: usize, players: usize) -> usize {
    let ahead = player + players - viewer;
    if ahead >= players { ahead - players } else { ahead }
}

/// The player on a seat; the reverse of [`seat`].
#[inline(always)]
pub(crate) fn player_on(seat: usize, viewer: usize, players: usize) -> usize {
    let player = seat + viewer;
    if player >= players { player - players } else { player }
}

/// The bits of a byte as bytes 0 or 1, the lowest in the lowest byte.
#[inline(always)]
pub(crate) fn spread_byte(byte: u8) -> u64 {
    const ONES: u64 = 0x0101_0101_0101_0101;
    let lanes = u64::from(byte).wrapping_mul(ONES) & 0x8040_2010_0804_0201;
    // A lane is 0 or one bit: its top bit is set by the addition unless it is 0, and nothing is carried on.
    (lanes + 0x7F * ONES) >> 7 & ONES
}

/// Element `i` of `out`, which has at most 64, becomes bit `i`.
#[inline(always)]
pub(crate) fn spread(bits: u64, out: &mut [u8]) {
    let (eights, rest) = out.as_chunks_mut::<8>();
    let done = 8 * eights.len();
    for (eight, byte) in eights.iter_mut().zip(bits.to_le_bytes()) {
        *eight = spread_byte(byte).to_le_bytes();
    }
    for (i, flag) in rest.iter_mut().enumerate() {
        *flag = (bits >> (done + i) & 1) as u8;
    }
}

/// Element `i` of `out` becomes the number whose binary digits, the lowest first, are the bits `i` of `digits`.
#[inline(always)]
pub(crate) fn spread_digits(digits: [u64; 4], out: &mut [u8; 64]) {
    let digits = digits.map(u64::to_le_bytes);
    for (y, row) in out.as_chunks_mut::<8>().0.iter_mut().enumerate() {
        let digit = |bit: usize| spread_byte(digits[bit][y]) << bit;
        *row = (digit(0) | digit(1) | digit(2) | digit(3)).to_le_bytes();
    }
}

/// Small numbers as int32; both slices have the same length.
#[inline(always)]
pub(crate) fn widen(from: &[u8], out: &mut [i32]) {
    let four = |to: &mut [i32; 4], from: &[u8; 4]| *to = from.map(i32::from);
    let fours = out.as_chunks_mut::<4>().0;
    fours.iter_mut().zip(from.as_chunks().0).for_each(|(to, from)| four(to, from));
    // The last four once more, so that there is nothing to do one by one.
    match (out.last_chunk_mut(), from.last_chunk()) {
        (Some(to), Some(from)) => four(to, from),
        _ => out.iter_mut().zip(from).for_each(|(to, &from)| *to = from.into()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Stream;

    #[test]
    fn spread_gives_each_bit_its_byte() {
        let mut stream = Stream::new(3, 4);
        for length in 0..=64 {
            let (word, mut out) = (stream.next_u64(), vec![7; length]);
            spread(word, &mut out);
            for (i, &flag) in out.iter().enumerate() {
                assert_eq!(u64::from(flag), word >> i & 1, "bit {i} of {word:x}, length {length}");
            }
        }
    }

    #[test]
    fn seats_go_round_from_the_viewer() {
        assert_eq!([0, 1, 2].map(|player| seat(player, 1, 3)), [2, 0, 1]);
        for players in 1..=4 {
            for (viewer, player) in (0..players).flat_map(|viewer| (0..players).map(move |player| (viewer, player))) {
                assert_eq!(player_on(seat(player, viewer, players), viewer, players), player);
            }
        }
    }
}
