//! What follows at once from a condition.

use super::facts::Relation;
use crate::number::Int;
use crate::term::{Form, Node, Operator, Store};
use egg::Id;
use hashbrown::HashSet;

/// The linear relations that follow at once from a condition being true (or false).
pub(super) fn implied(store: &mut Store, condition: Id, truth: bool) -> Vec<(Form, Relation)> {
    let mut found = vec![];
    let mut work = vec![(condition, truth)];
    let mut seen = HashSet::new();
    while let Some((condition, truth)) = work.pop() {
        let condition = store.find(condition);
        if !seen.insert((condition, truth)) || seen.len() > 64 {
            continue;
        }
        let form = store.form(condition).clone();
        if let Some(difference) = form.add_constant(&-Int::from(truth)) {
            found.push((difference, Relation::Zero));
        }
        // The class of 1 holds every condition that is always true: they say nothing of this one.
        if form.is_constant() {
            continue;
        }
        // 1 − c is "not c".
        if let [(atom, k)] = form.terms()
            && *k == Int::NEG_ONE
            && *form.constant() == Int::ONE
        {
            work.push((*atom, !truth));
        }
        let nodes: Vec<Node> = store.nodes(condition).to_vec();
        for node in nodes {
            let Node::Apply(operator, arguments) = node else {
                continue;
            };
            match (operator, truth, &arguments[..]) {
                // "And" and products of conditions are true, "or" is false, where all of them are.
                (Operator::Min | Operator::Mul, true, _) | (Operator::Max, false, _)
                    if arguments
                        .iter()
                        .all(|&argument| store.is_condition(argument)) =>
                {
                    work.extend(arguments.iter().map(|&argument| (argument, truth)));
                }
                (Operator::Le, _, &[a, b]) => {
                    let difference = store.form(b).sub(store.form(a));
                    let difference = match truth {
                        true => difference,
                        false => difference.and_then(|form| form.neg().add_constant(&Int::NEG_ONE)),
                    };
                    found.extend(difference.map(|form| (form, Relation::AtLeastZero)));
                }
                (Operator::Eq, true, &[a, b]) => {
                    let difference = store.form(a).sub(store.form(b));
                    found.extend(difference.map(|form| (form, Relation::Zero)));
                }
                _ => {}
            }
        }
    }
    found
}
