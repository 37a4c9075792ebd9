//! Residuals: the part of a constraint that must still be tested when another one is known to hold.

use super::algebra::Constraint;
use super::predicate::Predicate;
use super::satisfy::{Answer, satisfy_within};
use super::simplify::measure;
use super::sort::Sort;

/// The minimum and maximum number of attempts to remove a part of a predicate.
const ATTEMPTS: [usize; 2] = [40, 300];

/// The maximum total work of these attempts; one attempt at a predicate of N parts counts as N².
const MAX_WORK: usize = 3_000_000;

/// The maximum number of cases of the decision procedure in all attempts together.
const MAX_CASES: u32 = 100_000;

impl Constraint {
    /// The residual `C \ T`: the tests of this constraint that remain where `known` holds. On data that satisfy
    /// `known`, it is equivalent to this constraint. It never costs more tests ([`Predicate::cost`]), and is
    /// [`Predicate::ANY`] if `known` implies this constraint.
    ///
    /// ```
    /// use calipers::concept::Concepts;
    /// let concepts = Concepts::embedded();
    /// let of = |text: &str| concepts.parse(text).expect("it is a concept");
    /// let (wanted, known) = (of("(tensor-of (integer signless 8))"), of("(tensor-of integer)"));
    /// let left = wanted.residual(&known);
    /// assert_eq!(left.predicate.to_string(), "(element (and (signedness signless) (width 8)))");
    /// assert!(left.predicate.cost() < wanted.predicate.cost());
    /// ```
    pub fn residual(&self, known: &Constraint) -> Constraint {
        let known = known.predicate.unnamed();
        let plain = self.predicate.unnamed();
        let mut best = pruned(self.sort, &plain, &known);
        if best.cost() == 0 {
            return Constraint::new(self.sort, best);
        }
        let simple = self.simplified().predicate;
        let candidate = pruned(self.sort, &simple, &known);
        if measure(&candidate) < measure(&best) {
            best = candidate;
        }
        let again = Constraint::new(self.sort, best.clone())
            .simplified()
            .predicate;
        if measure(&again) < measure(&best) {
            best = again;
        }
        Constraint::new(self.sort, best)
    }
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
