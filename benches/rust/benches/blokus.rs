//! Blokus: counting and listing at fixed positions, whole random games. Each asserts what it computes.

use std::hint::black_box;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use serde_json::json;
use zellige_core::games::blokus::{Blokus, Scratch, Simd};
use zellige_core::{Game, Stream, mix64};

type State = <Blokus as Game>::State;

fn classic(simd: Simd) -> Blokus {
    let options = json!({"corners": "fixed"});
    Blokus::from_options(options.as_object().expect("an object")).expect("allowed options").with_simd(simd)
}

/// The position after `plies` of a random game.
fn position(game: &Blokus, plies: u32) -> State {
    let mut state = game.new_initial_state();
    let mut scratch = Scratch::default();
    let mut stream = Stream::new(0, 0);
    for _ in 0..plies {
        let n = game.count(&state, &mut scratch);
        let action = game.select(&state, &scratch, stream.below(n));
        game.apply(&mut state, action);
    }
    state
}

fn generation(criterion: &mut Criterion) {
    for simd in Simd::available() {
        let game = classic(simd);
        let mut scratch = Scratch::default();
        for (plies, legal) in [(0, 58), (12, 320), (24, 331), (40, 68)] {
            let state = position(&game, plies);
            assert_eq!(game.count(&state, &mut scratch), legal, "ply {plies}");
            criterion.bench_function(&format!("blokus/{}/count/ply {plies}", simd.name()), |bencher| {
                bencher.iter(|| game.count(black_box(&state), &mut scratch));
            });
            let mut list = Vec::new();
            criterion.bench_function(&format!("blokus/{}/list/ply {plies}", simd.name()), |bencher| {
                bencher.iter(|| {
                    list.clear();
                    game.count(black_box(&state), &mut scratch);
                    game.list(&state, &mut scratch, &mut list);
                });
            });
            assert_eq!(list.len(), legal as usize);
        }
    }
}

fn games(criterion: &mut Criterion) {
    const GAMES: u64 = 100;
    let mut group = criterion.benchmark_group("blokus/100 random games");
    group.throughput(Throughput::Elements(GAMES));
    for simd in Simd::available() {
        let game = classic(simd);
        let mut scratch = Scratch::default();
        group.bench_function(simd.name(), |bencher| {
            bencher.iter(|| {
                let mut hash = 0;
                for number in 0..GAMES {
                    let mut state = game.new_initial_state();
                    let mut seen = |action| hash = mix64(hash ^ u64::from(action));
                    game.playout(&mut state, &mut Stream::new(0, number), &mut scratch, &mut seen);
                }
                assert_eq!(hash, 0x3F78_D3B7_7304_9603, "{hash:#x}");
            });
        });
    }
}

criterion_group!(benches, generation, games);
criterion_main!(benches);
