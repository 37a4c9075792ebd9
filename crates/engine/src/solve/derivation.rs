//! How a bound was derived.

use super::system::SystemRow;
use crate::number::Int;
use crate::term::Id;
use dashu_ratio::RBig;

/// What is split on, and which of the two cases it is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Split {
    /// A condition, and whether it holds.
    Condition(Id, bool),
    /// A minimum, and the arguments: the least first.
    Minimum(Id, [Id; 2]),
}

/// One case of a split.
#[derive(Clone, Debug)]
pub struct Case {
    /// What is split on.
    pub split: Split,
    /// The rows that hold in it.
    pub rows: Vec<SystemRow>,
}

/// How a bound was derived.
#[derive(Clone, Debug)]
pub enum Derivation {
    /// From the ranges of the atoms.
    Range,
    /// From rows by multipliers, and rounding up to the next integer that the form's congruence
    /// admits.
    Farkas(Vec<(SystemRow, RBig)>),
    /// Each case by itself.
    Cases(Vec<(Case, Derivation)>),
    /// No run comes here: the rows contradict each other.
    Contradiction(Vec<(SystemRow, RBig)>),
}

/// A lower bound of a form.
#[derive(Clone, Debug)]
pub enum Lower {
    /// `form >= bound`.
    Bound(Int, Derivation),
    /// No run reaches the point.
    Unreachable(Derivation),
    /// None was found.
    None {
        /// Whether a budget ran out on the way.
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

    /// The same, where a budget ran out on the way or did not.
    pub(super) fn or_cut_short(self, ran_out: bool) -> Lower {
        match self {
            Lower::None { budget } => Lower::None {
                budget: budget || ran_out,
            },
            found => found,
        }
    }
}

/// How hard to try.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Effort {
    /// Until the bound reaches this: less is of no use.
    Reach(i64),
    /// The best bound.
    Best,
}
