//! Proof by enumeration of all points.

use super::Sequent;
use calipers_number::Int;
use calipers_program::Column;
use calipers_program::term::condition;

/// The maximum number of operators that are evaluated in an enumeration.
pub const MAX_POINTS_WORK: usize = 100_000;

impl Sequent {
    /// Whether the goal holds at all points that satisfy the assumptions, by enumeration; none if that exceeds the
    /// budget `work`, from which the cost is subtracted, or if a number exceeds the cap.
    pub fn holds_at_all_points(&self, work: &mut usize) -> Option<bool> {
        let limit = (*work).min(MAX_POINTS_WORK);
        let sizes = self.terms().map(|it| condition::size(it, MAX_POINTS_WORK));
        let size: usize = sizes.sum();
        let mut count = 1usize;
        let mut axes: Vec<(u32, Vec<Int>)> = vec![];
        for (&number, range) in &self.ranges {
            let step = match range.congruence().modulus() {
                zero if zero.is_zero() => Int::ONE,
                step => step.clone(),
            };
            if range.is_empty() {
                return Some(true);
            }
            let (lower, upper) = (range.lower()?, range.upper()?);
            let width = usize::try_from((upper - lower) / &step).ok()?;
            count = count.checked_mul(width.checked_add(1)?)?;
            if count.checked_mul(size)? > limit {
                return None;
            }
            let values = (0..=width).map(|n| lower + &step * Int::from(n));
            axes.push((number, values.collect()));
        }
        *work -= count.checked_mul(size)?.min(*work);
        for index in 0..count {
            let mut rest = index;
            let point: Vec<(u32, &Int)> = axes
                .iter()
                .map(|(number, values)| {
                    let value = &values[rest % values.len()];
                    rest /= values.len();
                    (*number, value)
                })
                .collect();
            let value = |column: &Column| match column {
                Column::Symbol(number) => {
                    let position = point.binary_search_by_key(number, |(number, _)| *number);
                    position.ok().map(|position| point[position].1.clone())
                }
                _ => None,
            };
            let mut satisfied = true;
            for assumption in &self.assumptions {
                if assumption.evaluate(&value)?.is_zero() {
                    satisfied = false;
                    break;
                }
            }
            if satisfied && self.goal.evaluate(&value)?.is_zero() {
                return Some(false);
            }
        }
        Some(true)
    }
}
