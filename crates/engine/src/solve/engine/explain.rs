//! Proofs of answers.

use super::Engine;
use crate::program::{Column, Point};
use crate::proof::{Integers, Proof, Setting};
use crate::solve::claim::{Extract, Values};
use crate::solve::config::IntegerOverflow;
use crate::solve::decide::Decided;
use crate::solve::explain::{self, NoProof, Side};
use crate::term::Expr;

impl Engine<'_> {
    /// The setting of proofs besides the program and the rules.
    pub fn proof_setting(&self) -> Setting {
        let integers = match self.config.integer_overflow {
            IntegerOverflow::Wrap => Integers::Wrap,
            IntegerOverflow::Ignore => Integers::Unbounded,
        };
        Setting {
            integers,
            symbols: self
                .definitions
                .symbols
                .iter()
                .map(|(&n, range)| (n, range.clone()))
                .collect(),
            assumptions: self.scope.assumed.clone(),
        }
    }

    /// A proof of a decision about a condition at a point.
    ///
    /// Costs the query once more. Minimizing costs the size of all definitions below its terms, times the number of
    /// steps of the proof.
    ///
    /// # Errors
    /// [`NoProof`]
    pub fn explain_decision(
        &mut self,
        condition: &Expr<Column>,
        decided: Decided,
        point: Option<Point>,
    ) -> Result<Proof, NoProof> {
        explain::explain_decision(self, condition, decided, point)
    }

    /// A proof of a relation of two terms at a point. Costs as [`explain_decision`](Engine::explain_decision).
    ///
    /// # Errors
    /// [`NoProof`]
    pub fn explain_relation(
        &mut self,
        a: &Expr<Column>,
        side: Side,
        b: &Expr<Column>,
        point: Option<Point>,
    ) -> Result<Proof, NoProof> {
        explain::explain_relation(self, a, side, b, point)
    }

    /// The terms that the variables of a claim represent.
    ///
    /// # Errors
    /// [`NoProof::TooLarge`]
    pub(in crate::solve) fn values(
        &mut self,
        extract: &Extract,
        point: Option<Point>,
    ) -> Result<Values, NoProof> {
        explain::values(self, extract, point)
    }
}
