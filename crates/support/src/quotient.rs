//! Quotients of linear forms by numbers.

use crate::number::{Int, Linear, floor_div, floor_mod};
use std::hash::Hash;

/// `(q, r)` with `form = divisor·q + r`: `q` has the terms whose coefficient the divisor divides, and the floor part of the
/// constant; `r` has the rest. `None` for divisor 0.
///
/// So `form floordiv d = q + (r floordiv d)` and `form mod d = r mod d`.
pub fn split_by<A: Copy + Ord + Hash>(
    form: &Linear<A>,
    divisor: &Int,
) -> Option<(Linear<A>, Linear<A>)> {
    let quotient = floor_div(form.constant(), divisor)?;
    let rest = floor_mod(form.constant(), divisor)?;
    let (multiples, others) = form
        .terms()
        .iter()
        .partition::<Vec<_>, _>(|(_, factor)| (factor % divisor).is_zero());
    let divided = multiples.into_iter().map(|(atom, k)| (*atom, k / divisor));
    let others = others.into_iter().cloned();
    Some((
        Linear::from_terms(quotient, divided)?,
        Linear::from_terms(rest, others)?,
    ))
}
