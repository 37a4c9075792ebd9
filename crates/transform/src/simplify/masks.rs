//! `test-eliminate-vector-masks`, `fold-all-true-masks`: a `vector.create_mask` whose operands are at least the
//! vector's sizes is a constant mask, and masked ops do not need it.
//!
//! All `vector.vscale` ops of a function return the same positive number.

use super::mask_uses;
use crate::analysis::{Analysis, Comparison, Variable, Verdict};
use crate::cleanup;
use crate::ir::{AttrData, DenseElements, InsertionPoint, Module, OpBuilder, Type, TypeData};
use crate::pass::{Pass, PassResult, Report, Scope};
use crate::program::{Column, Extent, OpId, Point, Program, ValueId};
use crate::rules::Rules;
use crate::solve::Config;
use crate::term::Expr;
use hashbrown::HashMap;
use std::sync::Arc;

/// The rewrite of all-true masks.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Reach {
    /// They become constant masks.
    Masks,
    /// Also, ops drop them, and transfers that stay in bounds are marked.
    Uses,
}

/// The limits of `vscale`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct VscaleRange {
    /// At least this.
    pub min: u32,
    /// At most this, if there is a limit.
    pub max: Option<u32>,
}

impl Default for VscaleRange {
    fn default() -> VscaleRange {
        VscaleRange { min: 1, max: None }
    }
}

/// The pass.
pub struct EliminateMasks {
    /// The extent of the rewrite.
    pub reach: Reach,
    /// The limits of `vscale`.
    pub vscale: VscaleRange,
    /// The semantics of ops.
    pub rules: Arc<Rules>,
    /// The configuration of the analysis.
    pub config: Config,
}

impl Pass for EliminateMasks {
    fn scope(&self) -> Scope {
        Scope::Function
    }

    fn run(&self, module: &mut Module, root: OpId, _report: &mut Report) -> PassResult {
        let (masks, transfers) = {
            let module = &*module;
            let analysis = Analysis::with_config(module, &self.rules, self.config.for_rewriting());
            let mut sizes = VectorSizes::new(module, analysis, root, self.vscale);
            let masks: Vec<OpId> = module
                .walk(root)
                .filter(|&op| is_all_true(module, &mut sizes, op))
                .collect();
            let transfers = match self.reach {
                Reach::Masks => vec![],
                Reach::Uses => mask_uses::in_bounds(module, &mut sizes, root),
            };
            (masks, transfers)
        };
        let mut constants: HashMap<Type, ValueId> = HashMap::new();
        for mask in masks {
            replace(module, root, mask, &mut constants);
        }
        if self.reach == Reach::Uses {
            mask_uses::set_in_bounds(module, transfers);
            mask_uses::unmask(module, root);
            cleanup::erase_dead(module, root);
        }
        Ok(())
    }
}

/// Compares indices with the sizes of vectors, which may be scalable.
pub(super) struct VectorSizes<'m> {
    analysis: Analysis<'m>,
    /// The `vscale` of the function, if it occurs.
    vscale: Option<ValueId>,
    range: VscaleRange,
}

impl<'m> VectorSizes<'m> {
    fn new(
        module: &'m Module,
        mut analysis: Analysis<'m>,
        root: OpId,
        range: VscaleRange,
    ) -> VectorSizes<'m> {
        let ops = module
            .walk(root)
            .filter(|&op| module.op_name(op) == "vector.vscale");
        let values: Vec<ValueId> = ops.map(|op| module.results(op)[0]).collect();
        let leaf = |value| Expr::Leaf(Column::Value(value));
        if let Some((&first, others)) = values.split_first() {
            let min = Expr::integer(range.min.max(1));
            analysis.assume(&Expr::at_most(min, leaf(first)));
            if let Some(max) = range.max {
                analysis.assume(&Expr::at_most(leaf(first), Expr::integer(max)));
            }
            for &other in others {
                analysis.assume(&Expr::equal(leaf(first), leaf(other)));
            }
        }
        VectorSizes {
            analysis,
            vscale: values.first().copied(),
            range,
        }
    }

    /// Whether `lower >= 0` and `lower + extent <= upper` at a point.
    pub(super) fn fits(
        &mut self,
        lower: &Expr<Column>,
        extent: Extent,
        upper: &Expr<Column>,
        point: Option<Point>,
    ) -> bool {
        self.is_at_most(&Expr::integer(0), lower, point)
            && self.sizes(extent).into_iter().any(|size| {
                let end = Expr::sum(lower.clone(), size);
                self.is_at_most(&end, upper, point)
            })
    }

    /// Whether `value` is at least the size of a vector's dimension, at a point.
    fn covers(&mut self, value: ValueId, extent: Extent, point: Option<Point>) -> bool {
        let value = Expr::Leaf(Column::Value(value));
        let sizes = self.sizes(extent);
        sizes
            .into_iter()
            .any(|size| self.is_at_most(&size, &value, point))
    }

    /// Terms that equal a size, or are upper bounds of it.
    fn sizes(&self, extent: Extent) -> Vec<Expr<Column>> {
        match extent {
            Extent::Static(size) => vec![Expr::integer(size)],
            Extent::Scalable(size) => {
                let vscale = self.vscale.map(|v| Expr::Leaf(Column::Value(v)));
                let exact = vscale.map(|vscale| Expr::scaled(size, vscale));
                let max = self.range.max;
                let most = max.map(|max| Expr::integer(i128::from(size) * i128::from(max)));
                exact.into_iter().chain(most).collect()
            }
            Extent::Dynamic => vec![],
        }
    }

    fn is_at_most(&mut self, a: &Expr<Column>, b: &Expr<Column>, point: Option<Point>) -> bool {
        let (a, b) = (Variable::term(a.clone()), Variable::term(b.clone()));
        self.analysis.compare_at(&a, Comparison::Le, &b, point) == Verdict::Proved
    }
}

fn is_all_true(module: &Module, sizes: &mut VectorSizes<'_>, op: OpId) -> bool {
    if module.op_name(op) != "vector.create_mask" {
        return false;
    }
    let extents = module.results(op).first().and_then(|&mask| {
        let dims = module.value_type(mask).shape()?.dims?;
        Some(dims.to_vec())
    });
    let operands = module.operands(op);
    let point = Point::before(module, op);
    extents.is_some_and(|extents| {
        extents.len() == operands.len()
            && operands
                .iter()
                .zip(extents)
                .all(|(&operand, extent)| sizes.covers(operand, extent, point))
    })
}

/// Inserts an all-true mask at the start of the function, one for each type, and uses it.
fn replace(
    module: &mut Module,
    root: OpId,
    mask: OpId,
    constants: &mut HashMap<Type, ValueId>,
) -> Option<()> {
    let &[old] = module.results(mask) else {
        return None;
    };
    let ty = module.type_of(old);
    let new = match constants.get(&ty) {
        Some(&known) => known,
        None => {
            let TypeData::Vector { dims, .. } = module.type_data(ty) else {
                return None;
            };
            let sizes: Option<Vec<i64>> = dims
                .iter()
                .map(|extent| match extent {
                    Extent::Static(size) | Extent::Scalable(size) => Some(*size),
                    Extent::Dynamic => None,
                })
                .collect();
            let sizes = module.intern_attribute(AttrData::DenseArray {
                element: Type::I64,
                elements: DenseElements::Integers(sizes?.into()),
            });
            let region = *module.regions(root).first()?;
            let entry = *module.blocks(region).first()?;
            let mut builder = OpBuilder::new(module, InsertionPoint::Start(entry));
            let attributes = [("mask_dim_sizes", sizes)];
            builder.value("vector.constant_mask", &[], ty, &attributes)
        }
    };
    constants.insert(ty, new);
    module.replace_all_uses(old, new);
    module.erase(mask);
    Some(())
}
