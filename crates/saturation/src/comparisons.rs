//! Linear arithmetic of comparisons and remainders: what a comparison says about the difference of its sides, with
//! smaller numbers.

use super::extremes::weight;
use super::graph::{Graph, apply, class_of, nodes_of, normal};
use super::language::{Form, Head, Node};
use super::ranges::ends;
use super::theory::{shortest_sums, unite};
use calipers_number::{Int, floor_div, floor_mod};
use calipers_program::term::Operator;
use calipers_support::order::Order;
use calipers_support::quotient::split_by;
use egg::Id;

/// Adds comparisons of the positive and the negative summands of the difference of the sides.
pub(crate) fn compare_by_difference(
    graph: &mut Graph<'_>,
    class: Id,
    operator: Operator,
) -> Vec<Id> {
    let mut changed = vec![];
    for node in nodes_of(graph, class, Head::Apply(operator)) {
        let Node::Apply(_, sides) = node else {
            continue;
        };
        let difference = Form::atom(sides[1]).sub(&Form::atom(sides[0]));
        let difference = difference.and_then(|it| normal(graph, &it));
        let Some(difference) = difference.filter(|it| !it.is_constant()) else {
            continue;
        };
        // Rules shorten a difference only if it is more than a sum of leaves, to other sums or to another operation.
        let mut others: Vec<Form> = vec![];
        if difference.atoms().any(|atom| is_operation(graph, atom))
            && let Some(class) = class_of(graph, &difference)
        {
            others.extend(shortest_sums(graph, class).iter().cloned());
            others.push(Form::atom(class));
        }
        for form in std::iter::once(&difference).chain(&others) {
            let whole = reduced(graph, operator, form)
                .and_then(|it| compared(graph, operator, &it))
                .and_then(|whole| unite(graph, class, &whole));
            changed.extend(whole);
        }
    }
    changed
}

fn is_operation(graph: &Graph<'_>, class: Id) -> bool {
    let mut nodes = graph[class].nodes.iter();
    nodes.any(|node| matches!(node, Node::Apply(..)))
}

/// A form that is at least 0, or equal to 0, where another one is.
fn reduced(graph: &Graph<'_>, operator: Operator, form: &Form) -> Option<Form> {
    match operator {
        Operator::Le => digits(graph, form).or_else(|| Some(form.clone())),
        _ => match form.divide_exactly(&form.content()) {
            Some(divided) => Some(divided),
            None => Some(form.clone()),
        },
    }
}

/// `p + m` for `g·p + r` with `r floordiv g = m`: one is at least 0 where the other one is.
fn digits(graph: &Graph<'_>, form: &Form) -> Option<Form> {
    let mut bases: Vec<Int> = form.terms().iter().map(|(_, k)| k.magnitude()).collect();
    bases.order();
    bases.dedup();
    bases.into_iter().rev().find_map(|base| {
        if base.is_one() {
            return None;
        }
        let (quotient, rest) = split_by(form, &base)?;
        let (least, most) = ends(graph, &rest)?;
        let digit = floor_div(&least, &base)?;
        let is_fixed = digit == floor_div(&most, &base)?;
        is_fixed.then(|| quotient.add_constant(&digit)).flatten()
    })
}

/// The comparison of 0 with a form, as one of its negative and its positive summands.
fn compared(graph: &mut Graph<'_>, operator: Operator, form: &Form) -> Option<Form> {
    let part = |is_negative: bool| {
        let terms = form.terms().iter();
        let terms = terms.filter(|(_, k)| k.is_negative() == is_negative);
        Form::from_terms(Int::ZERO, terms.map(|(atom, k)| (*atom, k.magnitude())))
    };
    let (mut less, mut more) = (part(true)?, part(false)?);
    let constant = form.constant();
    let is_right = match (less == Form::zero(), more == Form::zero()) {
        (true, _) => false,
        (_, true) => true,
        _ => !constant.is_negative(),
    };
    match is_right {
        true => more = more.add_constant(constant)?,
        false => less = less.add_constant(&-constant)?,
    }
    apply(graph, operator, &[less, more])
}

/// Adds remainders by numbers of sums with smaller coefficients.
pub(crate) fn reduce_coefficients(graph: &mut Graph<'_>, class: Id) -> Vec<Id> {
    let mut changed = vec![];
    for node in nodes_of(graph, class, Head::Apply(Operator::Mod)) {
        let Node::Apply(_, arguments) = node else {
            continue;
        };
        let [form, divisor] = [arguments[0], arguments[1]].map(|id| normal(graph, &Form::atom(id)));
        let (Some(form), Some(divisor)) = (form, divisor) else {
            continue;
        };
        let Some(number) = divisor.as_constant().filter(|it| **it > Int::ZERO) else {
            continue;
        };
        let smaller = smallest(&form, number).filter(|it| weight(it) < weight(&form));
        let whole = smaller
            .and_then(|it| apply(graph, Operator::Mod, &[it, divisor.clone()]))
            .and_then(|whole| unite(graph, class, &whole));
        changed.extend(whole);
    }
    changed
}

/// A form with the smallest coefficients that leaves the same remainder.
fn smallest(form: &Form, divisor: &Int) -> Option<Form> {
    let smallest = |k: &Int| {
        let rest = floor_mod(k, divisor)?;
        let below = &rest - divisor;
        Some(if below.magnitude() < rest {
            below
        } else {
            rest
        })
    };
    let mut terms = vec![];
    for (atom, k) in form.terms() {
        terms.push((*atom, smallest(k)?));
    }
    Form::from_terms(form.constant().clone(), terms)
}
