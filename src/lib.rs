//! Calipers computes sound lower and upper bounds, equalities and comparisons of the integers in compiler programs: index
//! values, dynamic sizes, strides, offsets and fixed-width integers.
#![forbid(unsafe_code)]
#![warn(missing_docs)]

pub mod analysis;
pub mod concept;
pub mod diagnostic;
mod growing;
mod half;
pub mod ir;
mod names;
pub use calipers_number as number;
pub mod picture;
pub use calipers_program as program;
pub mod proof;
pub mod ranges;
pub mod rules;
pub mod script;
pub mod sexp;
pub mod solve;
pub mod term;
pub mod threads;
pub mod transform;
pub mod utf8;

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
