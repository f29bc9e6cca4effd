//! Which platforms fit: all anchors of a picture at once (G10).

use std::ops::ControlFlow;

use super::board::{Board, Low};
use super::plan::{Chunk, PICTURES};
use super::tables::{MAX_PICTURES, PLOTS, Picture, Placement, Tables, bits};

/// Levels whose pairs of plots are looked at together; few games have blocks higher up.
pub(super) const LEVELS: usize = 4;

/// What is done differently with and without vector instructions; the results are the same.
pub(super) trait Kernel {
    /// Of the levels 1 to [`LEVELS`] those (bit 0 for level 1) at which plots of `own` are as far apart as a pair of marked
    /// squares of some picture; it may give others too.
    fn levels(chunk: &Chunk, own: u64, low: &Low) -> u32;

    /// Makes plots that are lower than `LOW` one higher.
    fn lift(low: &mut Low, plots: u64);

    /// Writes to `anchors` where the chunk's pictures of the types in `stocked` fit, but for G10e, with marked squares on
    /// `own` and others on `support`; gives the pictures that fit anywhere as bits. What it writes for others is left open.
    fn fit(chunk: &Chunk, own: u64, support: u64, stocked: u32, anchors: &mut [u64; PICTURES]) -> u32;

    /// Index of the `k`-th bit of a board that has more than `k`.
    fn nth_bit(board: u64, k: u32) -> u32;

    /// Element `i` of `out` becomes bit `i` of the board.
    fn spread(board: u64, out: &mut [u8; PLOTS]);

    /// Element `i` of `out` becomes the number whose binary digits, the lowest first, are the bits `i` of the boards.
    fn spread_digits(boards: [u64; 4], out: &mut [u8; PLOTS]);

    /// [`Fits::find`] out of line, so that what calls it seldom stays small.
    fn find(fits: &mut Fits, tables: &Tables, board: &Board, player: usize, stocked: u32) -> u32;

    /// [`any`] out of line.
    fn any(tables: &Tables, board: &Board, player: usize, stocked: u32) -> bool;
}

/// Where which platforms fit: what [`crate::Game::count`] leaves for selecting and listing.
#[derive(Clone, Debug)]
pub struct Fits {
    /// Pictures that fit anywhere, as bits; always within `MAX_PICTURES`.
    pictures: [u64; MAX_PICTURES / 64],
    /// Anchors of those pictures; of others it holds what was there before.
    anchors: [u64; MAX_PICTURES],
    /// Anchors at one level.
    at_level: [u64; PICTURES],
}

impl Default for Fits {
    fn default() -> Self {
        Self { pictures: [0; MAX_PICTURES / 64], anchors: [0; MAX_PICTURES], at_level: [0; PICTURES] }
    }
}

impl Fits {
    /// Finds all platforms that `player` may lay; gives their number.
    #[inline(always)]
    pub(super) fn find<K: Kernel>(&mut self, tables: &Tables, board: &Board, player: usize, stocked: u32) -> u32 {
        self.find_at::<K>(tables, board, player, stocked, None)
    }

    /// [`Fits::find`] when the [`levels`] may be known.
    #[inline(always)]
    pub(super) fn find_at<K: Kernel>(
        &mut self,
        tables: &Tables,
        board: &Board,
        player: usize,
        stocked: u32,
        levels: Option<u32>,
    ) -> u32 {
        let Self { pictures, anchors, at_level } = self;
        *pictures = [0; MAX_PICTURES / 64];
        let mut count = 0;
        let _ = each::<K>(tables, board, (player, stocked), levels, at_level, |picture, _, more| {
            let (word, bit) = (&mut pictures[picture / 64], 1 << (picture % 64));
            // No anchor of a picture fits at two levels, since all its marks lie at the one.
            count += more.count_ones();
            anchors[picture] = if *word & bit == 0 { more } else { anchors[picture] | more };
            *word |= bit;
            ControlFlow::Continue(())
        });
        count
    }

    /// Pictures that fit anywhere with their anchors, in the order of the action numbers.
    pub(super) fn iter(&self) -> impl Iterator<Item = (usize, u64)> + '_ {
        let words = self.pictures.iter().enumerate();
        let pictures = words.flat_map(|(i, &word)| bits(word).map(move |bit| 64 * i + bit as usize));
        pictures.map(|picture| (picture, self.anchors[picture]))
    }

    /// The `k`-th of the platforms that fit, in the order of their action numbers.
    #[inline(always)]
    pub(super) fn select<K: Kernel>(&self, mut k: u32) -> Placement {
        for (i, &word) in self.pictures.iter().enumerate() {
            let mut word = word;
            while word != 0 {
                let picture = (64 * i + word.trailing_zeros() as usize) % MAX_PICTURES;
                let anchors = self.anchors[picture];
                let count = anchors.count_ones();
                if k < count {
                    return Placement { picture: picture as u8, anchor: K::nth_bit(anchors, k) as u8 };
                }
                k -= count;
                word &= word - 1;
            }
        }
        unreachable!("k is below the number of platforms that fit")
    }
}

/// The levels at which `player` may be able to lay a platform, as bits; 0 says that he can lay none.
#[inline(always)]
pub(super) fn levels<K: Kernel>(tables: &Tables, board: &Board, player: usize) -> u32 {
    let mine = board.block(player);
    let mut levels = u32::from(mine & board.at_least(LEVELS + 1) != 0) << LEVELS;
    for chunk in &tables.plan {
        levels |= K::levels(chunk, mine, board.low());
    }
    levels
}

/// Gives `visit` each picture that `player` may lay, with the level and the anchors at that level, until it breaks.
#[inline(always)]
fn each<K: Kernel>(
    tables: &Tables,
    board: &Board,
    (player, stocked): (usize, u32),
    levels: Option<u32>,
    at_level: &mut [u64; PICTURES],
    mut visit: impl FnMut(usize, usize, u64) -> ControlFlow<()>,
) -> ControlFlow<()> {
    let mine = board.block(player);
    for chunk in &tables.plan {
        let mut low = match levels {
            Some(levels) => levels % (1 << LEVELS),
            None => K::levels(chunk, mine, board.low()),
        };
        while low != 0 {
            let level = low.trailing_zeros() as usize + 1;
            low &= low - 1;
            each_of_level::<K>(tables, board, chunk, (level, mine), stocked, at_level, &mut visit)?;
        }
        let mut level = LEVELS + 1;
        while levels.is_none_or(|levels| levels >> LEVELS != 0) && mine & board.at_least(level) != 0 {
            each_of_level::<K>(tables, board, chunk, (level, mine), stocked, at_level, &mut visit)?;
            level += 1;
        }
    }
    ControlFlow::Continue(())
}

#[inline(always)]
fn each_of_level<K: Kernel>(
    tables: &Tables,
    board: &Board,
    chunk: &Chunk,
    (level, mine): (usize, u64),
    stocked: u32,
    at_level: &mut [u64; PICTURES],
    visit: &mut impl FnMut(usize, usize, u64) -> ControlFlow<()>,
) -> ControlFlow<()> {
    let own = mine & board.at_least(level) & !board.at_least(level + 1);
    let mut fitting = K::fit(chunk, own, board.support(level), stocked, at_level);
    while fitting != 0 {
        let index = fitting.trailing_zeros() as usize % PICTURES;
        fitting &= fitting - 1;
        let picture = chunk.first + index;
        let mut anchors = at_level[index];
        // A twin's squares are plots of one whole platform, the marked ones with blocks on it.
        if own & board.whole() != 0 {
            anchors = without_twins(tables, board, picture, anchors);
            if anchors == 0 {
                continue;
            }
        }
        visit(picture, level, anchors)?;
    }
    ControlFlow::Continue(())
}

#[inline]
fn without_twins(tables: &Tables, board: &Board, picture: usize, anchors: u64) -> u64 {
    let squares = tables.pictures[picture].squares;
    bits(anchors).filter(|anchor| board.is_twin(squares << anchor)).fold(anchors, |left, twin| left & !(1 << twin))
}

/// Whether `player` may lay any platform.
#[inline(always)]
pub(super) fn any<K: Kernel>(tables: &Tables, board: &Board, player: usize, stocked: u32) -> bool {
    each::<K>(tables, board, (player, stocked), None, &mut [0; PICTURES], |_, _, _| ControlFlow::Break(())).is_break()
}

/// The best payout (G11) among the platforms that `player` may lay; 0 if there is none.
#[inline(always)]
pub(super) fn best_payout<K: Kernel>(tables: &Tables, board: &Board, player: usize, stocked: u32) -> u32 {
    let mut best = 0;
    let _ = each::<K>(tables, board, (player, stocked), None, &mut [0; PICTURES], |picture, level, _| {
        best = best.max(tables.pictures[picture].size() * level as u32);
        ControlFlow::Continue(())
    });
    best
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
