//! Program transformations: the passes of `opt`, and functions that an optimizer can call.

mod affine_operands;
mod cleanup;
mod effects;
mod flatten;
mod inserter;
mod sized_ops;
mod slice;
mod trivial_loops;

pub mod answers;
pub mod canonicalize;
pub mod cse;
pub mod fold;
pub mod independence;
pub mod inline;
pub mod instances;
pub mod integer_ranges;
pub mod pad;
pub mod pass;
pub mod questions;
pub mod reify;
pub mod reify_value_bounds;
pub mod scalable;
pub mod shapes;
pub mod simplify;
pub mod strided_metadata;
pub mod threads;
pub mod work_sharing;

pub use effects::is_pure;

use calipers_egraph as term;
use calipers_engine::{analysis, ranges, solve};
use calipers_ir as ir;
use calipers_number as number;
use calipers_program as program;
use calipers_rules as rules;
use calipers_support::diagnostic;
use calipers_wrapped as wrapped;
