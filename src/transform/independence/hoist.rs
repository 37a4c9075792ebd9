//! `hoist-bounded-allocs`: an allocation whose number of elements has a constant bound is made
//! once, before the loops around it, as large as it ever gets; in its place stands a view of the
//! sizes that it had.
//!
//! It is sound: an allocation of a constant size that is not negative may be made where the loop
//! does not run. The bound holds at the allocation, and the view is made there. Only loops that run
//! one iteration after the other are left, and only by buffers of which nobody keeps the address,
//! so that no two of the buffers that become one are alive at once; what a fresh buffer holds is
//! undefined, so it may hold what is left of the last one. Buffers that were freed are freed after
//! the loops.

use super::escape::deallocations;
use super::loops::{Around, around};
use crate::analysis::{Analysis, BoundKind, Variable};
use crate::diagnostic::Diagnostic;
use crate::ir::{InsertionPoint, Module, OpBuilder};
use crate::number::Int;
use crate::program::{Column, OpId, Point, Program};
use crate::rules::Rules;
use crate::solve::Config;
use crate::term::{Expr, Operator};
use crate::transform::pass::{Pass, PassFailure, Scope};
use crate::transform::sized::{self, Size};
use crate::transform::tidy;
use std::sync::Arc;

/// The pass.
pub struct HoistBoundedAllocs {
    /// The most elements that an allocation outside the loops may have, if there is a limit.
    pub max_elements: Option<u64>,
    /// What the ops mean.
    pub rules: Arc<Rules>,
    /// How the analysis is tuned.
    pub config: Config,
}

/// An allocation that can be hoisted.
struct Hoisted {
    op: OpId,
    /// The outermost loop that it leaves.
    outermost: OpId,
    /// How many elements it has at most; none where its type says how many.
    elements: Option<i64>,
    freed_by: Vec<OpId>,
}

impl Pass for HoistBoundedAllocs {
    fn scope(&self) -> Scope {
        Scope::Any
    }

    fn run(
        &self,
        module: &mut Module,
        root: OpId,
        _report: &mut Vec<Diagnostic>,
    ) -> Result<(), PassFailure> {
        let found: Vec<Hoisted> = {
            let module = &*module;
            let mut analysis =
                Analysis::with_config(module, &self.rules, self.config.for_rewriting());
            let ops = module.walk(root);
            ops.filter_map(|op| self.hoisted(module, &mut analysis, root, op))
                .collect()
        };
        for hoisted in found {
            hoist(module, &hoisted);
        }
        tidy::gather_constants(module, root);
        tidy::erase_dead(module, root);
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
        if !sized::is_plain_allocation(module, op) {
            return None;
        }
        let outermost = outermost_loop(module, root, op)?;
        let freed_by = deallocations(module, *module.results(op).first()?)?;
        if is_stack && !freed_by.is_empty() {
            return None;
        }
        let sizes = sized::sizes_of_allocation(module, op)?;
        let stated = sizes.iter().try_fold(1i64, |total, size| match size {
            Size::Static(size) => total.checked_mul(*size),
            Size::Dynamic(_) => None,
        });
        let elements = match stated {
            Some(elements) => elements,
            None => element_bound(module, analysis, op, &sizes)?,
        };
        let limit = self.max_elements.unwrap_or(i64::MAX as u64);
        let within = u64::try_from(elements).is_ok_and(|elements| elements <= limit);
        within.then_some(Hoisted {
            op,
            outermost,
            elements: stated.is_none().then_some(elements),
            freed_by,
        })
    }
}

/// The outermost of the loops that an allocation can leave, within `root`.
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

/// The most elements that an allocation has: a bound of the product of its sizes, or the product of
/// their bounds.
fn element_bound(
    module: &Module,
    analysis: &mut Analysis<'_>,
    op: OpId,
    sizes: &[Size],
) -> Option<i64> {
    // That the allocation was made says that its sizes are not negative.
    let point = Point::after(module, op);
    let term = |size: &Size| match *size {
        Size::Static(size) => Expr::integer(size),
        Size::Dynamic(value) => Expr::Leaf(Column::Value(value)),
    };
    let terms: Vec<Expr<Column>> = sizes.iter().map(term).collect();
    let mut upper = |term: &Expr<Column>| {
        let variable = Variable::term(term.clone());
        let bound = analysis.constant_bound(BoundKind::Upper, &variable, point);
        bound.ok().filter(|bound| *bound >= Int::ZERO)
    };
    let whole = match terms.as_slice() {
        [] => None,
        [only] => upper(only),
        several => upper(&Expr::apply(Operator::Mul, several.to_vec())),
    };
    let each = terms
        .iter()
        .map(&mut upper)
        .collect::<Option<Vec<Int>>>()
        .map(|bounds| bounds.into_iter().product::<Int>());
    let least = match (whole, each) {
        (Some(a), Some(b)) => a.min(b),
        (a, b) => a.or(b)?,
    };
    i64::try_from(&least).ok()
}

fn hoist(module: &mut Module, hoisted: &Hoisted) -> Option<()> {
    let Hoisted {
        op,
        outermost,
        elements,
        ref freed_by,
    } = *hoisted;
    let &[old] = module.results(op) else {
        return None;
    };
    let sizes = sized::sizes_of_allocation(module, op)?;
    let buffer = match elements {
        Some(elements) => sized::allocation_like(module, op, outermost, &[Size::Static(elements)])?,
        None => sized::allocation_like(module, op, outermost, &sizes)?,
    };
    for &free in freed_by {
        module.erase(free);
    }
    if !freed_by.is_empty() {
        let mut builder = OpBuilder::new(module, InsertionPoint::After(outermost));
        builder.create("memref.dealloc", &[buffer], &[], &[]);
    }
    let value = match elements {
        Some(_) => {
            let ty = module.type_of(old);
            sized::view_of_flat(module, op, buffer, &sizes, ty)?
        }
        None => buffer,
    };
    module.replace_all_uses(old, value);
    module.erase(op);
    Some(())
}
