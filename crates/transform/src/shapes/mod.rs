//! The sizes of op results, in terms of the operands.
//!
//! A size is told by definitions alone: no fact of a point and no linear program has a part in it,
//! so it may be written wherever the value exists.

mod convention;
mod indexing;
mod size;

pub mod reify_result_shapes;
pub mod resolve_dims;

pub(super) use indexing::indexing_maps;
