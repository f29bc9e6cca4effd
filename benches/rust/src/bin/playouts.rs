//! Uniform random whole games of one game: `playouts GAME [--games N] [--threads T] [--seed S] [--options JSON]`.
//!
//! Prints games per second, plies and a checksum of all moves, to be run beside another program in one session. The checksum
//! does not depend on the number of threads or on the instruction set.

use std::process::ExitCode;
use std::time::Instant;

use serde_json::{Map, Value};
use zellige_core::games::blokus::Blokus;
use zellige_core::games::casa_grande::CasaGrande;
use zellige_core::games::casbah::Casbah;
use zellige_core::{Game, Stream, mix64};

struct Arguments {
    game: String,
    games: u64,
    threads: u64,
    seed: u64,
    options: Map<String, Value>,
}

fn main() -> ExitCode {
    match read(std::env::args().skip(1)).and_then(|arguments| run(&arguments)) {
        Ok(line) => {
            println!("{line}");
            ExitCode::SUCCESS
        }
        Err(message) => {
            eprintln!("playouts: {message}");
            ExitCode::from(2)
        }
    }
}

fn run(arguments: &Arguments) -> Result<String, String> {
    match arguments.game.as_str() {
        Blokus::NAME => measure::<Blokus>(arguments),
        Casbah::NAME => measure::<Casbah>(arguments),
        CasaGrande::NAME => measure::<CasaGrande>(arguments),
        name => Err(format!("there is no game {name:?}")),
    }
}

fn read(mut words: impl Iterator<Item = String>) -> Result<Arguments, String> {
    let game = words.next().ok_or("which game?")?;
    let mut out = Arguments { game, games: 20_000, threads: 1, seed: 0, options: Map::new() };
    while let Some(name) = words.next() {
        let value = words.next().ok_or(format!("{name} needs a value"))?;
        let number = || value.parse::<u64>().map_err(|why| format!("{name} {value}: {why}"));
        match name.as_str() {
            "--games" => out.games = number()?,
            "--threads" => out.threads = number()?.max(1),
            "--seed" => out.seed = number()?,
            "--options" => out.options = serde_json::from_str(&value).map_err(|why| format!("--options: {why}"))?,
            _ => return Err(format!("there is no option {name:?}")),
        }
    }
    Ok(out)
}

fn measure<G: Game>(arguments: &Arguments) -> Result<String, String> {
    let game = G::from_options(&arguments.options).map_err(|why| why.to_string())?;
    let start = Instant::now();
    let (plies, sum) = std::thread::scope(|scope| {
        let workers: Vec<_> = (0..arguments.threads)
            .map(|thread| {
                let game = game.clone();
                scope.spawn(move || play(&game, arguments, thread))
            })
            .collect();
        let results = workers.into_iter().map(|worker| worker.join().expect("a playout does not panic"));
        results.fold((0, 0), |(plies, sum): (u64, u64), (more, other)| (plies + more, sum.wrapping_add(other)))
    });
    let seconds = start.elapsed().as_secs_f64();
    let (games, plies_each) = (arguments.games as f64, plies as f64 / arguments.games as f64);
    let per_ply = seconds * 1e9 * arguments.threads as f64 / plies as f64;
    Ok(format!("{:.0} games/s, {plies_each:.2} plies/game, {per_ply:.0} ns/ply, checksum {sum:016x}", games / seconds))
}

/// Every `threads`-th game, from `thread` on; the checksum is a sum over games, so that their order does not matter.
fn play<G: Game>(game: &G, arguments: &Arguments, thread: u64) -> (u64, u64) {
    let mut scratch = G::Scratch::default();
    let initial = game.new_initial_state();
    let (mut plies, mut sum) = (0, 0u64);
    let mut number = thread;
    while number < arguments.games {
        let mut state = initial.clone();
        let mut hash = number;
        let mut stream = Stream::new(arguments.seed, number);
        let mut seen = |action| hash = (hash ^ u64::from(action)).wrapping_mul(0x9E37_79B9_7F4A_7C15).rotate_left(23);
        plies += u64::from(game.playout(&mut state, &mut stream, &mut scratch, &mut seen));
        sum = sum.wrapping_add(mix64(hash));
        number += arguments.threads;
    }
    (plies, sum)
}
