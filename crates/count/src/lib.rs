//! Counts: the number of points of an iteration space, and of distinct elements that accesses touch, as closed terms over
//! the columns outside.
//!
//! The spaces are unions of systems of linear constraints, whose coefficients are integers or terms of known sign over
//! the columns outside. Their counts are piecewise quasi-polynomials: sums and products of columns and quotients, under
//! conditions. Where no exact count is found, there may be an upper bound.
//!
//! Architecture invariant: only `nest`, `footprint` and `peak` read a program and ask the engine. All else is arithmetic on
//! terms.

mod answer;
mod antiderivative;
mod atoms;
mod footprint;
mod image;
mod join;
mod nest;
mod peak;
mod polynomial;
mod read;
mod space;
mod sum;

pub use answer::{Count, Exactness};
pub use footprint::{Footprint, footprint};
pub use nest::executions;
pub use peak::peak;
pub use space::{Access, Dimension, Level, Space, elements};
pub use sum::{NoSigns, Signs};

use thiserror::Error;

/// Why there is no count.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[non_exhaustive]
pub enum Failure {
    /// A budget ran out.
    #[error("a budget ran out")]
    Budget,
    /// A bound, a condition or an index is not linear.
    #[error("a bound, a condition or an index is not linear in the induction variables")]
    NotLinear,
    /// A bound or an index is a value of the loops that is unknown.
    #[error(
        "a bound or an index is read or computed in the loops in a way that the rules do not say"
    )]
    Opaque,
    /// A loop has no bounds.
    #[error("a loop has no bounds")]
    Unbounded,
    /// A step or a divisor is not known to be positive.
    #[error("a step or a divisor is not known to be positive")]
    Sign,
    /// The code around it is no nest of loops and conditions.
    #[error("the code around it is no nest of loops and conditions that are known")]
    Unstructured,
    /// The sizes or the type of a buffer do not say how many bytes it has.
    #[error("the type of a buffer does not say how many bytes its elements have")]
    Bytes,
    /// A size has no upper bound in terms of the arguments of the function.
    #[error("a size has no upper bound in terms of the arguments of the function")]
    NoBound(calipers_program::term::Expr<calipers_program::Column>),
    /// Different points may touch the same element, in a way that is not understood.
    #[error("different iterations may touch the same element")]
    Overlap,
}
