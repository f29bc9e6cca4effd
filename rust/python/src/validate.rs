//! Checking of Casbah tables for Python (H12).

use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::{PyList, PyTuple};
use zellige_core::games::casbah::{Placed, TileSet, Violation, validate};

/// All violations of a table as a list of `zellige.casbah.Violation`.
///
/// `layout` has column, row, name and rotation of each tile, `tiles` is the tile set as JSON.
#[pyfunction]
pub(crate) fn casbah_violations<'py>(
    py: Python<'py>,
    layout: Vec<(i32, i32, String, u8)>,
    tiles: &str,
    size: (i64, i64),
    complete: bool,
    strict_future: bool,
) -> PyResult<Bound<'py, PyList>> {
    let tiles = serde_json::from_str(tiles).map_err(|why| PyValueError::new_err(why.to_string()))?;
    let found = py.detach(|| {
        let layout: Vec<Placed> = layout.into_iter().map(|(x, y, tile, r)| Placed { x, y, tile, r }).collect();
        validate(&layout, &TileSet::from_json(&tiles)?, size, complete, strict_future)
    });
    let found = found.map_err(|why| PyValueError::new_err(why.to_string()))?;
    let class = py.import("zellige.casbah")?.getattr("Violation")?;
    let items = found.into_iter().map(|Violation { rule, cells, sides, message }| {
        class.call1((rule, PyTuple::new(py, cells)?, PyTuple::new(py, sides)?, message))
    });
    PyList::new(py, items.collect::<PyResult<Vec<_>>>()?)
}
