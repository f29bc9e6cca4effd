//! What all positions of a game share: pictures of the platforms, action numbers, lanes.

use super::plan::{Chunk, chunks};
use super::platforms::{PlatformSet, SIZE};

/// Number of plots.
pub const PLOTS: usize = SIZE * SIZE;
/// Number of track spaces (G2).
pub const TRACK: usize = 20;
/// Largest marker before it pays (G12), so that there are steps 0 to 8.
pub const MAX_MARKER: u8 = 8;
/// Action number of the block on `a1`.
pub const BLOCK: u32 = MAX_MARKER as u32 + 1;
/// Action number of `decline`.
pub const DECLINE: u32 = BLOCK + PLOTS as u32;
/// Action number of the first platform.
pub const PLATFORM: u32 = DECLINE + 1;
/// Most pictures of a set: 32 types, 4 rotations each.
pub const MAX_PICTURES: usize = 128;

/// A distinct picture of a platform type: the type in one rotation.
///
/// A bit board of it stands for the picture with its bounding box at `a1`; shifting it left by an anchor's cell index
/// moves it there.
#[derive(Clone, Debug)]
pub struct Picture {
    /// Index of the type in the set.
    pub kind: u8,
    /// Smallest rotation that looks so, in quarter turns clockwise.
    pub rotation: u8,
    /// Width of the bounding box.
    pub width: u8,
    /// Height of the bounding box.
    pub height: u8,
    /// All squares.
    pub squares: u64,
    /// Marked squares.
    pub marks: u64,
    /// Anchors at which the bounding box is on the board.
    pub anchors: u64,
    /// Action number at anchor `a1`.
    pub first_action: u32,
}

impl Picture {
    /// Number of squares.
    pub fn size(&self) -> u32 {
        self.squares.count_ones()
    }

    /// Action number at an anchor (a cell index among [`Picture::anchors`]).
    #[inline]
    pub fn action(&self, anchor: u32) -> u32 {
        let columns = SIZE as u32 + 1 - u32::from(self.width);
        self.first_action + anchor / SIZE as u32 * columns + anchor % SIZE as u32
    }
}

/// Where an action number lays which picture.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Placement {
    /// Index of the picture.
    pub picture: u8,
    /// Cell index of the anchor.
    pub anchor: u8,
}

/// Tables of one platform set.
#[derive(Debug)]
pub struct Tables {
    /// The set.
    pub set: PlatformSet,
    /// Pictures by type, then rotation.
    pub pictures: Vec<Picture>,
    /// The picture of a type in each rotation.
    pub turned: Vec<[u8; 4]>,
    /// What the action numbers from [`PLATFORM`] on mean.
    pub placements: Vec<Placement>,
    /// The plots of the lane beside each track space; none at a corner (G2).
    pub lanes: [u64; TRACK],
    pub(super) plan: Vec<Chunk>,
}

impl Tables {
    /// Builds the tables of a set.
    pub fn new(set: PlatformSet) -> Self {
        let mut pictures: Vec<Picture> = Vec::new();
        let mut turned = Vec::new();
        let mut next_action = PLATFORM;
        for (kind, platform) in set.types().iter().enumerate() {
            let mut seen: Vec<(Vec<Vec<u8>>, u8)> = Vec::new();
            let mut grid: Vec<Vec<u8>> = platform.rows.iter().map(|row| row.clone().into_bytes()).collect();
            let by_rotation = std::array::from_fn(|rotation| {
                let known = seen.iter().find(|(before, _)| *before == grid).map(|&(_, index)| index);
                let index = known.unwrap_or_else(|| {
                    let picture = picture(kind as u8, rotation as u8, &grid, next_action);
                    next_action += picture.anchors.count_ones();
                    pictures.push(picture);
                    seen.push((grid.clone(), pictures.len() as u8 - 1));
                    pictures.len() as u8 - 1
                });
                grid = clockwise(&grid);
                index
            });
            turned.push(by_rotation);
        }
        let placements = pictures
            .iter()
            .enumerate()
            .flat_map(|(index, picture)| {
                bits(picture.anchors).map(move |anchor| Placement { picture: index as u8, anchor: anchor as u8 })
            })
            .collect();
        let plan = chunks(&pictures);
        Self { set, pictures, turned, placements, lanes: lanes(), plan }
    }

    /// What a platform's action number means; `None` when it is no platform's.
    pub fn placement(&self, action: u32) -> Option<Placement> {
        self.placements.get(action.checked_sub(PLATFORM)? as usize).copied()
    }

    /// All plots that a placement covers.
    #[inline]
    pub fn squares(&self, placement: Placement) -> u64 {
        self.pictures[usize::from(placement.picture)].squares << placement.anchor
    }

    /// Action number of a placement.
    #[inline]
    pub fn action(&self, placement: Placement) -> u32 {
        self.pictures[usize::from(placement.picture)].action(u32::from(placement.anchor))
    }
}

/// The cell indices of a board's bits, ascending.
pub fn bits(mut board: u64) -> impl Iterator<Item = u32> {
    std::iter::from_fn(move || {
        let bit = (board != 0).then(|| board.trailing_zeros());
        board &= board.wrapping_sub(1);
        bit
    })
}

/// The grid after a quarter turn clockwise; rows from the top down.
fn clockwise(grid: &[Vec<u8>]) -> Vec<Vec<u8>> {
    (0..grid[0].len()).map(|x| grid.iter().rev().map(|row| row[x]).collect()).collect()
}

fn picture(kind: u8, rotation: u8, grid: &[Vec<u8>], first_action: u32) -> Picture {
    let (width, height) = (grid[0].len(), grid.len());
    let board = |wanted: &[u8]| {
        let mut board = 0u64;
        for (row, y) in grid.iter().zip((0..height).rev()) {
            for (x, letter) in row.iter().enumerate() {
                board |= u64::from(wanted.contains(letter)) << (y * SIZE + x);
            }
        }
        board
    };
    let columns = (1u64 << (SIZE + 1 - width)) - 1;
    let anchors = (0..=SIZE - height).fold(0, |anchors, y| anchors | columns << (y * SIZE));
    let (width, height) = (width as u8, height as u8);
    Picture { kind, rotation, width, height, squares: board(b"O#"), marks: board(b"O"), anchors, first_action }
}

fn lanes() -> [u64; TRACK] {
    let rows = |lane: usize| 0xFFFF << (16 * lane);
    let columns = |lane: usize| 0x0303_0303_0303_0303 << (2 * lane);
    let mut lanes = [0; TRACK];
    for i in 0..4 {
        lanes[1 + i] = rows(i);
        lanes[6 + i] = columns(i);
        lanes[11 + i] = rows(3 - i);
        lanes[16 + i] = columns(3 - i);
    }
    lanes
}
