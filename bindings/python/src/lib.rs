//! The native module behind the Python package. `python/calipers/__init__.py` is its public interface, and
//! `_calipers.pyi` declares its types.

mod analysis;
mod annotations;
mod answers;
mod expression;
mod instances;
mod own;
mod places;
mod program;
mod reasons;
mod restartable;

use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;

/// If less stack than this is left, in bytes, a call allocates another one.
const LEAST_STACK: usize = 4 << 20;

/// The size of that stack in bytes.
const STACK: usize = 64 << 20;

/// Runs a call that may recurse deeply.
fn deep<T>(call: impl FnOnce() -> T) -> T {
    stacker::maybe_grow(LEAST_STACK, STACK, call)
}

/// The error for invalid arguments.
fn bad(message: impl Into<String>) -> PyErr {
    PyValueError::new_err(message.into())
}

/// The error for an object that can't be pickled or copied.
fn no_pickle(what: &str, instead: &str) -> PyErr {
    PyTypeError::new_err(format!("{what} can't be pickled or copied: {instead}"))
}

#[pymodule]
fn _calipers(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add("__version__", env!("CARGO_PKG_VERSION"))?;
    module.add_class::<program::Rules>()?;
    module.add_class::<program::Module>()?;
    module.add_class::<program::Value>()?;
    module.add_class::<program::Op>()?;
    module.add_class::<expression::Expression>()?;
    module.add_class::<analysis::Analysis>()?;
    module.add_class::<answers::IntegerRange>()?;
    module.add_class::<answers::Picture>()?;
    module.add_class::<answers::Range>()?;
    module.add_class::<answers::Verdict>()?;
    Ok(())
}
