//! `simplify-with-bounds`: replaces conditions that bounds decide by constants, folds the branches and selections on
//! them, and replaces minima and maxima by the operand that they equal. Then as `simplify-index-arithmetic`.
//!
//! A condition is evaluated where it is computed, and again at each branch and selection that uses it, where more
//! facts may hold.

use super::arithmetic::SimplifyIndexArithmetic;
use super::min_max;
use crate::analysis::{Analysis, Comparison, Effort, Variable, Verdict};
use crate::canonicalize::Canonicalize;
use crate::effects::is_pure;
use crate::fold;
use crate::ir::{InsertionPoint, Module, OpBuilder, Type};
use crate::pass::{Pass, PassResult, Report, is_function, report_once};
use crate::program::{Column, OpId, Point, Program, TypeView, ValueId};
use crate::rules::Rules;
use crate::solve::Config;
use crate::term::Expr;
use hashbrown::HashMap;
use std::sync::Arc;

/// The pass.
pub struct SimplifyWithBounds {
    /// The semantics of ops.
    pub rules: Arc<Rules>,
    /// The configuration of the analysis.
    pub config: Config,
}

/// The maximum number of pivots for the questions about one function. It suffices for thousands of questions; once it
/// is used up, ranges alone decide conditions.
const MAX_PIVOTS: usize = 1_000_000;

/// A rewrite.
enum Edit {
    /// The result of an op is always true, or always false.
    Result(OpId, bool),
    /// An operand of an op is always true, or always false.
    Operand(OpId, usize, bool),
    /// The result of an op is always this value.
    Value(OpId, ValueId),
    /// An `affine.min` or `affine.max` with fewer expressions.
    MinMax(OpId, min_max::Simpler),
}

impl Pass for SimplifyWithBounds {
    fn run(&self, module: &mut Module, root: OpId, report: &mut Report) -> PassResult {
        let edits: Vec<Edit> = {
            let module = &*module;
            let mut analysis =
                Analysis::with_config(module, &self.rules, self.config.for_rewriting());
            let mut effort = Effort::pivots(MAX_PIVOTS);
            let ops = module.walk(root).filter(|&op| op != root);
            let edits = ops.filter_map(|op| {
                if is_function(module, op) {
                    effort = Effort::pivots(MAX_PIVOTS);
                }
                match effort.is_used_up() {
                    true => quick_edit(module, &mut analysis, op),
                    false => analysis.within(&mut effort, |analysis| edit(module, analysis, op)),
                }
            });
            let edits = edits.collect();
            report_once(analysis.clash_diagnostics(), report);
            edits
        };
        let mut replaced = HashMap::new();
        for edit in edits {
            apply(module, edit, &mut replaced);
        }
        Canonicalize::default().run(module, root, report)?;
        let arithmetic = SimplifyIndexArithmetic {
            rules: Arc::clone(&self.rules),
            config: self.config.clone(),
        };
        arithmetic.run(module, root, report)
    }
}

fn edit(module: &Module, analysis: &mut Analysis<'_>, op: OpId) -> Option<Edit> {
    if min_max::is_min_max(module, op) {
        return min_max::simpler(module, analysis, op).map(|new| Edit::MinMax(op, new));
    }
    if let Some(edit) = extremum(module, analysis, op) {
        return Some(edit);
    }
    decided(module, analysis, op, decide)
}

/// [`edit`] with ranges alone.
fn quick_edit(module: &Module, analysis: &mut Analysis<'_>, op: OpId) -> Option<Edit> {
    decided(module, analysis, op, |analysis, value, point| {
        analysis.quick_truth(value, point)
    })
}

/// A condition that an op computes or branches on, and that is always true or always false.
fn decided<'p>(
    module: &Module,
    analysis: &mut Analysis<'p>,
    op: OpId,
    mut decide: impl FnMut(&mut Analysis<'p>, ValueId, Option<Point>) -> Option<bool>,
) -> Option<Edit> {
    if let Some(at) = steering_operand(module, op) {
        let value = *module.operands(op).get(at)?;
        if fold::constant(module, value).is_none()
            && is_condition(module, value)
            && let Some(truth) = decide(analysis, value, Point::before(module, op))
        {
            return Some(Edit::Operand(op, at, truth));
        }
    }
    match module.results(op) {
        &[result] if is_condition(module, result) && computes(module, op) => {
            let truth = decide(analysis, result, Point::after(module, op))?;
            Some(Edit::Result(op, truth))
        }
        _ => None,
    }
}

/// Whether an op computes its result from operands, rather than being a constant.
fn computes(module: &Module, op: OpId) -> bool {
    is_pure(module, op) && module.op_name(op) != "arith.constant"
}

fn is_condition(module: &Module, value: ValueId) -> bool {
    module.type_of(value) == Type::I1
}

/// The index of the operand that an op branches on.
fn steering_operand(module: &Module, op: OpId) -> Option<usize> {
    matches!(
        module.op_name(op),
        "scf.if" | "arith.select" | "cf.cond_br" | "scf.condition"
    )
    .then_some(0)
}

/// Whether a condition is always true, or always false, at a point.
fn decide(analysis: &mut Analysis<'_>, value: ValueId, point: Option<Point>) -> Option<bool> {
    match analysis.prove_at(&Expr::Leaf(Column::Unsigned(value)), point) {
        Verdict::Proved => Some(true),
        Verdict::Refuted => Some(false),
        Verdict::Unknown(_) | Verdict::Unreachable => None,
    }
}

/// The operand that an `arith` minimum or maximum always equals.
fn extremum(module: &Module, analysis: &mut Analysis<'_>, op: OpId) -> Option<Edit> {
    let (comparison, signed) = match module.op_name(op) {
        "arith.minsi" => (Comparison::Le, true),
        "arith.maxsi" => (Comparison::Ge, true),
        "arith.minui" => (Comparison::Le, false),
        "arith.maxui" => (Comparison::Ge, false),
        _ => return None,
    };
    let &[lhs, rhs] = module.operands(op) else {
        return None;
    };
    let is_index = match module.value_type(lhs) {
        TypeView::Index => true,
        TypeView::Integer { .. } => false,
        _ => return None,
    };
    let point = Point::before(module, op);
    let reading = |value| match signed || is_index {
        true => Variable::value(value),
        false => Variable::column(Column::Unsigned(value)),
    };
    let (a, b) = (reading(lhs), reading(rhs));
    let mut holds = |a: &Variable, comparison, b: &Variable| {
        analysis.compare_at(a, comparison, b, point) == Verdict::Proved
    };
    if is_index && !signed {
        // For non-negative indices the two readings are equal.
        let zero = Variable::constant(0);
        if !holds(&zero, Comparison::Le, &a) || !holds(&zero, Comparison::Le, &b) {
            return None;
        }
    }
    if holds(&a, comparison, &b) {
        return Some(Edit::Value(op, lhs));
    }
    holds(&b, comparison, &a).then_some(Edit::Value(op, rhs))
}

fn apply(module: &mut Module, edit: Edit, replaced: &mut HashMap<ValueId, ValueId>) {
    match edit {
        Edit::Result(op, truth) => {
            let new = constant(module, InsertionPoint::Before(op), truth);
            let old = module.results(op)[0];
            module.replace_all_uses(old, new);
        }
        Edit::Operand(op, at, truth) => {
            let new = constant(module, InsertionPoint::Before(op), truth);
            module.set_operand(op, at, new);
        }
        Edit::Value(op, value) => {
            let old = module.results(op)[0];
            let value = replaced.get(&value).copied().unwrap_or(value);
            replaced.insert(old, value);
            module.replace_all_uses(old, value);
        }
        Edit::MinMax(op, new) => min_max::replace(module, op, new, replaced),
    }
}

/// A condition that is a constant.
pub(super) fn constant(module: &mut Module, point: InsertionPoint, truth: bool) -> ValueId {
    OpBuilder::new(module, point).constant(i64::from(truth), Type::I1)
}
