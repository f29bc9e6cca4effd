//! Why a move is illegal (`docs/reasons.md`).

use super::CasaGrande;
use super::board::Top;
use super::notation::{Move, cell, cell_name, plot};
use super::state::{Node, State};
use super::tables::{Picture, bits};
use crate::{Cell, Reason};

impl CasaGrande {
    /// All rules that a move violates.
    pub(super) fn reasons(&self, state: &State, wanted: Move) -> Vec<Reason> {
        match (state.node, wanted) {
            (Node::End, _) => vec![Reason::phase("the game is over")],
            (Node::Die, Move::Die(_)) | (Node::Platform, Move::Decline) => Vec::new(),
            (Node::Steps, Move::Steps(steps)) => self.step_reasons(state, steps),
            (Node::Block, Move::Block(cell)) => self.block_reasons(state, cell),
            (Node::Platform, Move::Platform(picture, anchor)) => self.platform_reasons(state, picture, anchor),
            (node, _) => {
                let what = match node {
                    Node::Die => "the die is to be rolled",
                    Node::Steps => "steps are to be chosen",
                    Node::Block => "a block is to be laid",
                    Node::Platform | Node::End => "a platform is to be laid or declined",
                };
                vec![Reason::phase(what)]
            }
        }
    }

    #[expect(clippy::unused_self, reason = "beside its sisters")]
    fn step_reasons(&self, state: &State, steps: u32) -> Vec<Reason> {
        let marker = state.marker[usize::from(state.player)];
        if steps <= u32::from(marker) {
            return Vec::new();
        }
        vec![Reason::new("G5", format!("{steps} steps cost {steps} points, the marker is on {marker}"))]
    }

    fn block_reasons(&self, state: &State, cell: Cell) -> Vec<Reason> {
        let name = cell_name(cell);
        let lane = self.lane(state);
        let why = match plot(cell) {
            None => format!("{name} is off the board"),
            Some(plot) if lane >> plot & 1 == 0 => {
                let space = state.pawn[usize::from(state.player)];
                format!("{name} is not in the lane of the pawn's space {space}")
            }
            Some(plot) => match state.board.top(plot) {
                Top::Block(owner) if owner != state.player => format!("a block of player {owner} is on top of {name}"),
                _ => return Vec::new(),
            },
        };
        vec![Reason::at("G7", vec![cell], why)]
    }

    fn platform_reasons(&self, state: &State, picture: usize, anchor: Cell) -> Vec<Reason> {
        let picture = &self.tables.pictures[picture];
        let player = state.player;
        let (on_board, off_board) = squares(picture, anchor);
        let marked: Vec<u32> = on_board.iter().filter(|square| square.1).map(|square| square.0).collect();
        let own = |plot: u32| state.board.top(plot) == Top::Block(player);
        let level = marked.iter().filter(|&&plot| own(plot)).map(|&plot| state.board.height(plot)).max();
        let mut reasons = Vec::new();

        let wrong = marked.iter().copied().filter(|&plot| !own(plot) || Some(state.board.height(plot)) != level);
        push(&mut reasons, "G10a", wrong.collect(), |plot, name| match level {
            Some(level) if own(plot) => {
                format!(
                    "the own block on {name} has height {}, the platform's level is {level}",
                    state.board.height(plot)
                )
            }
            _ => format!("{name} bears no own block"),
        });
        if let Some(level) = level {
            let blocked = on_board.iter().filter(|square| !square.1).map(|square| square.0);
            let blocked = blocked.filter(|plot| state.board.support(level) >> plot & 1 == 0);
            push(&mut reasons, "G10b", blocked.collect(), |plot, name| match state.board.height(plot) {
                height if height > level => format!("{name} is higher ({height}) than the platform's level {level}"),
                _ => format!("{name} has a bare platform of the same level {level} on top"),
            });
        }
        if !off_board.is_empty() {
            let names: Vec<String> = off_board.iter().copied().map(cell_name).collect();
            reasons.push(Reason::at("G10c", off_board.clone(), format!("off the board: {}", names.join(", "))));
        }
        let kind = usize::from(picture.kind);
        if state.stock(usize::from(player), kind) == 0 {
            let name = &self.tables.set.types()[kind].name;
            reasons.push(Reason::new("G10d", format!("player {player} has no platform {name} left")));
        }
        let plots = on_board.iter().fold(0, |plots, square| plots | 1 << square.0);
        if level.is_some() && off_board.is_empty() && state.board.is_twin(plots) {
            let cells = on_board.iter().map(|square| cell(square.0)).collect();
            reasons.push(Reason::at("G10e", cells, "it would lie straight on a platform that covers the same plots"));
        }
        reasons
    }
}

/// A picture's squares on the board as plots with their marks, and the cells off the board.
fn squares(picture: &Picture, (left, bottom): Cell) -> (Vec<(u32, bool)>, Vec<Cell>) {
    let (mut on_board, mut off_board) = (Vec::new(), Vec::new());
    for square in bits(picture.squares) {
        let (x, y) = cell(square);
        let at = (left + x, bottom + y);
        match plot(at) {
            Some(plot) => on_board.push((plot, picture.marks >> square & 1 != 0)),
            None => off_board.push(at),
        }
    }
    (on_board, off_board)
}

fn push(reasons: &mut Vec<Reason>, rule: &'static str, plots: Vec<u32>, say: impl Fn(u32, String) -> String) {
    if plots.is_empty() {
        return;
    }
    let said: Vec<String> = plots.iter().map(|&plot| say(plot, cell_name(cell(plot)))).collect();
    reasons.push(Reason::at(rule, plots.into_iter().map(cell).collect(), said.join("; ")));
}
