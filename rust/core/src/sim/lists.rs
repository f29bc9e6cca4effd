//! The legal actions of all games of a batch.

use super::batch::{Batch, Ready, SHORT};
use super::sweep::{self, Order};
use crate::{Action, Game};

impl<G: Game> Batch<G> {
    /// Finds the legal actions of all games; [`Batch::list`] has them then.
    pub fn find_lists(&mut self) {
        self.ahead = Ready::Lists;
        if self.ready != Ready::Lists {
            self.take_back();
            sweep::run(self, Ready::Lists, Order::Look);
            self.ready = Ready::Lists;
        }
    }

    /// The list from the legal actions of a game on.
    #[inline(always)]
    pub(super) fn list_from(&self, slot: usize) -> &[Action] {
        // Most batches are one part, and a division takes its time.
        let part = if slot < self.share { 0 } else { slot / self.share };
        &self.lists[part][self.starts[slot]..]
    }

    /// The legal actions of a game, ascending, after [`Batch::find_lists`].
    pub fn list(&self, slot: usize) -> &[Action] {
        &self.list_from(slot)[..self.counts[slot] as usize]
    }

    /// Writes the legal actions of all games after [`Batch::find_lists`], as signed numbers: all are below 2^31.
    ///
    /// # Panics
    /// There is not as much room as there are legal actions.
    pub fn copy_lists(&self, mut out: &mut [i32]) {
        for (slot, &count) in self.counts.iter().enumerate() {
            let (from, count) = (self.list_from(slot), count as usize);
            // Copies of few lengths need no loop; what is too much is written over by the next game.
            let length = if count <= SHORT && out.len() >= SHORT { SHORT } else { count };
            if length == SHORT && count <= SHORT / 2 {
                copy(&mut out[..SHORT / 2], from);
            } else {
                copy(&mut out[..length], from);
            }
            out = &mut out[count..];
        }
    }
}

/// Fills `out` with the first actions.
#[inline(always)]
fn copy(out: &mut [i32], actions: &[Action]) {
    let actions = &actions[..out.len()];
    out.iter_mut().zip(actions).for_each(|(out, &action)| *out = action as i32);
}
