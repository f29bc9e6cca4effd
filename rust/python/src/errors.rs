//! Python exceptions raised from Rust; the classes live in `zellige/errors.py`.

use pyo3::prelude::*;
use pyo3::types::{PyList, PyTuple};
use zellige_core::Reason;

mod classes {
    pyo3::import_exception!(zellige.errors, BadMove);
    pyo3::import_exception!(zellige.errors, BusyError);
    pyo3::import_exception!(zellige.errors, IllegalAction);
    pyo3::import_exception!(zellige.errors, NothingToUndo);
    pyo3::import_exception!(zellige.errors, PositionError);
}

pub(crate) use classes::{BusyError, NothingToUndo};

type PlainReason = (&'static str, Vec<(i32, i32)>, String);

fn plain(reason: Reason) -> PlainReason {
    (reason.rule, reason.cells, reason.message)
}

/// Reasons as a list of `zellige.errors.Reason`.
pub(crate) fn reason_list(py: Python<'_>, reasons: Vec<Reason>) -> PyResult<Bound<'_, PyList>> {
    let class = py.import("zellige.errors")?.getattr("Reason")?;
    let items = reasons.into_iter().map(|reason| {
        let (rule, cells, message) = plain(reason);
        class.call1((rule, PyTuple::new(py, cells)?, message))
    });
    PyList::new(py, items.collect::<PyResult<Vec<_>>>()?)
}

fn reason_tuple(py: Python<'_>, reasons: Vec<Reason>) -> PyResult<Py<PyTuple>> {
    let reasons = reasons.into_iter().map(|reason| {
        let (rule, cells, message) = plain(reason);
        Ok((rule, PyTuple::new(py, cells)?, message))
    });
    Ok(PyTuple::new(py, reasons.collect::<PyResult<Vec<_>>>()?)?.unbind())
}

fn arguments(py: Python<'_>, text: String, reasons: Vec<Reason>) -> PyResult<(String, Py<PyTuple>)> {
    Ok((text, reason_tuple(py, reasons)?))
}

/// `PositionError` with all reasons.
pub(crate) fn bad_position(py: Python<'_>, reasons: Vec<Reason>) -> PyErr {
    reason_tuple(py, reasons).map_or_else(|why| why, |reasons| classes::PositionError::new_err((reasons,)))
}

/// `IllegalAction` with all reasons.
pub(crate) fn illegal(py: Python<'_>, text: String, reasons: Vec<Reason>) -> PyErr {
    arguments(py, text, reasons).map_or_else(|why| why, classes::IllegalAction::new_err)
}

/// `IllegalAction` with all reasons and the index of the game in its batch.
pub(crate) fn illegal_at(py: Python<'_>, index: usize, text: String, reasons: Vec<Reason>) -> PyErr {
    let arguments = arguments(py, text, reasons);
    arguments.map_or_else(|why| why, |(text, reasons)| classes::IllegalAction::new_err((text, reasons, index)))
}

/// `BusyError` for a state.
pub(crate) fn busy_state() -> PyErr {
    BusyError::new_err("the state is in use by another call")
}

/// `BadMove` with its reason.
pub(crate) fn bad_move(py: Python<'_>, text: String, reasons: Vec<Reason>) -> PyErr {
    arguments(py, text, reasons).map_or_else(|why| why, classes::BadMove::new_err)
}

/// `BadMove` when the first reason says so, else `IllegalAction`.
pub(crate) fn refused(py: Python<'_>, text: &str, reasons: Vec<Reason>) -> PyErr {
    if reasons.first().is_some_and(|reason| reason.rule == "BadMove") {
        bad_move(py, text.to_owned(), reasons)
    } else {
        illegal(py, text.to_owned(), reasons)
    }
}
