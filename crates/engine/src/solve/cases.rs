//! Case splits for non-convex terms: the truth value of a condition, the smaller argument of a minimum.

use super::assert::{difference_of, not_equal};
use super::bounds::Bounds;
use super::derivation::{Case, Derivation, Lower, Split};
use super::disequalities::beside_zero;
use super::facts::Relation;
use super::implied::implied;
use super::knowledge::Knowledge;
use super::lower::Goal;
use super::system::{RowOrigin, System, SystemRow};
use crate::number::Int;
use crate::program::Point;
use crate::term::{EGraph, ENode, Form, Id, Operator, truth};
use calipers_support::order::Order;
use hashbrown::HashSet;
use smallvec::{SmallVec, smallvec};

/// Maximum nesting depth of splits.
const MAX_DEPTH: usize = 5;
/// The work of a linear program that counts as a case.
const WORK_OF_CASE: usize = 1 << 21;

/// Picks a non-convex term and returns its two cases. A minimum is skipped if it equals one of its arguments at the
/// optimum of the relaxation.
fn pick_split(
    known: &mut Knowledge<'_>,
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
        return open.find_map(|it| cases_of(known, it, &atoms, point));
    }
    // Conditions first: they also decide the products that they select.
    let mut conditions: Vec<Id> = vec![];
    for &atom in &atoms {
        if is_open_condition(known, atom, point) {
            conditions.push(atom);
        }
        for node in known.egraph.nodes(atom) {
            if let ENode::Apply(Operator::Mul, factors) = node {
                let mut factors: Vec<Id> =
                    factors.iter().map(|&it| known.egraph.find(it)).collect();
                factors.order_by_key(|&factor| known.egraph.rank(factor));
                conditions.extend(
                    factors
                        .into_iter()
                        .map(|factor| as_condition(known, factor)),
                );
            }
        }
    }
    let mut tried = HashSet::new();
    for condition in conditions {
        if tried.insert(condition)
            && !is_fixed(condition)
            && is_open_condition(known, condition, point)
        {
            return Some(condition_cases(known, condition, &atoms, point));
        }
    }
    for atom in atoms {
        if system.split.contains(&atom) {
            continue;
        }
        for [a, b] in minima_of(known, atom) {
            if !is_least_of(known, atom, [a, b], system, tight) {
                return Some(minimum_cases(known, atom, a, b));
            }
        }
    }
    None
}

/// The two cases of a condition or a minimum that is still undecided.
fn cases_of(
    known: &mut Knowledge<'_>,
    it: Id,
    atoms: &[Id],
    point: Option<Point>,
) -> Option<Vec<Case>> {
    if is_open_condition(known, it, point) {
        return Some(condition_cases(known, it, atoms, point));
    }
    let first = minima_of(known, it).into_iter().next();
    first.map(|[a, b]| minimum_cases(known, it, a, b))
}

/// The pairs whose minimum an atom is, in program order. `min(m, a) = m` gives no case split.
fn minima_of(known: &Knowledge<'_>, atom: Id) -> SmallVec<[[Id; 2]; 1]> {
    let atom = known.egraph.find(atom);
    let mut pairs: SmallVec<[[Id; 2]; 1]> = smallvec![];
    for node in known.egraph.nodes(atom) {
        if let ENode::Apply(Operator::Min, arguments) = node
            && let &[a, b] = &arguments[..]
            && [a, b].iter().all(|&side| known.egraph.find(side) != atom)
        {
            pairs.push([a, b]);
        }
    }
    if pairs.len() > 1 {
        pairs.order_by_key(|pair| pair.map(|side| known.egraph.rank(side)));
    }
    pairs
}

fn condition_cases(
    known: &mut Knowledge<'_>,
    condition: Id,
    atoms: &[Id],
    point: Option<Point>,
) -> Vec<Case> {
    let cases = [true, false].into_iter();
    cases
        .map(|value| condition_case(known, condition, value, atoms, point))
        .collect()
}

/// The differences of which rows say that they are not 0.
pub(super) fn unequal(egraph: &EGraph, rows: &[SystemRow]) -> SmallVec<[Form; 1]> {
    let equalities = rows
        .iter()
        .filter_map(|row| not_equal(egraph, &row.form, row.relation));
    let differences = equalities.filter_map(|it| difference_of(egraph, it));
    differences.collect()
}

/// Whether a minimum equals one of its arguments at the optimum, according to the tight rows.
fn is_least_of(
    known: &Knowledge<'_>,
    atom: Id,
    arguments: [Id; 2],
    system: &System,
    tight: Option<&[usize]>,
) -> bool {
    let origin = RowOrigin::Axiom(atom, Operator::Min);
    let differences = arguments.map(|id| known.egraph.form(id).sub(&Form::atom(atom)));
    let mut rows = tight.unwrap_or(&[]).iter().map(|&row| &system.rows[row]);
    rows.any(|row| {
        row.origin == origin && differences.iter().flatten().any(|form| *form == row.form)
    })
}

/// The condition that a factor negates, else the factor itself.
fn as_condition(known: &Knowledge<'_>, factor: Id) -> Id {
    match known.egraph.form(factor).terms() {
        [(atom, k)] if *k == Int::NEG_ONE && negates(known, factor, *atom) => *atom,
        _ => factor,
    }
}

/// Whether a factor is `1 − condition`.
fn negates(known: &Knowledge<'_>, factor: Id, condition: Id) -> bool {
    let form = known.egraph.form(factor);
    let is_opposite =
        matches!(form.terms(), [(atom, k)] if *atom == condition && *k == Int::NEG_ONE);
    is_opposite && *form.constant() == Int::ONE
}

/// The other factors of a product that contains a condition (`true`) or its negation (`false`). `None` for other
/// products. A condition that occurs more than once is left out once, as in the proofs of such products.
pub(super) fn selected_by(
    known: &Knowledge<'_>,
    condition: Id,
    factors: &[Id],
) -> Option<(Vec<Id>, bool)> {
    let condition = known.egraph.find(condition);
    let mut factors: Vec<Id> = factors.iter().map(|&it| known.egraph.find(it)).collect();
    let plain = factors.iter().position(|&it| it == condition);
    let position =
        plain.or_else(|| factors.iter().position(|&it| negates(known, it, condition)))?;
    factors.remove(position);
    Some((factors, plain.is_some()))
}

pub(super) fn is_open_condition(known: &mut Knowledge<'_>, atom: Id, point: Option<Point>) -> bool {
    let range = known.range_at(atom, point);
    range.interval().is_non_negative()
        && range.upper().is_some_and(|upper| *upper <= Int::ONE)
        && truth(&range).is_none()
}

/// The rows that hold if a condition has a truth value: its value, the relations that it implies, the products that
/// it selects.
fn condition_case(
    known: &mut Knowledge<'_>,
    condition: Id,
    value: bool,
    atoms: &[Id],
    point: Option<Point>,
) -> Case {
    let case = |form: Form, relation: Relation| SystemRow {
        form,
        relation,
        origin: RowOrigin::Case,
    };
    let mut rows: Vec<SystemRow> = implied(&known.egraph, condition, value)
        .into_iter()
        .map(|(form, relation)| case(form, relation))
        .collect();
    for difference in unequal(&known.egraph, &rows) {
        let range = known.range_of_difference(&difference, point);
        let side = beside_zero(difference, &range).flatten();
        rows.extend(side.map(|it| case(it, Relation::AtLeastZero)));
    }
    let mut atoms = atoms.to_vec();
    let mut next = 0;
    while let Some(&atom) = atoms.get(next) {
        next += 1;
        let product = known.egraph.nodes(atom).find_map(|node| match node {
            ENode::Apply(Operator::Mul, factors) => selected_by(known, condition, factors),
            _ => None,
        });
        let Some((rest, is_plain)) = product else {
            continue;
        };
        let form = if value == is_plain {
            let rest = match rest[..] {
                [factor] => factor,
                _ => known.egraph.apply(Operator::Mul, &rest),
            };
            let rest = known.egraph.form(rest);
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
fn minimum_cases(known: &mut Knowledge<'_>, atom: Id, a: Id, b: Id) -> Vec<Case> {
    let form = |known: &Knowledge<'_>, id: Id| known.egraph.form(id).clone();
    let side = |known: &Knowledge<'_>, least: Id, other: Id| -> Case {
        let case = |form: Form, relation: Relation| SystemRow {
            form,
            relation,
            origin: RowOrigin::Case,
        };
        let is_least = Form::atom(atom)
            .sub(&form(known, least))
            .map(|form| case(form, Relation::Zero));
        let order = form(known, other)
            .sub(&form(known, least))
            .map(|form| case(form, Relation::AtLeastZero));
        Case {
            split: Split::Minimum(atom, [least, other]),
            rows: is_least.into_iter().chain(order).collect(),
        }
    };
    vec![side(known, a, b), side(known, b, a)]
}

impl Bounds {
    pub(super) fn solve_cases(
        &mut self,
        known: &mut Knowledge<'_>,
        goal: &Goal<'_>,
        system: &System,
        cases: &mut usize,
        depth: usize,
    ) -> Lower {
        let point = goal.point;
        let before = self.statistics.solver.work;
        let (plain, tight) = self.solve_rows(goal, system);
        let work = self.statistics.solver.work - before;
        *cases = cases.saturating_sub(work / WORK_OF_CASE);
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
        let Some(split) = pick_split(known, system, tight.as_deref(), point) else {
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
            match self.solve_cases(known, goal, &inner, cases, depth + 1) {
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
