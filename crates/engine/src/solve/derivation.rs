//! Derivations of bounds.

use super::system::SystemRow;
use crate::number::Int;
use crate::term::Id;
use dashu_ratio::RBig;

/// A split, with the case that was chosen.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Split {
    /// A condition, and its truth value.
    Condition(Id, bool),
    /// A minimum and its arguments, the smaller one first.
    Minimum(Id, [Id; 2]),
}

/// One case of a split.
#[derive(Clone, Debug)]
pub struct Case {
    /// The split and the case.
    pub split: Split,
    /// The rows that hold in the case.
    pub rows: Vec<SystemRow>,
}

/// The derivation of a bound.
#[derive(Clone, Debug)]
pub enum Derivation {
    /// From the ranges of the atoms.
    Range,
    /// A nonnegative combination of rows, rounded up to the next integer that the form's congruence admits.
    Farkas(Vec<(SystemRow, RBig)>),
    /// A derivation for each case.
    Cases(Vec<(Case, Derivation)>),
    /// No execution reaches the point: a combination of rows that is a contradiction.
    Contradiction(Vec<(SystemRow, RBig)>),
}

/// A lower bound of a form.
#[derive(Clone, Debug)]
pub enum Lower {
    /// `form >= bound`.
    Bound(Int, Derivation),
    /// No execution reaches the point.
    Unreachable(Derivation),
    /// No bound was found.
    None {
        /// Whether a budget was exhausted.
        budget: bool,
    },
}

impl Lower {
    /// The bound, if there is one.
    pub fn bound(&self) -> Option<&Int> {
        match self {
            Lower::Bound(bound, _) => Some(bound),
            _ => None,
        }
    }

    /// Adds `ran_out` to the budget flag of [`Lower::None`].
    pub(super) fn or_cut_short(self, ran_out: bool) -> Lower {
        match self {
            Lower::None { budget } => Lower::None {
                budget: budget || ran_out,
            },
            found => found,
        }
    }
}

/// The effort that a bound is worth.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Effort {
    /// Stop once the bound reaches this value: a lower one is of no use.
    Reach(i64),
    /// Find the best bound.
    Best,
}
