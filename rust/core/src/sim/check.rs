//! Whether the actions of a step are legal.

use super::batch::{NO_ACTION, SHORT, STAY};
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

/// Whether an action is among the first `count`. All are looked at side by side, without a branch.
#[inline(always)]
fn has(list: &[Action; SHORT], count: u32, action: Action) -> bool {
    // The lowest place of the action; all ones where it is not.
    let mut places = [u32::MAX; 8];
    for (part, first) in list.as_chunks::<8>().0.iter().zip((0..).step_by(8)) {
        for i in 0..8 {
            let missed = u32::from(part[i] != action).wrapping_neg();
            places[i] = places[i].min((first + i as u32) | missed);
        }
    }
    places.iter().fold(u32::MAX, |lowest, &place| lowest.min(place)) < count
}
