//! Disequalities: a difference that is not 0 is at least 1 once one knows that it is not negative.

use super::assert::difference_of;
use super::facts::{Fact, FactOrigin, Relation, Stated};
use super::knowledge::Knowledge;
use super::ranges::meet;
use crate::number::{Int, Range};
use crate::program::Point;
use crate::term::{Form, Id};
use std::sync::Arc;

/// Limit of the disequalities whose sign is unknown.
const MAX_APART: usize = 64;

/// A disequality `a != b`: an equality that is known to be false, while the sign of `a - b` is still unknown.
#[derive(Debug)]
pub(super) struct Apart {
    pub(super) equality: Id,
    pub(super) point: Option<Point>,
    pub(super) given: Vec<Id>,
    pub(super) origin: FactOrigin,
    pub(super) stated: Arc<Stated>,
}

/// The disequalities whose sign is unknown, or follows only from invariants and assumptions.
#[derive(Default, Debug)]
pub(super) struct Disequalities {
    /// Those that wait until a query passes their points.
    waiting: Vec<Apart>,
    /// Those that the facts so far do not settle.
    open: Vec<Apart>,
    /// Those that invariants or assumptions settle, with the fact that was added.
    settled: Vec<(u32, Apart)>,
    /// How many invariants there were when the open ones were last tried.
    tried: Option<u32>,
    /// Whether a condition is supposed for a while, on which no fact may depend.
    is_paused: bool,
}

impl Disequalities {
    /// Queues a disequality, unless there are too many.
    pub(super) fn push(&mut self, apart: Apart) {
        if self.waiting.len() + self.open.len() < MAX_APART {
            self.waiting.push(apart);
        }
    }

    /// Suspends or resumes the search for signs. Returns whether it was suspended.
    pub(super) fn pause(&mut self, is_paused: bool) -> bool {
        std::mem::replace(&mut self.is_paused, is_paused)
    }

    /// Tries to find the sign of each disequality whose point dominates `point`. The lasting facts visible at its own
    /// point do not change any more, so that they are tried once; with the invariants, whenever there are more.
    pub(super) fn settle(&mut self, known: &mut Knowledge<'_>, point: Point, invariants: u32) {
        if self.is_paused {
            return;
        }
        self.pass(known, point);
        let is_open = !self.open.is_empty() && self.tried != Some(invariants);
        if is_open && !known.facts.counts_some() {
            self.tried = Some(invariants);
            for apart in std::mem::take(&mut self.open) {
                match tell_side_with(known, &apart, invariants) {
                    Some(fact) => self.settled.push((fact, apart)),
                    None => self.open.push(apart),
                }
            }
        }
    }

    /// Tries the lasting facts on the disequalities whose points dominate `point`. Where there are assumptions, no range
    /// is known to last.
    fn pass(&mut self, known: &mut Knowledge<'_>, point: Point) {
        if self.waiting.is_empty() {
            return;
        }
        let path = known.points.path(point);
        let (mut passed, ahead) = std::mem::take(&mut self.waiting)
            .into_iter()
            .partition::<Vec<Apart>, _>(|it| it.point.is_none_or(|from| path.passes(from)));
        self.waiting = ahead;
        let lasts = known.facts.assumptions().next().is_none();
        // A sign that was found may determine the sign of another difference.
        let mut before = passed.len() + 1;
        while lasts && !passed.is_empty() && passed.len() < before {
            before = passed.len();
            passed.retain(|apart| !tell_side(known, apart));
        }
        if !passed.is_empty() {
            self.tried = None;
            self.open.append(&mut passed);
        }
    }

    /// Retracts the signs that may depend on more than the first `count` invariants, and returns the first of their
    /// facts.
    pub(super) fn retract(&mut self, known: &mut Knowledge<'_>, count: u32) -> Option<u32> {
        let retired = known.facts.retire_derived(Some(count));
        let is_retired = |(fact, _): &(u32, Apart)| retired.contains(fact);
        let (again, kept) = std::mem::take(&mut self.settled)
            .into_iter()
            .partition::<Vec<_>, _>(is_retired);
        self.settled = kept;
        self.open.extend(again.into_iter().map(|(_, apart)| apart));
        self.tried = None;
        retired.first().copied()
    }

    /// Retracts all signs that do not last, since the assumptions change. Returns the first of their facts.
    pub(super) fn start_again(&mut self, known: &mut Knowledge<'_>) -> Option<u32> {
        self.waiting.append(&mut self.open);
        let settled = std::mem::take(&mut self.settled);
        self.waiting
            .extend(settled.into_iter().map(|(_, apart)| apart));
        known.facts.retire_derived(None).first().copied()
    }
}

impl Knowledge<'_> {
    /// The range of the difference of two terms at a point, also without the atoms whose ranges there are constant.
    pub(super) fn range_of_difference(&mut self, form: &Form, point: Option<Point>) -> Range {
        let range = self.range_of_goal(form, point);
        match self.without_fixed(form, point) {
            Some(rest) => meet(range, self.range_of_goal(&rest, point)),
            None => range,
        }
    }

    /// The form with the atoms replaced whose ranges at a point are constant; `None` if there are none.
    pub(super) fn without_fixed(&mut self, form: &Form, point: Option<Point>) -> Option<Form> {
        let mut rest = form.clone();
        for (atom, k) in form.terms() {
            if let Some(value) = self.range_at(*atom, point).as_constant() {
                let fixed = Form::from_constant(value.clone())?.sub(&Form::atom(*atom))?;
                rest = rest.add_scaled(k, &fixed)?;
            }
        }
        (rest != *form).then_some(rest)
    }
}

/// What a disequality says, given a range of its difference: `d - 1` or `-d - 1` is not negative. `None` if the sign is
/// unknown.
pub(super) fn beside_zero(difference: Form, range: &Range) -> Option<Option<Form>> {
    let form = match (range.lower(), range.upper()) {
        (Some(lower), _) if lower.is_zero() => difference,
        (_, Some(upper)) if upper.is_zero() => difference.neg(),
        _ => return None,
    };
    Some(form.add_constant(&Int::NEG_ONE))
}

/// Adds `d >= 1` if `d != 0` and `d >= 0` (or `d <= -1` if `d <= 0`) by lasting facts. Returns whether the sign of `d`
/// is known.
fn tell_side(known: &mut Knowledge<'_>, apart: &Apart) -> bool {
    let Some(difference) = difference_of(&known.egraph, apart.equality) else {
        return false;
    };
    let range = match known.facts.has_invariants() {
        true => range_counting(known, &difference, apart.point, 0),
        false => known.range_of_difference(&difference, apart.point),
    };
    let Some(form) = beside_zero(difference, &range) else {
        return false;
    };
    if let Some(form) = form {
        known.add_fact_given(
            form,
            Relation::AtLeastZero,
            apart.point,
            apart.given.clone(),
            apart.origin.clone(),
            || apart.stated.clone(),
        );
    }
    true
}

/// Adds what [`tell_side`] adds by the assumptions and the invariants, with as few of the first ones of these as the
/// sign needs. Returns the fact.
fn tell_side_with(known: &mut Knowledge<'_>, apart: &Apart, invariants: u32) -> Option<u32> {
    let difference = difference_of(&known.egraph, apart.equality)?;
    let mut tell = |count: u32| {
        let range = range_counting(known, &difference, apart.point, count);
        beside_zero(difference.clone(), &range)
    };
    let mut form = tell(invariants)?;
    let (mut least, mut most) = (0, invariants);
    while least < most {
        let middle = least + (most - least) / 2;
        match tell(middle) {
            Some(told) => (form, most) = (told, middle),
            None => least = middle + 1,
        }
    }
    known.add(Fact {
        by_invariants: Some(most),
        ..Fact::new(
            form?,
            Relation::AtLeastZero,
            apart.point,
            apart.given.clone(),
            apart.origin.clone(),
            apart.stated.clone(),
        )
    })
}

/// The range of a form by the first `count` invariants: an induction may still drop later ones.
fn range_counting(
    known: &mut Knowledge<'_>,
    form: &Form,
    point: Option<Point>,
    count: u32,
) -> Range {
    let memo = std::mem::take(&mut known.ranges);
    let counted = known.facts.count_invariants(Some(count));
    let range = known.range_of_difference(form, point);
    known.facts.count_invariants(counted);
    known.ranges = memo;
    range
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::program::Column;
    use crate::term::{Expr, Operator};

    #[test]
    fn a_number_that_is_not_zero_and_not_negative_is_positive() {
        let (mut known, classes) = Knowledge::of_symbols(&[Range::at_least(0), Range::full()]);
        let mut disequalities = Disequalities::default();
        let zero = known.egraph.integer(0);
        for class in &classes {
            let equality = known.egraph.apply(Operator::Eq, &[*class, zero]);
            let stated = Stated {
                condition: Expr::integer(1),
                given: vec![],
            };
            disequalities.push(Apart {
                equality,
                point: None,
                given: vec![],
                origin: FactOrigin::Type(Column::Symbol(0)),
                stated: Arc::new(stated),
            });
        }
        disequalities
            .waiting
            .retain(|it| !tell_side(&mut known, it));
        // The sign of the second one is still unknown.
        assert_eq!(disequalities.waiting.len(), 1);
        assert_eq!(known.range_at(classes[0], None), Range::at_least(1));
    }
}
