//! What loops carry from one iteration to the next.
//!
//! A carried column whose body adds the same to it each time has a closed form, its definition. Of
//! others invariants are found.

mod candidates;
mod closed;
mod invariants;
mod outside;

pub(super) use invariants::Invariants;
