//! What the engine itself takes for a move and the list of what can be played then: `steps GAME [GAMES] [ROUNDS]`.
//!
//! Replays the games `0 .. GAMES` of seed 1, played uniformly at random, and lists what is legal after each entry. Prints
//! nanoseconds per entry, the best of the rounds, and how many entries and listed actions there are.

use std::time::Instant;

use serde_json::Map;
use zellige_core::games::blokus::Blokus;
use zellige_core::games::casa_grande::CasaGrande;
use zellige_core::games::casbah::Casbah;
use zellige_core::{Action, Game, Stream};

fn main() {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let number = |i: usize, default: u64| words.get(i).map_or(default, |word| word.parse().expect("a number"));
    let (games, rounds) = (number(1, 200), number(2, 20));
    match words.first().map(String::as_str) {
        Some(Blokus::NAME) => measure::<Blokus>(games, rounds),
        Some(CasaGrande::NAME) => measure::<CasaGrande>(games, rounds),
        _ => measure::<Casbah>(games, rounds),
    }
}

fn measure<G: Game>(games: u64, rounds: u64) {
    let game = G::from_options(&Map::new()).expect("defaults are allowed");
    let mut scratch = G::Scratch::default();
    let histories: Vec<Vec<Action>> = (0..games)
        .map(|number| {
            let (mut state, mut history) = (game.new_initial_state(), Vec::new());
            game.playout(&mut state, &mut Stream::new(1, number), &mut scratch, &mut |action| history.push(action));
            history
        })
        .collect();
    let entries: usize = histories.iter().map(Vec::len).sum();
    let (mut best, mut listed, mut list) = (f64::MAX, 0, Vec::new());
    for _ in 0..rounds {
        let started = Instant::now();
        listed = 0;
        for history in &histories {
            let mut state = game.new_initial_state();
            for &action in history {
                game.apply(&mut state, action);
                list.clear();
                if game.count(&state, &mut scratch) > 0 {
                    game.list(&state, &mut scratch, &mut list);
                }
                listed += list.len();
            }
        }
        best = best.min(started.elapsed().as_secs_f64() * 1e9 / entries as f64);
    }
    println!("{best:.1} {entries} {listed}");
}
