//! Writes a refutation of a system as a proof.

use super::system::{Reason, System};
use crate::number::Int;
use crate::proof::sequent::Sequent;
use crate::proof::{
    self, Argument, Bounding, Derivation, FactSource, FactUse, Proof, RowReason, Split, Term,
};
use crate::term::Expr;
use calipers_integers::{Premise, Refutation, Relation};
use dashu_ratio::RBig;

/// The proof that the assumptions of a sequent contradict each other.
pub(super) fn written(
    system: &System,
    refutation: &Refutation,
    sequent: &Sequent,
) -> Option<Proof> {
    let mut writer = Writer {
        system,
        sequent,
        facts: vec![],
        cases: vec![],
    };
    let argument = Argument::Bound(writer.bounding(refutation)?);
    let facts = writer.facts.iter().map(|&n| FactUse {
        condition: sequent.assumptions[n].clone(),
        given: vec![],
        source: FactSource::Assumption(n as u32),
        from: None,
    });
    Some(Proof {
        claim: proof::Claim::Unreachable,
        point: None,
        steps: vec![],
        facts: facts.collect(),
        ranges: vec![],
        argument,
    })
}

struct Writer<'s> {
    system: &'s System,
    sequent: &'s Sequent,
    /// The positions of the assumptions that it uses.
    facts: Vec<usize>,
    /// The enclosing cases: the number in the refutation, and the terms of the rows.
    cases: Vec<(u32, Term)>,
}

impl Writer<'_> {
    fn bounding(&mut self, refutation: &Refutation) -> Option<Bounding> {
        let derivation = match refutation {
            Refutation::Sum(premises) => {
                let rows: Option<Vec<(proof::Row, RBig)>> = premises
                    .iter()
                    .map(|(premise, factor)| Some((self.row(*premise)?, factor.clone())))
                    .collect();
                Derivation::Rows(rows?)
            }
            Refutation::Branch {
                case,
                form,
                limit,
                below,
                above,
            } => {
                let term = self.system.term(form);
                let least = Expr::difference(Expr::Integer(limit.clone()), term.clone());
                let next = -(limit + Int::ONE);
                let most = Expr::sum(term.clone(), Expr::Integer(next));
                let mut side = |row: Term, refutation: &Refutation| {
                    self.cases.push((*case, row));
                    let found = self.bounding(refutation);
                    self.cases.pop();
                    found
                };
                let cases = [side(least, below)?, side(most, above)?];
                Derivation::Cases(Split::Limit(term, limit.clone()), Box::new(cases))
            }
        };
        Some(Bounding {
            goal: Expr::integer(0),
            bound: None,
            derivation,
        })
    }

    fn row(&mut self, premise: Premise) -> Option<proof::Row> {
        let at_least_zero = proof::Relation::AtLeastZero;
        let (term, relation, reason) = match premise {
            Premise::Case(case) => {
                let position = self.cases.iter().position(|it| it.0 == case)?;
                let term = self.cases[position].1.clone();
                (term, at_least_zero, RowReason::Case(position))
            }
            Premise::Row(number) => {
                let row = self.system.rows.get(number)?;
                let relation = match row.row.relation {
                    Relation::AtLeastZero => at_least_zero,
                    Relation::Zero => proof::Relation::Zero,
                };
                let reason = match &row.reason {
                    Reason::Assumption(n) => RowReason::Fact(self.fact(*n)),
                    Reason::Range => RowReason::Range,
                    Reason::Operator(term) => RowReason::Operator(term.clone()),
                };
                (row.term.clone(), relation, reason)
            }
        };
        Some(proof::Row {
            term,
            relation,
            reason,
        })
    }

    fn fact(&mut self, assumption: usize) -> usize {
        debug_assert!(assumption < self.sequent.assumptions.len());
        let known = self.facts.iter().position(|&it| it == assumption);
        known.unwrap_or_else(|| {
            self.facts.push(assumption);
            self.facts.len() - 1
        })
    }
}
