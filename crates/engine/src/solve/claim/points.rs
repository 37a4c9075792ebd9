//! Evaluates a claim at sample points before it is proved. Two points with different outcomes make a proof impossible.

use super::canonical::symbols;
use super::outcome::Outcome;
use crate::number::{self, Int, Range};
use crate::program::Column;
use crate::proof::Sequent as Claim;
use crate::term::condition::{self, as_negated};
use crate::term::{Expr, Operator};
use calipers_support::order::Order;
use calipers_support::random::Random;
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

/// Maximum number of operators that are evaluated at all points.
pub(super) const FEW_POINTS: usize = 20_000;

/// The outcome at all points, if they are few and have the same one.
pub(super) fn outcome(claim: &Claim) -> Option<Outcome> {
    let mut seen = [false; 2];
    let mut visit = |value: Int| {
        seen[usize::from(!value.is_zero())] = true;
        seen != [true; 2]
    };
    claim.each_value(&mut { FEW_POINTS }, &mut visit)?;
    match seen {
        [false, false] => Some(Outcome::Unreachable),
        [false, true] => Some(Outcome::Proved),
        [true, false] => Some(Outcome::Refuted),
        [true, true] => None,
    }
}

/// The number of sample points, of those that are tried first, and of those where only a counterexample is left to find.
pub(super) const TRIES: usize = 160;
pub(super) const MANY: usize = 1600;
pub(super) const FEW: usize = 16;
/// The number of points that satisfy the assumptions after which sampling stops.
const ENOUGH: usize = 40;

/// The number of points that are repaired where they do not satisfy the assumptions.
const REPAIRS: usize = 60;
/// Maximum number of steps of a repair.
const STEPS: usize = 4;

/// Evaluates a claim at that many points.
pub(super) fn attempt(claim: &Claim, tries: usize) -> Tried {
    let mut tried = Tried::default();
    each_sample(claim, tries, |point| {
        match truth(&claim.goal, &point) {
            Some(true) if tried.holds.is_none() => tried.holds = Some(point),
            Some(false) if tried.fails.is_none() => tried.fails = Some(point),
            _ => {}
        }
        tried.holds.is_none() || tried.fails.is_none()
    });
    tried
}

/// Samples that many points and visits those that satisfy the assumptions of a claim, until a visit returns `false` or
/// enough were visited.
pub(super) fn each_sample(claim: &Claim, tries: usize, mut visit: impl FnMut(Assignment) -> bool) {
    let (ranges, assumptions) = (&claim.ranges, &claim.assumptions);
    let mut constants = vec![Int::ZERO, Int::ONE, Int::NEG_ONE];
    for term in assumptions.iter().chain([&claim.goal]) {
        collect_constants(term, &mut constants);
    }
    let mut random = Random::new(0);
    let mut satisfying = 0;
    let mut repairs = match tries > FEW {
        true => REPAIRS,
        false => 0,
    };
    for _ in 0..tries {
        let mut point: Assignment = ranges
            .iter()
            .map(|(&number, range)| (number, near_constant(&mut random, range, &constants)))
            .collect();
        let is_satisfied = assumptions.iter().all(|it| truth(it, &point) == Some(true));
        if !is_satisfied {
            repairs = match repairs.checked_sub(1) {
                Some(left) if repair(&mut point, ranges, assumptions) => left,
                Some(left) => {
                    repairs = left;
                    continue;
                }
                None => continue,
            };
        }
        satisfying += 1;
        if !visit(point) || satisfying >= ENOUGH {
            break;
        }
    }
}

/// Whether a condition is true at a point.
pub(super) fn truth(term: &Expr<Column>, point: &Assignment) -> Option<bool> {
    Some(!value(term, point)?.is_zero())
}

/// The value of a term at a point.
pub(super) fn value(term: &Expr<Column>, point: &Assignment) -> Option<Int> {
    term.evaluate(&|column: &Column| match column {
        Column::Symbol(number) => point.get(number).cloned(),
        _ => None,
    })
}

/// Changes a variable of each violated assumption until all are satisfied, as if the assumption were linear in the
/// variable. Whether that succeeds.
fn repair(
    point: &mut Assignment,
    ranges: &BTreeMap<u32, Range>,
    assumptions: &[Expr<Column>],
) -> bool {
    for _ in 0..STEPS {
        let mut violated = assumptions
            .iter()
            .filter(|it| truth(it, point) != Some(true));
        let Some(first) = violated.next() else {
            return true;
        };
        let mut symbols: Vec<u32> = symbols(first).into_iter().collect();
        symbols.order();
        let changed = symbols.into_iter().find_map(|number| {
            let moved = solution(first, number, point)?;
            let mut other = point.clone();
            other.insert(number, moved.clone());
            let is_solution =
                ranges.get(&number)?.contains(&moved) && truth(first, &other) == Some(true);
            is_solution.then_some(other)
        });
        match changed {
            Some(changed) => *point = changed,
            None => return false,
        }
    }
    assumptions.iter().all(|it| truth(it, point) == Some(true))
}

/// The value of a variable nearest to its own for which a comparison holds, if both sides are linear in the variable.
fn solution(comparison: &Expr<Column>, number: u32, point: &Assignment) -> Option<Int> {
    let is_negated = as_negated(comparison);
    let Expr::Apply(operator, sides) = is_negated.unwrap_or(comparison) else {
        return None;
    };
    let own = point.get(&number)?;
    let room = |at: &Int| {
        let mut other = point.clone();
        other.insert(number, at.clone());
        let difference = value(&sides[1], &other)? - value(&sides[0], &other)?;
        Some(match is_negated.is_some() {
            true => -difference - Int::ONE,
            false => difference,
        })
    };
    let here = room(own)?;
    let slope = room(&(own + Int::ONE))? - &here;
    // The room is to be 0, or at least 0.
    let step = match (operator, is_negated.is_some()) {
        (Operator::Eq, false) if !slope.is_zero() && (&here % &slope).is_zero() => -(here / slope),
        (Operator::Le, _) if slope.is_negative() => number::floor_div(&here, &-slope)?,
        (Operator::Le, _) => number::ceil_div(&-here, &slope)?,
        _ => return None,
    };
    Some(own + step)
}

/// Whether the assumptions hold at a point, where each variable is in its range, but not the goal.
pub(super) fn violates(claim: &Claim, point: &Assignment) -> bool {
    let mut ranges = claim.ranges.iter();
    ranges.all(|(number, range)| point.get(number).is_none_or(|it| range.contains(it)))
        && fails(&claim.assumptions, &claim.goal, point)
}

/// Whether the assumptions hold at a point, but not the claim.
fn fails(assumptions: &[Expr<Column>], claim: &Expr<Column>, point: &Assignment) -> bool {
    assumptions.iter().all(|it| truth(it, point) == Some(true))
        && truth(claim, point) == Some(false)
}

/// Reduces a counterexample: a point that satisfies the assumptions but not the claim, with values closer to 0.
pub(super) fn nearest(
    ranges: &BTreeMap<u32, Range>,
    assumptions: &[Expr<Column>],
    claim: &Expr<Column>,
    mut point: Assignment,
) -> Assignment {
    const ROUNDS: usize = 4;
    let fails = |point: &Assignment| fails(assumptions, claim, point);
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

/// A value in a range, near a constant of the claim.
fn near_constant(random: &mut Random, range: &Range, constants: &[Int]) -> Int {
    let near = &constants[random.below(constants.len())];
    let spread = [2, 6, 20, 100][random.below(4)];
    let offset = Int::from(random.below(2 * spread + 1)) - Int::from(spread);
    let value = near + offset;
    let congruence = range.congruence();
    let value = congruence.round_up(&value).unwrap_or(value);
    match (range.lower(), range.upper()) {
        (Some(lower), _) if value < *lower => lower.clone(),
        (_, Some(upper)) if value > *upper => upper.clone(),
        _ => value,
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
