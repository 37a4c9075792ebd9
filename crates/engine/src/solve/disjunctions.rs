//! Disjunctive facts that bound an atom once the ranges refute all their other alternatives (unit propagation).

use super::facts::{Part, Relation};
use super::implied::{implied, one_of};
use super::knowledge::Knowledge;
use super::path::Path;
use super::ranges::bounded_by;
use crate::program::Point;
use crate::term::{Form, Id, truth};
use smallvec::SmallVec;

/// A disjunctive fact with one alternative that bounds an atom.
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

    /// The disjunctions, of those that bound a class, that narrow its range at a point: the first ones that give its ends,
    /// and those that state what divides it.
    pub(super) fn narrowing(
        &mut self,
        disjunctions: Vec<Disjunction>,
        class: Id,
        point: Option<Point>,
    ) -> Vec<Disjunction> {
        let range = self.range_at(class, point);
        let mut open = [range.lower(), range.upper()];
        let narrows = |one_of: &Disjunction| {
            if !self.is_unit(one_of, point) {
                return false;
            }
            let mut narrows = false;
            for (row, relation) in &one_of.rows {
                let k = row.coefficient(&class);
                let Some(rest) = row.substitute(class, &Form::zero()) else {
                    continue;
                };
                let by_row = bounded_by(&k, &self.form_range_at(&rest, point), *relation);
                narrows |= !by_row.congruence().is_any();
                for (end, own) in open.iter_mut().zip([by_row.lower(), by_row.upper()]) {
                    if end.is_some() && *end == own {
                        *end = None;
                        narrows = true;
                    }
                }
            }
            narrows
        };
        disjunctions.into_iter().filter(narrows).collect()
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
