//! Batches beside whole playouts: `batches GAME [sample|legal|step] [N] [STEPS] [ROUNDS]`.
//!
//! Prints nanoseconds per decision of playouts and of a batch's loop, taken in turn, and their ratio. `sample` steps what is
//! sampled; `legal` finds all lists and steps one of each at random; `playout` only plays whole games.

use std::time::Instant;

use serde_json::Map;
use zellige_core::games::blokus::Blokus;
use zellige_core::games::casa_grande::CasaGrande;
use zellige_core::games::casbah::Casbah;
use zellige_core::sim::{Autoreset, Batch, Manner};
use zellige_core::{Game, Stream, Turn};

fn main() {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let word = |i: usize, default: &str| words.get(i).cloned().unwrap_or_else(|| default.to_owned());
    let number = |i: usize, default: usize| words.get(i).map_or(default, |word| word.parse().expect("a number"));
    let arguments = (word(1, "sample"), number(2, 1024), number(3, 2000), number(4, 5));
    match word(0, Casbah::NAME).as_str() {
        Blokus::NAME => measure::<Blokus>(&arguments),
        CasaGrande::NAME => measure::<CasaGrande>(&arguments),
        _ => measure::<Casbah>(&arguments),
    }
}

fn measure<G: Game>((how, n, steps, rounds): &(String, usize, usize, usize)) {
    let game = G::from_options(&Map::new()).expect("defaults are allowed");
    let manner = Manner { autoreset: Autoreset::SameStep, external_chance: false, threads: 1 };
    let mut batch = Batch::new(&game, *n, 1, manner);
    let mut ended = vec![false; *n];
    let mut actions = Vec::new();
    // So that the games stand at all plies.
    for _ in 0..300 {
        actions.clear();
        actions.extend_from_slice(batch.sample());
        batch.step(&actions, &mut ended);
    }
    let mut draws = Stream::new(3, 0);
    let (mut best_playout, mut best_step) = (f64::MAX, f64::MAX);
    for _ in 0..*rounds {
        let start = Instant::now();
        let decisions = playouts(&game, n * steps);
        best_playout = best_playout.min(start.elapsed().as_secs_f64() * 1e9 / decisions as f64);
        let start = Instant::now();
        for _ in 0..*steps {
            actions.clear();
            match how.as_str() {
                "sample" => actions.extend_from_slice(batch.sample()),
                "legal" => {
                    batch.find_lists();
                    let lists = (0..*n).map(|j| batch.list(j));
                    actions.extend(lists.map(|list| list[draws.below(list.len() as u32) as usize]));
                    assert_eq!(batch.first_illegal(&actions), None);
                }
                _ => break,
            }
            batch.step(&actions, &mut ended);
        }
        best_step = best_step.min(start.elapsed().as_secs_f64() * 1e9 / (n * steps) as f64);
    }
    let share = best_playout / best_step;
    println!("{}: playout {best_playout:.1}, {how} {best_step:.1} ns per decision, {:.0} %", G::NAME, 100.0 * share);
}

/// Plays whole games with at least so many decisions; gives their number.
fn playouts<G: Game>(game: &G, least: usize) -> usize {
    let mut scratch = G::Scratch::default();
    let share = if game.max_chance_outcomes() > 0 { decisions_per_entry(game) } else { 1.0 };
    let (mut decisions, mut number) = (0.0, 0);
    while decisions < least as f64 {
        let mut state = game.new_initial_state();
        let length = game.playout(&mut state, &mut Stream::new(1, number), &mut scratch, &mut |_| ());
        decisions += f64::from(length) * share;
        number += 1;
    }
    decisions as usize
}

fn decisions_per_entry<G: Game>(game: &G) -> f64 {
    let mut scratch = G::Scratch::default();
    let (mut entries, mut decisions) = (0, 0);
    for number in 0..20 {
        let (mut state, mut stream) = (game.new_initial_state(), Stream::new(1, number));
        while game.turn(&state) != Turn::Terminal {
            entries += 1;
            decisions += u32::from(game.turn(&state) != Turn::Chance);
            let count = game.count(&state, &mut scratch);
            let action = game.select(&state, &scratch, stream.below(count));
            game.apply(&mut state, action);
        }
    }
    f64::from(decisions) / f64::from(entries)
}
