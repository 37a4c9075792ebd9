//! `make-loop-independent`: replaces a `tensor.empty`, `tensor.pad` or `memref.alloca` whose sizes depend on
//! induction variables by one whose sizes are upper bounds that do not, and a slice of it.
//!
//! Soundness: the new op replaces the old one in place, so the bounds hold there. The slice has the old sizes. The
//! contents of a larger `tensor.empty` or allocation are undefined as before. Padding is constant, so the slice of
//! the larger pad equals the old pad.

use super::bound::{Dependents, independent_bound};
use super::loops::{induction_variables, innermost};
use crate::analysis::{Analysis, Bound, BoundKind, Variable};
use crate::cleanup;
use crate::ir::{Module, Type, TypeData};
use crate::number::Int;
use crate::pass::{Pass, PassResult, Report, report_once};
use crate::program::{AffineExpr, AffineMap, Column, Extent, OpId, Program};
use crate::reify::{Style, reify};
use crate::rules::Rules;
use crate::sized_ops::{self, Size};
use crate::solve::Config;
use hashbrown::HashMap;
use std::sync::Arc;

/// The pass.
pub struct MakeLoopIndependent {
    /// The number of loops around an op that it is made independent of.
    pub loops: usize,
    /// The semantics of ops.
    pub rules: Arc<Rules>,
    /// The configuration of the analysis.
    pub config: Config,
}

impl Pass for MakeLoopIndependent {
    fn run(&self, module: &mut Module, root: OpId, report: &mut Report) -> PassResult {
        let found = {
            let module = &*module;
            let mut analysis =
                Analysis::with_config(module, &self.rules, self.config.for_rewriting());
            let mut known: HashMap<OpId, Dependents> = HashMap::new();
            let mut found = vec![];
            for op in module.walk(root) {
                if !is_candidate(module, op) {
                    continue;
                }
                let Some(loops) = innermost(module, op, self.loops.max(1)) else {
                    continue;
                };
                let outermost = loops[loops.len() - 1];
                let dependents = known.entry(outermost).or_insert_with(|| {
                    let variables = loops.iter().flat_map(|&op| induction_variables(module, op));
                    Dependents::of(module, &variables.collect::<Vec<_>>())
                });
                if let Some(bounds) = bounds(module, &mut analysis, op, dependents) {
                    found.push((op, bounds));
                }
            }
            report_once(analysis.clash_diagnostics(), report);
            found
        };
        for (op, bounds) in found {
            rewrite(module, &self.rules, op, &bounds);
        }
        cleanup::gather_constants(module, root);
        cleanup::erase_dead(module, root);
        Ok(())
    }
}

fn is_candidate(module: &Module, op: OpId) -> bool {
    match module.op_name(op) {
        "tensor.empty" => true,
        "tensor.pad" => sized_ops::constant_padding(module, op).is_some(),
        "memref.alloca" => sized_ops::is_plain_allocation(module, op),
        _ => false,
    }
}

/// The bounds of the operands that depend on the loops, by operand index; none if there are no such operands, or one
/// has no bound.
fn bounds(
    module: &Module,
    analysis: &mut Analysis<'_>,
    op: OpId,
    dependents: &Dependents,
) -> Option<Vec<(usize, Bound)>> {
    let first = usize::from(module.op_name(op) == "tensor.pad");
    let operands = module.operands(op).iter().enumerate().skip(first);
    let sizes = operands.filter(|&(_, &operand)| dependents.contains(operand));
    let found: Option<Vec<(usize, Bound)>> = sizes
        .map(|(at, &operand)| {
            let variable = Variable::value(operand);
            let bound = independent_bound(
                analysis,
                module,
                BoundKind::Upper,
                &variable,
                op,
                dependents,
            )?;
            // A size that is never positive: the op is unreachable, or the rewrite is useless.
            let useful = bound.as_constant().is_none_or(|value| *value >= Int::ZERO);
            useful.then_some((at, bound))
        })
        .collect();
    found.filter(|found| !found.is_empty())
}

fn rewrite(module: &mut Module, rules: &Rules, op: OpId, bounds: &[(usize, Bound)]) -> Option<()> {
    let mut new: HashMap<usize, Size> = HashMap::new();
    for (at, bound) in bounds {
        let size = match bound.as_constant() {
            Some(value) => Size::Static(i64::try_from(value).ok()?),
            None => {
                let operands: Vec<Column> = bound.operands.clone();
                let value = reify(module, rules, op, &bound.map, &operands, Style::Affine).ok()?;
                Size::Dynamic(value)
            }
        };
        new.insert(*at, size);
    }
    match module.op_name(op) {
        "tensor.pad" => pad(module, rules, op, &new),
        _ => allocation(module, op, &new),
    }
}

/// `tensor.empty`, `memref.alloca`.
fn allocation(module: &mut Module, op: OpId, new: &HashMap<usize, Size>) -> Option<()> {
    let &[old] = module.results(op) else {
        return None;
    };
    let sizes = sized_ops::sizes_of_allocation(module, op)?;
    let mut number = 0;
    let larger: Vec<Size> = sizes
        .iter()
        .map(|&size| match size {
            Size::Static(_) => size,
            Size::Dynamic(_) => {
                number += 1;
                new.get(&(number - 1)).copied().unwrap_or(size)
            }
        })
        .collect();
    let ty = module.type_of(old);
    let value = match module.op_name(op) {
        "tensor.empty" => {
            let whole = sized_ops::allocation_like(module, op, op, &larger)?;
            let zeros = vec![Size::Static(0); sizes.len()];
            sized_ops::extract_slice(module, op, whole, &zeros, &sizes, ty)?
        }
        _ if sized_ops::have_same_strides(&sizes, &larger) => {
            let whole = sized_ops::allocation_like(module, op, op, &larger)?;
            sized_ops::leading_subview(module, op, whole, &sizes, ty)?
        }
        _ => {
            let count = sized_ops::product(module, op, &larger)?;
            let flat = sized_ops::allocation_like(module, op, op, &[count])?;
            sized_ops::view_of_flat(module, op, flat, &sizes, ty)?
        }
    };
    module.replace_all_uses(old, value);
    module.erase(op);
    Some(())
}

fn pad(module: &mut Module, rules: &Rules, op: OpId, new: &HashMap<usize, Size>) -> Option<()> {
    let &[old] = module.results(op) else {
        return None;
    };
    let old_type = module.type_of(old);
    let (low, high) = sized_ops::padding(module, op)?;
    let substituted = |sizes: &[(Size, usize)]| -> Vec<Size> {
        let size = |&(size, at): &(Size, usize)| new.get(&at).copied().unwrap_or(size);
        sizes.iter().map(size).collect()
    };
    let (new_low, new_high) = (substituted(&low), substituted(&high));
    let source = *module.operands(op).first()?;
    let mut sizes = vec![];
    let mut offsets = vec![];
    let mut dims = vec![];
    for at in 0..low.len() {
        let number = u32::try_from(at).ok()?;
        let extent = module.value_type(source).shape()?.extent(at)?;
        sizes.push(match module.value_type(old).shape()?.extent(at)? {
            Extent::Static(size) => Size::Static(size),
            _ => {
                let source = match extent {
                    Extent::Static(size) => Size::Static(size),
                    _ => {
                        let dim = Column::Dim(source, number);
                        Size::Dynamic(
                            reify(module, rules, op, &identity(), &[dim], Style::Affine).ok()?,
                        )
                    }
                };
                sized_ops::sum(module, op, &[(source, 1), (low[at].0, 1), (high[at].0, 1)])?
            }
        });
        offsets.push(sized_ops::sum(
            module,
            op,
            &[(new_low[at], 1), (low[at].0, -1)],
        )?);
        dims.push(match (extent, new_low[at], new_high[at]) {
            (Extent::Static(size), Size::Static(low), Size::Static(high)) => {
                Extent::Static(size.checked_add(low)?.checked_add(high)?)
            }
            _ => Extent::Dynamic,
        });
    }
    let TypeData::Tensor {
        element, encoding, ..
    } = *module.type_data(old_type)
    else {
        return None;
    };
    let new_type: Type = module.intern_type(TypeData::Tensor {
        dims: Some(dims.into()),
        element,
        encoding,
    });
    let whole = sized_ops::pad_like(module, op, &new_low, &new_high, new_type)?;
    let value = sized_ops::extract_slice(module, op, whole, &offsets, &sizes, old_type)?;
    module.replace_all_uses(old, value);
    module.erase(op);
    Some(())
}

fn identity() -> AffineMap {
    AffineMap {
        dims: 0,
        symbols: 1,
        results: vec![AffineExpr::Symbol(0)],
    }
}
