//! The one list of games.

pub mod blokus;
pub mod casa_grande;
pub mod casbah;
