//! Values that the goal of a claim attains. A bound that is attained is the best one, so that no proof of a better one
//! needs to be searched.

use crate::number::{Int, Range};
use crate::program::Column;
use crate::solve::claim::{Assignment, Claim, Decide};
use crate::term::Expr;

/// Maximum number of points that are evaluated.
const MAX_POINTS: usize = 48;
/// Maximum size of a range all of whose values are tried.
const SMALL: usize = 7;
/// The value of an unbounded variable, far from the constants of most programs. Many small numbers divide it.
const LARGE: i64 = 11_531_520;

/// Whether the goal of a claim, a number, has this value at one of a few points that satisfy the assumptions: at the
/// ends of the ranges, near them, or far from them.
///
/// Costs a few evaluations of the goal, and nothing for a large claim.
pub(super) fn is_attained(claim: &Claim, value: &Int) -> bool {
    if !claim.is_small() {
        return false;
    }
    let tried: Vec<(u32, Vec<Int>)> = claim
        .ranges
        .iter()
        .map(|(&number, range)| (number, values_in(range)))
        .collect();
    let counts = tried.iter().map(|(_, values)| values.len());
    let count = counts.fold(1, usize::saturating_mul);
    (0..count.min(MAX_POINTS)).any(|number| attains_at(claim, &point(&tried, number), value))
}

/// The point with that number, where the numbers count up the values of the first variable fastest.
fn point(tried: &[(u32, Vec<Int>)], mut number: usize) -> Assignment {
    let value = |(variable, values): &(u32, Vec<Int>)| {
        let value = values[number % values.len()].clone();
        number /= values.len();
        (*variable, value)
    };
    tried.iter().map(value).collect()
}

/// The values of a variable that are tried: the ends of its range and the values next to them, all values of a small
/// range; for an open end, a large number, and one near 0 if there is no end.
fn values_in(range: &Range) -> Vec<Int> {
    let (from, step) = match (range.lower(), range.upper()) {
        (None, Some(upper)) => (upper.clone(), Int::NEG_ONE),
        (lower, _) => (lower.cloned().unwrap_or(Int::ZERO), Int::ONE),
    };
    let far = match range.upper() {
        Some(upper) if step == Int::ONE => upper.clone(),
        _ => &from + &step * &Int::from(LARGE),
    };
    let mut tried: Vec<Int> = (0..SMALL).map(|n| &from + &step * &Int::from(n)).collect();
    if !tried.contains(&far) {
        tried.truncate(2);
        tried.insert(1, far);
    }
    tried.retain(|value| range.contains(value));
    tried
}

fn attains_at(claim: &Claim, point: &Assignment, value: &Int) -> bool {
    let of = |column: &Column| match column {
        Column::Symbol(number) => point.get(number).cloned(),
        _ => None,
    };
    let holds = |term: &Expr<Column>| term.evaluate(&of).is_some_and(|truth| !truth.is_zero());
    claim.goal.evaluate(&of).as_ref() == Some(value) && claim.assumptions.iter().all(holds)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::term::Operator;

    fn claim(ranges: [Range; 2], assumptions: Vec<Expr<Column>>, goal: Expr<Column>) -> Claim {
        Claim {
            ranges: (0..).zip(ranges).collect(),
            assumptions,
            goal,
        }
    }

    #[test]
    fn bounds_are_attained_where_the_assumptions_hold() {
        let [x, y] = [0, 1].map(|number| Expr::Leaf(Column::Symbol(number)));
        let product = Expr::apply(Operator::Mul, [x.clone(), y.clone()]);
        let ranges = || {
            let bounded = Range::at_least(0).intersect(&Range::at_most(7));
            [bounded, Range::at_least(0)]
        };
        let free = claim(ranges(), vec![], product.clone());
        assert!(is_attained(&free, &Int::ZERO));
        assert!(is_attained(&free, &Int::from(7)));
        assert!(is_attained(&free, &Int::from(LARGE)));
        assert!(!is_attained(&free, &Int::NEG_ONE));
        let both = [x, y].map(|it| Expr::at_most(Expr::integer(1), it));
        let positive = claim(ranges(), both.into(), product);
        assert!(!is_attained(&positive, &Int::ZERO));
    }

    #[test]
    fn empty_ranges_have_no_points() {
        let ranges = [Range::empty(), Range::full()];
        let nothing = claim(ranges, vec![], Expr::integer(1));
        assert!(!is_attained(&nothing, &Int::ONE));
    }
}
