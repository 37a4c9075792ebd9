//! Reduces the lattice of the coordinates: first the columns of the rows become independent (a column echelon form),
//! then short and nearly orthogonal by the algorithm of Lenstra, Lenstra and Lovász, in a metric in which each row has
//! its distance from the middle of the polyhedron as unit. The arithmetic of the basis is exact; floating point only chooses the steps.

use super::coordinates::{Coordinates, GaveUp, nearest};
use super::search::Derived;
use calipers_number::Int;

/// Limit of the steps of the reduction.
const MAX_STEPS: usize = 400;
/// The parameter of the reduction.
const DELTA: f64 = 0.75;

/// Changes the coordinates, and the rows with them. Returns the coordinates that matter, shortest first.
pub(crate) fn reduce(
    coordinates: &mut Coordinates,
    rows: &mut [Derived],
    distances: &[f64],
) -> Result<Vec<usize>, GaveUp> {
    let mut order = echelon(coordinates, rows, distances)?;
    let weight = |row: usize| match distances[row].is_finite() {
        true => 1.0 / distances[row],
        false => 0.0,
    };
    let scaled = |rows: &[Derived], column: usize| -> Vec<f64> {
        let entries = rows.iter().enumerate();
        entries
            .map(|(n, row)| approximate(&row.vector.entries[column]) * weight(n))
            .collect()
    };
    let mut basis: Vec<Vec<f64>> = order.iter().map(|&it| scaled(rows, it)).collect();
    let mut k = 1;
    for _ in 0..MAX_STEPS {
        if k >= order.len() {
            break;
        }
        let (mut orthogonal, mut factors) = orthogonalized(&basis[..=k]);
        for j in (0..k).rev() {
            let factor = factors[k][j].round();
            if factor != 0.0 && factor.is_finite() && factor.abs() < 1e15 {
                let by = Int::from(-(factor as i64));
                add_column(coordinates, rows, order[k], order[j], &by)?;
                basis[k] = scaled(rows, order[k]);
                (orthogonal, factors) = orthogonalized(&basis[..=k]);
            }
        }
        let (last, own) = (square(&orthogonal[k - 1]), square(&orthogonal[k]));
        if own >= (DELTA - factors[k][k - 1].powi(2)) * last {
            k += 1;
        } else {
            order.swap(k - 1, k);
            basis.swap(k - 1, k);
            k = (k - 1).max(1);
        }
    }
    Ok(order)
}

/// Makes the columns independent or zero, near rows first, and returns the independent ones.
fn echelon(
    coordinates: &mut Coordinates,
    rows: &mut [Derived],
    distances: &[f64],
) -> Result<Vec<usize>, GaveUp> {
    let mut open = coordinates.free();
    let mut order = vec![];
    let mut by_distance: Vec<usize> = (0..rows.len()).collect();
    by_distance.sort_by(|&a, &b| distances[a].total_cmp(&distances[b]));
    for row in by_distance {
        loop {
            let entries = &rows[row].vector.entries;
            let left = open.iter().copied().filter(|&it| !entries[it].is_zero());
            let left: Vec<usize> = left.collect();
            let least = left.iter().min_by_key(|&&it| (entries[it].magnitude(), it));
            let Some(&least) = least else { break };
            if left.len() == 1 {
                open.retain(|&it| it != least);
                order.push(least);
                break;
            }
            for &other in left.iter().filter(|&&it| it != least) {
                let entries = &rows[row].vector.entries;
                let by = -nearest(&entries[other], &entries[least]);
                add_column(coordinates, rows, other, least, &by)?;
            }
        }
    }
    Ok(order)
}

fn add_column(
    coordinates: &mut Coordinates,
    rows: &mut [Derived],
    to: usize,
    from: usize,
    factor: &Int,
) -> Result<(), GaveUp> {
    for row in rows {
        let more = &row.vector.entries[from] * factor;
        row.vector.entries[to] += more;
    }
    coordinates.add_column(to, from, factor)
}

/// The orthogonal parts of the vectors, and their Gram-Schmidt factors.
fn orthogonalized(basis: &[Vec<f64>]) -> (Vec<Vec<f64>>, Vec<Vec<f64>>) {
    let mut orthogonal: Vec<Vec<f64>> = vec![];
    let mut factors: Vec<Vec<f64>> = vec![];
    for vector in basis {
        let mut rest = vector.clone();
        let mut own = vec![];
        for other in &orthogonal {
            let length = square(other);
            let factor = if length > 0.0 {
                dot(vector, other) / length
            } else {
                0.0
            };
            for (entry, of_other) in rest.iter_mut().zip(other) {
                *entry -= factor * of_other;
            }
            own.push(factor);
        }
        orthogonal.push(rest);
        factors.push(own);
    }
    (orthogonal, factors)
}

fn dot(a: &[f64], b: &[f64]) -> f64 {
    a.iter().zip(b).map(|(a, b)| a * b).sum()
}

fn square(a: &[f64]) -> f64 {
    dot(a, a)
}

pub(crate) fn approximate(number: &Int) -> f64 {
    match i64::try_from(number) {
        Ok(number) => number as f64,
        // The leading bits decide.
        Err(_) => {
            let shift = number.bit_len() - 60;
            let leading = i64::try_from(&(number >> shift)).unwrap_or(i64::MAX);
            leading as f64 * (shift as f64).exp2()
        }
    }
}
