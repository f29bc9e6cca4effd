//! Blokus positions set up by hand.

use serde_json::{Value, json};
use zellige_core::games::blokus::Blokus;
use zellige_core::{Cell, Game, Reason, Record};

fn game(options: &Value) -> Blokus {
    Blokus::from_options(options.as_object().expect("an object")).expect("allowed options")
}

fn set_up(game: &Blokus, position: &Value) -> Result<(), Vec<(&'static str, Vec<Cell>)>> {
    let found = game.state_from(position.as_object().expect("an object"));
    found.map(drop).map_err(|reasons| reasons.into_iter().map(|Reason { rule, cells, .. }| (rule, cells)).collect())
}

#[test]
fn all_reasons_in_the_order_of_the_rules() {
    let board = json!({"a20": 0, "c18": 0, "c17": 0, "f1": 1, "a1": 2, "b1": 2, "c1": 2, "d1": 2, "e1": 2, "a2": 2});
    let found = set_up(&game(&json!({"corners": "fixed"})), &json!({"board": board, "monomino_last": [3]}));
    let row: Vec<Cell> = (0..5).map(|x| (x, 0)).chain([(0, 1)]).collect();
    let expected =
        [("B1", row.clone()), ("B3", vec![(5, 0)]), ("B3", row), ("B5", vec![(2, 16), (2, 17)]), ("B9", vec![])];
    assert_eq!(found, Err(expected.to_vec()));
}

#[test]
fn who_is_to_move() {
    let duo = game(&json!({"variant": "duo"}));
    let state = duo.state_from(json!({"board": {"e10": 0}}).as_object().unwrap()).expect("a position");
    assert_eq!(state.current_colour(), Some(1));
    assert_eq!(state.hand(0).count_ones(), 20);
    assert_eq!(set_up(&duo, &json!({"board": {}, "to_move": 1})), Ok(()));
    assert_eq!(set_up(&duo, &json!({"board": {}, "to_move": null})), Err(vec![("B8", vec![])]));
}

#[test]
fn a_record_begins_at_its_setup() {
    let text = |cell: &str| {
        format!(
            r#"{{"version":1,"game":"blokus","options":{{"variant":"duo"}},"setup":{{"board":{{"{cell}":0}}}},"moves":["j5"]}}"#
        )
    };
    let record = Record::from_json(&text("e10")).expect("a record");
    let (game, state, actions) = record.replay::<Blokus>().expect("a game");
    assert_eq!((actions.len(), game.colour_at(&state, 4, 9)), (1, Some(0)));
    assert_eq!(Record::from_json(&record.to_json()), Ok(record));
    let wrong = Record::from_json(&text("a1")).expect("a record").replay::<Blokus>().map(|_| ()).unwrap_err();
    assert_eq!(wrong.field, "setup");
    assert!(wrong.message.starts_with("B11: "), "{wrong}");
}
