//! The distances between conflicting iterations.

use super::{Distance, Pair, Question, cases, conditions, in_copy, is_never, touching, twins};
use crate::access::leaf;
use crate::effort::Effort;
use crate::instances::Instances;
use crate::run::{Event, FIRST_ATTEMPTS, Instance, Search, values_at};
use crate::term::Term;
use calipers_number::Int;
use std::cmp::Ordering;

impl Instances<'_> {
    /// The distances between conflicting iterations of the level of a pair.
    pub(super) fn distances(&mut self, question: &Question, pair: &Pair) -> Vec<Distance> {
        let number = pair.level.and_then(|op| {
            let mut levels = question.common.iter();
            levels.position(|level| level.op == op)
        });
        let Some(number) = number else {
            return vec![];
        };
        let level = &question.common[number];
        let found = |at: usize| {
            let value = |instance: &Instance| instance.value_of(level.variables[at]);
            Some(value(&pair.second)? - value(&pair.first)?)
        };
        let found: Vec<Option<Int>> = (0..level.variables.len()).map(found).collect();
        self.prove_distances(question, number, &found)
            .unwrap_or_else(|| vec![Distance::Any; level.variables.len()])
    }

    fn prove_distances(
        &mut self,
        question: &Question,
        number: usize,
        found: &[Option<Int>],
    ) -> Option<Vec<Distance>> {
        let level = &question.common[number];
        let [first, second] = self.places(question);
        let (twin, _) = self.twin(question, Some(number))?;
        let touching = touching(&first, &in_copy(&twin, &second))?;
        let point = twins::point(&twin, question, false);
        let mut analysis = self.twin_analysis(&twin, question, Effort::Usual);
        let cases = cases(Some(level), question.is_one);
        let mut always = |claim: &Term, effort: Effort| {
            cases.iter().all(|case| {
                let mut parts = conditions(&twin, level, case);
                parts.extend(touching.iter().cloned());
                parts.push(Term::negation(claim.clone()));
                is_never(&mut analysis, parts, point, effort)
            })
        };
        // Other pairs are searched for first, since proofs by cases take longer.
        let mut is_shown = |claim: &Term, at: usize, differs: &dyn Fn(&Int) -> bool| {
            always(claim, Effort::Least)
                || !self.is_distance_seen(question, number, at, differs)
                    && always(claim, Effort::Usual)
        };
        let mut distances = vec![];
        for (at, (&variable, found)) in level.variables.iter().zip(found).enumerate() {
            let Some(found) = found else {
                distances.push(Distance::Any);
                continue;
            };
            let distance = Term::difference(leaf(twin.copy_of_value(variable)), leaf(variable));
            let is_found = Term::equal(distance.clone(), Term::Integer(found.clone()));
            let zero = Term::integer(0);
            let order = found.cmp(&Int::ZERO);
            let has_sign = match order {
                Ordering::Less => Term::less(distance, zero),
                Ordering::Equal => Term::equal(distance, zero),
                Ordering::Greater => Term::less(zero, distance),
            };
            distances.push(if is_shown(&is_found, at, &|it| it != found) {
                Distance::Constant(found.clone())
            } else if order != Ordering::Equal
                && is_shown(&has_sign, at, &|it| it.cmp(&Int::ZERO) != order)
            {
                Distance::Direction(order)
            } else {
                Distance::Any
            });
        }
        Some(distances)
    }

    /// Whether a few executions have conflicting iterations of a level whose distance in one variable is such a number.
    fn is_distance_seen(
        &mut self,
        question: &Question,
        number: usize,
        at: usize,
        is_such: &dyn Fn(&Int) -> bool,
    ) -> bool {
        let level = &question.common[number];
        let distance = |a: &Event, b: &Event| {
            let (one, two) = (values_at(a, level)?, values_at(b, level)?);
            // Of two instances of one op, the first one is that of the earlier iteration.
            Some(match question.is_one && one > two {
                true => &one[at] - &two[at],
                false => &two[at] - &one[at],
            })
        };
        let is_wanted = |a: &Event, b: &Event, differ: Option<usize>| {
            differ == Some(number) && distance(a, b).is_some_and(|it| is_such(&it))
        };
        let found = self.find_pair(question, FIRST_ATTEMPTS, &is_wanted);
        matches!(found, Search::Found(_))
    }
}
