//! Divisions replaced by what they are equal to.

use super::{Checked, Conversion, Place, Sequent, are_equal, require};
use crate::number::Int;
use crate::proof::object::Term;
use crate::proof::rejection::Reason;
use crate::term::condition::replaced;
use crate::term::{Expr, Operator};

impl Sequent {
    /// What the equality rests on is left first.
    pub(super) fn converted(
        &self,
        part: &Term,
        conversion: &Conversion,
        place: Place,
    ) -> Checked<Vec<Sequent>> {
        let Expr::Apply(operator, arguments) = part else {
            return Err(Reason::DoesNotFit);
        };
        let [dividend, divisor] = &arguments[..] else {
            return Err(Reason::DoesNotFit);
        };
        let (by, conditions) = match conversion {
            Conversion::Settled { quotient, rest } => {
                self.settled(*operator, [dividend, divisor], quotient, rest)?
            }
            Conversion::Down => {
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
                (Expr::Apply(rounded, arguments.clone()), conditions)
            }
            Conversion::Cancelled {
                common,
                dividend: a,
                divisor: b,
            } => {
                let product =
                    |factor: &Term| Expr::apply(Operator::Mul, [common.clone(), factor.clone()]);
                let mut theory = self.theory();
                let same = are_equal(&mut theory, dividend, &product(a))
                    && are_equal(&mut theory, divisor, &product(b));
                require(same, Reason::NotEqual)?;
                let form = theory.normal(common);
                require(
                    !theory.range(&form).contains(&Int::ZERO),
                    Reason::RangeNotShown,
                )?;
                let quotient = Expr::apply(*operator, [a.clone(), b.clone()]);
                let by = match operator {
                    Operator::Mod | Operator::TruncMod => product(&quotient),
                    Operator::FloorDiv | Operator::CeilDiv | Operator::TruncDiv => quotient,
                    _ => return Err(Reason::DoesNotFit),
                };
                (by, vec![])
            }
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

    /// `a = b·c + r`, and what `r` has to satisfy.
    fn settled(
        &self,
        operator: Operator,
        [dividend, divisor]: [&Term; 2],
        quotient: &Term,
        rest: &Term,
    ) -> Checked<(Term, Vec<Term>)> {
        let multiple = Expr::apply(Operator::Mul, [divisor.clone(), quotient.clone()]);
        let sum = Expr::sum(multiple, rest.clone());
        require(
            are_equal(&mut self.theory(), dividend, &sum),
            Reason::NotEqual,
        )?;
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
