//! The squares of a colour, taken apart into pieces.

use super::notation::form;
use super::pieces::ORIENTATIONS;
use crate::Cell;

/// A greatest set of squares of one colour that hang together by edges.
#[derive(Clone, Debug)]
pub(super) struct Part {
    /// Its squares in ascending cell index.
    pub(super) cells: Vec<Cell>,
    /// The piece that has this form.
    pub(super) piece: Option<usize>,
}

impl Part {
    fn touches(&self, cell: Cell, around: [Cell; 4]) -> bool {
        around.iter().any(|(dx, dy)| self.cells.contains(&(cell.0 + dx, cell.1 + dy)))
    }

    /// Whether a square of one is diagonal to a square of the other.
    fn linked(&self, other: &Self) -> bool {
        self.cells.iter().any(|&cell| other.touches(cell, [(1, 1), (1, -1), (-1, 1), (-1, -1)]))
    }
}

/// The parts of squares given in ascending cell index, in the order of their lowest cells.
pub(super) fn parts_of(squares: &[Cell]) -> Vec<Part> {
    let mut parts: Vec<Part> = Vec::new();
    for &cell in squares {
        // All parts that the new square touches become one.
        let (touched, mut others): (Vec<Part>, Vec<Part>) =
            parts.into_iter().partition(|part| part.touches(cell, [(1, 0), (-1, 0), (0, 1), (0, -1)]));
        let mut cells: Vec<Cell> = touched.into_iter().flat_map(|part| part.cells).collect();
        cells.push(cell);
        others.push(Part { cells, piece: None });
        parts = others;
    }
    for part in &mut parts {
        sort(&mut part.cells);
        part.piece = form(&part.cells).map(|orientation| ORIENTATIONS[orientation].piece as usize);
    }
    parts.sort_by_key(|part| (part.cells[0].1, part.cells[0].0));
    parts
}

/// The squares that are not linked with the first part, directly or through others (B5). The first part is the one that
/// covers the lowest of the `starts` that is covered, else the one with the lowest square.
pub(super) fn loose_squares(parts: &[Part], starts: &[Cell]) -> Vec<Cell> {
    let Some(lowest) = parts.first() else { return Vec::new() };
    let start = starts.iter().find_map(|start| parts.iter().find(|part| part.cells.contains(start)));
    let mut reached = vec![start.unwrap_or(lowest)];
    let mut waiting: Vec<&Part> = parts.iter().filter(|part| !std::ptr::eq(*part, reached[0])).collect();
    let mut next = 0;
    while let Some(part) = reached.get(next).copied() {
        let (near, far): (Vec<&Part>, Vec<&Part>) = waiting.into_iter().partition(|other| part.linked(other));
        reached.extend(near);
        waiting = far;
        next += 1;
    }
    waiting.iter().flat_map(|part| part.cells.iter().copied()).collect()
}

/// Whether a square lies on one of the `starts` (B3, B11).
pub(super) fn covers(parts: &[Part], starts: &[Cell]) -> bool {
    starts.iter().any(|start| parts.iter().any(|part| part.cells.contains(start)))
}

/// Whether all parts but the `i`-th could lie there without it.
pub(super) fn stand_without(parts: &[Part], i: usize, starts: &[Cell]) -> bool {
    let mut others = parts.to_vec();
    others.remove(i);
    covers(&others, starts) && loose_squares(&others, starts).is_empty()
}

/// Sorts cells by row, then column.
pub(super) fn sort(cells: &mut [Cell]) {
    cells.sort_unstable_by_key(|&(x, y)| (y, x));
}
