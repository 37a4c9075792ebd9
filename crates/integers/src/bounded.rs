//! Inequalities that are unbounded on the polyhedron: there is a direction in which they grow while no inequality
//! falls. If integers satisfy the others, a step far enough in that direction satisfies these, too.

use super::coordinates::{Coordinates, GaveUp};
use super::search::{Derived, Inequality, nonzero};
use super::simplex::{Bound, Simplex};
use calipers_number::{Int, floor_div, gcd};

/// The rows that matter, and how to satisfy the others.
pub(crate) struct Bounded {
    pub(crate) rows: Vec<usize>,
    /// Directions over the variables; the rows that one of them drops stay the same in those after it.
    directions: Vec<Vec<Int>>,
}

/// The rows that are bounded on the polyhedron. Costs a feasibility check for each direction.
pub(crate) fn bounded_rows(
    coordinates: &Coordinates,
    rows: &[Derived],
    pivots: &mut usize,
) -> Result<Bounded, GaveUp> {
    let free = coordinates.free();
    // Only whether there is a direction matters, not why there is none.
    let at = |value: Int| Bound { value, reason: 0 };
    let mut found = Bounded {
        rows: (0..rows.len()).collect(),
        directions: vec![],
    };
    while !found.rows.is_empty() {
        let mut simplex = Simplex::new(free.len());
        let mut sum = vec![Int::ZERO; free.len()];
        let mut conflict = false;
        for &row in &found.rows {
            let entries: Vec<Int> = free
                .iter()
                .map(|&it| rows[row].vector.entries[it].clone())
                .collect();
            for (total, entry) in sum.iter_mut().zip(&entries) {
                *total += entry;
            }
            let parts: Vec<(usize, Int)> = nonzero(&entries).collect();
            let variable = simplex.define(&parts)?;
            conflict |= simplex.at_least(variable, at(Int::ZERO)).is_err();
        }
        let parts: Vec<(usize, Int)> = nonzero(&sum).collect();
        let total = simplex.define(&parts)?;
        conflict |= simplex.at_least(total, at(Int::ONE)).is_err();
        if conflict || simplex.check(pivots)?.is_some() {
            break;
        }
        // The values times their common denominator.
        let mut scale = Int::ONE;
        for variable in 0..free.len() {
            let (_, denominator) = simplex.value(variable);
            let common = gcd(&scale, denominator);
            scale = &scale * denominator / &common;
        }
        let direction: Vec<Int> = (0..free.len())
            .map(|variable| {
                let (numerator, denominator) = simplex.value(variable);
                numerator * &(&scale / denominator)
            })
            .collect();
        let grows = |row: &usize| {
            let parts = free.iter().zip(&direction);
            let slope: Int = parts
                .map(|(&it, value)| &rows[*row].vector.entries[it] * value)
                .sum();
            slope > Int::ZERO
        };
        let (growing, rest): (Vec<usize>, Vec<usize>) = found.rows.iter().partition(|it| grows(it));
        if growing.is_empty() {
            return Err(GaveUp);
        }
        found.rows = rest;
        let values = free.iter().copied().zip(direction);
        let values: Vec<(usize, Int)> = values.collect();
        found.directions.push(coordinates.direction(&values));
    }
    Ok(found)
}

impl Bounded {
    /// Moves a point that satisfies the bounded rows so that it satisfies all of them.
    pub(crate) fn satisfy(&self, point: &mut [Int], inequalities: &[Inequality]) {
        for direction in self.directions.iter().rev() {
            let mut steps = Int::ZERO;
            for inequality in inequalities {
                let form = &inequality.form;
                let slope: Int = form.terms().iter().map(|(v, k)| k * &direction[*v]).sum();
                let value = super::value_of(form, point);
                if slope > Int::ZERO && value.is_negative() {
                    let needed = -floor_div(&value, &slope).unwrap_or(Int::ZERO);
                    steps = steps.max(needed);
                }
            }
            for (value, by) in point.iter_mut().zip(direction) {
                *value += &steps * by;
            }
        }
    }
}
