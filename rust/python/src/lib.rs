//! The native module `zellige._native`.

mod actions;
mod batch;
mod batch_class;
mod blokus;
mod buffers;
mod casa_grande;
mod casbah;
mod classes;
mod errors;
mod module;
mod observe;
mod position;
mod run;
mod validate;

use pyo3::prelude::*;

/// Native engines of zellige; use them through the classes of the package.
#[pymodule(gil_used = false)]
mod _native {
    use numpy::PyArray1;
    use pyo3::prelude::*;

    #[pymodule_export]
    use super::blokus::{BlokusBatch, BlokusGame, BlokusState};
    #[pymodule_export]
    use super::casa_grande::{CasaGrandeBatch, CasaGrandeGame, CasaGrandeState};
    #[pymodule_export]
    use super::casbah::{CasbahBatch, CasbahGame, CasbahState};
    #[pymodule_export]
    use super::module::{build_profile, stream_draws};
    #[pymodule_export]
    use super::validate::casbah_violations;

    /// Binds the functions of `numpy` now: where they are bound at the first array, a Ctrl-C in between would be a panic.
    #[pymodule_init]
    fn init(module: &Bound<'_, PyModule>) -> PyResult<()> {
        // Its version is compared there, by patterns that are compiled on the way.
        module.py().import("numpy")?.getattr("lib")?.getattr("NumpyVersion")?.call1(("1.26.0",))?;
        PyArray1::<i32>::zeros(module.py(), 0, false);
        Ok(())
    }
}
