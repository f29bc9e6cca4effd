//! Casa Grande: counting and listing at fixed positions, whole random games. Each asserts what it computes.

use std::hint::black_box;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use serde_json::Map;
use zellige_core::games::casa_grande::{CasaGrande, Fits, Node, Path, State};
use zellige_core::{Game, Stream, mix64};

fn two_players(path: Path) -> CasaGrande {
    CasaGrande::from_options(&Map::new()).expect("all options have defaults").with_path(path)
}

/// Of the nodes of a kind in a game in which all platforms are declined the one with the most legal actions.
fn position(game: &CasaGrande, node: Node) -> State {
    let mut state = game.new_initial_state();
    let mut fits = Fits::default();
    let mut stream = Stream::new(0, 1);
    let mut best = (0, state.clone());
    loop {
        let n = game.count(&state, &mut fits);
        if n == 0 {
            return best.1;
        }
        if state.node() == node && n > best.0 {
            best = (n, state.clone());
        }
        let k = if state.node() == Node::Platform { 0 } else { stream.below(n) };
        let action = game.select(&state, &fits, k);
        game.apply(&mut state, action);
    }
}

fn generation(criterion: &mut Criterion) {
    for path in Path::available() {
        let game = two_players(path);
        let mut fits = Fits::default();
        for (node, legal) in [(Node::Block, 16), (Node::Platform, 29)] {
            let state = position(&game, node);
            let name = format!("casa_grande/{}/{node:?}", path.name());
            assert_eq!(game.count(&state, &mut fits), legal, "{name}");
            criterion.bench_function(&format!("{name}/count"), |bencher| {
                bencher.iter(|| game.count(black_box(&state), &mut fits));
            });
            let mut list = Vec::new();
            criterion.bench_function(&format!("{name}/list"), |bencher| {
                bencher.iter(|| {
                    list.clear();
                    game.count(black_box(&state), &mut fits);
                    game.list(&state, &mut fits, &mut list);
                });
            });
            assert_eq!(list.len(), legal as usize);
        }
    }
}

fn games(criterion: &mut Criterion) {
    const GAMES: u64 = 1000;
    let mut group = criterion.benchmark_group("casa_grande/1000 random games");
    group.throughput(Throughput::Elements(GAMES));
    for path in Path::available() {
        let game = two_players(path);
        let mut fits = Fits::default();
        group.bench_function(path.name(), |bencher| {
            bencher.iter(|| {
                let mut hash = 0;
                for number in 0..GAMES {
                    let mut state = game.new_initial_state();
                    let mut seen = |action| hash = mix64(hash ^ u64::from(action));
                    game.playout(&mut state, &mut Stream::new(0, number), &mut fits, &mut seen);
                }
                assert_eq!(hash, 0xEF76_01F7_318B_90F6, "{hash:#x}");
            });
        });
    }
}

criterion_group!(benches, generation, games);
criterion_main!(benches);
