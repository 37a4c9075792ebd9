//! The interface of the evaluator to the caller that resolves columns to constants.

use calipers_number::Int;
use calipers_program::Column;

/// The reason why a formula has no value.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Stop {
    /// The rule does not apply to this op.
    Inapplicable,
    /// The value depends on whether this column is a constant; the caller must determine that first.
    Demand(Column),
}

/// The interface of the evaluator to the caller that resolves columns to constants.
pub trait Constants {
    /// The constant value of a column; none if it is not a constant. `Err` if that is not determined yet.
    fn constant(&mut self, column: Column) -> Result<Option<Int>, Stop>;

    /// Whether fixed-width integers wrap around; otherwise they are treated as unbounded.
    #[inline]
    fn wraps(&self) -> bool {
        true
    }
}
