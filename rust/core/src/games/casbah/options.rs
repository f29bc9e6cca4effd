//! Options and the sizes that are allowed (H2).

use serde_json::{Map, Value, json};

use super::area::frames;
use super::pictures::inward;
use super::tiles::{SUPPLIED, TileSet};
use crate::OptionError;

/// Checked options.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Options {
    pub(super) size: (i32, i32),
    pub(super) players: u8,
    pub(super) set: TileSet,
    /// Whether the set was given by its name.
    pub(super) by_name: bool,
    pub(super) strict: bool,
}

impl Options {
    /// Reads and checks the options of a record.
    pub(super) fn from_json(map: &Map<String, Value>) -> Result<Self, OptionError> {
        const KNOWN: [&str; 4] = ["size", "players", "tiles", "strict_future"];
        if let Some(key) = map.keys().find(|key| !KNOWN.contains(&key.as_str())) {
            return fail(format!("casbah has no option {key:?}; it has {}", KNOWN.join(", ")));
        }
        let size = match map.get("size") {
            None => (6, 6),
            Some(value) => read_size(value)?,
        };
        let players = match map.get("players").map(|value| (value.as_i64(), value)) {
            None => 2,
            Some((Some(players @ 1..=4), _)) => players as u8,
            Some((_, value)) => return fail(format!("players must be 1, 2, 3 or 4, not {value}")),
        };
        let (set, by_name) = match map.get("tiles") {
            None => (TileSet::supplied(SUPPLIED[0]).expect("the default set"), true),
            Some(Value::String(name)) => match TileSet::supplied(name) {
                Some(set) => (set, true),
                None => return fail(format!("tiles must be {} or a whole set, not {name:?}", SUPPLIED.join(", "))),
            },
            Some(value) => (TileSet::from_json(value)?, false),
        };
        let strict = match map.get("strict_future") {
            None => false,
            Some(&Value::Bool(strict)) => strict,
            Some(value) => return fail(format!("strict_future must be true or false, not {value}")),
        };
        let size = check_size(size, &set)?;
        let (w, h) = size;
        if players > 1 && w * h % i32::from(players) != 0 {
            return fail(format!("{players} players do not divide the {} cells of {w}x{h}", w * h));
        }
        Ok(Self { size, players, set, by_name, strict })
    }

    /// The options as a record holds them, all of them.
    pub(super) fn to_json(&self) -> Map<String, Value> {
        let mut map = Map::new();
        map.insert("size".into(), json!([self.size.0, self.size.1]));
        map.insert("players".into(), self.players.into());
        map.insert("tiles".into(), if self.by_name { self.set.name.clone().into() } else { self.set.to_json() });
        map.insert("strict_future".into(), self.strict.into());
        map
    }
}

fn fail<T>(message: String) -> Result<T, OptionError> {
    Err(OptionError(message))
}

fn read_size(value: &Value) -> Result<(i64, i64), OptionError> {
    if let Some([w, h]) = value.as_array().map(Vec::as_slice)
        && let (Some(w), Some(h)) = (w.as_i64(), h.as_i64())
    {
        return Ok((w, h));
    }
    let sides = value.as_str().and_then(|text| text.split_once('x'));
    if let Some([Ok(w), Ok(h)]) = sides.map(|(w, h)| [w, h].map(str::parse::<u16>)) {
        return Ok((w.into(), h.into()));
    }
    fail(format!("size must be a list of two whole numbers, or text such as \"6x6\", not {value}"))
}

/// Whether a size is within the bounds of any size.
pub(super) fn check_sides((w, h): (i64, i64)) -> Result<(i32, i32), OptionError> {
    if w < 2 || h < 2 {
        return fail(format!("size {w}x{h}: both sides must be at least 2"));
    }
    if w.saturating_add(h) > 64 {
        return fail(format!("size {w}x{h}: the sides together must be at most 64"));
    }
    Ok((w as i32, h as i32))
}

/// Whether a casbah of a size can be built with a set (H2, without the players).
fn check_size(size: (i64, i64), set: &TileSet) -> Result<(i32, i32), OptionError> {
    let size = check_sides(size)?;
    let (w, h) = size;
    let total = set.total();
    if w * h > total as i32 {
        return fail(format!("size {w}x{h}: {} cells are more than the {total} tiles of {}", w * h, set.name));
    }
    let front = set.front();
    let door = set.tiles[front].facing_south().expect("its type has the front door");
    let inward = inward(door);
    if frames(size).iter().all(|frame| frame.edges((0, 0)) & inward != 0) {
        return fail(format!("size {w}x{h}: no frame can hold the front door {}", set.tiles[front].name));
    }
    Ok(size)
}
