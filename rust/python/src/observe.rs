//! Observations for Python: specs as plain tuples, positions as dicts of arrays.

use numpy::{Element, IxDyn, PyArrayDyn, PyArrayMethods};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyString};
use zellige_core::{Dtype, Game, observation_sizes};

/// Name, shape, dtype, lowest and highest value of an array.
pub(crate) type PlainSpec = (&'static str, Vec<usize>, &'static str, i32, i32);

/// The arrays of a game's observations in their order.
pub(crate) fn spec<G: Game>(game: &G) -> Vec<PlainSpec> {
    let arrays = game.observation_spec().iter();
    arrays.map(|array| (array.name, array.shape.clone(), array.dtype.name(), array.low, array.high)).collect()
}

/// A position as `player` sees it, in new arrays.
pub(crate) fn observation<'py, G: Game>(
    py: Python<'py>,
    game: &G,
    state: &G::State,
    player: usize,
) -> PyResult<Bound<'py, PyDict>> {
    let spec = game.observation_spec();
    let (bytes, numbers) = observation_sizes(spec);
    let (mut u8s, mut i32s) = (vec![0; bytes], vec![0; numbers]);
    game.observe(state, player, &mut u8s, &mut i32s);
    let (mut u8s, mut i32s) = (&u8s[..], &i32s[..]);
    let dict = PyDict::new(py);
    for array in spec {
        let name = PyString::intern(py, array.name);
        match array.dtype {
            Dtype::Uint8 => dict.set_item(name, next_array(py, &mut u8s, &array.shape)?)?,
            Dtype::Int32 => dict.set_item(name, next_array(py, &mut i32s, &array.shape)?)?,
        }
    }
    Ok(dict)
}

/// A new array of the first elements of `from`, which are taken away from it.
fn next_array<'py, T: Element + Copy>(
    py: Python<'py>,
    from: &mut &[T],
    shape: &[usize],
) -> PyResult<Bound<'py, PyArrayDyn<T>>> {
    let array = PyArrayDyn::<T>::zeros(py, IxDyn(shape), false);
    let (elements, rest) = from.split_at(shape.iter().product());
    array.readwrite().as_slice_mut()?.copy_from_slice(elements);
    *from = rest;
    Ok(array)
}
