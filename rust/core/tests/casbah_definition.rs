//! Casbah held against the rules by their definition: frames and legal lays, re-derived from the laid tiles at every ply.

use std::collections::HashMap;

use serde_json::{Value, json};
use zellige_core::games::casbah::{Casbah, Phase, Side, State};
use zellige_core::{Game, Stream, Turn, laws};

const STEPS: [(i32, i32); 4] = [(0, 1), (1, 0), (0, -1), (-1, 0)];

type Tiles = HashMap<(i32, i32), [Side; 4]>;

fn laid(game: &Casbah, state: &State) -> Tiles {
    let kinds = &game.tile_set().tiles;
    game.tiles(state).into_iter().map(|tile| ((tile.x, tile.y), kinds[tile.kind].turned(tile.r))).collect()
}

/// H7, word for word.
fn frames(tiles: &Tiles, (w, h): (i32, i32)) -> Vec<(i32, i32, i32)> {
    let mut shapes = vec![(w.min(h), w.max(h)), (w.max(h), w.min(h))];
    shapes.dedup();
    let mut found = Vec::new();
    for (w, h) in shapes {
        for x0 in 1 - w..=0 {
            let inside = |x: i32, y: i32| x >= x0 && x < x0 + w && y >= 0 && y < h;
            let possible = tiles.iter().all(|(&(x, y), sides)| {
                let faces = |d: usize| inside(x + STEPS[d].0, y + STEPS[d].1) || "WGF".contains(sides[d].letter());
                inside(x, y) && (0..4).all(faces)
            });
            if possible {
                found.push((x0, w, h));
            }
        }
    }
    found
}

/// H5 to H8 for a tile that is not the first.
fn fits(tiles: &Tiles, at: (i32, i32), sides: [Side; 4], size: (i32, i32), strict: bool) -> bool {
    let near = |(x, y): (i32, i32)| STEPS.map(|(dx, dy)| (x + dx, y + dy));
    if tiles.contains_key(&at) || near(at).iter().all(|cell| !tiles.contains_key(cell)) {
        return false;
    }
    let touching = |d: usize| tiles.get(&near(at)[d]).map(|other| [sides[d].letter(), other[d ^ 2].letter()]);
    let pairs = [['D', 'D'], ['W', 'G'], ['G', 'W'], ['G', 'G'], ['.', '.']];
    if (0..4).filter_map(touching).any(|pair| !pairs.contains(&pair)) {
        return false;
    }
    let mut after = tiles.clone();
    after.insert(at, sides);
    let spoiled = near(at).iter().filter(|cell| !after.contains_key(cell)).any(|&cell| {
        let faces = |d: usize| after.get(&near(cell)[d]).map(|other| other[d ^ 2].letter());
        let seen: Vec<char> = (0..4).filter_map(faces).collect();
        seen.contains(&'W') && seen.iter().any(|side| "D.".contains(*side) || strict && *side == 'G')
    });
    !spoiled && !frames(&after, size).is_empty()
}

/// The legal lays of the mover, ascending.
fn lays(game: &Casbah, state: &State, player: usize) -> Vec<String> {
    let (tiles, (w, h)) = (laid(game, state), game.size());
    let side = w.max(h);
    let mut found = Vec::new();
    for (kind, tile) in game.tile_set().tiles.iter().enumerate() {
        if game.hand(state, player)[kind] == 0 {
            continue;
        }
        for r in 0..4 {
            let sides = tile.turned(r);
            if (0..r).any(|q| tile.turned(q) == sides) {
                continue;
            }
            for (x, y) in (0..side).flat_map(|y| (1 - side..side).map(move |x| (x, y))) {
                if fits(&tiles, (x, y), sides, (w, h), game.strict_future()) {
                    found.push(format!("{}/{r}@{x},{y}", tile.name));
                }
            }
        }
    }
    found
}

fn check(options: &Value, games: u64) {
    let game = Casbah::from_options(options.as_object().expect("an object")).expect("allowed options");
    for number in 0..games {
        let mut stream = Stream::new(17, number);
        let mut state = game.new_initial_state();
        while let Turn::Player(player) = game.turn(&state) {
            let legal = laws::legal_actions(&game, &state);
            let tiles = laid(&game, &state);
            assert_eq!(game.frames(&state), frames(&tiles, game.size()), "{options}, game {number}");
            if game.phase(&state) == Phase::Lay && !tiles.is_empty() {
                let names = legal.iter().map(|&action| game.action_to_string(&state, action).expect("in range"));
                assert_eq!(names.collect::<Vec<_>>(), lays(&game, &state, player.into()), "{options}, game {number}");
            }
            game.apply(&mut state, legal[stream.below(legal.len() as u32) as usize]);
        }
        for player in 0..game.num_players() {
            assert_eq!(lays(&game, &state, player), [""; 0], "nobody can lay at the end");
        }
    }
}

#[test]
fn rulebook_sizes() {
    for tiles in ["reconstruction", "reconstruction-walls"] {
        for strict in [false, true] {
            for (size, players) in [([6, 6], 2), ([9, 4], 3), ([4, 11], 2), ([5, 9], 1)] {
                check(&json!({"size": size, "players": players, "tiles": tiles, "strict_future": strict}), 2);
            }
        }
    }
}

#[test]
fn other_sizes() {
    for tiles in ["reconstruction", "reconstruction-walls"] {
        for w in 2..=14 {
            for h in (2..=14).filter(|h| w * h <= 45 && w * h > 4) {
                check(&json!({"size": [w, h], "players": 1, "tiles": tiles, "strict_future": w % 2 == 0}), 1);
            }
        }
    }
}

#[test]
fn other_sets() {
    let tile = |name: &str, sides: &str, count: u32| json!({"name": name, "sides": sides, "value": 3, "count": count});
    let gardens = json!({"name": "gardens", "tiles": [
        tile("A", "DWWW", 30), tile("B", "DDDW", 30), tile("F", "DWFD", 1), tile("C", ".WD.", 20), tile("G", "GGGG", 60)
    ]});
    for (size, players) in [([6, 6], 2), ([3, 20], 2), ([11, 12], 3), ([2, 40], 4), ([5, 5], 1)] {
        for strict in [false, true] {
            check(&json!({"size": size, "players": players, "tiles": gardens, "strict_future": strict}), 1);
        }
    }
}
