//! Whole random games.

use super::Phase;
use super::board::bits;
use super::position::{Entry, Position};
use super::shared::Shared;
use super::simd::{Cpu, Job};
use super::tables::{Quad, Tables};
use crate::{Action, Stream};

/// See [`crate::Game::playout`].
pub(super) struct Playout<'a, const N: usize, const T: usize, const L: usize, E: Entry, F> {
    pub(super) shared: &'a Shared,
    pub(super) tables: &'a Tables<N>,
    pub(super) position: &'a mut Position<N, T, L, E>,
    pub(super) stream: &'a mut Stream,
    pub(super) seen: &'a mut F,
}

impl<const N: usize, const T: usize, const L: usize, E: Entry, F: FnMut(Action)> Job for Playout<'_, N, T, L, E, F> {
    type Out = u32;

    #[inline(always)]
    fn run<C: Cpu>(mut self) -> u32 {
        let mut length = 0;
        if self.position.head.phase == Phase::Draft {
            length += self.draft();
        }
        if self.position.head.phase == Phase::Lay {
            let mut player = usize::from(self.position.head.player);
            if self.position.head.tiles == 0 {
                self.stream.next_u64();
                let front = self.shared.pictures.front;
                let cell = self.shared.area.cell_at((0, 0)).expect("the front door's place is a cell");
                (self.seen)(self.shared.action(front, cell));
                self.position.lay(self.tables, cell, front);
                player = self.after(player);
                length += 1;
            }
            length += self.build::<C>(player);
        }
        length
    }
}

impl<const N: usize, const T: usize, const L: usize, E: Entry, F: FnMut(Action)> Playout<'_, N, T, L, E, F> {
    #[inline(always)]
    fn after(&self, player: usize) -> usize {
        self.shared.after(player as u8).into()
    }

    /// The rest of the draft.
    #[inline(always)]
    fn draft(&mut self) -> u32 {
        let front = self.shared.front;
        let mut pool: [u8; T] = std::array::from_fn(|kind| self.position.pool(self.shared, kind));
        let mut face_up = [0_u8; 64];
        let mut kinds = 0;
        for kind in bits(self.position.face_up) {
            face_up[kinds] = kind as u8;
            kinds += 1;
        }
        let picks = self.position.head.picks;
        let mut player = usize::from(self.position.head.player);
        for left in (1..=picks).rev() {
            let kind = if left == 1 && pool[front] > 0 {
                self.stream.next_u64();
                front
            } else {
                usize::from(face_up[self.stream.below(kinds as u32) as usize % 64])
            };
            (self.seen)(kind as Action);
            self.position.hands.add(player, kind);
            player = self.after(player);
            pool[kind] -= 1;
            if pool[kind] == 0 {
                let at = face_up[..kinds].iter().position(|&other| usize::from(other) == kind).unwrap_or(0);
                face_up.copy_within(at + 1..kinds, at);
                kinds -= 1;
            }
        }
        self.position.begin(front);
        u32::from(picks)
    }

    /// The rest of the lays, after the front door's.
    #[inline(always)]
    fn build<C: Cpu>(&mut self, mut player: usize) -> u32 {
        let tables = self.tables;
        let players = usize::from(self.shared.options.players);
        // Per type in hand: where it can be laid, by turn, and the number of lays up to and with each turn and the type.
        let mut cells = [Quad::<N>::EMPTY; T];
        let mut upto = [[0_u32; 4]; T];
        let mut room = None;
        let (mut length, mut skipped) = (0, 0);
        while skipped < players {
            let types = self.position.hands.types(player);
            let demand = self.position.table.demand(tables, &mut room);
            let (mut total, mut left, mut slot) = (0, types, 0);
            while left != 0 && slot < T {
                let quad = demand.of(&tables.looks[left.trailing_zeros() as usize]);
                left &= left - 1;
                cells[slot] = quad;
                for r in 0..4 {
                    total += quad[r].count();
                    upto[slot][r] = total;
                }
                slot += 1;
            }
            if total == 0 {
                skipped += 1;
                player = self.after(player);
                continue;
            }
            skipped = 0;
            let k = self.stream.below(total);
            // As many rounds as there were in counting: that is easy to guess, unlike where a search would end.
            let slot = bits(types).zip(&upto).filter(|(_, upto)| upto[3] <= k).count();
            let r = upto[slot].iter().filter(|&&upto| upto <= k).count() & 3;
            let board = &cells[slot][r];
            let before = upto[slot][r] - board.count();
            let cell = board.select::<C>(tables.base(self.position.table.frames), k - before);
            let kind = C::select(types, slot as u32) as usize;
            let picture = self.shared.pictures.of_type[kind].start + r;
            (self.seen)(self.shared.action(picture, cell));
            self.position.head.player = player as u8;
            self.position.lay(tables, cell, picture);
            length += 1;
            player = self.after(player);
        }
        self.position.head.phase = Phase::End;
        length
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::super::{Casbah, Scratch, Simd};
    use crate::{Action, Game, Stream, laws};

    fn play(game: &Casbah, number: u64) -> (Vec<Action>, laws::View) {
        let (mut state, mut actions) = (game.new_initial_state(), Vec::new());
        game.playout(&mut state, &mut Stream::new(2, number), &mut Scratch::default(), &mut |action| {
            actions.push(action);
        });
        (actions, laws::view(game, &state))
    }

    #[test]
    fn every_path_plays_the_same_games() {
        for (size, tiles) in [([6, 6], "reconstruction"), ([6, 6], "reconstruction-walls"), ([4, 11], "reconstruction")]
        {
            for strict in [false, true] {
                let options = json!({"size": size, "players": 2, "tiles": tiles, "strict_future": strict});
                let best = Casbah::from_options(options.as_object().expect("an object")).expect("allowed options");
                let portable = best.clone().with_simd(Simd::available()[0]);
                for number in 0..40 {
                    let game = play(&best, number);
                    assert_eq!(game, play(&portable, number), "game {number} of {options}");
                    let mut state = portable.new_initial_state();
                    for &action in &game.0 {
                        assert_eq!(laws::legal_actions(&best, &state), laws::legal_actions(&portable, &state));
                        portable.apply(&mut state, action);
                    }
                }
            }
        }
    }
}
