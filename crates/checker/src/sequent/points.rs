//! Proof by enumeration of all points.

use super::Sequent;
use calipers_number::Int;
use calipers_program::Column;
use calipers_program::term::condition;

/// The maximum number of operators that are evaluated in an enumeration.
pub const MAX_POINTS_WORK: usize = 100_000;

impl Sequent {
    /// Whether the goal holds at all points that satisfy the assumptions; by [`each_value`](Sequent::each_value).
    pub fn holds_at_all_points(&self, work: &mut usize) -> Option<bool> {
        self.each_value(work, &mut |value| !value.is_zero())
    }

    /// Visits the value of the goal at each point that satisfies the assumptions, while `visit` is true. Whether it was for
    /// all; none if that exceeds the budget `work`, from which the cost is subtracted, or if a number exceeds the cap.
    pub fn each_value(&self, work: &mut usize, visit: &mut dyn FnMut(Int) -> bool) -> Option<bool> {
        let sizes = self.terms().map(|it| condition::size(it, MAX_POINTS_WORK));
        let size: usize = sizes.sum();
        let mut total = size;
        let mut axes: Vec<(u32, Vec<Int>)> = vec![];
        for (&number, range) in &self.ranges {
            let step = range.congruence().modulus().clone().max(Int::ONE);
            if range.is_empty() {
                return Some(true);
            }
            let (lower, upper) = (range.lower()?, range.upper()?);
            let width = usize::try_from((upper - lower) / &step).ok()?;
            total = total.checked_mul(width.checked_add(1)?)?;
            (total <= (*work).min(MAX_POINTS_WORK)).then_some(())?;
            let values = (0..=width).map(|n| lower + &step * Int::from(n));
            axes.push((number, values.collect()));
        }
        *work -= total.min(*work);
        for mut rest in 0..total / size {
            let chosen = axes.iter().map(|(number, values)| {
                let value = &values[rest % values.len()];
                rest /= values.len();
                (*number, value)
            });
            let point: Vec<(u32, &Int)> = chosen.collect();
            let value = |column: &Column| match column {
                Column::Symbol(number) => {
                    let position = point.binary_search_by_key(number, |(number, _)| *number);
                    position.ok().map(|position| point[position].1.clone())
                }
                _ => None,
            };
            let mut satisfied = true;
            for assumption in &self.assumptions {
                satisfied = satisfied && !assumption.evaluate(&value)?.is_zero();
            }
            if satisfied && !visit(self.goal.evaluate(&value)?) {
                return Some(false);
            }
        }
        Some(true)
    }
}
