//! Rules, move generation, scoring and simulation of tile-placement board games.
//!
//! Each game lives in its own folder under [`games`] and implements [`Game`]; all that is common to the games
//! ([`laws`], [`perft`], [`record`], [`sim`]) is written once against that trait and is monomorphised per game.
#![deny(unsafe_code)]

mod error;
mod game;
pub mod games;
pub mod laws;
mod lists;
mod observe;
mod perft;
mod record;
mod rng;
mod setup;
pub mod sim;
mod steps;

pub use error::{Cell, OptionError, Reason, RecordError};
pub use game::{Action, Game, Turn, explain_if_open, position_hash, returns_by_rank};
pub use observe::{ArraySpec, Arrays, Dtype, observation_sizes};
pub use perft::perft;
pub use record::Record;
pub use rng::{Stream, mix64};
pub use steps::{Steps, Sweep};
