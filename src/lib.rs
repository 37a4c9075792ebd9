//! Calipers computes sound lower and upper bounds, equalities and comparisons of the integers in compiler programs:
//! index values, dynamic sizes, strides, offsets and fixed-width integers.
#![forbid(unsafe_code)]
#![warn(missing_docs)]

#[cfg(feature = "mlir")]
pub use calipers_bytecode as bytecode;
pub use calipers_count as count;
pub use calipers_egraph as term;
pub use calipers_engine::{analysis, proof, ranges, solve};
pub use calipers_instances as instances;
#[cfg(feature = "mlir")]
pub use calipers_ir as ir;
pub use calipers_program as program;
pub use calipers_support::{diagnostic, sexp, utf8};
#[cfg(feature = "mlir")]
pub use calipers_transform::{self as transform, threads};

pub mod concept;
#[cfg(feature = "script")]
pub mod export;
#[cfg(feature = "mlir")]
pub mod irdl;
#[cfg(feature = "mlir")]
pub mod lint;
pub mod number;
#[cfg(feature = "script")]
pub mod picture;
pub mod rules;
#[cfg(feature = "script")]
pub mod script;
#[cfg(feature = "script")]
pub mod smt;
#[cfg(feature = "mlir")]
pub mod source;
#[cfg(feature = "mlir")]
mod syntax;
#[cfg(feature = "mlir")]
mod typed;

/// Compiles the examples of the page on concepts.
#[cfg(doctest)]
#[doc = include_str!("../docs/concepts.md")]
pub struct ConceptsPage;

/// Compiles the example of the README.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
pub struct Readme;

/// Compiles the examples of the book.
#[cfg(doctest)]
#[doc = include_str!("../docs/book/src/quick_start.md")]
pub struct QuickStart;

/// Compiles the examples of the book on counts.
#[cfg(doctest)]
#[doc = include_str!("../docs/book/src/counts.md")]
pub struct CountsPage;
