//! Numbers of nodes and classes.

use std::fmt;

/// The number of a term's node in a egraph, and of the class that it is in.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Id(u32);

impl From<usize> for Id {
    /// Of a number that is below 2³², as those of all nodes are that fit into memory.
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
