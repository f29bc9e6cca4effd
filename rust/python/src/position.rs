//! A position with its history: what the state classes of all games share.

use std::sync::Arc;

use serde_json::{Map, Value};
use zellige_core::{Action, Game, Reason, Turn, position_hash};

/// A position with the snapshots that undo needs.
pub(crate) struct Position<G: Game> {
    pub(crate) game: G,
    pub(crate) state: G::State,
    /// Each entry with the position before it.
    history: Vec<(Action, G::State)>,
    /// Entries before the history began, for a clone without history; pickling replays them.
    before: Option<Arc<[Action]>>,
    /// The position that was set up by hand, if the game began at one.
    set_up: Option<Arc<G::State>>,
}

impl<G: Game> Position<G> {
    /// The start of a game.
    pub(crate) fn new(game: &G) -> Self {
        Self { game: game.clone(), state: game.new_initial_state(), history: Vec::new(), before: None, set_up: None }
    }

    /// A game that begins at a position set up by hand, or all that is wrong with that.
    pub(crate) fn set_up(game: &G, position: &Map<String, Value>) -> Result<Self, Vec<Reason>> {
        let state = game.state_from(position)?;
        let set_up = Some(Arc::new(state.clone()));
        Ok(Self { game: game.clone(), state, history: Vec::new(), before: None, set_up })
    }

    /// Replays actions from here; the first `cut` of them do not become history. `None` when one of them is illegal.
    pub(crate) fn replay(self, actions: &[Action], cut: usize) -> Option<Self> {
        let game = self.game.clone();
        let mut position = self;
        for (i, &action) in actions.iter().enumerate() {
            if !game.is_legal(&position.state, action) {
                return None;
            }
            if i < cut {
                game.apply(&mut position.state, action);
            } else {
                position.apply(action);
            }
        }
        if cut > 0 {
            position.before = Some(actions.get(..cut)?.into());
        }
        Some(position)
    }

    /// Plays a legal action.
    pub(crate) fn apply(&mut self, action: Action) {
        self.history.push((action, self.state.clone()));
        self.game.apply(&mut self.state, action);
    }

    /// Takes the last entry back; false when there is none.
    pub(crate) fn undo(&mut self) -> bool {
        match self.history.pop() {
            Some((_, before)) => {
                self.state = before;
                true
            }
            None => false,
        }
    }

    /// An independent copy, with or without its history.
    pub(crate) fn copy(&self, history: bool) -> Self {
        let (kept, before) = if history {
            (self.history.clone(), self.before.clone())
        } else if self.history.is_empty() {
            (Vec::new(), self.before.clone())
        } else {
            (Vec::new(), Some(self.all_actions().collect()))
        };
        let set_up = self.set_up.clone();
        Self { game: self.game.clone(), state: self.state.clone(), history: kept, before, set_up }
    }

    /// The entries of the history.
    pub(crate) fn actions(&self) -> impl Iterator<Item = Action> + '_ {
        self.history.iter().map(|&(action, _)| action)
    }

    /// The position that the game began at, if it was set up by hand.
    pub(crate) fn beginning(&self) -> Option<Map<String, Value>> {
        self.set_up.as_ref().map(|state| self.game.to_position(state))
    }

    /// All entries since the start of the game.
    pub(crate) fn all_actions(&self) -> impl Iterator<Item = Action> + '_ {
        self.before.iter().flat_map(|before| before.iter().copied()).chain(self.actions())
    }

    /// How many entries lie before the history.
    pub(crate) fn cut(&self) -> usize {
        self.before.as_ref().map_or(0, |before| before.len())
    }

    /// The history in the rules' notation.
    pub(crate) fn moves(&self) -> Vec<String> {
        let name = |(action, before): &(Action, G::State)| self.game.action_to_string(before, *action);
        self.history.iter().map(|entry| name(entry).expect("a played action has a string")).collect()
    }

    /// Who decides next, as Python sees it.
    pub(crate) fn current_player(&self) -> i32 {
        player_number(self.turn())
    }

    /// Who decides next.
    pub(crate) fn turn(&self) -> Turn {
        self.game.turn(&self.state)
    }

    /// Number of action numbers at the current kind of node.
    pub(crate) fn range(&self) -> usize {
        range(&self.game, &self.state)
    }

    /// Appends the legal actions.
    pub(crate) fn legal(&self, scratch: &mut G::Scratch, out: &mut Vec<Action>) {
        self.game.count(&self.state, scratch);
        self.game.list(&self.state, scratch, out);
    }

    /// Why an action number is illegal, with the text of the move; `None` is a number that no action has.
    pub(crate) fn explain_number(&self, action: Option<Action>, shown: &str) -> (String, Vec<Reason>) {
        explain_number(&self.game, &self.state, action, shown)
    }

    /// The key of the position.
    pub(crate) fn key(&self) -> Vec<u8> {
        let mut out = Vec::with_capacity(512);
        self.game.write_key(&self.state, &mut out);
        out
    }

    /// The hash of the key.
    pub(crate) fn hash(&self) -> u64 {
        position_hash(&self.key())
    }

    /// Points per player.
    pub(crate) fn scores(&self) -> Vec<i32> {
        let mut out = vec![0; self.game.num_players()];
        self.game.scores(&self.state, &mut out);
        out
    }

    /// Results per player.
    pub(crate) fn returns(&self) -> Vec<f64> {
        let mut out = vec![0.0; self.game.num_players()];
        self.game.returns(&self.state, &mut out);
        out
    }
}

/// Who decides next, as Python sees it.
pub(crate) fn player_number(turn: Turn) -> i32 {
    match turn {
        Turn::Player(player) => i32::from(player),
        Turn::Chance => -1,
        Turn::Terminal => -4,
    }
}

/// Number of action numbers at the current kind of node.
fn range<G: Game>(game: &G, state: &G::State) -> usize {
    match game.turn(state) {
        Turn::Chance => game.max_chance_outcomes(),
        _ => game.num_distinct_actions(),
    }
}

/// See [`Position::explain_number`].
pub(crate) fn explain_number<G: Game>(
    game: &G,
    state: &G::State,
    action: Option<Action>,
    shown: &str,
) -> (String, Vec<Reason>) {
    if let Some(text) = action.and_then(|action| game.action_to_string(state, action)) {
        let reasons = game.explain(state, &text);
        (text, reasons)
    } else {
        let last = range(game, state) - 1;
        (shown.to_owned(), vec![Reason::bad_move(format!("action {shown} is not from 0 to {last}"))])
    }
}
