//! Inference rules that replace a division by an equal term.

use super::{Conversion, Place, Sequent};
use crate::object::Term;
use crate::rejection::{Checked, Reason, require};
use calipers_number::Int;
use calipers_program::term::condition::{negated, replaced};
use calipers_program::term::{Expr, Operator};

impl Sequent {
    /// Replaces the division; the premises of the equality come first.
    pub(super) fn converted(
        &self,
        part: &Term,
        conversion: &Conversion,
        place: Place,
    ) -> Checked<Vec<Sequent>> {
        let division = part.as_binary().ok_or(Reason::DoesNotFit);
        let (by, conditions) = match conversion {
            Conversion::Equal(by) => {
                let condition = Expr::equal(part.clone(), by.clone());
                (by.clone(), vec![condition])
            }
            Conversion::Settled { quotient, rest } => self.settled(division?, quotient, rest)?,
            Conversion::Split { quotient, rest } => self.split(division?, quotient, rest)?,
            Conversion::Down => down(division?)?,
            Conversion::Cancelled {
                common,
                dividend,
                divisor,
            } => self.cancelled(division?, common, [dividend, divisor])?,
        };
        let mut left: Vec<Sequent> = conditions
            .into_iter()
            .map(|condition| self.with_goal(condition))
            .collect();
        left.push(match place {
            Place::Goal => self.with_goal(replaced(&self.goal, part, &by)),
            Place::Everywhere => self.replaced(part, &by),
        });
        Ok(left)
    }

    /// `(k·a) / (k·b)` with nonzero `k`.
    fn cancelled(
        &self,
        (operator, dividend, divisor): Division<'_>,
        common: &Term,
        [a, b]: [&Term; 2],
    ) -> Checked<(Term, Vec<Term>)> {
        let product = |factor: &Term| Expr::apply(Operator::Mul, [common.clone(), factor.clone()]);
        let mut theory = self.theory();
        let same =
            theory.are_equal(dividend, &product(a)) && theory.are_equal(divisor, &product(b));
        require(same, Reason::NotEqual)?;
        let form = theory.normal(common);
        let condition = match theory.range(&form).contains(&Int::ZERO) {
            true => Some(differs_from_zero(common)),
            false => None,
        };
        let quotient = Expr::apply(operator, [a.clone(), b.clone()]);
        let by = match operator {
            Operator::Mod | Operator::TruncMod => product(&quotient),
            Operator::FloorDiv | Operator::CeilDiv | Operator::TruncDiv => quotient,
            _ => return Err(Reason::DoesNotFit),
        };
        Ok((by, condition.into_iter().collect()))
    }

    /// `a = b·c + r` with nonzero `b`.
    fn split(
        &self,
        (operator, dividend, divisor): Division<'_>,
        quotient: &Term,
        rest: &Term,
    ) -> Checked<(Term, Vec<Term>)> {
        self.is_sum(dividend, divisor, quotient, rest)?;
        let zero = Expr::integer(0);
        let is_exact = *rest == zero;
        let of_rest = || Expr::apply(operator, [rest.clone(), divisor.clone()]);
        let by = match operator {
            Operator::FloorDiv | Operator::CeilDiv | Operator::TruncDiv if is_exact => {
                quotient.clone()
            }
            Operator::Mod | Operator::TruncMod if is_exact => zero,
            Operator::FloorDiv | Operator::CeilDiv => Expr::sum(quotient.clone(), of_rest()),
            Operator::Mod => of_rest(),
            _ => return Err(Reason::DoesNotFit),
        };
        Ok((by, vec![differs_from_zero(divisor)]))
    }

    /// Checks `a = b·c + r`.
    fn is_sum(&self, dividend: &Term, divisor: &Term, quotient: &Term, rest: &Term) -> Checked {
        let multiple = Expr::apply(Operator::Mul, [divisor.clone(), quotient.clone()]);
        let sum = Expr::sum(multiple, rest.clone());
        let same = self.theory().are_equal(dividend, &sum);
        require(same, Reason::NotEqual)
    }

    /// `a = b·c + r`, with the conditions that `r` must satisfy.
    fn settled(
        &self,
        (operator, dividend, divisor): Division<'_>,
        quotient: &Term,
        rest: &Term,
    ) -> Checked<(Term, Vec<Term>)> {
        self.is_sum(dividend, divisor, quotient, rest)?;
        let zero = || Expr::integer(0);
        let from_zero = vec![
            Expr::at_most(zero(), rest.clone()),
            Expr::less(rest.clone(), divisor.clone()),
        ];
        match operator {
            Operator::FloorDiv => Ok((quotient.clone(), from_zero)),
            Operator::Mod => Ok((rest.clone(), from_zero)),
            Operator::CeilDiv => {
                let conditions = vec![
                    Expr::less(zero(), rest.clone()),
                    Expr::at_most(rest.clone(), divisor.clone()),
                ];
                let one_more = Expr::sum(quotient.clone(), Expr::integer(1));
                Ok((one_more, conditions))
            }
            _ => Err(Reason::DoesNotFit),
        }
    }
}

/// An operator and its two arguments.
type Division<'t> = (Operator, &'t Term, &'t Term);

/// Rounding to zero as rounding down, for nonnegative operands.
fn down((operator, dividend, divisor): Division<'_>) -> Checked<(Term, Vec<Term>)> {
    let rounded = match operator {
        Operator::TruncDiv => Operator::FloorDiv,
        Operator::TruncMod => Operator::Mod,
        _ => return Err(Reason::DoesNotFit),
    };
    let zero = || Expr::integer(0);
    let conditions = vec![
        Expr::at_most(zero(), dividend.clone()),
        Expr::less(zero(), divisor.clone()),
    ];
    let by = Expr::apply(rounded, [dividend.clone(), divisor.clone()]);
    Ok((by, conditions))
}

fn differs_from_zero(term: &Term) -> Term {
    negated(&Expr::equal(term.clone(), Expr::integer(0)))
}
