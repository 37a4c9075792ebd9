//! What ops mean where text cannot say it: semantics in Rust.

use super::evaluate::{Constants, Stop};
use super::{Anchor, Anchors, Body, ColumnKind, Define, Fact, Head, Place, Rules, Shown, Subject};
use crate::program::{Column, OpId, Program, TypeView};
use crate::term::Expr;
use std::fmt::Debug;
use std::sync::Arc;

/// A term over columns.
type Term = Expr<Column>;

/// What some ops mean, told by Rust code: what depends on a target's tables, on attributes that rules
/// cannot read, on another analysis.
///
/// It is registered by [`Rules::provide`]. The engine and the checker of proofs call it alike, so that a
/// proof stands or falls with it: [`Proof::providers`](crate::proof::Proof::providers) tells on which it
/// rests.
///
/// # What an implementor promises
///
/// A broken promise makes answers wrong, and no check finds it.
///
/// - **Definitions are total.** The column equals the term *wherever its value exists*, whatever branch is
///   taken and however often a loop runs. What holds only because the op has executed is a fact.
/// - **Leaves dominate.** The columns in a definition are of values that exist wherever the op's result
///   does: operands, and what they are made of. Those of a branch may stand where a `select` on its
///   condition guards them.
/// - **Facts hold** in every run that comes to their anchor.
/// - **The same answer each time**, for the same program and the same constants, in any order, from any
///   thread. What changes an answer is asked for through `constants` and never remembered.
/// - Terms are total and over the integers, an `index` does not overflow; a definition of a fixed-width
///   integer is wrapped to its width by whoever asked.
///
/// A term that names values or columns which the program does not have counts as no answer.
///
/// ```
/// use calipers::analysis::{Analysis, Comparison, Variable, Verdict};
/// use calipers::ir::{Module, ParseOptions};
/// use calipers::program::{Column, OpId, Program, ValueId};
/// use calipers::rules::{Constants, OpSemantics, Place, Rules, Stop};
/// use calipers::term::{Expr, Operator};
/// use std::sync::Arc;
///
/// /// `target.pad %n`: the next multiple of what a machine works on at once.
/// #[derive(Debug)]
/// struct Target {
///     lanes: i64,
/// }
///
/// impl OpSemantics for Target {
///     fn name(&self) -> &str {
///         "target"
///     }
///
///     fn define(
///         &self,
///         program: &dyn Program,
///         op: OpId,
///         _: Place,
///         column: Column,
///         _: &mut dyn Constants,
///     ) -> Result<Option<Expr<Column>>, Stop> {
///         let (&[operand], Column::Value(_)) = (program.operands(op), column) else {
///             return Ok(None);
///         };
///         let (n, lanes) = (Expr::Leaf(Column::Value(operand)), Expr::integer(self.lanes));
///         let count = Expr::apply(Operator::CeilDiv, [n, lanes]);
///         Ok(Some(Expr::scaled(self.lanes, count)))
///     }
/// }
///
/// let source = r#"func.func @f(%n: index) {
///   %padded = "target.pad"(%n) : (index) -> index
///   return
/// }"#;
/// let options = ParseOptions { allow_unregistered: true, ..Default::default() };
/// let module = Module::parse(source, "f.mlir", options)?;
/// let mut rules = Rules::embedded();
/// rules.provide(&["target.pad"], Arc::new(Target { lanes: 8 }));
/// let (n, padded) = (Variable::value(ValueId(0)), Variable::value(ValueId(1)));
/// let mut analysis = Analysis::new(&module, &rules);
/// assert_eq!(analysis.compare(&n, Comparison::Le, &padded), Verdict::Proved);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub trait OpSemantics: Debug + Send + Sync {
    /// What proofs call it, after `rust:`.
    fn name(&self) -> &str;

    /// A term that `column` equals: of a result of `op`, or of an argument of one of its regions, as
    /// `place` says. `None` where nothing is known. Ask `constants` which columns are integers.
    ///
    /// # Errors
    /// [`Stop::Demand`], as `constants` gave it: it is asked again when that column is known.
    fn define(
        &self,
        program: &dyn Program,
        op: OpId,
        place: Place,
        column: Column,
        constants: &mut dyn Constants,
    ) -> Result<Option<Term>, Stop>;

    /// Conditions, terms that are 1, that hold from `anchor` on: because `op` has executed, or because
    /// control is in one of its regions.
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
}

/// What the names of rules in Rust begin with.
pub const PREFIX: &str = "rust:";

/// All kinds of columns.
const KINDS: [ColumnKind; 7] = [
    ColumnKind::Value,
    ColumnKind::Unsigned,
    ColumnKind::Dim,
    ColumnKind::Stride,
    ColumnKind::Offset,
    ColumnKind::Rank,
    ColumnKind::Element,
];

impl Rules {
    /// Lets `semantics` say what ops of these names mean, besides what rules say: a definition of
    /// theirs that applies comes first, what is provided is then a fact.
    pub fn provide(&mut self, ops: &[&str], semantics: Arc<dyn OpSemantics>) {
        let name = format!("{PREFIX}{}", semantics.name()).into();
        let head = Head {
            variables: 1,
            ..Head::new(name, vec![])
        };
        for op in ops {
            let known = self.own_op(op).cloned().unwrap_or_default();
            let known = self.ops.entry((*op).to_string()).or_insert(known);
            known.defines.extend(KINDS.map(|kind| {
                Arc::new(Define {
                    head: head.clone(),
                    roles: vec![],
                    otherwise: vec![],
                    kind,
                    subject: Subject::Any,
                    index: None,
                    body: Body::Provided(semantics.clone()),
                })
            }));
            for anchors in [Anchors::One(Anchor::After), Anchors::EachRegion(0)] {
                known.facts.push(Arc::new(Fact {
                    head: head.clone(),
                    anchors,
                    shown: Shown::Assumed,
                    body: Body::Provided(semantics.clone()),
                }));
            }
        }
    }
}

/// What is provided for a column; only what the program has.
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

/// The conditions provided from an anchor on; only those that the program can have.
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

/// How deep a term may be.
const MAX_DEPTH: usize = 256;

/// Whether a term is well-formed and speaks of columns of the program alone.
fn is_of_program(program: &dyn Program, term: &Term) -> bool {
    let mut stack = vec![(term, 0)];
    while let Some((term, depth)) = stack.pop() {
        let fine = match term {
            Expr::Integer(value) => crate::number::fits(value),
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
