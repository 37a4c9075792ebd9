//! Numbers that are taken for the limits of types. Proofs about products rarely need them, and they make the search longer.

use super::Ranges;
use crate::number::{Int, Range};
use crate::program::Column;
use crate::proof::Sequent as Claim;
use crate::term::{Expr, Operator};

type Term = Expr<Column>;

/// Number of bits of an end of a range that is taken for the limit of a type.
const FAR: usize = 31;

/// Without the ends of ranges and the bounds of terms that are taken for the limits of types, which proofs about products
/// rarely need; `None` if there are none.
pub(super) fn without_types(claim: &Claim) -> Option<Claim> {
    let far = Int::ONE << FAR;
    let ranges = without_ends(claim, |upper| upper + Int::ONE < far);
    let mut general = ranges.unwrap_or_else(|| claim.clone());
    general.assumptions.retain(|it| !is_limit(it));
    (general != *claim).then_some(general)
}

/// Whether a number is taken for the limit of a type.
pub(super) fn is_type_limit(number: &Int) -> bool {
    let above = number.magnitude() + Int::ONE;
    above >= Int::ONE << FAR
}

/// Whether an assumption in canonical form compares a term with a number that is taken for the limit of a type.
fn is_limit(assumption: &Term) -> bool {
    let Expr::Apply(Operator::Le, sides) = assumption else {
        return false;
    };
    let is_far = |part: &Term| matches!(part, Expr::Integer(number) if is_type_limit(number));
    match &sides[1] {
        Expr::Apply(Operator::Add, parts) => parts.iter().any(is_far),
        other => is_far(other),
    }
}

/// Without upper ends of ranges, and without lower ends at the limits of types; `None` if there are none.
pub(super) fn without_limits(claim: &Claim) -> Option<Claim> {
    without_ends(claim, |_| false)
}

/// Without upper ends of ranges, except for some, and without lower ends at the limits of types; `None` if there are none.
fn without_ends(claim: &Claim, is_kept: impl Fn(&Int) -> bool) -> Option<Claim> {
    let far = -(Int::ONE << FAR);
    let without = |range: &Range| {
        if range.as_constant().is_some() {
            return range.clone();
        }
        let lower = range.lower().filter(|lower| **lower > far);
        let upper = range.upper().filter(|upper| is_kept(upper));
        let lower = lower.cloned().map_or_else(Range::full, Range::at_least);
        let upper = upper.cloned().map_or_else(Range::full, Range::at_most);
        let ends = lower.intersect(&upper);
        Range::new(ends.interval().clone(), range.congruence())
    };
    let ranges = claim.ranges.iter().map(|(&it, range)| (it, without(range)));
    let ranges: Ranges = ranges.collect();
    (ranges != claim.ranges).then(|| Claim {
        ranges,
        ..claim.clone()
    })
}
