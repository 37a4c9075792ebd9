//! Bounds on loop-carried values from trip counts: `x + 2` in at most 5 iterations adds at most 10.
//!
//! The change of one iteration is the range of `yielded − argument`, computed through sums, selections and nested
//! loops. Sums are exact modulo 2ᴺ, so that the bound holds if its ends are within the signed range of the type.

use super::Ranges;
use super::evaluate::{Place, summands};
use super::plan::{Literals, Source};
use crate::number::{Congruence, Int, Range};
use crate::program::{Column, Definition, OpId, ValueId};
use crate::rules::{CarriedValue, WordOperator, WordTerm};
use crate::term::{Expr, Operator};
use crate::wrapped::WrappedRange;
use hashbrown::HashMap;
use smallvec::SmallVec;

/// Maximum number of values visited to compute the change of one argument.
const MAX_VALUES: usize = 64;

/// Maximum depth of a loop nest whose changes are computed.
const MAX_DEPTH: u32 = 32;

/// The ranges of `value − argument` for the values visited so far.
struct Changes {
    of: ValueId,
    /// The depth of the loop relative to the loop whose change is computed.
    depth: u32,
    known: HashMap<ValueId, Option<Range>>,
}

impl Ranges<'_> {
    /// Bounds loop-carried values by trip counts, outer loops first. Returns whether any range became narrower.
    pub(super) fn bound_by_trips(&mut self) -> bool {
        let mut says_more = false;
        for n in 0..self.layout.loops().len() {
            let op = self.layout.loops()[n];
            // A value that was not widened has a bound already.
            if !self.is_active(op) || !self.has_open_results(op) {
                continue;
            }
            let Some(the_loop) = self.rules.carried_by_op(self.program, op) else {
                continue;
            };
            let Some(trips) = self.trips(op) else {
                continue;
            };
            for carried in &the_loop.carried {
                let sums = self.change_of_iteration(carried, 0).map(|change| {
                    let (none, one) = (Range::constant(0), Range::constant(1));
                    let earlier = none.join(&trips.sub(&one).max(&none));
                    (repeated(&change, &earlier), repeated(&change, &trips))
                });
                let Some((before, after)) = sums else {
                    continue;
                };
                says_more |= self.bound_from(carried.argument, carried.initial, &before);
                if let Some(result) = carried.result {
                    says_more |= self.bound_from(result, carried.initial, &after);
                }
            }
        }
        says_more
    }

    /// Whether the range of a result reaches an end of its type.
    fn has_open_results(&self, op: OpId) -> bool {
        let is_open = |&result: &ValueId| {
            let Some(word) = self.word(result) else {
                return false;
            };
            let full = WrappedRange::full(word.width()).map(WrappedRange::signed);
            let (low, high) = word.signed();
            full.is_some_and(|(least, most)| low == least || high == most)
        };
        self.program.results(op).iter().any(is_open)
    }

    /// The range of the trip count of a loop, if it is bounded.
    fn trips(&self, op: OpId) -> Option<Range> {
        let known = self.rules.op(self.program.op_name(op))?;
        let constants = &mut Literals(self);
        let trips = known.trips(self.rules, self.program, op, constants).ok()?;
        let place = Place::at(self.program.block_of(op)?);
        let trips = self.range(&trips, place, None)?;
        trips
            .upper()
            .is_some()
            .then(|| trips.max(&Range::constant(0)))
    }

    /// The range of `yielded − argument`.
    fn change_of_iteration(&self, carried: &CarriedValue, depth: u32) -> Option<Range> {
        if depth > MAX_DEPTH {
            return None;
        }
        let mut changes = Changes {
            of: carried.argument,
            depth,
            known: HashMap::new(),
        };
        changes
            .known
            .insert(carried.argument, Some(Range::constant(0)));
        self.change(carried.yielded, &mut changes)
    }

    fn change(&self, value: ValueId, changes: &mut Changes) -> Option<Range> {
        if let Some(known) = changes.known.get(&value) {
            return known.clone();
        }
        if changes.known.len() >= MAX_VALUES
            || self.program.word_width(value) != self.program.word_width(changes.of)
        {
            return None;
        }
        changes.known.insert(value, None);
        let found = self.change_by_op(value, changes);
        changes.known.insert(value, found.clone());
        found
    }

    fn change_by_op(&self, value: ValueId, changes: &mut Changes) -> Option<Range> {
        let Definition::Result { op, .. } = self.program.definition(value) else {
            return None;
        };
        let plan = self.plans.get(&op)?;
        let plan = plan.results.iter().find(|plan| plan.value == value)?;
        match &plan.source {
            Source::Word(term) => self.change_of_word(term, changes),
            Source::Carried(initial, ..) | Source::CarriedOut(initial, ..) => {
                let the_loop = self.rules.carried_by_op(self.program, op)?;
                let carried = the_loop
                    .carried
                    .iter()
                    .find(|it| it.result == Some(value))?;
                let before = self.change(*initial, changes)?;
                let inner = self.change_of_iteration(carried, changes.depth + 1)?;
                Some(before.add(&repeated(&inner, &self.trips(op)?)))
            }
            Source::Terms(terms) => {
                let place = Place::at(self.program.block_of(op)?);
                let plain = terms.iter().filter(|(_, it)| it.given.is_empty());
                let mut terms = plain.flat_map(|(_, instance)| &instance.terms);
                terms.find_map(|term| self.change_of_term(term, place, changes))
            }
            _ => None,
        }
    }

    fn change_of_word(&self, term: &WordTerm, changes: &mut Changes) -> Option<Range> {
        let (operator, parts) = match term {
            WordTerm::Value(value) => return self.change(*value, changes),
            WordTerm::Apply(operator, parts) => (operator, &parts[..]),
            WordTerm::Known(_) => return None,
        };
        match (operator, parts) {
            (WordOperator::Add(_), [a, b]) => {
                let [first, second] = [(a, b), (b, a)].map(|(own, other)| {
                    let own = self.change_of_word(own, changes)?;
                    Some(own.add(&self.signed_range(other)?))
                });
                first.or(second)
            }
            (WordOperator::Sub(_), [a, b]) => {
                let own = self.change_of_word(a, changes)?;
                Some(own.sub(&self.signed_range(b)?))
            }
            (WordOperator::Select, [_, yes, no]) => {
                let yes = self.change_of_word(yes, changes)?;
                Some(yes.join(&self.change_of_word(no, changes)?))
            }
            _ => None,
        }
    }

    /// The signed range of an addend; constants only with plain precision.
    fn signed_range(&self, term: &WordTerm) -> Option<Range> {
        let (low, high) = term.evaluate(&mut |value| self.word(value))?.signed();
        let is_plain = self.widening.precision.is_plain();
        (low == high || !is_plain).then(|| Range::between(low, high))
    }

    fn change_of_term(
        &self,
        term: &Expr<Column>,
        place: Place<'_>,
        changes: &mut Changes,
    ) -> Option<Range> {
        match term {
            Expr::Leaf(Column::Value(value)) => self.change(*value, changes),
            Expr::Apply(Operator::Select, parts) => {
                let [_, yes, no] = &parts[..] else {
                    return None;
                };
                let yes = self.change_of_term(yes, place, changes)?;
                Some(yes.join(&self.change_of_term(no, place, changes)?))
            }
            Expr::Apply(Operator::Add | Operator::Mul, _) => {
                let mut terms: SmallVec<[(Int, &Expr<Column>); 4]> = SmallVec::new();
                summands(term, Int::ONE, &mut terms);
                let mut found = None;
                let mut sum = Range::constant(0);
                for (factor, part) in terms {
                    let own = match found {
                        None if factor.is_one() && !matches!(part, Expr::Apply(..)) => {
                            self.change_of_term(part, place, changes)
                        }
                        _ => None,
                    };
                    match own {
                        Some(own) => found = Some(own),
                        None => {
                            let range = self.range(part, place, None)?;
                            let is_plain = self.widening.precision.is_plain();
                            if is_plain && range.as_constant().is_none() {
                                return None;
                            }
                            sum = sum.add(&range.scale(&factor));
                        }
                    }
                }
                found.map(|found| found.add(&sum))
            }
            _ => None,
        }
    }

    /// Restricts a value to the range of `initial + more`, if that does not overflow. Returns whether its range became
    /// narrower.
    fn bound_from(&mut self, value: ValueId, initial: ValueId, more: &Range) -> bool {
        let Some((old, word)) = self.word(value).zip(self.sum_of(initial, more)) else {
            return false;
        };
        let new = match old.width() == word.width() {
            true => old.meet(word).unwrap_or(old),
            false => old,
        };
        if let Some(slot) = self.words.get_mut(value.index()) {
            *slot = Some(new);
        }
        new != old
    }

    /// The range of `value + more`, if it fits the signed range of the type.
    fn sum_of(&self, value: ValueId, more: &Range) -> Option<WrappedRange> {
        let word = self.word(value)?;
        let (least, most) = WrappedRange::full(word.width())?.signed();
        let (low, high) = word.signed();
        let range = Range::between(low, high).add(more);
        let low = i128::try_from(range.lower()?).ok()?;
        let high = i128::try_from(range.upper()?).ok()?;
        let fits = least <= low && high <= most;
        fits.then(|| WrappedRange::signed_between(word.width(), low, high))?
    }
}

/// The range of a sum of `count` changes. The changes may differ, so that a multiple's congruence does not apply.
fn repeated(change: &Range, count: &Range) -> Range {
    let sum = change.interval().mul(count.interval());
    Range::new(sum, Congruence::any())
}
