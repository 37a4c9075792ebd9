//! Calipers for Python. What users see is in `python/calipers/__init__.py`, with types in
//! `_calipers.pyi`; this is what it stands on.

mod analysis;
mod expression;
mod program;

use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

/// With less stack than this left, in bytes, a call gets another one.
const LEAST_STACK: usize = 4 << 20;

/// How large that is.
const STACK: usize = 64 << 20;

/// Runs what may nest deeply.
fn deep<T>(call: impl FnOnce() -> T) -> T {
    stacker::maybe_grow(LEAST_STACK, STACK, call)
}

/// The error for what was given is no good.
fn bad(message: impl Into<String>) -> PyErr {
    PyValueError::new_err(message.into())
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
    module.add_class::<analysis::Range>()?;
    module.add_class::<analysis::Verdict>()?;
    Ok(())
}
