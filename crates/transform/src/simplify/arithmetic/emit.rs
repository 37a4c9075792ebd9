//! Terms as `arith` ops on indices.

use crate::inserter::Inserter;
use crate::ir::{Module, Type};
use crate::number::Int;
use crate::program::{Column, OpId, ValueId};
use crate::term::condition::as_negated;
use crate::term::{Expr, Operator};

/// Whether a term has ops that compute it.
pub(super) fn is_possible(module: &Module, term: &Expr<Column>) -> bool {
    let (operator, arguments) = match term {
        Expr::Integer(value) => return i64::try_from(value).is_ok(),
        Expr::Leaf(Column::Value(value)) => return module.type_of(*value) == Type::INDEX,
        Expr::Leaf(_) => return false,
        Expr::Apply(operator, arguments) => (operator, &arguments[..]),
    };
    match (operator, arguments) {
        (Operator::Select, [condition, yes, no]) => {
            is_decidable(module, condition) && is_possible(module, yes) && is_possible(module, no)
        }
        (Operator::Select | Operator::Le | Operator::Eq, _) => false,
        (Operator::Add | Operator::Mul | Operator::Min | Operator::Max, _) | (_, [_, _]) => {
            arguments.iter().all(|it| is_possible(module, it))
        }
        _ => false,
    }
}

/// Whether an op computes a condition.
fn is_decidable(module: &Module, condition: &Expr<Column>) -> bool {
    if let Some(negated) = as_negated(condition) {
        return is_decidable(module, negated);
    }
    match condition {
        Expr::Leaf(Column::Unsigned(value)) => module.type_of(*value) == Type::I1,
        Expr::Apply(Operator::Le | Operator::Eq, sides) => {
            sides.iter().all(|side| is_possible(module, side))
        }
        _ => false,
    }
}

/// Inserts ops before `before` that compute a term for which [`is_possible`] holds, and returns the value.
pub(super) fn computed(module: &mut Module, before: OpId, term: &Expr<Column>) -> Option<ValueId> {
    value(&mut Inserter::before(module, before), term)
}

fn value(insert: &mut Inserter<'_>, term: &Expr<Column>) -> Option<ValueId> {
    let (operator, arguments) = match term {
        Expr::Integer(value) => return Some(insert.constant_index(i64::try_from(value).ok()?)),
        Expr::Leaf(column) => return column.value(),
        Expr::Apply(operator, arguments) => (*operator, &arguments[..]),
    };
    match (operator, arguments) {
        (Operator::Add, summands) => sum(insert, summands),
        (Operator::Select, [condition, yes, no]) => select(insert, condition, yes, no),
        (Operator::Mod, [dividend, divisor]) => {
            let (dividend, divisor) = (value(insert, dividend)?, value(insert, divisor)?);
            Some(insert.remainder(dividend, divisor))
        }
        (_, [first, rest @ ..]) => {
            let name = op_name(operator)?;
            let first = value(insert, first)?;
            rest.iter().try_fold(first, |before, argument| {
                let argument = value(insert, argument)?;
                Some(insert.binary(name, before, argument))
            })
        }
        _ => None,
    }
}

/// A sum, with differences for the summands that are negated.
fn sum(insert: &mut Inserter<'_>, summands: &[Expr<Column>]) -> Option<ValueId> {
    let [first, rest @ ..] = summands else {
        return None;
    };
    let first = value(insert, first)?;
    rest.iter().try_fold(first, |before, summand| {
        Some(match without_sign(summand) {
            Some(positive) => {
                let positive = value(insert, &positive)?;
                insert.binary("arith.subi", before, positive)
            }
            None => {
                let summand = value(insert, summand)?;
                insert.binary("arith.addi", before, summand)
            }
        })
    })
}

/// The term whose negation this is, if it is a product with -1.
pub(super) fn without_sign(term: &Expr<Column>) -> Option<Expr<Column>> {
    let Expr::Apply(Operator::Mul, factors) = term else {
        return None;
    };
    let place = factors
        .iter()
        .position(|it| *it == Expr::Integer(Int::NEG_ONE))?;
    let mut factors = factors.to_vec();
    factors.remove(place);
    Some(match factors.len() {
        1 => factors.remove(0),
        _ => Expr::apply(Operator::Mul, factors),
    })
}

fn select(
    insert: &mut Inserter<'_>,
    condition: &Expr<Column>,
    yes: &Expr<Column>,
    no: &Expr<Column>,
) -> Option<ValueId> {
    if let Some(negated) = as_negated(condition) {
        return select(insert, negated, no, yes);
    }
    let condition = match condition {
        Expr::Leaf(column) => column.value()?,
        Expr::Apply(operator @ (Operator::Le | Operator::Eq), sides) => {
            let [a, b] = &sides[..] else { return None };
            let (a, b) = (value(insert, a)?, value(insert, b)?);
            match operator {
                Operator::Le => insert.at_most(a, b),
                _ => insert.equal(a, b),
            }
        }
        _ => return None,
    };
    let (yes, no) = (value(insert, yes)?, value(insert, no)?);
    Some(insert.select(condition, yes, no))
}

fn op_name(operator: Operator) -> Option<&'static str> {
    Some(match operator {
        Operator::Mul => "arith.muli",
        Operator::FloorDiv => "arith.floordivsi",
        Operator::CeilDiv => "arith.ceildivsi",
        Operator::TruncDiv => "arith.divsi",
        Operator::TruncMod => "arith.remsi",
        Operator::Min => "arith.minsi",
        Operator::Max => "arith.maxsi",
        _ => return None,
    })
}
