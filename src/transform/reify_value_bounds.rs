//! `test-affine-reify-value-bounds`: the pass of MLIR's value-bounds tests. It replaces every
//! `test.reify_bound` by what computes the bound, and says of every `test.compare` whether it
//! holds.
//!
//! It keeps to what MLIR can say: a bound is a single affine expression of index values and
//! dimensions, an upper bound is exclusive, and integers are read without wrapping.

use super::ask::{Asker, Bound, Truth};
use super::pass::{Pass, PassFailure, Scope, emit, emit_op_error};
use super::questions::{self, BoundQuestion, CompareQuestion, Question};
use super::reify::{Style, replacement};
use super::slice::dependents_of;
use crate::diagnostic::{Diagnostic, Severity};
use crate::ir::{Module, Replacement};
use crate::program::{AffineExpr, AffineMap, OpId, Program};
use crate::rules::Rules;
use crate::solve::Config;
use crate::threads::Threads;
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
    /// How the analysis is tuned.
    pub config: Config,
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
        self.run_on_all(module, &[root], &Threads::one(), report)
    }

    fn run_on_all(
        &self,
        module: &mut Module,
        roots: &[OpId],
        threads: &Threads,
        report: &mut Vec<Diagnostic>,
    ) -> Result<(), PassFailure> {
        let mut works = threads.map(roots.to_vec(), |root| self.begin(module, root));
        // What one function is changed to says nothing about another.
        loop {
            let open = works.iter_mut().filter_map(Begun::open).collect::<Vec<_>>();
            if open.is_empty() {
                break;
            }
            let rounds = threads.map(open, |work| {
                let mut asker = Asker::new(module, &self.rules, &self.config);
                let bounds = work.ask(module, &mut asker, self.terms);
                (work, bounds)
            });
            for (work, bounds) in rounds {
                let mut replacements = Vec::with_capacity(bounds.len());
                for (op, bound) in bounds {
                    match self.replacement(module, op, bound) {
                        Some(replacement) => replacements.push(replacement),
                        None => {
                            work.fail(op);
                            break;
                        }
                    }
                }
                module.replace_ops(&replacements);
            }
        }
        let mut outcome = Ok(());
        for Begun { work, complaints } in works {
            report.extend(complaints);
            let reported = work.and_then(|work| work.report(module, report));
            outcome = reported.and(outcome);
        }
        outcome
    }
}

/// The questions of a function, and what is wrong with those that can't be read.
struct Begun {
    work: Result<Work, PassFailure>,
    complaints: Vec<Diagnostic>,
}

impl Begun {
    /// What is still to be asked.
    fn open(&mut self) -> Option<&mut Work> {
        self.work.as_mut().ok().filter(|work| !work.is_done())
    }
}

impl ReifyValueBounds {
    fn begin(&self, module: &Module, root: OpId) -> Begun {
        let mut complaints = vec![];
        let work = Work::collect(module, root, &mut complaints);
        Begun { work, complaints }
    }

    /// What computes `bound`, to be put in the place of `op`, if there are such ops.
    fn replacement(&self, module: &mut Module, op: OpId, bound: Bound) -> Option<Replacement> {
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
        replacement(module, &self.rules, op, &map, &operands, self.style).ok()
    }
}

/// The questions of a function. A later question may be about what an earlier one was replaced by,
/// so they are asked in rounds: in each, those that do not depend on one still to be replaced.
struct Work {
    bounds: Vec<Asked<BoundQuestion>>,
    comparisons: Vec<(Asked<CompareQuestion>, Option<Truth>)>,
    /// How many of the bounds are settled.
    settled: usize,
    failed: Option<OpId>,
}

/// A question, and the op that asks it.
struct Asked<Q> {
    op: OpId,
    /// As long as nothing has been replaced since it was read.
    question: Option<Box<Q>>,
}

impl<Q> Asked<Q> {
    fn new(op: OpId, question: Q) -> Asked<Q> {
        Asked {
            op,
            question: Some(Box::new(question)),
        }
    }
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
                Some(Ok(Question::Bound(question))) => {
                    work.bounds.push(Asked::new(op, question));
                }
                Some(Ok(Question::Compare(question))) => {
                    work.comparisons.push((Asked::new(op, question), None));
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
        self.pending().is_empty() && self.comparisons.iter().all(|(_, truth)| truth.is_some())
    }

    /// The bounds still to be asked for.
    fn pending(&self) -> &[Asked<BoundQuestion>] {
        match self.failed {
            Some(_) => &[],
            None => &self.bounds[self.settled..],
        }
    }

    /// Asks what can be asked now; the bounds found, in order.
    fn ask(&mut self, module: &Module, asker: &mut Asker<'_>, terms: Terms) -> Vec<(OpId, Bound)> {
        let asked = self.pending().iter();
        let asked = asked.flat_map(|asked| module.results(asked.op));
        let dependent = dependents_of(module, asked.copied());
        let depends = |op: OpId| module.operands(op).iter().any(|v| dependent.contains(v));
        let mut found = Vec::new();
        let mut failed = None;
        for asked in self.pending() {
            let op = asked.op;
            // The first can always be asked: it may depend on itself, around a loop.
            if !found.is_empty() && depends(op) {
                break;
            }
            let bound = match &asked.question {
                Some(question) => asker.bound(op, question, terms),
                None => match questions::read(module, op) {
                    Some(Ok(Question::Bound(question))) => asker.bound(op, &question, terms),
                    _ => None,
                },
            };
            match bound {
                Some(bound) => found.push((op, bound)),
                None => {
                    failed = Some(op);
                    break;
                }
            }
        }
        self.settled += found.len();
        self.failed = self.failed.or(failed);
        for (asked, truth) in &mut self.comparisons {
            let op = asked.op;
            if truth.is_none() && !depends(op) {
                *truth = Some(match &asked.question {
                    Some(question) => asker.compare(op, question),
                    None => match questions::read(module, op) {
                        Some(Ok(Question::Compare(question))) => asker.compare(op, &question),
                        _ => Truth::Unknown,
                    },
                });
            }
        }
        // What is found is put in the place of the ops, which others may be about.
        self.bounds.iter_mut().for_each(|it| it.question = None);
        let comparisons = self.comparisons.iter_mut();
        comparisons.for_each(|(it, _)| it.question = None);
        found
    }

    fn fail(&mut self, op: OpId) {
        self.failed = Some(op);
    }

    fn report(self, module: &Module, report: &mut Vec<Diagnostic>) -> Result<(), PassFailure> {
        if let Some(op) = self.failed {
            emit_op_error(module, op, "could not reify bound", report);
        }
        for (Asked { op, .. }, truth) in self.comparisons {
            let equality = module.attribute(op, "compose").is_some();
            let (severity, text) = match (truth, equality) {
                (Some(Truth::True), false) => (Severity::Remark, "true"),
                (Some(Truth::False), false) => (Severity::Remark, "false"),
                (_, false) => (Severity::Error, "unknown"),
                (Some(Truth::True), true) => (Severity::Remark, "equal"),
                (Some(Truth::False), true) => (Severity::Remark, "different"),
                (_, true) => (Severity::Error, "could not determine equality"),
            };
            emit(module, op, severity, text, report);
        }
        match self.failed {
            Some(_) => Err(PassFailure),
            None => Ok(()),
        }
    }
}
