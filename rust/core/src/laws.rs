//! The contract of [`Game`] as checks that are written once and run on every game.
//!
//! Each function panics with a message that says which law broke, at which ply of which game.

use std::collections::HashMap;

use crate::{Action, Dtype, Game, Steps, Stream, Sweep, Turn, observation_sizes, position_hash};

/// Everything that can be seen of a position without its history.
#[derive(Clone, Debug, PartialEq)]
pub struct View {
    /// Who decides.
    pub turn: Turn,
    /// Legal actions, ascending.
    pub legal: Vec<Action>,
    /// Points per player.
    pub scores: Vec<i32>,
    /// Results per player.
    pub returns: Vec<f64>,
    /// The position's key.
    pub key: Vec<u8>,
    /// The position as each player sees it.
    pub observations: Vec<Observation>,
}

/// The uint8 and the int32 elements of an observation.
pub type Observation = (Vec<u8>, Vec<i32>);

/// Legal actions of a position, ascending.
pub fn legal_actions<G: Game>(game: &G, state: &G::State) -> Vec<Action> {
    let mut scratch = G::Scratch::default();
    let count = game.count(state, &mut scratch);
    let mut out = Vec::new();
    game.list(state, &mut scratch, &mut out);
    assert_eq!(out.len(), count as usize, "count and list differ");
    out
}

/// The key of a position.
pub fn key<G: Game>(game: &G, state: &G::State) -> Vec<u8> {
    let mut out = Vec::new();
    game.write_key(state, &mut out);
    out
}

/// The position as a player sees it.
pub fn observe<G: Game>(game: &G, state: &G::State, player: usize) -> Observation {
    let (bytes, numbers) = observation_sizes(game.observation_spec());
    // What stood in the buffers before must not matter.
    let [first, second] = [(0xAA, i32::MIN), (0x55, i32::MAX)].map(|(byte, number)| {
        let (mut u8s, mut i32s) = (vec![byte; bytes], vec![number; numbers]);
        game.observe(state, player, &mut u8s, &mut i32s);
        (u8s, i32s)
    });
    assert_eq!(first, second, "every element is written");
    first
}

/// What can be seen of a position.
pub fn view<G: Game>(game: &G, state: &G::State) -> View {
    let mut scores = vec![0; game.num_players()];
    game.scores(state, &mut scores);
    let mut returns = vec![0.0; game.num_players()];
    game.returns(state, &mut returns);
    let observations = (0..game.num_players()).map(|player| observe(game, state, player)).collect();
    View {
        turn: game.turn(state),
        legal: legal_actions(game, state),
        scores,
        returns,
        key: key(game, state),
        observations,
    }
}

/// Checks one position: the list is ascending and in range, every listed action is legal and explained by nothing, no other
/// action is; numbers and strings round-trip; `select` agrees with `list`; flags agree with the list.
pub fn check_position<G: Game>(game: &G, state: &G::State) {
    let seen = view(game, state);
    let mut scratch = G::Scratch::default();
    game.count(state, &mut scratch);
    assert!(seen.legal.windows(2).all(|pair| pair[0] < pair[1]), "the list ascends");
    let range = match seen.turn {
        Turn::Chance => game.max_chance_outcomes(),
        _ => game.num_distinct_actions(),
    };
    assert_eq!(seen.legal.is_empty(), seen.turn == Turn::Terminal, "only the end has no action");
    assert!(seen.returns.iter().all(|value| (-1.0..=1.0).contains(value)), "returns lie in [-1, 1]");
    let mut legal = seen.legal.iter().copied().peekable();
    for action in 0..range as Action {
        let listed = legal.next_if_eq(&action).is_some();
        assert_eq!(game.is_legal(state, action), listed, "is_legal({action}) agrees with the list");
        if listed || action % 97 == 0 {
            let text = game.action_to_string(state, action).expect("every number in range has a string");
            assert_eq!(game.string_to_action(state, &text), Ok(action), "{text} round-trips");
            let reasons = game.explain(state, &text);
            assert_eq!(reasons.is_empty(), listed, "explain({text}) agrees with the list: {reasons:?}");
        }
    }
    assert_eq!(legal.next(), None, "no action is out of range");
    for (k, &action) in seen.legal.iter().enumerate() {
        assert_eq!(game.select(state, &scratch, k as u32), action, "select({k}) agrees with the list");
    }
    for observation in &seen.observations {
        check_bounds(game, observation);
    }
    for action in [range as Action, Action::MAX] {
        assert!(!game.is_legal(state, action), "{action} is out of range");
        if seen.turn != Turn::Chance {
            assert_eq!(game.action_to_string(state, action), None, "{action} is out of range");
        }
    }
}

/// Every element of an observation is within the bounds of its array.
fn check_bounds<G: Game>(game: &G, (u8s, i32s): &Observation) {
    let (mut u8s, mut i32s) = (u8s.iter(), i32s.iter());
    for array in game.observation_spec() {
        for i in 0..array.size() {
            let value = match array.dtype {
                Dtype::Uint8 => u8s.next().map(|&byte| byte.into()),
                Dtype::Int32 => i32s.next().copied(),
            };
            let within = value.is_some_and(|value| (array.low..=array.high).contains(&value));
            assert!(within, "element {i} of {}, {value:?}, is from {} to {}", array.name, array.low, array.high);
        }
    }
    assert_eq!((u8s.next(), i32s.next()), (None, None), "the arrays are all that there is");
}

/// Plays one random game step by step, checking every `every`-th position fully; gives its actions.
pub fn check_game<G: Game>(game: &G, seed: u64, number: u64, every: usize) -> Vec<Action> {
    let mut stream = Stream::new(seed, number);
    let mut state = game.new_initial_state();
    let mut trail = vec![(state.clone(), view(game, &state))];
    let mut actions = Vec::new();
    let mut keys: HashMap<Vec<u8>, View> = HashMap::new();
    let mut sights: HashMap<(usize, Observation), Vec<Action>> = HashMap::new();
    while game.turn(&state) != Turn::Terminal {
        if actions.len() % every == 0 {
            check_position(game, &state);
        }
        let legal = &trail.last().expect("never empty").1.legal;
        let action = legal[stream.below(legal.len() as u32) as usize];
        game.apply(&mut state, action);
        actions.push(action);
        let now = view(game, &state);
        let equal = keys.insert(now.key.clone(), now.clone()).is_none_or(|before| before == now);
        assert!(equal, "positions of one key are alike");
        for (player, observation) in now.observations.iter().enumerate() {
            let before = sights.insert((player, observation.clone()), now.legal.clone());
            assert!(before.is_none_or(|before| before == now.legal), "an observation determines the legal actions");
        }
        trail.push((state.clone(), now));
    }
    check_position(game, &state);
    assert!(actions.len() <= game.max_game_length(), "{} entries are within the bound", actions.len());
    for (kept, before) in &trail {
        assert_eq!(&view(game, kept), before, "a clone does not change with the original");
    }
    for (kept, before) in trail.iter().step_by(every) {
        check_set_up(game, kept, before);
    }
    check_playout(game, seed, number, &actions, &trail.last().expect("never empty").1);
    game.sweep(Follow { game, actions: &actions, trail: &trail });
    actions
}

/// A recorded game through the steps of [`Game::sweep`]: after each the position, the list and the choices are the same.
struct Follow<'a, G: Game> {
    game: &'a G,
    actions: &'a [Action],
    trail: &'a [(G::State, View)],
}

impl<G: Game> Sweep<G> for Follow<'_, G> {
    type Out = ();

    #[inline(always)]
    fn run(self, steps: &impl Steps<G>) {
        let Self { game, actions, trail } = self;
        let (mut state, mut scratch) = (game.new_initial_state(), G::Scratch::default());
        for (ply, (_, expected)) in trail.iter().enumerate() {
            if ply > 0 {
                steps.apply(&mut state, actions[ply - 1]);
            }
            for time in ["an open", "a settled"] {
                let count = steps.settle(&mut state, &mut scratch);
                let mut legal = Vec::new();
                steps.list(&state, &mut scratch, &mut legal);
                assert_eq!(legal, expected.legal, "the list of {time} position at ply {ply}");
                assert_eq!(count as usize, legal.len(), "the count of {time} position at ply {ply}");
                for (k, &action) in legal.iter().enumerate() {
                    assert_eq!(steps.select(&state, &scratch, k as u32), action, "select({k}) at ply {ply}");
                    assert!(steps.is_legal(&state, action), "is_legal({action}) at ply {ply}");
                    for other in [action.wrapping_add(1), action.wrapping_mul(31) % 40_000] {
                        let listed = legal.binary_search(&other).is_ok();
                        assert_eq!(steps.is_legal(&state, other), listed, "is_legal({other}) at ply {ply}");
                    }
                }
            }
            assert_eq!(steps.is_chance(&state), expected.turn == Turn::Chance, "chance at ply {ply}");
            assert_eq!(&view(game, &state), expected, "the position at ply {ply}");
        }
    }
}

/// A position that is set up as it describes itself is the same again.
fn check_set_up<G: Game>(game: &G, state: &G::State, seen: &View) {
    let position = game.to_position(state);
    let again = game.state_from(&position).unwrap_or_else(|reasons| panic!("{position:?}: {reasons:?}"));
    assert_eq!(&view(game, &again), seen, "set up again");
    let mut scratch = G::Scratch::default();
    let [played, replayed] = [state.clone(), again.clone()].map(|mut state| {
        let (mut stream, mut actions) = (Stream::new(3, seen.legal.len() as u64), Vec::new());
        game.playout(&mut state, &mut stream, &mut scratch, &mut |action| actions.push(action));
        (actions, view(game, &state))
    });
    assert_eq!(replayed, played, "played out from the position that was set up");
    assert_eq!(game.to_position(&again), position, "described again");
}

/// The fast playout is the same game as the steps, from the start and from the middle.
fn check_playout<G: Game>(game: &G, seed: u64, number: u64, actions: &[Action], end: &View) {
    let mut scratch = G::Scratch::default();
    for from in [0, actions.len() / 2] {
        let mut stream = Stream::new(seed, number);
        let mut state = game.new_initial_state();
        for &action in &actions[..from] {
            stream.next_u64();
            game.apply(&mut state, action);
        }
        let mut seen = Vec::new();
        let length = game.playout(&mut state, &mut stream, &mut scratch, &mut |action| seen.push(action));
        assert_eq!(seen, actions[from..], "playout of game {number} of seed {seed} from ply {from}");
        assert_eq!(length as usize, seen.len());
        assert_eq!(&view(game, &state), end, "playout ends like the steps");
    }
}

/// Two actions of one player in a game are swapped wherever that stays legal: positions of one key are alike, whatever the
/// order that led to them, and different keys have different hashes. Gives how often the swapped order led to the same
/// key, so that a test can see that keys do not depend on the order.
pub fn check_transpositions<G: Game>(game: &G, actions: &[Action], reach: usize) -> usize {
    let mut before = vec![game.new_initial_state()];
    for &action in actions {
        let mut next = before.last().expect("never empty").clone();
        game.apply(&mut next, action);
        before.push(next);
    }
    let mut hashes: HashMap<u64, Vec<u8>> = HashMap::new();
    let mut met = 0;
    for i in 0..actions.len() {
        for j in i + 1..actions.len().min(i + reach) {
            if actions[i] == actions[j] || game.turn(&before[i]) != game.turn(&before[j]) {
                continue;
            }
            let mut order = actions[i..=j].to_vec();
            order.swap(0, j - i);
            let Some(state) = play_on(game, &before[i], &order) else { continue };
            let (ours, theirs) = (view(game, &state), view(game, &before[j + 1]));
            if ours.key == theirs.key {
                met += 1;
                assert_eq!(ours, theirs, "positions of one key are alike");
            }
            for key in [ours.key, theirs.key] {
                let hash = position_hash(&key);
                assert_eq!(hashes.entry(hash).or_insert_with(|| key.clone()), &key, "two keys have hash {hash:x}");
            }
        }
    }
    met
}

fn play_on<G: Game>(game: &G, from: &G::State, actions: &[Action]) -> Option<G::State> {
    let mut state = from.clone();
    for &action in actions {
        if !game.is_legal(&state, action) {
            return None;
        }
        game.apply(&mut state, action);
    }
    Some(state)
}
