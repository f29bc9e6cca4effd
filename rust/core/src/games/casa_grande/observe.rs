//! Observations (`docs/observations.md`).

use super::CasaGrande;
use super::fits::Kernel;
use super::options::Options;
use super::platforms::SIZE;
use super::state::{Node, State};
use super::tables::{MAX_MARKER, PLOTS, TRACK};
use super::turn::BONUS;
use crate::ArraySpec;
use crate::observe::{Cursor, player_on, seat, widen};

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
    pub(super) fn observe_by<K: Kernel>(&self, state: &State, viewer: usize, u8s: &mut [u8], i32s: &mut [i32]) {
        match self.players {
            2 => self.observe_for::<K, 2>(state, viewer, u8s, i32s),
            3 => self.observe_for::<K, 3>(state, viewer, u8s, i32s),
            _ => self.observe_for::<K, 4>(state, viewer, u8s, i32s),
        }
    }

    #[inline(always)]
    fn observe_for<K: Kernel, const P: usize>(&self, state: &State, viewer: usize, u8s: &mut [u8], i32s: &mut [i32]) {
        assert!(viewer < P, "there is no player {viewer}");
        let players: [usize; P] = std::array::from_fn(|seat| player_on(seat, viewer, P));
        let board = &state.board;
        let mut out = Cursor(u8s);
        let mut plane = || -> &mut [u8; PLOTS] { out.take(PLOTS).try_into().expect("a plane has 64 plots") };
        board.write_heights::<K>(plane());
        for player in players {
            K::spread(board.block(player), plane());
        }
        for player in players {
            K::spread(board.platform(player), plane());
        }
        for plots in [board.whole(), board.joined_right(), board.joined_up(), self.lane(state)] {
            K::spread(plots, plane());
        }
        for player in players {
            out.one_hot(TRACK, state.pawn[player].into());
        }
        out.one_hot(PHASES, state.node as usize);
        let on_turn = state.turn_player().map_or(P, |player| seat(player.into(), viewer, P));
        out.one_hot(P, on_turn);
        let [last_round] = out.0 else { panic!("a uint8 slice of another length") };
        *last_round = state.last_round.into();

        let mut out = Cursor(i32s);
        let counts: &mut [[i32; P]; 3] = out.take(3 * P).as_chunks_mut().0.try_into().expect("three rows");
        for (seat, player) in players.into_iter().enumerate() {
            counts[0][seat] = state.marker[player].into();
            counts[1][seat] = state.money[player] as i32;
            counts[2][seat] = state.blocks[player].into();
        }
        let types = self.tables.set.types().len();
        for player in players {
            widen(&state.stock[player][..types], out.take(types));
        }
        let [round] = out.0 else { panic!("an int32 slice of another length") };
        *round = state.round.into();
    }
}
