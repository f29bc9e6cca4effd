//! Batches of every game: the games of `simulate`, in every manner.

use serde_json::{Value, json};
use std::sync::atomic::AtomicBool;
use zellige_core::games::{blokus::Blokus, casa_grande::CasaGrande, casbah::Casbah};
use zellige_core::sim::{Autoreset, Batch, Keep, Manner, NO_ACTION, Policy, STAY, simulate_chunk};
use zellige_core::{Action, Game, Turn, laws};

const MODES: [Autoreset; 3] = [Autoreset::Disabled, Autoreset::NextStep, Autoreset::SameStep];

fn games() -> Vec<(&'static str, Value)> {
    vec![
        ("blokus", json!({"variant": "duo"})),
        ("blokus", json!({"players": 3})),
        ("casbah", json!({"size": [6, 6], "players": 2})),
        ("casbah", json!({"size": [4, 4], "players": 1})),
        ("casbah", json!({"size": [5, 8], "players": 4, "strict_future": true})),
        ("casa_grande", json!({"players": 2})),
        ("casa_grande", json!({"players": 4, "max_rounds": 3})),
    ]
}

fn with_each(check: &impl Checks) {
    for (name, options) in games() {
        let options = options.as_object().expect("an object");
        match name {
            "blokus" => check.check(&Blokus::from_options(options).expect("allowed options")),
            "casbah" => check.check(&Casbah::from_options(options).expect("allowed options")),
            _ => check.check(&CasaGrande::from_options(options).expect("allowed options")),
        }
    }
}

trait Checks {
    fn check<G: Game>(&self, game: &G);
}

fn sample<G: Game>(batch: &mut Batch<G>) -> Vec<Action> {
    batch.sample().to_vec()
}

/// Samples and steps; says which games that has ended.
fn play<G: Game>(batch: &mut Batch<G>) -> Vec<bool> {
    let actions = sample(batch);
    assert_eq!(batch.first_illegal(&actions), None);
    let mut ended = vec![true; batch.len()];
    batch.step(&actions, &mut ended);
    ended
}

struct AsSimulated;

impl Checks for AsSimulated {
    fn check<G: Game>(&self, game: &G) {
        const N: usize = 3;
        let policies = vec![Policy::Random; game.num_players()];
        let start = game.new_initial_state();
        let stop = AtomicBool::new(false);
        let expected = simulate_chunk(game, &start, 8, 0, 2 * N as u64, &policies, Keep::All, &stop);
        let lengths: Vec<u32> = expected.lengths.iter().map(|&length| length as u32).collect();
        for autoreset in MODES {
            for external_chance in [false, true] {
                let mut batch = Batch::new(game, N, 8, Manner { autoreset, external_chance, threads: 1 });
                let mut ended_of = [0; N];
                while ended_of.iter().min() < Some(&2) {
                    let ended = play(&mut batch);
                    let now: Vec<u32> = batch.lengths().collect();
                    for j in 0..N {
                        if !ended[j] || ended_of[j] == 2 {
                            continue;
                        }
                        let number = ended_of[j] * N + j;
                        assert_eq!(now[j], lengths[number], "{autoreset:?}, game {number}");
                        let mut scores = vec![0; N * game.num_players()];
                        batch.scores(&mut scores);
                        let row = |scores: &[i32], at: usize| {
                            scores[at * game.num_players()..][..game.num_players()].to_vec()
                        };
                        assert_eq!(row(&scores, j), row(&expected.scores, number), "{autoreset:?}, game {number}");
                        if autoreset != Autoreset::SameStep {
                            let from: usize = lengths[..number].iter().map(|&length| length as usize).sum();
                            let history = &expected.actions[from..from + now[j] as usize];
                            assert_eq!(batch.slots()[j].history, history, "{autoreset:?}, game {number}");
                        }
                        ended_of[j] += 1;
                    }
                    if autoreset == Autoreset::Disabled {
                        batch.reset(Some(&ended));
                    }
                }
            }
        }
    }
}

#[test]
fn a_batch_plays_what_simulate_plays() {
    with_each(&AsSimulated);
}

struct Refusals;

impl Checks for Refusals {
    fn check<G: Game>(&self, game: &G) {
        let manner = Manner { autoreset: Autoreset::Disabled, external_chance: false, threads: 1 };
        let mut batch = Batch::new(game, 4, 1, manner);
        for _ in 0..5 {
            play(&mut batch);
        }
        let actions = sample(&mut batch);
        let range = game.num_distinct_actions() as Action;
        for illegal in (0..range).filter(|&a| !game.is_legal(&batch.states()[2], a)).step_by(7).take(50) {
            let mut wrong = actions.clone();
            wrong[2] = illegal;
            wrong[3] = NO_ACTION;
            assert_eq!(batch.first_illegal(&wrong), Some(2), "action {illegal}");
        }
        while batch.counts().iter().any(|&count| count > 0) {
            play(&mut batch);
        }
        assert!(batch.states().iter().all(|state| game.turn(state) == Turn::Terminal));
        assert_eq!(batch.first_illegal(&[NO_ACTION; 4]), None);
        assert_eq!(batch.first_illegal(&[NO_ACTION, 0, NO_ACTION, NO_ACTION]), Some(1));
    }
}

#[test]
fn what_is_illegal_is_found() {
    with_each(&Refusals);
}

struct Staying;

impl Checks for Staying {
    /// Games that stay as they are in between play on as if they had not.
    fn check<G: Game>(&self, game: &G) {
        for autoreset in MODES {
            let manner = Manner { autoreset, external_chance: false, threads: 1 };
            let mut whole = Batch::new(game, 5, 6, manner);
            let mut patient = Batch::new(game, 5, 6, manner);
            for round in 0..80 {
                let actions = sample(&mut whole);
                assert_eq!(sample(&mut patient), actions);
                let mut ended = [true; 5];
                whole.step(&actions, &mut ended);
                let halves = [0, 1].map(|part| {
                    let wanted: Vec<Action> =
                        (0..5).map(|j| if (j + round) % 2 == part { actions[j] } else { STAY }).collect();
                    assert_eq!(patient.first_illegal(&wanted), None);
                    let mut ended = [true; 5];
                    patient.step(&wanted, &mut ended);
                    patient.find_lists();
                    ended
                });
                assert!((0..5).all(|j| ended[j] == halves[(j + round) % 2][j] && !halves[(j + round + 1) % 2][j]));
                whole.find_lists();
                assert!((0..5).all(|j| whole.list(j) == patient.list(j)));
                assert!(whole.slots().iter().zip(patient.slots()).all(|(a, b)| a.history == b.history));
            }
        }
    }
}

#[test]
fn games_can_stay_as_they_are() {
    with_each(&Staying);
}

struct Blocks;

impl Checks for Blocks {
    /// With more games than a block has: lists and counts are those of the positions, positions those of the histories.
    fn check<G: Game>(&self, game: &G) {
        const N: usize = 300;
        let key = |state: &G::State| {
            let mut key = Vec::new();
            game.write_key(state, &mut key);
            key
        };
        for autoreset in MODES {
            for external_chance in [false, true] {
                let mut batch = Batch::new(game, N, 4, Manner { autoreset, external_chance, threads: 1 });
                let mut ended = [true; N];
                for round in 0..60 {
                    batch.find_lists();
                    let mut wanted = Vec::new();
                    for j in 0..N {
                        let list = batch.list(j);
                        assert_eq!(list, laws::legal_actions(game, &batch.states()[j]));
                        assert_eq!(list.len() as u32, batch.counts()[j]);
                        let mut replayed = game.new_initial_state();
                        batch.slots()[j].history.iter().for_each(|&action| game.apply(&mut replayed, action));
                        assert_eq!(key(&replayed), key(&batch.states()[j]));
                        wanted.push(list.get(7 * (j + round) % list.len().max(1)).copied().unwrap_or(NO_ACTION));
                    }
                    assert_eq!(batch.first_illegal(&wanted), None);
                    batch.step(&wanted, &mut ended);
                    assert!((0..N).all(|j| !ended[j] || autoreset == Autoreset::SameStep || batch.counts()[j] == 0));
                }
            }
        }
    }
}

#[test]
fn blocks_do_not_show() {
    with_each(&Blocks);
}

struct Threads;

impl Checks for Threads {
    fn check<G: Game>(&self, game: &G) {
        let manner = Manner { autoreset: Autoreset::SameStep, external_chance: false, threads: 1 };
        let mut one = Batch::new(game, 2100, 3, manner);
        let mut two = Batch::new(game, 2100, 3, Manner { threads: 2, ..manner });
        for round in 0..6 {
            assert_eq!(play(&mut one), play(&mut two));
            if round % 2 == 0 {
                one.find_lists();
                two.find_lists();
                assert_eq!(one.counts(), two.counts());
                assert!((0..2100).all(|j| one.list(j) == two.list(j)));
            }
        }
    }
}

#[test]
fn threads_do_not_show() {
    with_each(&Threads);
}

struct Restored;

impl Checks for Restored {
    fn check<G: Game>(&self, game: &G) {
        let manner = Manner { autoreset: Autoreset::NextStep, external_chance: false, threads: 1 };
        let mut batch = Batch::new(game, 3, 5, manner);
        for _ in 0..9 {
            play(&mut batch);
        }
        let mut again = Batch::restore(game, 5, manner, batch.kept()).expect("games");
        for _ in 0..100 {
            assert_eq!(play(&mut batch), play(&mut again));
            assert_eq!(batch.kept(), again.kept());
        }
        let mut wrong = batch.kept();
        wrong[1].1 = vec![NO_ACTION];
        assert!(Batch::restore(game, 5, manner, wrong).is_none());
    }
}

#[test]
fn a_restored_batch_goes_on_alike() {
    with_each(&Restored);
}

struct TakenBack;

impl Checks for TakenBack {
    /// A sample that is made ready but not asked for leaves no trace in the streams.
    fn check<G: Game>(&self, game: &G) {
        const N: usize = 5;
        let manner = Manner { autoreset: Autoreset::SameStep, external_chance: false, threads: 1 };
        let mut plain = Batch::new(game, N, 6, manner);
        let mut asked = Batch::new(game, N, 6, manner);
        for round in 0..120 {
            if round % 3 == 0 {
                asked.find_lists();
            }
            if round % 4 == 1 {
                asked.kept();
            }
            if round % 5 == 2 {
                asked.step(&[STAY; N], &mut [true; N]);
            }
            assert_eq!(play(&mut plain), play(&mut asked), "round {round}");
        }
        assert!(plain.kept().iter().zip(asked.kept()).all(|(one, other)| one.0 == other.0 && one.1 == other.1));
    }
}

#[test]
fn what_is_sampled_ahead_is_taken_back() {
    with_each(&TakenBack);
}
