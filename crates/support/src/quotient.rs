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
    let is_multiple = |(_, factor): &&(A, Int)| (factor % divisor).is_zero();
    let count = form.terms().iter().filter(is_multiple).count();
    if count == 0 {
        let others = form.add_constant(&(&rest - form.constant()))?;
        return Some((Linear::from_constant(quotient)?, others));
    }
    if count == form.terms().len() {
        let multiples = form.add_constant(&-&rest)?;
        return Some((
            multiples.divide_exactly(divisor)?,
            Linear::from_constant(rest)?,
        ));
    }
    let (multiples, others): (Vec<_>, Vec<_>) = form.terms().iter().partition(is_multiple);
    let divided = multiples.into_iter().map(|(atom, k)| (*atom, k / divisor));
    let others = others.into_iter().cloned();
    Some((
        Linear::from_terms(quotient, divided)?,
        Linear::from_terms(rest, others)?,
    ))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_parts_make_the_form() {
        for terms in [vec![], vec![4], vec![3], vec![4, -8], vec![4, 3, -6, 12]] {
            for (constant, divisor) in [(7, 4), (-7, 4), (8, 2), (-5, -4)] {
                let divisor = Int::from(divisor);
                let terms = terms.iter().zip(0..).map(|(k, atom)| (atom, Int::from(*k)));
                let form = Linear::from_terms(Int::from(constant), terms).expect("small numbers");
                let (quotient, rest) = split_by(&form, &divisor).expect("small numbers");
                assert_eq!(rest.add_scaled(&divisor, &quotient), Some(form));
                assert!(rest.terms().iter().all(|(_, k)| !(k % &divisor).is_zero()));
            }
        }
        assert_eq!(split_by(&Linear::atom(0), &Int::ZERO), None);
    }
}
