//! One whole game by policies.

use std::str::FromStr;

use crate::{Action, Game, Stream, Turn};

/// A way to choose among legal actions (RULES, "Policies").
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Policy {
    /// Uniform over the legal actions.
    Random,
    /// The highest score of [`Game::greedy_scores`], one draw among equals.
    Greedy,
}

impl FromStr for Policy {
    type Err = String;

    fn from_str(name: &str) -> Result<Self, String> {
        match name {
            "random" => Ok(Self::Random),
            "greedy" => Ok(Self::Greedy),
            _ => Err(format!("{name:?} is no policy; there are 'random' and 'greedy'")),
        }
    }
}

/// Plays from `state` to the end, one policy per player, one draw of `stream` per entry; gives each entry to `seen` and
/// returns their number.
pub fn play_game<G: Game>(
    game: &G,
    state: &mut G::State,
    policies: &[Policy],
    stream: &mut Stream,
    scratch: &mut G::Scratch,
    seen: &mut impl FnMut(Action),
) -> u32 {
    if policies.iter().all(|&policy| policy == Policy::Random) {
        return game.playout(state, stream, scratch, seen);
    }
    let mut length = 0;
    let (mut actions, mut scores) = (Vec::new(), Vec::new());
    loop {
        let n = game.count(state, scratch);
        let greedy = match game.turn(state) {
            Turn::Terminal => return length,
            Turn::Chance => false,
            Turn::Player(player) => policies[player as usize] == Policy::Greedy,
        };
        let action = if greedy {
            actions.clear();
            scores.clear();
            game.list(state, scratch, &mut actions);
            game.greedy_scores(state, &actions, &mut scores);
            best(&actions, &scores, stream)
        } else {
            game.select(state, scratch, stream.below(n))
        };
        seen(action);
        game.apply(state, action);
        length += 1;
    }
}

fn best(actions: &[Action], scores: &[i64], stream: &mut Stream) -> Action {
    let top = *scores.iter().max().expect("there is a legal action");
    let among = scores.iter().filter(|&&score| score == top).count() as u32;
    let k = stream.below(among) as usize;
    let mut candidates = actions.iter().zip(scores).filter(|&(_, &score)| score == top);
    *candidates.nth(k).expect("k is below their number").0
}
