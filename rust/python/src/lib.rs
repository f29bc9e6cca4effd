//! The native module `zellige._native`.

mod batch;
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
}
