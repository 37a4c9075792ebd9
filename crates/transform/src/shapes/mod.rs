//! The sizes of op results, in terms of the operands.
//!
//! Sizes use definitions alone, without facts of a point and linear programs, so they are valid wherever the value
//! exists.

mod convention;
mod indexing;
mod size;

pub mod reify_result_shapes;
pub mod resolve_dims;

pub(super) use indexing::indexing_maps;
