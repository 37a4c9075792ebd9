//! `hoist-bounded-allocs`: hoists an allocation out of loops if its number of elements has a bound that is constant,
//! or in terms of values before the loops. The new allocation has the size of the bound, and a view of the original
//! sizes replaces the old one.
//!
//! Soundness: an allocation of a non-negative size may be executed even if the loop does not run. A bound that is
//! computed before the loops is clamped to 0, since it may be negative or overflow if no loop runs. The bound holds
//! at the old allocation, where the view is created. The pass hoists out of sequential loops only, and only buffers
//! whose address is not captured, so that merged buffers are never alive at once. The contents of a fresh buffer are
//! undefined, so they may be those of the previous iteration. Buffers that were freed are freed after the loops.

use super::escape::uses;
use super::loops::{Around, around};
use crate::analysis::{Analysis, Bound, BoundKind, Comparison, Variable, Verdict};
use crate::cleanup;
use crate::inserter::Inserter;
use crate::ir::{InsertionPoint, Module, OpBuilder};
use crate::number::Int;
use crate::pass::{Pass, PassResult, Report, report_once};
use crate::program::{AffineExpr, Column, Definition, OpId, Point, Program, ValueId};
use crate::reify::{Style, is_readable, reify};
use crate::rules::Rules;
use crate::sized_ops::{self, Size};
use crate::solve::Config;
use crate::term::{Expr, Operator};
use std::sync::Arc;

/// The pass.
pub struct HoistBoundedAllocs {
    /// The maximum number of elements of an allocation outside the loops, if there is a limit.
    pub max_elements: Option<u64>,
    /// The semantics of ops.
    pub rules: Arc<Rules>,
    /// The configuration of the analysis.
    pub config: Config,
}

/// The number of elements of an allocation.
enum Elements {
    /// The static size of its type.
    Stated,
    /// At most this constant.
    AtMost(i64),
    /// At most the value of a bound before the loops.
    Bound {
        bound: Bound,
        /// Whether it is proved to be non-negative there.
        is_size: bool,
    },
}

/// An allocation that can be hoisted.
struct Hoisted {
    op: OpId,
    /// The outermost loop that it is hoisted out of.
    outermost: OpId,
    elements: Elements,
    freed_by: Vec<OpId>,
}

impl Pass for HoistBoundedAllocs {
    fn run(&self, module: &mut Module, root: OpId, report: &mut Report) -> PassResult {
        let found: Vec<Hoisted> = {
            let module = &*module;
            let mut analysis =
                Analysis::with_config(module, &self.rules, self.config.for_rewriting());
            let ops = module.walk(root);
            let found = ops.filter_map(|op| self.hoisted(module, &mut analysis, root, op));
            let found = found.collect();
            report_once(analysis.clash_diagnostics(), report);
            found
        };
        for hoisted in found {
            hoist(module, &self.rules, &hoisted);
        }
        cleanup::gather_constants(module, root);
        cleanup::erase_dead(module, root);
        Ok(())
    }
}

impl HoistBoundedAllocs {
    fn hoisted(
        &self,
        module: &Module,
        analysis: &mut Analysis<'_>,
        root: OpId,
        op: OpId,
    ) -> Option<Hoisted> {
        let is_stack = match module.op_name(op) {
            "memref.alloc" => false,
            "memref.alloca" => true,
            _ => return None,
        };
        if !sized_ops::is_plain_allocation(module, op) {
            return None;
        }
        let outermost = outermost_loop(module, root, op)?;
        let freed_by = uses(module, *module.results(op).first()?)?.freed_by;
        if is_stack && !freed_by.is_empty() {
            return None;
        }
        let sizes = sized_ops::sizes_of_allocation(module, op)?;
        let stated = sizes.iter().try_fold(1i64, |total, size| match size {
            Size::Static(size) => total.checked_mul(*size),
            Size::Dynamic(_) => None,
        });
        let elements = match stated {
            Some(_) => Elements::Stated,
            None => self.bounded(module, analysis, op, outermost, &sizes)?,
        };
        let known = match elements {
            Elements::AtMost(elements) => Some(elements),
            _ => stated,
        };
        let is_within = |limit| {
            let known = known.and_then(|known| u64::try_from(known).ok());
            known.is_some_and(|known| known <= limit)
        };
        self.max_elements.is_none_or(is_within).then_some(Hoisted {
            op,
            outermost,
            elements,
            freed_by,
        })
    }

    /// A bound of the number of elements of an allocation: a constant if there is one.
    fn bounded(
        &self,
        module: &Module,
        analysis: &mut Analysis<'_>,
        op: OpId,
        outermost: OpId,
        sizes: &[Size],
    ) -> Option<Elements> {
        if let Some(elements) = element_bound(module, analysis, op, sizes) {
            return Some(Elements::AtMost(elements));
        }
        let allowed = |column: Column| {
            let is_before = |value| !is_inside(module, value, outermost);
            is_readable(module, &self.rules, column) && column.value().is_some_and(is_before)
        };
        let elements = Variable::term(product_of(sizes));
        let query = analysis.bound(BoundKind::Upper, elements).closed(true);
        let query = query.semi_affine(true).at(Point::after(module, op)?);
        let bound = query.in_terms_of(allowed).compute().ok()?;
        let operands = bound.operands.iter().copied().map(Variable::column);
        let size = Variable::map(&bound.map, &operands.collect::<Vec<Variable>>())?;
        let before = Point::before(module, outermost);
        let zero = Variable::constant(0);
        let is_size = analysis.compare_at(&size, Comparison::Ge, &zero, before);
        // If no loop runs, the new arithmetic may overflow.
        let computes = !matches!(
            bound.map.results[..],
            [AffineExpr::Symbol(_) | AffineExpr::Dim(_)]
        );
        let is_size = is_size == Verdict::Proved && !computes;
        Some(Elements::Bound { bound, is_size })
    }
}

/// Whether a value is defined by an op or in its regions.
fn is_inside(module: &Module, value: ValueId, outer: OpId) -> bool {
    let mut at = match module.definition(value) {
        Definition::Result { op, .. } => Some(op),
        Definition::Argument { block, .. } => {
            Some(module.region_parent(module.block_region(block)))
        }
    };
    while let Some(op) = at.filter(|&op| op != outer) {
        at = module.parent_op(op);
    }
    at.is_some()
}

/// The number of elements, as a term.
fn product_of(sizes: &[Size]) -> Expr<Column> {
    let term = |size: &Size| match *size {
        Size::Static(size) => Expr::integer(size),
        Size::Dynamic(value) => Expr::Leaf(Column::Value(value)),
    };
    match sizes {
        [] => Expr::integer(1),
        [only] => term(only),
        several => Expr::apply(Operator::Mul, several.iter().map(term).collect::<Vec<_>>()),
    }
}

/// The outermost loop within `root` that an allocation can be hoisted out of.
fn outermost_loop(module: &Module, root: OpId, op: OpId) -> Option<OpId> {
    let mut outermost = None;
    let mut at = op;
    while let Some(parent) = module.parent_op(at).filter(|&parent| parent != root) {
        match around(module, parent) {
            Around::Loop => outermost = Some(parent),
            Around::Once => {}
            Around::Parallel | Around::Other => break,
        }
        at = parent;
    }
    outermost
}

/// A bound of the number of elements of an allocation: a bound of the product of its sizes, or the product of their
/// bounds.
pub(super) fn element_bound(
    module: &Module,
    analysis: &mut Analysis<'_>,
    op: OpId,
    sizes: &[Size],
) -> Option<i64> {
    // The sizes of an executed allocation are not negative.
    let point = Point::after(module, op);
    let mut upper = |term: &Expr<Column>| {
        let variable = Variable::term(term.clone());
        let bound = analysis.constant_bound(BoundKind::Upper, &variable, point);
        bound.ok().filter(|bound| *bound >= Int::ZERO)
    };
    let whole = upper(&product_of(sizes));
    let each = sizes
        .iter()
        .map(|size| upper(&product_of(&[*size])))
        .collect::<Option<Vec<Int>>>()
        .map(|bounds| bounds.into_iter().product::<Int>());
    let least = match (whole, each) {
        (Some(a), Some(b)) => a.min(b),
        (a, b) => a.or(b)?,
    };
    i64::try_from(&least).ok()
}

fn hoist(module: &mut Module, rules: &Rules, hoisted: &Hoisted) -> Option<()> {
    let Hoisted {
        op,
        outermost,
        ref elements,
        ref freed_by,
    } = *hoisted;
    let &[old] = module.results(op) else {
        return None;
    };
    let sizes = sized_ops::sizes_of_allocation(module, op)?;
    let whole = match elements {
        Elements::Stated => sizes.clone(),
        Elements::AtMost(elements) => vec![Size::Static(*elements)],
        Elements::Bound { bound, is_size } => {
            let operands = &bound.operands;
            let size = reify(
                module,
                rules,
                outermost,
                &bound.map,
                operands,
                Style::Affine,
            )
            .ok()?;
            let mut insert = Inserter::before(module, outermost);
            let zero = (!is_size).then(|| insert.constant_index(0));
            let size = zero.map_or(size, |zero| insert.binary("arith.maxsi", size, zero));
            vec![Size::Dynamic(size)]
        }
    };
    let buffer = sized_ops::allocation_like(module, op, outermost, &whole)?;
    for &free in freed_by {
        module.erase(free);
    }
    if !freed_by.is_empty() {
        let mut builder = OpBuilder::new(module, InsertionPoint::After(outermost));
        builder.create("memref.dealloc", &[buffer], &[], &[]);
    }
    let value = match elements {
        Elements::Stated => buffer,
        Elements::AtMost(_) | Elements::Bound { .. } => {
            let ty = module.type_of(old);
            sized_ops::view_of_flat(module, op, buffer, &sizes, ty)?
        }
    };
    module.replace_all_uses(old, value);
    module.erase(op);
    Some(())
}
