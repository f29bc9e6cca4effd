//! Moves as strings (H13).

use super::pictures::Pictures;
use super::shared::Shared;
use crate::{Action, Reason};

/// A move that can be read; types and rotations exist, cells may be anywhere.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Move {
    /// Take a tile of a type.
    Pick(usize),
    /// Lay a tile of a type, turned by the smallest `r` of its look, on `(x, y)`.
    Lay { kind: usize, r: usize, at: (i32, i32) },
}

impl Shared {
    /// The notation of an action.
    pub(super) fn write(&self, action: Action) -> Option<String> {
        let tiles = &self.options.set.tiles;
        let Some((picture, index)) = self.pictures.decode(action) else {
            return tiles.get(action as usize).map(|tile| tile.name.clone());
        };
        let (x, y) = if picture == self.pictures.front { (0, 0) } else { self.area.position(index) };
        let picture = self.pictures.list[picture];
        Some(format!("{}/{}@{x},{y}", tiles[usize::from(picture.kind)].name, picture.r))
    }

    /// Reads a move.
    pub(super) fn read(&self, text: &str) -> Result<Move, Reason> {
        let kind = |name: &str| {
            let words = || Reason::bad_move(format!("there is no tile {name:?} in {}", self.options.set.name));
            self.options.set.index(name).ok_or_else(words)
        };
        let Some((name, place)) = text.split_once('/') else {
            return Ok(Move::Pick(kind(text)?));
        };
        let parts = place.split_once('@').and_then(|(r, cell)| cell.split_once(',').map(|(x, y)| [r, x, y]));
        let Some([turns, x, y]) = parts else {
            return Err(Reason::bad_move(format!("{text:?} is neither a tile's name nor name/r@x,y")));
        };
        let [Some(x), Some(y)] = [x, y].map(number) else {
            return Err(Reason::bad_move(format!("{text:?} is neither a tile's name nor name/r@x,y")));
        };
        let kind = kind(name)?;
        let &[r @ b'0'..=b'3'] = turns.as_bytes() else {
            return Err(Reason::bad_move(format!("the rotation {turns:?} in {text:?} is not 0, 1, 2 or 3")));
        };
        let r = Pictures::smallest(&self.options.set, kind, usize::from(r - b'0'));
        Ok(Move::Lay { kind, r, at: (x, y) })
    }

    /// The action number of a move, if it has one.
    pub(super) fn number(&self, which: Move) -> Option<Action> {
        match which {
            Move::Pick(kind) => Some(kind as Action),
            Move::Lay { kind, r, at } => {
                let picture = self.pictures.turned(kind, r)?;
                let index = self.area.index_of(at)?;
                let first = self.pictures.list[picture].first_action;
                if picture == self.pictures.front {
                    return (at == (0, 0)).then_some(first);
                }
                Some(first + index as Action)
            }
        }
    }
}

/// `-?[0-9]{1,3}`
fn number(text: &str) -> Option<i32> {
    let digits = text.strip_prefix('-').unwrap_or(text);
    let plain = (1..=3).contains(&digits.len()) && digits.bytes().all(|byte| byte.is_ascii_digit());
    if plain { text.parse().ok() } else { None }
}
