//! Records of games: one JSON object each, JSON Lines for many.

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use crate::{Action, Game, RecordError, Turn};

/// A game as it is kept (RULES, "Records").
///
/// ```
/// use zellige_core::{Record, games::blokus::Blokus};
/// let record = Record::from_json(r#"{"version": 1, "game": "blokus", "options": {}, "moves": ["a19,a20"]}"#).unwrap();
/// let (game, state, actions) = record.replay::<Blokus>().unwrap();
/// assert_eq!(actions.len(), 1);
/// ```
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Record {
    /// Version of the format, 1.
    pub version: u32,
    /// [`Game::NAME`].
    pub game: String,
    /// What the game is built from.
    pub options: Map<String, Value>,
    /// The seed, if a simulation made the game.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seed: Option<u64>,
    /// The position that the game begins at, if it was set up by hand (`docs/setup.md`).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub setup: Option<Map<String, Value>>,
    /// Moves and chance outcomes in the rules' notation.
    pub moves: Vec<String>,
    /// Final points per player, if the game is finished.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub scores: Option<Vec<i32>>,
}

fn error(field: impl Into<String>, message: &impl ToString) -> RecordError {
    RecordError { field: field.into(), message: message.to_string() }
}

impl Record {
    /// Reads a record.
    ///
    /// # Errors
    /// The text is no JSON object of the format, or of another version.
    pub fn from_json(text: &str) -> Result<Self, RecordError> {
        let record: Self = serde_json::from_str(text).map_err(|why| error("record", &why))?;
        if record.version != 1 {
            return Err(error("version", &format_args!("{} is not supported, 1 is", record.version)));
        }
        Ok(record)
    }

    /// The record as one line of JSON.
    pub fn to_json(&self) -> String {
        serde_json::to_string(self).expect("a record is plain data")
    }

    /// The record of a game played from the start.
    pub fn of<G: Game>(game: &G, options: Map<String, Value>, seed: Option<u64>, actions: &[Action]) -> Self {
        let mut state = game.new_initial_state();
        let mut moves = Vec::with_capacity(actions.len());
        for &action in actions {
            moves.push(game.action_to_string(&state, action).expect("a played action has a string"));
            game.apply(&mut state, action);
        }
        let scores = (game.turn(&state) == Turn::Terminal).then(|| {
            let mut scores = vec![0; game.num_players()];
            game.scores(&state, &mut scores);
            scores
        });
        Self { version: 1, game: G::NAME.into(), options, seed, setup: None, moves, scores }
    }

    /// Replays the record: the game, its last position and the action numbers.
    ///
    /// # Errors
    /// Names the field: another game, wrong options, a position that cannot be set up, an illegal move, scores that
    /// differ.
    pub fn replay<G: Game>(&self) -> Result<(G, G::State, Vec<Action>), RecordError> {
        if self.game != G::NAME {
            return Err(error("game", &format_args!("{:?} is not {:?}", self.game, G::NAME)));
        }
        let game = G::from_options(&self.options).map_err(|why| error("options", &why))?;
        let start = self.setup.as_ref().map_or_else(|| Ok(game.new_initial_state()), |setup| game.state_from(setup));
        let mut state = start.map_err(|reasons| {
            let reasons: Vec<String> = reasons.iter().map(ToString::to_string).collect();
            error("setup", &reasons.join("; "))
        })?;
        let mut actions = Vec::with_capacity(self.moves.len());
        for (i, text) in self.moves.iter().enumerate() {
            if let Some(reason) = game.explain(&state, text).first() {
                return Err(error(format!("moves[{i}]"), reason));
            }
            let action = game.string_to_action(&state, text).map_err(|why| error(format!("moves[{i}]"), &why))?;
            game.apply(&mut state, action);
            actions.push(action);
        }
        if let Some(scores) = &self.scores {
            let mut ours = vec![0; game.num_players()];
            game.scores(&state, &mut ours);
            if game.turn(&state) != Turn::Terminal {
                return Err(error("scores", &"the game is not over"));
            }
            if &ours != scores {
                return Err(error("scores", &format_args!("{scores:?} recorded, {ours:?} replayed")));
            }
        }
        Ok((game, state, actions))
    }
}
