//! Whether the actions of a step are legal.

use super::batch::{NO_ACTION, SHORT, STAY};
use super::equal;
use crate::{Action, Game, Steps, Sweep};

/// Finds the first game whose action is not allowed.
pub(super) struct Check<'a, G: Game, L> {
    pub(super) states: &'a [G::State],
    pub(super) counts: &'a [u32],
    pub(super) wanted: &'a [Action],
    /// Gives a game's legal actions, and more after them up to [`SHORT`], if they are known.
    pub(super) lists: Option<L>,
    /// Whether any action will do for a game that is over; else only [`NO_ACTION`].
    pub(super) idle: bool,
}

impl<'a, G: Game, L: Fn(usize) -> &'a [Action; SHORT]> Sweep<G> for Check<'a, G, L> {
    type Out = Option<usize>;

    #[inline(always)]
    fn run(self, steps: &impl Steps<G>) -> Option<usize> {
        let Self { states, counts, wanted, lists, idle } = self;
        for (j, ((state, &count), &action)) in states.iter().zip(counts).zip(wanted).enumerate() {
            let allowed = match count {
                _ if action == STAY => true,
                0 => idle || action == NO_ACTION,
                _ => match &lists {
                    Some(lists) if count as usize <= SHORT => has(lists(j), count, action),
                    _ => steps.is_legal(state, action),
                },
            };
            if !allowed {
                return Some(j);
            }
        }
        None
    }
}

/// Whether an action is among the first `count`, which are some. All are looked at side by side, without a branch.
#[inline(always)]
fn has(list: &[Action; SHORT], count: u32, action: Action) -> bool {
    equal::numbers(list, action) & u32::MAX >> (SHORT as u32 - count) != 0
}
