//! Casbah's validator (H12): each rule, wherever the arrangement stands and however it is turned.

use serde_json::json;
use zellige_core::games::casbah::{Casbah, Placed, Scratch, TileSet, Violation, validate};
use zellige_core::{Cell, Game, Stream};

fn supplied() -> TileSet {
    TileSet::supplied("reconstruction").expect("it is supplied")
}

/// Tiles as `name/r@x,y`, separated by blanks.
fn layout(text: &str) -> Vec<Placed> {
    let read = |word: &str| {
        let (tile, place) = word.split_once('/').expect("name/r@x,y");
        let (r, cell) = place.split_once('@').expect("name/r@x,y");
        let (x, y) = cell.split_once(',').expect("name/r@x,y");
        let number = |text: &str| text.parse().expect("a number");
        Placed { x: number(x), y: number(y), tile: tile.into(), r: r.parse().expect("a rotation") }
    };
    text.split_whitespace().map(read).collect()
}

/// Turned clockwise about (0, 0), then moved.
fn moved(layout: &[Placed], turns: u8, by: Cell) -> Vec<Placed> {
    let turn = |tile: &Placed| {
        let (x, y) = (0..turns).fold((tile.x, tile.y), |(x, y), _| (y, -x));
        Placed { x: x + by.0, y: y + by.1, tile: tile.tile.clone(), r: (tile.r + turns) % 4 }
    };
    layout.iter().map(turn).collect()
}

fn check(text: &str) -> Vec<Violation> {
    validate(&layout(text), &supplied(), (6, 6), false, false).expect("it can be judged")
}

type Short = (&'static str, Vec<Cell>, Vec<(Cell, char)>);

fn rules(found: &[Violation]) -> Vec<Short> {
    found.iter().map(|violation| (violation.rule, violation.cells.clone(), violation.sides.clone())).collect()
}

#[test]
fn legal_tables_have_no_violation_wherever_they_stand() {
    for (size, tiles) in [([6, 6], "reconstruction"), ([4, 9], "reconstruction-walls"), ([3, 3], "reconstruction")] {
        let options = json!({"size": size, "players": 1, "tiles": tiles});
        let game = Casbah::from_options(options.as_object().expect("an object")).expect("allowed");
        for number in 0..12 {
            let mut state = game.new_initial_state();
            let length = game.playout(&mut state, &mut Stream::new(8, number), &mut Scratch::default(), &mut |_| ());
            let set = game.tile_set();
            let tiles: Vec<Placed> = game
                .tiles(&state)
                .iter()
                .map(|tile| Placed { x: tile.x, y: tile.y, tile: set.tiles[tile.kind].name.clone(), r: tile.r as u8 })
                .collect();
            for turns in 0..4 {
                let there = moved(&tiles, turns, (17 * i32::from(turns), -5));
                let size = (i64::from(size[0]), i64::from(size[1]));
                assert_eq!(validate(&there, set, size, false, false), Ok(vec![]));
                let holes = validate(&there, set, size, true, false).expect("it can be judged");
                assert!(holes.iter().all(|violation| violation.rule == "H11"));
                assert_eq!(holes.len() + length as usize, (size.0 * size.1) as usize);
            }
        }
    }
}

#[test]
fn h1_what_the_set_does_not_have() {
    let found = check("F/2@0,0 XYZ/0@0,1 XYZ/1@0,2");
    assert_eq!(rules(&found), [("H1", vec![(0, 1)], vec![]), ("H1", vec![(0, 2)], vec![])]);
    assert!(found[0].message.contains("\"XYZ\""));
    let found = check("F/2@0,0 DWWW/0@0,1 DWWW/0@5,5 DWWW/0@9,9");
    assert_eq!(rules(&found)[0], ("H1", vec![(0, 1), (5, 5), (9, 9)], vec![]));
    assert_eq!(found[0].message, "there are 3 tiles DWWW, reconstruction has 2");
    assert_eq!(rules(&check("DDDD/0@3,3")), [("H1", vec![], vec![])]);
    assert_eq!(check("")[0].message, "there is no front door F");
    let found = check("F/2@0,0 DDDD/0@0,1 F/0@0,2");
    assert_eq!(rules(&found)[0], ("H1", vec![(0, 0), (0, 2)], vec![]));
    assert_eq!(found.len(), 1);
}

#[test]
fn h5_tiles_that_are_not_connected() {
    let found = check("F/2@0,0 DDDD/0@1,1 G/0@2,2 G/0@2,3");
    assert_eq!(rules(&found), [("H5", vec![(1, 1)], vec![]), ("H5", vec![(2, 2), (2, 3)], vec![])]);
    assert_eq!(found[0].message, "the tile on (1,1) is not connected by sides with the front door's");
    // Without a front door the largest group counts.
    let found = check("G/0@0,0 DDDD/0@4,4 DDDD/0@4,5");
    assert_eq!(rules(&found)[1], ("H5", vec![(0, 0)], vec![]));
}

#[test]
fn h6_each_touching_pair_once() {
    let text = "F/2@0,0 G/0@0,1 DDWW/3@1,0";
    let expected = ("H6", vec![(0, 0), (0, 1)], vec![((0, 0), 'N'), ((0, 1), 'S')]);
    assert_eq!(rules(&check(text)), [expected]);
    assert_eq!(check(text)[0].message, "a door of (0,0) touches a garden of (0,1)");
    // The same table, turned once clockwise and moved.
    let found = validate(&moved(&layout(text), 1, (10, 20)), &supplied(), (6, 6), false, false).expect("judged");
    assert_eq!(rules(&found), [("H6", vec![(10, 20), (11, 20)], vec![((10, 20), 'E'), ((11, 20), 'W')])]);
    assert_eq!(found[0].message, "a door of (10,20) touches a garden of (11,20)");
}

#[test]
fn h7_the_frame_with_the_fewest_faults() {
    // A door that faces out beside the front door.
    let found = check("F/2@0,0 DDDD/0@1,0");
    assert_eq!(rules(&found), [("H7", vec![(1, 0)], vec![((1, 0), 'S')])]);
    assert_eq!(found[0].message, "a door of (1,0) faces S, out of the frame of columns -3 to 2 and rows 0 to 5",);
    // A tile below the front door is outside every frame.
    assert_eq!(rules(&check("F/2@0,0 G/0@0,-1"))[1], ("H7", vec![(0, -1)], vec![]));
    // A row of seven: two tiles outside and one door that faces out, or one and two; the first frame counts.
    let row: Vec<String> = (-3..=3).map(|x| if x == 0 { "F/2@0,0".into() } else { format!("DWDW/1@{x},0") }).collect();
    let found = check(&row.join(" "));
    let outside: Vec<_> = rules(&found).into_iter().filter(|entry| entry.0 == "H7").collect();
    assert_eq!(
        outside,
        [("H7", vec![(1, 0)], vec![((1, 0), 'E')]), ("H7", vec![(2, 0)], vec![]), ("H7", vec![(3, 0)], vec![])]
    );
    // Without a front door frames are tried at every offset.
    let found = check("DDDD/0@100,100 DDDD/0@107,100");
    assert_eq!(found.iter().filter(|violation| violation.rule == "H7").count(), 1);
}

#[test]
fn h8_each_spoiled_cell_once() {
    let text = "F/2@0,0 DDDW/2@0,1 DDDW/3@1,0";
    let expected = ("H8", vec![(1, 1)], vec![((1, 0), 'N'), ((0, 1), 'E')]);
    assert_eq!(rules(&check(text)), std::slice::from_ref(&expected));
    assert_eq!(check(text)[0].message, "the empty (1,1) faces a door from (1,0) and a french window from (0,1)");
    // A garden, an unknown tile and the front door spoil nothing for their neighbours.
    let text = "F/2@0,0 DDDW/2@0,1 DDDW/3@1,0 G/0@2,1 XYZ/0@1,2";
    let found = rules(&check(text));
    assert_eq!(found[found.len() - 1], expected);
    let strict = |strict| {
        let text = "F/2@0,0 DDDW/2@0,1 DWDW/1@1,0 DWDW/1@2,0 G/0@2,1";
        rules(&validate(&layout(text), &supplied(), (6, 6), false, strict).expect("judged")).len()
    };
    assert_eq!((strict(false), strict(true)), (0, 1));
}

#[test]
fn complete_asks_for_every_cell_of_the_frame() {
    let text = "F/2@0,0 DDWW/3@1,0 DDWW/0@-1,0 DDDW/1@0,1 DDWW/2@1,1";
    let found = validate(&layout(text), &supplied(), (3, 2), true, false).expect("judged");
    assert_eq!(rules(&found), [("H11", vec![(-1, 1)], vec![])]);
    let whole = format!("{text} DDWW/1@-1,1");
    assert_eq!(validate(&layout(&whole), &supplied(), (3, 2), true, false), Ok(vec![]));
    let turned = moved(&layout(text), 3, (0, 0));
    let found = validate(&turned, &supplied(), (2, 3), true, false).expect("judged");
    assert_eq!(rules(&found), [("H11", vec![(-1, -1)], vec![])]);
}

#[test]
fn what_cannot_be_judged_is_an_error() {
    let refused =
        |text: &str, size| validate(&layout(text), &supplied(), size, false, false).expect_err(text).to_string();
    assert!(refused("F/4@0,0", (6, 6)).contains("rotation 4"));
    assert!(refused("F/2@0,0 G/0@0,0", (6, 6)).contains("share the cell"));
    assert!(refused("G/0@2000000,0", (6, 6)).contains("within"));
    assert!(refused("F/2@0,0", (1, 6)).contains("at least 2"));
    assert!(refused("F/2@0,0", (2, i64::MAX)).contains("at most 64"));
    // Whether the set could fill the size is another question.
    let judge = |size| validate(&layout("F/2@0,0"), &supplied(), size, false, false).expect("judged");
    assert_eq!(rules(&judge((2, 2))), [("H7", vec![(0, 0)], vec![((0, 0), 'E')])]);
    assert_eq!(judge((7, 7)), []);
}
