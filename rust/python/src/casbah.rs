//! Casbah for Python.

use numpy::PyArray1;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict, PyList, PyString, PyTuple};
use zellige_core::games::casbah::{Casbah, Phase};
use zellige_core::sim::Keep;
use zellige_core::{Game, Reason, Turn};

use crate::buffers;
use crate::classes::game_classes;
use crate::errors;
use crate::position::Position;
use crate::run::Plan;

/// A named tuple of `zellige.casbah`.
fn named<'py>(py: Python<'py>, class: &str) -> PyResult<Bound<'py, PyAny>> {
    py.import("zellige.casbah")?.getattr(class)
}

impl CasbahState {
    /// Counts by type name; types without tiles are left out.
    fn by_name<'py>(&self, py: Python<'py>, counts: &[u8]) -> PyResult<Bound<'py, PyDict>> {
        let dict = PyDict::new(py);
        for (tile, &count) in self.position.game.tile_set().tiles.iter().zip(counts) {
            if count > 0 {
                dict.set_item(&tile.name, count)?;
            }
        }
        Ok(dict)
    }

    fn player(&self, player: &Bound<'_, PyAny>) -> PyResult<usize> {
        buffers::index("player", player, self.position.game.num_players())
    }
}

game_classes!(Casbah, CasbahGame, CasbahState, CasbahBatch, {
    /// Which part of the game it is: "draft", "lay" or "end".
    fn phase(&self) -> &'static str {
        match self.position.game.phase(&self.position.state) {
            Phase::Draft => "draft",
            Phase::Lay => "lay",
            Phase::End => "end",
        }
    }

    /// The laid tiles in ascending cell index.
    fn tiles<'py>(&self, py: Python<'py>) -> PyResult<Vec<Bound<'py, PyAny>>> {
        let class = named(py, "LaidTile")?;
        let types = &self.position.game.tile_set().tiles;
        let laid = self.position.game.tiles(&self.position.state);
        laid.into_iter().map(|tile| class.call1((&types[tile.kind].name, tile.r, tile.x, tile.y))).collect()
    }

    /// How many tiles of each type a player holds.
    fn hand<'py>(&self, py: Python<'py>, player: &Bound<'_, PyAny>) -> PyResult<Bound<'py, PyDict>> {
        self.by_name(py, self.position.game.hand(&self.position.state, self.player(player)?))
    }

    /// How many tiles of each type are face up in the draft.
    fn pool<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        self.by_name(py, &self.position.game.pool(&self.position.state))
    }

    /// The frames that are still possible.
    fn frames<'py>(&self, py: Python<'py>) -> PyResult<Vec<Bound<'py, PyAny>>> {
        let class = named(py, "Frame")?;
        let frames = self.position.game.frames(&self.position.state);
        frames.into_iter().map(|(x0, w, h)| class.call1((x0, 0, w, h))).collect()
    }

    /// Face value of the tiles that a player has laid.
    fn chips(&self, player: &Bound<'_, PyAny>) -> PyResult<i32> {
        Ok(self.position.game.chips(&self.position.state, self.player(player)?))
    }
});
