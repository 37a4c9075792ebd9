//! Disjunctive facts that bound an atom once the ranges refute all their other alternatives (unit propagation).

use super::facts::{Part, Relation};
use super::implied::{implied, one_of};
use super::knowledge::Knowledge;
use super::path::Path;
use crate::program::Point;
use crate::term::{Form, Id, truth};
use smallvec::SmallVec;

/// A disjunctive fact of which one alternative bounds an atom.
#[derive(Clone, Debug)]
pub(super) struct Disjunction {
    pub(super) fact: u32,
    /// The other alternatives. They are older than the atom, so that their ranges do not depend on it.
    pub(super) others: SmallVec<[Id; 3]>,
    /// What the alternative about the atom states.
    pub(super) rows: SmallVec<[(Form, Relation); 1]>,
}

impl Knowledge<'_> {
    /// The visible disjunctive facts with exactly one alternative that compares an atom with older ones.
    pub(super) fn disjunctions_bounding(
        &mut self,
        atom: Id,
        path: Option<&Path>,
    ) -> Vec<Disjunction> {
        let facts = self.facts.visible_with(Part::Alternative, atom, path);
        if facts.is_empty() {
            return vec![];
        }
        let age = self.age(atom);
        facts
            .into_iter()
            .filter_map(|fact| self.disjunction(fact, atom, age))
            .collect()
    }

    /// Whether the ranges at a point refute all alternatives but the one that bounds the atom.
    pub(super) fn is_unit(&mut self, disjunction: &Disjunction, point: Option<Point>) -> bool {
        let mut others = disjunction.others.iter();
        others.all(|&other| truth(&self.range_at(other, point)) == Some(false))
            && self.is_usable(disjunction.fact, point)
    }

    fn disjunction(&mut self, fact: u32, atom: Id, age: u64) -> Option<Disjunction> {
        let own = self.facts.get(fact);
        if own.relation != Relation::Zero || !own.form.coefficient(&atom).is_zero() {
            return None;
        }
        let alternatives = one_of(&self.egraph, &own.form);
        if alternatives.is_empty() || !self.has_older_conditions(fact, age) {
            return None;
        }
        let mut others: SmallVec<[Id; 3]> = alternatives.into();
        let is_younger = |&alternative: &Id| self.age(alternative) >= age;
        let about = others.iter().position(is_younger)?;
        let about = others.remove(about);
        if others.iter().any(|&other| self.age(other) >= age) {
            return None;
        }
        let rows = implied(&self.egraph, about, true).into_iter();
        let rows: SmallVec<[(Form, Relation); 1]> = rows
            .filter(|(form, _)| !form.coefficient(&atom).is_zero())
            .filter(|(form, _)| {
                let mut rest = form.atoms().filter(|other| *other != atom);
                rest.all(|other| self.age(other) < age)
            })
            .collect();
        (!rows.is_empty()).then_some(Disjunction { fact, others, rows })
    }
}
