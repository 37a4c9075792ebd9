//! Op semantics in Rust, for ops that the rule language cannot describe.

use super::{Anchor, ColumnKind, Constants, Place, Stop};
use calipers_program::term::Expr;
use calipers_program::{Column, OpId, Program, TypeView};
use std::fmt::Debug;
use std::sync::Arc;

/// A term over columns.
type Term = Expr<Column>;

/// Semantics of ops in Rust, for results that depend on tables of a target, on attributes that rules cannot read, or
/// on another analysis.
///
/// Register an implementation by `Rules::provide`, whose documentation has an example. The engine and the proof checker
/// call the same implementation, so a proof is only as sound as the implementation; `Proof::providers` lists those that
/// a proof relies on.
///
/// # Contract
///
/// A violation makes answers wrong, and no check detects it.
///
/// - **Definitions are total.** The column equals the term *wherever its value exists*, on every path and in every
///   loop iteration. A condition that holds only because the op has executed must be a fact.
/// - **Leaves dominate.** A definition mentions only columns of values that exist wherever the op's result does:
///   operands, and the values that define them. Values of a branch may be used under a `select` on its condition.
/// - **Facts hold** in every run that reaches their anchor.
/// - **Deterministic.** The answer depends only on the program and the constants, not on the order of calls or the
///   thread. Obtain every input through `constants`, and do not cache it.
/// - Terms are total over the integers, an `index` does not overflow; the caller wraps a definition of a fixed-width
///   integer to its width.
///
/// A term that mentions values or columns that the program does not have is ignored.
pub trait OpSemantics: Debug + Send + Sync {
    /// The name in proofs, after `rust:`.
    fn name(&self) -> &str;

    /// A term that equals `column` of the value at `place` of `op`, or `None`. Use `constants` to find out which
    /// columns are constants.
    ///
    /// # Errors
    /// [`Stop::Demand`], returned by `constants`: the call is repeated when that column is known.
    fn define(
        &self,
        program: &dyn Program,
        op: OpId,
        place: Place,
        column: Column,
        constants: &mut dyn Constants,
    ) -> Result<Option<Term>, Stop>;

    /// Conditions (terms with the value 1) that hold from `anchor` on: because `op` has executed, or because control
    /// is in one of its regions.
    ///
    /// # Errors
    /// As in [`OpSemantics::define`].
    fn facts(
        &self,
        program: &dyn Program,
        op: OpId,
        anchor: Anchor,
        constants: &mut dyn Constants,
    ) -> Result<Vec<Term>, Stop> {
        let _ = (program, op, anchor, constants);
        Ok(vec![])
    }

    /// The same with a memo, for queries about one unchanged program; `None` if nothing is worth being kept.
    fn remembering(&self) -> Option<Arc<dyn OpSemantics>> {
        None
    }
}

/// The prefix of the names of rules in Rust.
pub const PREFIX: &str = "rust:";

/// The definition by `semantics` of a column, if it mentions only columns of the program.
pub(super) fn provided_definition(
    semantics: &dyn OpSemantics,
    program: &dyn Program,
    (op, place): (OpId, Place),
    (kind, index): (ColumnKind, Option<u32>),
    constants: &mut dyn Constants,
) -> Result<Term, Stop> {
    let value = place.value(program, op).ok_or(Stop::Inapplicable)?;
    let column = match (kind, index) {
        (ColumnKind::Value, _) => Column::Value(value),
        (ColumnKind::Unsigned, _) => Column::Unsigned(value),
        (ColumnKind::Offset, _) => Column::Offset(value),
        (ColumnKind::Rank, _) => Column::Rank(value),
        (ColumnKind::Dim, Some(index)) => Column::Dim(value, index),
        (ColumnKind::Stride, Some(index)) => Column::Stride(value, index),
        (ColumnKind::Element, Some(index)) => Column::Element(value, index),
        _ => return Err(Stop::Inapplicable),
    };
    let term = semantics.define(program, op, place, column, constants)?;
    term.filter(|term| is_of_program(program, term))
        .ok_or(Stop::Inapplicable)
}

/// The facts by `semantics` from an anchor on, without those that mention columns the program does not have.
pub(super) fn provided_facts(
    semantics: &dyn OpSemantics,
    program: &dyn Program,
    op: OpId,
    anchor: Anchor,
    constants: &mut dyn Constants,
) -> Result<Vec<Term>, Stop> {
    let mut facts = semantics.facts(program, op, anchor, constants)?;
    facts.retain(|fact| is_of_program(program, fact));
    match facts.is_empty() {
        true => Err(Stop::Inapplicable),
        false => Ok(facts),
    }
}

/// The maximum depth of a term.
const MAX_DEPTH: usize = 256;

/// Whether a term is well-formed and mentions only columns of the program.
fn is_of_program(program: &dyn Program, term: &Term) -> bool {
    let mut stack = vec![(term, 0)];
    while let Some((term, depth)) = stack.pop() {
        let fine = match term {
            Expr::Integer(value) => calipers_number::fits(value),
            Expr::Leaf(column) => has_column(program, *column),
            Expr::Apply(operator, arguments) => {
                stack.extend(arguments.iter().map(|argument| (argument, depth + 1)));
                operator.accepts(arguments.len()) && depth < MAX_DEPTH
            }
        };
        if !fine {
            return false;
        }
    }
    true
}

fn has_column(program: &dyn Program, column: Column) -> bool {
    let Some(value) = column.value().filter(|&value| program.has_value(value)) else {
        return false;
    };
    let shape = program.value_type(value).shape();
    let has_dim = |dim: u32| shape.and_then(|shape| shape.rank()) > Some(dim as usize);
    match column {
        Column::Value(_) => matches!(
            program.value_type(value),
            TypeView::Index | TypeView::Integer { .. }
        ),
        Column::Unsigned(_) => matches!(program.value_type(value), TypeView::Integer { .. }),
        Column::Dim(_, dim) | Column::Stride(_, dim) => has_dim(dim),
        Column::Offset(_) => shape.is_some_and(|shape| shape.dims.is_some()),
        Column::Rank(_) => shape.is_some(),
        Column::Element(value, index) => Column::has_element(program, value, index),
        Column::Trip(_) | Column::Symbol(_) => false,
    }
}
