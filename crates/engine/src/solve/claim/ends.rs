//! The ends of ranges.

use crate::number::{Int, Range};

/// Removes a value from an end of a range.
pub(super) fn without(range: &Range, value: &Int) -> Range {
    if range.as_constant() == Some(value) {
        return Range::empty();
    }
    if range.lower() == Some(value) {
        return range.intersect(&Range::at_least(value + Int::ONE));
    }
    match range.upper() == Some(value) {
        true => range.intersect(&Range::at_most(value - Int::ONE)),
        false => range.clone(),
    }
}
