//! Queries for divisors.

use super::{Analysis, Variable, Verdict};
use crate::number::{Int, gcd};
use crate::program::Column;
use crate::program::{OpId, Point};
use crate::proof::Proof;
use crate::solve::NoProof;
use crate::term::{Expr, Operator};

impl Analysis<'_> {
    /// The greatest number that provably divides a variable at a point (the default point if `None`): 0 if the variable
    /// is always 0, 1 if no other divisor is known.
    ///
    /// Costs about as much as its range, and a proof for each further number that the equations at the point suggest.
    ///
    /// ```
    /// use calipers::analysis::{Analysis, Variable};
    /// use calipers::program::{Column, NoProgram};
    /// use calipers::rules::Rules;
    /// use calipers::term::{Expr, Operator};
    ///
    /// let rules = Rules::embedded();
    /// let mut analysis = Analysis::new(&NoProgram, &rules);
    /// let n = Expr::Leaf(Column::Symbol(0));
    /// let six = Variable::term(Expr::scaled(6, n));
    /// assert_eq!(analysis.divisor(&six, None), 6.into());
    /// ```
    pub fn divisor(&mut self, variable: &Variable, point: Option<Point>) -> Int {
        let point = point.or_else(|| self.default_point(variable));
        let term = variable.as_term();
        let possible = self.engine.possible_divisors(term, point);
        let divides = |divisor: &Int, analysis: &mut Self| {
            *divisor == Int::ONE
                || analysis.prove_at(&is_multiple(term, divisor), point) == Verdict::Proved
        };
        let range = self.tightest_range(term, point);
        if let Some(value) = range.as_constant() {
            return value.magnitude();
        }
        let congruence = range.congruence();
        let mut found = match range.is_empty() {
            true => Int::ONE,
            false => gcd(congruence.modulus(), congruence.residue()),
        };
        for divisor in possible {
            // If two numbers divide it, so does their least common multiple.
            let common = gcd(&found, &divisor);
            let is_new = common != divisor || divisor.is_zero();
            if is_new && divides(&divisor, self) {
                if divisor.is_zero() {
                    return divisor;
                }
                found = &found / common * divisor;
            }
        }
        found
    }

    /// [`divisor`](Analysis::divisor) with the proof that the variable is a multiple of it.
    pub fn explain_divisor(
        &mut self,
        variable: &Variable,
        point: Option<Point>,
    ) -> (Int, Result<Proof, NoProof>) {
        let point = point.or_else(|| self.default_point(variable));
        let divisor = self.divisor(variable, point);
        let (_, proof) = self.explain(&is_multiple(variable.as_term(), &divisor), point);
        (divisor, proof)
    }

    /// The trip count of a loop, as a variable over columns that exist before it; `None` if no rule states it. It is as
    /// the rule states it; [`shortened`](Analysis::shortened) puts constants in place of the columns that are constant.
    pub fn trips(&mut self, the_loop: OpId) -> Option<Variable> {
        self.engine.trips(the_loop).map(Variable::term)
    }
}

/// `term mod divisor = 0`; for divisor 0, `term = 0`.
pub fn is_multiple(term: &Expr<Column>, divisor: &Int) -> Expr<Column> {
    let rest = match divisor.is_zero() {
        true => term.clone(),
        false => Expr::apply(
            Operator::Mod,
            [term.clone(), Expr::Integer(divisor.clone())],
        ),
    };
    Expr::equal(rest, Expr::integer(0))
}
