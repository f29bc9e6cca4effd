//! Casbah's options: tile sets (H1), sizes (H2), and what they say when they are wrong.

use serde_json::{Value, json};
use zellige_core::games::casbah::Casbah;
use zellige_core::{Game, laws};

fn game(options: &Value) -> Casbah {
    Casbah::from_options(options.as_object().expect("an object")).expect("allowed options")
}

fn refusal(options: &Value) -> String {
    Casbah::from_options(options.as_object().expect("an object")).expect_err("refused options").to_string()
}

fn tile(name: &str, sides: &str, value: u32, count: u32) -> Value {
    json!({"name": name, "sides": sides, "value": value, "count": count})
}

fn set(tiles: &[Value]) -> Value {
    json!({"name": "own", "tiles": tiles})
}

#[test]
fn h1_names_what_is_wrong_with_a_set() {
    let front = tile("F", "FDDD", 1, 1);
    let room = tile("A", "DDDD", 1, 44);
    for (tiles, words) in [
        (vec![room.clone()], "no front door"),
        (vec![front.clone(), tile("B", "FDDD", 1, 1)], "several front doors (\"F\", \"B\")"),
        (vec![tile("F", "FDDD", 1, 2), room.clone()], "2 front doors"),
        (vec![tile("F", "FDFD", 1, 1)], "tile 1 (F): \"FDFD\" has several front doors"),
        (vec![front.clone(), tile("A", "DXDD", 1, 1)], "tile 2 (A): the side 'X'"),
        (vec![front.clone(), tile("A", "DDD", 1, 1)], "tile 2 (A): \"DDD\" must have four sides"),
        (vec![front.clone(), tile("A", "GGDG", 1, 1)], "tile 2 (A): \"GGDG\" is a garden on some sides only"),
        (vec![front.clone(), tile("A", "DDDD", 256, 1)], "tile 2 (A): \"value\" must be a whole number from 1 to 255"),
        (vec![front.clone(), tile("A", "DDDD", 1, 0)], "tile 2 (A): \"count\" must be a whole number from 1 to 255"),
        (vec![front.clone(), room.clone(), room.clone()], "tiles 2 and 3 are both named \"A\""),
        (vec![front.clone(), tile("A/1", "DDDD", 1, 1)], "the name \"A/1\""),
        (vec![front.clone(), tile("A", "DDDD", 1, 200), tile("B", "DDDD", 1, 55)], "256 tiles, more than 255"),
        (vec![front.clone(), json!({"name": "A"})], "tile 2 (A): 'sides' must be there"),
        (vec![front.clone(), json!({"name": "A", "sides": "DDDD", "value": 1})], "\"count\" is missing"),
        (vec![front.clone(), json!({"name": "A", "colour": 1})], "unknown key \"colour\""),
        (vec![front.clone(), json!(7)], "tile 2 must be an object"),
        ((0..65).map(|i| tile(&format!("T{i}"), "DDDD", 1, 1)).collect(), "65 types of tiles, more than 64"),
    ] {
        let message = refusal(&json!({"size": [3, 2], "tiles": set(&tiles)}));
        assert!(message.contains(words), "{message}");
    }
    for (tiles, words) in [
        (json!({"tiles": []}), "'name' must be there"),
        (json!({"name": "own"}), "'tiles' must be a list"),
        (json!({"name": "own", "note": 7, "tiles": []}), "'note' must be a string"),
        (json!({"name": "own", "tiles": [], "x": 1}), "unknown key \"x\""),
        (json!("unknown"), "must be reconstruction, reconstruction-walls or a whole set, not \"unknown\""),
        (json!(7), "a tile set must be an object"),
    ] {
        let message = refusal(&json!({"tiles": tiles}));
        assert!(message.contains(words), "{message}");
    }
}

#[test]
fn h2_says_which_condition_failed() {
    for (options, words) in [
        (json!({"size": [1, 6]}), "at least 2"),
        (json!({"size": [40, 25]}), "at most 64"),
        (json!({"size": [i64::MAX, i64::MAX]}), "at most 64"),
        (json!({"size": [i64::MIN, 6]}), "at least 2"),
        (json!({"size": [7, 7]}), "49 cells are more than the 45 tiles"),
        (json!({"size": [2, 2]}), "no frame can hold the front door F"),
        (json!({"size": [5, 9], "players": 2}), "2 players do not divide the 45 cells"),
        (json!({"size": [6, 7], "players": 4}), "4 players do not divide"),
        (json!({"size": [6, 6.5]}), "two whole numbers"),
        (json!({"size": [6, 6, 6]}), "two whole numbers"),
        (json!({"size": "6 x 6"}), "two whole numbers"),
        (json!({"players": 0}), "players must be 1, 2, 3 or 4, not 0"),
        (json!({"players": 5}), "players must be 1, 2, 3 or 4, not 5"),
        (json!({"players": true}), "players must be 1, 2, 3 or 4, not true"),
        (json!({"strict_future": 1}), "strict_future must be true or false"),
        (json!({"sizes": [6, 6]}), "no option \"sizes\""),
    ] {
        let message = refusal(&options);
        assert!(message.contains(words), "{message}");
    }
    for (w, h, players) in
        [(6, 6, 4), (4, 9, 3), (9, 4, 2), (5, 8, 4), (4, 10, 4), (4, 11, 2), (6, 7, 3), (5, 9, 3), (5, 9, 1), (3, 2, 3)]
    {
        let game = game(&json!({"size": [w, h], "players": players}));
        assert_eq!(game.num_players(), players);
        let lays = (w * h) as usize;
        assert_eq!(game.max_game_length(), if players == 1 { lays } else { 2 * lays });
    }
    // A front door that shows windows beside it needs no room around.
    let own = set(&[tile("F", "FWDW", 1, 1), tile("A", "DWWW", 1, 3)]);
    game(&json!({"size": [2, 2], "players": 2, "tiles": own}));
}

#[test]
fn options_go_in_and_out() {
    let options = game(&json!({})).options();
    let all = json!({"size": [6, 6], "players": 2, "tiles": "reconstruction", "strict_future": false});
    assert_eq!(Value::Object(options), all);
    let own = json!({"name": "own", "note": "mine", "tiles": [tile("F", "FDDD", 1, 1), tile("A", "DDDD", 255, 254)]});
    let all = json!({"size": [3, 9], "players": 3, "tiles": own, "strict_future": true});
    assert_eq!(Value::Object(game(&all).options()), all);
}

#[test]
fn any_allowed_set_and_size_works() {
    let front = || tile("F", "FDWD", 1, 1);
    let many: Vec<Value> =
        (0..63).map(|i| tile(&format!("T{i}"), ["DWDW", "DD.W", "DDWW", "GGGG"][i % 4], 1 + i as u32, 4)).collect();
    let many = set(&[vec![front()], many].concat());
    let few = set(&[front(), tile("A", "DWWW", 255, 60), tile("B", "DDDW", 1, 60), tile("G", "GGGG", 9, 134)]);
    for (tiles, size, players) in [
        (&many, json!([6, 6]), 2),
        (&many, json!([2, 62]), 4),
        (&many, json!([5, 50]), 1),
        (&few, json!([15, 17]), 3),
        (&few, json!([51, 5]), 1),
        (&few, json!([3, 2]), 3),
    ] {
        let game = game(&json!({"size": size, "players": players, "tiles": tiles}));
        let actions = laws::check_game(&game, 1, 0, 97);
        assert!(actions.len() <= game.max_game_length());
    }
}

#[test]
fn a_size_may_be_text() {
    assert_eq!(game(&json!({"size": "4x9"})).options(), game(&json!({"size": [4, 9]})).options());
}
