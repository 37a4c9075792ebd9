//! `test-affine-reify-value-bounds`: the pass of MLIR's value-bounds tests. It replaces every
//! `test.reify_bound` by what computes the bound, and says of every `test.compare` whether it
//! holds.
//!
//! It keeps to what MLIR can say: a bound is a single affine expression of index values and
//! dimensions, an upper bound is exclusive, and integers are read without wrapping.

use super::ask::{Asker, Bound, Reading, Truth};
use super::pass::{Pass, PassFailure, Scope, emit, emit_op_error};
use super::questions::{self, BoundQuestion, CompareQuestion, Question, Wording};
use super::reify::{Style, reify};
use crate::diagnostic::{Diagnostic, Severity};
use crate::ir::Module;
use crate::program::{AffineExpr, AffineMap, OpId, Program, ValueId};
use crate::rules::Rules;
use hashbrown::HashSet;
use std::sync::Arc;

pub use super::ask::Terms;

/// The pass.
pub struct ReifyValueBounds {
    /// What bounds may be in terms of.
    pub terms: Terms,
    /// What bounds are written with.
    pub style: Style,
    /// What the ops mean.
    pub rules: Arc<Rules>,
}

impl Pass for ReifyValueBounds {
    fn scope(&self) -> Scope {
        Scope::Function
    }

    fn run(
        &self,
        module: &mut Module,
        root: OpId,
        report: &mut Vec<Diagnostic>,
    ) -> Result<(), PassFailure> {
        let mut work = Work::collect(module, root, report)?;
        while !work.is_done() {
            let bounds = {
                let mut asker = Asker::new(module, &self.rules, Reading::Unbounded);
                work.ask(module, &mut asker, self.terms)
            };
            for (op, bound) in bounds {
                if !self.replace(module, op, bound) {
                    work.fail(op);
                    break;
                }
            }
        }
        work.report(module, report)
    }
}

impl ReifyValueBounds {
    /// Puts what computes `bound` in the place of `op`, if there are such ops.
    fn replace(&self, module: &mut Module, op: OpId, bound: Bound) -> bool {
        let (map, operands) = match bound {
            Bound::Constant(value) => {
                let map = AffineMap {
                    dims: 0,
                    symbols: 0,
                    results: vec![AffineExpr::Constant(value)],
                };
                (map, Vec::new())
            }
            Bound::Symbolic { map, operands } => (map, operands),
        };
        let Ok(value) = reify(module, op, &map, &operands, self.style) else {
            return false;
        };
        let result = module.results(op)[0];
        module.replace_all_uses(result, value);
        module.erase(op);
        true
    }
}

/// The questions of a function. A later question may be about what an earlier one was replaced by,
/// so they are asked in rounds: in each, those that do not depend on one still to be replaced.
struct Work {
    bounds: Vec<(OpId, BoundQuestion)>,
    comparisons: Vec<(OpId, CompareQuestion, Option<Truth>)>,
    /// How many of the bounds are settled.
    settled: usize,
    failed: Option<OpId>,
}

impl Work {
    fn collect(
        module: &Module,
        root: OpId,
        report: &mut Vec<Diagnostic>,
    ) -> Result<Work, PassFailure> {
        let mut work = Work {
            bounds: Vec::new(),
            comparisons: Vec::new(),
            settled: 0,
            failed: None,
        };
        let mut result = Ok(());
        for op in module.walk(root) {
            match questions::read(module, op) {
                None => {}
                Some(Ok(Question::Bound(question))) => work.bounds.push((op, question)),
                Some(Ok(Question::Compare(question))) => {
                    work.comparisons.push((op, question, None));
                }
                Some(Err(message)) => {
                    emit_op_error(module, op, message, report);
                    result = Err(PassFailure);
                }
            }
        }
        result.map(|()| work)
    }

    fn is_done(&self) -> bool {
        let bounds = self.failed.is_some() || self.settled == self.bounds.len();
        bounds && self.comparisons.iter().all(|(_, _, truth)| truth.is_some())
    }

    fn pending(&self) -> &[(OpId, BoundQuestion)] {
        match self.failed {
            Some(_) => &[],
            None => &self.bounds[self.settled..],
        }
    }

    /// Asks what can be asked now; the bounds found, in order.
    fn ask(&mut self, module: &Module, asker: &mut Asker<'_>, terms: Terms) -> Vec<(OpId, Bound)> {
        let dependent = dependents(module, self.pending());
        let mut found = Vec::new();
        let mut failed = None;
        for (op, question) in self.pending() {
            // The first can always be asked: it may depend on itself, around a loop.
            if !found.is_empty() && dependent.contains(&question.value) {
                break;
            }
            match asker.bound(*op, question, terms) {
                Some(bound) => found.push((*op, bound)),
                None => {
                    failed = Some(*op);
                    break;
                }
            }
        }
        self.settled += found.len();
        self.failed = self.failed.or(failed);
        for (op, question, truth) in &mut self.comparisons {
            let mut values = question.lhs.operands.iter().chain(&question.rhs.operands);
            if truth.is_none() && !values.any(|value| dependent.contains(value)) {
                *truth = Some(asker.compare(*op, question));
            }
        }
        found
    }

    fn fail(&mut self, op: OpId) {
        self.failed = Some(op);
    }

    fn report(self, module: &Module, report: &mut Vec<Diagnostic>) -> Result<(), PassFailure> {
        if let Some(op) = self.failed {
            emit_op_error(module, op, "could not reify bound", report);
        }
        for (op, question, truth) in &self.comparisons {
            let (severity, text) = match (question.wording, truth) {
                (Wording::Truth, Some(Truth::True)) => (Severity::Remark, "true"),
                (Wording::Truth, Some(Truth::False)) => (Severity::Remark, "false"),
                (Wording::Truth, _) => (Severity::Error, "unknown"),
                (Wording::Equality, Some(Truth::True)) => (Severity::Remark, "equal"),
                (Wording::Equality, Some(Truth::False)) => (Severity::Remark, "different"),
                (Wording::Equality, _) => (Severity::Error, "could not determine equality"),
            };
            emit(module, *op, severity, text, report);
        }
        match self.failed {
            Some(_) => Err(PassFailure),
            None => Ok(()),
        }
    }
}

/// The values that may depend on the results of `pending`.
fn dependents(module: &Module, pending: &[(OpId, BoundQuestion)]) -> HashSet<ValueId> {
    let results = pending.iter().flat_map(|(op, _)| module.results(*op));
    let mut stack: Vec<ValueId> = results.copied().collect();
    let mut seen: HashSet<ValueId> = stack.iter().copied().collect();
    while let Some(value) = stack.pop() {
        for &user in module.users(value) {
            let mut reached: Vec<ValueId> = module.results(user).to_vec();
            let mut blocks = module.successors(user).to_vec();
            let mut regions = module.regions(user).to_vec();
            let is_last = module
                .block_of(user)
                .is_some_and(|block| module.block_ops(block).last() == Some(&user));
            if is_last && let Some(parent) = module.parent_op(user) {
                reached.extend(module.results(parent));
                regions.extend(module.regions(parent));
            }
            blocks.extend(
                regions
                    .iter()
                    .filter_map(|&region| module.blocks(region).first()),
            );
            reached.extend(
                blocks
                    .iter()
                    .flat_map(|&block| module.block_arguments(block)),
            );
            stack.extend(reached.into_iter().filter(|&value| seen.insert(value)));
        }
    }
    seen
}
