//! The pictures as the kernels read them.

use std::collections::HashMap;

use super::platforms::SIZE;
use super::tables::{Picture, bits};

/// Pictures of a chunk.
pub(super) const PICTURES: usize = 32;

/// Four boards side by side.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[repr(align(32))]
pub(super) struct Quad(pub(super) [u64; 4]);

/// Up to [`PICTURES`] consecutive pictures that are looked at together.
#[derive(Debug)]
pub(super) struct Chunk {
    /// Index of the first picture.
    pub(super) first: usize,
    /// The pictures by a pair of marked squares that they share.
    pub(super) groups: Vec<Group>,
    /// Per group the distance of its pair and the plots from which it stays on the board, each four times.
    pub(super) pairs: Vec<[Quad; 2]>,
    /// Most marked squares of a picture.
    pub(super) marks: usize,
    /// Most other squares of a picture.
    pub(super) others: usize,
    /// For four pictures each `2 + marks + others` quads: bits of the types, anchors on the board (none where there is no
    /// picture), and distances of the squares from the anchor (a picture with fewer has its first mark again).
    pub(super) quads: Vec<Quad>,
}

/// Pictures that share a pair of marked squares at a distance.
#[derive(Debug)]
pub(super) struct Group {
    /// Distance of the pair's squares in plots; 0 for pictures with a single mark.
    pub(super) distance: u32,
    /// Plots from which that distance stays on the board.
    pub(super) from: u64,
    pub(super) members: Vec<Member>,
}

/// A picture of a group.
#[derive(Debug)]
pub(super) struct Member {
    /// Index in the chunk.
    pub(super) index: usize,
    pub(super) kind: u8,
    /// Distance of the pair's first square from the anchor.
    pub(super) first: u32,
    pub(super) anchors: u64,
    /// Distances of the marked squares outside of the pair from the anchor.
    pub(super) marks: Vec<u8>,
    /// Distances of the other squares from the anchor.
    pub(super) others: Vec<u8>,
}

/// A step from one square to another.
type Step = (i32, i32);

/// The chunks of a set's pictures.
pub(super) fn chunks(pictures: &[Picture]) -> Vec<Chunk> {
    let chunk = |(i, pictures)| chunk(i * PICTURES, pictures);
    pictures.chunks(PICTURES).enumerate().map(chunk).collect()
}

fn chunk(first: usize, pictures: &[Picture]) -> Chunk {
    let groups = groups(pictures);
    let most = |squares: fn(&Picture) -> u64| {
        pictures.iter().map(|picture| squares(picture).count_ones() as usize).max().unwrap_or(0)
    };
    let (marks, others) = (most(|picture| picture.marks), most(other_squares));
    Chunk {
        first,
        pairs: groups.iter().map(|group| [Quad([group.distance.into(); 4]), Quad([group.from; 4])]).collect(),
        groups,
        marks,
        others,
        quads: pictures.chunks(4).flat_map(|pictures| quads(pictures, marks, others)).collect(),
    }
}

fn other_squares(picture: &Picture) -> u64 {
    picture.squares & !picture.marks
}

fn quads(pictures: &[Picture], marks: usize, others: usize) -> Vec<Quad> {
    let each = |of: &dyn Fn(&Picture) -> u64| Quad(std::array::from_fn(|i| pictures.get(i).map_or(0, of)));
    let nth = |picture: &Picture, squares: u64, k: usize| {
        u64::from(bits(squares).nth(k).unwrap_or(picture.marks.trailing_zeros()))
    };
    let mut quads = vec![each(&|picture| 1 << picture.kind), each(&|picture| picture.anchors)];
    quads.extend((0..marks).map(|k| each(&|picture| nth(picture, picture.marks, k))));
    quads.extend((0..others).map(|k| each(&|picture| nth(picture, other_squares(picture), k))));
    quads
}

fn cell(square: u32) -> Step {
    ((square % SIZE as u32) as i32, (square / SIZE as u32) as i32)
}

fn step((a, b): (u32, u32)) -> Step {
    (cell(b).0 - cell(a).0, cell(b).1 - cell(a).1)
}

/// All pairs of marked squares, of a single one the pair with itself.
fn pairs(picture: &Picture) -> Vec<(u32, u32)> {
    let single = picture.marks.is_power_of_two();
    let pairs = bits(picture.marks).flat_map(|a| bits(picture.marks).map(move |b| (a, b)));
    pairs.filter(|(a, b)| a < b || single).collect()
}

/// Groups the pictures by the step that most of them share, so that few pairs decide about many pictures.
fn groups(pictures: &[Picture]) -> Vec<Group> {
    let mut counts: HashMap<Step, usize> = HashMap::new();
    for pair in pictures.iter().flat_map(pairs) {
        *counts.entry(step(pair)).or_default() += 1;
    }
    let mut groups: Vec<(Step, Group)> = Vec::new();
    for (index, picture) in pictures.iter().enumerate() {
        let shared = |pair: &(u32, u32)| counts[&step(*pair)];
        let pair = pairs(picture).into_iter().max_by_key(shared).expect("a picture has a mark");
        let distances = |squares: u64| bits(squares).map(|square| square as u8).collect();
        let member = Member {
            index,
            kind: picture.kind,
            first: pair.0,
            anchors: picture.anchors,
            marks: distances(picture.marks & !(1 << pair.0 | 1 << pair.1)),
            others: distances(other_squares(picture)),
        };
        let wanted = step(pair);
        if let Some((_, group)) = groups.iter_mut().find(|(step, _)| *step == wanted) {
            group.members.push(member);
        } else {
            let distance = pair.1 - pair.0;
            groups.push((wanted, Group { distance, from: stays(wanted), members: vec![member] }));
        }
    }
    groups.into_iter().map(|(_, group)| group).collect()
}

/// Plots from which a step stays on the board.
fn stays((dx, dy): Step) -> u64 {
    let on_board = |at: i32| (0..SIZE as i32).contains(&at);
    let stays = |plot: &u32| on_board(cell(*plot).0 + dx) && on_board(cell(*plot).1 + dy);
    (0..64).filter(stays).fold(0, |plots, plot| plots | 1 << plot)
}
