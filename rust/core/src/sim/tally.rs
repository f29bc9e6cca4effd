//! The columns of a simulation.

use std::sync::atomic::{AtomicBool, Ordering};

use crate::sim::{Policy, play_game};
use crate::{Action, Game, Stream};

/// Results of consecutive games, game by game.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Columns {
    /// Points, one per player and game.
    pub scores: Vec<i32>,
    /// Returns, one per player and game.
    pub returns: Vec<f64>,
    /// Further numbers ([`Game::detail`]), `detail_width` per game.
    pub detail: Vec<i32>,
    /// Entries of the history per game.
    pub lengths: Vec<i32>,
    /// Histories or first entries one after the other, if they were asked for.
    pub actions: Vec<Action>,
}

/// What of the histories goes into [`Columns::actions`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Keep {
    /// Nothing.
    Nothing,
    /// The first entry of each game, if it has any.
    First,
    /// All.
    All,
}

/// Plays games `first .. first + games` of `seed` on from `start`; stops between games when `stop` is set.
#[allow(clippy::too_many_arguments)]
pub fn simulate_chunk<G: Game>(
    game: &G,
    start: &G::State,
    seed: u64,
    first: u64,
    games: u64,
    policies: &[Policy],
    keep: Keep,
    stop: &AtomicBool,
) -> Columns {
    let mut out = Columns::default();
    let mut scratch = G::Scratch::default();
    let (players, width) = (game.num_players(), game.detail_width());
    for number in 0..games {
        if stop.load(Ordering::Relaxed) {
            break;
        }
        let mut stream = Stream::new(seed, first.wrapping_add(number));
        let mut state = start.clone();
        let (stream, scratch, actions) = (&mut stream, &mut scratch, &mut out.actions);
        let length = match keep {
            Keep::Nothing => play_game(game, &mut state, policies, stream, scratch, &mut |_| ()),
            Keep::All => play_game(game, &mut state, policies, stream, scratch, &mut |action| actions.push(action)),
            Keep::First => {
                let mut first = None;
                let length = play_game(game, &mut state, policies, stream, scratch, &mut |action| {
                    first.get_or_insert(action);
                });
                actions.extend(first);
                length
            }
        };
        out.lengths.push(length as i32);
        let at = out.scores.len();
        out.scores.resize(at + players, 0);
        game.scores(&state, &mut out.scores[at..]);
        out.returns.resize(at + players, 0.0);
        game.returns(&state, &mut out.returns[at..]);
        let at = out.detail.len();
        out.detail.resize(at + width, 0);
        game.detail(&state, &mut out.detail[at..]);
    }
    out
}
