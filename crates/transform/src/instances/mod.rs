//! Passes that use proofs about the instances of accesses.

pub mod in_bounds;
pub mod parallel;
