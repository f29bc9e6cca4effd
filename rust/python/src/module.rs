//! Functions of the native module that belong to no game, and what the game classes share.

use numpy::PyArray1;
use pyo3::PyClass;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyTuple};
use serde_json::{Map, Value};
use zellige_core::sim::{Columns, Policy};
use zellige_core::{Game, Stream, Turn};

/// Scores, returns, detail, lengths, actions.
pub(crate) type SimulationColumns<'py> = (
    Bound<'py, PyArray1<i32>>,
    Bound<'py, PyArray1<f64>>,
    Bound<'py, PyArray1<i32>>,
    Bound<'py, PyArray1<i32>>,
    Bound<'py, PyArray1<u32>>,
);

/// Hands the columns to numpy without copying them.
pub(crate) fn to_arrays(py: Python<'_>, columns: Columns) -> SimulationColumns<'_> {
    (
        PyArray1::from_vec(py, columns.scores),
        PyArray1::from_vec(py, columns.returns),
        PyArray1::from_vec(py, columns.detail),
        PyArray1::from_vec(py, columns.lengths),
        PyArray1::from_vec(py, columns.actions),
    )
}

/// Scores, returns, lengths, first entries.
pub(crate) type RolloutColumns<'py> =
    (Bound<'py, PyArray1<i32>>, Bound<'py, PyArray1<f64>>, Bound<'py, PyArray1<i32>>, Bound<'py, PyArray1<u32>>);

/// Hands the columns of a rollout to numpy without copying them.
pub(crate) fn rollout_arrays(py: Python<'_>, columns: Columns) -> RolloutColumns<'_> {
    let (scores, returns, _, lengths, actions) = to_arrays(py, columns);
    (scores, returns, lengths, actions)
}

/// Policies by name, one per player.
pub(crate) fn policies(names: &[String], players: usize) -> PyResult<Vec<Policy>> {
    if names.len() != players {
        return Err(PyValueError::new_err(format!("{} policies given for {players} players", names.len())));
    }
    names.iter().map(|name| name.parse().map_err(PyValueError::new_err)).collect()
}

/// A JSON object from its text.
pub(crate) fn json_object(text: &str) -> PyResult<Map<String, Value>> {
    serde_json::from_str(text).map_err(|why| PyValueError::new_err(why.to_string()))
}

/// A JSON object as Python's own values.
pub(crate) fn to_python(py: Python<'_>, object: Map<String, Value>) -> PyResult<Bound<'_, PyAny>> {
    py.import("json")?.call_method1("loads", (Value::Object(object).to_string(),))
}

/// The first `draws` 64-bit draws of the stream of game `number` of `seed`.
#[pyfunction]
pub(crate) fn stream_draws(py: Python<'_>, seed: u64, number: u64, draws: usize) -> Bound<'_, PyArray1<u64>> {
    let mut stream = Stream::new(seed, number);
    PyArray1::from_iter(py, (0..draws).map(|_| stream.next_u64()))
}

/// `"release"` or `"debug"`.
#[pyfunction]
pub(crate) fn build_profile() -> &'static str {
    if cfg!(debug_assertions) { "debug" } else { "release" }
}

/// Counts action sequences without the GIL, looking at signals from time to time.
pub(crate) fn perft<G: Game>(py: Python<'_>, game: &G, state: &G::State, depth: u32) -> PyResult<u64> {
    // Below this many plies a subtree is counted in one go; it takes well under 0.2 s.
    const UNINTERRUPTED: u32 = 2;
    if depth <= UNINTERRUPTED || game.turn(state) == Turn::Terminal {
        let count = py.detach(|| zellige_core::perft(game, state, depth));
        py.check_signals()?;
        return Ok(count);
    }
    let actions = zellige_core::laws::legal_actions(game, state);
    let mut total: u64 = 0;
    for action in actions {
        let mut next = state.clone();
        game.apply(&mut next, action);
        let below = perft(py, game, &next, depth - 1)?;
        total = total.checked_add(below).ok_or_else(|| PyValueError::new_err("the count does not fit into 64 bits"))?;
    }
    Ok(total)
}

/// Calls a function of `zellige.draw` with a state before the other arguments.
pub(crate) fn draw<'py>(
    state: &Bound<'py, impl PyClass>,
    function: &str,
    args: &Bound<'py, PyTuple>,
    options: Option<&Bound<'py, PyDict>>,
) -> PyResult<Bound<'py, PyAny>> {
    let mut all = vec![state.as_any().clone()];
    all.extend(args);
    let py = state.py();
    py.import("zellige.draw")?.getattr(function)?.call(PyTuple::new(py, all)?, options)
}
