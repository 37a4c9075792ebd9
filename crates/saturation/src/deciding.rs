//! The arguments of minima and maxima that others do not make superfluous.

use super::graph::{Graph, nodes_of, normal};
use super::language::{Children, Form, Head, Node};
use super::ranges::range_of;
use calipers_program::term::Operator;
use calipers_support::order::Order;
use egg::Id;

/// The arguments that decide a minimum or maximum: those of one inside of it are its own, if few are left then, and the
/// others make the rest superfluous (by their ranges, or as in `min(a, max(a, b)) = a`).
pub(crate) fn deciding(graph: &mut Graph<'_>, operator: Operator, children: Children) -> Children {
    let mut all = Children::new();
    for &child in &children {
        match nodes_of(graph, child, Head::Apply(operator)).first() {
            Some(Node::Apply(_, inner)) if !inner.contains(&child) => all.extend_from_slice(inner),
            _ => all.push(child),
        }
    }
    let flat = decisive(graph, operator, all);
    match flat.len() <= 2 {
        true => flat,
        false => decisive(graph, operator, children),
    }
}

fn decisive(graph: &mut Graph<'_>, operator: Operator, mut all: Children) -> Children {
    all.order();
    all.dedup();
    let dual = match operator {
        Operator::Min => Operator::Max,
        _ => Operator::Min,
    };
    let mut at = 0;
    while at < all.len() {
        let others = all.iter().enumerate().filter(|(other, _)| *other != at);
        let others: Vec<Id> = others.map(|(_, id)| *id).collect();
        let is_absorbed = nodes_of(graph, all[at], Head::Apply(dual)).iter().any(|node| {
            matches!(node, Node::Apply(_, inner) if inner.iter().any(|it| others.contains(it)))
        });
        let mut is_beyond = |other: &Id| {
            let sides = match operator {
                Operator::Min => [all[at], *other],
                _ => [*other, all[at]],
            };
            let forms = sides.map(|id| normal(graph, &Form::atom(id)));
            let [Some(greater), Some(smaller)] = forms else {
                return false;
            };
            let difference = greater.sub(&smaller);
            difference.is_some_and(|it| range_of(graph, &it).interval().is_non_negative())
        };
        match is_absorbed || others.iter().any(&mut is_beyond) {
            true => drop(all.remove(at)),
            false => at += 1,
        }
    }
    all
}
