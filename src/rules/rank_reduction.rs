//! Which dimensions are left of a shape that is reduced in rank.

use super::Item;
use crate::number::Int;
use crate::program::Extent;

/// Which of the source's dimensions each dimension of a rank-reduced shape has come from: what lacks
/// is of size 1. None for a dimension where several choices are possible; none at all if the shapes
/// do not fit.
pub(crate) fn kept_dims(result: &[Extent], sizes: &[Item<'_>]) -> Option<Vec<Option<usize>>> {
    let backwards = |dims: Vec<usize>| dims.into_iter().rev().map(|n| sizes.len() - 1 - n);
    let first = first_fit(result.iter(), sizes.iter())?;
    let last = backwards(first_fit(result.iter().rev(), sizes.iter().rev())?);
    let agreed = first
        .into_iter()
        .zip(last)
        .map(|(a, b)| (a == b).then_some(a));
    Some(agreed.collect())
}

/// The first of the source's dimensions that fit.
fn first_fit<'a, 'p: 'a>(
    result: impl ExactSizeIterator<Item = &'a Extent>,
    sizes: impl ExactSizeIterator<Item = &'a Item<'p>>,
) -> Option<Vec<usize>> {
    let mut drop = sizes.len().checked_sub(result.len())?;
    let mut result = result.peekable();
    let mut kept = vec![];
    for (n, size) in sizes.enumerate() {
        let fits = match (size, result.peek()) {
            (Item::Integer(size), Some(Extent::Static(extent))) => *size == Int::from(*extent),
            (Item::Integer(_), _) | (_, Some(Extent::Static(_)) | None) => false,
            (_, Some(_)) => true,
        };
        if fits {
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
