//! Blokus for Python.

use numpy::{PyArray1, PyArray2, PyArrayMethods};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict, PyList, PyString, PyTuple};
use zellige_core::games::blokus::{Blokus, PIECE_NAMES};
use zellige_core::sim::Keep;
use zellige_core::{Game, Reason, Turn};

use crate::buffers;
use crate::classes::game_classes;
use crate::errors;
use crate::position::Position;
use crate::run::Plan;

game_classes!(Blokus, BlokusGame, BlokusState, BlokusBatch, {
    /// The colour to move, -1 at the end.
    fn current_colour(&self) -> i32 {
        self.position.state.current_colour().map_or(-1, i32::from)
    }

    /// Colour of each square as int8 `[y, x]`, -1 where it is empty.
    fn board<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray2<i8>>> {
        let game = &self.position.game;
        let (width, height) = (game.width(), game.height());
        let mut cells = vec![-1; width * height];
        game.fill_board(&self.position.state, &mut cells);
        PyArray1::from_vec(py, cells).reshape([height, width])
    }

    /// Names of the pieces that a colour has not laid yet.
    fn hand(&self, colour: &Bound<'_, PyAny>) -> PyResult<Vec<&'static str>> {
        let index = buffers::index("colour", colour, self.position.game.num_colours())?;
        let hand = self.position.state.hand(index);
        Ok((0..21).filter(|piece| hand >> piece & 1 == 1).map(|piece| PIECE_NAMES[piece]).collect())
    }

    /// Points per colour as int32.
    fn colour_scores<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<i32>> {
        let mut scores = vec![0; self.position.game.num_colours()];
        self.position.game.detail(&self.position.state, &mut scores);
        PyArray1::from_vec(py, scores)
    }
});
