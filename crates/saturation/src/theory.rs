//! Linear arithmetic as rewrite rules: brings sums to their normal forms and solves equations between them.

use super::comparisons::{compare_by_difference, reduce_coefficients};
use super::extremes::{move_in, move_out};
use super::graph::{Graph, class_of, current, expanded, nodes_of, normal};
use super::language::{Form, Head, Node};
use super::neighbours::complete;
use calipers_number::{Int, gcd};
use calipers_program::term::Operator;
use calipers_support::order::Order;
use calipers_support::quotient::split_by;
use egg::Id;
use std::rc::Rc;

/// Maximum number of sums that are kept in an e-class.
const MAX_SUMS: usize = 8;

/// Maximum number of sums of an e-class that are matched.
const MAX_MATCHED_SUMS: usize = 4;

/// The kinds of e-nodes that linear arithmetic is about.
pub(crate) const HEADS: [Head; 8] = [
    Head::Sum,
    Head::Apply(Operator::Mul),
    Head::Apply(Operator::Min),
    Head::Apply(Operator::Max),
    Head::Apply(Operator::Select),
    Head::Apply(Operator::Le),
    Head::Apply(Operator::Eq),
    Head::Apply(Operator::Mod),
];

/// Applies linear arithmetic to the e-nodes of a kind in an e-class. Returns the e-classes that changed.
pub(crate) fn apply_theory(graph: &mut Graph<'_>, class: Id, head: Head) -> Vec<Id> {
    match head {
        Head::Sum => {
            let mut changed = normalize(graph, class);
            let class = graph.find(class);
            changed.extend(move_in(graph, class));
            let class = graph.find(class);
            changed.extend(complete(graph, class));
            changed
        }
        Head::Apply(Operator::Mul) => expand(graph, class),
        Head::Apply(operator @ (Operator::Min | Operator::Max | Operator::Select)) => {
            move_out(graph, class, operator)
        }
        Head::Apply(operator @ (Operator::Le | Operator::Eq)) => {
            compare_by_difference(graph, class, operator)
        }
        Head::Apply(Operator::Mod) => reduce_coefficients(graph, class),
        Head::Apply(_) | Head::Integer | Head::Leaf => vec![],
    }
}

/// Adds the normal forms of the sums in an e-class. Two different ones are an equation, which is solved for an e-class
/// with the coefficient 1 or −1. Returns the e-classes that changed.
fn normalize(graph: &mut Graph<'_>, class: Id) -> Vec<Id> {
    let mut changed = vec![];
    let mut forms: Vec<Form> = vec![];
    let sums = nodes_of(graph, class, Head::Sum);
    let integers = nodes_of(graph, class, Head::Integer);
    for node in integers.iter().chain(&sums) {
        let Some(normal) = node.form().and_then(|form| normal(graph, &form)) else {
            continue;
        };
        if forms.contains(&normal) {
            continue;
        }
        if let Some(other) = class_of(graph, &normal)
            && graph.union(class, other)
        {
            changed.push(class);
        }
        forms.push(normal);
    }
    for other in forms.iter().skip(1) {
        changed.extend(solve(graph, &forms[0], other));
    }
    for form in &forms {
        changed.extend(factor(graph, class, form));
    }
    prune(graph, class);
    changed
}

/// Adds a multiple of a sum, if that has fewer products than the sum written out: 5·(x − y) for 5·x − 5·y.
fn factor(graph: &mut Graph<'_>, class: Id, form: &Form) -> Option<Id> {
    let products = |form: &Form| {
        let factors = form.terms().iter().map(|(_, k)| k.magnitude());
        factors.filter(|k| !k.is_one()).count()
    };
    let mut common = gcd(&form.content(), form.constant());
    if common.is_zero() || common.is_one() {
        return None;
    }
    // −2·(x + y), not 2·(−x − y)
    let mut inner = form.divide_exactly(&common)?;
    let is_negative = |(_, k): &(Id, Int)| k.is_negative();
    if inner.terms().iter().all(is_negative) && *inner.constant() <= Int::ZERO {
        (inner, common) = (inner.neg(), -common);
    }
    if products(&inner) + 1 >= products(form) {
        return None;
    }
    let multiple = Form::atom(class_of(graph, &inner)?).scale(&common)?;
    let node = graph.add(Node::sum(&multiple));
    graph.union(class, node).then_some(class)
}

/// Drops the sums of an e-class that are longer than others, those with a number among their children, and those that
/// are the e-class itself, since rules would apply to each of them.
fn prune(graph: &mut Graph<'_>, class: Id) {
    let class = graph.find(class);
    let normal = graph[class].data.form.clone();
    let normal = normal.and_then(|form| current(graph, &form));
    let is_plain = |form: &Form| {
        let mut atoms = form.atoms();
        atoms.all(|atom| atom != class && !graph[atom].nodes.iter().any(is_integer))
    };
    let sums = nodes_of(graph, class, Head::Sum);
    let forms = sums.iter().filter_map(|node| current(graph, &node.form()?));
    let mut forms: Vec<Form> = forms.filter(is_plain).collect();
    forms.order_by_cached_key(|form| (length(form), form.clone()));
    forms.dedup();
    if let Some(normal) = normal.filter(|form| !form.is_constant() && form.as_atom().is_none()) {
        forms.retain(|form| *form != normal);
        forms.insert(0, normal);
    }
    forms.truncate(MAX_SUMS);
    graph.analysis.forget_forms();
    let nodes = &mut graph[class].nodes;
    nodes.retain(|node| !matches!(node, Node::Sum(..)));
    nodes.extend(forms.iter().map(Node::sum));
    nodes.order();
}

fn is_integer(node: &Node) -> bool {
    matches!(node, Node::Integer(_))
}

/// Solves the equation of two forms.
fn solve(graph: &mut Graph<'_>, a: &Form, b: &Form) -> Option<Id> {
    let zero = normal(graph, &a.sub(b)?)?;
    if zero.is_constant() {
        graph.analysis.is_contradictory |= !zero.constant().is_zero();
        return None;
    }
    // The newest e-class: leaves stay, and the others are written in terms of them.
    let mut terms = zero.terms().iter().rev();
    let (atom, k) = terms.find(|(_, k)| k.magnitude().is_one())?;
    // 0 = k·x + rest, so x = −k·rest.
    let rest = zero.substitute(*atom, &Form::zero())?;
    let value = rest.scale(&-k)?;
    let other = class_of(graph, &value)?;
    graph.union(*atom, other).then_some(*atom)
}

/// Multiplies out the products in an e-class whose factors have become sums.
fn expand(graph: &mut Graph<'_>, class: Id) -> Vec<Id> {
    let mut changed = vec![];
    for node in nodes_of(graph, class, Head::Apply(Operator::Mul)) {
        let Node::Apply(_, factors) = node else {
            continue;
        };
        if let Some(form) = expanded(graph, &factors)
            && let Some(other) = class_of(graph, &form)
            && graph.union(class, other)
        {
            changed.push(class);
        }
    }
    changed
}

/// `(q, r)` with `form = divisor·q + r`, where `q` is not 0.
pub(crate) fn split(graph: &mut Graph<'_>, form: &Form, divisor: &Form) -> Option<(Form, Form)> {
    let (quotient, rest) = match divisor.as_constant() {
        Some(number) => split_by(form, number)?,
        None => split_by_sum(graph, form, divisor)?,
    };
    (quotient != Form::zero()).then_some((quotient, rest))
}

/// The same for a divisor that is not constant: takes out multiples of the divisor's first summand.
fn split_by_sum(graph: &mut Graph<'_>, form: &Form, divisor: &Form) -> Option<(Form, Form)> {
    let (leading, own) = divisor.terms().first()?.clone();
    let mut quotient = Form::zero();
    for (atom, k) in form.terms() {
        let times = calipers_number::floor_div(k, &own)?;
        let Some(cofactor) = cofactor(graph, *atom, leading) else {
            continue;
        };
        if !times.is_zero() {
            quotient = quotient.add_scaled(&times, &cofactor)?;
        }
    }
    let multiple = super::graph::apply(graph, Operator::Mul, &[quotient.clone(), divisor.clone()])?;
    let rest = form.sub(&normal(graph, &multiple)?)?;
    (length(&rest) <= length(form)).then_some((quotient, rest))
}

/// The quotient of a monomial by a factor, which may be a product itself.
fn cofactor(graph: &mut Graph<'_>, atom: Id, factor: Id) -> Option<Form> {
    if atom == factor {
        return Form::from_constant(Int::ONE);
    }
    let mut factors = super::graph::factors_of(graph, atom);
    for own in super::graph::factors_of(graph, factor) {
        let own = graph.find(own);
        let place = factors.iter().position(|it| graph.find(*it) == own)?;
        factors.remove(place);
    }
    Some(match factors.len() {
        0 => return Form::from_constant(Int::ONE),
        1 => Form::atom(factors[0]),
        _ => Form::atom(graph.add(Node::Apply(Operator::Mul, factors))),
    })
}

/// Unites an e-class with that of a form. Returns the e-class if that is new.
pub(crate) fn unite(graph: &mut Graph<'_>, class: Id, form: &Form) -> Option<Id> {
    let other = class_of(graph, form)?;
    graph.union(class, other).then_some(class)
}

/// The number of summands of a form.
pub(crate) fn length(form: &Form) -> usize {
    form.terms().len() + usize::from(!form.constant().is_zero())
}

/// The shortest sums in an e-class. Each rule that applies to a sum adds another one, so that all of them would be as
/// many as there are sets of such rules.
pub(crate) fn shortest_sums(graph: &mut Graph<'_>, class: Id) -> Rc<[Form]> {
    if let Some(known) = graph.analysis.sums.get(&class) {
        return known.clone();
    }
    let sums = nodes_of(graph, class, Head::Sum);
    let forms = sums.iter().filter_map(|node| current(graph, &node.form()?));
    // x = (x + c) − c: a constant that is not in the normal form is one that an e-class below contains.
    let normal = normal(graph, &Form::atom(class));
    let has_constant = normal.is_none_or(|form| !form.constant().is_zero());
    let is_wanted = |form: &Form| has_constant || form.constant().is_zero();
    let mut forms: Vec<Form> = forms.filter(is_wanted).collect();
    forms.order_by_cached_key(|form| (length(form), form.clone()));
    forms.dedup();
    forms.truncate(MAX_MATCHED_SUMS);
    let forms: Rc<[Form]> = forms.into();
    graph.analysis.sums.insert(class, forms.clone());
    forms
}
