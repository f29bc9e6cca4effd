//! The options of a record.

use serde_json::{Map, Value, json};

use super::platforms::PlatformSet;
use crate::OptionError;

/// Largest `max_rounds`, so that buffers for a whole history stay small.
const MAX_ROUNDS: u64 = 1000;

/// The options of a game, checked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Options {
    /// Number of players, 2 to 4.
    pub players: u8,
    /// Blocks of each player: 24, 20 or 18 (G1).
    pub blocks: u8,
    /// The platform set.
    pub platforms: PlatformSet,
    /// The round after which the game ends in any case (G13).
    pub max_rounds: u16,
}

impl Options {
    /// Reads options; what is left out has its default.
    ///
    /// # Errors
    /// Says which option is wrong and why.
    pub fn read(options: &Map<String, Value>) -> Result<Self, OptionError> {
        const KNOWN: [&str; 4] = ["players", "blocks", "platforms", "max_rounds"];
        if let Some(key) = options.keys().find(|key| !KNOWN.contains(&key.as_str())) {
            return Err(OptionError(format!("casa_grande has no option {key:?}; it has {}", KNOWN.join(", "))));
        }
        let number = |key: &str, default: u64| match options.get(key) {
            None => Ok(default),
            Some(value) => {
                value.as_u64().ok_or_else(|| OptionError(format!("{key} must be a whole number, not {value}")))
            }
        };
        let players = match number("players", 2)? {
            players @ 2..=4 => players as u8,
            players => return Err(OptionError(format!("players must be 2, 3 or 4, not {players}"))),
        };
        let blocks = match number("blocks", 24)? {
            blocks @ (24 | 20 | 18) => blocks as u8,
            blocks => return Err(OptionError(format!("blocks must be 24, 20 or 18, not {blocks}"))),
        };
        let max_rounds = match number("max_rounds", 200)? {
            rounds @ 1..=MAX_ROUNDS => rounds as u16,
            rounds => return Err(OptionError(format!("max_rounds must be 1 to {MAX_ROUNDS}, not {rounds}"))),
        };
        let platforms = match options.get("platforms") {
            None => PlatformSet::supplied("reconstruction")?,
            Some(Value::String(name)) => PlatformSet::supplied(name)?,
            Some(set @ Value::Object(_)) => PlatformSet::from_value(set)?,
            Some(_) => return Err(OptionError("platforms must be a supplied set's name or a whole set".into())),
        };
        Ok(Self { players, blocks, platforms, max_rounds })
    }

    /// All options as they stand in a record.
    pub fn write(&self) -> Map<String, Value> {
        let options = json!({
            "players": self.players,
            "blocks": self.blocks,
            "platforms": self.platforms.to_value(),
            "max_rounds": self.max_rounds,
        });
        match options {
            Value::Object(options) => options,
            _ => unreachable!("an object was written"),
        }
    }
}
