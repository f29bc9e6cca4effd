//! Golden files that both engines read: perft tables, playthroughs, simulated games, random streams.

use std::path::PathBuf;

use serde_json::{Map, Value};
use sha1::{Digest, Sha1};
use zellige_core::games::{blokus::Blokus, casa_grande::CasaGrande, casbah::Casbah};
use zellige_core::{Game, Record, Stream, Turn, laws, perft};

fn read(path: &str) -> String {
    let file = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../tests/golden").join(path);
    std::fs::read_to_string(&file).unwrap_or_else(|why| panic!("{}: {why}", file.display()))
}

fn lines(path: &str) -> Vec<Value> {
    read(path).lines().map(|line| serde_json::from_str(line).expect("a golden file is JSON Lines")).collect()
}

fn options(value: &Value) -> &Map<String, Value> {
    value["options"].as_object().expect("options are an object")
}

/// First 16 hex digits of the SHA-1 of the sorted legal moves joined by `;`.
fn legal_hash<G: Game>(game: &G, state: &G::State) -> (usize, String) {
    let legal = laws::legal_actions(game, state);
    let mut names: Vec<String> = legal.iter().map(|&a| game.action_to_string(state, a).expect("in range")).collect();
    names.sort_unstable();
    let digest = Sha1::digest(names.join(";").as_bytes());
    (legal.len(), format!("{digest:x}")[..16].to_owned())
}

fn playthroughs<G: Game>(file: &str) {
    for (at, golden) in lines(file).iter().enumerate() {
        let game = G::from_options(options(golden)).expect("golden options are allowed");
        let mut state = game.new_initial_state();
        for (ply, entry) in golden["plies"].as_array().expect("plies").iter().enumerate() {
            let place = format!("{file} line {} ply {ply}", at + 1);
            let player = match game.turn(&state) {
                Turn::Player(player) => Value::from(player),
                Turn::Chance => Value::from("chance"),
                Turn::Terminal => Value::Null,
            };
            assert_eq!(player, entry["player"], "{place}: player");
            let (n, h) = legal_hash(&game, &state);
            assert_eq!(Value::from(n), entry["n"], "{place}: number of legal moves");
            assert_eq!(Value::from(h), entry["h"], "{place}: legal set");
            let text = entry["move"].as_str().expect("a move is a string");
            assert_eq!(game.explain(&state, text), [], "{place}: {text} is legal");
            let action = game.string_to_action(&state, text).expect("a golden move has a number");
            game.apply(&mut state, action);
        }
        assert_eq!(game.turn(&state), Turn::Terminal, "{file} line {} is over", at + 1);
        assert_eq!(serde_json::to_value(laws::view(&game, &state).scores).unwrap(), golden["scores"], "{file}: scores");
    }
}

fn perft_rows<G: Game>(limit: u64) {
    let table: Vec<Value> = serde_json::from_str(&read("perft.json")).expect("JSON");
    let mut rows = 0;
    for row in table.iter().filter(|row| row["game"] == G::NAME) {
        let game = G::from_options(options(row)).expect("golden options are allowed");
        for (depth, count) in row["perft"].as_object().expect("perft") {
            let count = count.as_u64().expect("a count");
            if count <= limit {
                let found = perft(&game, &game.new_initial_state(), depth.parse().expect("a depth"));
                assert_eq!(found, count, "{row} at depth {depth}");
                rows += 1;
            }
        }
    }
    assert!(rows > 0, "the table has rows of {}", G::NAME);
}

fn simulated<G: Game>() {
    let mut games = 0;
    for mut golden in lines("simulate.jsonl").into_iter().filter(|line| line["game"] == G::NAME) {
        let game = G::from_options(options(&golden)).expect("golden options are allowed");
        let fields = golden.as_object_mut().expect("an object");
        let number = fields.remove("number").and_then(|number| number.as_u64()).expect("a game number");
        fields.insert("version".into(), 1.into());
        let record = Record::from_json(&golden.to_string()).expect("a record");
        let mut state = game.new_initial_state();
        let mut actions = Vec::new();
        let mut stream = Stream::new(record.seed.expect("a seed"), number);
        game.playout(&mut state, &mut stream, &mut Default::default(), &mut |action| actions.push(action));
        assert_eq!(Record::of(&game, record.options.clone(), record.seed, &actions), record);
        assert_eq!(record.replay::<G>().expect("it replays").2, actions);
        games += 1;
    }
    assert!(games > 0, "there are games of {}", G::NAME);
}

#[test]
fn streams() {
    for row in serde_json::from_str::<Vec<Value>>(&read("streams.json")).expect("JSON") {
        let mut stream = Stream::new(row["seed"].as_u64().expect("seed"), row["number"].as_u64().expect("number"));
        for draw in row["first"].as_array().expect("draws") {
            assert_eq!(stream.next_u64().to_string(), draw.as_str().expect("a draw is a string"));
        }
    }
}

macro_rules! golden {
    ($name:ident, $game:ty, $limit:expr, $($file:literal),+) => {
        mod $name {
            use super::*;

            #[test]
            fn plays_like_the_playthroughs() {
                $(playthroughs::<$game>(concat!(stringify!($name), "/", $file));)+
            }

            #[test]
            fn counts_like_the_perft_table() {
                perft_rows::<$game>($limit);
            }

            #[test]
            fn simulates_the_recorded_games() {
                simulated::<$game>();
            }
        }
    };
}

golden!(
    blokus,
    Blokus,
    1_000_000,
    "blokus_oracle.jsonl",
    "blokus_pentobi_classic.jsonl",
    "blokus_pentobi_duo.jsonl",
    "blokus_pentobi_bonus.jsonl"
);
golden!(casbah, Casbah, 1_000_000, "casbah_oracle.jsonl");
golden!(casa_grande, CasaGrande, 1_000_000, "casa_grande_oracle.jsonl");
