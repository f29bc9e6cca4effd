//! A position: the table, hands, chips and phase.

use super::Phase;
use super::board::bits;
use super::hands::{Hands, Types};
use super::options::Options;
use super::shared::Shared;
use super::table::Table;
use super::tables::Tables;

/// A laid tile in few bytes: cell number and picture.
pub(super) trait Entry: Copy + Default + Send + Sync + 'static {
    /// Types of tiles in a hand.
    type Types: Types;
    fn new(cell: usize, picture: usize) -> Self;
    fn parts(self) -> (usize, usize);
}

impl Entry for u16 {
    type Types = u32;
    fn new(cell: usize, picture: usize) -> Self {
        (cell << 8 | picture) as Self
    }
    fn parts(self) -> (usize, usize) {
        (usize::from(self >> 8), usize::from(self & 255))
    }
}

impl Entry for u32 {
    type Types = u64;
    fn new(cell: usize, picture: usize) -> Self {
        (cell << 8 | picture) as Self
    }
    fn parts(self) -> (usize, usize) {
        ((self >> 8) as usize, (self & 255) as usize)
    }
}

/// A position with boards of `N` words, at most `T` types and `L` tiles on the table.
#[derive(Clone, Debug)]
pub(super) struct Position<const N: usize, const T: usize, const L: usize, E: Entry> {
    pub(super) table: Table<N>,
    /// The laid tiles in the order of their lay.
    pub(super) laid: [E; L],
    /// Types that are face up in the draft, as bits.
    pub(super) face_up: u64,
    pub(super) hands: Hands<T, E::Types>,
    pub(super) chips: [u16; 4],
    pub(super) head: Head,
}

/// The small numbers of a position.
#[derive(Clone, Copy, Debug)]
pub(super) struct Head {
    pub(super) phase: Phase,
    pub(super) player: u8,
    /// Tiles still to be picked.
    pub(super) picks: u8,
    /// Number of laid tiles.
    pub(super) tiles: u8,
}

impl<const N: usize, const T: usize, const L: usize, E: Entry> Position<N, T, L, E> {
    /// The start of a game; in solo all tiles are in hand (H11).
    pub(super) fn start(options: &Options, tables: &Tables<N>) -> Self {
        let solo = options.players == 1;
        let cells = (options.size.0 * options.size.1) as u8;
        let (phase, picks) = if solo { (Phase::Lay, 0) } else { (Phase::Draft, cells) };
        let head = Head { phase, player: 0, picks, tiles: 0 };
        let mut hands = Hands::empty();
        if solo {
            options.set.tiles.iter().enumerate().for_each(|(kind, tile)| hands.set(0, kind, tile.count));
        }
        let face_up = if solo { 0 } else { u64::MAX >> (64 - options.set.tiles.len()) };
        Self { table: Table::new(tables), laid: [E::default(); L], face_up, hands, chips: [0; 4], head }
    }

    /// Area index and picture of each laid tile, in the order of their lay.
    pub(super) fn laid_tiles(&self, shared: &Shared, mut each: impl FnMut(usize, usize)) {
        for entry in &self.laid[..usize::from(self.head.tiles)] {
            let (cell, picture) = entry.parts();
            each(shared.area.index[cell].into(), picture);
        }
    }

    /// Takes a tile in the draft (H3).
    #[inline(always)]
    pub(super) fn pick(&mut self, shared: &Shared, kind: usize) {
        let head = &mut self.head;
        self.hands.add(head.player.into(), kind);
        head.picks -= 1;
        head.player = shared.after(head.player);
        let taken = self.hands.counts().iter().fold(0_u8, |taken, hand| taken.wrapping_add(hand[kind]));
        self.face_up &= !(u64::from(taken >= shared.counts[kind]) << kind);
        if self.head.picks == 0 {
            self.begin(shared.front);
        }
    }

    /// Tiles of a type that are face up while tiles are picked (H3).
    #[inline(always)]
    pub(super) fn pool(&self, shared: &Shared, kind: usize) -> u8 {
        self.hands.counts().iter().fold(shared.counts[kind], |left, hand| left.saturating_sub(hand[kind]))
    }

    /// The types that can be taken now, as bits (H3, H4).
    #[inline(always)]
    pub(super) fn choices(&self, shared: &Shared) -> u64 {
        let forced = self.face_up & 1 << shared.front;
        if self.head.picks == 1 && forced != 0 { forced } else { self.face_up }
    }

    /// The draft is over: the holder of the front door begins (H5).
    pub(super) fn begin(&mut self, front: usize) {
        self.head.phase = Phase::Lay;
        self.face_up = 0;
        self.head.picks = 0;
        self.head.player = self.hands.counts().iter().position(|hand| hand[front] > 0).unwrap_or(0) as u8;
    }

    /// The mover lays a tile; whose turn it is then is left to [`Position::settle`].
    #[inline(always)]
    pub(super) fn lay(&mut self, tables: &Tables<N>, cell: usize, picture: usize) {
        let effect = &tables.effects[picture];
        let player = usize::from(self.head.player & 3);
        self.table.lay(tables, cell, effect);
        self.hands.remove(player, effect.kind.into());
        self.chips[player] = self.chips[player].wrapping_add(u16::from(effect.value));
        self.laid[usize::from(self.head.tiles)] = E::new(cell, picture);
        self.head.tiles += 1;
    }

    /// Gives the turn to the first player from the mover on who can lay, or ends the game (H9, H10).
    #[inline(always)]
    pub(super) fn settle(&mut self, shared: &Shared, tables: &Tables<N>) {
        let mut room = None;
        let demand = self.table.demand(tables, &mut room);
        for _ in 0..shared.options.players {
            for kind in bits(self.held()) {
                let [a, b, c, d] = demand.of(&tables.looks[kind]).0;
                if !a.or(b).or(c.or(d)).is_empty() {
                    return;
                }
            }
            self.pass(shared);
        }
        self.head.phase = Phase::End;
    }

    /// Gives the turn to the next player.
    #[inline(always)]
    pub(super) fn pass(&mut self, shared: &Shared) {
        self.head.player = shared.after(self.head.player);
    }

    /// The types in the mover's hand, as bits.
    #[inline(always)]
    pub(super) fn held(&self) -> u64 {
        self.hands.types(self.head.player.into())
    }

    /// The mover's hand by type.
    #[inline(always)]
    pub(super) fn mover(&self) -> &[u8; T] {
        &self.hands.counts()[usize::from(self.head.player & 3)]
    }
}
