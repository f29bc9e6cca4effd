//! The actions that a batch is to play, read from an array or a sequence.

use numpy::{Element, PyArray1, PyArrayMethods, PyUntypedArrayMethods};
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyList, PyTuple};
use zellige_core::Action;
use zellige_core::sim::{NO_ACTION, STAY};

use crate::buffers;

/// A negative number that no game takes, not even one that is over.
pub(crate) const NEVER: Action = STAY - 1;

/// Appends the numbers of an array; one that is strided or not aligned is copied first.
fn read<T: Element + Copy>(
    array: &Bound<'_, PyArray1<T>>,
    out: &mut Vec<Action>,
    as_action: impl Fn(T) -> Action,
) -> PyResult<()> {
    let held = array.try_readonly().map_err(|_| PyValueError::new_err("actions must not be in use elsewhere"))?;
    if let Ok(slice) = held.as_slice() {
        out.extend(slice.iter().map(|&number| as_action(number)));
        return Ok(());
    }
    let copy = array.call_method0("copy")?.cast_into::<PyArray1<T>>()?;
    let held = copy.try_readonly().map_err(|_| PyValueError::new_err("actions must not be in use elsewhere"))?;
    let slice = held.as_slice().map_err(|_| PyValueError::new_err("actions must be contiguous"))?;
    out.extend(slice.iter().map(|&number| as_action(number)));
    Ok(())
}

/// One action per game from an int32 or int64 array or a sequence of integers.
pub(crate) fn read_actions(actions: &Bound<'_, PyAny>, n: usize, out: &mut Vec<Action>) -> PyResult<()> {
    let shape = |length: &dyn std::fmt::Display| {
        PyValueError::new_err(format!("actions must be one number for each of the {n} games, not {length}"))
    };
    // -1 becomes `NO_ACTION`.
    let narrow_32 = |action: i32| if action < -1 { NEVER } else { action as Action };
    let narrow = |action: i64| match action {
        -1 => NO_ACTION,
        _ => Action::try_from(action).unwrap_or(NEVER).min(NEVER),
    };
    out.clear();
    if let Ok(array) = actions.cast::<PyArray1<i32>>() {
        if array.len() != n {
            return Err(shape(&array.len()));
        }
        read(array, out, narrow_32)?;
    } else if let Ok(array) = actions.cast::<PyArray1<i64>>() {
        if array.len() != n {
            return Err(shape(&array.len()));
        }
        read(array, out, narrow)?;
    } else if actions.is_instance_of::<PyList>() || actions.is_instance_of::<PyTuple>() {
        let length = actions.len()?;
        if length != n {
            return Err(shape(&length));
        }
        for action in actions.try_iter()? {
            let action = action?;
            let number = buffers::action_number(&action)?;
            out.push(number.map_or_else(|| narrow(action.extract().unwrap_or(i64::MIN)), |number| number.min(NEVER)));
        }
    } else {
        let found = buffers::describe(actions);
        return Err(PyTypeError::new_err(format!(
            "actions must be a one-dimensional array of numpy.int32 or numpy.int64 or a list of integers, not {found}"
        )));
    }
    Ok(())
}
