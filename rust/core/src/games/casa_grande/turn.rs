//! The course of a turn (G4 to G14).

use std::hint::select_unpredictable;

use super::CasaGrande;
use super::board::Board;
use super::fits::Kernel;
use super::platforms::MAX_TYPES;
use super::state::{MAX_LAID, MAX_PLAYERS, Node, State};
use super::tables::Placement;

/// The bonus scale pays as much as it is long (G12).
pub(super) const BONUS: u8 = 9;
/// Bonus points on a corner (G6).
pub(super) const CORNER: u8 = 3;
/// Every fifth track space is a corner (G2).
pub(super) const CORNERS: u8 = 5;
/// The marker at the start (G3).
const START_MARKER: u8 = 5;

impl CasaGrande {
    pub(super) fn start(&self) -> State {
        let players = self.players();
        let mut stock = [[0; MAX_TYPES]; MAX_PLAYERS];
        let mut stocked = 0;
        for (kind, platform) in self.tables.set.types().iter().enumerate() {
            stock.iter_mut().take(players).for_each(|stock| stock[kind] = platform.count);
            stocked |= 1 << kind;
        }
        let pawn = if players == 2 { [0, 10, 0, 0] } else { [0, 5, 10, 15] };
        State {
            board: Board::default(),
            money: [0; MAX_PLAYERS],
            stocked: [stocked; MAX_PLAYERS],
            round: 1,
            pawn,
            marker: [START_MARKER; MAX_PLAYERS],
            blocks: [self.blocks; MAX_PLAYERS],
            player: 0,
            node: Node::Die,
            last_round: false,
            laid_len: 0,
            stock,
            laid: [0; MAX_LAID],
            laid_level: [0; MAX_LAID],
        }
    }

    /// Plots that are open to the player whose turn it is (G7).
    #[inline(always)]
    pub(super) fn open_plots(&self, state: &State) -> u64 {
        let player = usize::from(state.player) % MAX_PLAYERS;
        let foreign = state.board.any_block() & !state.board.block(player);
        self.tables.lanes[usize::from(state.pawn[player])] & !foreign
    }

    /// A turn's next decision but for platforms: whether one fits is not looked at.
    #[inline(always)]
    pub(super) fn arrive_open(&self, state: &mut State) {
        let player = usize::from(state.player);
        if state.pawn[player].is_multiple_of(CORNERS) {
            gain(state, player, CORNER);
            self.end_turn(state);
        } else if self.open_plots(state) != 0 {
            state.node = Node::Block;
        } else {
            state.node = Node::Platform;
        }
    }

    #[inline(always)]
    pub(super) fn lay_platform(&self, state: &mut State, placement: Placement) {
        self.place_platform(state, placement);
        self.end_turn(state);
    }

    /// Lays a platform without ending the turn.
    #[inline(always)]
    pub(super) fn place_platform(&self, state: &mut State, placement: Placement) {
        let player = usize::from(state.player);
        let picture = &self.tables.pictures[usize::from(placement.picture)];
        let level = self.level(state, placement);
        state.board.lay_platform(self.tables.squares(placement), level, player);
        state.money[player] += picture.size() * level as u32;
        let left = &mut state.stock[player][usize::from(picture.kind)];
        *left -= 1;
        if *left == 0 {
            state.stocked[player] &= !(1 << picture.kind);
        }
        state.keep_laid(placement, level, player);
    }

    /// The level of a placement that fits: the height under any marked square.
    #[inline]
    pub(super) fn level(&self, state: &State, placement: Placement) -> usize {
        let marks = self.tables.pictures[usize::from(placement.picture)].marks << placement.anchor;
        state.board.height(marks.trailing_zeros())
    }

    #[inline(always)]
    pub(super) fn end_turn(&self, state: &mut State) {
        // Who comes next is hard to guess, so there is no branch for it. The round is read before the player is written,
        // since the processor would read both at once.
        let round = state.round;
        state.player = self.after[usize::from(state.player) % MAX_PLAYERS];
        let again = u16::from(state.player == 0);
        let ends = again & (u16::from(state.last_round) | u16::from(round == self.max_rounds));
        state.node = select_unpredictable(ends != 0, Node::End, Node::Die);
        state.round = round + again - ends;
    }
}

impl State {
    /// Lays a block without going on to the platforms (G7, G8).
    #[inline(always)]
    pub(super) fn place_block<K: Kernel>(&mut self, plot: u32) {
        let player = usize::from(self.player);
        if (self.board.any_platform() & !self.board.platform(player)) >> plot & 1 != 0 {
            let (owner, level) = (self.board.owner(plot), self.board.height(plot));
            gain(self, owner, level as u8);
        }
        self.board.lay_block::<K>(plot, player);
        self.blocks[player] -= 1;
        self.last_round |= self.blocks[player] == 0;
    }
}

/// A player's marker goes forward; on reaching 9 it pays 9 and goes to 0 (G12).
#[inline(always)]
pub(super) fn gain(state: &mut State, player: usize, points: u8) {
    state.marker[player] += points;
    if state.marker[player] >= BONUS {
        state.marker[player] = 0;
        state.money[player] += u32::from(BONUS);
    }
}
