//! Positions that are set up by hand (`docs/setup.md`).

use std::cmp::Reverse;

use serde_json::{Map, Value, json};

use super::Blokus;
use super::board::{NOBODY, State, cells_of, with_cell};
use super::notation::read_cell;
use super::parts::{Part, covers, loose_squares, parts_of, sort, stand_without};
use super::pieces::{FULL_HAND, NUM_PIECES, PIECE_NAMES};
use super::rules::Variant;
use crate::setup::{Fields, items, list, number, quoted, shown, text};
use crate::{Cell, Reason};

const FIELDS: [&str; 4] = ["board", "hands", "to_move", "monomino_last"];
/// The sign of an empty cell in a row of text.
const EMPTY: u8 = b'.';

impl Blokus {
    /// The position that a mapping describes, or all that is wrong with it.
    pub(super) fn set_up(&self, position: &Map<String, Value>) -> Result<State, Vec<Reason>> {
        let colours = self.rules.colours;
        let mut fields = Fields::new(position, &FIELDS);
        let board = fields.need("board", |board| self.read_board(board)).unwrap_or_default();
        let hands = fields.read("hands", |hands| items(hands, colours)?.iter().map(read_hand).collect());
        let to_move = fields.read("to_move", |colour| self.read_to_move(colour));
        let last = fields.read("monomino_last", |last| self.read_colours(last)).unwrap_or_default();
        fields.finish()?;

        let mut state = State::new(colours);
        for &((x, y), colour) in &board {
            state.own[colour] = with_cell(state.own[colour], (x as usize, y as usize));
        }
        let squares =
            |colour: usize| cells_of(&state.own[colour]).map(|(x, y)| (x as i32, y as i32)).collect::<Vec<_>>();
        let parts: Vec<Vec<Part>> = (0..colours).map(|colour| parts_of(&squares(colour))).collect();
        let hands: Vec<u32> = hands.unwrap_or_else(|| parts.iter().map(|parts| FULL_HAND & !laid(parts)).collect());
        state.hands[..colours].copy_from_slice(&hands);
        state.i1_last = last;

        let mut reasons = Vec::new();
        for (colour, (parts, &hand)) in parts.iter().zip(&hands).enumerate() {
            piece_reasons(colour, parts, &mut reasons);
            reasons.extend(hand_reason(colour, parts, hand));
            self.place_reasons(colour, parts, &mut reasons);
        }
        let sound = reasons.is_empty();
        for (colour, (parts, &hand)) in parts.iter().zip(&hands).enumerate() {
            reasons.extend(self.bonus_reason(colour, parts, hand, last >> colour & 1 == 1, sound));
        }
        if reasons.is_empty() {
            reasons.extend(self.give_turn(&mut state, to_move));
        }
        reasons.sort_by_key(|reason| reason.rule[1..].parse().unwrap_or(0));
        if reasons.is_empty() { Ok(state) } else { Err(reasons) }
    }

    /// The mapping that describes a position.
    pub(super) fn describe(&self, state: &State) -> Map<String, Value> {
        let (side, colours) = (self.rules.side, self.rules.colours);
        let mut cells = vec![-1; side * side];
        self.fill_board(state, &mut cells);
        let sign = |&colour: &i8| char::from(if colour < 0 { EMPTY } else { b'0' + colour as u8 });
        let rows: Vec<String> = cells.chunks(side).rev().map(|row| row.iter().map(sign).collect()).collect();
        let names = |&hand: &u32| (0..NUM_PIECES).filter(|p| hand >> p & 1 == 1).map(|p| PIECE_NAMES[p]).collect();
        let hands: Vec<Vec<&str>> = state.hands[..colours].iter().map(names).collect();
        let last: Vec<usize> = (0..colours).filter(|colour| state.i1_last >> colour & 1 == 1).collect();
        let mut position = Map::new();
        position.insert("board".into(), json!(rows));
        position.insert("hands".into(), json!(hands));
        position.insert("to_move".into(), json!(state.current_colour()));
        position.insert("monomino_last".into(), json!(last));
        position
    }

    fn read_colour(&self, value: &Value) -> Result<usize, String> {
        Ok(number(value, self.rules.colours as u64 - 1)? as usize)
    }

    fn read_to_move(&self, value: &Value) -> Result<u8, String> {
        if value.is_null() { Ok(NOBODY) } else { Ok(self.read_colour(value)? as u8) }
    }

    fn read_colours(&self, value: &Value) -> Result<u8, String> {
        let mut colours = 0;
        for item in list(value)? {
            let bit = 1 << self.read_colour(item)?;
            if colours & bit != 0 {
                return Err(format!("{item} stands twice"));
            }
            colours |= bit;
        }
        Ok(colours)
    }

    /// The occupied cells with their colours.
    fn read_board(&self, value: &Value) -> Result<Vec<(Cell, usize)>, String> {
        if let Value::Object(cells) = value {
            return cells
                .iter()
                .map(|(name, colour)| Ok((self.read_place(name)?, self.read_colour(colour)?)))
                .collect();
        }
        let side = self.rules.side;
        let rows = items(value, side)?;
        let as_text = rows[0].is_string();
        let mut board = Vec::new();
        for (i, row) in rows.iter().enumerate() {
            let y = if as_text { side - 1 - i } else { i };
            let signs = if as_text { self.read_signs(text(row)?)? } else { self.read_numbers(row)? };
            board.extend(signs.into_iter().enumerate().filter_map(|(x, colour)| Some(((x as i32, y as i32), colour?))));
        }
        Ok(board)
    }

    fn read_place(&self, name: &str) -> Result<Cell, String> {
        let place = read_cell(name).filter(|&cell| self.on_board(cell));
        place.ok_or_else(|| format!("{} is no cell of the board", quoted(name)))
    }

    fn read_signs(&self, row: &str) -> Result<Vec<Option<usize>>, String> {
        let (side, colours) = (self.rules.side, self.rules.colours as u8);
        let wrong = || format!("{} is no row of {side} signs '.' or 0 to {}", quoted(row), colours - 1);
        let read = |sign: u8| match sign {
            EMPTY => Some(None),
            _ => (b'0'..b'0' + colours).contains(&sign).then(|| Some(usize::from(sign - b'0'))),
        };
        let signs: Option<Vec<_>> = row.bytes().map(read).collect();
        signs.filter(|signs| signs.len() == side).ok_or_else(wrong)
    }

    fn read_numbers(&self, row: &Value) -> Result<Vec<Option<usize>>, String> {
        let read = |item: &Value| match item.as_i64() {
            Some(-1) => Ok(None),
            _ => self.read_colour(item).map(Some).map_err(|_| format!("{} is no colour and not -1", shown(item))),
        };
        items(row, self.rules.side)?.iter().map(read).collect()
    }

    /// The start squares of a colour (B3, B11), ascending.
    fn starts_of(&self, colour: usize) -> Vec<Cell> {
        cells_of(&self.rules.starts[colour]).map(|(x, y)| (x as i32, y as i32)).collect()
    }

    /// B3 or B11, and B5.
    fn place_reasons(&self, colour: usize, parts: &[Part], reasons: &mut Vec<Reason>) {
        let starts = self.starts_of(colour);
        if !parts.is_empty() && !covers(parts, &starts) {
            let rule = if self.options.variant == Variant::Duo { "B11" } else { "B3" };
            let squares = parts.iter().flat_map(|part| part.cells.iter().copied()).collect();
            reasons.push(Reason::at(rule, squares, format!("colour {colour} covers none of its start squares")));
        }
        let loose = loose_squares(parts, &starts);
        if !loose.is_empty() {
            reasons.push(Reason::at(
                "B5",
                loose,
                format!("squares of colour {colour} without a link to its first piece"),
            ));
        }
    }

    /// B9: whether the monomino can have been the last piece, or must have been.
    fn bonus_reason(&self, colour: usize, parts: &[Part], hand: u32, last: bool, sound: bool) -> Option<Reason> {
        if hand != 0 {
            let message = format!("colour {colour} has pieces in hand, so that I1 was not its last");
            return last.then(|| Reason::new("B9", message));
        }
        if !sound {
            return None;
        }
        let starts = self.starts_of(colour);
        let monomino = parts.iter().position(|part| part.piece == Some(0))?;
        let can_be_last = |&i: &usize| stand_without(parts, i, &starts);
        let message = if last {
            (!can_be_last(&monomino)).then(|| format!("colour {colour} cannot have laid I1 last"))
        } else {
            let another = (0..parts.len()).filter(|&i| i != monomino).any(|i| can_be_last(&i));
            (!another).then(|| format!("colour {colour} can only have laid I1 last"))
        };
        message.map(|message| Reason::at("B9", parts[monomino].cells.clone(), message))
    }

    /// Gives the turn to the colour asked for ([`NOBODY`] at the end), or to whom it belongs (B7, B8).
    fn give_turn(&self, state: &mut State, to_move: Option<u8>) -> Option<Reason> {
        let open: Vec<u8> = (0..self.rules.colours as u8).filter(|&c| self.can_move(state, c.into())).collect();
        let hand = |&colour: &u8| (state.hands[usize::from(colour)].count_ones(), Reverse(colour));
        let first = || open.iter().copied().max_by_key(hand).unwrap_or(NOBODY);
        state.current = to_move.unwrap_or_else(first);
        match (state.current, open.first()) {
            (NOBODY, Some(colour)) => {
                Some(Reason::new("B8", format!("nobody is to move, but colour {colour} has a legal placement")))
            }
            (NOBODY, None) => None,
            (colour, _) if open.contains(&colour) => None,
            (colour, _) => Some(Reason::new("B7", format!("colour {colour} is to move and has no legal placement"))),
        }
    }
}

/// The pieces of a hand, a bit each.
fn read_hand(value: &Value) -> Result<u32, String> {
    let mut hand = 0;
    for item in list(value)? {
        let name = text(item)?;
        let piece = PIECE_NAMES.iter().position(|known| *known == name);
        let bit = 1 << piece.ok_or_else(|| format!("there is no piece {}", quoted(name)))?;
        if hand & bit != 0 {
            return Err(format!("{name} stands twice in one hand"));
        }
        hand |= bit;
    }
    Ok(hand)
}

/// The pieces that lie, a bit each.
fn laid(parts: &[Part]) -> u32 {
    parts.iter().filter_map(|part| part.piece).fold(0, |laid, piece| laid | 1 << piece)
}

/// B1: parts that are no piece, and pieces that lie several times.
fn piece_reasons(colour: usize, parts: &[Part], reasons: &mut Vec<Reason>) {
    let mut found = Vec::new();
    for part in parts.iter().filter(|part| part.piece.is_none()) {
        let message = format!("these squares of colour {colour} have the form of no piece");
        found.push(Reason::at("B1", part.cells.clone(), message));
    }
    for (piece, name) in PIECE_NAMES.iter().enumerate() {
        let same: Vec<&Part> = parts.iter().filter(|part| part.piece == Some(piece)).collect();
        if same.len() > 1 {
            let cells = same.iter().flat_map(|part| part.cells.iter().copied()).collect();
            found.push(Reason::at("B1", cells, format!("{name} of colour {colour} lies {} times", same.len())));
        }
    }
    found.sort_by_key(|reason| (reason.cells[0].1, reason.cells[0].0));
    reasons.extend(found);
}

/// B2: a hand that does not go with the board.
fn hand_reason(colour: usize, parts: &[Part], hand: u32) -> Option<Reason> {
    let laid = laid(parts);
    if hand == FULL_HAND & !laid {
        return None;
    }
    let names = |pieces: u32| {
        let names = (0..NUM_PIECES).filter(|piece| pieces >> piece & 1 == 1).map(|piece| PIECE_NAMES[piece]);
        names.collect::<Vec<_>>().join(", ")
    };
    let (twice, missing) = (hand & laid, FULL_HAND & !hand & !laid);
    let twice_text = (twice != 0).then(|| format!("{} in hand and on the board", names(twice)));
    let missing_text = (missing != 0).then(|| format!("{} neither in hand nor on the board", names(missing)));
    let message: Vec<String> = twice_text.into_iter().chain(missing_text).collect();
    let held = |part: &&Part| part.piece.is_some_and(|piece| hand >> piece & 1 == 1);
    let mut cells: Vec<Cell> = parts.iter().filter(held).flat_map(|part| part.cells.iter().copied()).collect();
    sort(&mut cells);
    Some(Reason::at("B2", cells, format!("colour {colour} has {}", message.join(" and "))))
}
