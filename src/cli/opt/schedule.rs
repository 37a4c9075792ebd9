//! Runs a pipeline over a module.

use super::passes::{Anchor, Chosen, Kind, Step};
use calipers::ir::Module;
use calipers::program::{OpId, Program};
use calipers::threads::Threads;
use calipers::transform::pass::{Pass, PassFailure, PassResult, Report, children, outermost};

/// `steps` with the passes that only answer questions moved out of their anchors: they run on all questions.
pub fn unanchor_questions(steps: Vec<Step>) -> Vec<Step> {
    let unanchor = |step: Step| {
        let mut questions = vec![];
        match only_asks(&step, &mut questions) {
            true => questions.into_iter().map(Step::Pass).collect(),
            false => vec![step],
        }
    };
    steps.into_iter().flat_map(unanchor).collect()
}

/// Whether all passes of a step answer questions; `found` collects each of them once.
fn only_asks(step: &Step, found: &mut Vec<Chosen>) -> bool {
    match step {
        Step::Pass(chosen) => {
            let asks = matches!(chosen.kind, Kind::ReifyValueBounds { .. });
            if asks && !found.contains(chosen) {
                found.push(*chosen);
            }
            asks
        }
        Step::Nest(anchors) => anchors
            .iter()
            .flat_map(|(_, steps)| steps)
            .all(|step| only_asks(step, found)),
    }
}

/// The environment of passes.
pub struct Runner<'r> {
    /// The selected pass.
    pub instantiate: &'r dyn Fn(Chosen) -> Box<dyn Pass>,
    /// The maximum number of functions that are processed in parallel.
    pub threads: &'r Threads,
    /// Called after each pass.
    pub after: &'r dyn Fn(&Module, Chosen),
}

impl Runner<'_> {
    /// Runs `steps` on `root`, in order. A step that fails on one op still runs on the others, but no step runs after
    /// it.
    ///
    /// # Errors
    /// If a pass fails; the reason is in `report`.
    pub fn run(
        &self,
        module: &mut Module,
        root: OpId,
        steps: &[Step],
        report: &mut Report,
    ) -> PassResult {
        for step in steps {
            match step {
                Step::Pass(chosen) => self.pass(module, &[root], *chosen, report)?,
                Step::Nest(anchors) => {
                    let mut outcome = Ok(());
                    for (ops, steps) in runs(module, children(module, root), anchors) {
                        // A pass may process several functions in parallel.
                        let result = match steps {
                            [Step::Pass(chosen)] => self.pass(module, &ops, *chosen, report),
                            _ => on_each(ops, |op| self.run(module, op, steps, report)),
                        };
                        outcome = result.and(outcome);
                    }
                    outcome?;
                }
            }
        }
        Ok(())
    }

    fn pass(
        &self,
        module: &mut Module,
        ops: &[OpId],
        chosen: Chosen,
        report: &mut Report,
    ) -> PassResult {
        let pass = (self.instantiate)(chosen);
        let scope = chosen.kind.scope();
        let roots = ops.iter().flat_map(|&op| outermost(module, op, scope));
        let roots: Vec<OpId> = roots.collect();
        let result = pass.run_on_all(module, &roots, self.threads, report);
        (self.after)(module, chosen);
        result
    }
}

/// The ops that an anchor matches, with its steps; adjacent ops with the same steps form one group.
fn runs<'s>(
    module: &Module,
    ops: Vec<OpId>,
    anchors: &'s [(Anchor, Vec<Step>)],
) -> Vec<(Vec<OpId>, &'s [Step])> {
    let mut runs: Vec<(Vec<OpId>, &[Step])> = vec![];
    for op in ops {
        let Some(steps) = steps_for(module, op, anchors) else {
            continue;
        };
        match runs.last_mut() {
            Some((ops, known)) if std::ptr::eq(*known, steps) => ops.push(op),
            _ => runs.push((vec![op], steps)),
        }
    }
    runs
}

fn on_each(
    ops: Vec<OpId>,
    mut run: impl FnMut(OpId) -> Result<(), PassFailure>,
) -> Result<(), PassFailure> {
    let mut outcome = Ok(());
    for op in ops {
        if let Err(failure) = run(op) {
            outcome = Err(failure);
        }
    }
    outcome
}

fn steps_for<'s>(
    module: &Module,
    op: OpId,
    anchors: &'s [(Anchor, Vec<Step>)],
) -> Option<&'s [Step]> {
    let name = module.op_name(op);
    let named = anchors
        .iter()
        .find(|(anchor, _)| matches!(anchor, Anchor::Op(known) if known == name));
    let any = || {
        let any = anchors.iter().find(|(anchor, _)| *anchor == Anchor::Any);
        any.filter(|_| !module.regions(op).is_empty())
    };
    let (_, steps) = named.or_else(any)?;
    Some(steps)
}
