//! Case splits for non-convex terms: the truth value of a condition, the smaller argument of a minimum.

use super::bounds::Bounds;
use super::derivation::{Case, Derivation, Lower, Split};
use super::facts::Relation;
use super::implied::implied;
use super::knowledge::Knowledge;
use super::lower::Goal;
use super::system::{RowOrigin, System, SystemRow};
use crate::number::Int;
use crate::program::Point;
use crate::term::{ENode, Form, Id, Operator, truth};
use hashbrown::HashSet;
use smallvec::{SmallVec, smallvec};

/// Maximum nesting depth of splits.
const MAX_DEPTH: usize = 5;

impl Knowledge<'_> {
    /// Picks a non-convex term and returns its two cases. A minimum is skipped if it equals one of its arguments at the
    /// optimum of the relaxation.
    fn pick_split(
        &mut self,
        system: &System,
        tight: Option<&[usize]>,
        point: Option<Point>,
    ) -> Option<Vec<Case>> {
        let of_cases = || {
            let rows = system.rows.iter();
            rows.filter(|row| row.origin == RowOrigin::Case)
        };
        let is_fixed = |atom: Id| {
            let is_only = |row: &SystemRow| matches!(row.form.terms(), [(it, _)] if *it == atom);
            of_cases().any(|row| row.relation == Relation::Zero && is_only(row))
        };
        let mut atoms: Vec<Id> = system.atoms.clone();
        atoms.truncate(24);
        if let Some(only) = &system.only {
            let listed = only.iter().flat_map(|one_of| {
                let conditions = one_of.conditions.iter().map(|it| it.0);
                conditions.chain(one_of.minima.iter().copied())
            });
            let mut open = listed.filter(|it| !system.split.contains(it));
            return open.find_map(|it| self.cases_of(it, &atoms, point));
        }
        // Conditions first: they also decide the products that they select.
        let mut conditions: Vec<Id> = vec![];
        for &atom in &atoms {
            if self.is_open_condition(atom, point) {
                conditions.push(atom);
            }
            for node in self.egraph.nodes(atom) {
                if let ENode::Apply(Operator::Mul, factors) = node {
                    let mut factors: Vec<Id> =
                        factors.iter().map(|&it| self.egraph.find(it)).collect();
                    factors.sort_by_key(|&factor| self.egraph.rank(factor));
                    conditions.extend(factors.into_iter().map(|factor| self.as_condition(factor)));
                }
            }
        }
        let mut tried = HashSet::new();
        for condition in conditions {
            if tried.insert(condition)
                && !is_fixed(condition)
                && self.is_open_condition(condition, point)
            {
                return Some(self.condition_cases(condition, &atoms));
            }
        }
        for atom in atoms {
            if system.split.contains(&atom) {
                continue;
            }
            for [a, b] in self.minima_of(atom) {
                if !self.is_least_of(atom, [a, b], system, tight) {
                    return Some(self.minimum_cases(atom, a, b));
                }
            }
        }
        None
    }

    /// The two cases of a condition or a minimum that is still undecided.
    fn cases_of(&mut self, it: Id, atoms: &[Id], point: Option<Point>) -> Option<Vec<Case>> {
        if self.is_open_condition(it, point) {
            return Some(self.condition_cases(it, atoms));
        }
        let first = self.minima_of(it).into_iter().next();
        first.map(|[a, b]| self.minimum_cases(it, a, b))
    }

    /// The pairs whose minimum an atom is, in program order. `min(m, a) = m` gives no case split.
    fn minima_of(&self, atom: Id) -> SmallVec<[[Id; 2]; 1]> {
        let atom = self.egraph.find(atom);
        let mut pairs: SmallVec<[[Id; 2]; 1]> = smallvec![];
        for node in self.egraph.nodes(atom) {
            if let ENode::Apply(Operator::Min, arguments) = node
                && let &[a, b] = &arguments[..]
                && [a, b].iter().all(|&side| self.egraph.find(side) != atom)
            {
                pairs.push([a, b]);
            }
        }
        if pairs.len() > 1 {
            pairs.sort_by_key(|pair| pair.map(|side| self.egraph.rank(side)));
        }
        pairs
    }

    fn condition_cases(&mut self, condition: Id, atoms: &[Id]) -> Vec<Case> {
        let cases = [true, false].into_iter();
        cases
            .map(|value| self.condition_case(condition, value, atoms))
            .collect()
    }

    /// Whether a minimum equals one of its arguments at the optimum, according to the tight rows.
    fn is_least_of(
        &self,
        atom: Id,
        arguments: [Id; 2],
        system: &System,
        tight: Option<&[usize]>,
    ) -> bool {
        let origin = RowOrigin::Axiom(atom, Operator::Min);
        let differences = arguments.map(|id| self.egraph.form(id).sub(&Form::atom(atom)));
        let mut rows = tight.unwrap_or(&[]).iter().map(|&row| &system.rows[row]);
        rows.any(|row| {
            row.origin == origin && differences.iter().flatten().any(|form| *form == row.form)
        })
    }

    /// The condition that a factor negates, else the factor itself.
    fn as_condition(&self, factor: Id) -> Id {
        match self.egraph.form(factor).terms() {
            [(atom, k)] if *k == Int::NEG_ONE && self.negates(factor, *atom) => *atom,
            _ => factor,
        }
    }

    /// Whether a factor is `1 − condition`.
    fn negates(&self, factor: Id, condition: Id) -> bool {
        let form = self.egraph.form(factor);
        let is_opposite =
            matches!(form.terms(), [(atom, k)] if *atom == condition && *k == Int::NEG_ONE);
        is_opposite && *form.constant() == Int::ONE
    }

    /// The other factors of a product that contains a condition (`true`) or its negation (`false`). `None` for other
    /// products. A condition that occurs more than once is left out once, as in the proofs of such products.
    pub(super) fn selected_by(&self, condition: Id, factors: &[Id]) -> Option<(Vec<Id>, bool)> {
        let condition = self.egraph.find(condition);
        let mut factors: Vec<Id> = factors.iter().map(|&it| self.egraph.find(it)).collect();
        let plain = factors.iter().position(|&it| it == condition);
        let position =
            plain.or_else(|| factors.iter().position(|&it| self.negates(it, condition)))?;
        factors.remove(position);
        Some((factors, plain.is_some()))
    }

    pub(super) fn is_open_condition(&mut self, atom: Id, point: Option<Point>) -> bool {
        let range = self.range_at(atom, point);
        range.interval().is_non_negative()
            && range.upper().is_some_and(|upper| *upper <= Int::ONE)
            && truth(&range).is_none()
    }

    /// The rows that hold if a condition has a truth value: its value, the relations that it implies, the products that
    /// it selects.
    fn condition_case(&mut self, condition: Id, value: bool, atoms: &[Id]) -> Case {
        let case = |form: Form, relation: Relation| SystemRow {
            form,
            relation,
            origin: RowOrigin::Case,
        };
        let mut rows: Vec<SystemRow> = implied(&self.egraph, condition, value)
            .into_iter()
            .map(|(form, relation)| case(form, relation))
            .collect();
        let mut atoms = atoms.to_vec();
        let mut next = 0;
        while let Some(&atom) = atoms.get(next) {
            next += 1;
            let product = self.egraph.nodes(atom).find_map(|node| match node {
                ENode::Apply(Operator::Mul, factors) => self.selected_by(condition, factors),
                _ => None,
            });
            let Some((rest, is_plain)) = product else {
                continue;
            };
            let form = if value == is_plain {
                let rest = match rest[..] {
                    [factor] => factor,
                    _ => self.egraph.apply(Operator::Mul, &rest),
                };
                let rest = self.egraph.form(rest);
                // The condition may occur in the rest, too.
                let new = rest.terms().iter().map(|it| it.0);
                let new: Vec<Id> = new.filter(|it| !atoms.contains(it)).collect();
                atoms.extend(new);
                Form::atom(atom).sub(rest)
            } else {
                Some(Form::atom(atom))
            };
            rows.extend(form.map(|form| case(form, Relation::Zero)));
        }
        let split = Split::Condition(condition, value);
        Case { split, rows }
    }

    /// The two cases `m = a <= b` and `m = b <= a`.
    fn minimum_cases(&mut self, atom: Id, a: Id, b: Id) -> Vec<Case> {
        let form = |engine: &Self, id: Id| engine.egraph.form(id).clone();
        let side = |engine: &Self, least: Id, other: Id| -> Case {
            let case = |form: Form, relation: Relation| SystemRow {
                form,
                relation,
                origin: RowOrigin::Case,
            };
            let is_least = Form::atom(atom)
                .sub(&form(engine, least))
                .map(|form| case(form, Relation::Zero));
            let order = form(engine, other)
                .sub(&form(engine, least))
                .map(|form| case(form, Relation::AtLeastZero));
            Case {
                split: Split::Minimum(atom, [least, other]),
                rows: is_least.into_iter().chain(order).collect(),
            }
        };
        vec![side(self, a, b), side(self, b, a)]
    }
}

impl Bounds {
    pub(super) fn solve_cases(
        &mut self,
        known: &mut Knowledge<'_>,
        goal: &Goal<'_>,
        system: System,
        cases: &mut usize,
        depth: usize,
    ) -> Lower {
        let point = goal.point;
        let (plain, tight) = self.solve_rows(goal, &system);
        let enough = match &plain {
            Lower::Unreachable(_) => true,
            Lower::Bound(bound, _) => goal.is_reached(bound),
            Lower::None { .. } => false,
        };
        // Splits over a listed set of alternatives are finite, so that the depth limit does not apply.
        let is_spent = depth >= MAX_DEPTH && system.only.is_none() || *cases < 2;
        // If no splits were requested, their absence does not count as an exhausted budget.
        if enough || is_spent && (depth == 0 || plain.bound().is_some()) {
            return plain;
        }
        let Some(split) = known.pick_split(&system, tight.as_deref(), point) else {
            return plain;
        };
        if is_spent {
            return Lower::None { budget: true };
        }
        *cases -= 2;
        self.statistics.cases += 2;
        let mut derivations = vec![];
        let mut weakest: Option<Int> = None;
        for case in split {
            let mut inner = system.clone();
            match (case.split, &mut inner.only) {
                (Split::Minimum(atom, _), _) => inner.split.push(atom),
                (Split::Condition(it, value), Some(only)) => {
                    inner.split.push(it);
                    only.retain(|one_of| !one_of.conditions.contains(&(it, value)));
                }
                (Split::Condition(..), None) => {}
            }
            for row in &case.rows {
                inner.take_in_row(&known.egraph, row.clone());
            }
            inner.close(known, point);
            match self.solve_cases(known, goal, inner, cases, depth + 1) {
                // A case that is no better than the bound without splits makes the whole split useless.
                Lower::Bound(bound, _) if !goal.gains_by(&bound, plain.bound()) => return plain,
                Lower::Bound(bound, derivation) => {
                    weakest = Some(weakest.map_or(bound.clone(), |other| other.min(bound)));
                    derivations.push((case, derivation));
                }
                Lower::Unreachable(derivation) => derivations.push((case, derivation)),
                Lower::None { budget } => return plain.or_cut_short(budget),
            }
        }
        match weakest {
            None => Lower::Unreachable(Derivation::Cases(derivations)),
            Some(bound) => Lower::Bound(bound, Derivation::Cases(derivations)),
        }
    }
}
