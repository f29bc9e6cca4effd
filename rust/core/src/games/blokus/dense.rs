//! Keys without gaps between orientations, so that all fit into 16 bits.
//!
//! The *dense key* of a placement is `first key of the piece + orientations of the piece * lowest cell + orientation`.

use super::board::MAX_SIDE;
use super::pieces::{NUM_ORIENTATIONS, NUM_PIECES, ORIENTATIONS, PIECES};
use super::tables::{PIECE_KEYS, Placement};
use super::ways::{PIECE_OF, WAY_BYTES};

/// Words of a set of dense keys, in groups of 64.
pub(super) const DENSE_WORDS: usize = (NUM_ORIENTATIONS * MAX_SIDE * MAX_SIDE).div_ceil(64).next_multiple_of(64);

/// The first dense key of each piece.
const FIRST: [usize; NUM_PIECES] = {
    let mut first = [0; NUM_PIECES];
    let mut p = 1;
    while p < NUM_PIECES {
        first[p] = first[p - 1] + PIECES[p - 1].orientations as usize * MAX_SIDE * MAX_SIDE;
        p += 1;
    }
    first
};

/// What leads from ways to dense keys and on to action numbers.
#[derive(Debug)]
pub(super) struct Dense {
    /// By half word of a set of ways: what is added for each way, and what the covered cell is multiplied by.
    pub(super) ways: [[[u16; 32]; 2]; WAY_BYTES / 4],
    /// By word of a set of dense keys: those that have action numbers, and the lowest of these; the others follow one by one.
    pub(super) words: Box<[(u64, u32); DENSE_WORDS]>,
}

impl Dense {
    /// From all placements and from what each way adds to keys.
    pub(super) fn new(side: usize, placements: &[Placement], steps: &[i32; 8 * WAY_BYTES]) -> Self {
        let mut ways = [[[0; 32]; 2]; WAY_BYTES / 4];
        for (way, step) in steps.iter().enumerate() {
            let piece = usize::from(PIECE_OF[way / 8]);
            let from_piece = step - (PIECE_KEYS * piece) as i32;
            // The orientation less eight times the way back to the lowest cell.
            let (back, orientation) = (from_piece.div_euclid(8), from_piece.rem_euclid(8));
            let scale = i32::from(PIECES[piece].orientations);
            ways[way / 32][0][way % 32] = (FIRST[piece] as i32 + scale * back + orientation) as u16;
            ways[way / 32][1][way % 32] = scale as u16;
        }
        let mut words: Box<[_; DENSE_WORDS]> = vec![(0, 0); DENSE_WORDS].try_into().expect("it has this length");
        for (number, placement) in placements.iter().enumerate().rev() {
            let orientation = usize::from(placement.orientation);
            let piece = usize::from(ORIENTATIONS[orientation].piece);
            let cell = usize::from(placement.y) * side + usize::from(placement.x);
            let turned = orientation - usize::from(PIECES[piece].first);
            let key = FIRST[piece] + usize::from(PIECES[piece].orientations) * cell + turned;
            words[key / 64].0 |= 1 << (key % 64);
            words[key / 64].1 = number as u32;
        }
        Self { ways, words }
    }
}
