//! Inference rules about assumptions.

use super::{Factor, Sequent, Sign, mentions, symbol};
use crate::object::Term;
use crate::rejection::{Checked, Reason, require};
use calipers_number::Int;
use calipers_program::term::condition::{as_negated, is_condition, negated};
use calipers_program::term::{Expr, Operator};

impl Sequent {
    /// And-elimination: replaces the assumption `min(a, b, …)` by `a`, `b`, ….
    pub(super) fn members(&self, n: usize) -> Checked<Vec<Sequent>> {
        let assumption = self.assumption(n)?;
        match assumption {
            Expr::Apply(Operator::Min, all) if is_condition(assumption) => {
                let mut left = self.clone();
                left.assumptions.splice(n..=n, all.iter().cloned());
                Ok(vec![left])
            }
            _ => Err(Reason::DoesNotFit),
        }
    }

    pub(super) fn without(&self, n: usize) -> Checked<Vec<Sequent>> {
        self.assumption(n)?;
        let mut left = self.clone();
        left.assumptions.remove(n);
        Ok(vec![left])
    }

    /// Substitutes `value` for `x` under the assumption `x = value`, where `value` does not mention `x`.
    pub(super) fn substituted(&self, n: usize, number: u32, value: &Term) -> Checked<Vec<Sequent>> {
        let Some((Operator::Eq, a, b)) = self.assumption(n)?.as_binary() else {
            return Err(Reason::DoesNotFit);
        };
        // a − b equals x − value or its negation.
        let own = Expr::difference(symbol(number), value.clone());
        let said = Expr::difference(a.clone(), b.clone());
        let mut theory = self.theory();
        let same = theory.are_equal(&own, &said) || theory.are_equal(&own, &Expr::scaled(-1, said));
        drop(theory);
        require(same, Reason::NotEqual)?;
        let mut left = self.clone();
        left.assumptions.remove(n);
        Ok(vec![left.with_variable(number, value)?])
    }

    /// Substitutes a term for a variable that it does not mention; the range of the variable becomes an assumption on
    /// the term.
    pub(super) fn with_variable(&self, number: u32, value: &Term) -> Checked<Sequent> {
        require(!mentions(value, number), Reason::Cyclic)?;
        let mut left = self.replaced(&symbol(number), value);
        if let Some(range) = left.ranges.remove(&number) {
            if let Some(lower) = range.lower() {
                let lower = Expr::Integer(lower.clone());
                left.assumptions.push(Expr::at_most(lower, value.clone()));
            }
            if let Some(upper) = range.upper() {
                let upper = Expr::Integer(upper.clone());
                left.assumptions.push(Expr::at_most(value.clone(), upper));
            }
        }
        Ok(left)
    }

    /// Adds the assumption `a·b >= 0` for `a >= 0` and `b >= 0`.
    pub(super) fn with_product(&self, a: &Factor, b: &Factor) -> Checked<Vec<Sequent>> {
        let factors = [self.factor(a)?, self.factor(b)?];
        Ok(vec![self.with_nonnegative_product(factors)])
    }

    /// Adds the assumption `0 <= a·a`.
    pub(super) fn with_square(&self, term: &Term) -> Checked<Vec<Sequent>> {
        Ok(vec![
            self.with_nonnegative_product([term.clone(), term.clone()]),
        ])
    }

    fn with_nonnegative_product(&self, factors: [Term; 2]) -> Sequent {
        let condition = Expr::at_most(Expr::integer(0), Expr::apply(Operator::Mul, factors));
        self.assuming(condition, self.goal.clone())
    }

    /// A nonnegative term.
    pub fn factor(&self, factor: &Factor) -> Checked<Term> {
        let end = |end: Option<&Int>| end.cloned().map(Expr::Integer).ok_or(Reason::RangeNotShown);
        match factor {
            Factor::Assumption(n) => at_least_zero(self.assumption(*n)?).ok_or(Reason::DoesNotFit),
            Factor::Lower(number) => {
                let lower = end(self.range_of(*number).lower())?;
                Ok(Expr::difference(symbol(*number), lower))
            }
            Factor::Upper(number) => {
                let upper = end(self.range_of(*number).upper())?;
                Ok(Expr::difference(upper, symbol(*number)))
            }
        }
    }

    /// For `b` of known sign and `q = a floordiv b`, adds `0 <= a − b·q <= |b| − 1` with the sign of `b`; for
    /// rounding up, the same for `b·q − a`. For rounding to zero, `b` is positive, and the sign is that of `a`.
    pub(super) fn with_quotient(&self, division: &Term, sign: Sign) -> Checked<Vec<Sequent>> {
        let (operator, dividend, divisor) = division.as_binary().ok_or(Reason::DoesNotFit)?;
        let rounding = match operator {
            Operator::FloorDiv | Operator::Mod => Operator::FloorDiv,
            Operator::CeilDiv => Operator::CeilDiv,
            Operator::TruncDiv | Operator::TruncMod => Operator::TruncDiv,
            _ => return Err(Reason::DoesNotFit),
        };
        let is_truncation = rounding == Operator::TruncDiv;
        let mut left = vec![self.with_goal(match sign {
            Sign::Negative if !is_truncation => Expr::at_most(divisor.clone(), Expr::integer(-1)),
            _ => Expr::at_most(Expr::integer(1), divisor.clone()),
        })];
        if is_truncation {
            left.push(self.with_goal(match sign {
                Sign::Positive => Expr::at_most(Expr::integer(0), dividend.clone()),
                Sign::Negative => Expr::at_most(dividend.clone(), Expr::integer(0)),
            }));
        }
        let quotient = Expr::apply(rounding, [dividend.clone(), divisor.clone()]);
        let multiple = Expr::apply(Operator::Mul, [divisor.clone(), quotient]);
        let rest = match rounding {
            Operator::CeilDiv => Expr::difference(multiple, dividend.clone()),
            _ => Expr::difference(dividend.clone(), multiple),
        };
        let (rest, size) = match sign {
            Sign::Positive => (rest, divisor.clone()),
            // Rounding to zero gives a remainder with the sign of the dividend.
            Sign::Negative if is_truncation => (Expr::scaled(-1, rest), divisor.clone()),
            Sign::Negative => (Expr::scaled(-1, rest), Expr::scaled(-1, divisor.clone())),
        };
        let mut main = self.clone();
        main.assumptions
            .push(Expr::at_most(Expr::integer(0), rest.clone()));
        main.assumptions.push(Expr::less(rest, size));
        left.push(main);
        Ok(left)
    }
}

/// `b − a` for a condition `a <= b`.
fn at_least_zero(term: &Term) -> Option<Term> {
    if let Some((Operator::Le, a, b)) = term.as_binary() {
        return Some(Expr::difference(b.clone(), a.clone()));
    }
    match as_negated(term) {
        Some(inner @ Expr::Apply(Operator::Le, _)) => at_least_zero(&negated(inner)),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use calipers_number::Range;
    use calipers_program::Column;

    /// Where the premises hold, the assumptions that define a quotient hold, for all small operands.
    #[test]
    fn quotients_satisfy_their_definitions() {
        let operators = [
            Operator::FloorDiv,
            Operator::CeilDiv,
            Operator::Mod,
            Operator::TruncDiv,
            Operator::TruncMod,
        ];
        let mut applied = 0;
        for (operator, sign) in operators
            .into_iter()
            .flat_map(|it| [(it, Sign::Positive), (it, Sign::Negative)])
        {
            let sequent = Sequent {
                ranges: [(0, Range::full()), (1, Range::full())].into(),
                assumptions: vec![],
                goal: Expr::integer(0),
            };
            let division = Expr::apply(operator, [symbol(0), symbol(1)]);
            let mut left = sequent
                .with_quotient(&division, sign)
                .expect("the rule fits");
            let main = left.pop().expect("the rule has a main premise");
            for (a, b) in (-9..=9).flat_map(|a| (-5..=5).map(move |b| (a, b))) {
                let holds = |term: &Term| {
                    let value = term.evaluate(&|column: &Column| match column {
                        Column::Symbol(0) => Some(Int::from(a)),
                        _ => Some(Int::from(b)),
                    });
                    value.is_some_and(|value| value == Int::ONE)
                };
                if left.iter().all(|premise| holds(&premise.goal)) {
                    assert!(
                        main.assumptions.iter().all(holds),
                        "{operator:?} {sign:?} {a} {b}"
                    );
                    applied += 1;
                }
            }
        }
        assert!(applied > 500);
    }
}
