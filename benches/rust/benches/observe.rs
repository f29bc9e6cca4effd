//! Observations of all positions of some random games, per game of the package and path of the machine.

use std::hint::black_box;

use criterion::{BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};
use serde_json::Map;
use zellige_core::games::{blokus, casa_grande, casbah};
use zellige_core::{Game, Stream, mix64, observation_sizes};

/// Every position of the first games of seed 0, at chance nodes and the end too.
fn positions<G: Game>(game: &G) -> Vec<G::State> {
    const GAMES: u64 = 16;
    let mut positions = Vec::new();
    let mut scratch = G::Scratch::default();
    for number in 0..GAMES {
        let (mut state, mut stream) = (game.new_initial_state(), Stream::new(0, number));
        loop {
            positions.push(state.clone());
            let n = game.count(&state, &mut scratch);
            if n == 0 {
                break;
            }
            let action = game.select(&state, &scratch, stream.below(n));
            game.apply(&mut state, action);
        }
    }
    positions
}

fn bench<G: Game>(criterion: &mut Criterion, path: &str, game: &G, checksum: u64) {
    let positions = positions(game);
    let (bytes, numbers) = observation_sizes(game.observation_spec());
    let (mut u8s, mut i32s) = (vec![0; bytes], vec![0; numbers]);
    let mut hash = 0;
    for state in &positions {
        game.observe(state, game.viewer(state), &mut u8s, &mut i32s);
        hash = u8s.iter().fold(hash, |hash, &byte| mix64(hash ^ u64::from(byte)));
        hash = i32s.iter().fold(hash, |hash, &number| mix64(hash ^ u64::from(number.cast_unsigned())));
    }
    assert_eq!(hash, checksum, "{}, {path}: {hash:#x}", G::NAME);
    let mut group = criterion.benchmark_group("observe");
    group.throughput(Throughput::Elements(positions.len() as u64));
    group.bench_function(BenchmarkId::new(G::NAME, path), |bencher| {
        bencher.iter(|| {
            for state in &positions {
                game.observe(black_box(state), game.viewer(state), &mut u8s, &mut i32s);
                black_box((&mut u8s, &mut i32s));
            }
        });
    });
}

fn all(criterion: &mut Criterion) {
    let none = Map::new();
    for simd in blokus::Simd::available() {
        let game = blokus::Blokus::from_options(&none).expect("the defaults").with_simd(simd);
        bench(criterion, simd.name(), &game, 0x09E3_A1F9_EF10_94C3);
    }
    for simd in casbah::Simd::available() {
        let game = casbah::Casbah::from_options(&none).expect("the defaults").with_simd(simd);
        bench(criterion, simd.name(), &game, 0x4140_1C92_9534_6E41);
    }
    for path in casa_grande::Path::available() {
        let game = casa_grande::CasaGrande::from_options(&none).expect("the defaults").with_path(path);
        bench(criterion, path.name(), &game, 0xBF21_110C_07D2_A025);
    }
}

criterion_group!(benches, all);
criterion_main!(benches);
