//! Observations (`docs/observations.md`).

use super::CasaGrande;
use super::fits::Kernel;
use super::options::Options;
use super::platforms::SIZE;
use super::state::{Node, State};
use super::tables::{MAX_MARKER, PLOTS, TRACK};
use super::turn::BONUS;
use crate::observe::{one_hot, player_on, seat, widen};
use crate::{ArraySpec, Arrays};

/// Number of phases.
const PHASES: usize = Node::End as usize + 1;

/// The arrays of an observation.
pub(super) fn spec(options: &Options) -> Vec<ArraySpec> {
    let players = usize::from(options.players);
    let (blocks, rounds) = (i32::from(options.blocks), i32::from(options.max_rounds));
    let types = options.platforms.types();
    let highest = options.players * options.blocks;
    let squares = |rows: &[String]| rows.iter().flat_map(|row| row.bytes()).filter(|&letter| letter != b'.').count();
    let platforms: i32 = types.iter().map(|kind| i32::from(kind.count) * squares(&kind.rows) as i32).sum();
    // Each corner and each foreign block on an own platform can pay once (G6, G8, G12).
    let payments = rounds + (i32::from(options.players) - 1) * blocks;
    let money = platforms * i32::from(highest) + payments * i32::from(BONUS);
    let most = types.iter().map(|kind| kind.count).max().unwrap_or(0);
    vec![
        ArraySpec::bytes("height", &[SIZE, SIZE], highest),
        ArraySpec::flags("block", &[players, SIZE, SIZE]),
        ArraySpec::flags("platform", &[players, SIZE, SIZE]),
        ArraySpec::flags("edges", &[3, SIZE, SIZE]),
        ArraySpec::flags("lane", &[SIZE, SIZE]),
        ArraySpec::flags("pawn", &[players, TRACK]),
        ArraySpec::flags("phase", &[PHASES]),
        ArraySpec::flags("turn", &[players]),
        ArraySpec::flags("last_round", &[1]),
        ArraySpec::numbers("marker", &[players], 0, MAX_MARKER.into()),
        ArraySpec::numbers("money", &[players], 0, money),
        ArraySpec::numbers("blocks_left", &[players], 0, blocks),
        ArraySpec::numbers("stock", &[players, types.len()], 0, most.into()),
        ArraySpec::numbers("round", &[1], 1, rounds),
    ]
}

impl CasaGrande {
    /// [`crate::Game::observe`].
    #[inline(always)]
    pub(super) fn observe_by<'a, K: Kernel>(&self, state: &State, viewer: usize, out: &mut impl Arrays<'a>) {
        match self.players {
            2 => self.observe_for::<K, 2>(state, viewer, out),
            3 => self.observe_for::<K, 3>(state, viewer, out),
            _ => self.observe_for::<K, 4>(state, viewer, out),
        }
    }

    #[inline(always)]
    fn observe_for<'a, K: Kernel, const P: usize>(&self, state: &State, viewer: usize, out: &mut impl Arrays<'a>) {
        assert!(viewer < P, "there is no player {viewer}");
        let players: [usize; P] = std::array::from_fn(|seat| player_on(seat, viewer, P));
        let board = &state.board;
        board.write_heights::<K>(planes::<1>(out)[0]);
        let [blocks, platforms] = [(); 2].map(|()| planes::<P>(out));
        for (seat, player) in players.into_iter().enumerate() {
            K::spread(board.block(player), blocks[seat]);
            K::spread(board.platform(player), platforms[seat]);
        }
        let edges = [board.whole(), board.joined_right(), board.joined_up()];
        edges.into_iter().zip(planes::<3>(out)).for_each(|(plots, plane)| K::spread(plots, plane));
        K::spread(self.lane(state), planes::<1>(out)[0]);
        let pawns = out.bytes(P * TRACK);
        pawns.fill(0);
        for (seat, player) in players.into_iter().enumerate() {
            pawns[TRACK * seat + usize::from(state.pawn[player]) % TRACK] = 1;
        }
        one_hot(out.bytes(PHASES), state.node as usize);
        let on_turn = state.turn_player().map_or(P, |player| seat(player.into(), viewer, P));
        one_hot(out.bytes(P), on_turn);
        out.bytes(1)[0] = state.last_round.into();

        let [marker, money, blocks_left] = [(); 3].map(|()| out.numbers(P));
        for (seat, player) in players.into_iter().enumerate() {
            marker[seat] = state.marker[player].into();
            money[seat] = state.money[player] as i32;
            blocks_left[seat] = state.blocks[player].into();
        }
        let types = self.tables.set.types().len();
        for (player, stock) in players.into_iter().zip(out.numbers(P * types).chunks_exact_mut(types)) {
            widen(&state.stock[player][..types], stock);
        }
        out.numbers(1)[0] = state.round.into();
    }
}

/// The next array, whose planes show the plots.
#[inline(always)]
fn planes<'a, const N: usize>(out: &mut impl Arrays<'a>) -> [&'a mut [u8; PLOTS]; N] {
    let mut planes = out.bytes(N * PLOTS).as_chunks_mut().0.iter_mut();
    std::array::from_fn(|_| planes.next().expect("a plane has 64 plots"))
}
