//! Bitwise operations on elements as terms: numbers in two's complement with unlimited sign extension.

use crate::term::Term;
use calipers_egraph::Operator;
use calipers_number::{Int, Range};

/// Limit of the digits of operands that are combined digit by digit.
const MAX_DIGITS: u32 = 6;

/// Limit of the runs of ones of a constant.
const MAX_RUNS: usize = 4;

/// A bitwise operation.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Bitwise {
    And,
    Or,
    Xor,
}

impl Bitwise {
    /// The result for two terms with these ranges, if it has a simple form.
    pub(crate) fn apply(self, terms: [&Term; 2], ranges: [&Range; 2]) -> Option<Term> {
        self.linear(terms, ranges)
            .or_else(|| self.by_digits(terms, ranges))
    }

    /// The same with few digits: for equal operands, operands with no common digits, and a constant.
    pub(crate) fn linear(self, [a, b]: [&Term; 2], [in_a, in_b]: [&Range; 2]) -> Option<Term> {
        if a == b {
            return Some(match self {
                Bitwise::And | Bitwise::Or => a.clone(),
                Bitwise::Xor => Term::integer(0),
            });
        }
        self.disjoint([a, b], in_a, in_b)
            .or_else(|| self.disjoint([a, b], in_b, in_a))
            .or_else(|| self.with(a, in_b.as_constant()?))
            .or_else(|| self.with(b, in_a.as_constant()?))
    }

    /// With a constant, by the runs of ones that it consists of, or of zeros if it is negative.
    fn with(self, x: &Term, mask: &Int) -> Option<Term> {
        let inverse = -mask - Int::ONE;
        let (ones, is_inverted) = match mask.is_negative() {
            true => (&inverse, true),
            false => (mask, false),
        };
        let both = and(x, ones)?;
        let number = |number: &Int| Term::Integer(number.clone());
        Some(match (self, is_inverted) {
            (Bitwise::And, false) => both,
            (Bitwise::And, true) => Term::difference(x.clone(), both),
            (Bitwise::Or, false) => Term::sum(Term::difference(x.clone(), both), number(mask)),
            (Bitwise::Or, true) => Term::sum(both, number(mask)),
            (Bitwise::Xor, false) => {
                let neither = Term::difference(x.clone(), Term::scaled(2, both));
                Term::sum(neither, number(mask))
            }
            (Bitwise::Xor, true) => {
                let neither = Term::difference(Term::scaled(2, both), x.clone());
                Term::sum(neither, number(mask))
            }
        })
    }

    /// Where the first operand is a multiple of a power of two that the second one is below.
    fn disjoint(self, operands: [&Term; 2], high: &Range, low: &Range) -> Option<Term> {
        let is_natural = low.lower().is_some_and(|it| !it.is_negative());
        let power = limit_of(low.upper().filter(|_| is_natural)?)?;
        let rest = high.modulo(&Range::constant(power));
        if !rest.as_constant().is_some_and(Int::is_zero) {
            return None;
        }
        Some(match self {
            Bitwise::And => Term::integer(0),
            Bitwise::Or | Bitwise::Xor => Term::apply(Operator::Add, operands.map(Term::clone)),
        })
    }

    /// The sum of the digits, if one operand is small. The other one keeps its digits above those of the small one.
    fn by_digits(self, operands: [&Term; 2], ranges: [&Range; 2]) -> Option<Term> {
        let limit = |range: &Range| {
            range.lower().filter(|it| !it.is_negative())?;
            limit_of(range.upper()?)
        };
        let limits = ranges.map(limit);
        let least = limits.iter().flatten().min()?.clone();
        let part = |at: usize| match limits[at].as_ref() == Some(&least) {
            true => operands[at].clone(),
            false => Term::apply(
                Operator::Mod,
                [operands[at].clone(), Term::Integer(least.clone())],
            ),
        };
        let low = [part(0), part(1)];
        let mut parts = vec![];
        for (operand, low) in operands.into_iter().zip(&low) {
            if operand != low && self != Bitwise::And {
                parts.push(Term::difference(operand.clone(), low.clone()));
            }
        }
        for digit in 0..=MAX_DIGITS {
            let power = Int::ONE << digit as usize;
            if power == least {
                return Some(match parts.len() {
                    0 => Term::integer(0),
                    1 => parts.remove(0),
                    _ => Term::apply(Operator::Add, parts),
                });
            }
            let of = |term: &Term| {
                let by = Term::Integer(power.clone());
                let above = Term::apply(Operator::FloorDiv, [term.clone(), by]);
                Term::apply(Operator::Mod, [above, Term::integer(2)])
            };
            let both = low.each_ref().map(of);
            let digit = match self {
                Bitwise::And => Term::apply(Operator::Min, both),
                Bitwise::Or => Term::apply(Operator::Max, both),
                Bitwise::Xor => {
                    let sum = Term::apply(Operator::Add, both);
                    Term::apply(Operator::Mod, [sum, Term::integer(2)])
                }
            };
            parts.push(Term::apply(Operator::Mul, [Term::Integer(power), digit]));
        }
        None
    }
}

/// The digits of a number that a constant, which is not negative, has ones for; none if these are in many runs.
fn and(x: &Term, ones: &Int) -> Option<Term> {
    let power = |digits: u32| Int::ONE << digits as usize;
    let digits = (0..=64).find(|&digits| *ones < power(digits))?;
    let is_one = |digit: u32| {
        let above = calipers_number::floor_div(ones, &power(digit));
        above.is_some_and(|it| !(&it % &Int::from(2)).is_zero())
    };
    let mut parts = vec![];
    let mut digit = 0;
    while digit < digits {
        let length = (digit..digits).take_while(|&it| is_one(it)).count() as u32;
        if length > 0 {
            let above = match digit {
                0 => x.clone(),
                _ => {
                    let by = Term::Integer(power(digit));
                    Term::apply(Operator::FloorDiv, [x.clone(), by])
                }
            };
            let run = Term::apply(Operator::Mod, [above, Term::Integer(power(length))]);
            parts.push(match digit {
                0 => run,
                _ => Term::scaled(power(digit), run),
            });
        }
        digit += length + 1;
    }
    match parts.len() {
        0 => Some(Term::integer(0)),
        1 => parts.pop(),
        2..=MAX_RUNS => Some(Term::apply(Operator::Add, parts)),
        _ => None,
    }
}

/// The least power of two above a number that is not negative; none if it has more than 64 bits.
fn limit_of(number: &Int) -> Option<Int> {
    let mut power = Int::ONE;
    for _ in 0..=64 {
        if *number < power {
            return Some(power);
        }
        power = &power + &power;
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;
    use calipers_program::Column;

    /// Every simple form has the value of the operation.
    #[test]
    fn results_are_those_of_the_operations() {
        let leaf = |symbol| Term::Leaf(Column::Symbol(symbol));
        let mut checked = 0;
        let masks = (-17..=17).map(|it| (Term::integer(it), it..=it, 1));
        let operands = [
            (0..=15, 1),
            (0..=3, 1),
            (0..=60, 4),
            (-32..=16, 16),
            (-9..=9, 1),
        ];
        let operands = operands.map(|(all, step)| (leaf(1), all, step)).into_iter();
        for (b, all_b, step_b) in masks.chain(operands) {
            for (all_a, step_a) in [(0..=15, 1), (-20..=20, 1), (-32..=32, 8)] {
                let range = |all: &std::ops::RangeInclusive<i64>, step: i64| {
                    let multiples = Range::constant(step).mul(&Range::full());
                    Range::between(*all.start(), *all.end()).intersect(&multiples)
                };
                let (in_a, in_b) = (range(&all_a, step_a), range(&all_b, step_b));
                for (operation, by) in [
                    (Bitwise::And, (|a, b| a & b) as fn(i64, i64) -> i64),
                    (Bitwise::Or, |a, b| a | b),
                    (Bitwise::Xor, |a, b| a ^ b),
                ] {
                    let Some(term) = operation.apply([&leaf(0), &b], [&in_a, &in_b]) else {
                        continue;
                    };
                    for a in all_a.clone().filter(|it| it % step_a == 0) {
                        for b in all_b.clone().filter(|it| it % step_b == 0) {
                            let value = term.evaluate(&|column: &Column| match column {
                                Column::Symbol(0) => Some(Int::from(a)),
                                _ => Some(Int::from(b)),
                            });
                            assert_eq!(value, Some(Int::from(by(a, b))), "{operation:?} {a} {b}");
                            checked += 1;
                        }
                    }
                }
            }
        }
        assert!(checked > 3000, "{checked}");
    }
}
