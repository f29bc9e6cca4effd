//! The building: heights, tops and what decides G10e, all as boards of 64 plots.

use super::fits::Kernel;
use super::tables::{PLOTS, bits};

/// Heights up to this lie in the state itself; higher towers are legal but rare.
pub(super) const LOW: usize = 8;
/// No plot is higher than all blocks of four players together.
pub(super) const MAX_HEIGHT: usize = 96;
/// Plots that have a right neighbour.
const NOT_H: u64 = !0x8080_8080_8080_8080;

/// Plots of at least each height from 1 to [`LOW`].
#[derive(Clone, Copy, Debug, Default)]
#[repr(align(64))]
pub(super) struct Low(pub(super) [u64; LOW]);

/// The top of a plot.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Top {
    /// Empty ground.
    Ground,
    /// A block of a player.
    Block(u8),
    /// A bare platform of a player.
    Platform(u8),
}

/// What stands on the 64 plots.
///
/// A block makes its plot one higher, a platform raises all its plots to its level (G10); heights never fall, so that
/// boards "at least so high" only gain plots.
#[derive(Clone, Debug)]
pub struct Board {
    low: Low,
    tall: Option<Box<[u64; MAX_HEIGHT - LOW]>>,
    any_block: u64,
    any_platform: u64,
    /// The low and the high bit of the player whose block or platform is on top.
    owner: [u64; 2],
    /// Plots of *whole* platforms: those that are the topmost platform on all their plots.
    whole: u64,
    /// Plots whose right neighbour belongs to the same whole platform.
    joined_right: u64,
    /// Plots whose upper neighbour belongs to the same whole platform.
    joined_up: u64,
}

impl Default for Board {
    fn default() -> Self {
        let [any_block, any_platform, whole, joined_right, joined_up] = [0; 5];
        Self { low: Low::default(), tall: None, any_block, any_platform, owner: [0; 2], whole, joined_right, joined_up }
    }
}

/// All plots or none, by a bit of a player's number.
#[inline(always)]
fn all_if(player: usize, bit: u32) -> u64 {
    0u64.wrapping_sub((player >> bit & 1) as u64)
}

impl Board {
    /// Plots of height `level` or more, for levels from 1.
    #[inline(always)]
    pub fn at_least(&self, level: usize) -> u64 {
        self.low.0.get(level - 1).copied().unwrap_or_else(|| self.high(level))
    }

    #[cold]
    fn high(&self, level: usize) -> u64 {
        self.tall.as_ref().map_or(0, |tall| tall.get(level - LOW - 1).copied().unwrap_or(0))
    }

    #[inline(always)]
    pub(super) fn low(&self) -> &Low {
        &self.low
    }

    #[inline(always)]
    fn raise(&mut self, plots: u64, level: usize) {
        match self.low.0.get_mut(level - 1) {
            Some(low) => *low |= plots,
            None => self.raise_high(plots, level),
        }
    }

    #[cold]
    fn raise_high(&mut self, plots: u64, level: usize) {
        self.tall.get_or_insert_with(|| Box::new([0; MAX_HEIGHT - LOW]))[level - LOW - 1] |= plots;
    }

    /// Height of a plot (G10).
    #[inline]
    pub fn height(&self, plot: u32) -> usize {
        let mut height = 0;
        while self.at_least(height + 1) >> plot & 1 != 0 {
            height += 1;
        }
        height
    }

    /// Plots with something of `player` on top.
    #[inline(always)]
    fn owned(&self, player: usize) -> u64 {
        !((self.owner[0] ^ all_if(player, 0)) | (self.owner[1] ^ all_if(player, 1)))
    }

    #[inline(always)]
    fn set_owner(&mut self, plots: u64, player: usize) {
        for (bit, owner) in (0..).zip(&mut self.owner) {
            *owner = *owner & !plots | plots & all_if(player, bit);
        }
    }

    /// Plots with a block of `player` on top.
    #[inline(always)]
    pub fn block(&self, player: usize) -> u64 {
        self.any_block & self.owned(player)
    }

    /// Plots with a bare platform of `player` on top.
    #[inline(always)]
    pub fn platform(&self, player: usize) -> u64 {
        self.any_platform & self.owned(player)
    }

    /// Plots with a block on top, anybody's.
    #[inline(always)]
    pub fn any_block(&self) -> u64 {
        self.any_block
    }

    /// Plots with a bare platform on top, anybody's.
    #[inline(always)]
    pub fn any_platform(&self) -> u64 {
        self.any_platform
    }

    /// Who owns the top of a plot that is no ground.
    #[inline(always)]
    pub(super) fn owner(&self, plot: u32) -> usize {
        ((self.owner[0] >> plot & 1) | (self.owner[1] >> plot & 1) << 1) as usize
    }

    /// Plots of platforms that are topmost on all their plots.
    pub fn whole(&self) -> u64 {
        self.whole
    }

    /// Plots whose right neighbour belongs to the same platform that is topmost on all its plots.
    pub fn joined_right(&self) -> u64 {
        self.joined_right
    }

    /// Plots whose upper neighbour belongs to the same platform that is topmost on all its plots.
    pub fn joined_up(&self) -> u64 {
        self.joined_up
    }

    /// What is on top of a plot.
    pub fn top(&self, plot: u32) -> Top {
        let player = self.owner(plot) as u8;
        if self.any_block >> plot & 1 != 0 {
            Top::Block(player)
        } else if self.any_platform >> plot & 1 != 0 {
            Top::Platform(player)
        } else {
            Top::Ground
        }
    }

    /// Where squares of a platform of `level` may lie when they are not marked (G10b).
    #[inline]
    pub fn support(&self, level: usize) -> u64 {
        !self.at_least(level) | self.any_block & !self.at_least(level + 1)
    }

    /// Whether a platform of these squares would lie straight on a twin (G10e).
    ///
    /// Whole platforms are disjoint and connected, so `squares` is one of them exactly when they are plots of whole
    /// platforms, all their neighbours are joined, and nothing outside is joined to them.
    #[inline]
    pub fn is_twin(&self, squares: u64) -> bool {
        let right = squares & squares >> 1 & NOT_H;
        let up = squares & squares >> 8;
        squares & !self.whole == 0
            && self.joined_right & squares == right
            && self.joined_right << 1 & squares == right << 1
            && self.joined_up & squares == up
            && self.joined_up << 8 & squares == up << 8
    }

    /// Lays a block of `player` on a plot.
    #[inline(always)]
    pub(super) fn lay_block<K: Kernel>(&mut self, plot: u32, player: usize) {
        let bit = 1 << plot;
        self.any_block |= bit;
        self.any_platform &= !bit;
        self.set_owner(bit, player);
        if self.low.0[LOW - 1] & bit != 0 {
            self.raise(bit, self.height(plot) + 1);
        } else {
            K::lift(&mut self.low, bit);
        }
    }

    /// Lays a platform of `player` on plots of at most height `level`.
    #[inline]
    pub fn lay_platform(&mut self, squares: u64, level: usize, player: usize) {
        self.any_block &= !squares;
        self.any_platform |= squares;
        self.set_owner(squares, player);
        for below in 1..=level {
            self.raise(squares, below);
        }
        if self.whole & squares != 0 {
            let spoiled = !self.whole_around(squares);
            self.whole &= spoiled;
            self.joined_right &= spoiled;
            self.joined_up &= spoiled;
        }
        self.whole |= squares;
        self.joined_right |= squares & squares >> 1 & NOT_H;
        self.joined_up |= squares & squares >> 8;
    }

    /// All plots of the whole platforms that have a plot in `plots`.
    fn whole_around(&self, plots: u64) -> u64 {
        let mut reached = self.whole & plots;
        loop {
            let more = reached
                | (reached & self.joined_right) << 1
                | reached >> 1 & self.joined_right
                | (reached & self.joined_up) << 8
                | reached >> 8 & self.joined_up;
            if more == reached {
                return reached;
            }
            reached = more;
        }
    }

    /// Writes what [`Board::heights`] gives.
    #[inline(always)]
    pub(super) fn write_heights<K: Kernel>(&self, out: &mut [u8; PLOTS]) {
        // The boards are nested, so that a bit of the height is what lies between every second, fourth.. of them.
        let low = &self.low.0;
        let between = |first: usize, end: usize| low[first - 1] & !low[end - 1];
        let ones = between(1, 2) | between(3, 4) | between(5, 6) | between(7, 8);
        let twos = between(2, 4) | between(6, 8);
        K::spread_digits([ones, twos, between(4, 8), low[LOW - 1]], out);
        if self.tall.is_some() {
            self.write_tall(out);
        }
    }

    #[cold]
    fn write_tall(&self, out: &mut [u8; PLOTS]) {
        *out = self.heights();
    }

    /// Per plot its height, by cell index.
    pub fn heights(&self) -> [u8; 64] {
        let mut heights = [0; 64];
        for level in 1..=MAX_HEIGHT {
            let plots = self.at_least(level);
            if plots == 0 {
                break;
            }
            for plot in bits(plots) {
                heights[plot as usize] = level as u8;
            }
        }
        heights
    }
}
