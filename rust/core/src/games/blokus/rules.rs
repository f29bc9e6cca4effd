//! Options, and what differs between the variants of the game.

use serde_json::{Map, Value};

use super::board::{Board, with_cell};
use super::observe::spec;
use crate::{ArraySpec, OptionError};

/// Which corners a colour's first piece may cover (B3).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Corners {
    /// Any free corner.
    Any,
    /// The colour's own corner.
    Fixed,
}

/// The board and its start.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Variant {
    /// 20 x 20 with four colours.
    Classic {
        /// 2, 3 or 4 (B10).
        players: u8,
        /// Corners of the first pieces (B3).
        corners: Corners,
    },
    /// 14 x 14 with two colours (B11).
    Duo,
}

/// All options of the game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Options {
    /// The board and its start.
    pub variant: Variant,
    /// Whether laying all pieces earns a bonus (`scoring="advanced"`, B9).
    pub bonus: bool,
}

/// What the options come to: all that differs between variants, settled before play.
#[derive(Clone, Debug)]
pub(super) struct Rules {
    pub(super) players: usize,
    pub(super) colours: usize,
    /// Columns and rows.
    pub(super) side: usize,
    /// All cells.
    pub(super) board: Board,
    /// Cells of which a colour's first piece must cover one.
    pub(super) starts: [Board; 4],
    pub(super) bonus: bool,
    /// The arrays of an observation.
    pub(super) observation: Vec<ArraySpec>,
}

impl Options {
    /// Reads the options of a record; what is left out has its default.
    pub(super) fn read(options: &Map<String, Value>) -> Result<Self, OptionError> {
        let known = ["variant", "players", "corners", "scoring"];
        if let Some(key) = options.keys().find(|key| !known.contains(&key.as_str())) {
            return Err(OptionError(format!("blokus has no option {key:?}")));
        }
        let variant =
            options.get("variant").map_or(Ok("classic"), |name| word("variant", name, &["classic", "duo"]))?;
        let variant = if variant == "duo" {
            if let Some(key) = ["players", "corners"].into_iter().find(|&key| options.contains_key(key)) {
                return Err(OptionError(format!("{key} does not combine with variant \"duo\"")));
            }
            Variant::Duo
        } else {
            let players = options.get("players").map_or(Ok(4), players)?;
            let corners = options.get("corners").map_or(Ok("any"), |name| word("corners", name, &["any", "fixed"]))?;
            Variant::Classic { players, corners: if corners == "any" { Corners::Any } else { Corners::Fixed } }
        };
        let scoring =
            options.get("scoring").map_or(Ok("advanced"), |name| word("scoring", name, &["advanced", "basic"]))?;
        Ok(Self { variant, bonus: scoring == "advanced" })
    }

    /// The options as a record has them, none left out.
    pub fn to_json(self) -> Map<String, Value> {
        let mut out = Map::new();
        match self.variant {
            Variant::Duo => _ = out.insert("variant".into(), "duo".into()),
            Variant::Classic { players, corners } => {
                out.insert("players".into(), players.into());
                out.insert("corners".into(), if corners == Corners::Any { "any" } else { "fixed" }.into());
            }
        }
        out.insert("scoring".into(), if self.bonus { "advanced" } else { "basic" }.into());
        out
    }
}

fn players(value: &Value) -> Result<u8, OptionError> {
    match value.as_u64() {
        Some(number @ 2..=4) => Ok(number as u8),
        _ => Err(OptionError(format!("players must be 2, 3 or 4, not {value}"))),
    }
}

fn word<'a>(key: &str, value: &'a Value, allowed: &[&str]) -> Result<&'a str, OptionError> {
    value.as_str().filter(|name| allowed.contains(name)).ok_or_else(|| {
        let names: Vec<String> = allowed.iter().map(|name| format!("{name:?}")).collect();
        OptionError(format!("{key} must be {}, not {value}", names.join(" or ")))
    })
}

impl Rules {
    pub(super) fn new(options: Options) -> Self {
        match options.variant {
            Variant::Duo => {
                let starts = [vec![(4, 9)], vec![(9, 4)], vec![], vec![]];
                Self::with(2, 2, 14, &starts, options.bonus)
            }
            Variant::Classic { players, corners } => {
                let own = [(0, 19), (19, 19), (19, 0), (0, 0)];
                let starts = own.map(|corner| if corners == Corners::Any { own.to_vec() } else { vec![corner] });
                Self::with(players as usize, 4, 20, &starts, options.bonus)
            }
        }
    }

    fn with(players: usize, colours: usize, side: usize, starts: &[Vec<(usize, usize)>; 4], bonus: bool) -> Self {
        let set = |cells: &[(usize, usize)]| cells.iter().copied().fold([0; _], with_cell);
        let all: Vec<_> = (0..side * side).map(|cell| (cell % side, cell / side)).collect();
        let starts = std::array::from_fn(|colour| set(&starts[colour]));
        let observation = spec(players, colours, side, bonus);
        Self { players, colours, side, board: set(&all), starts, bonus, observation }
    }

    /// Number of cells.
    pub(super) fn cells(&self) -> usize {
        self.side * self.side
    }

    /// Who lays the next piece of `colour`, of which `laid` lie already (B10).
    pub(super) fn owner(&self, colour: usize, laid: u32) -> usize {
        match (self.players, colour) {
            (3, 3) => laid as usize % 3,
            (players, _) => colour % players,
        }
    }
}
