//! Moves as text (B12) and why a move is illegal (`docs/reasons.md`).

use std::fmt::Write as _;

use super::Blokus;
use super::board::{NOBODY, State, has_cell};
use super::pieces::{FULL_HAND, ORIENTATIONS, PIECE_NAMES};
use super::rules::{Corners, Variant};
use crate::{Action, Cell, Reason, Turn, explain_if_open};

/// A cell's name, such as `a1` for `(0, 0)`.
fn write_cell(out: &mut String, (x, y): Cell) {
    let _ = write!(out, "{}{}", char::from(b'a' + x as u8), y + 1);
}

/// The cell of a name, which may lie off the board.
pub(super) fn read_cell(text: &str) -> Option<Cell> {
    let (&column, row) = text.as_bytes().split_first()?;
    let y = match row {
        [tens @ b'1'..=b'9', ones @ b'0'..=b'9'] => i32::from(tens - b'0') * 10 + i32::from(ones - b'0'),
        [ones @ b'1'..=b'9'] => i32::from(ones - b'0'),
        _ => return None,
    };
    column.is_ascii_lowercase().then(|| (i32::from(column - b'a'), y - 1))
}

/// Different cells joined by commas, sorted by row, then column.
fn read_cells(text: &str) -> Result<Vec<Cell>, Reason> {
    let wrong = |part: &str| Reason::bad_move(format!("{part:?} is no cell such as \"a1\""));
    let mut cells =
        text.split(',').map(|part| read_cell(part).ok_or_else(|| wrong(part))).collect::<Result<Vec<_>, _>>()?;
    cells.sort_unstable_by_key(|&(x, y)| (y, x));
    match cells.windows(2).find(|pair| pair[0] == pair[1]) {
        Some(pair) => {
            let mut name = String::new();
            write_cell(&mut name, pair[0]);
            Err(Reason::bad_move(format!("{name} is named twice")))
        }
        None => Ok(cells),
    }
}

/// The orientation that has the form of `cells` (sorted), if any.
pub(super) fn form(cells: &[Cell]) -> Option<usize> {
    let &(x0, y0) = cells.first()?;
    ORIENTATIONS.iter().position(|shape| {
        let mut pairs = shape.cells().iter().zip(cells);
        shape.cells().len() == cells.len()
            && pairs.all(|(offset, &(x, y))| (i32::from(offset.dx), i32::from(offset.dy)) == (x - x0, y - y0))
    })
}

fn no_piece(cells: &[Cell]) -> Reason {
    Reason::at("B1", cells.to_vec(), "these cells have the form of no piece")
}

impl Blokus {
    pub(super) fn on_board(&self, (x, y): Cell) -> bool {
        (0..self.width() as i32).contains(&x) && (0..self.height() as i32).contains(&y)
    }

    /// The colour that covers a cell, which may lie off the board.
    fn colour_of(&self, state: &State, cell: Cell) -> Option<usize> {
        self.on_board(cell).then(|| self.colour_at(state, cell.0 as usize, cell.1 as usize)).flatten()
    }

    /// The notation of an action number.
    pub(super) fn placement_name(&self, action: Action) -> Option<String> {
        let placement = self.tables.placements.get(action as usize)?;
        let mut out = String::with_capacity(24);
        for offset in ORIENTATIONS[placement.orientation as usize].cells() {
            if !out.is_empty() {
                out.push(',');
            }
            write_cell(
                &mut out,
                (placement.x as i32 + i32::from(offset.dx), placement.y as i32 + i32::from(offset.dy)),
            );
        }
        Some(out)
    }

    /// The action number of a placement, legal or not.
    pub(super) fn read_number(&self, text: &str) -> Result<Action, Reason> {
        let cells = read_cells(text)?;
        let orientation = form(&cells).ok_or_else(|| no_piece(&cells))?;
        let off: Vec<Cell> = cells.iter().copied().filter(|&cell| !self.on_board(cell)).collect();
        if off.is_empty() {
            Ok(self.tables.number_at(orientation, cells[0].0 as usize, cells[0].1 as usize))
        } else {
            Err(Reason::at("B2", off, "cells off the board"))
        }
    }

    /// Every violated rule of a move, in the order of the ids.
    pub(super) fn reasons(&self, state: &State, text: &str) -> Vec<Reason> {
        let cells = match read_cells(text) {
            Ok(cells) => cells,
            Err(reason) => return vec![reason],
        };
        if state.current == NOBODY {
            return explain_if_open(Turn::Terminal).into_iter().collect();
        }
        let colour = state.current as usize;
        let form = form(&cells);
        let mut reasons = Vec::new();
        if form.is_none() {
            reasons.push(no_piece(&cells));
        }
        reasons.extend(self.place_reason(state, colour, form, &cells));
        if state.hands[colour] == FULL_HAND {
            reasons.extend(self.start_reason(state, colour, &cells));
        } else {
            self.contact_reasons(state, colour, &cells, &mut reasons);
        }
        reasons
    }

    /// B2: cells that are not to be had, a piece that is not in hand.
    fn place_reason(&self, state: &State, colour: usize, form: Option<usize>, cells: &[Cell]) -> Option<Reason> {
        let laid = form.filter(|&i| state.hands[colour] >> ORIENTATIONS[i].piece & 1 == 0);
        let taken = |&cell: &Cell| !self.on_board(cell) || self.colour_of(state, cell).is_some();
        if let Some(orientation) = laid {
            let name = PIECE_NAMES[ORIENTATIONS[orientation].piece as usize];
            return Some(Reason::at("B2", cells.to_vec(), format!("{name} is no longer in the colour's hand")));
        }
        let bad: Vec<Cell> = cells.iter().copied().filter(taken).collect();
        (!bad.is_empty()).then(|| Reason::at("B2", bad, "cells off the board or occupied"))
    }

    /// B3 or B11: the first piece covers no start square.
    fn start_reason(&self, state: &State, colour: usize, cells: &[Cell]) -> Option<Reason> {
        let starts = &self.rules.starts[colour];
        let any = matches!(self.options.variant, Variant::Classic { corners: Corners::Any, .. });
        let covers = |&cell: &Cell| {
            self.on_board(cell)
                && has_cell(starts, cell.0 as usize, cell.1 as usize)
                && !(any && self.colour_of(state, cell).is_some())
        };
        let message = match (self.options.variant, any) {
            (Variant::Duo, _) => "the first piece does not cover the colour's starting square",
            (_, true) => "the first piece covers no free corner",
            (_, false) => "the first piece does not cover the colour's own corner",
        };
        let rule = if self.options.variant == Variant::Duo { "B11" } else { "B3" };
        (!cells.iter().any(covers)).then(|| Reason::at(rule, cells.to_vec(), message))
    }

    /// B4 and B5: a square beside the own colour, no square diagonal to it.
    fn contact_reasons(&self, state: &State, colour: usize, cells: &[Cell], reasons: &mut Vec<Reason>) {
        let meets = |(x, y): Cell, around: [Cell; 4]| {
            around.iter().any(|(dx, dy)| self.colour_of(state, (x + dx, y + dy)) == Some(colour))
        };
        let beside: Vec<Cell> =
            cells.iter().copied().filter(|&cell| meets(cell, [(1, 0), (-1, 0), (0, 1), (0, -1)])).collect();
        if !beside.is_empty() {
            reasons.push(Reason::at("B4", beside, "squares beside a square of the same colour"));
        }
        if !cells.iter().any(|&cell| meets(cell, [(1, 1), (1, -1), (-1, 1), (-1, -1)])) {
            reasons.push(Reason::at("B5", cells.to_vec(), "no square is diagonal to a square of the same colour"));
        }
    }
}
