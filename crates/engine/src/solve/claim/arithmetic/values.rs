//! Values of terms and conditions at a point.

use super::super::points::Assignment;
use crate::number::Int;
use crate::program::Column;
use crate::term::Expr;

type Term = Expr<Column>;

/// The truth of a condition at a point; `None` if a variable has no value or a number is too large.
pub(super) fn truth(condition: &Term, point: &Assignment) -> Option<bool> {
    value(condition, point).map(|value| !value.is_zero())
}

pub(super) fn value(term: &Term, point: &Assignment) -> Option<Int> {
    term.evaluate(&|column: &Column| match column {
        Column::Symbol(number) => point.get(number).cloned(),
        _ => None,
    })
}
