//! Residuals: the part of a constraint that must still be tested when another one is known to hold.

use super::predicate::TestAlgebra;
use super::satisfy::{Answer, satisfy_within};
use super::simplify::measure;
use super::{ConstraintAlgebra, PredicateAlgebra};
use calipers_semantics::concept::{Constraint, Predicate, Sort};

/// The minimum and maximum number of attempts to remove a part of a predicate.
const ATTEMPTS: [usize; 2] = [40, 300];

/// The maximum total work of these attempts; one attempt at a predicate of N parts counts as N².
const MAX_WORK: usize = 3_000_000;

/// The maximum number of cases of the decision procedure in all attempts together.
const MAX_CASES: u32 = 100_000;

/// The implementation of [`ConstraintAlgebra::residual`].
pub(super) fn residual(wanted: &Constraint, known: &Constraint) -> Constraint {
    let known = known.predicate.unnamed();
    let plain = wanted.predicate.unnamed();
    let mut best = pruned(wanted.sort, &plain, &known);
    if best.cost() == 0 {
        return Constraint::new(wanted.sort, best);
    }
    let simple = wanted.simplified().predicate;
    let candidate = pruned(wanted.sort, &simple, &known);
    if measure(&candidate) < measure(&best) {
        best = candidate;
    }
    let again = Constraint::new(wanted.sort, best.clone())
        .simplified()
        .predicate;
    if measure(&again) < measure(&best) {
        best = again;
    }
    Constraint::new(wanted.sort, best)
}

/// Removes parts of the predicate that are irrelevant where `known` holds: replaces each part, the largest first, by
/// true and then by false, and keeps the replacement if the decision procedure proves equivalence.
pub(super) fn pruned(sort: Sort, predicate: &Predicate, known: &Predicate) -> Predicate {
    let mut cases = MAX_CASES;
    let mut differ = |a: &Predicate, b: &Predicate| {
        let only = Predicate::and([known.clone(), a.clone(), Predicate::not(b.clone())]);
        satisfy_within(sort, &only, &mut cases) != Answer::Nothing
    };
    let mut best = predicate.clone();
    let size = predicate.size() + known.size();
    let most = (MAX_WORK / (size * size)).clamp(ATTEMPTS[0], ATTEMPTS[1]);
    let (mut position, mut attempts) = (0, 0);
    while position < best.size() && attempts < most {
        let mut shorter = None;
        for holds in [true, false] {
            let candidate = replaced(&best, &mut position.clone(), holds);
            attempts += 1;
            if measure(&candidate) < measure(&best)
                && !differ(&candidate, predicate)
                && !differ(predicate, &candidate)
            {
                shorter = Some(candidate);
                break;
            }
        }
        match shorter {
            Some(candidate) => best = candidate,
            None => position += 1,
        }
    }
    best
}

/// The predicate with the part at that position (in pre-order) replaced by a constant.
fn replaced(predicate: &Predicate, position: &mut usize, holds: bool) -> Predicate {
    let Some(rest) = position.checked_sub(1) else {
        *position = usize::MAX;
        return Predicate::Constant(holds);
    };
    *position = rest;
    let mut each = |parts: &[Predicate]| -> Vec<Predicate> {
        let one = |part: &Predicate| match *position >= part.size() {
            true => {
                *position = position.saturating_sub(part.size());
                part.clone()
            }
            false => replaced(part, position, holds),
        };
        parts.iter().map(one).collect()
    };
    match predicate {
        Predicate::Constant(_) => predicate.clone(),
        Predicate::And(parts) => Predicate::and(each(parts)),
        Predicate::Or(parts) => Predicate::or(each(parts)),
        Predicate::Not(part) => Predicate::not(replaced(part, position, holds)),
        Predicate::Concept(_, body) => replaced(body, position, holds),
        Predicate::Test(test) => test.with_inner(|inner| replaced(inner, position, holds)),
    }
}
