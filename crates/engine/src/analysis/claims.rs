//! Proofs by claims: a condition that a single proof does not decide is decided as a claim, by cases. Constant bounds
//! are tightened in the same way (`claimed_ranges.rs`).
//!
//! Every query goes through the same stages, each stronger and more expensive than the one before: ranges at the point,
//! a linear program, case splits in the engine, a claim. So ranges, bounds and divisors are as precise as comparisons.

use super::{Analysis, Unknown, Variable, Verdict};
use crate::number::{Int, Range};
use crate::program::{Column, Point};
use crate::solve::Config;
use crate::solve::claim::{Claim, Decide, Outcome, Ranges, Tried};
use crate::term::Expr;
use crate::term::condition::is_condition;

/// The factor of effort for a claim that is the whole question.
const QUESTION_EFFORT: usize = 4;

/// The number of sub-engines for an auxiliary claim: that the assumptions contradict each other, or that a range is
/// narrower.
const SIDE_EFFORT: usize = 4;

/// Maximum number of searches for a counterexample.
const MAX_EXAMPLES: usize = 4;

/// The decision about a condition.
pub struct Decision {
    /// The answer.
    pub verdict: Verdict,
    /// The points that were evaluated, if the question is over symbols alone.
    pub tried: Tried,
    /// The claim over symbols alone that decided it, if there was one.
    pub claim: Option<(Claim, Outcome)>,
}

impl Decision {
    fn by_engine(verdict: Verdict) -> Decision {
        Decision {
            verdict,
            tried: Tried::default(),
            claim: None,
        }
    }
}

impl From<Outcome> for Option<Verdict> {
    fn from(outcome: Outcome) -> Option<Verdict> {
        match outcome {
            Outcome::Proved => Some(Verdict::Proved),
            Outcome::Refuted => Some(Verdict::Refuted),
            Outcome::Unreachable => Some(Verdict::Unreachable),
            Outcome::Unknown => None,
        }
    }
}

/// Whether a term mentions only symbols, which no program defines.
pub(super) fn is_about_variables(term: &Expr<Column>) -> bool {
    let mut is_own = true;
    term.for_each_leaf(&mut |column| is_own &= matches!(column, Column::Symbol(_)));
    is_own
}

/// Whether arithmetic is tried before the engine: it is usually faster under assumptions.
fn is_linear_question(claim: &Claim, condition: &Expr<Column>) -> bool {
    !claim.assumptions.is_empty() && is_condition(condition) && claim.is_linear()
}

impl Analysis<'_> {
    /// A term as the goal of a claim under all assumptions, as they were stated. `None` if the term or an assumption
    /// mentions a program, or is too large.
    pub fn written_claim(&self, goal: &Expr<Column>) -> Option<Claim> {
        if !is_about_variables(goal) {
            return None;
        }
        let assumptions: Vec<Expr<Column>> = self
            .engine
            .assumed()
            .iter()
            .map(|it| it.1.clone())
            .collect();
        let mut ranges = Ranges::new();
        let mut is_own = true;
        for term in assumptions.iter().chain([goal]) {
            term.for_each_leaf(&mut |column| match column {
                Column::Symbol(number) => {
                    let range = self.engine.declared(*number);
                    ranges.insert(*number, range.cloned().unwrap_or_else(Range::full));
                }
                _ => is_own = false,
            });
        }
        let claim = Claim {
            ranges,
            assumptions,
            goal: goal.clone(),
        };
        is_own.then_some(claim)
    }

    /// The configuration for a claim that is the question itself.
    pub fn claim_config(&self) -> Config {
        let config = self.engine.config();
        Config {
            max_engines: config.max_engines.saturating_mul(QUESTION_EFFORT),
            ..config.clone()
        }
    }

    /// The configuration for an auxiliary claim.
    pub(super) fn side_config(&self) -> Config {
        let config = self.engine.config();
        Config {
            max_engines: config.max_engines.min(SIDE_EFFORT),
            ..config.clone()
        }
    }

    /// Whether the assumptions provably contradict each other. Memoized until the assumptions change.
    pub fn is_contradictory(&mut self) -> bool {
        let Some(last) = self.engine.last_assumption() else {
            return false;
        };
        if let Some((_, known)) = self.contradictory.filter(|&(number, _)| number == last) {
            return known;
        }
        let may_be = !self.engine.is_seen_reached(None) && self.engine.config().max_engines > 0;
        let found = self.engine.is_unreachable(None) || may_be && self.are_assumptions_refuted();
        self.contradictory = Some((last, found));
        found
    }

    fn are_assumptions_refuted(&mut self) -> bool {
        let written = self.written_claim(&Expr::integer(0));
        let claim = written.or_else(|| {
            let extract = self.engine.claim_at(&Expr::integer(0), None)?;
            Some(extract.claim)
        });
        let (_, rules) = self.engine.sources();
        let config = self.side_config();
        claim.is_some_and(|claim| claim.decide(rules, &config).0 == Outcome::Unreachable)
    }

    /// Decides a condition at a point (the default point if `None`).
    pub fn decision_at(&mut self, condition: &Expr<Column>, point: Option<Point>) -> Decision {
        let point = point.or_else(|| self.default_point(&Variable::term(condition.clone())));
        if let Some(decision) = self.linear_decision(condition) {
            return decision;
        }
        self.answer(point, |it| it.decision(condition, point))
    }

    /// Integers that satisfy the known facts at a point (the default point if `None`) but violate a condition there:
    /// values of symbols, or of the terms of the program that the condition depends on. `None` if a bounded search finds
    /// none, which is certain for a condition that is proved. The facts are those that the condition depends on, and the
    /// ranges of the terms.
    ///
    /// Costs a few hundred evaluations of the condition, at most its decision by integer arithmetic, and the range of each
    /// term; all of that again, a few times, if a value is not in its range.
    pub fn counterexample_at(
        &mut self,
        condition: &Expr<Column>,
        point: Option<Point>,
    ) -> Option<Vec<(Expr<Column>, Int)>> {
        if self.unanswerable().is_some() || self.is_contradictory() {
            return None;
        }
        if let Some(claim) = self.written_claim(condition) {
            let values = claim.counterexample(&self.claim_config())?;
            let named = values.into_iter();
            return Some(
                named
                    .map(|(number, value)| (Expr::Leaf(Column::Symbol(number)), value))
                    .collect(),
            );
        }
        let point = point.or_else(|| self.default_point(&Variable::term(condition.clone())));
        let mut known: Vec<(Expr<Column>, Range)> = vec![];
        for _ in 0..MAX_EXAMPLES {
            let example = self.engine.counterexample(condition, point, &known)?;
            let before = known.len();
            for (term, value) in &example {
                let range = self.range_at(&Variable::term(term.clone()), point);
                if !range.contains(value) {
                    known.push((term.clone(), range));
                }
            }
            if known.len() == before {
                return Some(example);
            }
        }
        None
    }

    /// The decision of a condition over symbols alone, under assumptions, if they are linear: usually faster than the
    /// same at a point, and complete.
    pub(super) fn linear_decision(&self, condition: &Expr<Column>) -> Option<Decision> {
        if self.engine.config().max_engines == 0 || self.unanswerable().is_some() {
            return None;
        }
        let claim = self
            .written_claim(condition)
            .filter(|it| is_linear_question(it, condition))?;
        let (outcome, tried) = claim.decide_arithmetic(&self.claim_config());
        let outcome = outcome?;
        let verdict = Option::<Verdict>::from(outcome);
        Some(match verdict {
            Some(verdict) => Decision {
                claim: Some((claim, outcome)),
                ..Decision::by_engine(verdict)
            },
            None => Decision {
                tried,
                ..Decision::by_engine(Verdict::Unknown(Unknown::NoBound))
            },
        })
    }

    /// The decision of a condition over symbols alone with products, where points or integer arithmetic find it: where types
    /// limit the ranges, that is faster than the linear programs of the engine, whose numbers grow.
    fn early_decision(&mut self, condition: &Expr<Column>) -> Option<Decision> {
        if self.engine.config().max_engines == 0 || self.unanswerable().is_some() {
            return None;
        }
        let claim = self.written_claim(condition)?;
        if !is_condition(condition) || claim.is_linear() {
            return None;
        }
        if self.is_contradictory() {
            return Some(Decision {
                claim: Some((claim, Outcome::Unreachable)),
                ..Decision::by_engine(Verdict::Unreachable)
            });
        }
        let (outcome, tried) = claim.decide_early(self.engine.config())?;
        let verdict = Option::<Verdict>::from(outcome);
        Some(Decision {
            claim: verdict.is_some().then_some((claim, outcome)),
            verdict: verdict.unwrap_or(Verdict::Unknown(Unknown::NoBound)),
            tried,
        })
    }

    /// Decides a condition at a point, by the stages after [`linear_decision`](Analysis::linear_decision), which has not
    /// decided it.
    pub(super) fn decision(&mut self, condition: &Expr<Column>, point: Option<Point>) -> Decision {
        if let Some(decision) = self.early_decision(condition) {
            return decision;
        }
        let verdict = self.decided_at(condition, point);
        if matches!(verdict, Verdict::Unreachable) || self.unanswerable().is_some() {
            return Decision::by_engine(verdict);
        }
        if self.is_contradictory() {
            let claim = self.written_claim(condition);
            return Decision {
                claim: claim.map(|claim| (claim, Outcome::Unreachable)),
                ..Decision::by_engine(Verdict::Unreachable)
            };
        }
        let Verdict::Unknown(unknown) = verdict else {
            return Decision::by_engine(verdict);
        };
        if self.engine.config().max_engines == 0 {
            return Decision::by_engine(Verdict::Unknown(unknown));
        }
        let (_, rules) = self.engine.sources();
        let written = self.written_claim(condition);
        let is_written = written.is_some();
        let is_tried = written
            .as_ref()
            .is_some_and(|it| is_linear_question(it, condition));
        let extracted = |it: &mut Self| Some(it.engine.claim_at(condition, point)?.claim);
        let Some(claim) = written.or_else(|| extracted(self)) else {
            return Decision::by_engine(Verdict::Unknown(unknown));
        };
        let config = self.claim_config();
        let (outcome, tried) = match is_tried {
            true => (claim.decide_generalized(rules, &config), Tried::default()),
            false => claim.decide(rules, &config),
        };
        let verdict = Option::<Verdict>::from(outcome);
        Decision {
            claim: (is_written && verdict.is_some()).then_some((claim, outcome)),
            verdict: verdict.unwrap_or(Verdict::Unknown(unknown)),
            // The variables of an extracted claim are not those of the question.
            tried: match is_written {
                true => tried,
                false => Tried::default(),
            },
        }
    }
}
