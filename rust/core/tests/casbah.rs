//! Casbah: examples per rule, action numbers, frames, playouts, sizes.

use serde_json::{Map, Value, json};
use zellige_core::games::casbah::{Casbah, Phase, Scratch, State};
use zellige_core::{Action, Game, Stream, Turn, laws};

fn game(options: &Value) -> Casbah {
    Casbah::from_options(options.as_object().expect("an object")).expect("allowed options")
}

fn play(game: &Casbah, state: &mut State, moves: &str) {
    for text in moves.split_whitespace() {
        assert_eq!(game.explain(state, text), [], "{text}");
        let action = game.string_to_action(state, text).expect("a legal move has a number");
        assert!(game.is_legal(state, action), "{text}");
        game.apply(state, action);
    }
}

/// Rules and cells against a move.
fn against(game: &Casbah, state: &State, text: &str) -> Vec<(&'static str, Vec<(i32, i32)>)> {
    game.explain(state, text).into_iter().map(|reason| (reason.rule, reason.cells)).collect()
}

/// A solo game after some lays.
fn table(options: &Value, moves: &str) -> (Casbah, State) {
    let game = game(options);
    let mut state = game.new_initial_state();
    play(&game, &mut state, moves);
    (game, state)
}

fn scores(game: &Casbah, state: &State) -> Vec<i32> {
    let mut out = vec![0; game.num_players()];
    game.scores(state, &mut out);
    out
}

fn tile(name: &str, sides: &str, value: u32, count: u32) -> Value {
    json!({"name": name, "sides": sides, "value": value, "count": count})
}

fn set(tiles: &[Value]) -> Value {
    json!({"name": "own", "tiles": tiles})
}

/// FNV-1a of all action strings, which pins the numbering.
fn checksum(game: &Casbah) -> u64 {
    let state = game.new_initial_state();
    let mut hash = 0xcbf2_9ce4_8422_2325_u64;
    for action in 0..game.num_distinct_actions() as Action {
        let text = game.action_to_string(&state, action).expect("in range") + ";";
        hash = text.bytes().fold(hash, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3));
    }
    hash
}

#[test]
fn action_numbers_are_stable() {
    for (tiles, size, count, hash) in [
        ("reconstruction", [6, 6], 1064, 10_486_144_014_413_547_317),
        ("reconstruction-walls", [6, 6], 3979, 10_846_521_309_248_747_457),
        ("reconstruction", [4, 9], 2456, 1_295_757_918_641_268_191),
        ("reconstruction-walls", [11, 4], 13879, 10_650_089_414_680_588_031),
    ] {
        let game = game(&json!({"size": size, "tiles": tiles}));
        assert_eq!((game.num_distinct_actions(), checksum(&game)), (count, hash), "{tiles} {size:?}");
    }
    let game = game(&json!({"players": 1}));
    let state = game.new_initial_state();
    assert_eq!(game.num_distinct_actions(), 1064);
    for (action, text) in [(0, "F"), (6, "G"), (7, "F/2@0,0"), (8, "DDDD/0@-5,0"), (1063, "G/0@5,5")] {
        assert_eq!(game.action_to_string(&state, action).as_deref(), Some(text));
    }
}

#[test]
fn h3_h4_the_draft() {
    let game = game(&json!({"size": [3, 2]}));
    let mut state = game.new_initial_state();
    assert_eq!(game.pool(&state), [1, 9, 19, 6, 3, 2, 5]);
    assert_eq!(against(&game, &state, "DDDD/0@1,0"), [("phase", vec![])]);
    play(&game, &mut state, "DWWW G DWWW G");
    assert_eq!((game.hand(&state, 0), game.hand(&state, 1)), (&[0, 0, 0, 0, 0, 2, 0][..], &[0, 0, 0, 0, 0, 0, 2][..]));
    assert_eq!(against(&game, &state, "DWWW"), [("H3", vec![])]);
    assert_eq!(scores(&game, &state), [-24, -14]);
    play(&game, &mut state, "G");
    assert_eq!(against(&game, &state, "DDDD"), [("H4", vec![])]);
    assert_eq!(against(&game, &state, "DWWW"), [("H3", vec![]), ("H4", vec![])]);
    assert_eq!(laws::legal_actions(&game, &state), [0]);
    play(&game, &mut state, "F");
    assert_eq!((game.phase(&state), game.turn(&state)), (Phase::Lay, Turn::Player(1)));
    assert_eq!(game.pool(&state), [0; 7]);
    assert_eq!(against(&game, &state, "G"), [("phase", vec![])]);
    // Taken early, the front door leaves the last pick free.
    let mut state = game.new_initial_state();
    play(&game, &mut state, "DDDD F DDDD DDDD DDDD DDDD");
    assert_eq!(game.turn(&state), Turn::Player(1));
}

#[test]
fn h5_the_front_door_comes_first() {
    let (game, state) = table(&json!({"players": 1}), "");
    assert_eq!(laws::legal_actions(&game, &state), [7]);
    for text in ["F/0@0,0", "F/2@1,0", "DDDD/0@0,0", "G/0@70,-70"] {
        assert_eq!(against(&game, &state, text)[0].0, "H5", "{text}");
        assert_eq!(against(&game, &state, text).len(), 1, "{text}");
    }
    assert_eq!(game.string_to_action(&state, "F/0@0,0").expect_err("no number").rule, "H5");
    let (game, state) = table(&json!({"players": 1}), "F/2@0,0");
    assert_eq!(against(&game, &state, "DDDD/0@0,0"), [("H5", vec![(0, 0)])]);
    assert_eq!(against(&game, &state, "DDDD/0@1,1"), [("H5", vec![(1, 1)])]);
    assert_eq!(against(&game, &state, "F/2@0,1"), [("H1", vec![(0, 1)]), ("H6", vec![(0, 0)])]);
    assert_eq!(against(&game, &state, "DDDD/0@6,0"), [("H5", vec![(6, 0)]), ("H7", vec![(6, 0)])]);
    assert_eq!(against(&game, &state, "DDDD/0@0,-1"), [("H7", vec![(0, -1)])]);
    assert_eq!(game.string_to_action(&state, "DDDD/0@0,-1").expect_err("no number").rule, "H7");
}

#[test]
fn h6_sides_must_match() {
    let tiles = set(&[
        tile("F", "FDDD", 1, 1),
        tile("DW", "DWDW", 1, 9),
        tile("G", "GGGG", 1, 9),
        tile("P", "D.D.", 1, 9),
        tile("A", "DDDD", 1, 9),
    ]);
    let (game, state) = table(&json!({"players": 1, "tiles": tiles}), "F/2@0,0 DW/0@0,1 P/0@0,2");
    let clash = |text| against(&game, &state, text).into_iter().find(|reason| reason.0 == "H6").map(|reason| reason.1);
    // Beside the window of (0,1): only a garden.
    for (text, clashes) in [("DW/0@1,1", true), ("A/0@1,1", true), ("P/0@1,1", true), ("G/0@1,1", false)] {
        assert_eq!(clash(text), clashes.then(|| vec![(0, 1)]), "{text}");
    }
    // Beside the wall of (0,2): only a wall.
    for (text, clashes) in [("DW/0@1,2", true), ("A/0@1,2", true), ("G/0@1,2", true), ("P/0@1,2", false)] {
        assert_eq!(clash(text), clashes.then(|| vec![(0, 2)]), "{text}");
    }
    // Beside the door of (0,0): only a door.
    for (text, clashes) in [("DW/0@1,0", true), ("A/0@1,0", false), ("G/0@1,0", true), ("P/0@1,0", true)] {
        assert_eq!(clash(text), clashes.then(|| vec![(0, 0)]), "{text}");
    }
    // A garden beside a garden.
    let mut state = state;
    play(&game, &mut state, "G/0@1,1 G/0@2,1");
}

#[test]
fn h7_frames_shrink() {
    let (game, mut state) = table(&json!({"players": 1, "size": [4, 3]}), "");
    let all: Vec<(i32, i32, i32)> = (-2..=0).map(|x| (x, 3, 4)).chain((-3..=0).map(|x| (x, 4, 3))).collect();
    assert_eq!(game.frames(&state), all);
    // The front door's own doors go west and east, so that it is in no corner.
    play(&game, &mut state, "F/2@0,0");
    assert_eq!(game.frames(&state), [(-1, 3, 4), (-2, 4, 3), (-1, 4, 3)]);
    play(&game, &mut state, "DWDW/1@1,0");
    assert_eq!(game.frames(&state), [(-1, 4, 3)]);
    assert_eq!(against(&game, &state, "DDDD/0@-1,0"), [("H7", vec![(-1, 0)])]);
    assert_eq!(against(&game, &state, "DDWW/0@2,0"), [("H6", vec![(1, 0)]), ("H7", vec![(2, 0)])]);
    play(&game, &mut state, "DDWW/0@-1,0");
    assert_eq!(against(&game, &state, "G/0@-2,0"), [("H7", vec![(-2, 0)])]);
}

#[test]
fn h8_no_future_is_changed() {
    for strict in [false, true] {
        let (game, mut state) = table(&json!({"players": 1, "strict_future": strict}), "F/2@0,0 DDDW/2@0,1");
        // (1,1) faces the window of (0,1).
        let reasons = game.explain(&state, "DDDW/3@1,0");
        assert_eq!((reasons.len(), reasons[0].rule, &reasons[0].cells), (1, "H8", &vec![(1, 1)]));
        assert_eq!(reasons[0].message, "(1,1) would face a door from (1,0) and a french window from (0,1)");
        play(&game, &mut state, "DWDW/1@1,0 DWDW/1@2,0");
        // A garden beside it changes nothing, but by the letter of the rulebook it does.
        let expected = if strict { vec![("H8", vec![(1, 1)])] } else { vec![] };
        assert_eq!(against(&game, &state, "G/0@2,1"), expected);
        assert_eq!(against(&game, &state, "DDDD/0@1,1")[0], ("H6", vec![(1, 0), (0, 1)]));
    }
}

#[test]
fn h9_h10_skips_and_scores() {
    // The rulebook's example: 28 points in chips, tiles 5 and 2 left: 21.
    let own = set(&[
        tile("F", "FDDD", 28, 1),
        tile("five", "....", 5, 1),
        tile("two", "....", 2, 1),
        tile("three", "....", 3, 3),
    ]);
    let example = game(&json!({"size": [3, 2], "tiles": own}));
    let mut state = example.new_initial_state();
    play(&example, &mut state, "F three five three two three F/2@0,0");
    assert_eq!(example.turn(&state), Turn::Terminal);
    assert_eq!((example.chips(&state, 0), scores(&example, &state)), (28, vec![21, -9]));
    assert_eq!(against(&example, &state, "five/0@1,0"), [("phase", vec![])]);
    let game = game(&json!({}));
    let mut seen_skip = false;
    for number in 0..200 {
        let mut stream = Stream::new(3, number);
        let mut state = game.new_initial_state();
        let mut last = None;
        while let Turn::Player(player) = game.turn(&state) {
            let phase = game.phase(&state);
            seen_skip |= phase == Phase::Lay && last == Some((player, phase));
            last = Some((player, phase));
            let legal = laws::legal_actions(&game, &state);
            game.apply(&mut state, legal[stream.below(legal.len() as u32) as usize]);
        }
        let values = [1, 8, 2, 5, 15, 12, 7];
        for player in 0..2 {
            let left: i32 = game.hand(&state, player).iter().zip(values).map(|(&n, value)| i32::from(n) * value).sum();
            assert_eq!(scores(&game, &state)[player], game.chips(&state, player) - left);
        }
    }
    assert!(seen_skip, "somebody was skipped");
}

#[test]
fn h11_solo_is_complete_or_has_failed() {
    let game = game(&json!({"size": [3, 3], "players": 1}));
    let (mut complete, mut failed) = (0, 0);
    for number in 0..300 {
        let mut state = game.new_initial_state();
        let length = game.playout(&mut state, &mut Stream::new(5, number), &mut Scratch::default(), &mut |_| ());
        let mut returns = [0.0];
        game.returns(&state, &mut returns);
        let left = 245 - game.chips(&state, 0);
        if length == 9 {
            complete += 1;
            assert_eq!(scores(&game, &state), [-left]);
            assert!((returns[0] + f64::from(left) / 245.0).abs() < 1e-12);
        } else {
            failed += 1;
            assert_eq!((scores(&game, &state), returns[0]), (vec![-245], -1.0));
        }
    }
    assert!(complete > 0 && failed > 0, "{complete} complete, {failed} failed");
}

#[test]
fn h13_notation() {
    let game = game(&json!({"players": 1}));
    let mut state = game.new_initial_state();
    let number = |state: &State, text| game.string_to_action(state, text);
    for text in
        ["", "X", "F/2", "F/2@0", "F/2@0,0,0", "F/4@0,0", "F/-1@0,0", "F/2@+0,0", "F/2@0000,0", "X/0@0,0", "F/2@ 0,0"]
    {
        assert_eq!(number(&state, text).expect_err(text).rule, "BadMove", "{text}");
        assert_eq!(against(&game, &state, text), [("BadMove", vec![])], "{text}");
    }
    play(&game, &mut state, "F/2@0,0");
    // Turned pictures that look the same are one action, written with the smallest rotation.
    assert_eq!(number(&state, "DWDW/3@1,0"), number(&state, "DWDW/1@1,0"));
    assert_eq!(number(&state, "DDDD/2@1,2"), number(&state, "DDDD/0@1,2"));
    let action = number(&state, "DWDW/3@1,0").expect("readable");
    assert_eq!(game.action_to_string(&state, action).as_deref(), Some("DWDW/1@1,0"));
    assert_eq!(number(&state, "G"), Ok(6));
    assert_eq!(game.action_to_string(&state, 1064), None);
    game.apply(&mut state, action);
    let tile = game.tiles(&state)[1];
    assert_eq!((tile.x, tile.y, tile.kind, tile.r), (1, 0, 4, 1));
}

#[test]
fn the_key_is_laid_out_as_documented() {
    let game = game(&json!({"size": [3, 2]}));
    let mut state = game.new_initial_state();
    play(&game, &mut state, "F DDWW DDDW G G DWDW");
    play(&game, &mut state, "F/2@0,0 DDWW/3@1,0");
    let mut key = Vec::new();
    game.write_key(&state, &mut key);
    let mut expected = vec![1, 0];
    expected.extend([0; 7]);
    expected.extend([0, 0, 1, 0, 0, 0, 1]);
    expected.extend([0, 0, 0, 0, 1, 0, 1]);
    let mut cells = [0_u16; 15];
    cells[2] = 1 + 2;
    cells[3] = 1 + 4 * 3 + 3;
    expected.extend(cells.iter().flat_map(|cell| cell.to_le_bytes()));
    expected.extend([1, 0, 0, 0, 5, 0, 0, 0]);
    assert_eq!(key, expected);
}

#[test]
fn states_are_small() {
    assert!(size_of::<State>() < 512, "{} bytes", size_of::<State>());
}

#[test]
fn unknown_text_never_panics() {
    let game = game(&json!({}));
    let state = game.new_initial_state();
    for text in ["é", "F/é@1,1", "/@,", "//@@,,", "F/@,", "-", "F/2@-,-", "DDDD/9@999,999", "DDDD/0@-999,-999"] {
        assert!(!game.explain(&state, text).is_empty(), "{text}");
        assert!(game.string_to_action(&state, text).is_err(), "{text}");
    }
    assert!(Casbah::from_options(&Map::new()).is_ok());
}

#[test]
fn illegal_actions_never_panic() {
    let mut scratch = Scratch::default();
    for options in [json!({}), json!({"size": [4, 11], "strict_future": true}), json!({"size": [3, 2], "players": 1})] {
        let game = game(&options);
        for number in 0..50 {
            let mut stream = Stream::new(4, number);
            let mut state = game.new_initial_state();
            for _ in 0..200 {
                game.apply(&mut state, stream.below(game.num_distinct_actions() as u32 + 9));
                let count = game.count(&state, &mut scratch);
                let mut list = Vec::new();
                game.list(&state, &mut scratch, &mut list);
                assert_eq!(list.len(), count as usize);
                game.write_key(&state, &mut Vec::new());
                game.explain(&state, "DDDD/0@1,0");
            }
        }
    }
}
