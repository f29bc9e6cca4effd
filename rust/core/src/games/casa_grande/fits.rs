//! Which platforms fit: all anchors of a picture at once (G10).

use super::board::Board;
use super::tables::{MAX_PICTURES, Picture, Placement, Tables, bits};

/// Per picture the anchors at which it fits.
pub(super) type Anchors = [u64; MAX_PICTURES];

/// The boards that decide what fits at one level.
#[derive(Clone, Copy, Debug)]
pub(super) struct Level {
    /// Height of the blocks under the marks.
    pub(super) height: usize,
    /// Where marked squares may lie (G10a).
    pub(super) own: u64,
    /// Where other squares may lie (G10b).
    pub(super) support: u64,
}

/// The levels at which `player` has blocks enough on top for the marks of any picture.
#[inline]
pub(super) fn levels<'a>(tables: &'a Tables, board: &'a Board, player: usize) -> impl Iterator<Item = Level> + 'a {
    let mut rest = board.block(player);
    let mut level = 0;
    std::iter::from_fn(move || {
        while rest != 0 {
            level += 1;
            let higher = board.at_least(level + 1);
            let own = rest & !higher;
            rest &= higher;
            if own.count_ones() >= tables.min_marks {
                return Some(Level { height: level, own, support: board.support(level) });
            }
        }
        None
    })
}

/// Adds to `fits` the anchors at which the pictures of the types in `stocked` fit at a level. No anchor of a picture fits
/// at two levels, since all its marks lie at the one.
#[inline]
pub(super) fn add_level(tables: &Tables, board: &Board, at: Level, stocked: u32, fits: &mut Anchors) {
    // A twin's squares are plots of one whole platform, the marked ones with blocks on it.
    let twins = (at.own & board.whole()).count_ones() >= tables.min_marks;
    for (picture, fits) in tables.pictures.iter().zip(fits.iter_mut()) {
        if stocked >> picture.kind & 1 == 0 {
            continue;
        }
        let mut anchors = bits(picture.marks).fold(picture.anchors, |anchors, shift| anchors & at.own >> shift);
        if anchors == 0 {
            continue;
        }
        anchors = bits(picture.squares & !picture.marks).fold(anchors, |anchors, shift| anchors & at.support >> shift);
        if twins {
            anchors = bits(anchors)
                .filter(|anchor| !board.is_twin(picture.squares << anchor))
                .fold(0, |anchors, anchor| anchors | 1 << anchor);
        }
        *fits |= anchors;
    }
}

/// Fills `fits` with all platforms that `player` may lay; gives their number.
#[inline]
pub(super) fn all(tables: &Tables, board: &Board, player: usize, stocked: u32, fits: &mut Anchors) -> u32 {
    let fits_used = tables.pictures.len();
    fits[..fits_used].fill(0);
    for level in levels(tables, board, player) {
        add_level(tables, board, level, stocked, fits);
    }
    fits[..fits_used].iter().map(|anchors| anchors.count_ones()).sum()
}

/// The best payout (G11) among the platforms that `player` may lay; 0 if there is none.
pub(super) fn best_payout(tables: &Tables, board: &Board, player: usize, stocked: u32) -> i64 {
    let mut best = 0;
    for level in levels(tables, board, player) {
        let mut fits = [0; MAX_PICTURES];
        add_level(tables, board, level, stocked, &mut fits);
        for (picture, _) in tables.pictures.iter().zip(&fits).filter(|(_, anchors)| **anchors != 0) {
            best = best.max(i64::from(picture.size()) * level.height as i64);
        }
    }
    best
}

/// The `k`-th of the platforms that fit, in the order of their action numbers.
#[inline]
pub(super) fn select(fits: &Anchors, mut k: u32) -> Placement {
    for (picture, &anchors) in fits.iter().enumerate() {
        let count = anchors.count_ones();
        if k < count {
            let anchor = bits(anchors).nth(k as usize).expect("k is below the number of bits");
            return Placement { picture: picture as u8, anchor: anchor as u8 };
        }
        k -= count;
    }
    unreachable!("k is below the number of platforms that fit")
}

/// Whether one placement fits on the board.
pub(super) fn one(board: &Board, player: usize, picture: &Picture, placement: Placement) -> bool {
    let marks = picture.marks << placement.anchor;
    let squares = picture.squares << placement.anchor;
    if marks & !board.block(player) != 0 {
        return false;
    }
    let level = board.height(marks.trailing_zeros());
    let own = board.at_least(level) & !board.at_least(level + 1);
    marks & !own == 0 && squares & !marks & !board.support(level) == 0 && !board.is_twin(squares)
}
