//! Inference rules about the goal.

use super::Sequent;
use crate::object::Term;
use crate::rejection::{Checked, Reason, require};
use calipers_number::Range;
use calipers_program::term::condition::{as_negated, is_condition, negated, nonzero};
use calipers_program::term::{Expr, Operator};

impl Sequent {
    pub(super) fn trivial(&self) -> Checked<Vec<Sequent>> {
        let is_integer = |term: &Term, zero: bool| matches!(term, Expr::Integer(value) if value.is_zero() == zero);
        let holds = is_integer(&self.goal, false)
            || self.assumptions.iter().any(|term| is_integer(term, true))
            || self.ranges.values().any(Range::is_empty);
        require(holds, Reason::DoesNotFit)?;
        Ok(vec![])
    }

    /// And-introduction. `min(a, b, …)`: each argument. `a = b` for conditions: each one assuming the other.
    /// `select(c, a, b)`: `a` assuming `c`, and `b` assuming "not `c`".
    pub(super) fn parts(&self) -> Checked<Vec<Sequent>> {
        let goal = &self.goal;
        match goal {
            Expr::Apply(Operator::Min, all) if is_condition(goal) => {
                return Ok(all
                    .iter()
                    .map(|part| self.with_goal(part.clone()))
                    .collect());
            }
            Expr::Apply(Operator::Select, parts) if is_condition(goal) => {
                if let [c, a, b] = &parts[..]
                    && is_condition(c)
                {
                    return Ok(vec![
                        self.assuming(c.clone(), a.clone()),
                        self.assuming(negated(c), b.clone()),
                    ]);
                }
            }
            _ => {}
        }
        match (goal.as_binary(), as_negated(goal).and_then(Expr::as_binary)) {
            (Some((Operator::Eq, a, b)), _) if is_condition(a) && is_condition(b) => Ok(vec![
                self.assuming(a.clone(), b.clone()),
                self.assuming(b.clone(), a.clone()),
            ]),
            (_, Some((Operator::Eq, a, b))) if is_condition(a) && is_condition(b) => Ok(vec![
                self.assuming(a.clone(), negated(b)),
                self.assuming(negated(a), b.clone()),
            ]),
            _ => Err(Reason::DoesNotFit),
        }
    }

    /// Or-introduction: one argument of `max(a, b, …)`, assuming that the others fail.
    pub(super) fn one_of(&self, n: usize) -> Checked<Vec<Sequent>> {
        let Expr::Apply(Operator::Max, all) = &self.goal else {
            return Err(Reason::DoesNotFit);
        };
        require(is_condition(&self.goal), Reason::DoesNotFit)?;
        let mut left = self.with_goal(all.get(n).ok_or(Reason::DoesNotFit)?.clone());
        let others = all.iter().enumerate().filter(|(other, _)| *other != n);
        left.assumptions
            .extend(others.map(|(_, other)| negated(other)));
        Ok(vec![left])
    }

    /// Proves that a term is not 0 from the assumption that its product with another one is not.
    pub(super) fn by_factor(&self, n: usize, cofactor: &Term) -> Checked<Vec<Sequent>> {
        let of = nonzero(&self.goal).ok_or(Reason::DoesNotFit)?;
        let product = nonzero(self.assumption(n)?).ok_or(Reason::DoesNotFit)?;
        let own = Expr::apply(Operator::Mul, [of.clone(), cofactor.clone()]);
        let same = self.theory().are_equal(product, &own);
        require(same, Reason::NotEqual)?;
        Ok(vec![])
    }

    /// Proof by contradiction: derives 0 from the negated goal; an equality becomes two inequalities.
    pub(super) fn contrary(&self) -> Checked<Vec<Sequent>> {
        let absurd = || Expr::integer(0);
        if let Some((Operator::Eq, a, b)) = self.goal.as_binary() {
            return Ok(vec![
                self.assuming(Expr::less(b.clone(), a.clone()), absurd()),
                self.assuming(Expr::less(a.clone(), b.clone()), absurd()),
            ]);
        }
        require(is_condition(&self.goal), Reason::DoesNotFit)?;
        Ok(vec![self.assuming(negated(&self.goal), absurd())])
    }
}
