//! The tiles in the players' hands.

/// A set of types as bits: only so wide as there are types.
pub(super) trait Types: Copy + Default + std::fmt::Debug + Send + Sync + 'static {
    fn new(bits: u64) -> Self;
    fn bits(self) -> u64;
}

impl Types for u32 {
    #[inline(always)]
    fn new(bits: u64) -> Self {
        bits as Self
    }
    #[inline(always)]
    fn bits(self) -> u64 {
        self.into()
    }
}

impl Types for u64 {
    #[inline(always)]
    fn new(bits: u64) -> Self {
        bits
    }
    #[inline(always)]
    fn bits(self) -> u64 {
        self
    }
}

/// How many tiles of each of at most `T` types the players hold.
#[derive(Clone, Debug)]
pub(super) struct Hands<const T: usize, S> {
    counts: [[u8; T]; 4],
    /// The types of which there are some.
    types: [S; 4],
}

impl<const T: usize, S: Types> Hands<T, S> {
    pub(super) fn empty() -> Self {
        Self { counts: [[0; T]; 4], types: [S::default(); 4] }
    }

    /// The hands by player, each by type.
    #[inline(always)]
    pub(super) fn counts(&self) -> &[[u8; T]; 4] {
        &self.counts
    }

    /// The types in a hand, as bits.
    #[inline(always)]
    pub(super) fn types(&self, player: usize) -> u64 {
        self.types[player & 3].bits()
    }

    /// A player has so many tiles of a type.
    pub(super) fn set(&mut self, player: usize, kind: usize, count: u8) {
        self.counts[player][kind] = count;
        self.types[player] = S::new(self.types(player) & !(1 << kind) | u64::from(count > 0) << kind);
    }

    /// A player takes a tile.
    #[inline(always)]
    pub(super) fn add(&mut self, player: usize, kind: usize) {
        let held = &mut self.counts[player & 3][kind];
        *held = held.wrapping_add(1);
        self.types[player & 3] = S::new(self.types(player) | 1 << kind);
    }

    /// A player gives a tile away.
    #[inline(always)]
    pub(super) fn remove(&mut self, player: usize, kind: usize) {
        let held = &mut self.counts[player & 3][kind];
        *held = held.wrapping_sub(1);
        let last = *held == 0;
        self.types[player & 3] = S::new(self.types(player) & !(u64::from(last) << kind));
    }
}
