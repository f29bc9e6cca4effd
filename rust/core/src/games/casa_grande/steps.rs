//! One entry of the history at a time: how many actions there are, the k-th of them, playing one.

use std::marker::PhantomData;

use super::CasaGrande;
use super::board::Board;
use super::fits::{self, Fits, Kernel};
use super::state::{Node, State};
use super::tables::{BLOCK, DECLINE, PLOTS, TRACK};
use super::turn::{CORNER, CORNERS, gain};
use crate::sim::{Games, Groups};
use crate::{Action, Arrays, Steps, Sweep};

/// Steps that look for platforms only once.
struct Late<'a, K> {
    game: &'a CasaGrande,
    kernel: PhantomData<K>,
}

/// The space that is `steps` on, 14 at most.
#[inline(always)]
fn ahead(space: u8, steps: u8) -> u8 {
    let space = space.wrapping_add(steps);
    // More than one round is no legal move, but must not lead off the track.
    let again = space.wrapping_sub(TRACK as u8).min(TRACK as u8 - 1);
    std::hint::select_unpredictable(space >= TRACK as u8, again, space)
}

impl<K: Kernel> Steps<CasaGrande> for Late<'_, K> {
    #[inline(always)]
    fn apply(&self, state: &mut State, action: Action) {
        self.game.apply_open_by::<K>(state, action);
    }

    #[inline(always)]
    fn settle(&self, state: &mut State, fits: &mut Fits) -> u32 {
        self.game.settle_by::<K>(state, fits)
    }

    #[inline(always)]
    fn select(&self, state: &State, fits: &Fits, k: u32) -> Action {
        self.game.select_by::<K>(state, fits, k)
    }

    #[inline(always)]
    fn list(&self, state: &State, fits: &mut Fits, out: &mut Vec<Action>) {
        self.game.list_all(state, fits, out);
    }

    #[inline(always)]
    fn is_legal(&self, state: &State, action: Action) -> bool {
        self.game.allows(state, action)
    }

    #[inline(always)]
    fn is_chance(&self, state: &State) -> bool {
        state.node == Node::Die
    }

    #[inline(always)]
    fn observe<'a>(&self, state: &State, player: usize, out: &mut impl Arrays<'a>) {
        self.game.observe_by::<K>(state, player, out);
    }

    /// Each kind of node has a loop of its own.
    #[inline(always)]
    fn play(&self, games: &mut Games<'_, CasaGrande>, moved: &[u8], actions: &[Action]) {
        if games.external_chance() {
            for &j in moved {
                games.play(self, usize::from(j), actions);
            }
            return;
        }
        let mut groups = Groups::<8>::new();
        for &j in moved {
            let j = usize::from(j);
            let group = GROUP_OF[games.states[j].node as usize];
            let group = if actions[j] == DECLINE { OVER } else { group };
            groups.add(group, j);
        }
        for j in groups.take(WALKS) {
            let state = &mut games.states[j];
            let player = usize::from(state.player % 4);
            state.marker[player] = state.marker[player].wrapping_sub(actions[j] as u8);
            state.pawn[player] = ahead(state.pawn[player], actions[j] as u8);
            let corner = state.pawn[player].is_multiple_of(CORNERS);
            groups.add(if corner { CORNERED } else { ARRIVED }, j);
        }
        for j in groups.take(BUILDS) {
            games.states[j].place_block::<K>(actions[j].wrapping_sub(BLOCK) % PLOTS as u32);
            groups.add(BUILT, j);
        }
        for j in groups.take(LAYS) {
            if let Some(placement) = self.game.tables.placement(actions[j]) {
                self.game.place_platform(&mut games.states[j], placement);
            }
            groups.add(OVER, j);
        }
        // From here on `WALKS` and `BUILDS` are games that have come to such a decision.
        loop {
            for j in groups.take(CORNERED) {
                let state = &mut games.states[j];
                gain(state, usize::from(state.player), CORNER);
                groups.add(OVER, j);
            }
            for j in groups.take(ARRIVED) {
                let state = &mut games.states[j];
                let open = self.game.open_plots(state) != 0;
                state.node = Node::Block;
                groups.add(if open { BUILDS } else { BUILT }, j);
            }
            for j in groups.take(BUILT) {
                let state = &mut games.states[j];
                let player = usize::from(state.player % 4);
                let count = games.scratch.find::<K>(&self.game.tables, &state.board, player, state.stocked[player]);
                if count == 0 {
                    groups.add(OVER, j);
                } else {
                    state.node = Node::Platform;
                    games.found(self, j, 1 + count);
                }
            }
            if groups.is_empty(OVER) {
                break;
            }
            for j in groups.take(OVER) {
                self.game.end_turn(&mut games.states[j]);
                if games.states[j].node == Node::End {
                    games.found(self, j, 0);
                    continue;
                }
                let die = games.roll(j, DIE);
                let state = &mut games.states[j];
                let player = usize::from(state.player % 4);
                state.pawn[player] = ahead(state.pawn[player], die as u8 + 1);
                state.node = Node::Steps;
                let corner = state.pawn[player].is_multiple_of(CORNERS);
                let arrives = if corner { CORNERED } else { ARRIVED };
                groups.add(if state.marker[player] > 0 { WALKS } else { arrives }, j);
            }
        }
        for j in groups.take(WALKS) {
            let state = &games.states[j];
            let count = u32::from(state.marker[usize::from(state.player % 4)]) + 1;
            games.found(self, j, count);
        }
        for j in groups.take(BUILDS) {
            let count = self.game.open_plots(&games.states[j]).count_ones();
            games.found(self, j, count);
        }
    }
}

/// Groups of games by what is to be done next: bought steps, a block or a platform are decided..
const WALKS: usize = 0;
const BUILDS: usize = 1;
const LAYS: usize = 2;
/// .. the pawn has come to a corner or to a lane, there is no block to be laid any more, or the turn is over.
const CORNERED: usize = 3;
const ARRIVED: usize = 4;
const BUILT: usize = 5;
const OVER: usize = 6;

/// The group by the node at which something was decided, unless a platform was declined.
const GROUP_OF: [usize; 5] = {
    let mut groups = [OVER; 5];
    groups[Node::Steps as usize] = WALKS;
    groups[Node::Block as usize] = BUILDS;
    groups[Node::Platform as usize] = LAYS;
    groups
};

/// Faces of the die.
pub(super) const DIE: u32 = 6;

impl CasaGrande {
    /// [`crate::Game::count`].
    #[inline(always)]
    pub(super) fn count_by<K: Kernel>(&self, state: &State, fits: &mut Fits) -> u32 {
        let player = usize::from(state.player);
        match state.node {
            Node::Die => DIE,
            Node::Steps => u32::from(state.marker[player]) + 1,
            Node::Block => self.open_plots(state).count_ones(),
            Node::Platform => 1 + K::find(fits, &self.tables, &state.board, player, state.stocked[player]),
            Node::End => 0,
        }
    }

    /// [`crate::Game::select`].
    #[inline(always)]
    pub(super) fn select_by<K: Kernel>(&self, state: &State, fits: &Fits, k: u32) -> Action {
        match state.node {
            Node::Block => BLOCK + K::nth_bit(self.open_plots(state), k),
            Node::Platform if k == 0 => DECLINE,
            Node::Platform => self.tables.action(fits.select::<K>(k - 1)),
            _ => k,
        }
    }

    /// [`crate::Game::apply`].
    #[inline(always)]
    pub(super) fn apply_by<K: Kernel>(&self, state: &mut State, action: Action) {
        self.apply_open_by::<K>(state, action);
        let player = usize::from(state.player);
        if state.node == Node::Platform && !K::any(&self.tables, &state.board, player, state.stocked[player]) {
            self.end_turn(state);
        }
    }

    /// [`crate::Steps::apply`]: a platform is offered unseen.
    #[inline(always)]
    fn apply_open_by<K: Kernel>(&self, state: &mut State, action: Action) {
        let player = usize::from(state.player);
        match state.node {
            Node::Die => {
                state.pawn[player] = ahead(state.pawn[player], action as u8 + 1);
                if state.marker[player] > 0 {
                    state.node = Node::Steps;
                } else {
                    self.arrive_open(state);
                }
            }
            Node::Steps => {
                state.marker[player] = state.marker[player].wrapping_sub(action as u8);
                state.pawn[player] = ahead(state.pawn[player], action as u8);
                self.arrive_open(state);
            }
            Node::Block => {
                state.place_block::<K>(action.wrapping_sub(BLOCK) % PLOTS as u32);
                state.node = Node::Platform;
            }
            Node::Platform => match self.tables.placement(action) {
                Some(placement) => self.lay_platform(state, placement),
                None => self.end_turn(state),
            },
            Node::End => {}
        }
    }

    /// [`crate::Steps::settle`]: ends a turn whose player can lay no platform.
    #[inline(always)]
    fn settle_by<K: Kernel>(&self, state: &mut State, fits: &mut Fits) -> u32 {
        if state.node == Node::Platform {
            let player = usize::from(state.player);
            let count = fits.find::<K>(&self.tables, &state.board, player, state.stocked[player]);
            if count != 0 {
                return 1 + count;
            }
            self.end_turn(state);
        }
        let marker = u32::from(state.marker[usize::from(state.player)]);
        match state.node {
            Node::Die => DIE,
            Node::Steps => marker + 1,
            Node::Block => self.open_plots(state).count_ones(),
            Node::Platform | Node::End => 0,
        }
    }

    /// [`crate::Game::sweep`].
    #[inline(always)]
    pub(super) fn sweep_by<K: Kernel, W: Sweep<Self>>(&self, work: W) -> W::Out {
        work.run(&Late { game: self, kernel: PhantomData::<K> })
    }

    /// The best payout (G11) among the platforms that `player` may lay on a board; 0 if there is none.
    #[inline(always)]
    pub(super) fn best_payout_by<K: Kernel>(&self, board: &Board, player: usize, stocked: u32) -> u32 {
        fits::best_payout::<K>(&self.tables, board, player, stocked)
    }
}
