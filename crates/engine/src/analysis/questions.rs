//! The questions about ranges, differences and conditions.

use super::bound::{BoundKind, BoundQuery};
use super::compare::{Comparison, Verdict};
use super::state::Analysis;
use super::variable::Variable;
use crate::number::{Int, Range};
use crate::program::{Column, OpId, Point};
use crate::solve::Decided;
use crate::term::Expr;

impl<'p> Analysis<'p> {
    /// A query for a bound of a variable, to be refined and then computed.
    pub fn bound(&mut self, kind: BoundKind, variable: impl Into<Variable>) -> BoundQuery<'_, 'p> {
        BoundQuery::new(self, kind, variable.into())
    }

    /// The range of a variable at a point (the default point if `None`): it contains every value that the variable can
    /// have there. Empty if no execution reaches the point.
    pub fn range_at(&mut self, variable: &Variable, point: Option<Point>) -> Range {
        let point = point.or_else(|| self.default_point(variable));
        self.answer(point, |it| it.tightest_range(variable.as_term(), point))
    }

    /// The range of a variable at its default point.
    pub fn range(&mut self, variable: impl Into<Variable>) -> Range {
        self.range_at(&variable.into(), None)
    }

    /// The difference of two variables, if it is the same in every execution.
    pub fn constant_difference(&mut self, a: &Variable, b: &Variable) -> Option<Int> {
        let difference = Expr::difference(a.as_term().clone(), b.as_term().clone());
        let class = self.engine.class_of_term(&difference);
        if let Some(value) = self.engine.egraph().as_constant(class) {
            return Some(value.clone());
        }
        let range = self.range_at(&Variable::term(difference), None);
        range.as_constant().cloned()
    }

    /// Whether two variables are equal wherever both exist.
    pub fn are_equal(&mut self, a: &Variable, b: &Variable) -> Verdict {
        self.compare(a, Comparison::Eq, b)
    }

    /// Whether a variable is `>= 0` at its default point.
    pub fn is_non_negative(&mut self, variable: impl Into<Variable>) -> Verdict {
        self.compare(&Variable::constant(0), Comparison::Le, &variable.into())
    }

    /// Whether a variable is `>= 1` at its default point.
    pub fn is_positive(&mut self, variable: impl Into<Variable>) -> Verdict {
        self.compare(&Variable::constant(1), Comparison::Le, &variable.into())
    }

    /// Whether a condition (a term that is 0 or 1) holds at a point (the default point if `None`).
    ///
    /// A condition that a single proof does not decide is decided by cases, within the configured number of engines.
    pub fn prove_at(&mut self, condition: &Expr<Column>, point: Option<Point>) -> Verdict {
        let point = point.or_else(|| self.default_point(&Variable::term(condition.clone())));
        match self.linear_decision(condition) {
            Some(decision) => decision.verdict,
            None => self.answer(point, |it| it.proved_at(condition, point)),
        }
    }

    pub(super) fn proved_at(&mut self, condition: &Expr<Column>, point: Option<Point>) -> Verdict {
        self.decision(condition, point).verdict
    }

    /// Like [`Analysis::prove_at`], without cases: by a single proof.
    pub fn decide_at(&mut self, condition: &Expr<Column>, point: Option<Point>) -> Verdict {
        let point = point.or_else(|| self.default_point(&Variable::term(condition.clone())));
        self.answer(point, |it| it.decided_at(condition, point))
    }

    pub(super) fn decided_at(&mut self, condition: &Expr<Column>, point: Option<Point>) -> Verdict {
        let decided = self.engine.prove(condition, point);
        if let Some(unknown) = self.unanswerable() {
            return Verdict::Unknown(unknown);
        }
        match decided {
            Ok(Decided::True) => Verdict::Proved,
            Ok(Decided::False) => Verdict::Refuted,
            Ok(Decided::Unreachable) => Verdict::Unreachable,
            Err(budget) => Verdict::Unknown(self.why_unknown(budget, &[condition])),
        }
    }

    /// Whether a condition holds at its default point.
    pub fn prove(&mut self, condition: &Expr<Column>) -> Verdict {
        self.prove_at(condition, None)
    }

    /// The ops without rules on which a term depends.
    pub fn ops_without_rules(&mut self, term: &Expr<Column>) -> Vec<OpId> {
        self.engine.unknown_ops(&[term])
    }
}
