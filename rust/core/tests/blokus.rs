//! Blokus in particular; the laws and the golden files are in `laws.rs` and `golden.rs`.

use serde_json::{Map, Value, json};
use zellige_core::games::blokus::{Blokus, PIECE_NAMES, Scratch, Simd};
use zellige_core::{Game, Stream, Turn, laws, mix64};

fn game(options: &Value) -> Blokus {
    Blokus::from_options(options.as_object().expect("an object")).expect("allowed options")
}

fn combinations() -> Vec<Value> {
    let mut all = vec![json!({"variant": "duo"}), json!({"variant": "duo", "scoring": "basic"})];
    for players in 2..=4 {
        for corners in ["any", "fixed"] {
            for scoring in ["advanced", "basic"] {
                all.push(json!({"players": players, "corners": corners, "scoring": scoring}));
            }
        }
    }
    all
}

fn history(game: &Blokus, seed: u64, number: u64) -> Vec<u32> {
    let mut actions = Vec::new();
    let mut state = game.new_initial_state();
    let mut stream = Stream::new(seed, number);
    game.playout(&mut state, &mut stream, &mut Scratch::default(), &mut |action| actions.push(action));
    assert_eq!(game.turn(&state), Turn::Terminal);
    actions
}

/// Trained networks depend on action numbers: these checksums never change.
#[test]
fn action_numbers_are_pinned() {
    for (options, count, checksum) in
        [(json!({}), 30_433, 0xA444_2DB4_EC3C_8DFF), (json!({"variant": "duo"}), 13_729, 0xEB55_00AE_A8F2_3D47)]
    {
        let game = game(&options);
        let state = game.new_initial_state();
        assert_eq!(game.num_distinct_actions(), count);
        let names = (0..count as u32).map(|action| game.action_to_string(&state, action).expect("in range"));
        let hash = names
            .fold(0, |hash, name| name.bytes().chain([b';']).fold(hash, |hash, byte| mix64(hash ^ u64::from(byte))));
        assert_eq!(hash, checksum, "{hash:#x}");
    }
}

#[test]
fn every_path_plays_the_same_games() {
    for options in combinations() {
        let games: Vec<Vec<Vec<u32>>> = Simd::available()
            .into_iter()
            .map(|simd| (0..50).map(|number| history(&game(&options).with_simd(simd), 3, number)).collect())
            .collect();
        assert!(games.windows(2).all(|pair| pair[0] == pair[1]), "{options}");
    }
}

#[test]
fn laws_hold_on_every_path() {
    for simd in Simd::available() {
        let mut met = 0;
        for options in combinations() {
            let game = game(&options).with_simd(simd);
            let actions = laws::check_game(&game, 5, 0, 7);
            met += laws::check_transpositions(&game, &actions, 10);
        }
        assert!(met > 0);
    }
}

#[test]
fn options_are_checked() {
    for (options, part) in [
        (json!({"colours": 4}), "colours"),
        (json!({"players": 1}), "players"),
        (json!({"players": 5}), "players"),
        (json!({"players": 4.0}), "players"),
        (json!({"players": "4"}), "players"),
        (json!({"players": true}), "players"),
        (json!({"corners": "all"}), "corners"),
        (json!({"corners": null}), "corners"),
        (json!({"scoring": 1}), "scoring"),
        (json!({"variant": "trio"}), "variant"),
        (json!({"variant": "duo", "players": 2}), "players"),
        (json!({"variant": "duo", "corners": "any"}), "corners"),
    ] {
        let error = Blokus::from_options(options.as_object().expect("an object")).expect_err("a wrong option");
        assert!(error.to_string().contains(part), "{options}: {error}");
    }
    for options in combinations() {
        let options = options.as_object().expect("an object");
        let full = Blokus::from_options(options).expect("allowed").options().to_json();
        assert!(options.iter().all(|(key, value)| full[key] == *value));
        assert_eq!(full.len(), if full.contains_key("variant") { 2 } else { 3 });
    }
    let named = json!({"variant": "classic", "players": 2});
    let named = Blokus::from_options(named.as_object().expect("an object")).expect("allowed");
    assert_eq!(json!(named.options().to_json()), json!({"players": 2, "corners": "any", "scoring": "advanced"}));
    let default = Blokus::from_options(&Map::new()).expect("defaults");
    assert_eq!(json!(default.options().to_json()), json!({"players": 4, "corners": "any", "scoring": "advanced"}));
}

#[test]
fn a_state_is_small() {
    assert!(size_of::<<Blokus as Game>::State>() < 1024);
}

#[test]
fn colours_have_owners() {
    for (players, owners) in [(2, [0, 1, 0, 1]), (3, [0, 1, 2, 0]), (4, [0, 1, 2, 3])] {
        let game = game(&json!({"players": players}));
        let state = game.new_initial_state();
        assert_eq!(std::array::from_fn(|colour| game.player_of(&state, colour)), owners);
    }
    assert_eq!(PIECE_NAMES.len(), 21);
}
