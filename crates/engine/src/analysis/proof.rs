//! Answers with their proofs.
//!
//! Proofs are constructed on demand; queries record nothing. A proof costs the query once more, and about the square of
//! its size to minimize it.

use super::bound::{Bound, BoundKind};
use super::claims::Decision;
use super::{Analysis, Comparison, Unknown, Variable, Verdict};
use crate::number::Int;
use crate::program::{AffineExpr, Column, Point};
use crate::proof::{Proof, Rejection, Reliance, Setting, check, relies_on};
use crate::solve::claim::{Decide, Outcome};
use crate::solve::{Decided, NoProof, Side};
use crate::term::{Expr, Operator};

impl Analysis<'_> {
    /// The setting of proofs besides the program and the rules: the semantics of integers, and the assumptions in
    /// force.
    pub fn proof_setting(&self) -> Setting {
        self.engine.proof_setting()
    }

    /// Checks that a proof proves its claim about this program, by these rules, under the assumptions in force.
    ///
    /// # Errors
    /// [`Rejection`], with the step that does not follow.
    pub fn check_proof(&self, proof: &Proof) -> Result<(), Rejection> {
        let (program, rules) = self.engine.sources();
        check(proof, program, rules, &self.proof_setting())
    }

    /// The ops that a proof assumes not to have produced poison. The answer becomes invalid if one of them is erased,
    /// or executes where its operands violate its preconditions. Costs the length of the proof.
    ///
    /// ```
    /// use calipers::analysis::{Analysis, Comparison, Variable};
    /// use calipers::ir::{Module, ParseOptions};
    /// use calipers::program::{Column, ValueId};
    /// use calipers::rules::Rules;
    ///
    /// let source = "func.func @f(%t: tensor<?xf32>) {
    ///   %ten = tensor.cast %t : tensor<?xf32> to tensor<10xf32>
    ///   return
    /// }";
    /// let module = Module::parse(source, "f.mlir", ParseOptions::default())?;
    /// let rules = Rules::embedded();
    /// let mut analysis = Analysis::new(&module, &rules);
    /// let (size, ten) = (Variable::dim(ValueId(0), 0), Variable::constant(10));
    /// let end = calipers::program::Point::after(&module, module.ops_named("tensor.cast")[0]);
    /// let (_, proof) = analysis.explain_compare(&size, Comparison::Eq, &ten, end);
    /// let relied = analysis.relies_on(&proof?);
    /// assert_eq!(&*relied[0].rule, "tensor-cast-dim");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn relies_on(&self, proof: &Proof) -> Vec<Reliance> {
        let (program, rules) = self.engine.sources();
        relies_on(proof, program, rules)
    }

    /// Decides a condition at a point (the default point if `None`), with a proof.
    ///
    /// The verdict is that of [`prove_at`](Analysis::prove_at). An unknown verdict has no proof.
    pub fn explain(
        &mut self,
        condition: &Expr<Column>,
        point: Option<Point>,
    ) -> (Verdict, Result<Proof, NoProof>) {
        let point = point.or_else(|| self.default_point(&Variable::term(condition.clone())));
        match self.linear_decision(condition) {
            Some(decision) => self.explained_by(condition, point, decision),
            None => self.answer(point, |it| {
                let decision = it.decision(condition, point);
                it.explained_by(condition, point, decision)
            }),
        }
    }

    fn explained_by(
        &mut self,
        condition: &Expr<Column>,
        point: Option<Point>,
        decision: Decision,
    ) -> (Verdict, Result<Proof, NoProof>) {
        let Decision { verdict, claim, .. } = decision;
        let (decided, outcome) = match verdict {
            Verdict::Proved => (Decided::True, Outcome::Proved),
            Verdict::Refuted => (Decided::False, Outcome::Refuted),
            Verdict::Unreachable => (Decided::Unreachable, Outcome::Unreachable),
            Verdict::Unknown(_) => return (verdict, Err(NoProof::NoAnswer)),
        };
        // A single proof is shorter than one by cases.
        let is_direct = claim.as_ref().is_none_or(|(claim, _)| claim.is_small())
            && self.decided_at(condition, point) == verdict;
        let direct = match is_direct {
            true => self.engine.explain_decision(condition, decided, point),
            false => Err(NoProof::NotFoundAgain),
        };
        let proof = direct.or_else(|no_proof| {
            let claim = claim.map(|it| it.0);
            let written = claim.or_else(|| self.written_claim(condition));
            let by_claim = written.map(|claim| {
                let (_, rules) = self.engine.sources();
                claim.explain(outcome, rules, &self.claim_config())
            });
            let by_cases = match by_claim {
                Some(Ok(proof)) => Ok(proof),
                _ => {
                    let config = self.claim_config();
                    self.engine
                        .explain_by_cases(condition, outcome, point, &config)
                }
            };
            by_cases.map_err(|other| if is_direct { no_proof } else { other })
        });
        (verdict, proof)
    }

    /// Compares two variables at a point (the default point if `None`), with a proof.
    pub fn explain_compare(
        &mut self,
        a: &Variable,
        comparison: Comparison,
        b: &Variable,
        point: Option<Point>,
    ) -> (Verdict, Result<Proof, NoProof>) {
        self.explain(&comparison.condition(a.as_term(), b.as_term()), point)
    }

    /// The best constant bound at a point (the default point if `None`), with a proof.
    ///
    /// # Errors
    /// [`Unknown`], with the reason why there is no bound.
    pub fn explain_constant_bound(
        &mut self,
        kind: BoundKind,
        variable: &Variable,
        point: Option<Point>,
    ) -> Result<(Int, Result<Proof, NoProof>), Unknown> {
        let bound = self.constant_bound(kind, variable, point)?;
        let point = point.or_else(|| self.default_point(variable));
        let term = Expr::Integer(bound.clone());
        let proof = self.explain_side(kind, variable, &term, point);
        Ok((bound, proof))
    }

    /// A proof of a bound that was computed for a variable; `closed` as in the query.
    ///
    /// # Errors
    /// [`NoProof`], with the reason why there is none.
    pub fn explain_bound(
        &mut self,
        kind: BoundKind,
        variable: &Variable,
        bound: &Bound,
        closed: bool,
    ) -> Result<Proof, NoProof> {
        let term = bound.as_term().ok_or(NoProof::NoAnswer)?;
        let closed_term = match kind == BoundKind::Upper && !closed {
            true => Expr::difference(term, Expr::integer(1)),
            false => term,
        };
        self.explain_side(kind, variable, &closed_term, bound.valid_at)
    }

    fn explain_side(
        &mut self,
        kind: BoundKind,
        variable: &Variable,
        bound: &Expr<Column>,
        point: Option<Point>,
    ) -> Result<Proof, NoProof> {
        let term = variable.as_term();
        let condition = comparison(kind).condition(term, bound);
        self.answer(point, |it| {
            let proof = it.engine.explain_relation(term, side(kind), bound, point);
            // Retry as a query of its own, which may use a claim or prove that the point is unreachable.
            proof.or_else(|no_proof| {
                let linear = it.linear_decision(&condition);
                let decision = linear.unwrap_or_else(|| it.decision(&condition, point));
                match it.explained_by(&condition, point, decision) {
                    (Verdict::Proved | Verdict::Unreachable, Ok(proof)) => Ok(proof),
                    _ => Err(no_proof),
                }
            })
        })
    }
}

fn side(kind: BoundKind) -> Side {
    match kind {
        BoundKind::Lower => Side::AtLeast,
        BoundKind::Upper => Side::AtMost,
        BoundKind::Equal => Side::Equal,
    }
}

fn comparison(kind: BoundKind) -> Comparison {
    match kind {
        BoundKind::Lower => Comparison::Ge,
        BoundKind::Upper => Comparison::Le,
        BoundKind::Equal => Comparison::Eq,
    }
}

impl Bound {
    /// The bound as a term over columns; `None` if the map does not match its operands.
    pub fn as_term(&self) -> Option<Expr<Column>> {
        term_of(self.map.results.first()?, self.map.dims, &self.operands)
    }
}

fn term_of(expr: &AffineExpr, dims: u32, operands: &[Column]) -> Option<Expr<Column>> {
    Some(match expr {
        AffineExpr::Dim(n) => Expr::Leaf(*operands.get(*n as usize)?),
        AffineExpr::Symbol(n) => Expr::Leaf(*operands.get(dims as usize + *n as usize)?),
        AffineExpr::Constant(value) => Expr::Integer(value.clone()),
        AffineExpr::Binary(operator, lhs, rhs) => {
            let operator = Operator::from(*operator);
            let sides = [term_of(lhs, dims, operands)?, term_of(rhs, dims, operands)?];
            Expr::apply(operator, sides)
        }
    })
}
