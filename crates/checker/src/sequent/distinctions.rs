//! Inference rules for case distinctions.

use super::{Sequent, symbol};
use crate::object::Term;
use crate::rejection::{Checked, Reason, require};
use calipers_number::{Int, Range};
use calipers_program::Column;
use calipers_program::term::condition::{as_negated, is_condition, is_truth, negated};
use calipers_program::term::{Expr, Operator};

/// Exhaustive cases. In each case, a part of the terms may be replaced by a term that equals it there.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Distinction {
    /// The condition of a `select` holds or fails; the `select` is replaced by the chosen argument.
    Select(Term),
    /// A condition is 1, or 0.
    Condition(Term),
    /// The arguments of the disjunction that is the assumption at that position.
    AndElim(usize),
    /// The assumption at that position states that a product is 0: one of its factors is 0.
    Factors(usize),
    /// The assumption at that position states that `a` and `b` differ: `a < b` or `b < a`.
    Unequal(usize),
    /// The order of the first two arguments of a `min` or `max`: `a <= b` or `b < a`.
    Extremum(Term),
    /// A variable is at least 1, or 0, or at most −1.
    Sign(u32),
    /// The dividend of a division with rounding to zero and a divisor of known sign is at least 0, or negative.
    Dividend(Term),
    /// A variable is less than this integer, or at least it.
    AtLeast(u32, Int),
    /// A variable is greater than this integer, or at most it.
    AtMost(u32, Int),
}

impl Sequent {
    pub(super) fn cases(&self, distinction: &Distinction) -> Checked<Vec<Sequent>> {
        match distinction {
            Distinction::Select(part) => {
                let Expr::Apply(Operator::Select, parts) = part else {
                    return Err(Reason::DoesNotFit);
                };
                let [condition, then, otherwise] = &parts[..] else {
                    return Err(Reason::DoesNotFit);
                };
                let (holds, fails) = match is_truth(condition) {
                    true => (condition.clone(), negated(condition)),
                    false => {
                        let fails = Expr::equal(condition.clone(), Expr::integer(0));
                        (negated(&fails), fails)
                    }
                };
                Ok(vec![
                    self.case(holds, part, then),
                    self.case(fails, part, otherwise),
                ])
            }
            Distinction::Condition(condition) => {
                require(is_condition(condition), Reason::CasesIncomplete)?;
                Ok(vec![
                    self.case(condition.clone(), condition, &Expr::integer(1)),
                    self.case(negated(condition), condition, &Expr::integer(0)),
                ])
            }
            Distinction::AndElim(n) => {
                let assumption = self.assumption(*n)?;
                match assumption {
                    Expr::Apply(Operator::Max, all) if is_condition(assumption) => {
                        let case = |member: &Term| self.with_assumption(*n, member.clone());
                        Ok(all.iter().map(case).collect())
                    }
                    _ => Err(Reason::CasesIncomplete),
                }
            }
            Distinction::Factors(n) => {
                let factors = zero_product(self.assumption(*n)?).ok_or(Reason::CasesIncomplete)?;
                let is_zero = |factor: &Term| Expr::equal(factor.clone(), Expr::integer(0));
                let case = |factor: &Term| self.with_assumption(*n, is_zero(factor));
                Ok(factors.iter().map(case).collect())
            }
            Distinction::Unequal(n) => {
                let equation = as_negated(self.assumption(*n)?).and_then(Expr::as_binary);
                let Some((Operator::Eq, a, b)) = equation else {
                    return Err(Reason::CasesIncomplete);
                };
                let below = Expr::less(a.clone(), b.clone());
                let above = Expr::less(b.clone(), a.clone());
                Ok([below, above].map(|it| self.with_assumption(*n, it)).into())
            }
            Distinction::Extremum(part) => self.by_extremum(part),
            Distinction::Sign(number) => {
                let case = |condition: Term| self.assuming(condition, self.goal.clone());
                let leaf = symbol(*number);
                Ok(vec![
                    case(Expr::at_most(Expr::integer(1), leaf.clone())),
                    case(Expr::equal(leaf.clone(), Expr::integer(0))),
                    case(Expr::at_most(leaf, Expr::integer(-1))),
                ])
            }
            Distinction::Dividend(part) => {
                let (dividend, at_least, less) =
                    self.by_sign_of_dividend(part).ok_or(Reason::DoesNotFit)?;
                let zero = || Expr::integer(0);
                Ok(vec![
                    self.case(Expr::at_most(zero(), dividend.clone()), part, &at_least),
                    self.case(Expr::less(dividend, zero()), part, &less),
                ])
            }
            Distinction::AtLeast(number, end) => Ok(vec![
                self.within(*number, &Range::at_most(end - Int::ONE)),
                self.within(*number, &Range::at_least(end.clone())),
            ]),
            Distinction::AtMost(number, end) => Ok(vec![
                self.within(*number, &Range::at_least(end + Int::ONE)),
                self.within(*number, &Range::at_most(end.clone())),
            ]),
        }
    }

    /// The case in which another condition replaces the assumption at that position.
    fn with_assumption(&self, n: usize, condition: Term) -> Sequent {
        let mut case = self.clone();
        case.assumptions[n] = condition;
        case
    }

    /// The case in which a variable is in a range.
    fn within(&self, number: u32, range: &Range) -> Sequent {
        let mut case = self.clone();
        let known = case.range_of(number);
        case.ranges.insert(number, known.intersect(range));
        case
    }

    /// The case of a condition, with a part replaced by a term that equals it there.
    fn case(&self, condition: Term, part: &Term, by: &Term) -> Sequent {
        let mut case = self.replaced(part, by);
        case.assumptions.push(condition);
        case
    }

    fn by_extremum(&self, part: &Term) -> Checked<Vec<Sequent>> {
        let Expr::Apply(operator @ (Operator::Min | Operator::Max), all) = part else {
            return Err(Reason::DoesNotFit);
        };
        let [a, b, rest @ ..] = &all[..] else {
            return Err(Reason::DoesNotFit);
        };
        let (first, second) = match operator {
            Operator::Min => (a, b),
            _ => (b, a),
        };
        let chosen = |one: &Term| match rest {
            [] => one.clone(),
            _ => Expr::apply(*operator, [std::slice::from_ref(one), rest].concat()),
        };
        let in_order = Expr::at_most(a.clone(), b.clone());
        let reversed = Expr::less(b.clone(), a.clone());
        Ok(vec![
            self.case(in_order, part, &chosen(first)),
            self.case(reversed, part, &chosen(second)),
        ])
    }

    /// For a division `a / b` with rounding to zero and `b` of known sign: the division, and the terms that it equals
    /// for `a >= 0` and for `a <= 0`.
    fn by_sign_of_dividend(&self, division: &Term) -> Option<(Term, Term, Term)> {
        let (operator, dividend, divisor) = division.as_binary()?;
        let range = match divisor {
            Expr::Integer(value) => Range::constant(value.clone()),
            Expr::Leaf(Column::Symbol(number)) => self.range_of(*number),
            _ => return None,
        };
        let is_positive = range.lower().is_some_and(|lower| *lower > Int::ZERO);
        let is_negative = range.upper().is_some_and(|upper| *upper < Int::ZERO);
        if !is_positive && !is_negative {
            return None;
        }
        let negated = |term: &Term| match term {
            Expr::Integer(value) => Expr::Integer(-value),
            _ => Expr::scaled(-1, term.clone()),
        };
        let magnitude = match is_positive {
            true => divisor.clone(),
            false => negated(divisor),
        };
        // |a| / |b| and |a| mod |b| rounded down; the quotient has the sign of a·b, and the remainder that of a.
        let (down, quotient) = match operator {
            Operator::TruncDiv => (Operator::FloorDiv, true),
            Operator::TruncMod => (Operator::Mod, false),
            _ => return None,
        };
        let at_least = Expr::apply(down, [dividend.clone(), magnitude.clone()]);
        let at_most = Expr::apply(down, [negated(dividend), magnitude]);
        let (at_least, at_most) = match quotient && is_negative {
            true => (negated(&at_least), at_most),
            false => (at_least, negated(&at_most)),
        };
        Some((dividend.clone(), at_least, at_most))
    }
}

/// The factors of a product that a condition equates with 0.
pub fn zero_product(condition: &Term) -> Option<&[Term]> {
    match condition.as_binary()? {
        (Operator::Eq, Expr::Apply(Operator::Mul, factors), Expr::Integer(zero))
            if zero.is_zero() =>
        {
            Some(factors)
        }
        _ => None,
    }
}
