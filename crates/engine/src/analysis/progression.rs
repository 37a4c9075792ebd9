//! Arithmetic progressions `offset + k·stride`, `0 <= k < size`: one dimension of a slice. The stride may be negative
//! or zero. If the size is zero or less, there are no elements.

use super::{Analysis, Unknown, Verdict};
use crate::number::{Congruence, Int, Interval, Range, gcd};
use crate::program::{Column, Point};
use crate::proof::Progression;
use crate::term::{Expr, Operator};

type Term = Expr<Column>;

/// A progression and its properties that were proved at a point.
pub(super) struct Known {
    terms: Progression,
    /// The last element, if there is one.
    last: Term,
    /// Bounds of all elements.
    low: Term,
    high: Term,
    /// The distance between neighbours; `None` if the sign of the stride is unknown.
    step: Option<Term>,
    /// A number that divides the differences of all elements.
    divisor: Int,
    /// Whether there is provably no element, at least one, at most one.
    pub(super) is_empty: bool,
    pub(super) is_inhabited: bool,
    is_single: bool,
}

/// Proves conditions at a point.
pub(super) struct Prover<'a, 'p> {
    analysis: &'a mut Analysis<'p>,
    point: Option<Point>,
    /// Whether a budget was exhausted.
    ran_out: bool,
    /// The conditions that were not decided.
    open: Vec<Term>,
    /// Whether the point is unreachable.
    is_unreachable: bool,
}

fn product(a: &Term, b: &Term) -> Term {
    match (a, b) {
        (Expr::Integer(one), other) | (other, Expr::Integer(one)) if *one == Int::ONE => {
            other.clone()
        }
        _ => Expr::apply(Operator::Mul, [a.clone(), b.clone()]),
    }
}

fn minus(a: &Term, b: &Term) -> Term {
    Expr::difference(a.clone(), b.clone())
}

fn number(value: i64) -> Term {
    Expr::integer(value)
}

impl<'a, 'p> Prover<'a, 'p> {
    pub(super) fn new(analysis: &'a mut Analysis<'p>, point: Option<Point>) -> Prover<'a, 'p> {
        Prover {
            analysis,
            point,
            ran_out: false,
            open: vec![],
            is_unreachable: false,
        }
    }

    /// Converts a decision into a verdict.
    pub(super) fn verdict(self, decided: Option<bool>) -> Verdict {
        match decided {
            _ if self.is_unreachable => Verdict::Unreachable,
            Some(true) => Verdict::Proved,
            Some(false) => Verdict::Refuted,
            None => {
                let open: Vec<&Term> = self.open.iter().collect();
                Verdict::Unknown(self.analysis.why_unknown(self.ran_out, &open))
            }
        }
    }

    pub(super) fn holds(&mut self, condition: &Term) -> bool {
        let verdict = self.analysis.prove_at(condition, self.point);
        self.ran_out |= verdict == Verdict::Unknown(Unknown::Budget);
        if matches!(verdict, Verdict::Unknown(_)) {
            self.open.push(condition.clone());
        }
        self.is_unreachable |= verdict == Verdict::Unreachable;
        verdict == Verdict::Proved
    }

    fn at_most(&mut self, a: &Term, b: &Term) -> bool {
        self.holds(&Expr::at_most(a.clone(), b.clone()))
    }

    fn less(&mut self, a: &Term, b: &Term) -> bool {
        self.holds(&Expr::less(a.clone(), b.clone()))
    }

    fn equal(&mut self, a: &Term, b: &Term) -> bool {
        a == b || self.holds(&Expr::equal(a.clone(), b.clone()))
    }

    fn different(&mut self, a: &Term, b: &Term) -> bool {
        a != b && self.holds(&Expr::negation(Expr::equal(a.clone(), b.clone())))
    }

    /// Whether a positive number divides another one.
    fn divides(&mut self, step: &Term, number: &Term) -> bool {
        let zero = Expr::integer(0);
        if *step == Expr::integer(1) || *number == zero {
            return true;
        }
        let rest = Expr::apply(Operator::Mod, [number.clone(), step.clone()]);
        self.holds(&Expr::equal(rest, zero))
    }

    /// Whether a positive number does not divide another one.
    fn does_not_divide(&mut self, step: &Term, number: &Term) -> bool {
        let rest = Expr::apply(Operator::Mod, [number.clone(), step.clone()]);
        self.different(&rest, &Expr::integer(0))
            || [number.clone(), Expr::scaled(-1, number.clone())]
                .iter()
                .any(|distance| self.less(&Expr::integer(0), distance) && self.less(distance, step))
    }

    fn range(&mut self, term: &Term) -> Range {
        let class = self.analysis.engine.class_of_term(term);
        self.analysis.engine.range_at(class, self.point)
    }

    /// The greatest known divisor of a term; 0 if the term is 0.
    fn divisor(&mut self, term: &Term) -> Int {
        let congruence = self.range(term).congruence();
        gcd(congruence.modulus(), congruence.residue())
    }

    pub(super) fn know(&mut self, terms: &Progression) -> Known {
        let Progression {
            offset,
            size,
            stride,
        } = terms;
        let is_single = self.at_most(size, &number(1));
        let reach = product(&minus(size, &number(1)), stride);
        let last = Expr::sum(offset.clone(), reach);
        let (low, high, step) = if is_single {
            (offset.clone(), offset.clone(), None)
        } else if self.at_most(&number(1), stride) {
            (offset.clone(), last.clone(), Some(stride.clone()))
        } else if self.at_most(stride, &number(-1)) {
            let step = Expr::scaled(-1, stride.clone());
            (last.clone(), offset.clone(), Some(step))
        } else {
            let end = |operator| Expr::apply(operator, [offset.clone(), last.clone()]);
            (end(Operator::Min), end(Operator::Max), None)
        };
        Known {
            divisor: match is_single {
                true => Int::ZERO,
                false => self.divisor(stride),
            },
            is_empty: self.at_most(size, &number(0)),
            is_inhabited: self.at_most(&number(1), size),
            is_single,
            last: if is_single { offset.clone() } else { last },
            low,
            high,
            step,
            terms: terms.clone(),
        }
    }

    /// Whether two progressions have no common element.
    pub(super) fn are_disjoint(&mut self, a: &Known, b: &Known) -> bool {
        if a.is_empty || b.is_empty || self.less(&a.high, &b.low) || self.less(&b.high, &a.low) {
            return true;
        }
        let distance = minus(&b.terms.offset, &a.terms.offset);
        self.cover(a).intersect(&self.cover(b)).is_empty()
            || self.are_incongruent(a, b, &distance)
            || self.are_distinct_tiles(a, b)
    }

    /// Whether the elements of the two progressions always have different remainders.
    fn are_incongruent(&mut self, a: &Known, b: &Known, distance: &Term) -> bool {
        let common = gcd(&a.divisor, &b.divisor);
        if common.is_zero() {
            return self.different(distance, &number(0));
        }
        if common > Int::ONE && self.does_not_divide(&Expr::Integer(common), distance) {
            return true;
        }
        match self.common_step(a, b) {
            Some(Expr::Integer(_)) | None => false,
            Some(step) => self.does_not_divide(&step, distance),
        }
    }

    /// The common step of both. A single element is compatible with any step.
    fn common_step(&mut self, a: &Known, b: &Known) -> Option<Term> {
        match (&a.step, &b.step) {
            (Some(step), Some(other)) => self.equal(step, other).then(|| step.clone()),
            (Some(step), None) if b.is_single => Some(step.clone()),
            (None, Some(step)) if a.is_single => Some(step.clone()),
            (None, None) if a.is_single && b.is_single => Some(number(1)),
            _ => None,
        }
    }

    /// Whether they begin at different multiples of a number that neither of them spans.
    fn are_distinct_tiles(&mut self, a: &Known, b: &Known) -> bool {
        let distance = minus(&b.low, &a.low);
        let tile = self.divisor(&distance);
        if tile.is_zero() {
            return false;
        }
        let tile = Expr::Integer(tile);
        self.different(&distance, &number(0))
            && [a, b].iter().all(|known| {
                let span = minus(&known.high, &known.low);
                self.less(&span, &tile)
            })
    }

    /// Whether two progressions have a common element.
    pub(super) fn do_meet(&mut self, a: &Known, b: &Known) -> bool {
        if !a.is_inhabited || !b.is_inhabited {
            return false;
        }
        if self.equal(&a.terms.offset, &b.terms.offset) || self.have_witness(a, b) {
            return true;
        }
        let are_near = self.at_most(&a.low, &b.high) && self.at_most(&b.low, &a.high);
        if !are_near {
            return false;
        }
        let distance = minus(&b.terms.offset, &a.terms.offset);
        if let Some(step) = self.common_step(a, b)
            && self.divides(&step, &distance)
        {
            return true;
        }
        [(a, b), (b, a)].into_iter().any(|(a, b)| {
            self.is_element(a, &b.terms.offset)
                || self.is_element(a, &b.last)
                || self.leaves_no_gap(a, b)
        })
    }

    /// Whether every window of `a` that is as long as a step of `b` contains an element of `b`, and `a` is at least
    /// that long.
    fn leaves_no_gap(&mut self, a: &Known, b: &Known) -> bool {
        let (Some(own), Some(step)) = (&a.step, &b.step) else {
            return false;
        };
        let span = minus(&a.high, &a.low);
        self.at_most(&minus(step, own), &span)
            && self.divides(own, step)
            && self.divides(own, &minus(&b.terms.offset, &a.terms.offset))
    }

    /// A range that contains all elements, for every offset.
    fn cover(&mut self, known: &Known) -> Range {
        let (low, high) = (self.range(&known.low), self.range(&known.high));
        let from = low
            .lower()
            .cloned()
            .map_or_else(Range::full, Range::at_least);
        let to = high
            .upper()
            .cloned()
            .map_or_else(Range::full, Range::at_most);
        let multiples = Congruence::multiple_of(known.divisor.clone());
        let steps = Range::new(Interval::full(), multiples);
        let congruent = self.range(&known.terms.offset).add(&steps);
        from.intersect(&to)
            .intersect(&Range::new(Interval::full(), congruent.congruence()))
    }

    /// Whether the elements of a progression are constants. The covering range then contains no other numbers.
    fn is_of_numbers(&mut self, known: &Known) -> bool {
        let mut is_number = |term: &Term| self.range(term).as_constant().is_some();
        is_number(&known.terms.offset)
            && (known.is_single || (is_number(&known.last) && is_number(&known.terms.stride)))
    }

    /// Whether two progressions of constants have a common element, by finding one.
    fn have_witness(&mut self, a: &Known, b: &Known) -> bool {
        if !self.is_of_numbers(a) || !self.is_of_numbers(b) {
            return false;
        }
        let (a, b) = (self.cover(a), self.cover(b));
        let both = a.intersect(&b);
        let is_common = |place: &Int| a.contains(place) && b.contains(place);
        both.lower().is_some_and(is_common)
    }

    /// Whether `place` is an element of `known`, provided that there are any.
    fn is_element(&mut self, known: &Known, place: &Term) -> bool {
        if known.is_inhabited && self.equal(&known.terms.offset, place) {
            return true;
        }
        let Some(step) = &known.step else {
            return false;
        };
        self.at_most(&known.low, place)
            && self.at_most(place, &known.high)
            && self.divides(step, &minus(place, &known.terms.offset))
    }

    /// Whether all elements of `b` are elements of `a`.
    pub(super) fn contains(&mut self, a: &Known, b: &Known) -> bool {
        if b.is_empty {
            return true;
        }
        if b.is_single || b.divisor.is_zero() {
            return self.is_element(a, &b.terms.offset);
        }
        if self.equal(&a.terms.offset, &b.terms.offset)
            && self.equal(&a.terms.stride, &b.terms.stride)
            && self.at_most(&b.terms.size, &a.terms.size)
        {
            return true;
        }
        let Some(step) = &a.step else {
            return false;
        };
        self.at_most(&a.low, &b.low)
            && self.at_most(&b.high, &a.high)
            && self.divides(step, &b.terms.stride)
            && self.divides(step, &minus(&b.terms.offset, &a.terms.offset))
    }

    /// Whether `b`, which has elements, has one that is not in `a`.
    pub(super) fn exceeds(&mut self, a: &Known, b: &Known) -> bool {
        if a.is_empty {
            return true;
        }
        for place in [&b.terms.offset, &b.last] {
            if self.less(place, &a.low) || self.less(&a.high, place) {
                return true;
            }
            let distance = minus(place, &a.terms.offset);
            let is_outside = match &a.step {
                Some(step) => self.does_not_divide(step, &distance),
                None => a.divisor.is_zero() && self.different(&distance, &number(0)),
            };
            if is_outside {
                return true;
            }
        }
        // Two neighbours whose distance is not a multiple of the step.
        self.at_most(&number(2), &b.terms.size)
            && match &a.step {
                Some(step) => self.does_not_divide(step, &b.terms.stride),
                None => a.divisor.is_zero() && self.different(&b.terms.stride, &number(0)),
            }
    }

    /// Whether they have the same elements in the same order, even if they are empty.
    pub(super) fn are_same(&mut self, a: &Known, b: &Known) -> bool {
        self.equal(&a.terms.offset, &b.terms.offset)
            && ((a.is_single && b.is_single) || self.equal(&a.terms.stride, &b.terms.stride))
    }

    /// Whether they have the same number of elements.
    pub(super) fn have_same_size(&mut self, a: &Known, b: &Known) -> bool {
        (a.is_empty && b.is_empty) || self.equal(&a.terms.size, &b.terms.size)
    }

    /// Whether they have different numbers of elements.
    pub(super) fn have_different_sizes(&mut self, a: &Known, b: &Known) -> bool {
        (a.is_inhabited && b.is_empty)
            || (a.is_empty && b.is_inhabited)
            || ((a.is_inhabited || b.is_inhabited) && self.different(&a.terms.size, &b.terms.size))
    }

    /// Whether two nonempty progressions of the same size differ at some index.
    pub(super) fn differ(&mut self, a: &Known, b: &Known) -> bool {
        self.different(&a.terms.offset, &b.terms.offset)
            || (self.at_most(&number(2), &a.terms.size)
                && self.different(&a.terms.stride, &b.terms.stride))
    }
}
