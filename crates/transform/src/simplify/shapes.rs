//! `simplify-shapes`: replaces reshapes and broadcasts whose result has the shape of the operand by the operand,
//! constraints on shapes that always hold by constant witnesses, and decided comparisons of shapes by constants.

use super::decided::constant;
use crate::analysis::{Analysis, Verdict};
use crate::canonicalize::Canonicalize;
use crate::effects::is_pure;
use crate::ir::{AttrData, InsertionPoint, Module, OpBuilder, Type, TypeData};
use crate::pass::{Pass, PassResult, Report, report_once};
use crate::program::{Column, OpId, Point, Program, ShapedKind, TypeView, ValueId};
use crate::rules::{Item, Rules};
use crate::solve::Config;
use hashbrown::HashMap;
use std::sync::Arc;

/// The interface of ops that compute the broadcast of shapes.
const BROADCAST_SHAPES: &str = "broadcast-shapes";

/// The pass.
pub struct SimplifyShapes {
    /// The semantics of ops.
    pub rules: Arc<Rules>,
    /// The configuration of the analysis.
    pub config: Config,
}

/// A rewrite.
enum Edit {
    /// The result of an op equals this value.
    Same(OpId, ValueId),
    /// A constraint always holds.
    Holds(OpId),
    /// A comparison of shapes always has this result.
    Decided(OpId, bool),
}

impl Pass for SimplifyShapes {
    fn run(&self, module: &mut Module, root: OpId, report: &mut Report) -> PassResult {
        let edits: Vec<Edit> = {
            let module = &*module;
            let mut analysis =
                Analysis::with_config(module, &self.rules, self.config.for_rewriting());
            let ops = module.walk(root).filter(|&op| op != root);
            let edits = ops.filter_map(|op| edit(module, &self.rules, &mut analysis, op));
            let edits = edits.collect();
            report_once(analysis.clash_diagnostics(), report);
            edits
        };
        let mut replaced = HashMap::new();
        for edit in edits {
            apply(module, edit, &mut replaced);
        }
        Canonicalize::default().run(module, root, report)
    }
}

fn edit(module: &Module, rules: &Rules, analysis: &mut Analysis<'_>, op: OpId) -> Option<Edit> {
    let &[result] = module.results(op) else {
        return None;
    };
    if is_witness(module, result) && !module.operands(op).is_empty() {
        // The point is before the op, since the proof must not use the fact of the op itself.
        let verdict = analysis.prove_parts_at(Column::Value(result), Point::before(module, op));
        return (verdict == Verdict::Proved).then_some(Edit::Holds(op));
    }
    if compares_shapes(module, op, result) {
        let verdict = analysis.prove_parts_at(Column::Unsigned(result), Point::after(module, op));
        return match verdict {
            Verdict::Proved => Some(Edit::Decided(op, true)),
            Verdict::Refuted => Some(Edit::Decided(op, false)),
            Verdict::Unknown(_) | Verdict::Unreachable => None,
        };
    }
    if let Some(shape) = covering(module, rules, analysis, op) {
        return Some(Edit::Same(op, shape));
    }
    let source = analysis.source_of_elements(result)?;
    let is_no_op = may_be_cast(module, source, result)
        && analysis.is_no_op(result, Point::after(module, op)) == Verdict::Proved;
    is_no_op.then_some(Edit::Same(op, source))
}

/// The operand of a broadcast of shapes that equals the result.
fn covering(
    module: &Module,
    rules: &Rules,
    analysis: &mut Analysis<'_>,
    op: OpId,
) -> Option<ValueId> {
    let name = module.op_name(op);
    let field = rules.role(BROADCAST_SHAPES, "shapes", name)?;
    let Item::List(shapes) = rules.op(name)?.schema.field(module, op, field)? else {
        return None;
    };
    let result = module.results(op)[0];
    shapes.iter().find_map(|shape| {
        let Item::Value(shape) = *shape else {
            return None;
        };
        let same = may_be_cast(module, shape, result)
            && analysis.have_same_elements(shape, result, Point::after(module, op))
                == Verdict::Proved;
        same.then_some(shape)
    })
}

/// Whether two tensor types differ only in their sizes.
fn may_be_cast(module: &Module, from: ValueId, to: ValueId) -> bool {
    let parts = |value| match module.type_data(module.type_of(value)) {
        TypeData::Tensor {
            dims: Some(dims),
            element,
            encoding,
        } => Some((dims.len(), *element, *encoding)),
        _ => None,
    };
    parts(from).is_some() && parts(from) == parts(to)
}

fn is_witness(module: &Module, value: ValueId) -> bool {
    is_of(module, value, "!shape.witness")
}

/// Whether a type is this type of a dialect.
fn is_of(module: &Module, value: ValueId, name: &str) -> bool {
    matches!(module.type_data(module.type_of(value)), TypeData::Opaque { text, .. } if &**text == name)
}

/// Whether an op computes a condition from shapes alone: from extent tensors or the shape types of the shape dialect.
fn compares_shapes(module: &Module, op: OpId, result: ValueId) -> bool {
    let is_shape = |&value: &ValueId| {
        let shape = module.value_type(value).shape();
        let is_list = shape.is_some_and(|shape| {
            shape.kind == ShapedKind::Tensor
                && shape.rank() == Some(1)
                && module.element_type(value) == Some(TypeView::Index)
        });
        is_list || is_of(module, value, "!shape.shape")
    };
    let operands = module.operands(op);
    module.type_of(result) == Type::I1
        && is_pure(module, op)
        && !operands.is_empty()
        && operands.iter().all(is_shape)
}

fn apply(module: &mut Module, edit: Edit, replaced: &mut HashMap<ValueId, ValueId>) {
    match edit {
        Edit::Same(op, source) => {
            let old = module.results(op)[0];
            let source = replaced.get(&source).copied().unwrap_or(source);
            let (from, to): (Type, Type) = (module.type_of(source), module.type_of(old));
            let new = match from == to {
                true => source,
                false => {
                    let mut builder = OpBuilder::new(module, InsertionPoint::Before(op));
                    let cast = builder.create("tensor.cast", &[source], &[to], &[]);
                    module.results(cast)[0]
                }
            };
            replaced.insert(old, new);
            module.replace_all_uses(old, new);
            module.erase(op);
        }
        Edit::Decided(op, truth) => {
            let old = module.results(op)[0];
            let new = constant(module, InsertionPoint::Before(op), truth);
            module.replace_all_uses(old, new);
            module.erase(op);
        }
        Edit::Holds(op) => {
            let old = module.results(op)[0];
            let ty = module.type_of(old);
            let truth = module.intern_attribute(AttrData::Bool(true));
            let mut builder = OpBuilder::new(module, InsertionPoint::Before(op));
            let new = builder.create("shape.const_witness", &[], &[ty], &[("passing", truth)]);
            let new = module.results(new)[0];
            module.replace_all_uses(old, new);
            module.erase(op);
        }
    }
}
