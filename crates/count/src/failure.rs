//! Why there is no count.

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
    /// An op may allocate memory, and how much or for how long is not known.
    #[error("an op may allocate memory, and how much or for how long is not known")]
    Allocation,
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
