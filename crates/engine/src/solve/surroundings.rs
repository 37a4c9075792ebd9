//! What answers about a term at a point depend on: two points with the same surroundings have the same answers.

use super::Engine;
use super::facts::{Part, Relation};
use crate::number::{Int, Range};
use crate::program::{Column, Point};
use crate::term::{ENode, Expr, Form, Id, Operator};
use calipers_support::order::Order;

/// Maximum number of atoms around a term.
const MAX_ATOMS: usize = 96;

/// Maximum number of equalities around a term, and of the summands of each.
const MAX_EQUALITIES: usize = 8;
const MAX_SUMMANDS: usize = 4;

/// Maximum number of columns whose differences are tried.
const MAX_COLUMNS: usize = 6;

/// Maximum depth of an equality.
const MAX_DEPTH: usize = 4;

/// The facts around a term at a point, however indirect, and the ranges of its columns.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Surroundings {
    /// The numbers of the facts, in ascending order.
    facts: Vec<u32>,
    ranges: Vec<Range>,
    is_unreachable: bool,
}

impl Engine<'_> {
    /// The surroundings of a term at a point; none if they are large.
    ///
    /// Costs the number of facts around the term.
    pub fn surroundings(
        &mut self,
        term: &Expr<Column>,
        point: Option<Point>,
    ) -> Option<Surroundings> {
        let class = self.class_of_term(term);
        let mut leaves: Vec<Id> = vec![];
        term.for_each_leaf(&mut |column| leaves.push(self.class_of_term(&Expr::Leaf(*column))));
        if let Some(point) = point {
            self.enter(point);
        }
        let is_unreachable = self.is_unreachable(point);
        let ranges = leaves.iter().map(|leaf| self.known.range_at(*leaf, point));
        let ranges: Vec<Range> = ranges.collect();
        let facts = self.facts_around(leaves.into_iter().chain([class]), point)?;
        Some(Surroundings {
            facts,
            ranges,
            is_unreachable,
        })
    }

    /// The facts visible at a point about the atoms of classes, about what these are computed from, and so on.
    fn facts_around(
        &self,
        classes: impl Iterator<Item = Id>,
        point: Option<Point>,
    ) -> Option<Vec<u32>> {
        let known = &self.known;
        let path = point.map(|point| known.points.path(point));
        let path = path.as_deref();
        let (mut atoms, mut facts): (Vec<Id>, Vec<u32>) = (vec![], vec![]);
        let mut work: Vec<Id> = classes.collect();
        while let Some(class) = work.pop() {
            for atom in known.egraph.form(class).atoms() {
                if atoms.contains(&atom) {
                    continue;
                }
                if atoms.len() == MAX_ATOMS {
                    return None;
                }
                atoms.push(atom);
                let nodes = known.egraph.nodes(atom);
                work.extend(nodes.flat_map(|node| node.children().iter().copied()));
                let about = known.facts.visible_about(atom, path);
                let above = known.facts.visible_with(Part::Below, atom, path);
                let comparing = known.facts.visible_with(Part::Compared, atom, path);
                for number in about.into_iter().chain(above).chain(comparing) {
                    if !facts.contains(&number) {
                        facts.push(number);
                        let fact = known.facts.get(number);
                        work.extend(fact.form.atoms().chain(fact.given.iter().copied()));
                    }
                }
            }
        }
        facts.order();
        Some(facts)
    }

    /// The equalities among the facts in surroundings, over columns that may be mentioned, in the order of the facts.
    pub fn equalities(
        &self,
        surroundings: &Surroundings,
        may_mention: &dyn Fn(Column) -> bool,
    ) -> Vec<Expr<Column>> {
        let facts = surroundings.facts.iter();
        let facts = facts.map(|&number| self.known.facts.get(number));
        let forms = facts.filter_map(|fact| {
            let is_equality = fact.relation == Relation::Zero && fact.given.is_empty();
            let is_short = (2..=MAX_SUMMANDS).contains(&fact.form.terms().len());
            (is_equality && is_short).then_some(&fact.form)
        });
        let equalities = forms.filter_map(|form| {
            let part = |is_negative: bool| {
                let terms = form.terms().iter();
                let terms = terms.filter(|(_, k)| k.is_negative() == is_negative);
                let constant = match form.constant().is_negative() == is_negative {
                    true => form.constant().magnitude(),
                    false => Int::ZERO,
                };
                Form::from_terms(constant, terms.map(|(atom, k)| (*atom, k.magnitude())))
            };
            let sides = [part(false)?, part(true)?];
            let [a, b] = sides.map(|side| self.told(&side, may_mention, MAX_DEPTH));
            Some(Expr::equal(a?, b?))
        });
        equalities.take(MAX_EQUALITIES).collect()
    }

    /// For each of some columns, the equality with an earlier one of them that facts in surroundings imply. Empty if there
    /// are many columns.
    ///
    /// Costs the number of the facts; where some of them are equalities, up to two linear programs for each pair of columns.
    pub fn equal_columns(
        &mut self,
        columns: &[Column],
        surroundings: &Surroundings,
        point: Option<Point>,
    ) -> Vec<Expr<Column>> {
        let facts = surroundings.facts.iter();
        let mut facts = facts.map(|&number| self.known.facts.get(number));
        let mut equalities = vec![];
        if columns.len() > MAX_COLUMNS || !facts.any(|fact| fact.relation == Relation::Zero) {
            return equalities;
        }
        for (at, &column) in columns.iter().enumerate() {
            let mut earlier = columns[..at].iter();
            let other = earlier.find(|&&earlier| {
                let (a, b) = (self.class(earlier), self.class(column));
                let difference = self.form(a).sub(&self.form(b));
                let negated = difference.as_ref().and_then(|it| it.scale(&Int::NEG_ONE));
                let mut sides = [difference, negated].into_iter();
                sides.all(|it| it.is_some_and(|it| self.is_at_least_zero_at_once(&it, point)))
            });
            if let Some(&other) = other {
                let [a, b] = [other, column].map(Expr::Leaf);
                equalities.push(Expr::equal(a, b));
            }
        }
        equalities
    }

    /// Terms over columns that may be mentioned which a single fact in surroundings says a term equals.
    pub fn equal_by_fact(
        &mut self,
        term: &Expr<Column>,
        surroundings: &Surroundings,
        may_mention: &dyn Fn(Column) -> bool,
    ) -> Vec<Expr<Column>> {
        let own = self.class_of_term(term);
        let own = self.known.egraph.form(own);
        let mut all = vec![];
        for &number in &surroundings.facts {
            let fact = self.known.facts.get(number);
            if fact.relation != Relation::Zero || !fact.given.is_empty() {
                continue;
            }
            for times in [Int::ONE, Int::NEG_ONE] {
                let other = own.add_scaled(&times, &fact.form);
                let is_new = |atom: Id| own.coefficient(&atom).is_zero();
                let other = other.filter(|other| other.atoms().all(is_new));
                let other = other.filter(|other| other.terms().len() <= MAX_SUMMANDS);
                all.extend(other.and_then(|it| self.told(&it, may_mention, MAX_DEPTH)));
            }
        }
        all
    }

    /// A form as a term over columns that may be mentioned, if it has one.
    fn told(
        &self,
        form: &Form,
        may_mention: &dyn Fn(Column) -> bool,
        depth: usize,
    ) -> Option<Expr<Column>> {
        let mut parts = vec![];
        for atom in self.known.egraph.atoms_in_order(form) {
            let told = self.told_atom(atom, may_mention, depth)?;
            let k = form.coefficient(&atom);
            parts.push(match k.is_one() {
                true => told,
                false => Expr::scaled(k, told),
            });
        }
        if !form.constant().is_zero() || parts.is_empty() {
            parts.push(Expr::Integer(form.constant().clone()));
        }
        Some(match parts.len() {
            1 => parts.remove(0),
            _ => Expr::apply(Operator::Add, parts),
        })
    }

    fn told_atom(
        &self,
        atom: Id,
        may_mention: &dyn Fn(Column) -> bool,
        depth: usize,
    ) -> Option<Expr<Column>> {
        let egraph = &self.known.egraph;
        let columns = egraph.nodes(atom).filter_map(|node| match node {
            ENode::Leaf(leaf) => Some(self.column_of(*leaf)),
            _ => None,
        });
        if let Some(column) = columns.filter(|column| may_mention(*column)).min() {
            return Some(Expr::Leaf(column));
        }
        let depth = depth.checked_sub(1)?;
        egraph.nodes(atom).find_map(|node| {
            let ENode::Apply(operator, arguments) = node else {
                return None;
            };
            let arguments = arguments.iter();
            let arguments = arguments.map(|it| self.told(egraph.form(*it), may_mention, depth));
            Some(Expr::apply(
                *operator,
                arguments.collect::<Option<Vec<_>>>()?,
            ))
        })
    }
}
