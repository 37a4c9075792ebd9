//! Calipers computes sound lower and upper bounds, equalities and comparisons of the integers in compiler programs:
//! index values, dynamic sizes, strides, offsets and fixed-width integers.
//!
//! # A tour
//!
//! An [`Analysis`](analysis::Analysis) answers questions about a [`Program`](program::Program) by the
//! [`Rules`](rules::Rules) of its ops. A question is about a [`Variable`](analysis::Variable): a value, a size, or a term
//! over these. It is asked at a [`Point`](program::Point), or at the first point where all values exist.
//!
//! ```
//! # #[cfg(feature = "mlir")]
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! use calipers::prelude::*;
//!
//! let source = "func.func @f(%n: index, %i: index) {
//!   %size = affine.min affine_map<(d0)[s0] -> (-d0 + s0, 32)>(%i)[%n]
//!   %end = arith.addi %i, %size : index
//!   return
//! }";
//! let module = Module::parse(source, "f.mlir", ParseOptions::default())?;
//! let rules = Rules::embedded();
//! let mut analysis = Analysis::new(&module, &rules);
//! let value = |name| module.value_named(name).ok_or("there is no such value");
//! let (n, size, end) = (value("%n")?, value("%size")?, value("%end")?);
//!
//! // Ranges, and bounds in terms of other values.
//! assert_eq!(analysis.range(size).to_string(), "[-inf, 32]");
//! let bound = analysis.bound(BoundKind::Upper, end);
//! let bound = bound.in_terms_of(|column| column == Column::Value(n)).compute()?;
//! assert_eq!(bound.display(&module), "%n");
//!
//! // Conditions, with a proof that an independent checker accepts.
//! let condition = Expr::at_most(Expr::Leaf(Column::Value(end)), Expr::Leaf(Column::Value(n)));
//! let (verdict, proof) = analysis.explain(&condition, None);
//! assert_eq!(verdict, Verdict::Proved);
//! assert!(analysis.check_proof(&proof?).is_ok());
//! # Ok(())
//! # }
//! # #[cfg(not(feature = "mlir"))]
//! # fn main() {}
//! ```
//!
//! | task | start at |
//! | --- | --- |
//! | programs in MLIR's text or bytecode | [`ir`], [`bytecode`], [`source`] |
//! | an IR of your own | [`tables`] (a copy), [`listing`] (ten methods), or the trait [`Program`](program::Program) (no copies) |
//! | semantics of your ops | [`rules`], [`irdl`], [`lint`] |
//! | programs that change between questions | [`analysis::Changing`] |
//! | ranges of a whole program, with integers that wrap | [`ranges`] |
//! | counts of iterations and elements; two accesses at once | [`count`], [`instances`] |
//! | passes | [`transform`] |
//! | a program with its bounds as comments | [`annotation`] |
//! | questions that their caller can end early | [`interrupt`] |
//! | scripts, SMT-LIB, pictures, e-graphs for other tools | [`script`], [`smt`], [`picture`], [`export`] |
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
pub use calipers_support::{diagnostic, interrupt, sexp, utf8};
#[cfg(feature = "mlir")]
pub use calipers_transform::{self as transform, threads};

#[cfg(feature = "mlir")]
pub mod annotation;
pub mod concept;
#[cfg(feature = "script")]
pub mod export;
#[cfg(feature = "mlir")]
pub mod irdl;
#[cfg(feature = "mlir")]
pub mod lint;
pub mod listing;
pub mod number;
#[cfg(feature = "script")]
pub mod picture;
pub mod prelude;
pub mod rules;
#[cfg(feature = "script")]
pub mod script;
#[cfg(feature = "script")]
pub mod smt;
#[cfg(feature = "mlir")]
pub mod source;
#[cfg(feature = "mlir")]
mod syntax;
pub mod tables;
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
