//! Tile sets as data (H1).

use serde_json::{Map, Value, json};

use crate::OptionError;

/// Names of the sets that come with the package. Both are reconstructions.
pub const SUPPLIED: [&str; 2] = ["reconstruction", "reconstruction-walls"];

const FILES: [&str; 2] = [
    include_str!("../../../../../python/zellige/data/casbah/reconstruction.toml"),
    include_str!("../../../../../python/zellige/data/casbah/reconstruction-walls.toml"),
];
pub(super) const MAX_TYPES: usize = 64;
const MAX_TILES: u32 = 255;

/// One side of a tile.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub enum Side {
    /// `D`
    Door,
    /// `W`, a french window
    Window,
    /// `G`, the edge of a garden
    Garden,
    /// `.`, a plain wall
    Wall,
    /// `F`, the front door
    Front,
}

impl Side {
    /// The side of a letter.
    ///
    /// ```
    /// use zellige_core::games::casbah::Side;
    /// assert_eq!(Side::from_letter('W'), Some(Side::Window));
    /// ```
    pub fn from_letter(letter: char) -> Option<Self> {
        Some(match letter {
            'D' => Self::Door,
            'W' => Self::Window,
            'G' => Self::Garden,
            '.' => Self::Wall,
            'F' => Self::Front,
            _ => return None,
        })
    }

    /// The letter of the side.
    pub fn letter(self) -> char {
        ['D', 'W', 'G', '.', 'F'][self as usize]
    }

    /// What people call it, with its article.
    pub fn words(self) -> &'static str {
        ["a door", "a french window", "a garden", "a wall", "the front door"][self as usize]
    }

    /// Whether the two sides may touch (H6).
    pub fn matches(self, other: Self) -> bool {
        use Side::{Door, Garden, Wall, Window};
        matches!((self, other), (Door, Door) | (Window, Garden) | (Garden, Window | Garden) | (Wall, Wall))
    }

    /// Whether the side may face out of the casbah (H7).
    pub fn may_face_out(self) -> bool {
        !matches!(self, Self::Door | Self::Wall)
    }
}

/// A type of tile; all tiles of a type are interchangeable.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TileType {
    /// Its name in the notation.
    pub name: String,
    /// Sides clockwise from north, unturned.
    pub sides: [Side; 4],
    /// Face value.
    pub value: u8,
    /// How many the set has.
    pub count: u8,
}

impl TileType {
    /// The sides clockwise from north after `r` quarter turns clockwise.
    pub fn turned(&self, r: usize) -> [Side; 4] {
        std::array::from_fn(|d| self.sides[(d + 4 - r % 4) % 4])
    }

    /// The sides of a front door that is turned so that it faces south (H5).
    pub(super) fn facing_south(&self) -> Option<[Side; 4]> {
        (0..4).map(|r| self.turned(r)).find(|sides| sides[2] == Side::Front)
    }
}

/// A checked tile set (H1).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TileSet {
    /// Its name.
    pub name: String,
    /// What should be said wherever the set is shown.
    pub note: Option<String>,
    /// The types in file order.
    pub tiles: Vec<TileType>,
}

impl TileSet {
    /// A set that comes with the package, by its name.
    ///
    /// ```
    /// use zellige_core::games::casbah::TileSet;
    /// let set = TileSet::supplied("reconstruction").unwrap();
    /// assert_eq!((set.total(), set.face_value()), (45, 245));
    /// ```
    pub fn supplied(name: &str) -> Option<Self> {
        let at = SUPPLIED.iter().position(|&known| known == name)?;
        Some(Self::from_toml(FILES[at]).expect("the supplied sets are checked by the tests"))
    }

    /// Reads a set from TOML: `name`, perhaps `note`, and one `[[tiles]]` table per type.
    ///
    /// # Errors
    /// As [`TileSet::from_json`], or no TOML.
    pub fn from_toml(text: &str) -> Result<Self, OptionError> {
        let value: Value = toml::from_str(text).map_err(|why| OptionError(format!("no TOML: {why}")))?;
        Self::from_json(&value)
    }

    /// Reads a set from `{"name": .., "note": .., "tiles": [{"name", "sides", "value", "count"}, ..]}` and checks it.
    ///
    /// # Errors
    /// Names the tile and what is wrong with it.
    pub fn from_json(value: &Value) -> Result<Self, OptionError> {
        let set = object(value, "a tile set", &["name", "note", "tiles"])?;
        let name = name(set, "the tile set")?;
        let place = format!("tile set {name:?}");
        let note = match set.get("note") {
            None => None,
            Some(Value::String(note)) => Some(note.clone()),
            Some(_) => return fail(format!("{place}: 'note' must be a string")),
        };
        let Some(Value::Array(list)) = set.get("tiles") else {
            return fail(format!("{place}: 'tiles' must be a list of tiles"));
        };
        if list.len() > MAX_TYPES {
            return fail(format!("{place} has {} types of tiles, more than {MAX_TYPES}", list.len()));
        }
        let mut tiles: Vec<TileType> = Vec::with_capacity(list.len());
        for (i, entry) in list.iter().enumerate() {
            let tile = tile(entry, &format!("{place}, tile {}", i + 1))?;
            if let Some(twin) = tiles.iter().position(|other| other.name == tile.name) {
                return fail(format!("{place}: tiles {} and {} are both named {:?}", twin + 1, i + 1, tile.name));
            }
            tiles.push(tile);
        }
        let set = Self { name, note, tiles };
        set.check_whole(&place)?;
        Ok(set)
    }

    fn check_whole(&self, place: &str) -> Result<(), OptionError> {
        if self.total() > MAX_TILES {
            return fail(format!("{place} has {} tiles, more than {MAX_TILES}", self.total()));
        }
        let fronts: Vec<&TileType> = self.tiles.iter().filter(|tile| tile.sides.contains(&Side::Front)).collect();
        match fronts[..] {
            [] => fail(format!("{place} has no front door: exactly one tile must have one side 'F'")),
            [front] if front.count == 1 => Ok(()),
            [front] => fail(format!("{place} has {} front doors ({:?}), it must have one", front.count, front.name)),
            [first, second, ..] => {
                fail(format!("{place} has several front doors ({:?}, {:?}), it must have one", first.name, second.name))
            }
        }
    }

    /// The set as [`TileSet::from_json`] reads it.
    pub fn to_json(&self) -> Value {
        let mut set = Map::new();
        set.insert("name".into(), self.name.clone().into());
        if let Some(note) = &self.note {
            set.insert("note".into(), note.clone().into());
        }
        let tile = |tile: &TileType| {
            let sides: String = tile.sides.iter().map(|side| side.letter()).collect();
            json!({"name": tile.name, "sides": sides, "value": tile.value, "count": tile.count})
        };
        set.insert("tiles".into(), self.tiles.iter().map(tile).collect());
        Value::Object(set)
    }

    /// Number of tiles.
    pub fn total(&self) -> u32 {
        self.tiles.iter().map(|tile| u32::from(tile.count)).sum()
    }

    /// Face value of all tiles together.
    pub fn face_value(&self) -> i32 {
        self.tiles.iter().map(|tile| i32::from(tile.value) * i32::from(tile.count)).sum()
    }

    /// Index of the type with the front door.
    pub fn front(&self) -> usize {
        self.tiles.iter().position(|tile| tile.sides.contains(&Side::Front)).expect("a checked set has one")
    }

    /// Index of the type of a name.
    pub fn index(&self, name: &str) -> Option<usize> {
        self.tiles.iter().position(|tile| tile.name == name)
    }
}

fn fail<T>(message: String) -> Result<T, OptionError> {
    Err(OptionError(message))
}

fn object<'a>(value: &'a Value, place: &str, keys: &[&str]) -> Result<&'a Map<String, Value>, OptionError> {
    let Value::Object(map) = value else { return fail(format!("{place} must be an object with {}", keys.join(", "))) };
    match map.keys().find(|key| !keys.contains(&key.as_str())) {
        Some(key) => fail(format!("{place} has an unknown key {key:?}; known are {}", keys.join(", "))),
        None => Ok(map),
    }
}

fn name(map: &Map<String, Value>, place: &str) -> Result<String, OptionError> {
    let Some(Value::String(name)) = map.get("name") else {
        return fail(format!("{place}: 'name' must be there and a string"));
    };
    if name.is_empty() || !name.chars().all(|c| c.is_ascii_alphanumeric() || "._-".contains(c)) {
        return fail(format!("{place}: the name {name:?} must be of letters, digits, '.', '_' and '-'"));
    }
    Ok(name.clone())
}

fn tile(value: &Value, place: &str) -> Result<TileType, OptionError> {
    let map = object(value, place, &["name", "sides", "value", "count"])?;
    let name = name(map, place)?;
    let place = format!("{place} ({name})");
    let Some(Value::String(letters)) = map.get("sides") else {
        return fail(format!("{place}: 'sides' must be there and a string of four letters"));
    };
    let mut sides = Vec::with_capacity(4);
    for letter in letters.chars() {
        match Side::from_letter(letter) {
            Some(side) => sides.push(side),
            None => return fail(format!("{place}: the side {letter:?} in {letters:?} is none of D, W, G, F and '.'")),
        }
    }
    let Ok(sides) = <[Side; 4]>::try_from(sides) else {
        return fail(format!("{place}: {letters:?} must have four sides, clockwise from north"));
    };
    if sides.iter().filter(|&&side| side == Side::Front).count() > 1 {
        return fail(format!("{place}: {letters:?} has several front doors, the set must have one"));
    }
    if sides.contains(&Side::Garden) && sides != [Side::Garden; 4] {
        return fail(format!("{place}: {letters:?} is a garden on some sides only; a garden is GGGG"));
    }
    Ok(TileType { name, sides, value: number(map, "value", &place)?, count: number(map, "count", &place)? })
}

fn number(map: &Map<String, Value>, key: &str, place: &str) -> Result<u8, OptionError> {
    match map.get(key).map(|value| (value.as_i64(), value)) {
        Some((Some(number @ 1..=255), _)) => Ok(number as u8),
        Some((_, value)) => fail(format!("{place}: {key:?} must be a whole number from 1 to 255, not {value}")),
        None => fail(format!("{place}: {key:?} is missing")),
    }
}
