//! Transfer functions of the operators on ranges (intervals with congruences).

use super::Operator;
use calipers_number::{Int, Range};
use smallvec::SmallVec;
use std::borrow::Borrow;

impl Operator {
    /// The range of the operator on these arguments with these ranges. Equal factors make a square, which is
    /// nonnegative.
    pub fn range_over<T: PartialEq, R: Borrow<Range>>(
        self,
        arguments: &[T],
        ranges: &[R],
    ) -> Range {
        if self != Operator::Mul {
            return self.range(ranges);
        }
        let mut product = Range::constant(1);
        let mut left: SmallVec<[usize; 4]> = (0..arguments.len()).collect();
        while let Some(n) = left.pop() {
            let own = ranges[n].borrow();
            let factor = match left.iter().position(|&m| arguments[m] == arguments[n]) {
                Some(twin) => {
                    left.remove(twin);
                    own.mul(own).intersect(&Range::at_least(0))
                }
                None => own.clone(),
            };
            product = product.mul(&factor);
        }
        product
    }

    /// The range of the operator on arguments with these ranges. Sound for the total operators.
    pub fn range<R: Borrow<Range>>(self, arguments: &[R]) -> Range {
        let argument = |n: usize| -> &Range { arguments[n].borrow() };
        let fold = |f: fn(&Range, &Range) -> Range| match arguments {
            [a] => a.borrow().clone(),
            [a, rest @ ..] => {
                let (first, rest) = (f(a.borrow(), rest[0].borrow()), &rest[1..]);
                rest.iter().fold(first, |range, it| f(&range, it.borrow()))
            }
            [] => Range::full(),
        };
        let condition = || Range::between(0, 1);
        match self {
            Operator::Add => fold(Range::add),
            Operator::Mul => fold(Range::mul),
            Operator::FloorDiv => fold(Range::floor_div),
            Operator::CeilDiv => fold(Range::ceil_div),
            Operator::Mod => fold(Range::modulo),
            Operator::TruncDiv => fold(Range::trunc_div),
            Operator::TruncMod => fold(Range::trunc_mod),
            Operator::Min => fold(Range::min),
            Operator::Max => fold(Range::max),
            Operator::Select => match truth(argument(0)) {
                Some(true) => argument(1).clone(),
                Some(false) => argument(2).clone(),
                None => argument(1).join(argument(2)),
            },
            Operator::Le => {
                // The ends are attained, so that they decide as the difference of the ranges would.
                let difference = argument(1).interval().sub(argument(0).interval());
                if difference.is_non_negative() {
                    Range::constant(1)
                } else if difference.upper().is_some_and(|upper| *upper < Int::ZERO) {
                    Range::constant(0)
                } else {
                    condition()
                }
            }
            Operator::Eq => {
                if argument(0).as_constant().is_some()
                    && argument(0).as_constant() == argument(1).as_constant()
                {
                    Range::constant(1)
                } else if argument(0).intersect(argument(1)).is_empty() {
                    Range::constant(0)
                } else {
                    condition()
                }
            }
        }
    }
}

/// The truth value of a range as a condition: true if it excludes 0, false if it is 0 alone, otherwise unknown.
#[inline]
pub fn truth(range: &Range) -> Option<bool> {
    match (range.contains(&Int::ZERO), range.as_constant()) {
        (false, _) => Some(true),
        (true, Some(_)) => Some(false),
        (true, None) => None,
    }
}
