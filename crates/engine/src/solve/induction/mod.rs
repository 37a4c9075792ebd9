//! What loops carry from one iteration to the next.
//!
//! A carried column whose body adds the same to it each time has a closed form, its definition. Of
//! others invariants are found. In the same way facts that hold inside the regions of a join are carried to its
//! results.

mod candidates;
mod closed;
mod invariants;
mod joins;
mod outside;

pub(super) use invariants::Invariants;
