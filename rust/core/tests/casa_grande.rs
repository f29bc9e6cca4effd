//! Casa Grande's rules by examples, each named by its rule id.

use serde_json::{Value, json};
use sha1::{Digest, Sha1};
use zellige_core::games::casa_grande::{CasaGrande, Fits, Node, Path, State, Top};
use zellige_core::{Game, Reason, Stream, Turn, laws};

fn game(options: &Value) -> CasaGrande {
    CasaGrande::from_options(options.as_object().expect("an object")).expect("allowed options")
}

/// Plays moves in the rules' notation; bars are for the eye.
fn play(game: &CasaGrande, state: &mut State, moves: &str) {
    for text in moves.split_whitespace().filter(|text| *text != "|") {
        assert_eq!(game.explain(state, text), [], "{text}");
        let action = game.string_to_action(state, text).expect("a legal move has a number");
        game.apply(state, action);
    }
}

fn played(game: &CasaGrande, moves: &str) -> State {
    let mut state = game.new_initial_state();
    play(game, &mut state, moves);
    state
}

fn legal(game: &CasaGrande, state: &State) -> Vec<String> {
    laws::legal_actions(game, state).iter().map(|&a| game.action_to_string(state, a).expect("in range")).collect()
}

/// Plot of a cell's name.
fn plot(name: &str) -> u32 {
    let [column, row] = name.as_bytes() else { panic!("{name} is a cell") };
    u32::from(row - b'1') * 8 + u32::from(column - b'a')
}

fn rules(reasons: &[Reason]) -> Vec<&str> {
    reasons.iter().map(|reason| reason.rule).collect()
}

/// Felix piles two blocks on a1 and on c1 and lays a strip over the empty b1 at level 2; his marker is on 7.
const STRIP: &str =
    "die=5 step=0 | die=1 step=0 h8 | die=1 step=0 a1 | die=1 step=0 g5 | die=1 step=0 c1 decline | die=1 step=0 a4 |
    die=6 step=1 a1 | die=6 step=0 a8 | die=4 step=0 c1 I3/0@a1";

#[test]
fn action_numbers_are_pinned() {
    let game = game(&json!({}));
    let mut state = game.new_initial_state();
    play(&game, &mut state, "die=1");
    assert_eq!((game.num_distinct_actions(), game.max_chance_outcomes()), (960, 6));
    let names: Vec<String> = (0..960).map(|action| game.action_to_string(&state, action).expect("in range")).collect();
    let digest = format!("{:x}", Sha1::digest(names.join("\n")));
    assert_eq!(digest, "5b04556836d7f70c4cc74c6e315145403189f7f0");
}

#[test]
fn a_state_is_small() {
    assert!(size_of::<State>() < 1024, "{} bytes", size_of::<State>());
}

#[test]
fn g2_every_space_borders_its_lane() {
    let game = game(&json!({}));
    let rows =
        |first: char| ('a'..='h').flat_map(move |x| [format!("{x}{first}"), format!("{x}{}", first as u8 - b'0' + 1)]);
    for (moves, cells) in [
        ("die=1", rows('1').collect()),
        ("die=2", rows('3').collect()),
        ("die=4", rows('7').collect::<Vec<_>>()),
        ("die=6", (1..=8).flat_map(|y| [format!("a{y}"), format!("b{y}")]).collect()),
    ] {
        let mut expected: Vec<String> = cells;
        expected.sort_unstable();
        let mut found = legal(&game, &played(&game, &format!("{moves} step=0")));
        found.sort_unstable();
        assert_eq!(found, expected, "{moves}");
    }
    let lanes = &game.tables().lanes;
    assert!((0..20).all(|space| lanes[space].count_ones() == if space % 5 == 0 { 0 } else { 16 }));
    assert!((1..5).all(|i| lanes[i] == lanes[15 - i] && lanes[5 + i] == lanes[20 - i]));
}

#[test]
fn g3_pawns_start_on_the_nearest_corners() {
    for (players, pawns) in [(2, vec![0, 10]), (3, vec![0, 5, 10]), (4, vec![0, 5, 10, 15])] {
        let game = game(&json!({"players": players}));
        let state = game.new_initial_state();
        assert_eq!((0..players).map(|p| state.pawn(p)).collect::<Vec<_>>(), pawns);
        assert!((0..players).all(|p| state.marker(p) == 5 && state.money(p) == 0 && state.blocks(p) == 24));
        assert_eq!((game.turn(&state), state.turn_player(), state.round()), (Turn::Chance, Some(0), 1));
    }
}

#[test]
fn g5_steps_cost_points_and_an_empty_marker_skips_them() {
    let game = game(&json!({}));
    let mut state = played(&game, "die=1");
    assert_eq!(legal(&game, &state), ["step=0", "step=1", "step=2", "step=3", "step=4", "step=5"]);
    assert_eq!(rules(&game.explain(&state, "step=6")), ["G5"]);
    assert_eq!(rules(&game.explain(&state, "step=200")), ["G5"]);
    assert_eq!(game.string_to_action(&state, "step=200").expect_err("no number").rule, "G5");
    play(&game, &mut state, "step=5");
    assert_eq!((state.marker(0), state.pawn(0)), (0, 6));
    play(&game, &mut state, "a1 | die=1 step=0 h8 | die=1");
    assert_eq!((state.node(), state.pawn(0)), (Node::Block, 7), "no choice of steps with the marker on 0");
}

#[test]
fn g6_a_corner_gives_three_points_and_ends_the_turn() {
    let game = game(&json!({}));
    let state = played(&game, "die=3 step=2");
    assert_eq!((state.marker(0), state.pawn(0), state.turn_player()), (6, 5, Some(1)));
    assert_eq!(played(&game, "die=5 step=0").marker(0), 8);
}

#[test]
fn g7_foreign_blocks_close_plots_own_ones_and_platforms_do_not() {
    let game = game(&json!({}));
    let state = played(&game, "die=1 step=0 a1 | die=4 step=0");
    assert_eq!(state.board().top(plot("a1")), Top::Block(0));
    assert_eq!(legal(&game, &state).len(), 15);
    let [reason] = &game.explain(&state, "a1")[..] else { panic!("one reason") };
    assert_eq!((reason.rule, &reason.cells[..]), ("G7", &[(0, 0)][..]));
    assert_eq!(rules(&game.explain(&state, "a3")), ["G7"]);
    assert_eq!(rules(&game.explain(&state, "i1")), ["G7"]);
    let own = played(&game, "die=1 step=0 a1 | die=1 step=0 h8 | die=5 step=0 a1");
    assert_eq!(own.board().height(plot("a1")), 2);
}

#[test]
fn g8_and_g12_points_for_a_platform_come_in_other_players_turns() {
    let game = game(&json!({}));
    let mut state = played(&game, STRIP);
    assert_eq!((state.money(0), state.marker(0)), (6, 7));
    assert_eq!(state.board().top(plot("b1")), Top::Platform(0));
    play(&game, &mut state, "die=1 step=0 | die=6 step=0 d8 | die=1 step=0");
    assert_eq!((state.turn_player(), state.marker(0), state.marker(1)), (Some(1), 7, 8));
    play(&game, &mut state, "b1");
    assert_eq!((state.marker(0), state.money(0)), (0, 6 + 9), "7 + 2 reaches 9, which pays 9 at once");
    assert_eq!((state.money(1), state.marker(1)), (0, 8));
    assert_eq!((state.board().top(plot("b1")), state.board().height(plot("b1"))), (Top::Block(1), 3));
}

#[test]
fn g9_a_platform_may_be_declined() {
    let game = game(&json!({}));
    let mut state = played(&game, "die=1 step=0 a1 | die=1 step=0 h8 | die=5 step=0 a3");
    assert_eq!(legal(&game, &state), ["decline", "I3/1@a1"]);
    play(&game, &mut state, "decline");
    assert_eq!((state.money(0), state.turn_player()), (0, Some(1)));
}

#[test]
fn g10_reasons_name_rules_and_plots() {
    let game = game(&json!({}));
    let state = played(&game, "die=1 step=0 a1 | die=1 step=0 h8 | die=5 step=0 a3");
    let reasons = |text: &str| -> Vec<(&'static str, Vec<(i32, i32)>)> {
        game.explain(&state, text).into_iter().map(|reason| (reason.rule, reason.cells)).collect()
    };
    assert_eq!(reasons("I3/3@a1"), [], "any rotation of the same look");
    assert_eq!(reasons("I3/0@a1"), [("G10a", vec![(2, 0)])]);
    assert_eq!(reasons("I3/1@b1"), [("G10a", vec![(1, 0), (1, 2)])]);
    assert_eq!(reasons("I4/0@f3"), [("G10a", vec![(5, 2)]), ("G10c", vec![(8, 2)])]);
    assert_eq!(reasons("I3/0@k9"), [("G10c", vec![(10, 8), (11, 8), (12, 8)])]);
}

#[test]
fn g10e_a_twin_is_refused_a_shifted_copy_is_not() {
    let set = json!({"name": "dominoes", "platforms": [
        {"name": "D", "rows": ["OO"], "count": 3}, {"name": "E", "rows": ["O#"], "count": 3}]});
    let game = game(&json!({"platforms": set}));
    let mut state = played(&game, "die=1 step=0 a1 decline | die=1 step=0 h8 decline | die=5 step=0 b1 D/0@a1");
    assert_eq!(state.money(0), 2);
    play(&game, &mut state, "die=1 step=0 h6 decline | die=2 step=5 a3 decline | die=1 step=0 h4 decline");
    play(&game, &mut state, "die=6 a1");
    assert_eq!(rules(&game.explain(&state, "E/0@a1")), ["G10e"], "whatever the type and marks");
    assert_eq!(game.explain(&state, "E/0@a1")[0].cells, [(0, 0), (1, 0)]);
    assert_eq!(game.explain(&state, "E/3@a1"), [], "over the plot above");
    play(&game, &mut state, "E/3@a1");
    assert_eq!(state.money(0), 2 + 4);
    assert_eq!(state.whole_platforms(game.tables()).len(), 1, "the first is no longer topmost on all its plots");
}

#[test]
fn g10_own_platforms_over_lower_bare_ones() {
    let set = json!({"name": "dominoes", "platforms": [
        {"name": "D", "rows": ["OO"], "count": 3}, {"name": "E", "rows": ["O#"], "count": 3}]});
    let game = game(&json!({"platforms": set}));
    // A bare platform of level 1 on b1: lies under a platform of level 2, but not under one of its own level.
    let mut state = played(
        &game,
        "die=1 step=0 a1 decline | die=1 step=0 h8 decline | die=5 step=0 b1 D/0@a1 |
         die=1 step=0 h6 decline | die=3 step=5 c1 | ",
    );
    assert_eq!(rules(&game.explain(&state, "E/2@b1")), ["G10b"]);
    assert_eq!(game.explain(&state, "E/2@b1")[0].cells, [(1, 0)]);
    assert_eq!(game.explain(&state, "E/0@c1"), []);
    play(&game, &mut state, "decline | die=1 step=0 h4 decline | die=4 c1");
    assert_eq!(game.explain(&state, "E/2@b1"), []);
}

#[test]
fn g11_felix_gets_five_for_his_first_floor() {
    let game = game(&json!({}));
    let state = played(
        &game,
        "die=1 step=0 b1 | die=1 step=0 h8 | die=1 step=0 a3 | die=1 step=0 g5 | die=5 step=0 c3 T5/0@a1",
    );
    assert_eq!(state.money(0), 5);
    let laid: Vec<_> = state.laid(game.tables()).collect();
    assert_eq!((laid[0].level, laid[0].owner, laid[0].squares.count_ones()), (1, 0, 5));
    assert_eq!(state.stock(0, 4), 1);
}

#[test]
fn g13_the_round_of_the_last_block_is_played_to_its_end() {
    let mut ended_by = [0; 2];
    for players in 2..=4 {
        let game = game(&json!({"players": players, "blocks": 18, "max_rounds": 20}));
        for number in 0..30 {
            let mut stream = Stream::new(5, number);
            let mut state = game.new_initial_state();
            let mut rolls = vec![0; players];
            let mut last = None;
            while let Some(player) = state.turn_player() {
                rolls[usize::from(player)] += u16::from(state.node() == Node::Die);
                let legal = laws::legal_actions(&game, &state);
                game.apply(&mut state, legal[stream.below(legal.len() as u32) as usize]);
                if state.is_last_round() {
                    assert_eq!(*last.get_or_insert(state.round()), state.round(), "no round after the last block's");
                }
            }
            assert!(rolls.iter().all(|&rolls| rolls == state.round()), "all had equally many turns: {rolls:?}");
            assert_eq!(last.is_some(), (0..players).any(|player| state.blocks(player) == 0));
            assert!(last.is_some() || state.round() == 20);
            ended_by[usize::from(last.is_some())] += 1;
        }
    }
    assert!(ended_by.iter().all(|&games| games > 0), "both ends were met: {ended_by:?}");
}

#[test]
fn g14_money_then_the_marker_then_the_win_is_shared() {
    let game = game(&json!({"max_rounds": 1}));
    for (moves, expected) in [
        ("die=5 step=0 | die=1 step=0 a7", [1.0, -1.0]),
        ("die=1 step=0 a1 | die=5 step=0", [-1.0, 1.0]),
        ("die=5 step=0 | die=5 step=0", [0.0, 0.0]),
    ] {
        let state = played(&game, moves);
        let mut returns = [9.0; 2];
        game.returns(&state, &mut returns);
        assert_eq!((game.turn(&state), returns), (Turn::Terminal, expected), "{moves}");
        assert_eq!((state.turn_player(), state.round()), (None, 1));
        assert_eq!(rules(&game.explain(&state, "a1")), ["phase"]);
        assert_eq!(game.lane(&state), 0);
    }
}

#[test]
fn g15_unreadable_moves_and_moves_of_other_phases() {
    let game = game(&json!({}));
    let start = game.new_initial_state();
    let state = played(&game, "die=1 step=0");
    for text in [
        "",
        "die=0",
        "die=7",
        "die=04",
        "die=",
        "step=",
        "step=-1",
        "step=1000",
        "step= 1",
        "c0",
        "c03",
        "c100",
        "C3",
        "3c",
        "c",
        "c3 ",
        "Decline",
        "T5/1",
        "T5@b2",
        "T5/4@b2",
        "T5/01@b2",
        "T5/@b2",
        "t5/1@b2",
        "Q/1@b2",
        "/1@b2",
        "T5/1@",
        "T5/1@B2",
        "T5/1@b2@b2",
        "T5/1@0,0",
        "é3",
        "decline/0@a1",
    ] {
        for state in [&start, &state] {
            assert_eq!(rules(&game.explain(state, text)), ["BadMove"], "{text:?}");
            assert_eq!(game.string_to_action(state, text).expect_err("unreadable").rule, "BadMove", "{text:?}");
        }
    }
    for (state, text) in
        [(&start, "a1"), (&start, "step=0"), (&start, "decline"), (&state, "die=3"), (&state, "step=0")]
    {
        assert_eq!(rules(&game.explain(state, text)), ["phase"], "{text:?}");
    }
    assert_eq!(game.string_to_action(&start, "a1").expect_err("a chance node").rule, "phase");
    assert_eq!(game.string_to_action(&state, "die=3").expect_err("no chance node").rule, "phase");
    assert_eq!(game.string_to_action(&state, "T5/3@a1"), game.string_to_action(&state, "T5/3@a1"));
    assert_eq!(game.string_to_action(&state, "S9/3@b2"), game.string_to_action(&state, "S9/0@b2"));
}

#[test]
fn greedy_scores_follow_the_rules() {
    let game = game(&json!({}));
    let scores = |state: &State| {
        let actions = laws::legal_actions(&game, state);
        let mut scores = Vec::new();
        game.greedy_scores(state, &actions, &mut scores);
        let names = legal(&game, state);
        names.into_iter().zip(scores).filter(|(_, score)| *score != 0).collect::<Vec<_>>()
    };
    let mut state = played(&game, "die=1");
    assert_eq!(scores(&state), [("step=0".into(), 1)]);
    play(&game, &mut state, "step=0 b1");
    play(&game, &mut state, "die=1 step=0 h8 | die=1 step=0 a3 | die=1 step=0 g5 | die=5 step=0");
    let expected = [("d1", 3), ("c2", 4), ("c3", 5), ("d3", 4)];
    assert_eq!(scores(&state), expected.map(|(name, score)| (name.to_owned(), score)));
    play(&game, &mut state, "c3");
    assert_eq!(scores(&state), [("I3/0@a3".into(), 3), ("T5/0@a1".into(), 5)]);
}

#[test]
fn every_path_plays_the_same_games() {
    for players in 2..=4 {
        let game = game(&json!({"players": players}));
        for number in 0..20 {
            let played: Vec<_> = Path::available()
                .into_iter()
                .map(|path| {
                    let mut state = game.new_initial_state();
                    let mut moves = Vec::new();
                    let game = game.clone().with_path(path);
                    let mut stream = Stream::new(9, number);
                    game.playout(&mut state, &mut stream, &mut Fits::default(), &mut |action| moves.push(action));
                    (moves, stream, laws::key(&game, &state))
                })
                .collect();
            assert!(played.iter().all(|other| *other == played[0]), "game {number}");
        }
    }
}
