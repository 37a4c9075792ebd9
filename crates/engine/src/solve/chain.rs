//! Bounds of a difference by a chain of difference facts of any length, such as `a < b`, `b < c`, … A linear program
//! over all facts in scope would be much larger than the few rows that the chain needs.

use super::derivation::{Derivation, Lower};
use super::facts::Relation;
use super::knowledge::Knowledge;
use super::lower::{Goal, Numbering};
use super::lp::{Certificate, Problem, tighten};
use super::path::Path;
use super::system::{RowOrigin, System, SystemRow};
use crate::number::Int;
use crate::term::{Form, Id};
use dashu_ratio::RBig;
use hashbrown::HashMap;
use std::collections::VecDeque;

/// Limit of the facts visited for one goal.
const MAX_STEPS: usize = 1 << 14;

/// A fact of the form `from >= to + least`.
#[derive(Clone, Debug)]
struct Step {
    from: Id,
    to: Id,
    least: Int,
    fact: u32,
    /// 1, or −1 if the fact is an equation that is used in the opposite direction.
    sign: Int,
}

/// The best bound of a goal `k·(x − y) + c` by a chain of facts from `x` to `y`, if there is a chain.
pub(super) fn lower_by_chain(known: &mut Knowledge<'_>, goal: &Goal<'_>) -> Option<Lower> {
    let (x, y, k) = ends(goal.form)?;
    let chain = best_chain(known, x, y, goal)?;
    let mut system = System::default();
    system.atoms.push(x);
    system.atoms.extend(chain.iter().map(|step| step.to));
    let row = |step: &Step| {
        let fact = known.facts.get(step.fact);
        SystemRow {
            form: fact.form.clone(),
            relation: fact.relation,
            origin: RowOrigin::Fact(step.fact),
        }
    };
    system.rows.extend(chain.iter().map(row));
    let multipliers: Vec<RBig> = chain.iter().map(|it| RBig::from(&it.sign * &k)).collect();

    let numbering = Numbering::of(&system);
    let mut problem = Problem::new(system.atoms.len(), numbering.renamed(goal.form)?).ok()?;
    for row in &system.rows {
        let form = numbering.renamed(&row.form)?;
        problem.push(row.relation.of(form)).ok()?;
    }
    let certificate = Certificate::new(multipliers.iter().cloned().enumerate());
    let bound = tighten(&certificate.verify_bound(&problem)?, goal.congruence)?;
    let rows = system.rows.into_iter().zip(multipliers).collect();
    Some(Lower::Bound(bound, Derivation::Farkas(rows)))
}

/// The longest path from `x` to `y`, by a label-correcting search.
fn best_chain(known: &mut Knowledge<'_>, x: Id, y: Id, goal: &Goal<'_>) -> Option<Vec<Step>> {
    let path = goal.point.map(|point| known.points.path(point));
    let mut labels: HashMap<Id, (Int, Option<Step>)> = HashMap::new();
    labels.insert(x, (Int::ZERO, None));
    let mut waiting = VecDeque::from([x]);
    let mut left = MAX_STEPS;
    while let Some(atom) = waiting.pop_front() {
        // A path does not continue beyond `y`.
        if atom == y {
            continue;
        }
        let so_far = labels.get(&atom)?.0.clone();
        for step in steps_down(known, atom, path.as_deref()) {
            left = left.checked_sub(1)?;
            let least = &so_far + &step.least;
            let is_better = labels.get(&step.to).is_none_or(|(known, _)| *known < least);
            if !is_better || !known.is_usable(step.fact, goal.point) {
                continue;
            }
            // A cycle through `x` means that the facts contradict each other.
            if step.to == x {
                return None;
            }
            let to = step.to;
            labels.insert(to, (least, Some(step)));
            if !waiting.contains(&to) {
                waiting.push_back(to);
            }
        }
    }
    let mut chain = vec![];
    let mut at = y;
    while let Some(step) = &labels.get(&at)?.1 {
        chain.push(step.clone());
        at = step.from;
        // The predecessors form a cycle, which is a contradiction as well.
        if chain.len() > labels.len() {
            return None;
        }
    }
    chain.reverse();
    Some(chain)
}

/// The facts that bound an atom from below by another atom and a constant.
fn steps_down(known: &Knowledge<'_>, from: Id, path: Option<&Path>) -> Vec<Step> {
    let mut steps = vec![];
    for number in known.facts.visible_about(from, path) {
        let fact = known.facts.get(number);
        let Some((above, below, _)) = ends(&fact.form).filter(|(.., k)| k.is_one()) else {
            continue;
        };
        let constant = fact.form.constant();
        let mut push = |to, least, sign| {
            steps.push(Step {
                from,
                to,
                least,
                fact: number,
                sign,
            });
        };
        match above == from {
            true => push(below, -constant, Int::ONE),
            // above − below + c = 0
            false if fact.relation == Relation::Zero => {
                push(above, constant.clone(), Int::NEG_ONE);
            }
            false => {}
        }
    }
    steps
}

/// The `x`, `y` and `k > 0` of a form `k·x − k·y + c`.
fn ends(form: &Form) -> Option<(Id, Id, Int)> {
    let [(a, j), (b, k)] = form.terms() else {
        return None;
    };
    match (*j == -k, j.is_negative()) {
        (true, false) => Some((*a, *b, j.clone())),
        (true, true) => Some((*b, *a, k.clone())),
        (false, _) => None,
    }
}
