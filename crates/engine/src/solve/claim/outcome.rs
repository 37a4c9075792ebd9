//! The outcomes of claims.

/// The outcome of a claim.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Outcome {
    /// The goal holds wherever the assumptions do.
    Proved,
    /// The goal is false wherever the assumptions hold.
    Refuted,
    /// No values satisfy the assumptions.
    Unreachable,
    /// Nothing was proved.
    Unknown,
}
