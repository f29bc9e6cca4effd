//! Playing many whole games.

mod playout;
mod tally;

pub use playout::{Policy, play_game};
pub use tally::{Columns, simulate_chunk};
