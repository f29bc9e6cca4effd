//! Playing many games: whole ones, or many side by side.

mod batch;
mod check;
mod columns;
mod equal;
mod games;
mod kinds;
mod lists;
mod playout;
mod sweep;
mod tally;

pub use batch::{Autoreset, Batch, Kept, Left, Manner, NO_ACTION, STAY, Slot};
pub use columns::Column;
pub use games::{BLOCK, Games};
pub use kinds::Kinds;
pub use playout::{Policy, play_game};
pub use tally::{Columns, Keep, simulate_chunk};
