//! The laws of `zellige_core::laws` on every game and every option combination.

use serde_json::{Value, json};
use zellige_core::games::{blokus::Blokus, casa_grande::CasaGrande, casbah::Casbah};
use zellige_core::{Game, laws};

fn check<G: Game>(combinations: &[Value], games: u64, every: usize) {
    let mut transpositions = 0;
    for options in combinations {
        let game = G::from_options(options.as_object().expect("an object")).expect("allowed options");
        for number in 0..games {
            let actions = laws::check_game(&game, 11, number, every);
            assert!(!actions.is_empty());
            transpositions += laws::check_transpositions(&game, &actions, 14);
        }
    }
    assert!(transpositions > 0, "transpositions were met");
}

#[test]
fn blokus() {
    let mut combinations = vec![json!({"variant": "duo"}), json!({"variant": "duo", "scoring": "basic"})];
    for players in 2..=4 {
        for corners in ["any", "fixed"] {
            for scoring in ["advanced", "basic"] {
                combinations.push(json!({"players": players, "corners": corners, "scoring": scoring}));
            }
        }
    }
    check::<Blokus>(&combinations, 2, 9);
}

#[test]
fn casbah() {
    let mut combinations = vec![];
    for tiles in ["reconstruction", "reconstruction-walls"] {
        for strict in [false, true] {
            for (size, players) in [([6, 6], 1), ([6, 6], 2), ([4, 9], 3), ([5, 8], 4), ([3, 2], 2), ([5, 9], 1)] {
                combinations.push(json!({"size": size, "players": players, "tiles": tiles, "strict_future": strict}));
            }
        }
    }
    check::<Casbah>(&combinations, 2, 5);
}

#[test]
fn casa_grande() {
    let mut combinations = vec![json!({"players": 2, "max_rounds": 3})];
    for players in 2..=4 {
        for blocks in [24, 20, 18] {
            combinations.push(json!({"players": players, "blocks": blocks}));
        }
    }
    check::<CasaGrande>(&combinations, 2, 5);
}
