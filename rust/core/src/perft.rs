//! Counting action sequences.

use crate::Game;

/// The number of action sequences of length `depth` from `state`; chance outcomes count like actions, a sequence that ends
/// earlier is not counted.
///
/// ```
/// use zellige_core::{Game, games::blokus::Blokus, perft};
/// let game = Blokus::from_options(&serde_json::Map::new()).unwrap();
/// assert_eq!(perft(&game, &game.new_initial_state(), 1), 232);
/// ```
pub fn perft<G: Game>(game: &G, state: &G::State, depth: u32) -> u64 {
    if depth == 0 {
        return 1;
    }
    let mut scratch = G::Scratch::default();
    let count = game.count(state, &mut scratch);
    if depth == 1 {
        return u64::from(count);
    }
    let mut actions = Vec::with_capacity(count as usize);
    game.list(state, &mut scratch, &mut actions);
    actions
        .into_iter()
        .map(|action| {
            let mut next = state.clone();
            game.apply(&mut next, action);
            perft(game, &next, depth - 1)
        })
        .sum()
}
