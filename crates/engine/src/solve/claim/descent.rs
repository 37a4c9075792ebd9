//! Small values of goals that are numbers: sample points, and steps of single variables from there.

use super::points::{Assignment, TRIES, each_sample, truth, value};
use crate::number::{Int, Range};
use crate::proof::Sequent as Claim;
use std::collections::BTreeMap;

/// Maximum number of steps of a descent to a small value.
const DESCENTS: usize = 48;
/// Maximum number of times that a step is doubled. A value that still decreases then is taken for unbounded.
const DOUBLINGS: usize = 48;

/// The smallest value of the goal, a number, at sample points that satisfy the assumptions, after it was reduced by
/// steps of single variables. `None` if no sample satisfies them, or the values continue to decrease, as far as `limit`
/// or for many steps.
///
/// Costs a few hundred evaluations of the terms.
pub(super) fn smallest(claim: &Claim, limit: Option<&Int>) -> Option<Int> {
    let start = lowest_samples(claim, limit, 1).pop()?;
    let (least, _) = reduced(claim, start, None, Choice::First)?;
    limit.is_none_or(|limit| least >= *limit).then_some(least)
}

/// The same from several samples, whose steps are chosen in two ways, and with variables at the ends of their ranges.
///
/// Costs a few thousand evaluations of the terms.
pub(super) fn smallest_of_many(claim: &Claim, limit: Option<&Int>) -> Option<Int> {
    /// Number of samples that are reduced: the value of one may be least without being the least of all.
    const STARTS: usize = 4;
    let by_all = |start: &(Int, Assignment), fixed: Option<u32>| {
        Choice::ALL.map(|choice| reduced(claim, start.clone(), fixed, choice))
    };
    let starts = lowest_samples(claim, limit, STARTS);
    let all = starts.iter().flat_map(|start| by_all(start, None));
    let (least, point) = all.flatten().min_by(|a, b| a.0.cmp(&b.0))?;
    // Where another variable limits the steps, it may first have to be at an end of its range.
    let least = at_ends(&point, &claim.ranges)
        .filter(|(_, other)| holds(claim, other))
        .filter_map(|(number, other)| Some((number, (value(&claim.goal, &other)?, other))))
        .flat_map(|(number, start)| by_all(&start, Some(number)))
        .flatten()
        .map(|it| it.0)
        .fold(least, Int::min);
    limit.is_none_or(|limit| least >= *limit).then_some(least)
}

/// Whether the goal has a value below a limit, at a sample or at a point that is reached from the lowest of them.
pub(super) fn reaches(claim: &Claim, limit: &Int) -> bool {
    let start = lowest_samples(claim, Some(limit), 1).pop();
    let is_below = |start: (Int, Assignment)| {
        start.0 < *limit
            || reduced(claim, start, None, Choice::First).is_none_or(|(least, _)| least < *limit)
    };
    start.is_some_and(is_below)
}

/// The sample points with the lowest values of the goal, lowest first, one for each value.
fn lowest_samples(claim: &Claim, limit: Option<&Int>, count: usize) -> Vec<(Int, Assignment)> {
    let mut lowest: Vec<(Int, Assignment)> = vec![];
    each_sample(claim, TRIES, |point| {
        if let Some(value) = value(&claim.goal, &point) {
            let place = lowest.partition_point(|it| it.0 < value);
            if place < count && lowest.get(place).is_none_or(|it| it.0 != value) {
                lowest.insert(place, (value, point));
                lowest.truncate(count);
            }
        }
        let is_far = |it: &(Int, Assignment)| limit.is_some_and(|limit| it.0 < *limit);
        !lowest.first().is_some_and(is_far)
    });
    lowest
}

/// Which step a descent takes of those that lower the value.
#[derive(Clone, Copy, Debug)]
enum Choice {
    First,
    Lowest,
}

impl Choice {
    const ALL: [Choice; 2] = [Choice::First, Choice::Lowest];
}

/// Whether a point satisfies the assumptions.
fn holds(claim: &Claim, point: &Assignment) -> bool {
    let mut assumptions = claim.assumptions.iter();
    assumptions.all(|it| truth(it, point) == Some(true))
}

/// The value of the goal at a point, and the point, after steps of single variables that lower it, but not of `fixed`; `None` if it continues to decrease for many steps.
fn reduced(
    claim: &Claim,
    (mut least, mut point): (Int, Assignment),
    fixed: Option<u32>,
    choice: Choice,
) -> Option<(Int, Assignment)> {
    let lower = |least: &Int, other: &Assignment| {
        let value = value(&claim.goal, other).filter(|value| value < least)?;
        holds(claim, other).then_some(value)
    };
    for _ in 0..DESCENTS {
        let next = {
            let mut steps = neighbours(&point, &claim.ranges)
                .filter(|(number, _)| Some(*number) != fixed)
                .filter_map(|(number, other)| Some((lower(&least, &other)?, number, other)));
            match choice {
                Choice::First => steps.next(),
                Choice::Lowest => steps.min_by(|a, b| a.0.cmp(&b.0)),
            }
        };
        let Some((value, number, other)) = next else {
            return Some((least, point));
        };
        let mut step = &other[&number] - point.get(&number).unwrap_or(&Int::ZERO);
        (least, point) = (value, other);
        // As far in this direction as steps of twice the length lead.
        let mut left = DOUBLINGS;
        loop {
            step *= Int::from(2);
            let moved = &point[&number] + &step;
            let is_within = claim
                .ranges
                .get(&number)
                .is_some_and(|it| it.contains(&moved));
            if !is_within {
                break;
            }
            let other = with(&point, number, moved);
            let Some(value) = lower(&least, &other) else {
                break;
            };
            left = left.checked_sub(1)?;
            (least, point) = (value, other);
        }
    }
    None
}

/// The points at which one variable has another value next to its own, far from it, or at an end of its range; with the
/// variable.
fn neighbours<'a>(
    point: &'a Assignment,
    ranges: &'a BTreeMap<u32, Range>,
) -> impl Iterator<Item = (u32, Assignment)> + 'a {
    const STEPS: [i64; 4] = [1 << 12, 16, 4, 1];
    ranges.iter().flat_map(move |(&number, range)| {
        let own = point.get(&number).cloned().unwrap_or(Int::ZERO);
        let near = STEPS.into_iter().flat_map(|step| [step, -step]);
        let near = near.map(|step| &own + Int::from(step));
        let values: Vec<Int> = near.chain(ends(range)).collect();
        let values = values.into_iter().filter(|value| range.contains(value));
        values.map(move |value| (number, with(point, number, value)))
    })
}

/// The points at which one variable is at an end of its range; with the variable.
fn at_ends<'a>(
    point: &'a Assignment,
    ranges: &'a BTreeMap<u32, Range>,
) -> impl Iterator<Item = (u32, Assignment)> + 'a {
    ranges.iter().flat_map(move |(&number, range)| {
        ends(range).map(move |end| (number, with(point, number, end)))
    })
}

fn ends(range: &Range) -> impl Iterator<Item = Int> + use<> {
    let ends = [range.lower().cloned(), range.upper().cloned()];
    ends.into_iter().flatten()
}

fn with(point: &Assignment, number: u32, value: Int) -> Assignment {
    let mut other = point.clone();
    other.insert(number, value);
    other
}
