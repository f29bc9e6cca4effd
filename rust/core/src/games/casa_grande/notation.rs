//! Moves as text (G15).

use super::CasaGrande;
use super::platforms::SIZE;
use super::tables::{BLOCK, DECLINE, MAX_MARKER, PLATFORM, PLOTS, Placement};
use crate::{Cell, Reason};

/// A move that can be read, legal or not.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Move {
    /// The die, 1 to 6.
    Die(u32),
    /// Bought steps.
    Steps(u32),
    /// A block on a plot, perhaps off the board.
    Block(Cell),
    /// No platform.
    Decline,
    /// A picture with its anchor, perhaps off the board.
    Platform(usize, Cell),
}

/// The name of a cell, also of one beside the board.
pub(super) fn cell_name((x, y): Cell) -> String {
    match u8::try_from(x) {
        Ok(column @ 0..26) if y >= 0 => format!("{}{}", char::from(b'a' + column), y + 1),
        _ => format!("({x}, {y})"),
    }
}

/// The cell of a plot.
pub(super) fn cell(plot: u32) -> Cell {
    ((plot % SIZE as u32) as i32, (plot / SIZE as u32) as i32)
}

/// The plot of a cell; `None` off the board.
pub(super) fn plot((x, y): Cell) -> Option<u32> {
    let inside = (0..SIZE as i32).contains(&x) && (0..SIZE as i32).contains(&y);
    inside.then_some((y * SIZE as i32 + x) as u32)
}

/// The cell of a name, which may lie off the board.
pub(super) fn read_cell(text: &str) -> Option<Cell> {
    let (&column, digits) = text.as_bytes().split_first()?;
    let row = match *digits {
        [ones @ b'1'..=b'9'] => ones - b'0',
        [tens @ b'1'..=b'9', ones @ b'0'..=b'9'] => (tens - b'0') * 10 + ones - b'0',
        _ => return None,
    };
    column.is_ascii_lowercase().then(|| (i32::from(column - b'a'), i32::from(row) - 1))
}

impl CasaGrande {
    /// Reads a move.
    pub(super) fn read(&self, text: &str) -> Result<Move, Reason> {
        if text == "decline" {
            return Ok(Move::Decline);
        }
        if let Some(die) = text.strip_prefix("die=") {
            return match die.as_bytes() {
                [pips @ b'1'..=b'6'] => Ok(Move::Die(u32::from(pips - b'0'))),
                _ => Err(Reason::bad_move(format!("{text:?}: the die shows 1 to 6"))),
            };
        }
        if let Some(steps) = text.strip_prefix("step=") {
            let readable = (1..=3).contains(&steps.len()) && steps.bytes().all(|byte| byte.is_ascii_digit());
            return match steps.parse() {
                Ok(steps) if readable => Ok(Move::Steps(steps)),
                _ => Err(Reason::bad_move(format!("{text:?}: a number of steps has 1 to 3 digits"))),
            };
        }
        if let Some((platform, anchor)) = text.split_once('@') {
            return self.read_platform(text, platform, anchor);
        }
        read_cell(text).map(Move::Block).ok_or_else(|| {
            Reason::bad_move(format!("{text:?} is none of die=4, step=2, c3 (a block), T5/1@b2 (a platform), decline"))
        })
    }

    fn read_platform(&self, text: &str, platform: &str, anchor: &str) -> Result<Move, Reason> {
        let Some((name, rotation)) = platform.split_once('/') else {
            return Err(Reason::bad_move(format!("{text:?}: a platform is written like T5/1@b2")));
        };
        let Some(kind) = self.tables.set.types().iter().position(|kind| kind.name == name) else {
            return Err(Reason::bad_move(format!("{text:?}: there is no platform {name:?}")));
        };
        let [rotation @ b'0'..=b'3'] = rotation.as_bytes() else {
            return Err(Reason::bad_move(format!("{text:?}: a rotation is 0 to 3 quarter turns, not {rotation:?}")));
        };
        let Some(anchor) = read_cell(anchor) else {
            return Err(Reason::bad_move(format!("{text:?}: {anchor:?} is no cell")));
        };
        let picture = self.tables.turned[kind][usize::from(rotation - b'0')];
        Ok(Move::Platform(usize::from(picture), anchor))
    }

    /// The number of a move other than the die's.
    pub(super) fn number(&self, wanted: Move) -> Option<u32> {
        match wanted {
            Move::Die(_) => None,
            Move::Steps(steps) => (steps <= u32::from(MAX_MARKER)).then_some(steps),
            Move::Block(cell) => plot(cell).map(|plot| BLOCK + plot),
            Move::Decline => Some(DECLINE),
            Move::Platform(picture, anchor) => {
                let picture = &self.tables.pictures[picture];
                let anchor = plot(anchor).filter(|anchor| picture.anchors >> anchor & 1 != 0);
                anchor.map(|anchor| picture.action(anchor))
            }
        }
    }

    /// The text of a number that is no chance outcome.
    pub(super) fn name(&self, action: u32) -> Option<String> {
        match action {
            0..BLOCK => Some(format!("step={action}")),
            BLOCK..DECLINE => Some(cell_name(cell(action - BLOCK))),
            DECLINE => Some("decline".into()),
            PLATFORM.. => self.tables.placement(action).map(|Placement { picture, anchor }| {
                let picture = &self.tables.pictures[usize::from(picture)];
                let name = &self.tables.set.types()[usize::from(picture.kind)].name;
                format!("{name}/{}@{}", picture.rotation, cell_name(cell(u32::from(anchor))))
            }),
        }
    }
}

const _: () = assert!(DECLINE - BLOCK == PLOTS as u32);
