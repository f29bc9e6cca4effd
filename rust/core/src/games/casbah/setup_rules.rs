//! What the rules say about a position that was set up by hand (`docs/setup.md`).

use super::setup::{Lay, Sheet};
use super::validate::{Placed, validate};
use super::{Casbah, Phase};
use crate::{Cell, Reason};

impl Casbah {
    /// H1: tiles that the set does not have, or that are nowhere.
    pub(super) fn count_reasons(&self, sheet: &Sheet, reasons: &mut Vec<Reason>) {
        let all = self.solo() || sheet.phase == Some(Phase::Draft);
        for (kind, tile) in self.tile_set().tiles.iter().enumerate() {
            let cells: Vec<Cell> = sheet.table.iter().filter(|lay| lay.kind == kind).map(|lay| lay.at).collect();
            let held: u32 = sheet.hands.iter().map(|hand| hand[kind]).sum();
            let found = held + sheet.pool[kind] + cells.len() as u32;
            let count = u32::from(tile.count);
            if found > count || (all && found < count) {
                let message = format!("there are {found} tiles {}, {} has {count}", tile.name, self.tile_set().name);
                reasons.push(Reason::at("H1", cells, message));
            }
        }
    }

    /// H3 in the draft, and H11.
    pub(super) fn draft_reasons(&self, sheet: &Sheet, reasons: &mut Vec<Reason>) {
        if !sheet.table.is_empty() {
            let cells = sheet.table.iter().map(|lay| lay.at).collect();
            reasons.push(Reason::at("H3", cells, "tiles lie on the table before the draft is over"));
        }
        let sizes: Vec<u32> = sheet.hands.iter().map(|hand| hand.iter().sum()).collect();
        let (picked, players) = (sizes.iter().sum::<u32>(), sizes.len() as u32);
        let (w, h) = self.size();
        let fair = |(player, &size): (usize, &u32)| size == (picked + players - 1 - player as u32) / players;
        if picked >= (w * h) as u32 || !sizes.iter().enumerate().all(fair) {
            let message =
                format!("{sizes:?} tiles in the hands are not what taking turns gives before the draft is over");
            reasons.push(Reason::new("H3", message));
        }
        let turn = (picked % players) as usize;
        if sheet.to_move.is_some_and(|player| player != turn) {
            reasons.push(Reason::new("H3", format!("it is the pick of player {turn}")));
        }
        if self.solo() {
            reasons.push(Reason::new("H11", "there is no draft with one player"));
        }
    }

    /// H3 and H4 after the draft.
    pub(super) fn share_reasons(&self, sheet: &Sheet, reasons: &mut Vec<Reason>) {
        if sheet.pool.iter().any(|&count| count > 0) {
            reasons.push(Reason::new("H3", "tiles are face up after the draft"));
        }
        if self.solo() {
            return;
        }
        let laid = self.laid_by(&sheet.hands);
        if laid.iter().any(|&laid| laid < 0) || laid.iter().sum::<i64>() != sheet.table.len() as i64 {
            let (w, h) = self.size();
            let message = format!("hands and table are not the {} tiles that were taken, equally many each", w * h);
            reasons.push(Reason::new("H3", message));
        }
        let front = self.shared.front;
        if sheet.hands.iter().all(|hand| hand[front] == 0) && sheet.table.iter().all(|lay| lay.kind != front) {
            reasons.push(Reason::new("H4", "the front door is neither in a hand nor on the table"));
        }
    }

    /// H5 to H8 of the table.
    pub(super) fn table_reasons(&self, sheet: &Sheet, reasons: &mut Vec<Reason>) {
        if sheet.table.is_empty() {
            return;
        }
        let front = self.shared.front;
        let doors: Vec<&Lay> = sheet.table.iter().filter(|lay| lay.kind == front).collect();
        let south = self.shared.pictures.list[self.shared.pictures.front].r;
        match doors[..] {
            [] => reasons.push(Reason::new("H5", "the front door is laid first, but is not on the table")),
            [door] if door.at != (0, 0) || door.r != usize::from(south) => {
                reasons.push(Reason::at("H5", vec![door.at], "the front door is not at (0, 0) facing south"));
            }
            _ => (),
        }
        let placed = |lay: &Lay| Placed {
            x: lay.at.0,
            y: lay.at.1,
            tile: self.tile_set().tiles[lay.kind].name.clone(),
            r: lay.r as u8,
        };
        let layout: Vec<Placed> = sheet.table.iter().map(placed).collect();
        let (w, h) = self.size();
        let found = validate(&layout, self.tile_set(), (w.into(), h.into()), false, self.strict_future());
        // Components are counted together with hands and pool.
        let found = found.unwrap_or_default().into_iter().filter(|violation| violation.rule != "H1");
        reasons.extend(found.map(|violation| Reason::at(violation.rule, violation.cells, violation.message)));
    }

    /// H10: chips that cannot be.
    pub(super) fn chip_reasons(&self, sheet: &Sheet, reasons: &mut Vec<Reason>) {
        let mut values: Vec<u32> = sheet.table.iter().map(|lay| self.worth(lay.kind)).collect();
        let (all, sum): (u32, u32) = (values.iter().sum(), sheet.chips.iter().sum());
        let counted = !reasons.iter().any(|reason| ["H1", "H3"].contains(&reason.rule));
        if sum != all {
            reasons.push(Reason::new("H10", format!("the chips add up to {sum}, the tiles on the table to {all}")));
        }
        if !counted || self.solo() || sheet.phase == Some(Phase::Draft) {
            return;
        }
        values.sort_unstable();
        for (player, (laid, &chips)) in self.laid_by(&sheet.hands).into_iter().zip(&sheet.chips).enumerate() {
            let least: u32 = values.iter().take(laid as usize).sum();
            let most: u32 = values.iter().rev().take(laid as usize).sum();
            if !(least..=most).contains(&chips) {
                let message = format!("player {player} has chips for {chips}, but {laid} tiles make {least} to {most}");
                reasons.push(Reason::new("H10", message));
            }
        }
    }
}
