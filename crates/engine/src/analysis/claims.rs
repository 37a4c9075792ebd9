//! Proofs by claims: a condition that a single proof does not decide is decided as a claim, by cases. Constant bounds
//! are tightened in the same way.
//!
//! Every query goes through the same stages, each stronger and more expensive than the one before: ranges at the point,
//! a linear program, case splits in the engine, a claim. So ranges, bounds and divisors are as precise as comparisons.

use super::attained::is_attained;
use super::bound::BoundKind;
use super::stop_condition::{self, AffineTerm};
use super::{Analysis, Unknown, Variable, Verdict};
use crate::number::{Int, Range, floor_div};
use crate::program::{Column, Point};
use crate::rules::Rules;
use crate::solve::Config;
use crate::solve::claim::{Claim, Decide, Outcome, Ranges, Tried};
use crate::term::condition::is_condition;
use crate::term::{Expr, Form};
use std::collections::VecDeque;

/// Maximum number of claims per end of a range.
const MAX_CLAIMS: usize = 48;

/// The factor of effort for a claim that is the whole question.
const QUESTION_EFFORT: usize = 4;

/// The number of sub-engines for an auxiliary claim: that the assumptions contradict each other, or that a range is
/// narrower.
const SIDE_EFFORT: usize = 4;

/// The number of bits from which a bound says no more than that a value fits into a register.
const REGISTER: usize = 63;

/// Maximum number of claims whose least values are kept.
const MAX_LEAST: usize = 16;
/// Maximum number of searches for a counterexample.
const MAX_EXAMPLES: usize = 4;

/// The least values of the goals of claims, oldest first. Questions about both ends of a range, and at neighbouring
/// points, often lead to the same claims.
#[derive(Default)]
pub(super) struct LeastValues(VecDeque<LeastValue>);

struct LeastValue {
    claim: Claim,
    max_engines: usize,
    known: Option<Int>,
    found: Option<Int>,
}

impl LeastValues {
    /// As [`Decide::least`]. A known bound that the goal attains costs no search.
    fn of(
        &mut self,
        claim: &Claim,
        (rules, config): (&Rules, &Config),
        known: Option<&Int>,
    ) -> Option<Int> {
        let is_same = |it: &&LeastValue| {
            it.known.as_ref() == known
                && it.max_engines == config.max_engines
                && it.claim.ranges == claim.ranges
                && it.claim.goal == claim.goal
                && it.claim.assumptions == claim.assumptions
        };
        if let Some(it) = self.0.iter().find(is_same) {
            return it.found.clone();
        }
        if self.0.len() == MAX_LEAST {
            self.0.pop_front();
        }
        let found = match known.filter(|known| is_attained(claim, known)) {
            Some(attained) => Some(attained.clone()),
            None => claim.least(rules, config, known),
        };
        self.0.push_back(LeastValue {
            claim: claim.clone(),
            max_engines: config.max_engines,
            known: known.cloned(),
            found: found.clone(),
        });
        found
    }
}

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
fn is_about_variables(term: &Expr<Column>) -> bool {
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
    fn side_config(&self) -> Config {
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

    /// Improves the result of a search for a bound. For a term over symbols alone, under assumptions, claims may prove
    /// a tighter constant.
    pub(super) fn tightened(
        &mut self,
        kind: BoundKind,
        (term, form): (&Expr<Column>, &Form),
        point: Option<Point>,
        found: Result<Option<AffineTerm>, bool>,
    ) -> Result<Option<AffineTerm>, bool> {
        let may_gain = match &found {
            Ok(Some(found)) => found.operands.is_empty() && kind != BoundKind::Equal,
            Ok(None) | Err(_) => true,
        };
        if !may_gain || self.engine.config().max_engines == 0 {
            return found;
        }
        let has_assumptions = self.engine.last_assumption().is_some();
        let range = match is_about_variables(term) {
            true => self.tightest_range(term, point),
            false if has_assumptions => self.tightest_range(term, point),
            false => {
                let known = found.as_ref().ok().and_then(Option::as_ref);
                let known = known.and_then(|it| it.map.results.first()?.as_constant().cloned());
                let (range, open) = match kind {
                    BoundKind::Lower => (known.map(Range::at_least), [true, false]),
                    BoundKind::Upper => (known.map(Range::at_most), [false, true]),
                    BoundKind::Equal if self.engine.is_seen_to_vary(form, point) => return found,
                    BoundKind::Equal => (Some(self.engine.best_range(term, point)), [true; 2]),
                };
                let range = range.unwrap_or_else(Range::full);
                self.range_by_claim(range, (term, form), point, open)
            }
        };
        let end = match kind {
            _ if range.is_empty() => None,
            BoundKind::Lower => range.lower(),
            BoundKind::Upper => range.upper(),
            BoundKind::Equal => range.as_constant(),
        };
        end.map_or(found, |end| Ok(stop_condition::from_columns(end, &[])))
    }

    /// The range of a term at a point by all stages. If the term mentions only symbols, under assumptions, and no model
    /// attains an end of its range, claims try to tighten that end.
    ///
    /// Costs the range, and at least one claim per end that no model attains.
    pub(super) fn tightest_range(&mut self, term: &Expr<Column>, point: Option<Point>) -> Range {
        let range = self.engine.best_range(term, point);
        if range.is_empty() || self.is_contradictory() {
            return Range::empty();
        }
        if range.as_constant().is_some() || self.engine.config().max_engines == 0 {
            return range;
        }
        let has_assumptions = self.engine.last_assumption().is_some();
        let claim = match self.written_claim(term) {
            // Without assumptions, the engine is exact for most linear terms.
            Some(claim) if !has_assumptions && claim.is_linear() => return range,
            Some(claim) => Some(claim.about_goal()),
            None if has_assumptions => self.engine.term_claim_at(term, point).map(|it| it.claim),
            None => {
                let class = self.engine.class_of_term(term);
                let form = self.engine.form(class);
                return self.range_by_claim(range, (term, &form), point, [true; 2]);
            }
        };
        let Some(claim) = claim else { return range };
        let seen = self.engine.seen_values_of(term, point);
        let (least, greatest) = (seen.as_ref().map(|it| &it.0), seen.as_ref().map(|it| &it.1));
        let is_attained = seen.is_some() && range.lower() == least && range.upper() == greatest;
        if is_attained && !has_assumptions {
            return range;
        }
        // A claim uses assumptions about single variables as ranges, which is more precise.
        let (_, rules) = self.engine.sources();
        let range = match claim.is_small() {
            true => range.intersect(&claim.range(rules, &self.claim_config())),
            false => range,
        };
        let (range, is_exact) = self.linear_range(range, &claim);
        if is_exact || !claim.is_small() {
            return range;
        }
        let range = self.raised(range, &claim, least);
        let opposite = Claim {
            goal: Expr::scaled(-1, claim.goal.clone()),
            ..claim
        };
        let seen = greatest.map(|it| -it.clone());
        let range = self.raised(range.neg(), &opposite, seen.as_ref());
        range.neg()
    }

    /// Narrows the open ends of a range, lower and upper, at a point that no model attains.
    fn range_by_claim(
        &mut self,
        range: Range,
        (term, form): (&Expr<Column>, &Form),
        point: Option<Point>,
        mut open: [bool; 2],
    ) -> Range {
        if self.engine.is_plainly_bounded(form, point) {
            return range;
        }
        if let Some((least, greatest)) = self.engine.seen_values_of(term, point) {
            open[0] &= range.lower() != Some(&least);
            open[1] &= range.upper() != Some(&greatest);
        }
        if open == [false; 2] {
            return range;
        }
        let extract = self.engine.term_claim_at(term, point);
        let Some(claim) = extract.map(|it| it.claim) else {
            return range;
        };
        // Where linear programs give no bound, there usually is none.
        let may_be_bounded = !claim.is_bounded_by_programs();
        open[0] &= range.lower().is_some() || may_be_bounded;
        open[1] &= range.upper().is_some() || may_be_bounded;
        if open == [false; 2] {
            return range;
        }
        let (narrowed, _) = self.narrowed(range.clone(), &claim, &self.claim_config(), open);
        let is_told = |end: Option<&Int>, was: Option<&Int>| {
            was.is_some() || end.is_some_and(|it| it.bit_len() < REGISTER)
        };
        let mut told = range;
        if is_told(narrowed.lower(), told.lower()) {
            let lower = narrowed.lower().cloned();
            told = told.intersect(&lower.map_or_else(Range::full, Range::at_least));
        }
        if is_told(narrowed.upper(), told.upper()) {
            let upper = narrowed.upper().cloned();
            told = told.intersect(&upper.map_or_else(Range::full, Range::at_most));
        }
        match narrowed.is_empty() {
            true => narrowed,
            false => told,
        }
    }

    /// Narrows the ends of a range to values that the term attains, if the claim is linear. Whether that succeeded for
    /// both ends.
    fn linear_range(&mut self, range: Range, claim: &Claim) -> (Range, bool) {
        self.narrowed(range, claim, &self.claim_config(), [true; 2])
    }

    /// Narrows the open ends of a range, lower and upper. Whether all of them are attained then.
    fn narrowed(
        &mut self,
        range: Range,
        claim: &Claim,
        config: &Config,
        open: [bool; 2],
    ) -> (Range, bool) {
        let opposite = claim.with_goal(Expr::scaled(-1, claim.goal.clone()));
        let known = range.upper().map(|upper| -upper);
        let (_, rules) = self.engine.sources();
        let config = (rules, config);
        let lower = match open[0] {
            true => self.least.of(claim, config, range.lower()),
            false => range.lower().cloned(),
        };
        let upper = match open[1] {
            true => self
                .least
                .of(&opposite, config, known.as_ref())
                .map(|it| -it),
            false => range.upper().cloned(),
        };
        let is_exact = lower.is_some() && upper.is_some();
        let lower = lower.map_or_else(Range::full, Range::at_least);
        let upper = upper.map_or_else(Range::full, Range::at_most);
        (range.intersect(&lower).intersect(&upper), is_exact)
    }

    /// Raises the lower end of a range to the greatest number that a claim proves as a lower bound of its goal. `seen`
    /// is a value that a model attains.
    fn raised(&self, range: Range, claim: &Claim, seen: Option<&Int>) -> Range {
        let Some(start) = range.lower().cloned() else {
            return range;
        };
        if range.as_constant().is_some() || seen == Some(&start) {
            return range;
        }
        let (_, rules) = self.engine.sources();
        let config = self.side_config();
        let mut left = MAX_CLAIMS;
        let mut is_reached = |bound: &Int| {
            if seen.is_some_and(|seen| seen < bound) || left == 0 {
                return false;
            }
            left -= 1;
            let claim = Claim {
                goal: Expr::at_most(Expr::Integer(bound.clone()), claim.goal.clone()),
                ..claim.clone()
            };
            // `decide` first tries points that refute the claim.
            claim.decide(rules, &config).0 == Outcome::Proved
        };
        // Exponential search: double the stride, then halve it.
        let (mut low, mut stride) = (start, Int::ONE);
        loop {
            let next = &low + &stride;
            if !is_reached(&next) {
                break;
            }
            low = next;
            stride *= Int::from(2);
        }
        while stride > Int::ONE {
            stride = floor_div(&stride, &Int::from(2)).unwrap_or(Int::ONE);
            let next = &low + &stride;
            if is_reached(&next) {
                low = next;
            }
        }
        range.intersect(&Range::at_least(low))
    }
}
