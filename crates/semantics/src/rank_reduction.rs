//! Rank reduction: the dimensions of a source shape that a rank-reduced shape keeps.

use crate::item::Item;
use calipers_number::Int;
use calipers_program::Extent;

/// The source dimension of a dimension of a rank-reduced shape.
#[derive(Clone, Copy)]
pub struct Kept {
    /// Its index.
    pub dim: usize,
    /// Whether no other source dimension is possible; otherwise another one of size 1 is.
    pub is_certain: bool,
}

/// The source dimension of each dimension of a rank-reduced shape; dropped dimensions have size 1. None if the shapes
/// do not match.
pub fn kept_dims(result: &[Extent], sizes: &[Item<'_>]) -> Option<Vec<Kept>> {
    // Without rank reduction the dimensions map one to one.
    if result.len() == sizes.len() {
        let all_fit = sizes
            .iter()
            .zip(result)
            .all(|(size, extent)| fits(size, extent));
        let kept = (0..result.len()).map(|dim| Kept {
            dim,
            is_certain: true,
        });
        return all_fit.then(|| kept.collect());
    }
    let backwards = |dims: Vec<usize>| dims.into_iter().rev().map(|n| sizes.len() - 1 - n);
    let first = first_fit(result.iter(), sizes.iter())?;
    let last = backwards(first_fit(result.iter().rev(), sizes.iter().rev())?);
    let kept = first.into_iter().zip(last).map(|(dim, last)| Kept {
        dim,
        is_certain: dim == last,
    });
    Some(kept.collect())
}

/// The leftmost matching of the result's dimensions with source dimensions.
fn first_fit<'a, 'p: 'a>(
    result: impl ExactSizeIterator<Item = &'a Extent>,
    sizes: impl ExactSizeIterator<Item = &'a Item<'p>>,
) -> Option<Vec<usize>> {
    let mut drop = sizes.len().checked_sub(result.len())?;
    let mut result = result.peekable();
    let mut kept = vec![];
    for (n, size) in sizes.enumerate() {
        if result.peek().is_some_and(|extent| fits(size, extent)) {
            kept.push(n);
            result.next();
        } else if *size == Item::Integer(Int::ONE) && drop > 0 {
            drop -= 1;
        } else {
            return None;
        }
    }
    result.peek().is_none().then_some(kept)
}

/// Whether a dimension of that size can have that extent.
fn fits(size: &Item<'_>, extent: &Extent) -> bool {
    match (size, extent) {
        (Item::Integer(size), Extent::Static(extent)) => *size == Int::from(*extent),
        (Item::Integer(_), _) | (_, Extent::Static(_)) => false,
        _ => true,
    }
}
