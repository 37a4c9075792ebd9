//! The values that an open question depends on.

use crate::nest::{is_id, is_launch_size};
use crate::term::Term;
use calipers_egraph::Expr;
use calipers_engine::analysis::{Analysis, Variable};
use calipers_number::Int;
use calipers_program::{Column, Definition, Point, ValueId};

/// Limit of the columns that are examined for a reason.
const MAX_LEAVES: usize = 64;

/// The results of ops that terms depend on, that no rule defines, and that have no constant bounds of less than 31 bits.
pub fn unbounded_leaves<'t>(
    analysis: &mut Analysis<'_>,
    terms: impl Iterator<Item = &'t Expr<Column>>,
) -> Vec<ValueId> {
    let (program, _) = analysis.engine().sources();
    let mut stack = vec![];
    for term in terms {
        term.for_each_leaf(&mut |&column| stack.push(column));
    }
    let mut seen: Vec<Column> = vec![];
    let mut found = vec![];
    while let Some(column) = stack.pop() {
        if seen.contains(&column) || seen.len() > MAX_LEAVES {
            continue;
        }
        seen.push(column);
        let engine = analysis.engine();
        engine.class(column);
        let definition = engine.definition(column).map(|it| it.term.clone());
        match (definition, column) {
            (Some(term), _) => term.for_each_leaf(&mut |&column| stack.push(column)),
            (None, Column::Value(value) | Column::Unsigned(value)) => {
                let is_result = match program.definition(value) {
                    Definition::Result { op, .. } => {
                        !is_id(program, op) && !is_launch_size(program, op)
                    }
                    Definition::Argument { .. } => false,
                };
                let variable = Variable::term(Term::Leaf(column));
                let range = analysis.range_at(&variable, Point::of(program, value));
                let is_open = |end: Option<&Int>| end.is_none_or(|end| end.bit_len() > 30);
                if is_result && (is_open(range.lower()) || is_open(range.upper())) {
                    found.push(value);
                }
            }
            (None, _) => {}
        }
    }
    found
}
