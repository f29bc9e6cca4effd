//! A block of games of a batch that are stepped together.

use super::batch::{Autoreset, Manner, NO_ACTION, Ready, STAY, Slot};
use super::kinds::Kinds;
use super::sweep::Task;
use crate::lists::{push_bits, push_first};
use crate::{Action, Game, Steps, Stream};

/// So many games are stepped together: enough for loops over each kind, few enough that their positions stay in a processor's second cache.
pub const BLOCK: usize = 128;

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
    /// What comes next for each.
    pub kinds: &'a mut Kinds,
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
        if count == 0 {
            return self.ended(j);
        }
        self.counts[j] = count;
        self.kinds.set(j, Kinds::DONE);
        if self.prepare == Ready::Sample {
            let k = self.slots[j].stream.below(count);
            self.picks[j] = steps.select(&self.states[j], self.scratch, k);
        } else if self.prepare == Ready::Lists {
            self.starts[j] = self.list.len();
            steps.list(&self.states[j], self.scratch, self.list);
        }
    }

    /// [`Games::found`] when the actions are `first` and the number of a bit of `bits`, of which there are some.
    #[inline(always)]
    pub fn found_bits<const AT_ONCE: usize>(&mut self, steps: &impl Steps<G>, j: usize, bits: u64, first: Action) {
        let count = bits.count_ones();
        self.counts[j] = count;
        self.kinds.set(j, Kinds::DONE);
        if self.prepare == Ready::Sample {
            let k = self.slots[j].stream.below(count);
            self.picks[j] = first + steps.nth_bit(bits, k);
        } else if self.prepare == Ready::Lists {
            self.starts[j] = self.list.len();
            push_bits::<AT_ONCE>(self.list, bits, |bit| first + bit);
        }
    }

    /// [`Games::found`] when the actions are the numbers below `count`, of which there are some.
    #[inline(always)]
    pub fn found_first(&mut self, j: usize, count: u32) {
        self.counts[j] = count;
        self.kinds.set(j, Kinds::DONE);
        if self.prepare == Ready::Sample {
            self.picks[j] = self.slots[j].stream.below(count);
        } else if self.prepare == Ready::Lists {
            self.starts[j] = self.list.len();
            push_first(self.list, count);
        }
    }

    /// Game `j` has come to its end.
    #[inline(always)]
    fn ended(&mut self, j: usize) {
        self.counts[j] = 0;
        self.picks[j] = NO_ACTION;
        self.starts[j] = self.list.len();
        self.kinds.set(j, Kinds::ENDED);
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
    #[inline(always)]
    pub(super) fn begin(&mut self, task: &Task<'_, G>, number: u64, j: usize) {
        begin(task, number, &mut self.states[j], &mut self.slots[j]);
    }
}

/// See [`Games::begin`]. It is not handed the games, so that their slices can stay in registers.
#[inline(never)]
fn begin<G: Game>(task: &Task<'_, G>, number: u64, state: &mut G::State, slot: &mut Slot) {
    slot.episode = slot.episode.wrapping_add(1);
    slot.stream = Stream::new(task.seed, slot.episode.wrapping_mul(task.n).wrapping_add(number));
    slot.history.clear();
    state.clone_from(task.start);
}
