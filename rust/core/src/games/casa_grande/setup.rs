//! Positions that are set up by hand (`docs/setup.md`): their fields, and what is laid out from them.

use serde_json::{Map, Value, json};

use super::CasaGrande;
use super::notation::{Move, cell, cell_name, plot, read_cell};
use super::platforms::SIZE;
use super::portable::Portable;
use super::state::{MAX_LAID, Node, State};
use super::tables::{MAX_MARKER, PLOTS, Placement, TRACK, bits};
use crate::setup::{Fields, few, items, number, quoted, shown, text};
use crate::{Cell, Game, Reason};

const FIELDS: [&str; 10] =
    ["phase", "to_move", "round", "pawns", "markers", "money", "blocks", "stock", "platforms", "stacks"];
const PHASES: [(&str, Node); 5] = [
    ("die", Node::Die),
    ("step", Node::Steps),
    ("block", Node::Block),
    ("platform", Node::Platform),
    ("end", Node::End),
];
const MOST_ROUNDS: u64 = 1000;
const MOST_MONEY: u64 = 1_000_000_000;
/// Blocks of all players together.
const MOST_BLOCKS: u64 = 96;
const MOST_PLATFORMS: u64 = 31;

/// A platform as it was laid.
#[derive(Clone, Debug)]
pub(super) struct Laying {
    pub(super) player: usize,
    pub(super) picture: usize,
    pub(super) anchor: Cell,
    pub(super) level: u32,
    /// All its squares, perhaps off the board, and whether they are marked.
    pub(super) squares: Vec<(Cell, bool)>,
}

/// What the fields say, with what was left out filled in.
pub(super) struct Sheet {
    pub(super) phase: Node,
    /// Whose turn it is; the number of players at the end.
    pub(super) to_move: usize,
    pub(super) round: u32,
    pub(super) pawns: Vec<u32>,
    pub(super) markers: Vec<u32>,
    pub(super) money: Vec<u32>,
    pub(super) blocks: Vec<u32>,
    pub(super) stock: Vec<Vec<u32>>,
    pub(super) platforms: Vec<Laying>,
    /// Plot, owner and number of the blocks that lie open.
    pub(super) stacks: Vec<(u32, usize, u32)>,
}

/// Blocks that must have been laid, per player, and how many more can be built under.
pub(super) struct Known {
    pub(super) blocks: Vec<u32>,
    pub(super) hidden: u32,
}

impl CasaGrande {
    /// The position that a mapping describes, or all that is wrong with it.
    pub(super) fn set_up(&self, position: &Map<String, Value>) -> Result<State, Vec<Reason>> {
        let sheet = self.read_sheet(position)?;
        let mut reasons = self.sheet_reasons(&sheet);
        if reasons.is_empty() {
            let state = self.laid_out(&sheet);
            match self.stuck(&state) {
                None => return Ok(state),
                Some(reason) => reasons.push(reason),
            }
        }
        // "G10b" comes after "G9".
        reasons.sort_by_key(|reason| {
            let letters = reason.rule[1..].trim_start_matches(|c: char| c.is_ascii_digit());
            let digits = &reason.rule[1..reason.rule.len() - letters.len()];
            (digits.parse().unwrap_or(0_u32), letters)
        });
        Err(reasons)
    }

    /// The mapping that describes a position.
    pub(super) fn describe(&self, state: &State) -> Map<String, Value> {
        let players = self.players();
        let types = self.tables.set.types();
        let stock = |player: usize| -> Value {
            let left = types.iter().zip(&state.stock[player]).filter(|(_, count)| **count > 0);
            Value::Object(left.map(|(kind, &count)| (kind.name.clone(), count.into())).collect())
        };
        let mut levels = [0; PLOTS];
        let mut platforms = Vec::new();
        for laid in state.laid(&self.tables) {
            bits(laid.squares).for_each(|plot| levels[plot as usize] = laid.level);
            let name = &types[usize::from(laid.kind)].name;
            let place = format!("{name}/{}@{}", laid.rotation, cell_name(cell(laid.anchor.into())));
            platforms.push(json!({"player": laid.owner, "platform": place, "level": laid.level}));
        }
        let heights = state.board.heights();
        let stack = |plot: u32| {
            let count = heights[plot as usize] - levels[plot as usize];
            (cell_name(cell(plot)), json!([state.board.owner(plot), count]))
        };
        let mut position = Map::new();
        let mut put = |name: &str, value: Value| position.insert(name.into(), value);
        put("phase", PHASES[state.node as usize].0.into());
        put("to_move", json!(state.turn_player()));
        put("round", state.round.into());
        put("pawns", json!(state.pawn[..players]));
        put("markers", json!(state.marker[..players]));
        put("money", json!(state.money[..players]));
        put("blocks", json!(state.blocks[..players]));
        put("stock", (0..players).map(stock).collect());
        put("platforms", platforms.into());
        put("stacks", Value::Object(bits(state.board.any_block()).map(stack).collect()));
        position
    }

    /// Squares of a picture, by cell.
    fn squares_of(&self, picture: usize, (x, y): Cell) -> Vec<(Cell, bool)> {
        let picture = &self.tables.pictures[picture];
        let at = |square: u32| {
            let (dx, dy) = cell(square);
            ((x + dx, y + dy), picture.marks >> square & 1 == 1)
        };
        bits(picture.squares).map(at).collect()
    }

    /// What must lie below and on the platforms (G7, G10a).
    pub(super) fn known(&self, platforms: &[Laying], stacks: &[(u32, usize, u32)]) -> Known {
        let mut known = Known { blocks: vec![0; self.players()], hidden: 0 };
        let mut levels = [0; PLOTS];
        for laying in platforms {
            for &(square, marked) in &laying.squares {
                let Some(plot) = plot(square) else { continue };
                let below = &mut levels[plot as usize];
                let more = laying.level.saturating_sub(*below);
                *below = laying.level;
                if marked {
                    known.blocks[laying.player] += more;
                } else {
                    known.hidden += more;
                }
            }
        }
        for &(_, owner, count) in stacks {
            known.blocks[owner] += count;
        }
        known
    }

    /// A sheet without faults as a position.
    fn laid_out(&self, sheet: &Sheet) -> State {
        let mut state = self.start();
        for laying in &sheet.platforms {
            let anchor = plot(laying.anchor).expect("G10c was judged") as u8;
            let placement = Placement { picture: laying.picture as u8, anchor };
            let level = laying.level as usize;
            state.board.lay_platform(self.tables.squares(placement), level, laying.player);
            state.keep_laid(placement, level, laying.player);
        }
        for &(plot, owner, count) in &sheet.stacks {
            (0..count).for_each(|_| state.board.lay_block::<Portable>(plot, owner));
        }
        for player in 0..self.players() {
            state.pawn[player] = sheet.pawns[player] as u8;
            state.marker[player] = sheet.markers[player] as u8;
            state.money[player] = sheet.money[player];
            state.blocks[player] = sheet.blocks[player] as u8;
            state.stocked[player] = 0;
            for (kind, &count) in sheet.stock[player].iter().enumerate() {
                state.stock[player][kind] = count as u8;
                state.stocked[player] |= u32::from(count > 0) << kind;
            }
        }
        state.last_round = sheet.blocks.contains(&0);
        state.round = sheet.round as u16;
        state.node = sheet.phase;
        state.player = (sheet.to_move % self.players()) as u8;
        state
    }

    /// G7 and G9: somebody is to decide, but has nothing to choose from.
    fn stuck(&self, state: &State) -> Option<Reason> {
        match state.node {
            Node::Block if self.open_plots(state) == 0 => Some(Reason::new("G7", "no plot of the lane is open")),
            // There is always the action to decline.
            Node::Platform if self.count(state, &mut super::Fits::default()) == 1 => {
                Some(Reason::new("G9", "no platform fits, so that there is no choice"))
            }
            _ => None,
        }
    }
}

impl CasaGrande {
    fn read_sheet(&self, position: &Map<String, Value>) -> Result<Sheet, Vec<Reason>> {
        let players = self.players();
        let start = self.start();
        let mut fields = Fields::new(position, &FIELDS);
        let phase = fields.read("phase", read_phase);
        let read_player = |value: &Value| match value {
            Value::Null => Ok(players),
            _ => Ok(number(value, players as u64 - 1)? as usize),
        };
        let to_move = fields.read("to_move", read_player);
        let at_end = if fields.has("phase") { phase == Some(Node::End) } else { to_move == Some(players) };
        let readable = phase.is_some() || !fields.has("phase");
        if readable && to_move.is_some_and(|player| (player == players) != at_end) {
            fields.fault("to_move: it must be null at the end of the game and only there".into());
        }
        let read_round = |value: &Value| match number(value, MOST_ROUNDS)? {
            0 => Err("rounds are counted from 1".to_owned()),
            round => Ok(round as u32),
        };
        let round = fields.read("round", read_round);
        let each = |most: u64| {
            move |value: &Value| -> Result<Vec<u32>, String> {
                items(value, players)?.iter().map(|item| Ok(number(item, most)? as u32)).collect()
            }
        };
        let small = |values: &[u8]| values[..players].iter().map(|&value| value.into()).collect::<Vec<u32>>();
        let pawns = fields.read("pawns", each(TRACK as u64 - 1)).unwrap_or_else(|| small(&start.pawn));
        let markers = fields.read("markers", each(MAX_MARKER.into())).unwrap_or_else(|| small(&start.marker));
        let money = fields.read("money", each(MOST_MONEY));
        let blocks = fields.read("blocks", each(self.blocks.into()));
        let stock: Option<Vec<Vec<u32>>> =
            fields.read("stock", |stock| items(stock, players)?.iter().map(|left| self.read_stock(left)).collect());
        let read_platforms = |value| few(value, MAX_LAID)?.iter().map(|laying| self.read_laying(laying)).collect();
        let platforms: Vec<Laying> = fields.read("platforms", read_platforms).unwrap_or_default();
        let stacks = fields.read("stacks", |stacks| self.read_stacks(stacks)).unwrap_or_default();
        fields.finish()?;

        let known = self.known(&platforms, &stacks);
        let most = u32::from(self.blocks);
        let blocks = blocks.unwrap_or_else(|| known.blocks.iter().map(|&known| most.saturating_sub(known)).collect());
        let mut sheet = Sheet {
            phase: if at_end { Node::End } else { phase.unwrap_or(Node::Die) },
            to_move: if at_end { players } else { to_move.unwrap_or(0) },
            round: 1,
            pawns,
            markers,
            money: money.unwrap_or_else(|| self.paid(&platforms)),
            blocks,
            stock: stock.unwrap_or_else(|| self.not_laid(&platforms)),
            platforms,
            stacks,
        };
        sheet.round = round.unwrap_or_else(|| self.first_round(&sheet));
        Ok(sheet)
    }

    fn read_stock(&self, value: &Value) -> Result<Vec<u32>, String> {
        let Value::Object(map) = value else { return Err(format!("{} is no object", shown(value))) };
        let types = self.tables.set.types();
        let mut stock = vec![0; types.len()];
        for (name, count) in map {
            let kind = types.iter().position(|kind| kind.name == *name);
            let kind = kind.ok_or_else(|| format!("there is no platform {}", quoted(name)))?;
            stock[kind] = number(count, MOST_PLATFORMS)? as u32;
        }
        Ok(stock)
    }

    fn read_laying(&self, value: &Value) -> Result<Laying, String> {
        let Value::Object(map) = value else { return Err(format!("{} is no object", shown(value))) };
        let [Some(player), Some(platform), Some(level)] = ["player", "platform", "level"].map(|key| map.get(key))
        else {
            return Err("a platform has player, platform and level".into());
        };
        if map.len() > 3 {
            return Err("a platform has player, platform and level, nothing else".into());
        }
        let player = number(player, self.players() as u64 - 1)? as usize;
        let place = text(platform)?;
        let Ok(Move::Platform(picture, anchor)) = self.read(place) else {
            return Err(format!("{} is no platform such as \"T5/1@b2\"", quoted(place)));
        };
        let level = read_count(level)?;
        Ok(Laying { player, picture, anchor, level, squares: self.squares_of(picture, anchor) })
    }

    fn read_stacks(&self, value: &Value) -> Result<Vec<(u32, usize, u32)>, String> {
        let Value::Object(map) = value else { return Err(format!("{} is no object", shown(value))) };
        let mut stacks = Vec::with_capacity(map.len());
        for (name, stack) in map {
            let plot = read_cell(name).and_then(plot).ok_or_else(|| format!("{} is no plot", quoted(name)))?;
            let stack = items(stack, 2)?;
            stacks.push((plot, number(&stack[0], self.players() as u64 - 1)? as usize, read_count(&stack[1])?));
        }
        Ok(stacks)
    }

    /// What each player was paid for his platforms (G11).
    pub(super) fn paid(&self, platforms: &[Laying]) -> Vec<u32> {
        let mut paid = vec![0; self.players()];
        for laying in platforms {
            paid[laying.player] += laying.level * laying.squares.len() as u32;
        }
        paid
    }

    /// Platforms that a player has laid, of one type.
    pub(super) fn laid_of<'a>(
        &'a self,
        platforms: &'a [Laying],
        player: usize,
        kind: usize,
    ) -> impl Iterator<Item = &'a Laying> + 'a {
        let of_type = move |laying: &Laying| usize::from(self.tables.pictures[laying.picture].kind) == kind;
        platforms.iter().filter(move |laying| laying.player == player && of_type(laying))
    }

    fn not_laid(&self, platforms: &[Laying]) -> Vec<Vec<u32>> {
        let left = |player: usize, kind: usize| {
            let count = u32::from(self.tables.set.types()[kind].count);
            count.saturating_sub(self.laid_of(platforms, player, kind).count() as u32)
        };
        let types = self.tables.set.types().len();
        (0..self.players()).map(|player| (0..types).map(|kind| left(player, kind)).collect()).collect()
    }

    /// The first round in which nobody has laid too much (G7, G9).
    fn first_round(&self, sheet: &Sheet) -> u32 {
        if sheet.phase == Node::End && !sheet.blocks.contains(&0) {
            return self.max_rounds.into();
        }
        let needed = (0..self.players()).map(|player| {
            let before = u32::from(player < sheet.to_move);
            let block = u32::from(player == sheet.to_move && sheet.phase == Node::Platform);
            let blocks = (u32::from(self.blocks) - sheet.blocks[player]).saturating_sub(before + block);
            let platforms = sheet.platforms.iter().filter(|laying| laying.player == player).count() as u32;
            1 + blocks.max(platforms.saturating_sub(before))
        });
        needed.max().unwrap_or(1)
    }
}

fn read_phase(value: &Value) -> Result<Node, String> {
    let name = text(value)?;
    let phase = PHASES.iter().find(|(known, _)| *known == name);
    phase.map(|&(_, node)| node).ok_or_else(|| format!("{} is no phase", quoted(name)))
}

/// A level or a number of blocks.
fn read_count(value: &Value) -> Result<u32, String> {
    match number(value, MOST_BLOCKS)? {
        0 => Err("levels and numbers of blocks are counted from 1".into()),
        count => Ok(count as u32),
    }
}

const _: () = assert!(SIZE * SIZE == PLOTS);
