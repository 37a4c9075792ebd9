//! Ids of e-nodes and e-classes.

use std::fmt;

/// The id of an e-node, which also denotes its class.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Id(u32);

impl From<usize> for Id {
    /// The number must be below 2³², which holds for all nodes that fit into memory.
    #[inline]
    fn from(number: usize) -> Id {
        Id(number as u32)
    }
}

impl From<Id> for usize {
    #[inline]
    fn from(id: Id) -> usize {
        id.0 as usize
    }
}

impl fmt::Display for Id {
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}
