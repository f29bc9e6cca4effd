//! A block of games of a batch that are stepped together.

use super::batch::{Autoreset, Manner, NO_ACTION, Ready, STAY, Slot};
use super::sweep::Task;
use crate::{Action, Game, Steps, Stream};

/// So many games are stepped together: enough for loops over each kind, few enough for a processor's second cache.
pub(super) const BLOCK: usize = 128;

/// Games that are stepped together, in any order: [`Steps::play`] may sort them by what is done to them, so that each kind
/// of work has a loop of its own in which no branch is guessed badly.
pub struct Games<'a, G: Game> {
    /// The positions.
    pub states: &'a mut [G::State],
    pub(super) slots: &'a mut [Slot],
    pub(super) counts: &'a mut [u32],
    pub(super) picks: &'a mut [Action],
    /// Where each game's legal actions begin in the list.
    pub(super) starts: &'a mut [usize],
    pub(super) list: &'a mut Vec<Action>,
    /// What a game's count leaves for its `found`.
    pub scratch: &'a mut G::Scratch,
    pub(super) manner: Manner,
    pub(super) prepare: Ready,
}

impl<G: Game> Games<'_, G> {
    /// Whether chance nodes are steps of the caller.
    #[inline(always)]
    pub fn external_chance(&self) -> bool {
        self.manner.external_chance
    }

    /// Draws an outcome of `0 .. n` for game `j`, and keeps it in the history.
    #[inline(always)]
    pub fn roll(&mut self, j: usize, n: u32) -> Action {
        let slot = &mut self.slots[j];
        let outcome = slot.stream.below(n);
        slot.history.push(outcome);
        outcome
    }

    /// Game `j` stands at a decision among `count` actions, which is what the scratch was left for, or at the end if there
    /// are none: makes ready what is wanted.
    #[inline(always)]
    pub fn found(&mut self, steps: &impl Steps<G>, j: usize, count: u32) {
        self.counts[j] = count;
        match self.prepare {
            Ready::Sample if count == 0 => self.picks[j] = NO_ACTION,
            Ready::Sample => {
                let k = self.slots[j].stream.peek_below(count);
                self.picks[j] = steps.select(&self.states[j], self.scratch, k);
            }
            Ready::Lists => {
                self.starts[j] = self.list.len();
                if count > 0 {
                    steps.list(&self.states[j], self.scratch, self.list);
                }
            }
            Ready::Nothing | Ready::Sampled => {}
        }
    }

    /// Plays `actions[j]` in game `j` and goes on to its next decision.
    #[inline(always)]
    pub fn play(&mut self, steps: &impl Steps<G>, j: usize, actions: &[Action]) {
        steps.apply(&mut self.states[j], actions[j]);
        self.settle(steps, j);
    }

    /// Settles game `j`; unless chance is the caller's, plays on to the next decision.
    #[inline(always)]
    pub fn settle(&mut self, steps: &impl Steps<G>, j: usize) {
        loop {
            let state = &mut self.states[j];
            let count = steps.settle(state, self.scratch);
            if self.manner.external_chance || !steps.is_chance(state) {
                return self.found(steps, j, count);
            }
            let k = self.slots[j].stream.below(count);
            let outcome = steps.select(state, self.scratch, k);
            self.slots[j].history.push(outcome);
            steps.apply(state, outcome);
        }
    }

    /// Game `j` is not played on, because it is over or has to stay: begins it anew if it is time; says whether it goes on.
    #[inline(always)]
    pub(super) fn goes_on(&mut self, task: &Task<'_, G>, number: u64, j: usize, action: Action) -> bool {
        let over = self.counts[j] == 0;
        let begins = over && action != STAY && self.manner.autoreset != Autoreset::Disabled;
        if begins {
            self.begin(task, number, j);
        }
        begins || !over
    }

    /// Begins the next episode of game `j`, which is `number` in the batch.
    #[inline(never)]
    pub(super) fn begin(&mut self, task: &Task<'_, G>, number: u64, j: usize) {
        let slot = &mut self.slots[j];
        slot.episode = slot.episode.wrapping_add(1);
        slot.stream = Stream::new(task.seed, slot.episode.wrapping_mul(task.n).wrapping_add(number));
        slot.history.clear();
        self.states[j].clone_from(task.start);
    }
}
