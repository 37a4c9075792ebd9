//! Terms over the columns of a program.

/// A term over the columns of a program.
pub(crate) type Term = calipers_egraph::Expr<calipers_program::Column>;
