//! `test-affine-reify-value-bounds`: the pass of MLIR's value-bounds tests. It replaces every `test.reify_bound` by
//! ops that compute the bound, and reports for every `test.compare` whether it holds.
//!
//! Bounds are restricted to those of MLIR: a bound is a single affine expression of index values and dimensions, an
//! upper bound is exclusive, and integers are read as unbounded.

use super::answers::{Asker, Bound, Truth};
use super::pass::{Pass, PassFailure, PassResult, Report, Scope, emit, emit_op_error, report_once};
use super::questions::{self, BoundQuestion, CompareQuestion, Question};
use super::reify::{Style, replacement};
use super::slice::dependents_of;
use super::work_sharing::shares;
use crate::diagnostic::{Diagnostic, Severity};
use crate::ir::{Module, Replacement};
use crate::program::{AffineExpr, AffineMap, OpId, Program};
use crate::rules::Rules;
use crate::solve::Config;
use crate::threads::Threads;
use std::sync::Arc;

pub use super::answers::Terms;

/// The number of functions from which their questions are read in parallel.
const MANY: usize = 64;

/// The pass.
pub struct ReifyValueBounds {
    /// The terms that bounds may use.
    pub terms: Terms,
    /// The ops that materialize bounds.
    pub style: Style,
    /// The semantics of ops.
    pub rules: Arc<Rules>,
    /// The configuration of the analysis.
    pub config: Config,
}

impl Pass for ReifyValueBounds {
    fn scope(&self) -> Scope {
        Scope::Function
    }

    fn run(&self, module: &mut Module, root: OpId, report: &mut Report) -> PassResult {
        self.run_on_all(module, &[root], &Threads::one(), report)
    }

    fn run_on_all(
        &self,
        module: &mut Module,
        roots: &[OpId],
        threads: &Threads,
        report: &mut Report,
    ) -> PassResult {
        let one = Threads::one();
        // Reading the questions takes less time than waking a thread.
        let readers = match roots.len() {
            ..MANY => &one,
            _ => threads,
        };
        let mut works = readers.map(roots.to_vec(), |root| self.begin(module, root));
        // A change of one function does not affect another.
        loop {
            let open = works.iter_mut().filter_map(Begun::open).collect::<Vec<_>>();
            if open.is_empty() {
                break;
            }
            let rounds = readers.map(open, |work| (work.askable(module), work));
            let counts: Vec<usize> = rounds.iter().map(|(askable, _)| askable.len()).collect();
            let answers = threads.map(shares(&counts, threads), |share| {
                let (askable, work) = &rounds[share.list];
                let mut asker = Asker::new(module, &self.rules, &self.config);
                let answers = work.ask(&askable[share.questions], module, &mut asker, self.terms);
                (answers, asker.clashes())
            });
            let (answers, clashes): (Vec<_>, Vec<_>) = answers.into_iter().unzip();
            report_once(clashes.concat(), report);
            let mut answers = answers.into_iter().flatten();
            for (askable, work) in rounds {
                let bounds = work.settle(&askable, answers.by_ref().take(askable.len()));
                let mut replacements = Vec::with_capacity(bounds.len());
                for (op, bound) in bounds {
                    match self.replacement(module, op, bound) {
                        Some(replacement) => replacements.push(replacement),
                        None => {
                            work.failed = Some(op);
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

/// The questions of a function, and the errors in those that cannot be read.
struct Begun {
    work: Result<Work, PassFailure>,
    complaints: Vec<Diagnostic>,
}

impl Begun {
    /// The remaining questions.
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

    /// The ops that compute `bound` and replace `op`, if there are such ops.
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

/// The questions of a function. A later question may be about the replacement of an earlier one, so they are answered
/// in rounds: each round takes those that do not depend on a pending one.
struct Work {
    questions: Vec<Asked>,
    /// The first bound without an answer, after which no bounds are computed.
    failed: Option<OpId>,
}

/// A question and its op; the parsed question is valid until the first replacement.
enum Asked {
    Bound {
        op: OpId,
        question: Option<Box<BoundQuestion>>,
        is_settled: bool,
    },
    Comparison {
        op: OpId,
        question: Option<Box<CompareQuestion>>,
        truth: Option<Truth>,
    },
}

enum Answer {
    Bound(Option<Bound>),
    Comparison(Truth),
}

impl Work {
    fn collect(
        module: &Module,
        root: OpId,
        report: &mut Vec<Diagnostic>,
    ) -> Result<Work, PassFailure> {
        let mut work = Work {
            questions: Vec::new(),
            failed: None,
        };
        let mut result = Ok(());
        for op in module.walk(root) {
            match questions::read(module, op) {
                None => {}
                Some(Ok(Question::Bound(question))) => work.questions.push(Asked::Bound {
                    op,
                    question: Some(Box::new(question)),
                    is_settled: false,
                }),
                Some(Ok(Question::Compare(question))) => work.questions.push(Asked::Comparison {
                    op,
                    question: Some(Box::new(question)),
                    truth: None,
                }),
                Some(Err(message)) => {
                    emit_op_error(module, op, message, report);
                    result = Err(PassFailure);
                }
            }
        }
        result.map(|()| work)
    }

    fn is_done(&self) -> bool {
        self.pending().next().is_none() && self.comparisons().all(|(_, truth)| truth.is_some())
    }

    /// The remaining bounds.
    fn pending(&self) -> impl Iterator<Item = OpId> {
        let pending = self.questions.iter().filter_map(|asked| match asked {
            Asked::Bound { op, is_settled, .. } => (!is_settled).then_some(*op),
            Asked::Comparison { .. } => None,
        });
        pending.filter(|_| self.failed.is_none())
    }

    fn comparisons(&self) -> impl Iterator<Item = (OpId, Option<Truth>)> {
        self.questions.iter().filter_map(|asked| match asked {
            Asked::Comparison { op, truth, .. } => Some((*op, *truth)),
            Asked::Bound { .. } => None,
        })
    }

    /// The questions that can be answered now.
    fn askable(&self, module: &Module) -> Vec<usize> {
        let asked = self.pending().flat_map(|op| module.results(op)).copied();
        let dependent = dependents_of(module, asked);
        let depends = |op: OpId| module.operands(op).iter().any(|v| dependent.contains(v));
        let mut askable = Vec::with_capacity(self.questions.len());
        // The first bound can always be answered: it may depend on itself through a loop.
        let (mut is_first, mut is_open) = (true, self.failed.is_none());
        for (at, asked) in self.questions.iter().enumerate() {
            let can_be_asked = match asked {
                Asked::Bound { op, is_settled, .. } if is_open && !is_settled => {
                    is_open = is_first || !depends(*op);
                    is_first = false;
                    is_open
                }
                Asked::Bound { .. } => false,
                Asked::Comparison { op, truth, .. } => truth.is_none() && !depends(*op),
            };
            if can_be_asked {
                askable.push(at);
            }
        }
        askable
    }

    /// The answers to some questions, in order; no bounds after one without an answer.
    fn ask(
        &self,
        askable: &[usize],
        module: &Module,
        asker: &mut Asker<'_>,
        terms: Terms,
    ) -> Vec<Answer> {
        let mut has_failed = false;
        let mut answer = |at: &usize| match &self.questions[*at] {
            Asked::Bound { .. } if has_failed => Answer::Bound(None),
            Asked::Bound { op, question, .. } => {
                let bound = match question {
                    Some(question) => asker.bound(*op, question, terms),
                    None => match questions::read(module, *op) {
                        Some(Ok(Question::Bound(question))) => asker.bound(*op, &question, terms),
                        _ => None,
                    },
                };
                has_failed = bound.is_none();
                Answer::Bound(bound)
            }
            Asked::Comparison { op, question, .. } => Answer::Comparison(match question {
                Some(question) => asker.compare(*op, question),
                None => match questions::read(module, *op) {
                    Some(Ok(Question::Compare(question))) => asker.compare(*op, &question),
                    _ => Truth::Unknown,
                },
            }),
        };
        askable.iter().map(&mut answer).collect()
    }

    /// Records the answers to `askable`; returns the bounds, in order, which are to replace their ops.
    fn settle(
        &mut self,
        askable: &[usize],
        answers: impl IntoIterator<Item = Answer>,
    ) -> Vec<(OpId, Bound)> {
        let mut found = Vec::with_capacity(askable.len());
        for (&at, answer) in askable.iter().zip(answers) {
            match (&mut self.questions[at], answer) {
                (Asked::Bound { op, is_settled, .. }, Answer::Bound(bound))
                    if self.failed.is_none() =>
                {
                    match bound {
                        Some(bound) => found.push((*op, bound)),
                        None => self.failed = Some(*op),
                    }
                    *is_settled = true;
                }
                (Asked::Comparison { truth, .. }, Answer::Comparison(known)) => {
                    *truth = Some(known);
                }
                _ => {}
            }
        }
        // Other questions may be about the replaced value.
        for asked in &mut self.questions {
            match asked {
                Asked::Bound { question, .. } => *question = None,
                Asked::Comparison { question, .. } => *question = None,
            }
        }
        found
    }

    fn report(self, module: &Module, report: &mut Vec<Diagnostic>) -> Result<(), PassFailure> {
        if let Some(op) = self.failed {
            emit_op_error(module, op, "could not reify bound", report);
        }
        for (op, truth) in self.comparisons() {
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
