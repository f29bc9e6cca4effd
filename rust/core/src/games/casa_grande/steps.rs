//! One entry of the history at a time: how many actions there are, the k-th of them, playing one.

use std::hint::select_unpredictable;
use std::marker::PhantomData;

use super::CasaGrande;
use super::board::Board;
use super::fits::{self, Fits, Kernel};
use super::state::{Node, State};
use super::tables::{BLOCK, DECLINE, PLOTS, TRACK};
use super::turn::{CORNER, CORNERS, gain};
use crate::sim::{self, Games};
use crate::{Action, Arrays, Steps, Sweep};

/// Steps that look for platforms only once.
struct Late<'a, K> {
    game: &'a CasaGrande,
    kernel: PhantomData<K>,
}

/// Track spaces by the number of steps from space 0.
const SPACES: [u8; 64] = {
    let mut spaces = [0; 64];
    let mut steps = 0;
    while steps < 64 {
        spaces[steps] = (steps % TRACK) as u8;
        steps += 1;
    }
    spaces
};

/// The space that is `steps` on. More than one round is no legal move, but must not lead off the track.
#[inline(always)]
fn ahead(space: u8, steps: u8) -> u8 {
    SPACES[usize::from(space.wrapping_add(steps) % 64)]
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

    #[inline(always)]
    fn nth_bit(&self, bits: u64, k: u32) -> u32 {
        K::nth_bit(bits, k)
    }

    /// Each kind of decision.
    #[inline(always)]
    fn kind(&self, state: &State, action: Action) -> u8 {
        select_unpredictable(action == DECLINE, OVER, KIND_OF[state.node as usize])
    }

    /// Each kind of node has a loop of its own.
    #[inline(always)]
    fn play(&self, games: &mut Games<'_, CasaGrande>, actions: &[Action]) {
        if games.external_chance() {
            for kind in [WALKS, BUILDS, LAYS, OVER] {
                for j in games.kinds.all(kind) {
                    games.play(self, j, actions);
                }
            }
            return;
        }
        // Where a block can be laid, and the levels at which platforms may fit.
        let (mut open, mut levels) = ([0; sim::BLOCK], [0; sim::BLOCK]);
        for j in games.kinds.all(BUILDS) {
            games.states[j].place_block::<K>(actions[j].wrapping_sub(BLOCK) % PLOTS as u32);
            games.kinds.set(j, BUILT);
        }
        for j in games.kinds.all(LAYS) {
            if let Some(placement) = self.game.tables.placement(actions[j]) {
                self.game.place_platform(&mut games.states[j], placement);
            }
            games.kinds.set(j, OVER);
        }
        for j in games.kinds.all(WALKS) {
            let state = &mut games.states[j];
            let player = usize::from(state.player % 4);
            state.marker[player] = state.marker[player].wrapping_sub(actions[j] as u8);
            state.pawn[player] = ahead(state.pawn[player], actions[j] as u8);
            games.kinds.set(j, self.arrive(state, &mut open[j], false));
        }
        // From here on `WALKS` and `BUILDS` are games that have come to such a decision.
        loop {
            for j in games.kinds.all(CORNERED) {
                let state = &mut games.states[j];
                gain(state, usize::from(state.player), CORNER);
                games.kinds.set(j, OVER);
            }
            for j in games.kinds.all(BUILT) {
                let state = &games.states[j];
                levels[j] = fits::levels::<K>(&self.game.tables, &state.board, usize::from(state.player % 4));
                games.kinds.set(j, select_unpredictable(levels[j] == 0, OVER, FITTING));
            }
            for j in games.kinds.all(FITTING) {
                let state = &mut games.states[j];
                let player = usize::from(state.player % 4);
                let (tables, stocked) = (&self.game.tables, state.stocked[player]);
                let count = games.scratch.find_at::<K>(tables, &state.board, player, stocked, Some(levels[j]));
                if count == 0 {
                    games.kinds.set(j, OVER);
                } else {
                    state.node = Node::Platform;
                    games.found(self, j, 1 + count);
                }
            }
            if games.kinds.all(OVER).next().is_none() {
                break;
            }
            for j in games.kinds.all(OVER) {
                self.game.end_turn(&mut games.states[j]);
                if games.states[j].node == Node::End {
                    games.found(self, j, 0);
                    continue;
                }
                let die = games.roll(j, DIE);
                let state = &mut games.states[j];
                let player = usize::from(state.player % 4);
                state.pawn[player] = ahead(state.pawn[player], die as u8 + 1);
                let walks = state.marker[player] > 0;
                games.kinds.set(j, self.arrive(state, &mut open[j], walks));
            }
        }
        for j in games.kinds.all(WALKS) {
            let state = &games.states[j];
            let count = u32::from(state.marker[usize::from(state.player % 4)]) + 1;
            games.found_first(j, count);
        }
        for j in games.kinds.all(BUILDS) {
            games.found_bits::<16>(self, j, open[j], BLOCK);
        }
    }
}

impl<K: Kernel> Late<'_, K> {
    /// What comes next now that the pawn stands, unless it walks on. It is hard to guess, so there is no branch for it.
    #[inline(always)]
    fn arrive(&self, state: &mut State, open: &mut u64, walks: bool) -> u8 {
        *open = self.game.open_plots(state);
        state.node = [Node::Block, Node::Steps][usize::from(walks)];
        let corner = state.pawn[usize::from(state.player % 4)].is_multiple_of(CORNERS);
        ARRIVALS[usize::from(walks) << 2 | usize::from(*open != 0) << 1 | usize::from(corner)]
    }
}

/// Groups by whether the pawn walks on, whether there are open plots and whether it is a corner.
const ARRIVALS: [u8; 8] = [BUILT, CORNERED, BUILDS, BUILDS, WALKS, WALKS, WALKS, WALKS];

/// Groups of games by what is to be done next: bought steps, a block or a platform are decided..
const WALKS: u8 = 0;
const BUILDS: u8 = 1;
const LAYS: u8 = 2;
/// .. the pawn has come to a corner, there is no block to be laid any more, platforms may fit, or the turn is over.
const CORNERED: u8 = 3;
const BUILT: u8 = 4;
const FITTING: u8 = 5;
const OVER: u8 = 6;

/// The group by the node at which something was decided, unless a platform was declined.
const KIND_OF: [u8; 5] = {
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
            Node::Platform => {
                let laid = self.tables.action(fits.select::<K>(k.saturating_sub(1)));
                select_unpredictable(k == 0, DECLINE, laid)
            }
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
