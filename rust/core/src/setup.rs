//! Reading positions that were set up by hand (`docs/setup.md`).

use serde_json::{Map, Value};

use crate::Reason;

/// The fields of a position, and what is wrong with them.
pub(crate) struct Fields<'a> {
    position: &'a Map<String, Value>,
    known: &'a [&'a str],
    faults: Vec<Reason>,
}

impl<'a> Fields<'a> {
    /// The fields of `position`; read them in the order of `known`.
    pub(crate) fn new(position: &'a Map<String, Value>, known: &'a [&'a str]) -> Self {
        Self { position, known, faults: Vec::new() }
    }

    /// Whether a field is there.
    pub(crate) fn has(&self, name: &str) -> bool {
        self.position.contains_key(name)
    }

    /// Reads a field; `None` when it is not there or cannot be read, which is a fault.
    pub(crate) fn read<T>(&mut self, name: &str, parse: impl FnOnce(&'a Value) -> Result<T, String>) -> Option<T> {
        match parse(self.position.get(name)?) {
            Ok(value) => Some(value),
            Err(why) => {
                self.fault(format!("{name}: {why}"));
                None
            }
        }
    }

    /// Reads a field that must be there.
    pub(crate) fn need<T>(&mut self, name: &str, parse: impl FnOnce(&'a Value) -> Result<T, String>) -> Option<T> {
        if !self.has(name) {
            self.fault(format!("{name} is missing"));
        }
        self.read(name, parse)
    }

    /// Notes a fault of a field.
    pub(crate) fn fault(&mut self, message: String) {
        self.faults.push(Reason::new("BadPosition", message));
    }

    /// All faults, those of unknown fields last.
    pub(crate) fn finish(mut self) -> Result<(), Vec<Reason>> {
        for name in self.position.keys().filter(|name| !self.known.contains(&name.as_str())) {
            let message = format!("there is no field {}; the fields are {}", quoted(name), self.known.join(", "));
            self.faults.push(Reason::new("BadPosition", message));
        }
        if self.faults.is_empty() { Ok(()) } else { Err(self.faults) }
    }
}

/// A value in messages, shortened.
pub(crate) fn shown(value: &Value) -> String {
    let text = value.to_string();
    if text.chars().count() <= 40 { text } else { text.chars().take(37).chain("...".chars()).collect() }
}

/// A text in messages, in quotes and shortened.
pub(crate) fn quoted(text: &str) -> String {
    shown(&Value::from(text))
}

/// A whole number from 0 to `most`.
pub(crate) fn number(value: &Value, most: u64) -> Result<u64, String> {
    let found = value.as_u64().filter(|&number| number <= most);
    found.ok_or_else(|| format!("{} is no whole number from 0 to {most}", shown(value)))
}

/// A list of `length` items.
pub(crate) fn items(value: &Value, length: usize) -> Result<&[Value], String> {
    let list = list(value)?;
    if list.len() == length { Ok(list) } else { Err(format!("{} entries, not {length}", list.len())) }
}

/// A list.
pub(crate) fn list(value: &Value) -> Result<&[Value], String> {
    value.as_array().map(Vec::as_slice).ok_or_else(|| format!("{} is no list", shown(value)))
}

/// A list of at most `most` items.
pub(crate) fn few(value: &Value, most: usize) -> Result<&[Value], String> {
    let list = list(value)?;
    if list.len() <= most { Ok(list) } else { Err(format!("{} entries, more than {most}", list.len())) }
}

/// A text.
pub(crate) fn text(value: &Value) -> Result<&str, String> {
    value.as_str().ok_or_else(|| format!("{} is no text", shown(value)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn every_fault_is_noted_unknown_fields_last() {
        let value = json!({"z": 1, "a": true, "c": 4});
        let mut fields = Fields::new(value.as_object().unwrap(), &["a", "b", "c"]);
        assert_eq!(fields.read("a", |a| number(a, 9)), None);
        assert_eq!(fields.need("b", |b| number(b, 9)), None);
        assert_eq!(fields.need("c", |c| number(c, 9)), Some(4));
        let faults: Vec<String> = fields.finish().unwrap_err().into_iter().map(|fault| fault.message).collect();
        assert_eq!(faults[0], "a: true is no whole number from 0 to 9");
        assert_eq!(faults[1], "b is missing");
        assert_eq!(faults[2], "there is no field \"z\"; the fields are a, b, c");
        assert_eq!(faults.len(), 3);
    }
}
