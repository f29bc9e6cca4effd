//! Why a move is illegal: every violated rule with its cells (`docs/reasons.md`).

use super::Phase;
use super::area::STEPS;
use super::notation::Move;
use super::pictures::inward;
use super::shared::Shared;
use super::tables::spoils;
use super::tiles::Side;
use crate::{Cell, Reason};

/// A position as far as reasons depend on it.
pub(super) struct Scene<'a> {
    pub(super) shared: &'a Shared,
    pub(super) phase: Phase,
    pub(super) picks: u8,
    /// Tiles face up, by type.
    pub(super) pool: Vec<u8>,
    /// The mover's hand, by type.
    pub(super) hand: &'a [u8],
    pub(super) possible: u64,
    /// Per area index: the sides of the tile that lies there.
    pub(super) sides: Vec<Option<[Side; 4]>>,
}

impl Scene<'_> {
    /// All reasons against a move.
    pub(super) fn explain(&self, which: Move) -> Vec<Reason> {
        match (self.phase, which) {
            (Phase::End, _) => vec![Reason::phase("the game is over")],
            (Phase::Draft, Move::Pick(kind)) => self.explain_pick(kind),
            (Phase::Draft, Move::Lay { .. }) => vec![Reason::phase("tiles are still being picked")],
            (Phase::Lay, Move::Pick(_)) => vec![Reason::phase("the draft is over")],
            (Phase::Lay, Move::Lay { kind, r, at }) => self.explain_lay(kind, r, at),
        }
    }

    fn explain_pick(&self, kind: usize) -> Vec<Reason> {
        let set = &self.shared.options.set;
        let mut reasons = Vec::new();
        if self.pool[kind] == 0 {
            reasons.push(Reason::new("H3", format!("no {} is face up", set.tiles[kind].name)));
        }
        let front = set.front();
        if self.picks == 1 && self.pool[front] > 0 && kind != front {
            let name = &set.tiles[front].name;
            reasons.push(Reason::new("H4", format!("the last pick must be the front door {name}, which nobody took")));
        }
        reasons
    }

    fn explain_lay(&self, kind: usize, r: usize, at: Cell) -> Vec<Reason> {
        let set = &self.shared.options.set;
        let name = &set.tiles[kind].name;
        let mut reasons = Vec::new();
        let mut add = |rule, cells, message| reasons.push(Reason::at(rule, cells, message));
        if self.hand[kind] == 0 {
            add("H1", vec![at], format!("no {name} is in the player's hand"));
        }
        let sides = set.tiles[kind].turned(r);
        if self.sides.iter().all(Option::is_none) {
            if sides[2] != Side::Front || at != (0, 0) {
                add("H5", vec![at], "the first lay is the front door at (0,0) with its door to the south".into());
            }
            return reasons;
        }
        let around = STEPS.map(|(dx, dy)| (at.0 + dx, at.1 + dy));
        if self.at(at).is_some() {
            add("H5", vec![at], format!("a tile lies on {} already", show(at)));
            return reasons;
        }
        if around.iter().all(|&cell| self.at(cell).is_none()) {
            add("H5", vec![at], format!("{} shares no side with a laid tile", show(at)));
        }
        if self.shared.area.index_of(at).is_none() {
            add("H7", vec![at], format!("{} is outside every frame", show(at)));
            return reasons;
        }
        let (mut clashes, mut words) = (Vec::new(), Vec::new());
        for d in 0..4 {
            if let Some(other) = self.at(around[d]).map(|other| other[d ^ 2])
                && !sides[d].matches(other)
            {
                clashes.push(around[d]);
                words.push(format!("{} would touch {} of {}", sides[d].words(), other.words(), show(around[d])));
            }
        }
        if !clashes.is_empty() {
            add("H6", clashes, words.join("; "));
        }
        let inward = inward(sides);
        let frames = self.shared.frames.iter().enumerate();
        if !frames.into_iter().any(|(i, frame)| self.possible >> i & 1 != 0 && frame.allows(at, inward)) {
            add("H7", vec![at], format!("with {name} on {} no frame is possible any more", show(at)));
        }
        let spoiled: Vec<(Cell, String)> = around.iter().filter_map(|&cell| self.spoiled(cell, at, sides)).collect();
        if !spoiled.is_empty() {
            let (cells, words): (_, Vec<String>) = spoiled.into_iter().unzip();
            add("H8", cells, words.join("; "));
        }
        reasons
    }

    fn at(&self, cell: Cell) -> Option<[Side; 4]> {
        self.sides[self.shared.area.index_of(cell)?]
    }

    /// Whether an empty cell is spoiled once a tile of these sides lies on `at`, and by what.
    fn spoiled(&self, cell: Cell, at: Cell, sides: [Side; 4]) -> Option<(Cell, String)> {
        if self.at(cell).is_some() {
            return None;
        }
        let mut faces = Vec::new();
        for (d, (dx, dy)) in STEPS.into_iter().enumerate() {
            let from = (cell.0 + dx, cell.1 + dy);
            if let Some(tile) = if from == at { Some(sides) } else { self.at(from) } {
                faces.push((tile[d ^ 2], from));
            }
        }
        let strict = self.shared.options.strict;
        let words = describe_spoiled(&faces, strict)?;
        Some((cell, format!("{} would face {words}", show(cell))))
    }
}

/// The sides that spoil a cell which they face, in words; none when it is not spoiled (H8).
pub(super) fn describe_spoiled(faces: &[(Side, Cell)], strict: bool) -> Option<String> {
    let guilty = |one: Side| faces.iter().any(|&(other, _)| spoils(one, other, strict));
    let words: Vec<String> = faces
        .iter()
        .filter(|&&(side, _)| guilty(side))
        .map(|&(side, from)| format!("{} from {}", side.words(), show(from)))
        .collect();
    (!words.is_empty()).then(|| words.join(" and "))
}

/// `(x,y)`
pub(super) fn show((x, y): Cell) -> String {
    format!("({x},{y})")
}
