//! Checking any arrangement of tiles (H12).

use std::collections::{HashMap, HashSet};

use super::area::{Frame, STEPS, frames};
use super::explain::{describe_spoiled, show};
use super::options::check_sides;
use super::tables::spoils;
use super::tiles::{Side, TileSet};
use crate::{Cell, OptionError};

/// A tile of an arrangement, in the user's coordinates.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Placed {
    /// Column.
    pub x: i32,
    /// Row, upwards.
    pub y: i32,
    /// Name of the type, known or not.
    pub tile: String,
    /// Quarter turns clockwise, 0 to 3.
    pub r: u8,
}

/// One violated rule, in the user's coordinates.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Violation {
    /// `"H1"`, `"H5"`, `"H6"`, `"H7"`, `"H8"`, or `"H11"` for an empty cell of a casbah that should be complete.
    pub rule: &'static str,
    /// The cells that it is about, by row, then column.
    pub cells: Vec<Cell>,
    /// The sides that it is about: a tile's cell and `'N'`, `'E'`, `'S'` or `'W'`.
    pub sides: Vec<(Cell, char)>,
    /// One sentence.
    pub message: String,
}

/// Coordinates may be this far from 0.
const FAR: i32 = 1_000_000;

const LETTERS: [char; 4] = ['N', 'E', 'S', 'W'];

/// All violations of an arrangement, wherever it stands and however it is turned, by rule, cells and sides; none if it is
/// legal. With `complete` every empty cell of the frame is one, too. One violation each: a tile of an unknown type, a type
/// of which there are too many tiles, the front door (H1); a group of tiles apart from the main one, which is the front
/// door's or else the largest (H5); a pair of touching sides (H6); a tile or side of the frame (H7); an empty cell (H8).
/// The sides of an unknown type match everything.
///
/// With exactly one front door the frames are those of H7 once the door is at (0, 0) and faces south; otherwise every
/// frame that holds at least one of the tiles. Of the frames with the fewest faults the first by `w`, `x0`, `y0` counts.
///
/// ```
/// use zellige_core::games::casbah::{Placed, TileSet, validate};
/// let set = TileSet::supplied("reconstruction").unwrap();
/// let tile = |x, tile: &str, r| Placed { x, y: 0, tile: tile.into(), r };
/// let found = validate(&[tile(0, "F", 2), tile(1, "G", 0)], &set, (6, 6), false, false).unwrap();
/// assert_eq!(found[0].rule, "H6");
/// assert_eq!(found[0].sides, [((0, 0), 'E'), ((1, 0), 'W')]);
/// ```
///
/// # Errors
/// A side is below 2 or both make more than 64, a rotation is above 3, two tiles share a cell, or a tile is too far away.
/// Whether a casbah of the size can be built with the set (H2) is not asked.
pub fn validate(
    layout: &[Placed],
    set: &TileSet,
    size: (i64, i64),
    complete: bool,
    strict_future: bool,
) -> Result<Vec<Violation>, OptionError> {
    let size = check_sides(size)?;
    let view = View::new(layout, set)?;
    let mut found = components(layout, set);
    found.extend(view.unconnected());
    found.extend(view.clashes());
    let frame = view.best_frame(size);
    found.extend(view.faults(frame));
    found.extend(view.spoiled(strict_future));
    if complete {
        found.extend(view.holes(frame));
    }
    found.sort_by_cached_key(|violation| {
        let number: u32 = violation.rule[1..].parse().expect("a rule id of Casbah");
        let cells: Vec<Cell> = violation.cells.iter().map(|&(x, y)| (y, x)).collect();
        let sides: Vec<(Cell, Option<usize>)> =
            violation.sides.iter().map(|&((x, y), side)| ((y, x), LETTERS.iter().position(|&d| d == side))).collect();
        (number, cells, sides)
    });
    Ok(found)
}

/// The arrangement moved and turned so that a single front door is at (0, 0) and faces south; `None` are the sides of an
/// unknown type.
struct View {
    tiles: HashMap<Cell, Option<[Side; 4]>>,
    /// Cell of the single front door before it was moved.
    origin: Cell,
    /// Quarter turns clockwise that were made.
    turns: usize,
    /// Whether there is exactly one front door.
    anchored: bool,
}

impl View {
    fn new(layout: &[Placed], set: &TileSet) -> Result<Self, OptionError> {
        let mut user = HashMap::new();
        for Placed { x, y, tile, r } in layout {
            if *r > 3 {
                return Err(OptionError(format!("({x},{y}): the rotation {r} of {tile:?} is outside 0 to 3")));
            }
            if x.saturating_abs() > FAR || y.saturating_abs() > FAR {
                return Err(OptionError(format!("({x},{y}): coordinates must be within {FAR} of 0")));
            }
            let sides = set.index(tile).map(|kind| set.tiles[kind].turned((*r).into()));
            if user.insert((*x, *y), sides).is_some() {
                return Err(OptionError(format!("({x},{y}): two tiles share the cell")));
            }
        }
        let doors: Vec<(Cell, usize)> = user
            .iter()
            .filter_map(|(&cell, sides)| Some((cell, (*sides)?.iter().position(|&side| side == Side::Front)?)))
            .collect();
        let (origin, turns, anchored) = match doors[..] {
            [(cell, d)] => (cell, (6 - d) % 4, true),
            _ => ((0, 0), 0, false),
        };
        let turn_sides = |sides: [Side; 4]| std::array::from_fn(|d| sides[(d + 4 - turns) % 4]);
        let tiles = user
            .into_iter()
            .map(|((x, y), sides)| (turn((x - origin.0, y - origin.1), turns), sides.map(turn_sides)))
            .collect();
        Ok(Self { tiles, origin, turns, anchored })
    }

    /// A cell in the user's coordinates.
    fn home(&self, cell: Cell) -> Cell {
        let (x, y) = turn(cell, (4 - self.turns) % 4);
        (x + self.origin.0, y + self.origin.1)
    }

    /// A side in the user's coordinates.
    fn home_side(&self, (cell, d): (Cell, usize)) -> (Cell, char) {
        (self.home(cell), LETTERS[(d + 4 - self.turns) % 4])
    }

    fn violation(&self, rule: &'static str, cells: &[Cell], sides: &[(Cell, usize)], message: String) -> Violation {
        let mut cells: Vec<Cell> = cells.iter().map(|&cell| self.home(cell)).collect();
        cells.sort_unstable_by_key(|&(x, y)| (y, x));
        let mut sides: Vec<(Cell, char)> = sides.iter().map(|&side| self.home_side(side)).collect();
        sides.sort_unstable_by_key(|&((x, y), _)| (y, x));
        Violation { rule, cells, sides, message }
    }

    /// H5: groups of tiles that are not connected with the front door's, or without a single one with the largest.
    fn unconnected(&self) -> Vec<Violation> {
        let mut groups: Vec<Vec<Cell>> = Vec::new();
        let mut left: HashSet<Cell> = self.tiles.keys().copied().collect();
        while let Some(&start) = left.iter().next() {
            left.remove(&start);
            let mut group = vec![start];
            let mut at = 0;
            while at < group.len() {
                group.extend(around(group[at]).into_iter().filter(|cell| left.remove(cell)));
                at += 1;
            }
            groups.push(group);
        }
        let first = |group: &[Cell]| group.iter().map(|&cell| self.home(cell)).map(|(x, y)| (y, x)).min();
        let rank = |group: &Vec<Cell>| {
            let door = self.anchored && group.contains(&(0, 0));
            (!door, std::cmp::Reverse(group.len()), first(group))
        };
        let Some(main) = (0..groups.len()).min_by_key(|&i| rank(&groups[i])) else { return Vec::new() };
        groups.swap_remove(main);
        let to = if self.anchored { "the front door's" } else { "the largest group" };
        let apart = groups.into_iter().map(|group| {
            let (y, x) = first(&group).expect("a group has a tile");
            let which = match group.len() {
                1 => format!("the tile on {} is", show((x, y))),
                many => format!("the {many} tiles around {} are", show((x, y))),
            };
            self.violation("H5", &group, &[], format!("{which} not connected by sides with {to}"))
        });
        apart.collect()
    }

    /// H6: each touching pair of sides that do not match, once.
    fn clashes(&self) -> Vec<Violation> {
        let mut found = Vec::new();
        for (&cell, &sides) in &self.tiles {
            for d in [0, 1] {
                let other = around(cell)[d];
                let (Some(sides), Some(Some(others))) = (sides, self.tiles.get(&other)) else { continue };
                let (one, two) = (sides[d], others[d ^ 2]);
                if !one.matches(two) {
                    let (a, b) = (show(self.home(cell)), show(self.home(other)));
                    let message = format!("{} of {a} touches {} of {b}", one.words(), two.words());
                    found.push(self.violation("H6", &[cell, other], &[(cell, d), (other, d ^ 2)], message));
                }
            }
        }
        found
    }

    /// The frame with the fewest faults, the first by `w`, `x0`, `y0`; its bottom row is the second number.
    fn best_frame(&self, size: (i32, i32)) -> (Frame, i32) {
        let choices = frames(size);
        let key = |frame: Frame, y0: i32, faults: i64| (faults, frame.w, frame.x0, y0);
        if self.anchored {
            let ranked = choices.into_iter().map(|frame| (key(frame, 0, self.count_faults(frame)), frame));
            return (ranked.min_by_key(|&(key, _)| key).expect("every size has a frame").1, 0);
        }
        // Each tile tells the frames that hold it how many faults they are spared, or what its sides cost them.
        let mut spared: HashMap<(i32, i32, i32), i64> = HashMap::new();
        for shape in choices.iter().filter(|frame| frame.x0 == 0) {
            for (&(x, y), &sides) in &self.tiles {
                for (dx, dy) in (0..shape.w).flat_map(|dx| (0..shape.h).map(move |dy| (dx, dy))) {
                    let wrong = sides.map_or(0, |sides| wrong_sides(*shape, (dx, dy), sides).count());
                    *spared.entry((shape.w, x - dx, y - dy)).or_default() += 1 - wrong as i64;
                }
            }
        }
        let best = spared.into_iter().min_by_key(|&((w, x0, y0), spared)| (-spared, w, x0, y0));
        let (w, x0, y0) = best.map_or((choices[0].w, 0, 0), |(place, _)| place);
        (Frame { x0, w, h: size.0 + size.1 - w }, y0)
    }

    /// How many faults a frame with the bottom row 0 has.
    fn count_faults(&self, frame: Frame) -> i64 {
        let faults = self.tiles.iter().map(|(&at, &sides)| match sides {
            _ if !frame.contains(at) => 1,
            Some(sides) => wrong_sides(frame, at, sides).count() as i64,
            None => 0,
        });
        faults.sum()
    }

    /// H7: the faults of a frame.
    fn faults(&self, (frame, y0): (Frame, i32)) -> Vec<Violation> {
        let (one, two) = (self.home((frame.x0, y0)), self.home((frame.x0 + frame.w - 1, y0 + frame.h - 1)));
        let (left, right, bottom, top) = (one.0.min(two.0), one.0.max(two.0), one.1.min(two.1), one.1.max(two.1));
        let area = format!("the frame of columns {left} to {right} and rows {bottom} to {top}");
        let mut found = Vec::new();
        for (&(x, y), &sides) in &self.tiles {
            let at = (x, y - y0);
            let place = show(self.home((x, y)));
            if !frame.contains(at) {
                found.push(self.violation("H7", &[(x, y)], &[], format!("the tile on {place} is outside {area}")));
                continue;
            }
            for (d, side) in sides.into_iter().flat_map(|sides| wrong_sides(frame, at, sides)) {
                let (_, toward) = self.home_side(((x, y), d));
                let message = format!("{} of {place} faces {toward}, out of {area}", side.words());
                found.push(self.violation("H7", &[(x, y)], &[((x, y), d)], message));
            }
        }
        found
    }

    /// H8: each empty cell whose future is spoiled, once.
    fn spoiled(&self, strict: bool) -> Vec<Violation> {
        let empty: HashSet<Cell> =
            self.tiles.keys().flat_map(|&cell| around(cell)).filter(|cell| !self.tiles.contains_key(cell)).collect();
        let mut found = Vec::new();
        for cell in empty {
            let mut faces = Vec::new();
            for (d, from) in around(cell).into_iter().enumerate() {
                if let Some(Some(sides)) = self.tiles.get(&from) {
                    faces.push((sides[d ^ 2], from, d ^ 2));
                }
            }
            let guilty = |one| faces.iter().any(|&(other, ..)| spoils(one, other, strict));
            let sides: Vec<(Cell, usize)> =
                faces.iter().filter(|&&(side, ..)| guilty(side)).map(|&(_, from, d)| (from, d)).collect();
            let mut named: Vec<(Side, Cell)> = faces.iter().map(|&(side, from, _)| (side, self.home(from))).collect();
            named.sort_unstable_by_key(|&(_, (x, y))| (y, x));
            if let Some(words) = describe_spoiled(&named, strict) {
                let message = format!("the empty {} faces {words}", show(self.home(cell)));
                found.push(self.violation("H8", &[cell], &sides, message));
            }
        }
        found
    }

    /// H11: empty cells of the frame.
    fn holes(&self, (frame, y0): (Frame, i32)) -> Vec<Violation> {
        let cells = (0..frame.h).flat_map(|y| (0..frame.w).map(move |x| (frame.x0 + x, y0 + y)));
        let empty = cells.filter(|cell| !self.tiles.contains_key(cell));
        empty.map(|cell| self.violation("H11", &[cell], &[], format!("{} is empty", show(self.home(cell))))).collect()
    }
}

/// H1: what the set does not have.
fn components(layout: &[Placed], set: &TileSet) -> Vec<Violation> {
    let mut of_type: Vec<Vec<Cell>> = vec![Vec::new(); set.tiles.len()];
    let mut found = Vec::new();
    let mut add = |mut cells: Vec<Cell>, message: String| {
        cells.sort_unstable_by_key(|&(x, y)| (y, x));
        found.push(Violation { rule: "H1", cells, sides: Vec::new(), message });
    };
    for Placed { x, y, tile, .. } in layout {
        match set.index(tile) {
            Some(kind) => of_type[kind].push((*x, *y)),
            None => add(vec![(*x, *y)], format!("there is no tile {tile:?} in {}", set.name)),
        }
    }
    for (kind, (cells, tile)) in of_type.into_iter().zip(&set.tiles).enumerate() {
        let (count, name) = (cells.len(), &tile.name);
        if kind == set.front() {
            match count {
                0 => add(cells, format!("there is no front door {name}")),
                1 => (),
                _ => add(cells, format!("there are {count} front doors {name}, there must be one")),
            }
        } else if count > tile.count.into() {
            add(cells, format!("there are {count} tiles {name}, {} has {}", set.name, tile.count));
        }
    }
    found
}

/// The sides that must not face out of the frame but do.
fn wrong_sides(frame: Frame, at: Cell, sides: [Side; 4]) -> impl Iterator<Item = (usize, Side)> {
    let edges = frame.edges(at);
    sides.into_iter().enumerate().filter(move |&(d, side)| edges >> d & 1 != 0 && !side.may_face_out())
}

fn around((x, y): Cell) -> [Cell; 4] {
    STEPS.map(|(dx, dy)| (x + dx, y + dy))
}

/// Turned clockwise about (0, 0).
fn turn((x, y): Cell, turns: usize) -> Cell {
    match turns {
        0 => (x, y),
        1 => (y, -x),
        2 => (-x, -y),
        _ => (-y, x),
    }
}
