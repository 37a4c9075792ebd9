//! An access that touches all that the others touch: its elements are as many as the interval has that contains the
//! indices of all of them.

use crate::answer::Count;
use crate::footprint::{Reach, Touched};
use crate::nest::{Known, exists_at};
use crate::space::{self, elements};
use calipers_engine::analysis::{Analysis, BoundKind, Variable, Verdict};
use calipers_program::term::Expr;
use calipers_program::{Column, Dominance, Point};

/// Limit of the accesses that are compared.
const MAX_ACCESSES: usize = 6;

/// The number of elements that accesses touch, if one of them touches all elements of an interval, and the others none
/// outside of it. Elements have one index.
pub(crate) fn covered(
    analysis: &mut Analysis<'_>,
    found: &[Touched],
    accesses: &[space::Access],
    outside: Point,
) -> Option<Count> {
    let (program, _) = analysis.engine().sources();
    let is_single = |it: &Touched| {
        it.reach == Reach::Elements(1)
            && it.lanes.is_empty()
            && it.guards.is_empty()
            && it.indices.len() == 1
    };
    if found.len() < 2 || found.len() > MAX_ACCESSES || !found.iter().all(is_single) {
        return None;
    }
    let places: Vec<(&Expr<Column>, Option<Point>)> = found
        .iter()
        .map(|it| (&it.indices[0], Point::before(program, it.op)))
        .collect();
    let dominance = Dominance::new();
    let exists = |column| exists_at(program, &dominance, column, outside);
    for (own, &(index, point)) in accesses.iter().zip(&places) {
        let mut known = Known {
            analysis,
            point: Some(outside),
        };
        let Ok(count) = elements(std::slice::from_ref(own), &exists, &mut known) else {
            continue;
        };
        if !count.is_exact() {
            continue;
        }
        let lower = analysis.bound(BoundKind::Lower, Variable::term(index.clone()));
        let lower = match point {
            Some(point) => lower.at(point),
            None => lower,
        };
        let lower = lower.semi_affine(true).in_terms_of(exists).compute();
        let Some(first) = lower.ok().and_then(|bound| bound.as_term()) else {
            continue;
        };
        let end = Expr::sum(first.clone(), count.term.clone());
        let is_within = |&(index, point): &(&Expr<Column>, Option<Point>)| {
            let inside = [
                Expr::at_most(first.clone(), index.clone()),
                Expr::less(index.clone(), end.clone()),
            ];
            inside
                .iter()
                .all(|claim| analysis.prove_at(claim, point) == Verdict::Proved)
        };
        if places.iter().all(is_within) {
            return Some(count);
        }
    }
    None
}
