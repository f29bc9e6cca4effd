//! Platform sets: data that is checked on load (G1).

use serde_json::{Map, Value, json};

use crate::OptionError;

/// Most platform types of a set (G1).
pub const MAX_TYPES: usize = 32;
/// Most platforms a player (G1).
pub const MAX_PLATFORMS: usize = 31;
/// Width and height of the board (G1).
pub const SIZE: usize = 8;

/// The supplied sets, by name. Their files are the ones that the Python package reads.
const SUPPLIED: [(&str, &str); 1] =
    [("reconstruction", include_str!("../../../../../python/zellige/data/casa_grande/reconstruction.toml"))];

/// One type of platform.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlatformType {
    /// Its name, `[A-Za-z0-9._-]+`.
    pub name: String,
    /// Rows from the top down: `O` marked, `#` unmarked, `.` nothing.
    pub rows: Vec<String>,
    /// How many each player has.
    pub count: u8,
}

/// A platform set (G1).
///
/// ```
/// use zellige_core::games::casa_grande::PlatformSet;
/// let set = PlatformSet::supplied("reconstruction").unwrap();
/// assert_eq!(set.types().iter().map(|kind| kind.count).sum::<u8>(), 17);
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlatformSet {
    name: String,
    note: String,
    types: Vec<PlatformType>,
}

impl PlatformSet {
    /// A set that comes with the package.
    ///
    /// # Errors
    /// There is none of that name.
    pub fn supplied(name: &str) -> Result<Self, OptionError> {
        let Some((_, text)) = SUPPLIED.iter().find(|(known, _)| *known == name) else {
            let known = SUPPLIED.map(|(known, _)| known).join(", ");
            return Err(OptionError(format!("there is no platform set {name:?}; supplied: {known}")));
        };
        Self::from_toml(text)
    }

    /// Reads a set from TOML: `name`, an optional `note`, and a `[[platforms]]` table for each type.
    ///
    /// # Errors
    /// Says which platform is wrong and why; for text that is no TOML, the line.
    pub fn from_toml(text: &str) -> Result<Self, OptionError> {
        let value: Value = toml::from_str(text).map_err(|why| OptionError(format!("platform set: {why}")))?;
        Self::from_value(&value)
    }

    /// Reads a set from an object such as stands in a record's options.
    ///
    /// # Errors
    /// Says which platform is wrong and why.
    pub fn from_value(value: &Value) -> Result<Self, OptionError> {
        let fields = object(value, "a platform set", &["name", "note", "platforms"])?;
        let name = name(fields, "a platform set")?;
        let note = match fields.get("note") {
            None => String::new(),
            Some(Value::String(note)) => note.clone(),
            Some(_) => return Err(OptionError("\"note\" of a platform set must be a string".into())),
        };
        let Some(list) = fields.get("platforms").and_then(Value::as_array) else {
            return Err(OptionError("a platform set needs \"platforms\", a list".into()));
        };
        if list.len() > MAX_TYPES {
            return Err(OptionError(format!("a platform set has at most {MAX_TYPES} types, not {}", list.len())));
        }
        let mut types: Vec<PlatformType> = Vec::with_capacity(list.len());
        for (i, entry) in list.iter().enumerate() {
            let kind = platform_type(i, entry)?;
            if types.iter().any(|other| other.name == kind.name) {
                return Err(OptionError(format!("platform {:?} stands twice", kind.name)));
            }
            types.push(kind);
        }
        let total: usize = types.iter().map(|kind| usize::from(kind.count)).sum();
        if total > MAX_PLATFORMS {
            return Err(OptionError(format!("a player has at most {MAX_PLATFORMS} platforms, the set has {total}")));
        }
        Ok(Self { name, note, types })
    }

    /// The set's name.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// What should be said about the set wherever it is shown; may be empty.
    pub fn note(&self) -> &str {
        &self.note
    }

    /// The types in file order.
    pub fn types(&self) -> &[PlatformType] {
        &self.types
    }

    /// The set as it stands in a record's options: the name of a supplied set, or the whole set.
    pub fn to_value(&self) -> Value {
        if Self::supplied(&self.name).is_ok_and(|supplied| supplied == *self) {
            return Value::from(self.name.as_str());
        }
        let types: Vec<Value> =
            self.types.iter().map(|kind| json!({"name": kind.name, "rows": kind.rows, "count": kind.count})).collect();
        json!({"name": self.name, "note": self.note, "platforms": types})
    }
}

fn object<'a>(value: &'a Value, what: &str, keys: &[&str]) -> Result<&'a Map<String, Value>, OptionError> {
    let fields = value.as_object().ok_or_else(|| OptionError(format!("{what} must be a table (an object)")))?;
    match fields.keys().find(|key| !keys.contains(&key.as_str())) {
        Some(key) => Err(OptionError(format!("{what} has no field {key:?}; it has {}", keys.join(", ")))),
        None => Ok(fields),
    }
}

/// A name that the notation can hold.
fn name(fields: &Map<String, Value>, what: &str) -> Result<String, OptionError> {
    let Some(Value::String(name)) = fields.get("name") else {
        return Err(OptionError(format!("{what} needs \"name\", a string")));
    };
    if name.is_empty() || !name.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"._-".contains(&byte)) {
        return Err(OptionError(format!("{what}: the name {name:?} must be of letters, digits, '.', '_' and '-'")));
    }
    Ok(name.clone())
}

fn platform_type(i: usize, entry: &Value) -> Result<PlatformType, OptionError> {
    let what = format!("platform number {}", i + 1);
    let fields = object(entry, &what, &["name", "rows", "count"])?;
    let name = name(fields, &what)?;
    let wrong = |why: String| OptionError(format!("platform {name:?}: {why}"));
    let count = match fields.get("count").and_then(Value::as_u64) {
        Some(count @ 1..=31) => count as u8,
        Some(count) => return Err(wrong(format!("count must be 1 to {MAX_PLATFORMS}, not {count}"))),
        None => return Err(wrong(format!("\"count\" must be a whole number from 1 to {MAX_PLATFORMS}"))),
    };
    let rows: Option<Vec<&str>> =
        fields.get("rows").and_then(Value::as_array).and_then(|rows| rows.iter().map(Value::as_str).collect());
    let rows = rows.ok_or_else(|| wrong("\"rows\" must be a list of strings".into()))?;
    let rows = shape(&rows).map_err(wrong)?;
    Ok(PlatformType { name, rows, count })
}

/// The rows, checked.
fn shape(rows: &[&str]) -> Result<Vec<String>, String> {
    if rows.len() > SIZE {
        return Err(format!("the shape is {} high, the board {SIZE}", rows.len()));
    }
    for (i, row) in rows.iter().enumerate() {
        if let Some(letter) = row.chars().find(|letter| !"O#.".contains(*letter)) {
            return Err(format!("unknown letter {letter:?} in row {}; there are 'O', '#' and '.'", i + 1));
        }
        if row.len() > SIZE {
            return Err(format!("row {} is {} wide, the board {SIZE}", i + 1, row.len()));
        }
        if row.len() != rows[0].len() {
            return Err(format!("row {} is {} wide, row 1 is {}", i + 1, row.len(), rows[0].len()));
        }
    }
    let square = |y: usize, x: usize| rows[y].as_bytes()[x] != b'.';
    let row_used = |y: usize| (0..rows[y].len()).any(|x| square(y, x));
    let column_used = |x: usize| (0..rows.len()).any(|y| square(y, x));
    if !(0..rows.len()).any(row_used) {
        return Err("the shape has no square".into());
    }
    // The anchor of the notation is the corner of the bounding box.
    if !(row_used(0) && row_used(rows.len() - 1) && column_used(0) && column_used(rows[0].len() - 1)) {
        return Err("the shape has a row or a column without squares at its edge".into());
    }
    if !rows.iter().any(|row| row.contains('O')) {
        return Err("the shape has no marked square 'O'".into());
    }
    let rows: Vec<String> = rows.iter().map(|&row| row.to_owned()).collect();
    if !connected(&rows) {
        return Err("the shape is not connected: its squares must hang together by their sides".into());
    }
    Ok(rows)
}

fn connected(rows: &[String]) -> bool {
    let mut open: Vec<(usize, usize)> = (0..rows.len())
        .flat_map(|y| (0..rows[y].len()).map(move |x| (x, y)))
        .filter(|&(x, y)| rows[y].as_bytes()[x] != b'.')
        .collect();
    let mut reached: Vec<(usize, usize)> = open.pop().into_iter().collect();
    while let Some((x, y)) = reached.pop() {
        open.retain(|&(u, v)| {
            let touches = x.abs_diff(u) + y.abs_diff(v) == 1;
            if touches {
                reached.push((u, v));
            }
            !touches
        });
    }
    open.is_empty()
}
