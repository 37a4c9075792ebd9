//! Claims about the facts at a point.

use super::Engine;
use crate::number::{Int, Range};
use crate::program::{Column, Point};
use crate::proof::{Proof, Sequent as Claim};
use crate::solve::claim::{Extract, Outcome, Values, explain, extract};
use crate::solve::facts::Part;
use crate::solve::{Config, NoProof};
use crate::term::{ENode, Expr, Form, Id};

impl Engine<'_> {
    /// A condition at a point with the facts visible there, as a claim over variables that represent the atoms; `None`
    /// if it is too large.
    pub fn claim_at(&mut self, condition: &Expr<Column>, point: Option<Point>) -> Option<Extract> {
        extract::claim_at(self, condition, point)
    }

    /// [`claim_at`](Engine::claim_at) with more facts: for readers other than the engine.
    pub fn long_claim_at(
        &mut self,
        condition: &Expr<Column>,
        point: Option<Point>,
    ) -> Option<Extract> {
        extract::long_claim_at(self, condition, point)
    }

    /// A term at a point with the facts visible there, as the goal of a claim whose range is queried; `None` if it is
    /// too large.
    pub fn term_claim_at(&mut self, term: &Expr<Column>, point: Option<Point>) -> Option<Extract> {
        extract::term_claim_at(self, term, point)
    }

    /// Whether a form is a sum of columns without operators in their definitions and in the facts about them that are
    /// visible at a point. Linear programs usually give its exact bounds.
    pub fn is_plainly_bounded(&self, form: &Form, point: Option<Point>) -> bool {
        let known = &self.known;
        let path = point.map(|point| known.points.path(point));
        let is_plain = |atom: Id| {
            let mut nodes = known.egraph.nodes(atom);
            nodes.all(|node| !matches!(node, ENode::Apply(..)))
        };
        form.atoms().all(|atom| {
            let is_part_of_none = |part: &Part| {
                let facts = known.facts.visible_with(*part, atom, path.as_deref());
                facts.is_empty()
            };
            is_plain(atom) && Part::ALL.iter().all(is_part_of_none)
        })
    }

    /// Values for the atoms of a condition that satisfy the facts at a point, as far as the claim includes them, and are in
    /// the ranges that are known of terms, but violate the condition.
    pub fn counterexample(
        &mut self,
        condition: &Expr<Column>,
        point: Option<Point>,
        known: &[(Expr<Column>, Range)],
    ) -> Option<Vec<(Expr<Column>, Int)>> {
        explain::counterexample(self, condition, point, known)
    }

    /// A condition at a point as a claim, with the terms of its variables; `None` if it is too large, or a variable has
    /// no term.
    pub fn claim_with_values(
        &mut self,
        condition: &Expr<Column>,
        point: Option<Point>,
    ) -> Option<(Claim, Values)> {
        explain::claim_with_values(self, condition, point)
    }

    /// A proof of an outcome for a condition at a point, by its [claim](Engine::claim_at).
    ///
    /// Costs the decision of the claim, a proof for each engine that decides a leaf, and one for each fact or range
    /// that the claim takes from the point.
    ///
    /// # Errors
    /// [`NoProof`]
    pub fn explain_by_cases(
        &mut self,
        condition: &Expr<Column>,
        outcome: Outcome,
        point: Option<Point>,
        config: &Config,
    ) -> Result<Proof, NoProof> {
        explain::explain_by_cases(self, condition, outcome, point, config)
    }
}
