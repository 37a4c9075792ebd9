//! The point of a basis in rounded numbers: whether the optimum can be of use is known before it is computed exactly.
//!
//! A point that satisfies the rows, at which the objective is small, shows that no multipliers give a greater bound. If
//! it satisfies them up to errors of rounding, an exact answer would very probably be of no use either; nothing is
//! concluded but that.

use super::entry::Entry;
use super::problem::{Problem, Relation};
use super::tableau::Equations;
use crate::number::Int;

/// The part of its largest summand by which the value of a row may be wrong.
const PRECISION: f64 = 1e-9;

/// The part of its largest summand by which the objective must be below a useful bound.
const MARGIN: f64 = 1e-6;

/// Smaller pivots, after equilibration, are errors of rounding.
const NEGLIGIBLE: f64 = 1e-12;

/// The rows that are 0 at the point of a basis, in ascending order, if the point satisfies all rows and the objective is
/// below the least useful bound there. Costs the cube of the number of variables.
pub(super) fn below_use(problem: &Problem, basis: &[Option<usize>]) -> Option<Vec<usize>> {
    let useful = finite(problem.useful()?)?;
    let point = point(problem, basis)?;
    let value = |form: &crate::number::Linear<usize>| {
        let constant = finite(form.constant())?;
        let mut terms = form.terms().iter();
        terms.try_fold(
            (constant, constant.abs()),
            |(sum, largest), (variable, k)| {
                let summand = finite(k)? * point.get(*variable)?;
                Some((sum + summand, largest.max(summand.abs())))
            },
        )
    };
    let (objective, largest) = value(problem.objective())?;
    if objective + MARGIN * largest.max(useful.abs()) >= useful {
        return None;
    }
    let mut tight = vec![];
    for (number, row) in problem.rows().iter().enumerate() {
        let (value, largest) = value(row.form())?;
        if value.abs() <= PRECISION * largest {
            tight.push(number);
        } else if value < 0.0 || row.relation() == Relation::Zero {
            return None;
        }
    }
    Some(tight)
}

/// The point at which each basic row is 0, and each variable without one.
fn point(problem: &Problem, basis: &[Option<usize>]) -> Option<Vec<f64>> {
    let equations = Equations::of(problem);
    // The unknown of each equation of the dual that has a basic row.
    let mut unknowns = vec![None; basis.len()];
    let mut rows = vec![];
    for (line, row) in basis.iter().enumerate() {
        if let Some(row) = row {
            unknowns[line] = Some(rows.len());
            rows.push(&problem.rows()[*row]);
        }
    }
    let (size, width) = (rows.len(), rows.len() + 1);
    let mut cells = vec![0.0; size * width];
    for (row, cells) in rows.iter().zip(cells.chunks_exact_mut(width)) {
        for (variable, k) in row.form().terms() {
            if let Some(unknown) = unknowns[equations.line(*variable)] {
                cells[unknown] = finite(k)?;
            }
        }
        cells[size] = -finite(row.form().constant())?;
    }
    let mut units = vec![1.0; size];
    for (unknown, unit) in units.iter_mut().enumerate() {
        let column = (0..size).map(|row| cells[row * width + unknown].abs());
        *unit = 1.0 / column.fold(f64::MIN_POSITIVE, f64::max);
        (0..size).for_each(|row| cells[row * width + unknown] *= *unit);
    }
    let solution = solved(&mut cells, size)?;
    let values = (0..problem.variables()).map(|variable| {
        let unknown = *unknowns.get(equations.line(variable))?;
        Some(unknown.map_or(0.0, |unknown| solution[unknown] * units[unknown]))
    });
    Some(values.map(|value| value.unwrap_or(0.0)).collect())
}

/// Gaussian elimination with scaled partial pivoting.
fn solved(cells: &mut [f64], size: usize) -> Option<Vec<f64>> {
    let width = size + 1;
    let largest = |row: &[f64]| row[..size].iter().map(|it| it.abs()).fold(0.0, f64::max);
    for row in cells.chunks_exact_mut(width) {
        let scale = largest(row);
        row.iter_mut().for_each(|it| *it /= scale);
    }
    for column in 0..size {
        let entry = |row: &usize| cells[row * width + column].abs();
        let pivot = (column..size).max_by(|a, b| entry(a).total_cmp(&entry(b)))?;
        // Also if it is not a number.
        if !(entry(&pivot) > NEGLIGIBLE) {
            return None;
        }
        for other in 0..width {
            cells.swap(column * width + other, pivot * width + other);
        }
        let (above, below) = cells.split_at_mut((column + 1) * width);
        let own = &above[column * width..];
        for row in below.chunks_exact_mut(width) {
            let factor = row[column] / own[column];
            if factor != 0.0 {
                for (cell, own) in row[column..].iter_mut().zip(&own[column..]) {
                    *cell -= factor * own;
                }
            }
        }
    }
    let mut solution = vec![0.0; size];
    for row in (0..size).rev() {
        let cells = &cells[row * width..][..width];
        let known = (row + 1..size).map(|other| cells[other] * solution[other]);
        solution[row] = (cells[size] - known.sum::<f64>()) / cells[row];
    }
    Some(solution)
}

fn finite(number: &Int) -> Option<f64> {
    Some(number.approximate()).filter(|it| it.is_finite())
}
