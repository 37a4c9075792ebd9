//! Builds the system of a goal: the facts and axioms around its atoms, nearest first, and the alternatives for case
//! splits.

use super::axioms::axioms;
use super::bounds::Bounds;
use super::config::Config;
use super::facts::{Part, Relation};
use super::implied::one_of;
use super::knowledge::Knowledge;
use crate::number::Int;
use crate::program::Point;
use crate::term::{EGraph, ENode, Form, Id, Operator, truth};
use calipers_support::order::Order;
use dashu_ratio::RBig;
use hashbrown::HashSet;
use std::sync::Arc;

/// Limit of the disjunctive facts that are used for one goal.
const MAX_ALTERNATIVES: usize = 4;

/// Extra atoms of a system for a long sum, and extra rows for each of them.
const MAX_EXTRA: usize = 512;
const EXTRA_ROWS: usize = 3;

/// The reason why a row holds.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum RowOrigin {
    /// A fact, or the only alternative of a disjunctive fact that the ranges allow.
    Fact(u32),
    /// The range of a class at the point.
    Range(Id),
    /// An axiom of an atom's operator.
    Axiom(Id, Operator),
    /// The linear form that the class of a long sum expands to.
    Expansion(Id),
    /// The current case of a split.
    Case,
    /// A rounded combination of these rows (a cut).
    Cut(Arc<[(SystemRow, RBig)]>),
}

/// A row of a system: `form >= 0` or `form = 0` over atoms.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SystemRow {
    /// The form.
    pub form: Form,
    /// Its relation to zero.
    pub relation: Relation,
    /// Why it holds.
    pub origin: RowOrigin,
}

/// The alternatives of a disjunctive fact.
#[derive(Clone, Debug)]
pub(super) struct Alternatives {
    /// Conditions with truth values; at least one of them holds.
    pub(super) conditions: Vec<(Id, bool)>,
    /// The minima in the fact that exclude the case in which no alternative holds.
    pub(super) minima: Vec<Id>,
}

/// Maximum number of bits of a number in a row that no fact states: a product of three words of 64 bits. Longer numbers come
/// from products of ranges of products, and their linear programs cost the most and give the least.
const MAX_BITS: usize = 192;

/// The rows around a goal.
#[derive(Clone, Debug, Default)]
pub(super) struct System {
    pub(super) rows: Vec<SystemRow>,
    pub(super) atoms: Vec<Id>,
    max_atoms: usize,
    max_rows: usize,
    /// The number of extra atoms; each allows some extra rows.
    extra: usize,
    /// How many atoms have their facts and axioms among the rows.
    closed: usize,
    /// Minima that the current case has split already; if the splits are restricted to listed alternatives, conditions
    /// as well.
    pub(super) split: Vec<Id>,
    /// The alternatives to split on; no restriction if `None`.
    pub(super) only: Option<Vec<Alternatives>>,
    /// Whether a budget cut it short.
    pub(super) cut_short: bool,
}

impl System {
    /// An empty system with the limits of a configuration.
    pub(super) fn new(config: &Config) -> System {
        System {
            max_atoms: config.max_atoms,
            max_rows: config.max_rows,
            ..System::default()
        }
    }

    fn take_in_atom(&mut self, atom: Id) {
        if self.atoms.contains(&atom) {
            return;
        }
        if self.atoms.len() >= self.max_atoms + self.extra {
            self.cut_short = true;
            return;
        }
        self.atoms.push(atom);
    }

    pub(super) fn take_in_row(&mut self, egraph: &EGraph, row: SystemRow) {
        if !matches!(row.origin, RowOrigin::Fact(_)) && is_long(&row.form) {
            self.cut_short = true;
            return;
        }
        if self.rows.len() >= self.max_rows + EXTRA_ROWS * self.extra {
            self.cut_short = true;
            return;
        }
        let is_covered = |system: &System| {
            let mut atoms = row.form.atoms();
            atoms.all(|atom| system.atoms.contains(&atom))
        };
        if !is_covered(self) {
            for atom in egraph.atoms_in_order(&row.form) {
                self.take_in_atom(atom);
            }
            if !is_covered(self) {
                return;
            }
        }
        self.rows.push(row);
    }

    /// Adds the facts and axioms of the atoms that have none yet, until a fixpoint.
    pub(super) fn close(&mut self, known: &mut Knowledge<'_>, point: Option<Point>) {
        if self.closed == self.atoms.len() {
            return;
        }
        let mut seen: HashSet<u32> = self
            .rows
            .iter()
            .filter_map(|row| match row.origin {
                RowOrigin::Fact(number) => Some(number),
                _ => None,
            })
            .collect();
        let path = point.map(|point| known.points.path(point));
        while let Some(&atom) = self.atoms.get(self.closed) {
            self.closed += 1;
            // Before the facts, so that many disjunctions leave room for what some of them state at this point.
            for one_of in known.disjunctions_bounding(atom, path.as_deref()) {
                if known.is_unit(&one_of, point) {
                    for (form, relation) in one_of.rows {
                        let row = SystemRow {
                            form,
                            relation,
                            origin: RowOrigin::Fact(one_of.fact),
                        };
                        self.take_in_row(&known.egraph, row);
                    }
                }
            }
            let mut facts = known.facts.visible_about(atom, path.as_deref());
            // Facts about quotients and minima of the atom, too.
            facts.extend(known.facts.visible_with(Part::Below, atom, path.as_deref()));
            for number in facts {
                if seen.contains(&number) || !known.is_usable(number, point) {
                    continue;
                }
                seen.insert(number);
                if !known.is_settled(number, point) {
                    let fact = known.facts.get(number);
                    let row = SystemRow {
                        form: fact.form.clone(),
                        relation: fact.relation,
                        origin: RowOrigin::Fact(number),
                    };
                    self.take_in_row(&known.egraph, row);
                }
            }
            for row in axioms(known, atom, point) {
                if !self.tells(&row) {
                    self.take_in_row(&known.egraph, row);
                }
            }
        }
    }

    /// Whether a row is the end of a range that a fact states already.
    fn tells(&self, row: &SystemRow) -> bool {
        let is_end = matches!(row.origin, RowOrigin::Range(_));
        let is_same = |other: &SystemRow| {
            other.form.terms().len() == 1
                && other.relation == row.relation
                && other.form == row.form
        };
        is_end && self.rows.iter().any(is_same)
    }
}

/// Whether a row has numbers that are too long for linear programs.
fn is_long(form: &Form) -> bool {
    let mut numbers = form.terms().iter().map(|(_, k)| k).chain([form.constant()]);
    numbers.any(|it| it.bit_len() > MAX_BITS)
}

impl Knowledge<'_> {
    /// The number of atoms after the expansion of long sums.
    fn spelled_out(&self, atoms: &[Id]) -> usize {
        let (mut count, mut sums) = (0, atoms.to_vec());
        while let Some(atom) = sums.pop().filter(|_| count < MAX_EXTRA) {
            count += 1;
            let terms = self.egraph.expansion(atom).map(Form::atoms);
            sums.extend(terms.into_iter().flatten());
        }
        count
    }

    /// The disjunctive facts whose alternatives compare atoms of a form.
    pub(super) fn alternatives(&mut self, form: &Form, point: Option<Point>) -> Vec<u32> {
        let path = point.map(|point| self.points.path(point));
        let mut found: Vec<u32> = vec![];
        for atom in self.egraph.atoms_in_order(form) {
            for fact in self
                .facts
                .visible_with(Part::Alternative, atom, path.as_deref())
            {
                let is_new = found.len() < MAX_ALTERNATIVES && !found.contains(&fact);
                if is_new && !one_of(&self.egraph, &self.facts.get(fact).form).is_empty() {
                    found.push(fact);
                }
            }
        }
        found.retain(|&fact| self.is_usable(fact, point));
        found
    }

    fn alternatives_of(&self, form: &Form) -> Alternatives {
        // "Not c" is `c` with the value false.
        let as_atom = |condition: Id| match self.egraph.form(condition).terms() {
            [(atom, k)] => (*atom, *k == Int::ONE),
            _ => (condition, true),
        };
        let conditions = one_of(&self.egraph, form).into_iter();
        let mut conditions: Vec<(Id, bool)> = conditions.map(as_atom).collect();
        conditions.order_by_key(|it| self.egraph.rank(it.0));
        let mut minima: Vec<Id> = vec![];
        let mut work: Vec<Id> = form.atoms().collect();
        while let Some(atom) = work.pop() {
            for node in self.egraph.nodes(atom) {
                let ENode::Apply(Operator::Min, arguments) = node else {
                    continue;
                };
                let atom = self.egraph.find(atom);
                if !minima.contains(&atom) {
                    minima.push(atom);
                    let forms = arguments.iter().map(|it| self.egraph.form(*it));
                    work.extend(forms.flat_map(|form| form.atoms()));
                }
            }
        }
        minima.order_by_key(|&it| self.egraph.rank(it));
        Alternatives { conditions, minima }
    }

    /// Whether a fact holds at a point, including its conditions.
    pub(super) fn is_usable(&mut self, number: u32, point: Option<Point>) -> bool {
        if !self.is_visible(number, point) {
            return false;
        }
        let given = self.facts.get(number).given.clone();
        given
            .into_iter()
            .all(|condition| self.holds(condition, point))
    }

    /// Whether a fact is disjunctive, and the ranges at a point prove one of its alternatives.
    fn is_settled(&mut self, number: u32, point: Option<Point>) -> bool {
        let alternatives = match self.facts.get(number) {
            fact if fact.relation == Relation::Zero => one_of(&self.egraph, &fact.form),
            _ => return false,
        };
        alternatives.into_iter().any(|it| self.holds(it, point))
    }

    /// Whether a condition holds at a point, by ranges alone.
    pub(super) fn holds(&mut self, condition: Id, point: Option<Point>) -> bool {
        truth(&self.range_at(condition, point)) == Some(true)
    }
}

impl Bounds {
    /// The rows around the atoms of a goal, nearest first, within the budget.
    pub(super) fn gather(
        &mut self,
        known: &mut Knowledge<'_>,
        goal: &Form,
        point: Option<Point>,
    ) -> System {
        let atoms = known.egraph.atoms_in_order(goal);
        let mut system = System::new(&self.config);
        // The atoms of a long sum need facts of their own, each about a further atom or two.
        let all = known.spelled_out(&atoms);
        if all > self.config.max_atoms / 4 {
            system.extra = MAX_EXTRA.min(2 * all);
        }
        system.rows.reserve(self.config.max_rows);
        self.gather_into(known, system, &atoms, point)
    }

    /// The rows around these atoms, in their order, within the budget.
    pub(super) fn gather_around(
        &mut self,
        known: &mut Knowledge<'_>,
        atoms: &[Id],
        point: Option<Point>,
    ) -> System {
        self.gather_into(known, System::new(&self.config), atoms, point)
    }

    fn gather_into(
        &mut self,
        known: &mut Knowledge<'_>,
        mut system: System,
        atoms: &[Id],
        point: Option<Point>,
    ) -> System {
        for &atom in atoms {
            system.take_in_atom(atom);
        }
        for &number in &known.facts.refuted().to_vec() {
            if known.is_visible(number, point) {
                let fact = known.facts.get(number);
                let row = SystemRow {
                    form: fact.form.clone(),
                    relation: fact.relation,
                    origin: RowOrigin::Fact(number),
                };
                system.rows.push(row);
            }
        }
        system.close(known, point);
        system
    }

    /// The rows around a form; the flag marks equalities.
    pub(super) fn rows_around(
        &mut self,
        known: &mut Knowledge<'_>,
        form: &Form,
        point: Option<Point>,
    ) -> Vec<(Form, bool)> {
        let system = self.gather(known, form, point);
        system
            .rows
            .into_iter()
            .map(|row| (row.form, row.relation == Relation::Zero))
            .collect()
    }

    /// The rows around the atoms of a goal and around disjunctive facts, whose alternatives are to be split.
    pub(super) fn gather_with(
        &mut self,
        known: &mut Knowledge<'_>,
        goal: &Form,
        facts: &[u32],
        point: Option<Point>,
    ) -> System {
        let forms = facts.iter().map(|&fact| known.facts.get(fact).form.clone());
        let forms: Vec<Form> = forms.collect();
        let mut atoms = known.egraph.atoms_in_order(goal);
        for form in &forms {
            atoms.extend(known.egraph.atoms_in_order(form));
        }
        let mut system = self.gather_around(known, &atoms, point);
        let only = forms.iter().map(|form| known.alternatives_of(form));
        system.only = Some(only.collect());
        system
    }
}
