//! What the rules say about a position that was set up by hand (`docs/setup.md`).

use super::CasaGrande;
use super::notation::plot;
use super::setup::{Laying, Sheet};
use super::state::Node;
use super::tables::PLOTS;
use super::turn::{BONUS, CORNERS};
use crate::{Cell, Reason};

impl CasaGrande {
    /// Every reason that does not ask what can be done next.
    pub(super) fn sheet_reasons(&self, sheet: &Sheet) -> Vec<Reason> {
        let mut reasons = Vec::new();
        self.component_reasons(sheet, &mut reasons);
        phase_reasons(sheet, &mut reasons);
        self.turn_reasons(sheet, &mut reasons);
        platform_reasons(&sheet.platforms, &mut reasons);
        self.money_reasons(sheet, &mut reasons);
        self.round_reasons(sheet, &mut reasons);
        reasons
    }

    /// Blocks that each player has laid.
    fn blocks_laid(&self, sheet: &Sheet) -> Vec<u32> {
        sheet.blocks.iter().map(|&left| u32::from(self.blocks) - left).collect()
    }

    /// G1: blocks and platforms.
    fn component_reasons(&self, sheet: &Sheet, reasons: &mut Vec<Reason>) {
        let known = self.known(&sheet.platforms, &sheet.stacks);
        let laid = self.blocks_laid(sheet);
        let mut beyond = 0;
        for (player, (&laid, &known)) in laid.iter().zip(&known.blocks).enumerate() {
            if laid < known {
                let message = format!("player {player} has laid {laid} blocks, but {known} of his must lie");
                reasons.push(Reason::new("G1", message));
            }
            beyond += laid.saturating_sub(known);
        }
        if beyond > known.hidden {
            let message = format!("{beyond} blocks cannot be seen, and at most {} can be built under", known.hidden);
            reasons.push(Reason::new("G1", message));
        }
        for player in 0..self.players() {
            for (kind, entry) in self.tables.set.types().iter().enumerate() {
                let laid: Vec<&Laying> = self.laid_of(&sheet.platforms, player, kind).collect();
                let (count, left) = (laid.len() as u32, sheet.stock[player][kind]);
                if count + left != u32::from(entry.count) {
                    let squares = laid.iter().flat_map(|laying| laying.squares.iter().map(|&(square, _)| square));
                    let name = &entry.name;
                    let message =
                        format!("player {player} has laid {count} and left {left} {name}, not {} in all", entry.count);
                    reasons.push(Reason::at("G1", squares.collect(), message));
                }
            }
        }
    }

    /// G7 and G9: a block and a platform a turn.
    fn turn_reasons(&self, sheet: &Sheet, reasons: &mut Vec<Reason>) {
        let laid = self.blocks_laid(sheet);
        for player in 0..self.players() {
            let turns = sheet.round - u32::from(player >= sheet.to_move);
            let may = turns + u32::from(player == sheet.to_move && sheet.phase == Node::Platform);
            if laid[player] > may {
                let message = format!("player {player} has laid {} blocks in {may} turns", laid[player]);
                reasons.push(Reason::new("G7", message));
            }
            let platforms = sheet.platforms.iter().filter(|laying| laying.player == player).count();
            if platforms > turns as usize {
                let message = format!("player {player} has laid {platforms} platforms in {turns} turns");
                reasons.push(Reason::new("G9", message));
            }
        }
    }

    /// G11 and G12.
    fn money_reasons(&self, sheet: &Sheet, reasons: &mut Vec<Reason>) {
        for (player, (&money, paid)) in sheet.money.iter().zip(self.paid(&sheet.platforms)).enumerate() {
            if money < paid {
                let message = format!("player {player} has {money}, but was paid {paid} for his platforms");
                reasons.push(Reason::new("G11", message));
            } else if !(money - paid).is_multiple_of(BONUS.into()) {
                let message = format!("player {player} has {} beyond his pay, no multiple of {BONUS}", money - paid);
                reasons.push(Reason::new("G12", message));
            }
        }
    }

    /// G13.
    fn round_reasons(&self, sheet: &Sheet, reasons: &mut Vec<Reason>) {
        let most = u32::from(self.max_rounds);
        if sheet.round > most {
            reasons.push(Reason::new("G13", format!("round {} comes after the last one, {most}", sheet.round)));
        }
        if sheet.phase == Node::End {
            if !sheet.blocks.contains(&0) && sheet.round != most {
                let message =
                    format!("everybody has blocks left, and round {} is not the last one, {most}", sheet.round);
                reasons.push(Reason::new("G13", message));
            }
            return;
        }
        for (player, &left) in sheet.blocks.iter().enumerate() {
            let done = player < sheet.to_move || (player == sheet.to_move && sheet.phase == Node::Platform);
            if left == 0 && !done {
                let message = format!("player {player} has no blocks left and could have no further turn");
                reasons.push(Reason::new("G13", message));
            }
        }
    }
}

/// Whether a space is a corner (G6).
fn on_corner(space: u32) -> bool {
    space.is_multiple_of(CORNERS.into())
}

/// G5 and G6.
fn phase_reasons(sheet: &Sheet, reasons: &mut Vec<Reason>) {
    let player = sheet.to_move;
    if sheet.phase == Node::Steps && sheet.markers[player] == 0 {
        reasons.push(Reason::new("G5", format!("the marker of player {player} is on 0: there are no steps to buy")));
    }
    if matches!(sheet.phase, Node::Block | Node::Platform) && on_corner(sheet.pawns[player]) {
        reasons.push(Reason::new("G6", format!("the pawn of player {player} is on a corner, where his turn ends")));
    }
}

/// G10: each platform on what lies there when it is laid.
fn platform_reasons(platforms: &[Laying], reasons: &mut Vec<Reason>) {
    /// The topmost platform of each plot.
    type Tops = [Option<usize>; PLOTS];
    let mut tops: Tops = [None; PLOTS];
    for (i, laying) in platforms.iter().enumerate() {
        let top = |square: Cell| plot(square).and_then(|plot| tops[plot as usize]);
        let lies =
            |&(square, _): &(Cell, bool)| top(square).is_some_and(|below| platforms[below].level >= laying.level);
        let wrong = |marks: bool| -> Vec<Cell> {
            let squares = laying.squares.iter().filter(|square| square.1 == marks && lies(square));
            squares.map(|&(square, _)| square).collect()
        };
        let off: Vec<Cell> = laying.squares.iter().map(|&(square, _)| square).filter(|&s| plot(s).is_none()).collect();
        let number = i + 1;
        let twin = off.is_empty()
            && top(laying.squares[0].0).is_some_and(|below| {
                let same = |square: &(Cell, bool)| top(square.0) == Some(below);
                platforms[below].squares.len() == laying.squares.len() && laying.squares.iter().all(same)
            });
        let mut add = |rule, cells: Vec<Cell>, message: String| {
            if !cells.is_empty() {
                reasons.push(Reason::at(rule, cells, message));
            }
        };
        add("G10a", wrong(true), format!("platform {number} has marked squares that are not on blocks at its level"));
        add("G10b", wrong(false), format!("platform {number} has squares on platforms of its level or higher"));
        add("G10c", off, format!("platform {number} has squares off the board"));
        if twin {
            let squares = laying.squares.iter().map(|&(square, _)| square).collect();
            add("G10e", squares, format!("platform {number} lies straight on a twin"));
        }
        for &(square, _) in &laying.squares {
            if let Some(plot) = plot(square) {
                tops[plot as usize] = Some(i);
            }
        }
    }
}
