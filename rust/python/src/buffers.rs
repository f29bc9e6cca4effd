//! What goes between Python and the engine in numbers and arrays: actions, arrays to write into, new arrays.

use numpy::{
    Element, PyArray1, PyArrayDescrMethods, PyArrayDyn, PyArrayMethods, PyReadwriteArrayDyn, PyUntypedArrayMethods,
};
use pyo3::exceptions::{PyOverflowError, PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyTuple};
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

/// A new array of zeros; numpy's own error when there is not enough memory.
pub(crate) fn zeros<'py>(py: Python<'py>, shape: &[usize], dtype: &str) -> PyResult<Bound<'py, PyAny>> {
    py.import("numpy")?.call_method1("zeros", (PyTuple::new(py, shape)?, dtype))
}

/// An array that is to be written to: dtype, shape, contiguity, alignment and that it can be written to are checked.
pub(crate) fn writable<'py, T: Element>(
    name: &str,
    array: &Bound<'py, PyAny>,
    shape: &[usize],
) -> PyResult<PyReadwriteArrayDyn<'py, T>> {
    let dtype = || T::get_dtype(array.py()).typeobj().name().map_or_else(|_| "?".into(), |name| name.to_string());
    let Ok(array) = array.cast::<PyArrayDyn<T>>() else {
        let found = describe(array);
        return Err(PyTypeError::new_err(format!("{name} must be an array of numpy.{}, not {found}", dtype())));
    };
    if array.shape() != shape {
        return Err(PyValueError::new_err(format!("{name} must have the shape {shape:?}, not {:?}", array.shape())));
    }
    if !array.is_c_contiguous() {
        return Err(PyValueError::new_err(format!("{name} must be C-contiguous")));
    }
    let borrowed = array.try_readwrite();
    let borrowed =
        borrowed.map_err(|_| PyValueError::new_err(format!("{name} must be writable and not in use elsewhere")))?;
    match borrowed.as_slice() {
        Ok(_) => Ok(borrowed),
        Err(_) => Err(PyValueError::new_err(format!("{name} must be aligned"))),
    }
}

/// The elements of an array whose contiguity and alignment were checked.
pub(crate) fn elements<'a, T: Element>(array: &'a mut PyReadwriteArrayDyn<'_, T>) -> &'a mut [T] {
    array.as_slice_mut().expect("contiguity and alignment were checked")
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
