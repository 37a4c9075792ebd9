//! Transformations that make sizes and allocations independent of given values, such as induction variables.

pub mod arena;
pub mod bound;
pub mod hoist;
pub mod make_independent;

mod escape;
mod lifetime;
mod loops;
