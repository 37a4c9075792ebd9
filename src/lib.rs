//! Calipers computes sound lower and upper bounds, equalities and comparisons of the integers in compiler programs: index
//! values, dynamic sizes, strides, offsets and fixed-width integers.
#![forbid(unsafe_code)]
#![warn(missing_docs)]

pub use calipers_checker as proof;
pub use calipers_egraph as term;
pub use calipers_engine::{analysis, ranges, solve};
pub use calipers_ir as ir;
pub use calipers_number as number;
pub use calipers_program as program;
pub use calipers_support::{diagnostic, sexp, utf8};
pub use calipers_transform as transform;
pub use calipers_transform::threads;

pub mod concept;
pub mod irdl;
pub mod lint;
pub mod picture;
pub mod rules;
pub mod script;
mod typed;

/// The page on concepts.
#[cfg(doctest)]
#[doc = include_str!("../docs/concepts.md")]
pub struct ConceptsPage;

/// The README's example.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
pub struct Readme;

/// The book's first pages.
#[cfg(doctest)]
#[doc = include_str!("../docs/book/src/quick_start.md")]
pub struct QuickStart;
