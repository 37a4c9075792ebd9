//! Claims: conditions on variables under assumptions, proved by taking them apart.
//!
//! What an engine knows of a point is fixed here: ranges and equalities become universal in an
//! engine made for the case, so that rewriting and congruence read them.

mod cases;
mod divisions;
mod explain;
mod extract;
mod points;
mod polynomial;
mod proof_state;
mod propagate;
mod refute;
mod split;
mod sum;

pub use crate::proof::sequent::Ranges;
pub use extract::Extract;
pub use points::{Assignment, Tried};

use crate::number::Range;
use crate::program::Column;
use crate::proof::{Proof, Sequent};
use crate::rules::Rules;
use crate::solve::{Config, NoProof};
use crate::term::Expr;
use crate::term::condition::negated;
use cases::{Cases, Leaves, Propagated};
use proof_state::ProofState;

/// A condition on variables (columns that are symbols), under assumptions. (The goal may be any
/// term, where only its range is asked for.)
pub type Claim = Sequent;

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

/// What an engine finds out about a claim.
pub trait Decide {
    /// Whether the terms are few and small enough to be tried and taken apart.
    fn is_small(&self) -> bool;

    /// Tries the claim at some points, and proves by cases what they leave possible.
    ///
    /// Costs at most some hundred evaluations of the terms where both outcomes are met, and the
    /// work of about `config.max_engines` small engines where they are not.
    fn decide(&self, rules: &Rules, config: &Config) -> (Outcome, Tried);

    /// Values that satisfy the assumptions but not the goal, no further from 0 than need be; none if
    /// a few hundred tries meet none.
    fn counterexample(&self) -> Option<Assignment>;

    /// The range of the goal where the assumptions hold; empty if nothing satisfies them.
    fn range(&self, rules: &Rules, config: &Config) -> Range;

    /// A proof of an outcome, in the [setting](crate::proof::Sequent::setting) of the ranges and
    /// assumptions of the claim.
    ///
    /// Costs what deciding it did, and a proof for each engine that saw something.
    ///
    /// # Errors
    /// [`NoProof`]
    fn explain(&self, outcome: Outcome, rules: &Rules, config: &Config) -> Result<Proof, NoProof>;
}

impl Decide for Claim {
    fn is_small(&self) -> bool {
        is_small(self.assumptions.iter().chain([&self.goal]))
    }

    fn decide(&self, rules: &Rules, config: &Config) -> (Outcome, Tried) {
        let tried = points::attempt(&self.ranges, &self.assumptions, &self.goal);
        let holds = |goal: Expr<Column>| {
            let claim = Claim {
                goal,
                ..self.clone()
            };
            Cases::new(rules, config, Leaves::Open)
                .infer(claim)
                .is_some()
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

    fn counterexample(&self) -> Option<Assignment> {
        let tried = points::attempt(&self.ranges, &self.assumptions, &self.goal);
        let point = tried.fails?;
        Some(points::nearest(
            &self.ranges,
            &self.assumptions,
            &self.goal,
            point,
        ))
    }

    fn range(&self, rules: &Rules, config: &Config) -> Range {
        let mut state = ProofState::new(self.clone());
        let mut cases = Cases::new(rules, config, Leaves::Open);
        match cases.propagate_bounds(&mut state) {
            Propagated::Unreachable(_) => Range::empty(),
            Propagated::Engine(mut engine) => {
                let range = engine.best_range(&self.goal, None);
                match cases.settle(&mut state, &mut engine) {
                    true => range.intersect(&engine.best_range(&state.sequent.goal, None)),
                    false => range,
                }
            }
        }
    }

    fn explain(&self, outcome: Outcome, rules: &Rules, config: &Config) -> Result<Proof, NoProof> {
        explain::explain(self, outcome, rules, config)
    }
}

/// Whether terms are few and small enough to be tried and taken apart.
pub fn is_small<'t>(terms: impl IntoIterator<Item = &'t Expr<Column>>) -> bool {
    points::is_small(terms.into_iter())
}
