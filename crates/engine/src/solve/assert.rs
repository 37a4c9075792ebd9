//! Asserts facts: splits conditions that hold into linear relations, and keeps retractable assumptions.

use super::define::Definitions;
use super::facts::{Fact, FactOrigin, Part, Relation, Stated};
use super::implied::{implied, one_of};
use super::knowledge::Knowledge;
use super::ranges::is_unit;
use crate::number::Int;
use crate::program::{Column, Point};
use crate::term::{Compared, EGraph, ENode, Expr, Form, Id, Operator};
use calipers_support::order::Order;
use hashbrown::HashSet;
use smallvec::SmallVec;
use std::sync::Arc;

/// Limit of conditions that [`compared`] visits for one fact.
const MAX_CONDITIONS: usize = 64;
/// Limit of the products in a fact that is indexed by their factors.
const MAX_PRODUCTS: usize = 4;
/// Limit of the atoms below its own atoms by which a fact is indexed.
const MAX_PARTS: usize = 8;

impl Knowledge<'_> {
    /// Adds a linear fact.
    pub(super) fn add_fact(
        &mut self,
        form: Form,
        relation: Relation,
        point: Option<Point>,
        origin: FactOrigin,
        condition: Expr<Column>,
    ) {
        let stated = || {
            let given = vec![];
            Arc::new(Stated { condition, given })
        };
        self.add_fact_given(form, relation, point, vec![], origin, stated);
    }

    /// Whether the rules state a relation that is visible at a point. A fact that holds from an earlier point on is
    /// visible.
    pub(super) fn is_known(&self, form: &Form, relation: Relation, point: Option<Point>) -> bool {
        self.facts.known(form, relation).is_some_and(|places| {
            let path = point.map(|point| self.points.path(point));
            places.cover(path.as_deref())
        })
    }

    pub(super) fn add_fact_given(
        &mut self,
        form: Form,
        relation: Relation,
        point: Option<Point>,
        given: Vec<Id>,
        origin: FactOrigin,
        stated: impl FnOnce() -> Arc<Stated>,
    ) {
        if self.is_known(&form, relation, point) {
            let path = point.map(|point| self.points.path(point));
            return self
                .facts
                .restate(&form, relation, path.as_deref(), origin, stated);
        }
        self.add(Fact::new(form, relation, point, given, origin, stated()));
    }

    /// Adds a fact and indexes it. Returns its number, unless it is trivial.
    pub(super) fn add(&mut self, fact: Fact) -> Option<u32> {
        let (point, relation) = (fact.point, fact.relation);
        if !self.facts.push(fact) {
            return None;
        }
        let number = self.facts.count() - 1;
        let alternatives = match relation {
            Relation::Zero => one_of(&self.egraph, &self.facts.get(number).form),
            Relation::AtLeastZero => vec![],
        };
        if !alternatives.is_empty() {
            let compared = compared(&self.egraph, alternatives.into_iter());
            // It may bound the youngest atom that it compares.
            let ages = compared.iter().map(|&atom| self.age(atom));
            if let Some(age) = ages.max() {
                self.facts.note_bounding(number, age);
            }
            self.facts
                .note_parts(Part::Alternative, number, compared.into_iter());
        }
        self.note_bounding(number);
        let atoms = self.facts.get(number).form.atoms();
        let compared = compared(&self.egraph, atoms);
        self.facts
            .note_parts(Part::Compared, number, compared.into_iter());
        let parts = parts(&self.egraph, &self.facts.get(number).form);
        self.facts
            .note_parts(Part::Below, number, parts.into_iter());
        let factors = factors(&self.egraph, &self.facts.get(number).form);
        self.facts
            .note_parts(Part::Factor, number, factors.into_iter());
        let fact = self.facts.get(number);
        let has_operator = |atom: Id| {
            let mut nodes = self.egraph.nodes(atom);
            nodes.any(|node| matches!(node, ENode::Apply(..)))
        };
        if !fact.given.is_empty() || fact.form.atoms().any(has_operator) {
            let beside: SmallVec<[Id; 8]> = fact.form.atoms().collect();
            self.facts
                .note_parts(Part::Beside, number, beside.into_iter());
        }
        self.ranges.forget(point);
        Some(number)
    }

    /// Records the point from which a fact bounds its youngest atom. If that atom is a quotient, the fact counts for
    /// its dividend.
    pub(super) fn note_bounding(&mut self, fact: u32) {
        let form = &self.facts.get(fact).form;
        let atoms: SmallVec<[Id; 8]> = form.atoms().collect();
        let is_quotient = |atom: &Id| {
            let divided = self.divided(form, *atom);
            divided.is_some_and(|divided| atoms.contains(&divided))
        };
        let others: SmallVec<[Id; 8]> = match atoms.len() {
            1 => atoms,
            _ if form.terms().iter().all(|(_, k)| is_unit(k)) => atoms,
            _ => atoms
                .iter()
                .copied()
                .filter(|atom| !is_quotient(atom))
                .collect(),
        };
        if let Some(age) = others.into_iter().map(|atom| self.age(atom)).max() {
            self.facts.note_bounding(fact, age);
        }
    }

    /// Asserts the truth value of comparisons whose class was created after rules had stated the relation.
    pub(super) fn meet_comparisons(&mut self) {
        for comparison in self.egraph.take_comparisons() {
            for (truth, form, relation) in told_by(&self.egraph, comparison) {
                for fact in self.facts.stating(&form, relation) {
                    for (form, relation) in implied(&self.egraph, comparison, truth) {
                        let fact = self.facts.get(fact);
                        let (point, origin) = (fact.point, fact.origin.clone());
                        let stated = fact.stated.clone();
                        self.add_fact_given(form, relation, point, vec![], origin, || stated);
                    }
                }
            }
        }
    }
}

impl Definitions<'_> {
    /// The relation that a comparison states, and whether it is known already. Returns `None` if the condition is not a
    /// comparison or has a class. Most conditions that rules state are never queried, so that this avoids creating a
    /// class for them.
    pub(super) fn compared(
        &mut self,
        known: &mut Knowledge<'_>,
        condition: &Expr<Column>,
    ) -> Option<(Compared, Relation)> {
        let Expr::Apply(operator, sides) = condition else {
            return None;
        };
        let relation = match operator {
            Operator::Le => Relation::AtLeastZero,
            Operator::Eq => Relation::Zero,
            _ => return None,
        };
        let [a, b] = &sides[..] else { return None };
        let (a, b) = (self.intern(known, a), self.intern(known, b));
        let compared = known.egraph.compared(*operator, a, b)?;
        Some((compared, relation))
    }

    /// The linear relations that a conjunction states, in the order in which it is written.
    pub(super) fn stated_relations(
        &mut self,
        known: &mut Knowledge<'_>,
        condition: &Expr<Column>,
    ) -> Vec<(Form, Relation)> {
        let Expr::Apply(operator, arguments) = condition else {
            return vec![];
        };
        let [a, b] = &arguments[..] else {
            return vec![];
        };
        let relation = match operator {
            Operator::Le => Relation::AtLeastZero,
            Operator::Eq => Relation::Zero,
            Operator::Min => {
                let mut both = self.stated_relations(known, a);
                both.extend(self.stated_relations(known, b));
                return both;
            }
            _ => return vec![],
        };
        let (a, b) = (self.intern(known, a), self.intern(known, b));
        let difference = known.egraph.form(b).sub(known.egraph.form(a));
        difference
            .map(|form| (form, relation))
            .into_iter()
            .collect()
    }
}

/// The relations that decide a comparison, each with the truth value that it implies.
fn told_by(egraph: &EGraph, comparison: Id) -> SmallVec<[(bool, Form, Relation); 2]> {
    let mut found = SmallVec::new();
    let (ENode::Apply(operator, sides), None) =
        (egraph.node(comparison), egraph.as_constant(comparison))
    else {
        return found;
    };
    let (a, b) = (egraph.form(sides[0]), egraph.form(sides[1]));
    if *operator == Operator::Eq {
        found.extend(a.sub(b).map(|form| (true, form, Relation::Zero)));
    } else if let Some(form) = b.sub(a) {
        let never = form.neg().add_constant(&Int::NEG_ONE);
        found.push((true, form, Relation::AtLeastZero));
        found.extend(never.map(|form| (false, form, Relation::AtLeastZero)));
    }
    found
}

/// The equality that is false if the relation `form = 0` holds: `form` is the equality itself.
pub(super) fn not_equal(egraph: &EGraph, form: &Form, relation: Relation) -> Option<Id> {
    match (form.terms(), relation) {
        ([(equality, _)], Relation::Zero) if form.constant().is_zero() => {
            difference_of(egraph, *equality).map(|_| *equality)
        }
        _ => None,
    }
}

/// The difference of the sides of an equality.
pub(super) fn difference_of(egraph: &EGraph, equality: Id) -> Option<Form> {
    egraph.nodes(equality).find_map(|node| match node {
        ENode::Apply(Operator::Eq, sides) => egraph.form(sides[0]).sub(egraph.form(sides[1])),
        _ => None,
    })
}

/// Whether an atom is a condition, or a part of the sum as which the e-graph has a conjunction or disjunction of them, such as
/// `min(0, a + b - 1)`.
pub(super) fn is_logical(egraph: &EGraph, atom: Id) -> bool {
    let range = egraph.range(atom);
    let (lower, upper) = (range.lower(), range.upper());
    lower.is_some_and(|it| *it >= Int::NEG_ONE) && upper.is_some_and(|it| *it <= Int::ONE)
}

/// The atoms that the conditions among these classes, and in conjunctions and disjunctions, compare, and those below minima
/// among them.
fn compared(egraph: &EGraph, classes: impl Iterator<Item = Id>) -> Vec<Id> {
    let minima = |atom: Id| {
        let is_minimum = |node: &&ENode| matches!(node, ENode::Apply(Operator::Min, _));
        egraph.nodes(atom).filter(is_minimum)
    };
    let is_of_conditions = |atom: Id| {
        minima(atom).any(|node| {
            let mut parts = node.children().iter();
            parts.all(|&part| egraph.form(part).atoms().all(|it| is_logical(egraph, it)))
        })
    };
    let conditions = classes.filter(|&it| egraph.is_condition(it) || is_of_conditions(it));
    let mut work: Vec<Id> = conditions.collect();
    let (mut seen, mut found) = (HashSet::new(), vec![]);
    while let Some(condition) = work.pop() {
        if !seen.insert(condition) || seen.len() > MAX_CONDITIONS {
            continue;
        }
        for node in egraph.nodes(condition) {
            for &part in node.children() {
                for atom in egraph.form(part).atoms() {
                    let is_condition = egraph.is_condition(atom);
                    if is_condition || minima(atom).next().is_some() {
                        work.push(atom);
                    }
                    if !is_condition {
                        found.push(atom);
                    }
                }
            }
        }
    }
    found
}

/// Whether a form consists of a few products, so that it relates their factors.
pub(super) fn is_of_products(egraph: &EGraph, form: &Form) -> bool {
    let is_product = |atom: Id| {
        let mut nodes = egraph.nodes(atom);
        nodes.any(|node| matches!(node, ENode::Apply(Operator::Mul, _)))
    };
    form.terms().len() <= MAX_PRODUCTS && form.atoms().all(is_product)
}

/// The factors of the products in a short form that has other atoms too, in program order.
fn factors(egraph: &EGraph, form: &Form) -> SmallVec<[Id; 8]> {
    let mut factors: SmallVec<[Id; 8]> = SmallVec::new();
    if !(2..=MAX_PRODUCTS).contains(&form.terms().len()) {
        return factors;
    }
    let mut has_others = false;
    for atom in form.atoms() {
        let mut is_product = false;
        for node in egraph.nodes(atom) {
            if let ENode::Apply(Operator::Mul, arguments) = node {
                is_product = true;
                factors.extend(arguments.iter().flat_map(|&it| egraph.form(it).atoms()));
            }
        }
        has_others |= !is_product;
    }
    if !has_others {
        factors.clear();
    } else if !factors.is_empty() {
        factors.order_by_key(|&factor| egraph.rank(factor));
        factors.dedup();
        factors.truncate(MAX_PARTS);
    }
    factors
}

/// The atoms below the quotients and minima among a form's atoms that the form itself does not mention, nearest first;
/// and the factors of products, if the form consists of a few products. The order follows the program: ids depend on
/// the order of queries, and must not decide which atoms fit into the limit.
fn parts(egraph: &EGraph, form: &Form) -> Vec<Id> {
    let mut work = egraph.atoms_in_order(form);
    let own = work.len();
    let of_products = is_of_products(egraph, form);
    let mut next = 0;
    while let Some(&atom) = work.get(next) {
        next += 1;
        let mut below: SmallVec<[Id; 8]> = SmallVec::new();
        for node in egraph.nodes(atom) {
            let is_below = match node {
                ENode::Apply(Operator::Min | Operator::FloorDiv, _) => true,
                ENode::Apply(Operator::Mul, _) => of_products && next <= own,
                _ => false,
            };
            if is_below {
                let arguments = node.children();
                below.extend(arguments.iter().flat_map(|&it| egraph.form(it).atoms()));
            }
        }
        below.order_by_key(|&part| egraph.rank(part));
        for part in below {
            if work.len() < own + MAX_PARTS && !work.contains(&part) {
                work.push(part);
            }
        }
    }
    work.split_off(own)
}
