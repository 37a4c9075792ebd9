//! Linear arithmetic of minima, maxima and selections: what their arguments have in common moves out of them, and the
//! rest of a sum moves into them where that is shorter.

use super::graph::{Graph, apply, nodes_of, normal};
use super::language::{Children, Form, Head, Node};
use super::theory::{shortest_sums, unite};
use calipers_number::{Int, gcd};
use calipers_program::term::Operator;
use egg::Id;

/// Adds the terms in which what the arguments have in common is outside: `h + k·min(a, b)` for `min(h + k·a, h + k·b)`,
/// and `h − k·max(a, b)` for `min(h − k·a, h − k·b)`.
pub(crate) fn move_out(graph: &mut Graph<'_>, class: Id, operator: Operator) -> Vec<Id> {
    let mut changed = vec![];
    for node in nodes_of(graph, class, Head::Apply(operator)) {
        let Node::Apply(_, children) = node else {
            continue;
        };
        let whole = factored(graph, operator, &children);
        changed.extend(whole.and_then(|whole| unite(graph, class, &whole)));
        if operator == Operator::Select {
            let chosen = chosen_by_difference(graph, &children);
            changed.extend(chosen.and_then(|whole| unite(graph, class, &whole)));
        }
    }
    changed
}

/// What a selection is whose condition decides which of its branches is the smaller one: `min(a, b)` for
/// `select(a <= b, a, b)`, and so on for all conditions on a multiple of the difference of the branches.
fn chosen_by_difference(graph: &mut Graph<'_>, children: &Children) -> Option<Form> {
    let [condition, a, b] = children[..] else {
        return None;
    };
    let branches = Form::atom(a).sub(&Form::atom(b))?;
    let branches = normal(graph, &branches)?;
    for (operator, is_extreme) in [(Operator::Eq, false), (Operator::Le, true)] {
        for node in nodes_of(graph, condition, Head::Apply(operator)) {
            let Node::Apply(_, sides) = node else {
                continue;
            };
            let sides = Form::atom(sides[1]).sub(&Form::atom(sides[0]))?;
            let sides = normal(graph, &sides)?;
            let Some((k, j)) = multiple_and_rest(&branches, &sides) else {
                continue;
            };
            if !is_extreme {
                // a − b = k·sides, which is 0 where the condition holds.
                if j.is_zero() {
                    return Some(Form::atom(b));
                }
                continue;
            }
            // a − b = k·sides + j, where sides is at least 0 in the first branch and at most −1 in the second one.
            let extreme = match k.is_negative() {
                false if !j.is_negative() && j <= k => Operator::Max,
                true if !(&j - &k).is_negative() && j <= Int::ZERO => Operator::Min,
                _ => continue,
            };
            return apply(graph, extreme, &[Form::atom(a), Form::atom(b)]);
        }
    }
    None
}

/// `(k, j)` with `form = k·other + j`, where `k` is not 0.
fn multiple_and_rest(form: &Form, other: &Form) -> Option<(Int, Int)> {
    let (atom, own) = other.terms().first()?;
    let times = form.coefficient(atom);
    let is_exact = !times.is_zero() && (&times % own).is_zero();
    let k = is_exact.then(|| &times / own)?;
    let rest = form.add_scaled(&-&k, other)?;
    Some((k, rest.as_constant()?.clone()))
}

fn factored(graph: &mut Graph<'_>, operator: Operator, children: &Children) -> Option<Form> {
    let (condition, arguments) = parts(operator, children);
    let forms = arguments.iter().map(|id| normal(graph, &Form::atom(*id)));
    let forms: Vec<Form> = forms.collect::<Option<_>>()?;
    let common = common(&forms)?;
    let rests: Vec<Form> = forms
        .iter()
        .map(|form| form.sub(&common))
        .collect::<Option<_>>()?;
    let content = rests.iter().fold(Int::ZERO, |content, rest| {
        gcd(&gcd(&content, &rest.content()), rest.constant())
    });
    let mut coefficients = rests.iter().flat_map(|rest| rest.terms()).peekable();
    let is_negative = coefficients.peek().is_some() && coefficients.all(|(_, k)| k.is_negative());
    let is_plain = content.is_zero() || content.is_one();
    if is_plain && !is_negative && common == Form::zero() {
        return None;
    }
    let mut factor = if is_plain { Int::ONE } else { content };
    if is_negative {
        factor = -factor;
    }
    let inner = rests.iter().map(|rest| {
        let exact = rest.divide_exactly(&factor.magnitude())?;
        Some(if is_negative { exact.neg() } else { exact })
    });
    let inner: Vec<Form> = condition
        .into_iter()
        .map(|id| Some(Form::atom(id)))
        .chain(inner)
        .collect::<Option<_>>()?;
    let operator = scaled(operator, &factor);
    apply(graph, operator, &inner)?.scale(&factor)?.add(&common)
}

/// Adds the terms of the sums in an e-class in which the rest of the sum is inside of a minimum, maximum or selection:
/// `min(a + s, b + s)` for `min(a, b) + s`.
pub(crate) fn move_in(graph: &mut Graph<'_>, class: Id) -> Vec<Id> {
    let mut changed = vec![];
    for form in shortest_sums(graph, class).iter() {
        for (atom, k) in form.terms() {
            for operator in [Operator::Min, Operator::Max, Operator::Select] {
                for node in nodes_of(graph, *atom, Head::Apply(operator)) {
                    let Node::Apply(_, children) = node else {
                        continue;
                    };
                    let whole = distributed(graph, (operator, &children), (form, *atom, k));
                    changed.extend(whole.and_then(|whole| unite(graph, class, &whole)));
                }
            }
        }
    }
    changed
}

fn distributed(
    graph: &mut Graph<'_>,
    (operator, children): (Operator, &Children),
    (form, atom, k): (&Form, Id, &Int),
) -> Option<Form> {
    let (condition, arguments) = parts(operator, children);
    let rest = form.substitute(atom, &Form::zero())?;
    let (mut before, mut after) = (weight(&rest) + usize::from(!k.magnitude().is_one()), 0);
    let mut inner: Vec<Form> = condition.into_iter().map(Form::atom).collect();
    for argument in arguments {
        let argument = normal(graph, &Form::atom(*argument))?;
        let whole = normal(graph, &rest.add_scaled(k, &argument)?)?;
        before += weight(&argument);
        after += weight(&whole);
        inner.push(whole);
    }
    let is_shorter = after < before;
    is_shorter
        .then(|| apply(graph, scaled(operator, k), &inner))
        .flatten()
}

/// The condition of a selection, and the terms from which an operator chooses.
fn parts(operator: Operator, children: &Children) -> (Option<Id>, &[Id]) {
    match operator {
        Operator::Select => (Some(children[0]), &children[1..]),
        _ => (None, children),
    }
}

/// The operator on multiples of its arguments.
fn scaled(operator: Operator, factor: &Int) -> Operator {
    match (operator, factor.is_negative()) {
        (Operator::Min, true) => Operator::Max,
        (Operator::Max, true) => Operator::Min,
        _ => operator,
    }
}

/// The summands that all forms have.
fn common(forms: &[Form]) -> Option<Form> {
    let (first, others) = forms.split_first()?;
    let terms = first.terms().iter().filter(|(atom, k)| {
        let mut others = others.iter();
        others.all(|form| form.coefficient(atom) == *k)
    });
    let mut constants = others.iter().map(Form::constant);
    let constant = match constants.all(|it| it == first.constant()) {
        true => first.constant().clone(),
        false => Int::ZERO,
    };
    Form::from_terms(constant, terms.cloned())
}

/// The number of summands and of products in a form.
pub(crate) fn weight(form: &Form) -> usize {
    let terms = form.terms().iter();
    let terms = terms.map(|(_, k)| 1 + usize::from(!k.magnitude().is_one()));
    terms.sum::<usize>() + usize::from(!form.constant().is_zero())
}
