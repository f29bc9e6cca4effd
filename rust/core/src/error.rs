//! What can be wrong with a move, an option or a record.

use thiserror::Error;

/// A cell of a board as `(x, y)`; it may lie outside the board when an error speaks of it.
pub type Cell = (i32, i32);

/// One violated rule: why a move is illegal.
///
/// `rule` is an id of the rules (`"B4"`, `"H7"`, `"G10b"`), or `"BadMove"` for a move that cannot be read, or `"phase"` for
/// a move that belongs to another phase, comes at a chance node or after the end.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{rule}: {message}")]
pub struct Reason {
    /// The id of the violated rule.
    pub rule: &'static str,
    /// The cells that violate it, in ascending cell index; empty when the rule is not about cells.
    pub cells: Vec<Cell>,
    /// One sentence without the rule id.
    pub message: String,
}

impl Reason {
    /// A reason without cells.
    pub fn new(rule: &'static str, message: impl Into<String>) -> Self {
        Self::at(rule, Vec::new(), message)
    }

    /// A reason with the cells that violate the rule; they are sorted by row, then column.
    pub fn at(rule: &'static str, mut cells: Vec<Cell>, message: impl Into<String>) -> Self {
        cells.sort_unstable_by_key(|&(x, y)| (y, x));
        cells.dedup();
        Self { rule, cells, message: message.into() }
    }

    /// A move that cannot be read.
    pub fn bad_move(message: impl Into<String>) -> Self {
        Self::new("BadMove", message)
    }

    /// A readable move that does not belong to the current node.
    pub fn phase(message: impl Into<String>) -> Self {
        Self::new("phase", message)
    }
}

/// An option of a game (or an entry of a tile or platform set) that the rules do not allow.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{0}")]
pub struct OptionError(pub String);

/// A record that cannot be read or replayed.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{field}: {message}")]
pub struct RecordError {
    /// The field of the record, such as `moves[12]`.
    pub field: String,
    /// What is wrong with it.
    pub message: String,
}
