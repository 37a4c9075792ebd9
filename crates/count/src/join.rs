//! Tiles: a loop over tiles and the loop over the elements of a tile are one loop over the elements.

use crate::polynomial::{Atom, Polynomial};
use crate::sum::{Piece, Summation, tightened};

/// Replaces an outer variable `t` and an inner variable `0 <= x < width` by `width·t + x`, where the other constraints
/// depend on this sum or on `t` alone, and the indices on this sum. The map is one to one.
pub(crate) fn join_tiles(
    summation: &mut Summation<'_>,
    piece: &mut Piece,
    variables: &mut Vec<Atom>,
    indices: &mut [Polynomial],
) {
    while let Some((outer, constraints)) = joined(summation, piece, variables, indices) {
        piece.constraints = constraints;
        let outer = variables.remove(outer);
        for index in indices.iter_mut() {
            *index = index.with(outer, &Polynomial::from(0));
        }
    }
}

/// The number of an outer variable, which goes as the inner one becomes the sum; and the constraints.
fn joined(
    summation: &mut Summation<'_>,
    piece: &Piece,
    variables: &[Atom],
    indices: &[Polynomial],
) -> Option<(usize, Vec<Polynomial>)> {
    for &inner in variables.iter().rev() {
        let Some(width) = width_of(summation, piece, inner) else {
            continue;
        };
        for (number, &outer) in variables.iter().enumerate() {
            let is_shared = outer != inner
                && indices
                    .iter()
                    .all(|it| depends_on_sum(it, (outer, inner), &width));
            if !is_shared {
                continue;
            }
            if let Some(constraints) = join(summation, piece, (outer, inner), &width) {
                return Some((number, constraints));
            }
        }
    }
    None
}

/// Whether an index depends on both variables as `factor·(width·outer + inner)`.
fn depends_on_sum(index: &Polynomial, (outer, inner): (Atom, Atom), width: &Polynomial) -> bool {
    let halved = halves(index, inner).and_then(|[rest, by_inner]| {
        let [rest, by_outer] = halves(&rest, outer)?;
        Some((rest, by_inner, by_outer))
    });
    halved.is_some_and(|(rest, by_inner, by_outer)| {
        let parts = [&rest, &by_inner, &by_outer];
        let mut within = parts.into_iter().flat_map(|it| it.atoms());
        by_outer == by_inner.times(width) && !within.any(|it| it == outer || it == inner)
    })
}

/// The width of a variable with the constraints `0 <= x` and `x < width`, a positive width without variables.
fn width_of(summation: &mut Summation<'_>, piece: &Piece, inner: Atom) -> Option<Polynomial> {
    let own = Polynomial::from(inner);
    if !piece.constraints.contains(&own) {
        return None;
    }
    piece.constraints.iter().find_map(|constraint| {
        let width = constraint.plus(&own).plus_integer(1);
        let fits = summation.atoms.is_free(&width) && summation.is_positive(&width);
        fits.then_some(width)
    })
}

fn join(
    summation: &mut Summation<'_>,
    piece: &Piece,
    (outer, inner): (Atom, Atom),
    width: &Polynomial,
) -> Option<Vec<Polynomial>> {
    let bits = summation.atoms.variables_of(outer) | summation.atoms.variables_of(inner);
    let touches =
        |summation: &Summation<'_>, it: &Polynomial| summation.atoms.variables(it) & bits != 0;
    if piece.equalities.iter().any(|it| touches(summation, it)) {
        return None;
    }
    let own = [
        Polynomial::from(inner),
        width.minus(&inner.into()).plus_integer(-1),
    ];
    let (mut found, mut is_shared) = (vec![], false);
    for constraint in &piece.constraints {
        if !touches(summation, constraint) {
            found.push(constraint.clone());
            continue;
        }
        if own.contains(constraint) {
            continue;
        }
        let [without_inner, by_inner] = halves(constraint, inner)?;
        let [rest, by_outer] = halves(&without_inner, outer)?;
        if touches(summation, &rest)
            || touches(summation, &by_inner)
            || touches(summation, &by_outer)
        {
            return None;
        }
        if by_outer == by_inner.times(width) && !by_inner.is_zero() {
            is_shared = true;
            found.push(by_inner.times(&inner.into()).plus(&rest));
        } else if by_inner.is_zero() {
            let others = piece.constraints.iter().filter(|it| *it != constraint);
            let is_implied = others.clone().any(|other| {
                let difference = constraint.minus(other);
                touches(summation, &difference)
                    && summation.atoms.variables(other) & summation.atoms.variables_of(inner) != 0
                    && summation.is_implied(&difference, &own)
            });
            if !is_implied {
                found.push(of_tiles(summation, (&rest, &by_outer), inner, width)?);
            }
        } else {
            return None;
        }
    }
    is_shared.then(|| found.iter().map(tightened).collect())
}

/// A constraint as `rest + factor·variable`.
fn halves(constraint: &Polynomial, variable: Atom) -> Option<[Polynomial; 2]> {
    match &constraint.coefficients(variable)[..] {
        [rest] => Some([rest.clone(), Polynomial::from(0)]),
        [rest, factor] => Some([rest.clone(), factor.clone()]),
        _ => None,
    }
}

/// A bound of the number of the tile as one of the elements: `t >= l` is `y >= width·l`, and `t <= u` is
/// `y < width·(u + 1)`.
fn of_tiles(
    summation: &mut Summation<'_>,
    (rest, factor): (&Polynomial, &Polynomial),
    element: Atom,
    width: &Polynomial,
) -> Option<Polynomial> {
    if !summation.atoms.is_free(factor) {
        return None;
    }
    let is_whole = factor
        .as_integer()
        .is_some_and(|it| it.magnitude().is_one());
    if !is_whole && !summation.atoms.is_free(rest) {
        return None;
    }
    if summation.is_positive(factor) {
        let up = factor.minus(rest).plus_integer(-1);
        let least = summation.atoms.quotient(&up, factor);
        return Some(Polynomial::from(element).minus(&width.times(&least)));
    }
    let factor = factor.negated();
    if !summation.is_positive(&factor) {
        return None;
    }
    let last = summation.atoms.quotient(rest, &factor);
    let end = width.times(&last.plus_integer(1));
    Some(end.minus(&element.into()).plus_integer(-1))
}
