//! Arguments that come from Python: action numbers and arrays to write into.

use numpy::{PyArray1, PyArrayMethods, PyReadwriteArray1, PyUntypedArrayMethods};
use pyo3::exceptions::{PyOverflowError, PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyBool;
use zellige_core::Action;

/// An action number; `None` for an integer that no action can have.
///
/// Takes whatever has `__index__`, but no `bool`.
pub(crate) fn action_number(value: &Bound<'_, PyAny>) -> PyResult<Option<Action>> {
    if value.is_instance_of::<PyBool>() {
        return Err(PyTypeError::new_err("an action is an integer, not a bool"));
    }
    match value.extract::<i64>() {
        Ok(number) => Ok(Action::try_from(number).ok()),
        Err(why) if why.is_instance_of::<PyOverflowError>(value.py()) => Ok(None),
        Err(why) if why.is_instance_of::<PyTypeError>(value.py()) => {
            Err(PyTypeError::new_err(format!("an action is an integer, not {}", value.get_type().name()?)))
        }
        Err(why) => Err(why),
    }
}

/// A `bool_` array of the caller's that is to be filled.
pub(crate) struct MaskBuffer<'py>(PyReadwriteArray1<'py, bool>);

impl<'py> MaskBuffer<'py> {
    /// Checks dtype, shape, contiguity and that it can be written to.
    pub(crate) fn new(out: &Bound<'py, PyAny>, length: usize) -> PyResult<Self> {
        let kind = || format!("out must be a one-dimensional numpy.bool_ array, not {}", describe(out));
        let array = out.cast::<PyArray1<bool>>().map_err(|_| PyTypeError::new_err(kind()))?;
        if array.len() != length {
            return Err(PyValueError::new_err(format!("out must have shape ({length},), not ({},)", array.len())));
        }
        if !array.is_c_contiguous() {
            return Err(PyValueError::new_err("out must be contiguous"));
        }
        let borrowed = array.try_readwrite();
        borrowed.map(Self).map_err(|_| PyValueError::new_err("out must be writable and not in use elsewhere"))
    }

    /// The elements.
    pub(crate) fn as_mut_slice(&mut self) -> &mut [bool] {
        self.0.as_slice_mut().expect("contiguity was checked")
    }
}

/// A value's type, with dtype and shape of an array.
pub(crate) fn describe(value: &Bound<'_, PyAny>) -> String {
    let attribute = |name: &str| value.getattr(name).and_then(|found| found.str()).map(|text| text.to_string());
    match (attribute("dtype"), attribute("shape")) {
        (Ok(dtype), Ok(shape)) => format!("dtype {dtype} of shape {shape}"),
        _ => value.get_type().name().map_or_else(|_| "that".into(), |name| name.to_string()),
    }
}

/// Action numbers as an int32 array.
pub(crate) fn int32_array<'py>(py: Python<'py>, actions: &[Action]) -> Bound<'py, PyArray1<i32>> {
    // Every action number is far below 2^31.
    let array = PyArray1::<i32>::zeros(py, actions.len(), false);
    let mut out = array.readwrite();
    for (to, &from) in out.as_slice_mut().expect("a new array is contiguous").iter_mut().zip(actions) {
        *to = from as i32;
    }
    drop(out);
    array
}

/// An index below `count`: a `TypeError` for what is no integer, a `ValueError` for a number that is out of range.
pub(crate) fn index(name: &str, value: &Bound<'_, PyAny>, count: usize) -> PyResult<usize> {
    let number = action_number(value)
        .map_err(|_| PyTypeError::new_err(format!("a {name} must be an integer, not {}", describe(value))))?;
    let wrong = || PyValueError::new_err(format!("{name} must be from 0 to {}, not {value}", count - 1));
    number.map(|number| number as usize).filter(|&index| index < count).ok_or_else(wrong)
}
