//! Casa Grande by definition: a stack of blocks and platforms on every plot, every rule re-checked from scratch.

use std::collections::{BTreeMap, BTreeSet};

use zellige_core::games::casa_grande::PlatformSet;

pub(crate) type Cell = (i32, i32);

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Item {
    Block(usize),
    Platform(usize),
}

#[derive(Clone, Debug)]
pub(crate) struct Laid {
    pub(crate) owner: usize,
    pub(crate) level: usize,
    pub(crate) cells: BTreeSet<Cell>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Phase {
    Die,
    Steps,
    Block,
    Platform,
    End,
}

/// A platform in one rotation: cell offset from the anchor to "is marked".
pub(crate) type Shape = BTreeMap<Cell, bool>;

#[derive(Clone, Debug)]
pub(crate) struct Model {
    set: PlatformSet,
    max_rounds: usize,
    pub(crate) stacks: BTreeMap<Cell, Vec<Item>>,
    pub(crate) laid: Vec<Laid>,
    pub(crate) money: Vec<i32>,
    pub(crate) marker: Vec<i32>,
    pub(crate) pawn: Vec<usize>,
    pub(crate) blocks: Vec<usize>,
    pub(crate) stock: Vec<BTreeMap<String, u8>>,
    pub(crate) phase: Phase,
    pub(crate) player: usize,
    pub(crate) round: usize,
}

pub(crate) fn cell_name((x, y): Cell) -> String {
    format!("{}{}", char::from(b'a' + x as u8), y + 1)
}

fn board() -> impl Iterator<Item = Cell> {
    (0..8).flat_map(|y| (0..8).map(move |x| (x, y)))
}

pub(crate) fn shape(rows: &[String], rotation: usize) -> Shape {
    let mut grid: Vec<Vec<char>> = rows.iter().map(|row| row.chars().collect()).collect();
    for _ in 0..rotation {
        let (height, width) = (grid.len(), grid[0].len());
        // What was the bottom left corner comes to the top left.
        grid = (0..width).map(|x| (0..height).map(|y| grid[height - 1 - y][x]).collect()).collect();
    }
    let height = grid.len();
    let mut shape = Shape::new();
    for (down, row) in grid.iter().enumerate() {
        for (x, &letter) in row.iter().enumerate() {
            if letter != '.' {
                shape.insert((x as i32, (height - 1 - down) as i32), letter == 'O');
            }
        }
    }
    shape
}

fn lane(space: usize) -> BTreeSet<Cell> {
    let inside = |(x, y): &Cell| match space {
        1..=4 => y / 2 == space as i32 - 1,
        6..=9 => x / 2 == space as i32 - 6,
        11..=14 => y / 2 == 14 - space as i32,
        16..=19 => x / 2 == 19 - space as i32,
        _ => false,
    };
    board().filter(inside).collect()
}

impl Model {
    pub(crate) fn new(set: &PlatformSet, players: usize, blocks: usize, max_rounds: usize) -> Self {
        let stock: BTreeMap<String, u8> = set.types().iter().map(|kind| (kind.name.clone(), kind.count)).collect();
        Self {
            set: set.clone(),
            max_rounds,
            stacks: board().map(|cell| (cell, Vec::new())).collect(),
            laid: Vec::new(),
            money: vec![0; players],
            marker: vec![5; players],
            pawn: if players == 2 { vec![0, 10] } else { (0..players).map(|p| 5 * p).collect() },
            blocks: vec![blocks; players],
            stock: vec![stock; players],
            phase: Phase::Die,
            player: 0,
            round: 1,
        }
    }

    pub(crate) fn height(&self, cell: Cell) -> usize {
        self.stacks[&cell].iter().fold(0, |height, item| match item {
            Item::Block(_) => height + 1,
            Item::Platform(id) => self.laid[*id].level,
        })
    }

    pub(crate) fn top(&self, cell: Cell) -> Option<Item> {
        self.stacks[&cell].last().copied()
    }

    fn topmost_platform(&self, cell: Cell) -> Option<usize> {
        self.stacks[&cell].iter().rev().find_map(|item| match item {
            Item::Platform(id) => Some(*id),
            Item::Block(_) => None,
        })
    }

    pub(crate) fn is_whole(&self, id: usize) -> bool {
        self.laid[id].cells.iter().all(|&cell| self.topmost_platform(cell) == Some(id))
    }

    fn shapes(&self) -> Vec<(String, usize, Shape)> {
        let mut shapes = Vec::new();
        for kind in self.set.types() {
            let mut seen: Vec<Shape> = Vec::new();
            for rotation in 0..4 {
                let shape = shape(&kind.rows, rotation);
                if !seen.contains(&shape) {
                    seen.push(shape.clone());
                    shapes.push((kind.name.clone(), rotation, shape));
                }
            }
        }
        shapes
    }

    fn marks_on_own(&self, cells: &Shape, level: usize) -> bool {
        let own = Some(Item::Block(self.player));
        cells
            .iter()
            .filter(|(_, marked)| **marked)
            .all(|(&cell, _)| self.top(cell) == own && self.height(cell) == level)
    }

    fn supports(&self, cell: Cell, level: usize) -> bool {
        let height = self.height(cell);
        height < level || height == level && matches!(self.top(cell), Some(Item::Block(_)))
    }

    fn twin(&self, cells: &Shape) -> bool {
        let cells: BTreeSet<Cell> = cells.keys().copied().collect();
        (0..self.laid.len()).any(|id| self.laid[id].cells == cells && self.is_whole(id))
    }

    fn at(shape: &Shape, anchor: Cell) -> Shape {
        shape.iter().map(|(&(x, y), &marked)| ((x + anchor.0, y + anchor.1), marked)).collect()
    }

    /// Names of the legal moves.
    pub(crate) fn legal(&self) -> BTreeSet<String> {
        match self.phase {
            Phase::End => BTreeSet::new(),
            Phase::Die => (1..=6).map(|pips| format!("die={pips}")).collect(),
            Phase::Steps => (0..=self.marker[self.player]).map(|steps| format!("step={steps}")).collect(),
            Phase::Block => self.open().into_iter().map(cell_name).collect(),
            Phase::Platform => {
                let mut legal = self.platforms();
                legal.insert("decline".into());
                legal
            }
        }
    }

    fn open(&self) -> BTreeSet<Cell> {
        let open = |cell: &Cell| !matches!(self.top(*cell), Some(Item::Block(owner)) if owner != self.player);
        lane(self.pawn[self.player]).into_iter().filter(open).collect()
    }

    fn platforms(&self) -> BTreeSet<String> {
        let highest = board().map(|cell| self.height(cell)).max().unwrap_or(0);
        let mut legal = BTreeSet::new();
        for (name, rotation, shape) in self.shapes() {
            if self.stock[self.player][&name] == 0 {
                continue;
            }
            for anchor in board() {
                let cells = Self::at(&shape, anchor);
                if cells.keys().all(|cell| self.stacks.contains_key(cell)) && !self.twin(&cells) {
                    let fits = |level: &usize| {
                        self.marks_on_own(&cells, *level)
                            && cells.iter().all(|(&cell, &marked)| marked || self.supports(cell, *level))
                    };
                    let levels = (1..=highest).filter(fits).count();
                    assert!(levels <= 1, "a placement fits at one level");
                    if levels == 1 {
                        legal.insert(format!("{name}/{rotation}@{}", cell_name(anchor)));
                    }
                }
            }
        }
        legal
    }

    /// Plays a legal move.
    pub(crate) fn play(&mut self, text: &str) {
        let player = self.player;
        match self.phase {
            Phase::Die => {
                self.pawn[player] = (self.pawn[player] + number(text)) % 20;
                self.phase = Phase::Steps;
                if self.marker[player] == 0 {
                    self.arrive();
                }
            }
            Phase::Steps => {
                self.pawn[player] = (self.pawn[player] + number(text)) % 20;
                self.marker[player] -= number(text) as i32;
                self.arrive();
            }
            Phase::Block => {
                let cell = read_cell(text);
                if let Some(Item::Platform(id)) = self.top(cell)
                    && self.laid[id].owner != player
                {
                    self.gain(self.laid[id].owner, self.laid[id].level as i32);
                }
                self.stacks.get_mut(&cell).expect("on the board").push(Item::Block(player));
                self.blocks[player] -= 1;
                self.offer();
            }
            Phase::Platform => {
                if text != "decline" {
                    self.lay(text);
                }
                self.end_turn();
            }
            Phase::End => panic!("the game is over"),
        }
    }

    fn lay(&mut self, text: &str) {
        let (name, shape, anchor) = self.read_platform(text);
        let cells = Self::at(&shape, anchor);
        let level = cells.iter().find(|(_, marked)| **marked).map(|(&cell, _)| self.height(cell)).expect("a mark");
        let id = self.laid.len();
        let cells: BTreeSet<Cell> = cells.into_keys().collect();
        for cell in &cells {
            self.stacks.get_mut(cell).expect("on the board").push(Item::Platform(id));
        }
        self.money[self.player] += (cells.len() * level) as i32;
        *self.stock[self.player].get_mut(&name).expect("a type") -= 1;
        self.laid.push(Laid { owner: self.player, level, cells });
    }

    fn gain(&mut self, player: usize, points: i32) {
        self.marker[player] += points;
        if self.marker[player] >= 9 {
            self.marker[player] = 0;
            self.money[player] += 9;
        }
    }

    fn arrive(&mut self) {
        if self.pawn[self.player].is_multiple_of(5) {
            self.gain(self.player, 3);
            self.end_turn();
        } else if self.open().is_empty() {
            self.offer();
        } else {
            self.phase = Phase::Block;
        }
    }

    fn offer(&mut self) {
        if self.platforms().is_empty() {
            self.end_turn();
        } else {
            self.phase = Phase::Platform;
        }
    }

    fn end_turn(&mut self) {
        self.phase = Phase::Die;
        self.player = (self.player + 1) % self.money.len();
        if self.player == 0 {
            if self.blocks.contains(&0) || self.round == self.max_rounds {
                self.phase = Phase::End;
            } else {
                self.round += 1;
            }
        }
    }

    fn read_platform(&self, text: &str) -> (String, Shape, Cell) {
        let (name, rest) = text.split_once('/').expect("a platform");
        let (rotation, anchor) = rest.split_once('@').expect("a platform");
        let kind = self.set.types().iter().find(|kind| kind.name == name).expect("a known name");
        (name.into(), shape(&kind.rows, rotation.parse().expect("a rotation")), read_cell(anchor))
    }

    /// The rules that a readable move of the phase violates, with their cells by row (`docs/reasons.md`).
    pub(crate) fn reasons(&self, text: &str) -> Vec<(&'static str, Vec<Cell>)> {
        let by_row = |mut cells: Vec<Cell>| {
            cells.sort_by_key(|&(x, y)| (y, x));
            cells
        };
        let mut reasons = Vec::new();
        match self.phase {
            Phase::Steps if number(text) as i32 > self.marker[self.player] => reasons.push(("G5", vec![])),
            Phase::Block if !self.open().contains(&read_cell(text)) => reasons.push(("G7", vec![read_cell(text)])),
            Phase::Platform if text != "decline" => {
                let (name, shape, anchor) = self.read_platform(text);
                let (on, off): (Shape, Shape) =
                    Self::at(&shape, anchor).into_iter().partition(|(cell, _)| self.stacks.contains_key(cell));
                let own = |cell: Cell| self.top(cell) == Some(Item::Block(self.player));
                let marks: Vec<Cell> = on.iter().filter(|(_, marked)| **marked).map(|(&cell, _)| cell).collect();
                let level = marks.iter().filter(|&&cell| own(cell)).map(|&cell| self.height(cell)).max();
                let bad = |cell: &Cell| !own(*cell) || Some(self.height(*cell)) != level;
                let a: Vec<Cell> = marks.into_iter().filter(bad).collect();
                let b: Vec<Cell> = level.map_or(vec![], |level| {
                    let unmarked = on.iter().filter(|(_, marked)| !**marked).map(|(&cell, _)| cell);
                    unmarked.filter(|&cell| !self.supports(cell, level)).collect()
                });
                let c: Vec<Cell> = off.keys().copied().collect();
                for (rule, cells) in [("G10a", a), ("G10b", b), ("G10c", c)] {
                    if !cells.is_empty() {
                        reasons.push((rule, by_row(cells)));
                    }
                }
                if self.stock[self.player][&name] == 0 {
                    reasons.push(("G10d", vec![]));
                }
                if off.is_empty() && level.is_some() && self.twin(&on) {
                    reasons.push(("G10e", by_row(on.into_keys().collect())));
                }
            }
            _ => {}
        }
        reasons
    }
}

fn number(text: &str) -> usize {
    text.split_once('=').expect("key=number").1.parse().expect("a number")
}

pub(crate) fn read_cell(text: &str) -> Cell {
    (i32::from(text.as_bytes()[0] - b'a'), text[1..].parse::<i32>().expect("a row") - 1)
}
