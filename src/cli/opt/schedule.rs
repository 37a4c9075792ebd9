//! Running a pipeline over a module.

use super::passes::{Anchor, Kind, Step};
use calipers::diagnostic::Diagnostic;
use calipers::ir::Module;
use calipers::program::{OpId, Program};
use calipers::transform::pass::{Pass, PassFailure, Scope, is_function};

/// `steps`, with passes that only ask no longer anchored: they ask wherever there are questions.
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

/// Whether all passes of a step ask questions; `found` gets each of them once.
fn only_asks(step: &Step, found: &mut Vec<Kind>) -> bool {
    match step {
        Step::Pass(kind @ Kind::ReifyValueBounds { .. }) => {
            if !found.contains(kind) {
                found.push(*kind);
            }
            true
        }
        Step::Pass(_) => false,
        Step::Nest(anchors) => anchors
            .iter()
            .flat_map(|(_, steps)| steps)
            .all(|step| only_asks(step, found)),
    }
}

/// Runs `steps` on `root`, in order. A step that fails on one op still runs on the others, but no
/// step runs after it.
///
/// # Errors
/// Where a pass fails; why is in `report`.
pub fn run(
    module: &mut Module,
    root: OpId,
    steps: &[Step],
    instantiate: &dyn Fn(Kind) -> Box<dyn Pass>,
    report: &mut Vec<Diagnostic>,
) -> Result<(), PassFailure> {
    for step in steps {
        match step {
            Step::Pass(kind) => {
                let pass = instantiate(*kind);
                let roots = match kind.scope() {
                    Scope::Any => vec![root],
                    Scope::Function => functions(module, root),
                };
                on_each(roots, |op| pass.run(module, op, report))?;
            }
            Step::Nest(anchors) => on_each(children(module, root), |op| {
                match steps_for(module, op, anchors) {
                    Some(steps) => run(module, op, steps, instantiate, report),
                    None => Ok(()),
                }
            })?,
        }
    }
    Ok(())
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

/// The ops directly inside `root`.
fn children(module: &Module, root: OpId) -> Vec<OpId> {
    let regions = module.regions(root).iter();
    let blocks = regions.flat_map(|&region| module.blocks(region));
    blocks
        .flat_map(|&block| module.block_ops(block))
        .copied()
        .collect()
}

/// `root`, if it is a function, or the outermost functions in it that have a body.
fn functions(module: &Module, root: OpId) -> Vec<OpId> {
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
