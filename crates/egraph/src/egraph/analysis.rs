//! The e-class analysis, as in egg (M. Willsey et al., "egg: Fast and extensible equality saturation", 2021): what each
//! class knows of its value, from its e-nodes. Here it is the universal range.

use super::{EGraph, Reason};
use crate::enode::node_range;
use crate::{ENode, Id};
use calipers_number::Range;

/// Data of each e-class, which form a semilattice.
pub(super) trait Analysis {
    /// The data of one class.
    type Data;

    /// The data of a new e-node, from those of its children.
    fn make<'d>(node: &ENode, child: impl Fn(Id) -> &'d Self::Data) -> Self::Data
    where
        Self::Data: 'd;

    /// Adds what else is known of the same class.
    fn merge(data: &mut Self::Data, other: &Self::Data) -> Merged;

    /// Changes the e-graph as the data of a class demand. Returns the canonical id of the class.
    fn modify(egraph: &mut EGraph, class: Id) -> Id;
}

/// The effect of [`Analysis::merge`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Merged {
    /// Nothing new was known.
    Unchanged,
    /// The data are more precise now.
    Changed,
    /// No value satisfies both. The data are unchanged.
    Contradiction,
}

/// The universal range: an interval and a congruence.
pub(super) struct Ranges;

impl Analysis for Ranges {
    type Data = Range;

    #[inline]
    fn make<'d>(node: &ENode, child: impl Fn(Id) -> &'d Range) -> Range {
        node_range(node, child)
    }

    #[inline]
    fn merge(data: &mut Range, other: &Range) -> Merged {
        let both = data.intersect(other);
        if both == *data {
            return Merged::Unchanged;
        }
        if both.is_empty() {
            return Merged::Contradiction;
        }
        *data = both;
        Merged::Changed
    }

    /// Unites a class with an integer if its range contains only that one.
    fn modify(egraph: &mut EGraph, class: Id) -> Id {
        let Some(value) = egraph.range(class).as_constant().cloned() else {
            return egraph.find(class);
        };
        if egraph.as_constant(class).is_none() {
            let constant = egraph.integer(value);
            egraph.unite(class, constant, Reason::SingleValue);
        }
        egraph.find(class)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Leaf;

    #[test]
    fn ranges_are_a_semilattice() {
        let mut range = Range::at_least(0);
        let merge = |range: &mut Range, other| Ranges::merge(range, &other);
        assert_eq!(merge(&mut range, Range::at_least(-1)), Merged::Unchanged);
        assert_eq!(merge(&mut range, Range::at_most(3)), Merged::Changed);
        assert_eq!(merge(&mut range, Range::at_least(4)), Merged::Contradiction);
        assert_eq!(range, Range::between(0, 3));
    }

    #[test]
    fn a_class_with_one_value_is_that_integer() {
        let mut egraph = EGraph::new(None);
        let x = egraph.leaf(Leaf(0), Range::between(0, 3));
        egraph.tell(x, &Range::at_least(3));
        assert_eq!(egraph.find(x), egraph.integer(3));
    }
}
