//! Positions that are set up by hand (`docs/setup.md`): their fields, and whose turn it is.

use serde_json::{Map, Value, json};

use super::notation::Move;
use super::position::Entry;
use super::{Casbah, Form, Phase, State, Width};
use crate::setup::{Fields, few, items, number, quoted, shown, text};
use crate::{Cell, Game, Reason};

const FIELDS: [&str; 6] = ["phase", "to_move", "pool", "hands", "table", "chips"];
/// Tiles of the greatest set (H1).
const MOST_TILES: usize = 255;
const PHASES: [(&str, Phase); 3] = [("draft", Phase::Draft), ("lay", Phase::Lay), ("end", Phase::End)];

/// A tile on the table.
#[derive(Clone, Copy, Debug)]
pub(super) struct Lay {
    pub(super) kind: usize,
    pub(super) r: usize,
    pub(super) at: Cell,
}

/// What the fields say, with what was left out filled in; hands and pool by type.
pub(super) struct Sheet {
    /// `None` when it was left out and depends on who can lay.
    pub(super) phase: Option<Phase>,
    pub(super) to_move: Option<usize>,
    pub(super) pool: Vec<u32>,
    pub(super) hands: Vec<Vec<u32>>,
    pub(super) table: Vec<Lay>,
    pub(super) chips: Vec<u32>,
}

impl Casbah {
    /// The position that a mapping describes, or all that is wrong with it.
    pub(super) fn set_up(&self, position: &Map<String, Value>) -> Result<State, Vec<Reason>> {
        let sheet = self.read_sheet(position)?;
        let mut reasons = Vec::new();
        self.count_reasons(&sheet, &mut reasons);
        if sheet.phase == Some(Phase::Draft) {
            self.draft_reasons(&sheet, &mut reasons);
        } else {
            self.share_reasons(&sheet, &mut reasons);
            self.table_reasons(&sheet, &mut reasons);
        }
        self.chip_reasons(&sheet, &mut reasons);
        let mut found = Err(reasons);
        if let Err(reasons) = &found
            && reasons.is_empty()
        {
            found = self.settled(&sheet);
        }
        found.map_err(|mut reasons| {
            reasons.sort_by_key(|reason| reason.rule[1..].parse().unwrap_or(0));
            reasons
        })
    }

    /// The mapping that describes a position.
    pub(super) fn describe(&self, state: &State) -> Map<String, Value> {
        let types = &self.tile_set().tiles;
        let named = |counts: &[u8]| -> Value {
            let some = types.iter().zip(counts).filter(|(_, count)| **count > 0);
            Value::Object(some.map(|(tile, &count)| (tile.name.clone(), count.into())).collect())
        };
        let players = 0..self.num_players();
        let phase = self.phase(state);
        let to_move = (phase != Phase::End).then(|| self.head(state).player);
        let lays = self.tiles(state).into_iter().map(|tile| {
            let name = &types[tile.kind].name;
            format!("{name}/{}@{},{}", tile.r, tile.x, tile.y)
        });
        let hands: Vec<Value> = players.clone().map(|player| named(self.hand(state, player))).collect();
        let mut position = Map::new();
        position.insert("phase".into(), PHASES[phase as usize].0.into());
        position.insert("to_move".into(), json!(to_move));
        position.insert("pool".into(), named(&self.pool(state)));
        position.insert("hands".into(), hands.into());
        position.insert("table".into(), lays.collect::<Vec<_>>().into());
        position.insert("chips".into(), players.map(|player| self.chips(state, player)).collect::<Vec<_>>().into());
        position
    }

    pub(super) fn solo(&self) -> bool {
        self.num_players() == 1
    }

    /// The face value of a type.
    pub(super) fn worth(&self, kind: usize) -> u32 {
        self.tile_set().tiles[kind].value.into()
    }

    fn read_sheet(&self, position: &Map<String, Value>) -> Result<Sheet, Vec<Reason>> {
        let players = self.num_players();
        let counts: Vec<u32> = self.tile_set().tiles.iter().map(|tile| tile.count.into()).collect();
        let mut fields = Fields::new(position, &FIELDS);
        let phase = fields.read("phase", read_phase);
        let read_player = |value: &Value| match value {
            Value::Null => Ok(None),
            _ => number(value, players as u64 - 1).map(|player| Some(player as usize)),
        };
        let to_move = fields.read("to_move", read_player);
        let pool = fields.read("pool", |pool| self.read_counts(pool));
        let read_hands = |hands| items(hands, players)?.iter().map(|hand| self.read_counts(hand)).collect();
        let given: Option<Vec<Vec<u32>>> =
            if self.solo() { fields.read("hands", read_hands) } else { fields.need("hands", read_hands) };
        let table: Option<Vec<Lay>> =
            if fields.has("table") { fields.read("table", |table| self.read_table(table)) } else { Some(Vec::new()) };
        let chips = fields.read("chips", |chips| items(chips, players)?.iter().map(|n| number(n, 65_535)).collect());

        let left = |used: &dyn Fn(usize) -> u32| -> Vec<u32> {
            counts.iter().enumerate().map(|(kind, count)| count.saturating_sub(used(kind))).collect()
        };
        let hands = match (given, &table) {
            (Some(hands), _) => Some(hands),
            (None, Some(table)) if self.solo() && !fields.has("hands") => {
                Some(vec![left(&|kind| table.iter().filter(|lay| lay.kind == kind).count() as u32)])
            }
            _ => None,
        };
        let phase = match (phase, &to_move) {
            (Some(phase), _) => Some(phase),
            (None, _) if pool.as_ref().is_some_and(|pool| pool.iter().any(|&n| n > 0)) => Some(Phase::Draft),
            (None, Some(None)) => Some(Phase::End),
            (None, _) => None,
        };
        // A phase that depends on who can lay is found out later; a player who is named can only be to lay.
        let at_end = phase == Some(Phase::End);
        match to_move {
            Some(None) if !at_end => fields.fault("to_move: null, but the game is not over".into()),
            Some(Some(_)) if at_end => fields.fault("to_move: the game is over, so that it must be null".into()),
            _ => (),
        }
        let chips: Option<Vec<u64>> = chips.or_else(|| {
            let (hands, table) = (hands.as_ref()?, table.as_ref()?);
            let derived = self.derived_chips(hands, table);
            if derived.is_none() && !fields.has("chips") {
                fields.fault("chips: missing, and several players have laid tiles".into());
            }
            derived
        });
        fields.finish()?;
        let hands = hands.unwrap_or_default();
        let in_hands = |kind: usize| hands.iter().map(|hand| hand[kind]).sum();
        let nothing = || if phase == Some(Phase::Draft) { left(&in_hands) } else { vec![0; counts.len()] };
        let pool = pool.unwrap_or_else(nothing);
        let chips = chips.unwrap_or_default().into_iter().map(|n| n as u32).collect();
        Ok(Sheet { phase, to_move: to_move.flatten(), pool, hands, table: table.unwrap_or_default(), chips })
    }
}

impl Casbah {
    fn read_kind(&self, name: &str) -> Result<usize, String> {
        self.tile_set()
            .index(name)
            .ok_or_else(|| format!("there is no tile {} in {}", quoted(name), self.tile_set().name))
    }

    fn read_counts(&self, value: &Value) -> Result<Vec<u32>, String> {
        let Value::Object(map) = value else { return Err(format!("{} is no object", shown(value))) };
        let mut counts = vec![0; self.tile_set().tiles.len()];
        for (name, count) in map {
            counts[self.read_kind(name)?] = number(count, 255)? as u32;
        }
        Ok(counts)
    }

    fn read_table(&self, value: &Value) -> Result<Vec<Lay>, String> {
        let mut table: Vec<Lay> = Vec::new();
        for item in few(value, MOST_TILES)? {
            let name = text(item)?;
            let Ok(Move::Lay { kind, r, at }) = self.shared.read(name) else {
                return Err(format!("{} is no lay of a tile of {}", quoted(name), self.tile_set().name));
            };
            if table.iter().any(|other| other.at == at) {
                return Err(format!("two tiles lie on ({},{})", at.0, at.1));
            }
            table.push(Lay { kind, r, at });
        }
        table.sort_unstable_by_key(|lay| (lay.at.1, lay.at.0));
        Ok(table)
    }

    /// How many tiles each player has laid; below 0 when his hand is greater than his share.
    pub(super) fn laid_by(&self, hands: &[Vec<u32>]) -> Vec<i64> {
        let (w, h) = self.size();
        let share = i64::from(w * h) / self.num_players() as i64;
        hands.iter().map(|hand| share - i64::from(hand.iter().sum::<u32>())).collect()
    }

    /// The chips when it is clear whose they are.
    fn derived_chips(&self, hands: &[Vec<u32>], table: &[Lay]) -> Option<Vec<u64>> {
        let all = table.iter().map(|lay| u64::from(self.worth(lay.kind))).sum();
        let mut chips = vec![0; hands.len()];
        if table.is_empty() {
            return Some(chips);
        }
        let laid = self.laid_by(hands);
        let mut laying = (0..hands.len()).filter(|&player| self.solo() || laid[player] > 0);
        match (laying.next(), laying.next()) {
            (Some(player), None) => chips[player] = all,
            _ => return None,
        }
        Some(chips)
    }

    /// The position of a sheet that has no other fault, once it is known who can lay.
    fn settled(&self, sheet: &Sheet) -> Result<State, Vec<Reason>> {
        let mut state = self.laid_out(sheet);
        if sheet.phase == Some(Phase::Draft) {
            let picked: u32 = sheet.hands.iter().flatten().sum();
            self.set_turn(&mut state, Phase::Draft, picked as usize % self.num_players());
            return Ok(state);
        }
        let empty = sheet.table.is_empty();
        let able: Vec<usize> = (0..self.num_players())
            .filter(|&player| {
                self.set_turn(&mut state, Phase::Lay, player);
                if empty {
                    sheet.hands[player][self.shared.front] > 0
                } else {
                    self.count(&state, &mut super::Scratch::default()) > 0
                }
            })
            .collect();
        let phase = match (sheet.phase, sheet.to_move, able.first()) {
            (None, None, None) => Phase::End,
            (phase, ..) => phase.unwrap_or(Phase::Lay),
        };
        let reason = match (phase, sheet.to_move, able.first()) {
            (Phase::End, _, Some(player)) => {
                let rule = if self.solo() { "H11" } else { "H10" };
                Reason::new(rule, format!("the game is not over: player {player} can lay"))
            }
            (Phase::End, ..) => {
                self.set_turn(&mut state, Phase::End, 0);
                return Ok(state);
            }
            (_, None, Some(&player)) => {
                self.set_turn(&mut state, Phase::Lay, player);
                return Ok(state);
            }
            (_, Some(player), _) if able.contains(&player) => {
                self.set_turn(&mut state, Phase::Lay, player);
                return Ok(state);
            }
            (_, Some(player), _) if empty => {
                Reason::new("H5", format!("player {player} does not hold the front door, which is laid first"))
            }
            (_, Some(player), _) => Reason::new("H9", format!("player {player} is to move and has no legal lay")),
            (_, None, None) => Reason::new("H9", "nobody has a legal lay, so that the game is over"),
        };
        Err(vec![reason])
    }

    fn set_turn(&self, state: &mut State, phase: Phase, player: usize) {
        by_width!(self, &mut state.0, |_tables, position| {
            position.head.phase = phase;
            position.head.player = player as u8;
        });
    }

    /// Hands, table and chips as a position; whose turn it is comes later.
    fn laid_out(&self, sheet: &Sheet) -> State {
        let mut state = self.new_initial_state();
        let draft = sheet.phase == Some(Phase::Draft);
        by_width!(self, &mut state.0, |tables, position| {
            for lay in &sheet.table {
                let picture = self.shared.pictures.turned(lay.kind, lay.r).expect("H5 was judged");
                let cell = self.shared.area.cell_at(lay.at).expect("H7 was judged");
                position.table.lay(tables, cell, &tables.effects[picture]);
                position.laid[usize::from(position.head.tiles)] = Entry::new(cell, picture);
                position.head.tiles += 1;
            }
            for (player, hand) in sheet.hands.iter().enumerate() {
                for (kind, &count) in hand.iter().enumerate() {
                    position.hands.set(player, kind, count as u8);
                }
                position.chips[player] = sheet.chips[player] as u16;
            }
            if draft {
                let picked: u32 = sheet.hands.iter().flatten().sum();
                position.head.picks -= picked as u8;
                position.face_up =
                    (0..sheet.pool.len()).filter(|&kind| sheet.pool[kind] > 0).fold(0, |up, kind| up | 1 << kind);
            } else {
                position.head.picks = 0;
                position.face_up = 0;
            }
        });
        state
    }
}

fn read_phase(value: &Value) -> Result<Phase, String> {
    let name = text(value)?;
    let phase = PHASES.iter().find(|(known, _)| *known == name);
    phase.map(|&(_, phase)| phase).ok_or_else(|| format!("{} is not \"draft\", \"lay\" or \"end\"", quoted(name)))
}
