//! Affine maps and integer sets as terms.

use crate::nest::term_of;
use calipers_engine::analysis::Variable;
use calipers_program::term::Expr;
use calipers_program::{AffineExpr, AffineMap, Column, Constraint, IntegerSet, ValueId};
use calipers_rules::Item;

/// The results of a map over operands.
pub(crate) fn mapped(map: &Item<'_>, operands: &Item<'_>) -> Option<Vec<Expr<Column>>> {
    let (Item::Map(map), Item::List(operands)) = (map, operands) else {
        return None;
    };
    let operands: Option<Vec<Expr<Column>>> = operands.iter().map(term_of).collect();
    results_of(map, &operands?)
}

/// The results of a map over terms.
fn results_of(map: &AffineMap, operands: &[Expr<Column>]) -> Option<Vec<Expr<Column>>> {
    let results = map.results.iter();
    results.map(|it| substituted(it, map, operands)).collect()
}

fn substituted(
    result: &AffineExpr,
    map: &AffineMap,
    operands: &[Expr<Column>],
) -> Option<Expr<Column>> {
    let single = AffineMap {
        results: vec![result.clone()],
        ..map.clone()
    };
    let operands: Vec<Variable> = operands.iter().cloned().map(Variable::term).collect();
    Variable::map(&single, &operands).map(|it| it.as_term().clone())
}

/// Consecutive groups of bounds, by their lengths.
pub(crate) fn grouped(
    bounds: Vec<Expr<Column>>,
    lengths: &Item<'_>,
) -> Option<Vec<Vec<Expr<Column>>>> {
    let Item::List(lengths) = lengths else {
        return None;
    };
    let mut bounds = bounds.into_iter();
    let mut groups = vec![];
    for length in lengths {
        let Item::Integer(length) = length else {
            return None;
        };
        let length = usize::try_from(length).ok()?;
        let group: Vec<_> = bounds.by_ref().take(length).collect();
        groups.push(Some(group).filter(|group| group.len() == length)?);
    }
    Some(groups)
}

/// A constraint of an integer set as a condition.
pub(crate) fn held(
    constraint: &Constraint,
    set: &IntegerSet,
    operands: &[ValueId],
) -> Option<Expr<Column>> {
    let (expression, is_equality) = match constraint {
        Constraint::Zero(expression) => (expression, true),
        Constraint::NonNegative(expression) => (expression, false),
    };
    let map = AffineMap {
        dims: set.dims,
        symbols: set.symbols,
        results: vec![expression.clone()],
    };
    let operands: Vec<_> = operands.iter().map(|&it| Variable::value(it)).collect();
    let term = Variable::map(&map, &operands)?.as_term().clone();
    Some(match is_equality {
        true => Expr::equal(term, Expr::integer(0)),
        false => Expr::at_most(Expr::integer(0), term),
    })
}
