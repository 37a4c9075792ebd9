//! Evaluates a claim at sample points before it is proved. Two points with different outcomes make a proof impossible.

use crate::number::{Int, Range};
use crate::program::Column;
use crate::proof::Sequent as Claim;
use crate::term::Expr;
use crate::term::condition;
use std::collections::BTreeMap;

/// The results of the evaluation.
#[derive(Clone, Default, Debug)]
pub struct Tried {
    /// A point that satisfies the assumptions and the claim.
    pub holds: Option<Assignment>,
    /// A point that satisfies the assumptions, but not the claim.
    pub fails: Option<Assignment>,
}

/// Values of the variables.
pub type Assignment = BTreeMap<u32, Int>;

/// The number of sample points, and of those that are tried first.
pub(super) const TRIES: usize = 160;
pub(super) const FEW: usize = 16;
/// The number of points that satisfy the assumptions after which sampling stops.
const ENOUGH: usize = 40;

/// Evaluates a claim at that many points.
pub(super) fn attempt(claim: &Claim, tries: usize) -> Tried {
    let (ranges, assumptions, claim) = (&claim.ranges, &claim.assumptions, &claim.goal);
    let mut constants = vec![Int::ZERO, Int::ONE, Int::NEG_ONE];
    for term in assumptions.iter().chain([claim]) {
        collect_constants(term, &mut constants);
    }
    let mut random = Random(0x9e37_79b9_7f4a_7c15);
    let mut tried = Tried::default();
    let mut satisfying = 0;
    for _ in 0..tries {
        let point: Assignment = ranges
            .iter()
            .map(|(&number, range)| (number, random.value(range, &constants)))
            .collect();
        let value = |column: &Column| match column {
            Column::Symbol(number) => point.get(number).cloned(),
            _ => None,
        };
        let truth = |term: &Expr<Column>| Some(!term.evaluate(&value)?.is_zero());
        if !assumptions.iter().all(|term| truth(term) == Some(true)) {
            continue;
        }
        satisfying += 1;
        match truth(claim) {
            Some(true) if tried.holds.is_none() => tried.holds = Some(point),
            Some(false) if tried.fails.is_none() => tried.fails = Some(point),
            _ => {}
        }
        if satisfying >= ENOUGH || (tried.holds.is_some() && tried.fails.is_some()) {
            break;
        }
    }
    tried
}

/// Reduces a counterexample: a point that satisfies the assumptions but not the claim, with values closer to 0.
pub(super) fn nearest(
    ranges: &BTreeMap<u32, Range>,
    assumptions: &[Expr<Column>],
    claim: &Expr<Column>,
    mut point: Assignment,
) -> Assignment {
    const ROUNDS: usize = 4;
    let fails = |point: &Assignment| {
        let value = |column: &Column| match column {
            Column::Symbol(number) => point.get(number).cloned(),
            _ => None,
        };
        let truth = |term: &Expr<Column>| Some(!term.evaluate(&value)?.is_zero());
        assumptions.iter().all(|term| truth(term) == Some(true)) && truth(claim) == Some(false)
    };
    for _ in 0..ROUNDS {
        let before = point.clone();
        for (number, range) in ranges {
            let Some(own) = point.get(number).cloned() else {
                continue;
            };
            let toward = match own < Int::ZERO {
                true => Int::ONE,
                false => Int::NEG_ONE,
            };
            let tries = [Int::ZERO, Int::ONE, &own / &Int::from(2), &own + toward];
            let nearer = tries.into_iter().find(|value| {
                let is_nearer = value.magnitude() < own.magnitude() && range.contains(value);
                is_nearer
                    && fails(&{
                        let mut other = point.clone();
                        other.insert(*number, value.clone());
                        other
                    })
            });
            if let Some(nearer) = nearer {
                point.insert(*number, nearer);
            }
        }
        if point == before {
            break;
        }
    }
    point
}

fn collect_constants(term: &Expr<Column>, found: &mut Vec<Int>) {
    const MAX: usize = 24;
    match term {
        Expr::Integer(value) if found.len() < MAX => found.push(value.clone()),
        Expr::Apply(_, arguments) if found.len() < MAX => arguments
            .iter()
            .for_each(|argument| collect_constants(argument, found)),
        _ => {}
    }
}

/// Xorshift (G. Marsaglia, "Xorshift RNGs", 2003) with a fixed seed, so that the points are reproducible.
struct Random(u64);

impl Random {
    fn below(&mut self, limit: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 16) as usize % limit.max(1)
    }

    /// A value in a range, near a constant of the claim.
    fn value(&mut self, range: &Range, constants: &[Int]) -> Int {
        let near = &constants[self.below(constants.len())];
        let spread = [2, 6, 20, 100][self.below(4)];
        let offset = Int::from(self.below(2 * spread + 1)) - Int::from(spread);
        let value = near + offset;
        let congruence = range.congruence();
        let value = congruence.round_up(&value).unwrap_or(value);
        match (range.lower(), range.upper()) {
            (Some(lower), _) if value < *lower => lower.clone(),
            (_, Some(upper)) if value > *upper => upper.clone(),
            _ => value,
        }
    }
}

/// Whether terms are few and small enough to be evaluated and split.
pub(super) fn is_small<'t>(terms: impl Iterator<Item = &'t Expr<Column>>) -> bool {
    const MAX: usize = 400;
    let mut left = MAX;
    for term in terms {
        let size = condition::size(term, left);
        if size >= left {
            return false;
        }
        left -= size;
    }
    true
}
