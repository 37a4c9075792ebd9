//! Relations and alternatives that a condition implies directly.

use super::facts::Relation;
use crate::number::Int;
use crate::term::{EGraph, ENode, Form, Id, Operator};
use smallvec::{SmallVec, smallvec};

/// Limit of the conditions visited.
const MAX_CONDITIONS: usize = 64;
/// Limit of the alternatives of a disjunction.
const MAX_PARTS: usize = 16;

/// The linear relations that follow directly from the truth value of a condition.
pub(super) fn implied(egraph: &EGraph, condition: Id, truth: bool) -> Vec<(Form, Relation)> {
    let mut found = vec![];
    let mut work: SmallVec<[(Id, bool); 8]> = smallvec![(condition, truth)];
    let mut seen: SmallVec<[(Id, bool); 8]> = smallvec![];
    while let Some((condition, truth)) = work.pop() {
        let condition = egraph.find(condition);
        if seen.contains(&(condition, truth)) || seen.len() >= MAX_CONDITIONS {
            continue;
        }
        seen.push((condition, truth));
        let form = egraph.form(condition);
        if let Some(difference) = form.add_constant(&-Int::from(truth)) {
            found.push((difference, Relation::Zero));
        }
        // The class of 1 contains every condition that is always true, so that its nodes say nothing about this one.
        if form.is_constant() {
            continue;
        }
        // `1 − c` is "not c".
        let complement = form.neg().add_constant(&Int::ONE);
        if let Some(opposite) = complement.and_then(|form| egraph.known_class_of(&form)) {
            work.push((opposite, !truth));
        }
        for node in egraph.nodes(condition) {
            let ENode::Apply(operator, arguments) = node else {
                continue;
            };
            match (operator, truth, &arguments[..]) {
                // A conjunction or product of conditions that is true makes all of them true; a disjunction that is
                // false makes all of them false.
                (Operator::Min | Operator::Mul, true, _) | (Operator::Max, false, _)
                    if egraph.are_conditions(arguments) =>
                {
                    work.extend(arguments.iter().map(|&argument| (argument, truth)));
                }
                (Operator::Le, _, &[a, b]) => {
                    let difference = egraph.form(b).sub(egraph.form(a));
                    let difference = match truth {
                        true => difference,
                        false => difference.and_then(|form| form.neg().add_constant(&Int::NEG_ONE)),
                    };
                    found.extend(difference.map(|form| (form, Relation::AtLeastZero)));
                }
                (Operator::Eq, true, &[a, b]) => {
                    let difference = egraph.form(a).sub(egraph.form(b));
                    found.extend(difference.map(|form| (form, Relation::Zero)));
                }
                (Operator::Eq, false, &[a, b]) => {
                    let difference = egraph.form(a).sub(egraph.form(b));
                    found.extend(difference.and_then(|form| other_one(egraph, &form)));
                }
                _ => {}
            }
        }
    }
    found
}

/// Exactly one of two conditions that differ holds.
fn other_one(egraph: &EGraph, difference: &Form) -> Option<(Form, Relation)> {
    let [(a, j), (b, k)] = difference.terms() else {
        return None;
    };
    let differ = difference.constant().is_zero() && *j == -k && (*j == Int::ONE || *k == Int::ONE);
    if !differ || !egraph.are_conditions(&[*a, *b]) {
        return None;
    }
    let sum = Form::atom(*a).add(&Form::atom(*b))?;
    Some((sum.add_constant(&Int::NEG_ONE)?, Relation::Zero))
}

/// The alternatives of a disjunction that holds if a form is 0 (as `c − 1` is if `c` is true); empty if there is no
/// disjunction.
pub(super) fn one_of(egraph: &EGraph, form: &Form) -> Vec<Id> {
    if form.terms().len() < 2 {
        return vec![];
    }
    let stated = [form.clone(), form.neg()].into_iter();
    let classes = stated.filter_map(|form| egraph.known_class_of(&form.add_constant(&Int::ONE)?));
    let mut found = vec![];
    let mut work: Vec<Id> = classes.filter(|&it| egraph.is_condition(it)).collect();
    while let Some(condition) = work.pop() {
        let condition = egraph.find(condition);
        // `max(0, c)` is `c` itself.
        let is_itself = |part: &Id| egraph.find(*part) == condition;
        let parts = egraph.nodes(condition).find_map(|node| match node {
            ENode::Apply(Operator::Max, parts) if egraph.are_conditions(parts) => {
                Some(parts).filter(|parts| !parts.iter().any(is_itself))
            }
            _ => None,
        });
        match parts {
            Some(parts) if found.len() + work.len() < MAX_PARTS => work.extend(parts.iter()),
            Some(_) => return vec![],
            None => found.push(condition),
        }
    }
    match found.len() {
        0 | 1 => vec![],
        _ => found,
    }
}
