//! Conditions as terms with the values 0 and 1, where `min` is "and" and `max` is "or".

use super::{Expr, Operator};
use calipers_number::Int;

/// Whether the structure of a term ensures that it is 0 or 1.
pub fn is_condition<L>(term: &Expr<L>) -> bool {
    match term {
        Expr::Integer(_) | Expr::Leaf(_) => false,
        Expr::Apply(operator, arguments) => match operator {
            Operator::Le | Operator::Eq => true,
            Operator::Min | Operator::Max => arguments.iter().all(is_truth),
            Operator::Select => arguments[1..].iter().all(is_truth),
            _ => as_negated(term).is_some(),
        },
    }
}

/// Whether a term is a condition, or the integer 0 or 1.
pub fn is_truth<L>(term: &Expr<L>) -> bool {
    match term {
        Expr::Integer(value) => value.is_zero() || *value == Int::ONE,
        _ => is_condition(term),
    }
}

/// The condition `c` of `1 − c`.
pub fn as_negated<L>(term: &Expr<L>) -> Option<&Expr<L>> {
    let Expr::Apply(Operator::Add, sum) = term else {
        return None;
    };
    let [Expr::Integer(one), Expr::Apply(Operator::Mul, product)] = &sum[..] else {
        return None;
    };
    let [Expr::Integer(factor), condition] = &product[..] else {
        return None;
    };
    (*one == Int::ONE && *factor == Int::NEG_ONE && is_truth(condition)).then_some(condition)
}

/// The negation of a condition, with inner negations pushed to the leaves.
pub fn negated<L: Clone>(condition: &Expr<L>) -> Expr<L> {
    if let Some(inner) = as_negated(condition) {
        return inner.clone();
    }
    match condition {
        Expr::Integer(value) => Expr::integer(i32::from(value.is_zero())),
        Expr::Apply(Operator::Le, sides) => match &sides[0] {
            // a + 1 <= b is a < b.
            Expr::Apply(Operator::Add, sum) if matches!(&sum[..], [_, Expr::Integer(one)] if *one == Int::ONE) => {
                Expr::at_most(sides[1].clone(), sum[0].clone())
            }
            _ => Expr::less(sides[1].clone(), sides[0].clone()),
        },
        Expr::Apply(operator @ (Operator::Min | Operator::Max), all) => {
            let dual = match operator {
                Operator::Min => Operator::Max,
                _ => Operator::Min,
            };
            let all: Vec<Expr<L>> = all.iter().map(negated).collect();
            Expr::apply(dual, all)
        }
        Expr::Apply(Operator::Select, parts) => Expr::apply(
            Operator::Select,
            [parts[0].clone(), negated(&parts[1]), negated(&parts[2])],
        ),
        _ => Expr::negation(condition.clone()),
    }
}

/// The number of operators, integers and leaves of a term, counted up to `limit`.
pub fn size<L>(term: &Expr<L>, limit: usize) -> usize {
    match term {
        Expr::Integer(_) | Expr::Leaf(_) => 1,
        Expr::Apply(_, arguments) => {
            let mut total = 1;
            for argument in arguments.iter() {
                if total >= limit {
                    break;
                }
                total += size(argument, limit - total);
            }
            total
        }
    }
}

/// A term with all occurrences of a part replaced.
pub fn replaced<L: Clone + PartialEq>(term: &Expr<L>, part: &Expr<L>, by: &Expr<L>) -> Expr<L> {
    if term == part {
        return by.clone();
    }
    match term {
        Expr::Apply(operator, arguments) => {
            let arguments = arguments.iter().map(|it| replaced(it, part, by));
            Expr::Apply(*operator, arguments.collect())
        }
        _ => term.clone(),
    }
}

/// The term `t` if the condition states that `t` is not 0.
pub fn nonzero<L>(condition: &Expr<L>) -> Option<&Expr<L>> {
    match as_negated(condition)?.as_binary()? {
        (Operator::Eq, term, Expr::Integer(zero)) if zero.is_zero() => Some(term),
        _ => None,
    }
}
