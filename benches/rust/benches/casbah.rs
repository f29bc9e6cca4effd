//! Casbah: counting and listing at fixed positions, whole random games. Each asserts what it computes.

use std::hint::black_box;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use serde_json::{Value, json};
use zellige_core::games::casbah::{Casbah, Scratch, Simd, State};
use zellige_core::{Game, Stream, mix64};

fn game(options: &Value, simd: Simd) -> Casbah {
    Casbah::from_options(options.as_object().expect("an object")).expect("allowed options").with_simd(simd)
}

/// The position after `plies` of a random game.
fn position(game: &Casbah, plies: u32) -> State {
    let mut state = game.new_initial_state();
    let mut scratch = Scratch::default();
    let mut stream = Stream::new(1, 0);
    for _ in 0..plies {
        let n = game.count(&state, &mut scratch);
        let action = game.select(&state, &scratch, stream.below(n));
        game.apply(&mut state, action);
    }
    state
}

fn generation(criterion: &mut Criterion) {
    for simd in Simd::available() {
        for (tiles, positions) in [
            ("reconstruction", [(10, 6), (40, 20), (47, 33), (56, 3)]),
            ("reconstruction-walls", [(10, 13), (39, 57), (47, 33), (55, 7)]),
        ] {
            let game = game(&json!({"tiles": tiles}), simd);
            let mut scratch = Scratch::default();
            for (plies, legal) in positions {
                let state = position(&game, plies);
                let name = format!("casbah/{}/{tiles}", simd.name());
                assert_eq!(game.count(&state, &mut scratch), legal, "{name}, ply {plies}");
                criterion.bench_function(&format!("{name}/count/ply {plies}"), |bencher| {
                    bencher.iter(|| game.count(black_box(&state), &mut scratch));
                });
                let mut list = Vec::new();
                criterion.bench_function(&format!("{name}/list/ply {plies}"), |bencher| {
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
}

fn games(criterion: &mut Criterion) {
    const GAMES: u64 = 1000;
    let mut group = criterion.benchmark_group("casbah/1000 random games");
    group.throughput(Throughput::Elements(GAMES));
    for simd in Simd::available() {
        for (name, options, checksum) in [
            ("6x6", json!({}), 0x0C38_CE37_3F05_B5CE),
            ("6x6 walls", json!({"tiles": "reconstruction-walls"}), 0xA841_44FD_3062_5C9A),
            ("4x11", json!({"size": [4, 11]}), 0xD45C_4515_D1F7_42F6),
        ] {
            let game = game(&options, simd);
            let mut scratch = Scratch::default();
            group.bench_function(format!("{name}/{}", simd.name()), |bencher| {
                bencher.iter(|| {
                    let mut hash = 0;
                    for number in 0..GAMES {
                        let mut state = game.new_initial_state();
                        let mut seen = |action| hash = mix64(hash ^ u64::from(action));
                        game.playout(&mut state, &mut Stream::new(0, number), &mut scratch, &mut seen);
                    }
                    assert_eq!(hash, checksum, "{hash:#x}");
                });
            });
        }
    }
}

criterion_group!(benches, generation, games);
criterion_main!(benches);
