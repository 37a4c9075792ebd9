//! What a pass is.

use crate::diagnostic::{Diagnostic, Severity};
use crate::ir::Module;
use crate::program::{OpId, Program};
use thiserror::Error;

/// Which ops a pass runs on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Scope {
    /// Functions, of any dialect.
    Function,
    /// Any op.
    Any,
}

/// A pass gave up on an op; why is in its diagnostics.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
#[error("the pass failed")]
pub struct PassFailure;

/// A transformation, or an analysis that reports.
pub trait Pass {
    /// Which ops it runs on.
    fn scope(&self) -> Scope;

    /// Runs on `root` and what is in it, and on nothing else. What it has to say goes into
    /// `report`, in program order.
    ///
    /// # Errors
    /// Where it could not do what it is for; the program is valid all the same.
    fn run(
        &self,
        module: &mut Module,
        root: OpId,
        report: &mut Vec<Diagnostic>,
    ) -> Result<(), PassFailure>;
}

/// Whether an op is a function of some dialect.
pub fn is_function(module: &Module, op: OpId) -> bool {
    matches!(
        module.op_name(op),
        "func.func" | "gpu.func" | "llvm.func" | "spirv.func" | "emitc.func" | "async.func"
    )
}

/// Adds what is to be said about `op` to `report`.
pub(super) fn emit(
    module: &Module,
    op: OpId,
    severity: Severity,
    message: impl Into<String>,
    report: &mut Vec<Diagnostic>,
) {
    report.push(Diagnostic::new(severity, module.location(op), message));
}

/// Adds the error `message` about `op`, with the op's name, to `report`.
pub(super) fn emit_op_error(
    module: &Module,
    op: OpId,
    message: impl std::fmt::Display,
    report: &mut Vec<Diagnostic>,
) {
    let text = format!("'{}' op {message}", module.op_name(op));
    emit(module, op, Severity::Error, text, report);
}
