//! Options and platform sets of Casa Grande: what is taken, and what the errors say.

use serde_json::{Value, json};
use zellige_core::Game;
use zellige_core::games::casa_grande::{CasaGrande, PlatformSet};

fn error(options: &Value) -> String {
    CasaGrande::from_options(options.as_object().expect("an object")).expect_err("wrong options").to_string()
}

fn set_error(entry: &Value) -> String {
    error(&json!({"platforms": {"name": "own", "platforms": [entry]}}))
}

#[test]
fn options_are_checked() {
    for (options, words) in [
        (json!({"players": 1}), "players must be 2, 3 or 4, not 1"),
        (json!({"players": 5}), "players must be 2, 3 or 4, not 5"),
        (json!({"players": 2.0}), "players must be a whole number, not 2.0"),
        (json!({"players": true}), "players must be a whole number, not true"),
        (json!({"blocks": 19}), "blocks must be 24, 20 or 18, not 19"),
        (json!({"blocks": "24"}), "blocks must be a whole number, not \"24\""),
        (json!({"max_rounds": 0}), "max_rounds must be 1 to 1000, not 0"),
        (json!({"max_rounds": 1001}), "max_rounds must be 1 to 1000, not 1001"),
        (json!({"max_rounds": -1}), "max_rounds must be a whole number, not -1"),
        (json!({"rounds": 9}), "no option \"rounds\"; it has players, blocks, platforms, max_rounds"),
        (json!({"platforms": "real"}), "no platform set \"real\"; supplied: reconstruction"),
        (json!({"platforms": ["reconstruction"]}), "platforms must be a supplied set's name or a whole set"),
        (json!({"platforms": null}), "platforms must be a supplied set's name or a whole set"),
    ] {
        let message = error(&options);
        assert!(message.contains(words), "{options}: {message}");
    }
}

#[test]
fn sets_are_checked() {
    let wide = "#".repeat(9);
    for (entry, words) in [
        (json!({"name": "A", "rows": ["O.O"], "count": 1}), "platform \"A\": the shape is not connected"),
        (json!({"name": "A", "rows": ["O.", ".#"], "count": 1}), "platform \"A\": the shape is not connected"),
        (json!({"name": "A", "rows": ["##"], "count": 1}), "platform \"A\": the shape has no marked square"),
        (json!({"name": "A", "rows": ["..", ".."], "count": 1}), "platform \"A\": the shape has no square"),
        (json!({"name": "A", "rows": [], "count": 1}), "platform \"A\": the shape has no square"),
        (json!({"name": "A", "rows": [""], "count": 1}), "platform \"A\": the shape has no square"),
        (json!({"name": "A", "rows": ["..", "O#"], "count": 1}), "a row or a column without squares at its edge"),
        (json!({"name": "A", "rows": ["O#."], "count": 1}), "a row or a column without squares at its edge"),
        (json!({"name": "A", "rows": [wide], "count": 1}), "platform \"A\": row 1 is 9 wide, the board 8"),
        (json!({"name": "A", "rows": vec!["O"; 9], "count": 1}), "platform \"A\": the shape is 9 high, the board 8"),
        (json!({"name": "A", "rows": ["O#", "O"], "count": 1}), "platform \"A\": row 2 is 1 wide, row 1 is 2"),
        (json!({"name": "A", "rows": ["O#", "oO"], "count": 1}), "platform \"A\": unknown letter 'o' in row 2"),
        (json!({"name": "A", "rows": ["Öö"], "count": 1}), "platform \"A\": unknown letter 'Ö' in row 1"),
        (json!({"name": "A", "rows": "O#", "count": 1}), "platform \"A\": \"rows\" must be a list of strings"),
        (json!({"name": "A", "rows": [1], "count": 1}), "platform \"A\": \"rows\" must be a list of strings"),
        (json!({"name": "A", "count": 1}), "platform \"A\": \"rows\" must be a list of strings"),
        (json!({"name": "A", "rows": ["O"], "count": 0}), "platform \"A\": count must be 1 to 31, not 0"),
        (json!({"name": "A", "rows": ["O"], "count": 32}), "platform \"A\": count must be 1 to 31, not 32"),
        (json!({"name": "A", "rows": ["O"], "count": true}), "platform \"A\": \"count\" must be a whole number"),
        (json!({"name": "A", "rows": ["O"]}), "platform \"A\": \"count\" must be a whole number"),
        (json!({"name": "A b", "rows": ["O"], "count": 1}), "platform number 1: the name \"A b\""),
        (json!({"name": "", "rows": ["O"], "count": 1}), "platform number 1: the name \"\""),
        (json!({"rows": ["O"], "count": 1}), "platform number 1 needs \"name\""),
        (json!({"name": "A", "rows": ["O"], "count": 1, "value": 2}), "platform number 1 has no field \"value\""),
        (json!("O"), "platform number 1 must be a table"),
    ] {
        let message = set_error(&entry);
        assert!(message.contains(words), "{entry}: {message}");
    }
}

#[test]
fn bounds_of_the_whole_set_are_checked() {
    let kinds = |n: usize, count: usize| -> Vec<Value> {
        (0..n).map(|i| json!({"name": format!("A{i}"), "rows": ["O"], "count": count})).collect()
    };
    for (set, words) in [
        (json!({"name": "own", "platforms": kinds(33, 1)}), "at most 32 types, not 33"),
        (json!({"name": "own", "platforms": kinds(4, 8)}), "at most 31 platforms, the set has 32"),
        (json!({"name": "own", "platforms": kinds(32, 1)}), "at most 31 platforms, the set has 32"),
        (json!({"name": "own", "platforms": [kinds(1, 1)[0], kinds(1, 1)[0]]}), "platform \"A0\" stands twice"),
        (json!({"name": "own", "platforms": {}}), "needs \"platforms\", a list"),
        (json!({"name": "own"}), "needs \"platforms\", a list"),
        (json!({"platforms": []}), "needs \"name\""),
        (json!({"name": "own", "note": 3, "platforms": []}), "\"note\""),
        (json!({"name": "own", "tiles": []}), "no field \"tiles\""),
    ] {
        let message = error(&json!({"platforms": set}));
        assert!(message.contains(words), "{message}");
    }
    let full = json!({"platforms": {"name": "own", "note": "", "platforms": kinds(31, 1)}});
    let game = CasaGrande::from_options(full.as_object().expect("an object")).expect("31 platforms of 31 types");
    assert_eq!(game.num_distinct_actions(), 74 + 31 * 64);
}

#[test]
fn sets_are_read_from_toml() {
    let set = PlatformSet::from_toml("name = \"own\"\n[[platforms]]\nname = \"A\"\nrows = [\"O#\"]\ncount = 2\n");
    let set = set.expect("a set");
    assert_eq!((set.name(), set.note(), set.types().len()), ("own", "", 1));
    assert_eq!(PlatformSet::from_value(&set.to_value()), Ok(set));
    let broken = PlatformSet::from_toml("name = \"own\"\n[[platforms]\n").expect_err("no TOML").to_string();
    assert!(broken.contains("line 2"), "{broken}");
}

#[test]
fn options_are_written_as_they_were_read() {
    let set = json!({"name": "own", "note": "mine", "platforms": [{"name": "A", "rows": ["O#"], "count": 2}]});
    for platforms in [json!("reconstruction"), set] {
        let options = json!({"players": 3, "blocks": 18, "platforms": platforms, "max_rounds": 7});
        let game = CasaGrande::from_options(options.as_object().expect("an object")).expect("allowed");
        assert_eq!(Value::Object(game.options().write()), options);
    }
    let whole = PlatformSet::supplied("reconstruction").expect("supplied");
    assert!(whole.note().starts_with("A reconstruction"));
    assert_eq!(whole.to_value(), json!("reconstruction"));
}
