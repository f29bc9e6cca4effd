//! Casa Grande for Python.

use numpy::{PyArray1, PyArray2, PyArrayMethods};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict, PyList, PyString, PyTuple};
use zellige_core::games::casa_grande::tables::bits;
use zellige_core::games::casa_grande::{CasaGrande, Node, Top};
use zellige_core::sim::Keep;
use zellige_core::{Game, Reason, Turn};

use crate::buffers;
use crate::classes::game_classes;
use crate::errors;
use crate::position::Position;
use crate::run::Plan;

const SIDE: usize = 8;

/// A value per plot as `[y, x]`.
fn plots(py: Python<'_>, value: impl Fn(u32) -> i8) -> PyResult<Bound<'_, PyArray2<i8>>> {
    PyArray1::from_iter(py, (0..(SIDE * SIDE) as u32).map(value)).reshape([SIDE, SIDE])
}

impl CasaGrandeState {
    fn top(&self, plot: u32) -> Top {
        self.position.state.board().top(plot)
    }

    fn player(&self, player: &Bound<'_, PyAny>) -> PyResult<usize> {
        buffers::index("player", player, self.position.game.num_players())
    }
}

game_classes!(CasaGrande, CasaGrandeGame, CasaGrandeState, CasaGrandeBatch, {
    /// What is decided next: "die", "step", "block", "platform" or "end".
    fn phase(&self) -> &'static str {
        match self.position.state.node() {
            Node::Die => "die",
            Node::Steps => "step",
            Node::Block => "block",
            Node::Platform => "platform",
            Node::End => "end",
        }
    }

    /// Whose turn it is, also while the die is rolled; `TERMINAL` at the end.
    fn turn_player(&self) -> i32 {
        self.position.state.turn_player().map_or(-4, i32::from)
    }

    /// The round, from 1.
    fn round_number(&self) -> u16 {
        self.position.state.round()
    }

    /// Height of each plot as int8 `[y, x]`.
    fn height<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray2<i8>>> {
        plots(py, |plot| self.position.state.board().height(plot) as i8)
    }

    /// What is on top of each plot as int8 `[y, x]`: 0 ground, 1 block, 2 platform.
    fn kind<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray2<i8>>> {
        plots(py, |plot| match self.top(plot) {
            Top::Ground => 0,
            Top::Block(_) => 1,
            Top::Platform(_) => 2,
        })
    }

    /// Whose block or platform is on top of each plot as int8 `[y, x]`, -1 on the ground.
    fn owner<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray2<i8>>> {
        plots(py, |plot| match self.top(plot) {
            Top::Ground => -1,
            Top::Block(player) | Top::Platform(player) => player as i8,
        })
    }

    /// All platforms that were laid, in the order in which they were laid.
    fn platforms<'py>(&self, py: Python<'py>) -> PyResult<Vec<Bound<'py, PyAny>>> {
        let class = py.import("zellige.casa_grande")?.getattr("LaidPlatform")?;
        let tables = self.position.game.tables();
        let laid = self.position.state.laid(tables).map(|laid| {
            let cells = bits(laid.squares).map(|plot| (plot as usize % SIDE, plot as usize / SIDE));
            let name = &tables.set.types()[usize::from(laid.kind)].name;
            class.call1((name, laid.owner, laid.level, PyTuple::new(py, cells.collect::<Vec<_>>())?))
        });
        laid.collect()
    }

    /// A player's place on the bonus scale.
    fn marker(&self, player: &Bound<'_, PyAny>) -> PyResult<u8> {
        Ok(self.position.state.marker(self.player(player)?))
    }

    /// A player's money.
    fn money(&self, player: &Bound<'_, PyAny>) -> PyResult<u32> {
        Ok(self.position.state.money(self.player(player)?))
    }

    /// The space of a player's pawn, 0 to 19.
    fn pawn(&self, player: &Bound<'_, PyAny>) -> PyResult<u8> {
        Ok(self.position.state.pawn(self.player(player)?))
    }

    /// How many blocks a player has left.
    fn blocks(&self, player: &Bound<'_, PyAny>) -> PyResult<u8> {
        Ok(self.position.state.blocks(self.player(player)?))
    }

    /// How many platforms of each type a player has left.
    fn stock<'py>(&self, py: Python<'py>, player: &Bound<'_, PyAny>) -> PyResult<Bound<'py, PyDict>> {
        let player = self.player(player)?;
        let stock = PyDict::new(py);
        let set = &self.position.game.tables().set;
        for (kind, entry) in set.types().iter().enumerate() {
            stock.set_item(&entry.name, self.position.state.stock(player, kind))?;
        }
        Ok(stock)
    }
});
