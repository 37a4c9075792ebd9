//! Disequalities: a difference that is not 0 is at least 1 once one knows that it is not negative.

use super::assert::difference_of;
use super::facts::{FactOrigin, Relation, Stated};
use super::knowledge::Knowledge;
use crate::number::{Int, Range};
use crate::program::Point;
use crate::term::{Form, Id};
use std::sync::Arc;

/// Limit of the queued disequalities.
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

/// The disequalities that wait until a query passes their points.
#[derive(Default, Debug)]
pub(super) struct Disequalities {
    waiting: Vec<Apart>,
}

impl Disequalities {
    /// Queues a disequality, unless there are too many.
    pub(super) fn push(&mut self, apart: Apart) {
        if self.waiting.len() < MAX_APART {
            self.waiting.push(apart);
        }
    }

    /// Tries to find the sign of each queued disequality whose point dominates `point`. The facts visible at its own
    /// point do not change any more, so each one is tried once.
    pub(super) fn settle(&mut self, known: &mut Knowledge<'_>, point: Point) {
        if self.waiting.is_empty() || known.facts.assumptions().next().is_some() {
            return;
        }
        let path = known.points.path(point);
        let (mut passed, ahead) = std::mem::take(&mut self.waiting)
            .into_iter()
            .partition::<Vec<Apart>, _>(|it| it.point.is_none_or(|from| path.passes(from)));
        self.waiting = ahead;
        // A sign that was found may determine the sign of another difference.
        loop {
            let before = passed.len();
            passed.retain(|apart| !tell_side(known, apart));
            if passed.is_empty() || passed.len() == before {
                break;
            }
        }
    }
}

/// Adds `d >= 1` if `d != 0` and `d >= 0` (or `d <= -1` if `d <= 0`). Returns whether the sign of `d` is known.
fn tell_side(known: &mut Knowledge<'_>, apart: &Apart) -> bool {
    let Some(difference) = difference_of(&known.egraph, apart.equality) else {
        return false;
    };
    let range = lasting_range(known, &difference, apart.point);
    let form = match (range.lower(), range.upper()) {
        (Some(lower), _) if lower.is_zero() => difference,
        (_, Some(upper)) if upper.is_zero() => difference.neg(),
        _ => return false,
    };
    if let Some(form) = form.add_constant(&Int::NEG_ONE) {
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

/// The range of a form by lasting facts only. It ignores invariants, since an induction may still drop them.
fn lasting_range(known: &mut Knowledge<'_>, form: &Form, point: Option<Point>) -> Range {
    if !known.facts.has_invariants() {
        return known.range_of_goal(form, point);
    }
    let memo = std::mem::take(&mut known.ranges);
    let counted = known.facts.count_invariants(Some(0));
    let range = known.range_of_goal(form, point);
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
