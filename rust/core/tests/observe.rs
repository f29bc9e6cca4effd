//! Observations of small positions, element by element from `docs/observations.md`; what holds of all positions is in the
//! laws, and the Python tests hold them against the other engine.

use serde_json::{Value, json};
use zellige_core::games::casa_grande::Node;
use zellige_core::games::{blokus, casa_grande, casbah};
use zellige_core::{Dtype, Game, Stream, Turn, laws};

fn played<G: Game>(options: &Value, moves: &str) -> (G, G::State) {
    let game = G::from_options(options.as_object().expect("an object")).expect("allowed options");
    let mut state = game.new_initial_state();
    for text in moves.split_whitespace() {
        assert_eq!(game.explain(&state, text), [], "{text}");
        let action = game.string_to_action(&state, text).expect("a legal move has a number");
        game.apply(&mut state, action);
    }
    (game, state)
}

/// An array of an observation with its shape.
fn array<G: Game>((game, state): &(G, G::State), player: usize, name: &str) -> (Vec<usize>, Vec<i32>) {
    let (u8s, i32s) = laws::observe(game, state, player);
    let (mut u8s, mut i32s) = (u8s.into_iter().map(i32::from), i32s.into_iter());
    for array in game.observation_spec() {
        let elements: Vec<i32> = match array.dtype {
            Dtype::Uint8 => u8s.by_ref().take(array.size()).collect(),
            Dtype::Int32 => i32s.by_ref().take(array.size()).collect(),
        };
        if array.name == name {
            return (array.shape.clone(), elements);
        }
    }
    panic!("there is no array {name}");
}

fn flat<G: Game>(position: &(G, G::State), player: usize, name: &str) -> Vec<i32> {
    array(position, player, name).1
}

/// Indices and values of the elements that are not 0.
fn marked<G: Game>(position: &(G, G::State), player: usize, name: &str) -> Vec<(Vec<usize>, i32)> {
    let (shape, elements) = array(position, player, name);
    let index = |mut at: usize| {
        let mut index: Vec<usize> = shape
            .iter()
            .rev()
            .map(|&length| {
                let here = at % length;
                at /= length;
                here
            })
            .collect();
        index.reverse();
        index
    };
    elements.iter().enumerate().filter(|&(_, &value)| value != 0).map(|(at, &value)| (index(at), value)).collect()
}

/// Where the flags are set.
fn set<G: Game>(position: &(G, G::State), player: usize, name: &str) -> Vec<Vec<usize>> {
    marked(position, player, name).into_iter().map(|(index, _)| index).collect()
}

#[test]
fn blokus_rows_begin_with_the_viewers_next_colour() {
    let position = played::<blokus::Blokus>(&json!({"corners": "fixed"}), "a19,a20");
    // Yellow moves.
    assert_eq!(position.0.viewer(&position.1), 1);
    assert_eq!(set(&position, 1, "board"), [[3, 18, 0], [3, 19, 0]]);
    assert_eq!(set(&position, 1, "forbidden"), [[18, 0], [19, 0]]);
    assert_eq!(set(&position, 1, "corners"), [[19, 19]]);
    assert_eq!(flat(&position, 1, "turn"), [1, 0, 0, 0]);
    assert_eq!(flat(&position, 1, "colour"), [0, 1, 0, 0]);
    assert_eq!(set(&position, 1, "owners"), [[0, 0], [1, 1], [2, 2], [3, 3]]);
    assert_eq!(flat(&position, 1, "scores"), [-89, -89, -89, -87]);
    let mut hands = vec![1; 84];
    hands[3 * 21 + 1] = 0;
    assert_eq!(flat(&position, 1, "hands"), hands);
    // Blue looks on: beside his squares he may not lay, and only b18 is diagonal to one.
    assert_eq!(set(&position, 0, "board"), [[0, 18, 0], [0, 19, 0]]);
    assert_eq!(set(&position, 0, "forbidden"), [[17, 0], [18, 0], [18, 1], [19, 0], [19, 1]]);
    assert_eq!(set(&position, 0, "corners"), [[17, 1]]);
    assert_eq!(flat(&position, 0, "turn"), [0, 1, 0, 0]);
    assert_eq!(flat(&position, 0, "scores"), [-87, -89, -89, -89]);
}

#[test]
fn blokus_green_goes_round() {
    let position = played::<blokus::Blokus>(&json!({"players": 3, "corners": "fixed"}), "a20 t20 t1");
    // Green's first piece is player 0's.
    assert_eq!(position.0.viewer(&position.1), 0);
    assert_eq!(flat(&position, 0, "colour"), [0, 0, 0, 1]);
    assert_eq!(flat(&position, 0, "turn"), [1, 0, 0, 0]);
    assert_eq!(set(&position, 0, "owners"), [[0, 0], [1, 0], [2, 1], [3, 2]]);
    assert_eq!(set(&position, 0, "corners"), [[0, 0]]);
    // Player 1's next is Yellow; rows: Yellow, Red, Green, Blue.
    assert_eq!(flat(&position, 1, "colour"), [0, 1, 0, 0]);
    assert_eq!(flat(&position, 1, "turn"), [0, 0, 1, 0]);
    assert_eq!(set(&position, 1, "owners"), [[0, 0], [1, 1], [2, 2], [3, 2]]);
    assert_eq!(set(&position, 1, "board"), [[0, 19, 19], [1, 0, 19], [3, 19, 0]]);
    assert_eq!(flat(&position, 1, "scores"), [-88, -88, -88]);
}

#[test]
fn blokus_duo_starts_on_its_squares() {
    let position = played::<blokus::Blokus>(&json!({"variant": "duo"}), "");
    assert_eq!(set(&position, 0, "corners"), [[9, 4]]);
    assert_eq!(set(&position, 1, "corners"), [[4, 9]]);
    assert_eq!(set(&position, 1, "forbidden"), [[0; 2]; 0]);
}

#[test]
fn casbah_sides_and_what_they_face() {
    let position = played::<casbah::Casbah>(&json!({"players": 1}), "F/2@0,0 DDDW/0@0,1 G/0@-1,1");
    let tile = |y: usize, x: usize, codes: [i32; 4]| (0..4).map(move |d| (vec![d, y, x], codes[d]));
    let mut sides: Vec<_> =
        tile(0, 5, [1, 1, 3, 1]).chain(tile(1, 5, [1, 1, 1, 2])).chain(tile(1, 4, [4; 4])).collect();
    sides.sort();
    assert_eq!(marked(&position, 0, "sides"), sides);
    // From north, east, south and west, row by row.
    let facing = [
        ([0, 0, 4], 4),
        ([1, 0, 4], 1),
        ([1, 1, 3], 4),
        ([2, 2, 4], 4),
        ([2, 2, 5], 1),
        ([3, 0, 6], 1),
        ([3, 1, 6], 1),
    ];
    assert_eq!(marked(&position, 0, "facing"), facing.map(|(index, code)| (index.to_vec(), code)));
    assert_eq!(set(&position, 0, "gardens"), [[1, 4]]);
    // Doors to the east and west of the front door's column: x0 from -4 to -1.
    assert_eq!(flat(&position, 0, "frames"), [0, 1, 1, 1, 1, 0]);
    let room: Vec<Vec<usize>> = (0..6).flat_map(|y| (1..10).map(move |x| vec![y, x])).collect();
    assert_eq!(set(&position, 0, "room"), room);
    assert_eq!((flat(&position, 0, "phase"), flat(&position, 0, "turn")), (vec![0, 1, 0], vec![1]));
    assert_eq!(flat(&position, 0, "pool"), [0; 7]);
    let set = position.0.tile_set();
    let mut left: Vec<i32> = set.tiles.iter().map(|tile| tile.count.into()).collect();
    for name in ["F", "DDDW", "G"] {
        left[set.index(name).expect("a type")] -= 1;
    }
    assert_eq!(flat(&position, 0, "hands"), left);
    let values: Vec<i32> = set.tiles.iter().map(|tile| tile.value.into()).collect();
    assert_eq!(flat(&position, 0, "values"), values);
    let in_hand: i32 = values.iter().zip(left).map(|(value, count)| value * count).sum();
    assert_eq!(flat(&position, 0, "scores"), [245 - 2 * in_hand]);
}

#[test]
fn casbah_draft_shows_pool_and_seats() {
    let position = played::<casbah::Casbah>(&json!({"size": [4, 9], "players": 3}), "F G G");
    let types = position.0.tile_set().tiles.len();
    let garden = position.0.tile_set().index("G").expect("a type");
    assert_eq!(set(&position, 1, "hands"), [[0, garden], [1, garden], [2, 0]]);
    assert_eq!(flat(&position, 1, "turn"), [0, 0, 1]);
    assert_eq!(flat(&position, 0, "turn"), [1, 0, 0]);
    let pool = flat(&position, 1, "pool");
    assert_eq!((pool[0], pool[garden], pool.len()), (0, 3, types));
    assert_eq!(flat(&position, 1, "phase"), [1, 0, 0]);
    assert_eq!(flat(&position, 2, "frames"), [1; 13]);
    // No frame is wider than 9 or higher than 9; those that are high are narrow.
    let room: Vec<Vec<usize>> = (0..9)
        .flat_map(|y| (0..17).map(move |x| vec![y, x]))
        .filter(|cell| cell[0] < 4 || (5..12).contains(&cell[1]))
        .collect();
    assert_eq!(set(&position, 0, "room"), room);
    assert!(set(&position, 0, "sides").is_empty() && set(&position, 0, "facing").is_empty());
}

#[test]
fn casa_grande_blocks_lane_and_seats() {
    let position = played::<casa_grande::CasaGrande>(&json!({}), "die=2 step=0 c4 die=1");
    // Player 1 has come to space 11 beside the upper two rows.
    assert_eq!(set(&position, 1, "height"), [[3, 2]]);
    assert_eq!(set(&position, 1, "block"), [[1, 3, 2]]);
    assert_eq!(set(&position, 0, "block"), [[0, 3, 2]]);
    let lane: Vec<Vec<usize>> = (6..8).flat_map(|y| (0..8).map(move |x| vec![y, x])).collect();
    assert_eq!(set(&position, 1, "lane"), lane);
    assert_eq!(set(&position, 0, "lane"), lane);
    assert_eq!(set(&position, 1, "pawn"), [[0, 11], [1, 2]]);
    assert_eq!(flat(&position, 1, "phase"), [0, 1, 0, 0, 0]);
    assert_eq!((flat(&position, 1, "turn"), flat(&position, 0, "turn")), (vec![1, 0], vec![0, 1]));
    assert_eq!(flat(&position, 1, "blocks_left"), [24, 23]);
    assert_eq!(flat(&position, 1, "round"), [1]);
}

#[test]
fn casa_grande_a_strip_with_its_edges() {
    let moves = "die=5 step=0 die=1 step=0 h8 die=1 step=0 a1 die=1 step=0 g5 die=1 step=0 c1 decline die=1 step=0 a4
        die=6 step=1 a1 die=6 step=0 a8 die=4 step=0 c1 I3/0@a1";
    let position = played::<casa_grande::CasaGrande>(&json!({}), moves);
    let strip = [[0, 0], [0, 1], [0, 2]];
    let heights: Vec<_> = marked(&position, 0, "height").into_iter().filter(|(_, height)| *height > 1).collect();
    assert_eq!(heights, strip.map(|cell| (cell.to_vec(), 2)));
    assert_eq!(set(&position, 0, "platform"), strip.map(|[y, x]| [0, y, x]));
    assert_eq!(set(&position, 1, "platform"), strip.map(|[y, x]| [1, y, x]));
    assert_eq!(set(&position, 0, "edges"), [[0, 0, 0], [0, 0, 1], [0, 0, 2], [1, 0, 0], [1, 0, 1]]);
    assert_eq!((flat(&position, 0, "money"), flat(&position, 0, "marker")), (vec![6, 0], vec![7, 5]));
    let kinds = position.0.tables().set.types();
    let mut stock: Vec<i32> = kinds.iter().chain(kinds).map(|kind| kind.count.into()).collect();
    stock[kinds.iter().position(|kind| kind.name == "I3").expect("a type")] -= 1;
    assert_eq!(flat(&position, 0, "stock"), stock);
    assert_eq!(position.0.viewer(&position.1), 0, "nobody moves at a chance node");
    assert_eq!(flat(&position, 0, "turn"), [0, 1]);
}

#[test]
fn casa_grande_towers_are_counted_to_their_top() {
    let (game, _) = played::<casa_grande::CasaGrande>(&json!({}), "");
    let mut tallest = 0;
    for number in 0..20 {
        let (mut state, mut stream) = (game.new_initial_state(), Stream::new(8, number));
        while game.turn(&state) != Turn::Terminal {
            let legal = laws::legal_actions(&game, &state);
            let heights = state.board().heights();
            // Blocks go on the highest plot that is open; what follows is declined.
            let action = match state.node() {
                Node::Block => legal.into_iter().max_by_key(|&action| heights[action as usize - 9]),
                Node::Platform => Some(73),
                _ => legal.get(stream.below(legal.len() as u32) as usize).copied(),
            };
            game.apply(&mut state, action.expect("there is a legal action"));
        }
        let position = (game.clone(), state);
        let heights = position.1.board().heights().map(i32::from);
        assert_eq!(flat(&position, 0, "height"), heights);
        tallest = tallest.max(heights.into_iter().max().unwrap_or(0));
    }
    assert!(tallest > 8, "a tower is higher than the boards of low heights, {tallest}");
}

/// Each player's observation at every position of some games.
fn seen<G: Game>(game: &G) -> Vec<laws::Observation> {
    let mut all = Vec::new();
    for number in 0..4 {
        let (mut state, mut stream) = (game.new_initial_state(), Stream::new(6, number));
        loop {
            all.extend((0..game.num_players()).map(|player| laws::observe(game, &state, player)));
            let legal = laws::legal_actions(game, &state);
            if legal.is_empty() {
                break;
            }
            game.apply(&mut state, legal[stream.below(legal.len() as u32) as usize]);
        }
    }
    all
}

fn same<G: Game>(paths: impl IntoIterator<Item = G>) {
    let seen: Vec<_> = paths.into_iter().map(|game| seen(&game)).collect();
    assert!(seen.windows(2).all(|pair| pair[0] == pair[1]), "every path of {} sees the same", G::NAME);
}

#[test]
fn every_path_sees_the_same() {
    let size = json!({"size": [4, 11], "tiles": "reconstruction-walls"});
    let (game, _) = played::<casbah::Casbah>(&size, "");
    same(casbah::Simd::available().into_iter().map(|simd| game.clone().with_simd(simd)));
    let (game, _) = played::<casbah::Casbah>(&json!({}), "");
    same(casbah::Simd::available().into_iter().map(|simd| game.clone().with_simd(simd)));
    let (game, _) = played::<blokus::Blokus>(&json!({"players": 3}), "");
    same(blokus::Simd::available().into_iter().map(|simd| game.clone().with_simd(simd)));
    let (game, _) = played::<casa_grande::CasaGrande>(&json!({"players": 4}), "");
    same(casa_grande::Path::available().into_iter().map(|path| game.clone().with_path(path)));
}
