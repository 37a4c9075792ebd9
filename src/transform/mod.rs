//! Rewriting programs: what the passes of `opt` do, and what an optimizer can do by calling them.

mod affine_operands;
mod effects;
mod inserter;
mod sized;
mod slice;
mod tidy;
mod trivial_loops;

pub mod ask;
pub mod canonicalize;
pub mod cse;
pub mod fold;
pub mod independence;
pub mod inline;
pub mod integer_ranges;
pub mod pad;
pub mod pass;
pub mod questions;
pub mod reify;
pub mod reify_value_bounds;
pub mod scalable;
pub mod shapes;
pub mod shares;
pub mod simplify;
pub mod strided_metadata;
