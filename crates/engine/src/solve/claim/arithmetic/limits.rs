//! The limits on the search for a contradiction.

use super::multiples::has_multiples;
use crate::program::Column;
use crate::proof::Sequent as Claim;
use crate::term::Expr;

type Term = Expr<Column>;

/// The limits on a path of the search.
#[derive(Clone)]
pub(super) struct Limits {
    /// Case distinctions.
    pub(super) depth: usize,
    /// Rounds in which products are added.
    pub(super) rounds: usize,
    /// Case distinctions about the value of a variable.
    pub(super) values: usize,
    /// The quotients that have been defined.
    pub(super) defined: Vec<Term>,
    /// The sums that cases have been about, without their constants.
    pub(super) split: Vec<Term>,
    /// Whether the factors of products have been bounded.
    pub(super) bounded: bool,
    /// Whether the linear consequences of products have been added.
    pub(super) compared: bool,
    /// Whether the systems have products with exchanged factors.
    pub(super) widened: bool,
    /// Whether multiples of terms are still to become products.
    pub(super) multiples: bool,
}

/// The searches for a contradiction, one after the other until one finds it: the second replaces multiples of terms by
/// products, if there are any.
pub(super) fn searches(claim: &Claim) -> impl Iterator<Item = Limits> {
    let with_multiples = has_multiples(claim).then(|| Limits {
        multiples: true,
        ..Limits::new()
    });
    [Limits::new()].into_iter().chain(with_multiples)
}

impl Limits {
    pub(super) fn new() -> Limits {
        Limits {
            depth: 40,
            rounds: 24,
            values: 6,
            defined: vec![],
            split: vec![],
            bounded: false,
            compared: false,
            widened: false,
            multiples: false,
        }
    }

    /// For premises, which are simple.
    pub(super) fn of_premise(&self) -> Limits {
        Limits {
            depth: self.depth.min(4),
            rounds: self.rounds.min(4),
            values: self.values.min(2),
            defined: self.defined.clone(),
            split: self.split.clone(),
            bounded: true,
            compared: true,
            widened: self.widened,
            multiples: false,
        }
    }
}
