//! Ranges and constant bounds that claims narrow: by integer arithmetic, and by the search for the greatest number that a
//! claim proves as a bound.

use super::Analysis;
use super::attained::is_attained;
use super::bound::BoundKind;
use super::claims::is_about_variables;
use super::stop_condition::{self, AffineTerm};
use crate::number::{Int, Range, floor_div};
use crate::program::{Column, Point};
use crate::rules::Rules;
use crate::solve::Config;
use crate::solve::claim::{Claim, Decide, Outcome};
use crate::term::{Expr, Form};
use std::collections::VecDeque;

/// Maximum number of claims per end of a range.
const MAX_CLAIMS: usize = 48;

/// The number of bits from which a bound says no more than that a value fits into a register.
const REGISTER: usize = 63;

/// Maximum number of claims whose least values are kept.
const MAX_LEAST: usize = 16;

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

impl Analysis<'_> {
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
        let seen = self.engine.seen_values_of(term, point);
        if let Some((least, greatest)) = &seen {
            open[0] &= range.lower() != Some(least);
            open[1] &= range.upper() != Some(greatest);
        }
        if open == [false; 2] {
            return range;
        }
        let extract = self.engine.term_claim_at(term, point);
        let Some(claim) = extract.map(|it| it.claim) else {
            return range;
        };
        let has_sign = open[0] && range.lower().is_none() && claim.has_cases();
        let range = match seen.filter(|(least, _)| has_sign && !least.is_negative()) {
            Some((least, _)) => self.non_negative(range, &claim, &least),
            None => range,
        };
        // Where linear programs give no bound, there usually is none.
        let may_be_bounded = claim.has_cases() || !claim.is_bounded_by_programs();
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

    /// A range without a lower end, or with one if a claim proves that the term is not negative. `seen` is its least value
    /// in the models.
    fn non_negative(&self, range: Range, claim: &Claim, seen: &Int) -> Range {
        let sign = claim.with_goal(Expr::at_most(Expr::integer(0), claim.goal.clone()));
        let (_, rules) = self.engine.sources();
        match sign.decide(rules, &self.side_config()).0 {
            Outcome::Proved => self.raised(range.intersect(&Range::at_least(0)), claim, Some(seen)),
            _ => range,
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
