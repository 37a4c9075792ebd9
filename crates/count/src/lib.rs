//! Counts: the number of points of an iteration space, and of distinct elements that accesses touch, as closed terms over
//! the columns outside.
//!
//! The spaces are unions of systems of linear constraints, whose coefficients are integers or terms of known sign over
//! the columns outside. Their counts are piecewise quasi-polynomials: sums and products of columns and quotients, under
//! conditions. Where no exact count is found, there may be an upper bound.
//!
//! Architecture invariant: only `nest`, `stand_in`, `footprint`, `covered` and `peak` read a program and ask the engine.
//! All else is arithmetic on terms.

mod answer;
mod antiderivative;
mod atoms;
mod chains;
mod consecutive;
mod covered;
mod failure;
mod footprint;
mod image;
mod join;
mod maps;
mod nest;
mod peak;
mod polynomial;
mod read;
mod space;
mod stand_in;
mod sum;
mod union;
mod unrolled;

pub use answer::{Count, Exactness};
pub use failure::Failure;
pub use footprint::{Footprint, footprint};
pub use nest::executions;
pub use peak::{Peak, peak};
pub use space::{Access, Dimension, Level, Space, elements};
pub use sum::{NoSigns, Signs};
