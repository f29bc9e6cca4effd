//! Casbah and Casa Grande positions set up by hand.

use serde_json::{Value, json};
use zellige_core::games::{casa_grande::CasaGrande, casbah::Casbah};
use zellige_core::{Cell, Game, Reason, Turn, laws};

type Found = Vec<(&'static str, Vec<Cell>)>;

fn game<G: Game>(options: &Value) -> G {
    G::from_options(options.as_object().expect("an object")).expect("allowed options")
}

fn set_up<G: Game>(game: &G, position: &Value) -> Result<G::State, Found> {
    let found = game.state_from(position.as_object().expect("an object"));
    found.map_err(|reasons| reasons.into_iter().map(|Reason { rule, cells, .. }| (rule, cells)).collect())
}

#[test]
fn casbah_tables() {
    let game: Casbah = game(&json!({"size": [3, 2], "players": 1}));
    let state = set_up(&game, &json!({"table": ["F/2@0,0"]})).expect("a position");
    let mut played = game.new_initial_state();
    let lay = game.string_to_action(&played, "F/2@0,0").expect("a lay");
    game.apply(&mut played, lay);
    assert_eq!(laws::view(&game, &state), laws::view(&game, &played));
    let moved = set_up(&game, &json!({"table": ["F/2@1,0", "G/0@4,0"]})).map(drop);
    let expected = vec![("H5", vec![(1, 0)]), ("H5", vec![(4, 0)]), ("H7", vec![(4, 0)])];
    assert_eq!(moved, Err(expected));
}

#[test]
fn casbah_phases() {
    let game: Casbah = game(&json!({"size": [3, 2], "players": 2}));
    let draft = set_up(&game, &json!({"phase": "draft", "hands": [{"F": 1}, {}]})).expect("a position");
    assert_eq!(game.turn(&draft), Turn::Player(1));
    let hands = json!([{"G": 3}, {"F": 1, "G": 2}]);
    let lay = set_up(&game, &json!({"hands": hands})).expect("a position");
    assert_eq!(game.turn(&lay), Turn::Player(1));
    let rules = |position: &Value| set_up(&game, position).map(drop).unwrap_err();
    assert_eq!(rules(&json!({"hands": hands, "to_move": 0})), [("H5", vec![])]);
    assert_eq!(rules(&json!({"hands": hands, "to_move": null})), [("H10", vec![])]);
    assert_eq!(
        rules(&json!({"hands": hands, "table": ["G"], "x": 1})),
        [("BadPosition", vec![]), ("BadPosition", vec![])]
    );
}

#[test]
fn casa_grande_boards() {
    let game: CasaGrande = game(&json!({"players": 2}));
    let state = set_up(&game, &json!({"stacks": {"a1": [1, 10], "b1": [0, 2]}})).expect("a position");
    assert_eq!((state.board().height(0), state.board().height(1)), (10, 2));
    assert_eq!((state.blocks(1), state.round()), (14, 11));
    let rules = |position: &Value| set_up(&game, position).map(drop).unwrap_err();
    assert_eq!(rules(&json!({"phase": "block", "money": [9, 10]})), [("G6", vec![]), ("G12", vec![])]);
    assert_eq!(rules(&json!({"phase": "step", "markers": [0, 0], "round": 300})), [("G5", vec![]), ("G13", vec![])]);
}

#[test]
fn casa_grande_platforms() {
    let game: CasaGrande = game(&json!({"players": 2}));
    let name = &game.tables().set.types()[0].name;
    let laid = |player: u8, level: u8| json!({"player": player, "platform": format!("{name}/0@c3"), "level": level});
    let one = set_up(&game, &json!({"platforms": [laid(0, 2)]})).expect("a position");
    assert_eq!(one.whole_platforms(game.tables()).len(), 1);
    let found = set_up(&game, &json!({"platforms": [laid(0, 2), laid(1, 3)]})).map(drop).unwrap_err();
    assert_eq!(found.iter().map(|(rule, _)| *rule).collect::<Vec<_>>(), ["G10e"]);
    assert!(!found[0].1.is_empty());
}
