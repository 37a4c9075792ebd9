//! The interface of passes.

use crate::diagnostic::{Diagnostic, Severity};
use crate::ir::Module;
use crate::program::{OpId, Program};
use crate::threads::Threads;
use thiserror::Error;

/// The ops that a pass runs on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Scope {
    /// Functions, of any dialect.
    Function,
    /// Any op.
    Any,
}

/// A pass failed on an op; its diagnostics contain the reason.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
#[error("the pass failed")]
pub struct PassFailure;

/// Whether a pass succeeded on an op.
pub type PassResult = Result<(), PassFailure>;

/// The diagnostics of passes.
pub type Report = Vec<Diagnostic>;

/// A transformation, or an analysis that prints its results.
pub trait Pass {
    /// The ops that it runs on.
    fn scope(&self) -> Scope {
        Scope::Any
    }

    /// Runs on `root` and the ops inside it, and on nothing else. Diagnostics are appended to `report`, in program
    /// order.
    ///
    /// # Errors
    /// If the pass failed; the program is still valid.
    fn run(&self, module: &mut Module, root: OpId, report: &mut Report) -> PassResult;

    /// Runs on each of `roots`, none of which is inside another, with the result of [`Pass::run`] on one after the
    /// other. Analysis without changes may run on several threads.
    ///
    /// # Errors
    /// If it failed on one; it has still run on the others.
    fn run_on_all(
        &self,
        module: &mut Module,
        roots: &[OpId],
        threads: &Threads,
        report: &mut Report,
    ) -> PassResult {
        let _ = threads;
        let mut outcome = Ok(());
        for &root in roots {
            outcome = self.run(module, root, report).and(outcome);
        }
        outcome
    }
}

/// Whether an op is a function of any dialect.
pub fn is_function(module: &Module, op: OpId) -> bool {
    matches!(
        module.op_name(op),
        "func.func"
            | "gpu.func"
            | "llvm.func"
            | "spirv.func"
            | "emitc.func"
            | "async.func"
            | "util.func"
            | "tt.func"
    )
}

/// The ops that a pass of that scope runs on, given `root`: itself, or for functions, itself or the outermost
/// functions in it.
pub fn outermost(module: &Module, root: OpId, scope: Scope) -> Vec<OpId> {
    if scope == Scope::Any {
        return vec![root];
    }
    let mut found = Vec::new();
    let mut stack = vec![root];
    while let Some(op) = stack.pop() {
        if is_function(module, op) {
            found.push(op);
        } else {
            stack.extend(children(module, op).into_iter().rev());
        }
    }
    found
}

/// The ops directly inside `root`.
pub fn children(module: &Module, root: OpId) -> Vec<OpId> {
    let regions = module.regions(root).iter();
    let blocks = regions.flat_map(|&region| module.blocks(region));
    blocks
        .flat_map(|&block| module.block_ops(block))
        .copied()
        .collect()
}

/// Adds a diagnostic about `op` to `report`.
pub(super) fn emit(
    module: &Module,
    op: OpId,
    severity: Severity,
    message: impl Into<String>,
    report: &mut Report,
) {
    report.push(Diagnostic::new(
        severity,
        module.reported_position(op),
        message,
    ));
}

/// Adds the error `message` about `op`, with the op's name, to `report`.
pub(super) fn emit_op_error(
    module: &Module,
    op: OpId,
    message: impl std::fmt::Display,
    report: &mut Report,
) {
    let text = format!("'{}' op {message}", module.op_name(op));
    emit(module, op, Severity::Error, text, report);
}

/// Adds the diagnostics of several analyses to `report`, without duplicates.
pub fn report_once(found: Vec<Diagnostic>, report: &mut Report) {
    for diagnostic in found {
        if !report.contains(&diagnostic) {
            report.push(diagnostic);
        }
    }
}
