//! Single steps of many positions, compiled for the instructions that a game's path has.

use crate::observe::Row;
use crate::sim::Games;
use crate::{Action, Arrays, Dtype, Game, Turn, observation_sizes};

/// The steps of a game's positions, to be used inside of [`Game::sweep`].
///
/// After [`Steps::apply`] a position may be *open*: players who cannot act have not been skipped yet. [`Steps::settle`]
/// skips them while it looks for what can be played, so that nothing is looked for twice. All else wants settled positions.
pub trait Steps<G: Game> {
    /// [`Game::apply`], which may leave the position open.
    fn apply(&self, state: &mut G::State, action: Action);
    /// Settles the position and counts as [`Game::count`] does.
    fn settle(&self, state: &mut G::State, scratch: &mut G::Scratch) -> u32;
    /// [`Game::select`].
    fn select(&self, state: &G::State, scratch: &G::Scratch, k: u32) -> Action;
    /// [`Game::list`].
    fn list(&self, state: &G::State, scratch: &mut G::Scratch, out: &mut Vec<Action>);
    /// [`Game::is_legal`].
    fn is_legal(&self, state: &G::State, action: Action) -> bool;
    /// Whether a settled position is a chance node.
    fn is_chance(&self, state: &G::State) -> bool;
    /// [`Game::observe`] into arrays that may lie anywhere.
    fn observe<'a>(&self, state: &G::State, player: usize, out: &mut impl Arrays<'a>);
    /// The index of the `k`-th set bit; there must be one.
    #[inline(always)]
    fn nth_bit(&self, mut bits: u64, k: u32) -> u32 {
        for _ in 0..k {
            bits &= bits.wrapping_sub(1);
        }
        bits.trailing_zeros()
    }
    /// The kind of work that playing an action is, a small number.
    #[inline(always)]
    fn kind(&self, _state: &G::State, _action: Action) -> u8 {
        0
    }
    /// Plays `actions[j]` in each game `j` that has the [`Steps::kind`] of that in [`Games::kinds`], plays on to the next
    /// decision and gives that to [`Games::found`].
    #[inline(always)]
    fn play(&self, games: &mut Games<'_, G>, actions: &[Action])
    where
        Self: Sized,
    {
        for j in games.kinds.all(0) {
            games.play(self, j, actions);
        }
    }
}

/// Work on many positions. `run` and what it calls must be `#[inline(always)]`, so that it is compiled for the path.
pub trait Sweep<G: Game> {
    /// Its result.
    type Out;
    /// Does the work.
    fn run(self, steps: &impl Steps<G>) -> Self::Out;
}

/// The steps that every game has: positions are settled at once.
pub(crate) struct Plain<'a, G>(pub(crate) &'a G);

impl<G: Game> Steps<G> for Plain<'_, G> {
    #[inline(always)]
    fn apply(&self, state: &mut G::State, action: Action) {
        self.0.apply(state, action);
    }

    #[inline(always)]
    fn settle(&self, state: &mut G::State, scratch: &mut G::Scratch) -> u32 {
        self.0.count(state, scratch)
    }

    #[inline(always)]
    fn select(&self, state: &G::State, scratch: &G::Scratch, k: u32) -> Action {
        self.0.select(state, scratch, k)
    }

    #[inline(always)]
    fn list(&self, state: &G::State, scratch: &mut G::Scratch, out: &mut Vec<Action>) {
        self.0.list(state, scratch, out);
    }

    #[inline(always)]
    fn is_legal(&self, state: &G::State, action: Action) -> bool {
        self.0.is_legal(state, action)
    }

    #[inline(always)]
    fn is_chance(&self, state: &G::State) -> bool {
        self.0.turn(state) == Turn::Chance
    }

    fn observe<'a>(&self, state: &G::State, player: usize, out: &mut impl Arrays<'a>) {
        let spec = self.0.observation_spec();
        let (bytes, numbers) = observation_sizes(spec);
        let (mut u8s, mut i32s) = (vec![0; bytes], vec![0; numbers]);
        self.0.observe(state, player, &mut u8s, &mut i32s);
        let mut row = Row::new(&mut u8s, &mut i32s);
        for array in spec {
            let size = array.size();
            match array.dtype {
                Dtype::Uint8 => out.bytes(size).copy_from_slice(row.bytes(size)),
                Dtype::Int32 => out.numbers(size).copy_from_slice(row.numbers(size)),
            }
        }
    }
}
