//! A position as bytes (`docs/positions.md`).

use super::CasaGrande;
use super::board::Top;
use super::state::{Node, State};
use super::tables::PLOTS;

impl CasaGrande {
    pub(super) fn write(&self, state: &State, out: &mut Vec<u8>) {
        let players = self.players();
        out.extend([state.node as u8, state.turn_player().unwrap_or(255), u8::from(state.last_round)]);
        out.extend(state.round.to_le_bytes());
        out.extend(&state.pawn[..players]);
        out.extend(&state.marker[..players]);
        out.extend(state.money[..players].iter().flat_map(|money| money.to_le_bytes()));
        out.extend(&state.blocks[..players]);
        for stock in &state.stock[..players] {
            out.extend(&stock[..self.tables.set.types().len()]);
        }
        let heights = state.board.heights();
        for plot in 0..PLOTS {
            let top = match state.board.top(plot as u32) {
                Top::Ground => 0,
                Top::Block(player) => 1 + player,
                Top::Platform(player) => 129 + player,
            };
            out.extend([heights[plot], top]);
        }
        let whole = state.whole_platforms(&self.tables);
        out.push(whole.len() as u8);
        for platform in whole {
            out.push(platform.level);
            out.extend(platform.squares.to_le_bytes());
        }
    }
}

const _: () = assert!(Node::End as u8 == 4);
