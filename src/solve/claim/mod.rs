//! Claims: conditions on variables under assumptions, proved by taking them apart.
//!
//! What an engine knows of a point is fixed here: ranges and equalities become universal in an
//! engine made for the case, so that rewriting and congruence read them.

mod cases;
mod divisions;
mod extract;
mod points;
mod refute;
mod sum;

pub use points::{Assignment, Tried};

use crate::number::Range;
use crate::program::Column;
use crate::rules::Rules;
use crate::solve::Config;
use crate::term::Expr;
use crate::term::condition::negated;
use cases::{Cases, Focused};
use std::collections::BTreeMap;

/// The ranges of the variables in a claim, by the number of their symbol.
pub type Ranges = BTreeMap<u32, Range>;

/// A condition on variables (columns that are symbols), under assumptions.
#[derive(Clone, Debug)]
pub struct Claim {
    /// The ranges of all variables in it.
    pub ranges: Ranges,
    /// What is taken to hold.
    pub assumptions: Vec<Expr<Column>>,
    /// What is claimed: a term that is 0 or 1. (Or any term, where only its range is asked for.)
    pub goal: Expr<Column>,
}

/// What was found out about a claim.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Outcome {
    /// It holds wherever the assumptions do.
    Proved,
    /// It is false wherever the assumptions hold.
    Refuted,
    /// Nothing satisfies the assumptions.
    Unreachable,
    /// Neither was seen.
    Unknown,
}

impl Claim {
    /// Whether the terms are few and small enough to be tried and taken apart.
    pub fn is_small(&self) -> bool {
        is_small(self.assumptions.iter().chain([&self.goal]))
    }

    /// Tries the claim at some points, and proves by cases what they leave possible.
    ///
    /// Costs at most some hundred evaluations of the terms where both outcomes are met, and the
    /// work of about `config.max_engines` small engines where they are not.
    pub fn decide(&self, rules: &Rules, config: &Config) -> (Outcome, Tried) {
        let tried = points::attempt(&self.ranges, &self.assumptions, &self.goal);
        let holds = |goal: Expr<Column>| {
            let claim = Claim {
                goal,
                ..self.clone()
            };
            Cases::new(rules, config).holds(claim)
        };
        let outcome = match (&tried.holds, &tried.fails) {
            (Some(_), Some(_)) => Outcome::Unknown,
            (None, None) if holds(Expr::integer(0)) => Outcome::Unreachable,
            (_, None) if holds(self.goal.clone()) => Outcome::Proved,
            (None, _) if holds(negated(&self.goal)) => Outcome::Refuted,
            _ => Outcome::Unknown,
        };
        (outcome, tried)
    }

    /// The range of the goal where the assumptions hold; empty if nothing satisfies them.
    pub fn range(&self, rules: &Rules, config: &Config) -> Range {
        match Cases::new(rules, config).focus(&self.ranges, &self.assumptions) {
            Focused::Unreachable => Range::empty(),
            Focused::Engine(mut engine, _) => engine.best_range(&self.goal, None),
        }
    }
}

/// Whether terms are few and small enough to be tried and taken apart.
pub fn is_small<'t>(terms: impl IntoIterator<Item = &'t Expr<Column>>) -> bool {
    points::is_small(terms.into_iter())
}
