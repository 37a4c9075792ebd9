//! What a caller tells about the point of a question.

use calipers_number::Range;
use calipers_program::term::{Expr, Leaf};

/// What holds at the point of a question.
pub trait Facts {
    /// The range of a leaf.
    fn range(&mut self, leaf: Leaf) -> Range;

    /// Whether a condition, a term that is 0 or 1, holds; none if it is not decided. The saturation asks about a
    /// condition once, and about few.
    fn holds(&mut self, condition: &Expr) -> Option<bool>;

    /// Equalities that hold, over leaves of the term and others that may be mentioned.
    fn equalities(&mut self) -> Vec<Expr> {
        vec![]
    }

    /// Whether the result may mention a leaf.
    fn is_allowed(&self, leaf: Leaf) -> bool;
}
