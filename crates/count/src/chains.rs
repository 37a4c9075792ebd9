//! Chains: the points of an image that are the same element.
//!
//! If the indices of two points are equal only if these differ by a multiple of one step, the points of an element lie on
//! a line. Those of a convex system are then consecutive on it, and each element has one last point, from which the step
//! leads out of the system: `2·i + 3·j` has as many values as there are points `(i, j)` without `(i + 3, j − 2)`.

use crate::image::Image;
use crate::polynomial::{Atom, Polynomial};
use crate::sum::Summation;
use calipers_number::{Int, gcd};

/// The elements of an image as images that have no common element, each with different elements at different points; none
/// if they are not understood.
pub(crate) fn chains(summation: &mut Summation<'_>, image: &Image) -> Option<Vec<Image>> {
    let step = step(summation, image)?;
    let equalities = &image.piece.equalities;
    if !equalities.iter().all(|it| summation.atoms.is_free(it)) {
        return None;
    }
    let group = Some(summation.next_group());
    let (mut images, mut inside) = (vec![], vec![]);
    for constraint in &image.piece.constraints {
        let change = change(summation, constraint, &image.variables, &step)?;
        if summation.is_non_negative(&change) {
            continue;
        }
        let next = constraint.plus(&change);
        let mut last = image.clone();
        last.group = group;
        let constraints = &mut last.piece.constraints;
        constraints.extend_from_slice(&inside);
        constraints.push(next.negated().plus_integer(-1));
        if summation.tidy(&mut last.piece) {
            images.push(last);
        }
        inside.push(next);
    }
    // Without an end there is no last point.
    (!inside.is_empty()).then_some(images)
}

/// How a constraint that is linear in the variables changes by a step.
fn change(
    summation: &Summation<'_>,
    constraint: &Polynomial,
    variables: &[Atom],
    step: &[Int],
) -> Option<Polynomial> {
    let (mut rest, mut change) = (constraint.clone(), Polynomial::from(0));
    for (&variable, by) in variables.iter().zip(step) {
        rest = match &rest.coefficients(variable)[..] {
            [_] => continue,
            [rest, factor] if summation.atoms.is_free(factor) => {
                change = change.plus(&factor.scaled(by));
                rest.clone()
            }
            _ => return None,
        };
    }
    summation.atoms.is_free(&rest).then_some(change)
}

/// The least step between points with equal indices, if all others are multiples of it.
fn step(summation: &Summation<'_>, image: &Image) -> Option<Vec<Int>> {
    let row = |index: &Polynomial| {
        let mut rest = index.clone();
        let mut row = vec![];
        for &variable in &image.variables {
            let coefficients = rest.coefficients(variable);
            let (without, factor) = match &coefficients[..] {
                [without] => (without, Int::ZERO),
                [without, factor] => (without, factor.as_integer()?),
                _ => return None,
            };
            row.push(factor);
            rest = without.clone();
        }
        summation.atoms.is_free(&rest).then_some(row)
    };
    let rows: Option<Vec<Vec<Int>>> = image.indices.iter().map(row).collect();
    kernel(rows?, image.variables.len())
}

/// The integer vector without a common factor whose multiples are all integer vectors that a matrix makes 0; none if there
/// are others, or only 0.
fn kernel(mut rows: Vec<Vec<Int>>, columns: usize) -> Option<Vec<Int>> {
    let mut pivots: Vec<usize> = vec![];
    for column in 0..columns {
        let done = pivots.len();
        let Some(at) = (done..rows.len()).find(|&at| !rows[at][column].is_zero()) else {
            continue;
        };
        rows.swap(done, at);
        let pivot = rows[done].clone();
        for (at, row) in rows.iter_mut().enumerate() {
            let factor = row[column].clone();
            if at == done || factor.is_zero() {
                continue;
            }
            for (entry, other) in row.iter_mut().zip(&pivot) {
                *entry = &*entry * &pivot[column] - &factor * other;
            }
        }
        pivots.push(column);
    }
    if pivots.len() + 1 != columns {
        return None;
    }
    let free = (0..columns).find(|it| !pivots.contains(it))?;
    let whole = pivots
        .iter()
        .enumerate()
        .fold(Int::ONE, |all, (at, &it)| all * rows[at][it].magnitude());
    let mut step = vec![Int::ZERO; columns];
    for (at, &pivot) in pivots.iter().enumerate() {
        step[pivot] = -(&rows[at][free] * &(&whole / &rows[at][pivot]));
    }
    step[free] = whole;
    let common = step.iter().fold(Int::ZERO, |common, it| gcd(&common, it));
    Some(step.iter().map(|it| it / &common).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn kernels_are_generated_by_the_least_step() {
        let of = |rows: &[&[i64]], columns: usize| {
            let rows = rows
                .iter()
                .map(|row| row.iter().map(|&it| Int::from(it)).collect());
            kernel(rows.collect(), columns)
        };
        let step = |step: &[i64]| Some(step.iter().map(|&it| Int::from(it)).collect::<Vec<_>>());
        assert_eq!(of(&[&[2, 3]], 2), step(&[-3, 2]));
        assert_eq!(of(&[&[4, 6]], 2), step(&[-3, 2]));
        assert_eq!(of(&[&[-2, 3]], 2), step(&[3, 2]));
        assert_eq!(of(&[&[1, 0, 2], &[0, 1, -3]], 3), step(&[-2, 3, 1]));
        assert_eq!(
            of(&[&[2, 0, 1], &[2, 0, 1], &[0, 3, 1]], 3),
            step(&[-3, -2, 6])
        );
        assert_eq!(of(&[&[1, 1, 1]], 3), None);
        assert_eq!(of(&[&[1, 0], &[0, 1]], 2), None);
        assert_eq!(of(&[], 1), step(&[1]));
    }
}
