//! The ranges of forms: by those of their e-classes, by conditions that are assumed, and by cases of minima, maxima and
//! selections.

use super::graph::{Graph, lookup, normal};
use super::language::{Form, Node};
use calipers_number::{Int, Range, floor_div};
use calipers_program::term::Operator;
use egg::Id;

/// How many minima, maxima and selections of a form are replaced by their arguments.
const MAX_CHOICES: usize = 2;

/// The range of a form, also by the range of the e-class that it is.
pub(crate) fn range_of(graph: &Graph<'_>, form: &Form) -> Range {
    range_by_choices(graph, form, MAX_CHOICES)
}

fn range_by_choices(graph: &Graph<'_>, form: &Form, choices: usize) -> Range {
    let ranges: Vec<Range> = form
        .atoms()
        .map(|atom| graph[atom].data.range.clone())
        .collect();
    let terms = form.terms().iter().map(|(_, k)| k).zip(&ranges);
    let range = Range::combination(form.constant(), terms);
    let range = range.intersect(&assumed_range(graph, form));
    let range = range.intersect(&known_range(graph, form));
    let is_open = choices > 0 && form.terms().len() > 1 && range.as_constant().is_none();
    match is_open.then(|| chosen(graph, form, choices - 1)).flatten() {
        Some(chosen) => range.intersect(&chosen),
        None => range,
    }
}

/// The range of a form by the e-class that it is, or that it or its negation is but for its constant.
fn known_range(graph: &Graph<'_>, form: &Form) -> Range {
    let of = |form: &Form| lookup(graph, form).map(|class| graph[class].data.range.clone());
    let constant = form.constant();
    let mut range = of(form).unwrap_or_else(Range::full);
    let Some(varying) = form.add_constant(&-constant) else {
        return range;
    };
    let constant = Range::constant(constant.clone());
    if let Some(known) = of(&varying) {
        range = range.intersect(&known.add(&constant));
    }
    if let Some(known) = of(&varying.neg()) {
        range = range.intersect(&known.neg().add(&constant));
    }
    range
}

/// The range of a form whose first minimum, maximum or selection is one of its arguments.
fn chosen(graph: &Graph<'_>, form: &Form, choices: usize) -> Option<Range> {
    let (atom, k, operator, arguments) = form.terms().iter().find_map(|(atom, k)| {
        let (operator, arguments) = choice(graph, *atom)?;
        Some((*atom, k, operator, arguments))
    })?;
    let mut all = Range::empty();
    let mut each = Range::full();
    for argument in arguments {
        let argument = normal(graph, &Form::atom(argument))?;
        let range = range_by_choices(graph, &form.substitute(atom, &argument)?, choices);
        all = all.join(&range);
        // A minimum is at most each of its arguments, a maximum at least.
        let one_sided = match (operator, k.is_negative()) {
            (Operator::Min, false) | (Operator::Max, true) => {
                range.upper().cloned().map(Range::at_most)
            }
            (Operator::Min, true) | (Operator::Max, false) => {
                range.lower().cloned().map(Range::at_least)
            }
            _ => None,
        };
        each = one_sided.map_or(each.clone(), |it| each.intersect(&it));
    }
    Some(all.intersect(&each))
}

/// The minimum, maximum or selection in an e-class, with the terms that it may be.
fn choice(graph: &Graph<'_>, class: Id) -> Option<(Operator, Vec<Id>)> {
    let nodes = graph[class].nodes.iter();
    let mut choices = nodes.filter_map(|node| match node {
        Node::Apply(operator @ (Operator::Min | Operator::Max), arguments) => {
            Some((*operator, arguments.to_vec()))
        }
        Node::Apply(Operator::Select, arguments) => {
            Some((Operator::Select, arguments[1..].to_vec()))
        }
        _ => None,
    });
    choices.next()
}

/// Assumes that a form is at least 0.
pub(crate) fn assume_at_least_zero(graph: &mut Graph<'_>, form: Form) {
    if let Some(normal) = normal(graph, &form)
        && let [(atom, k)] = normal.terms()
        && let Some(end) = floor_div(normal.constant(), &k.magnitude())
    {
        // 0 <= k·x + c
        let range = match k.is_negative() {
            true => Range::at_most(end),
            false => Range::at_least(-end),
        };
        narrow(graph, *atom, &range);
    }
    graph.analysis.assumed.push(form);
}

/// Narrows the range of an e-class.
fn narrow(graph: &mut Graph<'_>, class: Id, range: &Range) {
    let mut known = graph[class].data.clone();
    known.range = known.range.intersect(range);
    graph.analysis.is_contradictory |= known.range.is_empty();
    graph.set_analysis_data(class, known);
}

/// The range of a form by the forms that are at least 0: those that differ from it, or from its negation, by a number.
fn assumed_range(graph: &Graph<'_>, form: &Form) -> Range {
    let number = |form: Option<Form>| form.and_then(|form| form.as_constant().cloned());
    let mut range = Range::full();
    for assumed in &graph.analysis.assumed {
        let Some(assumed) = normal(graph, assumed) else {
            continue;
        };
        if let Some(least) = number(form.sub(&assumed)) {
            range = range.intersect(&Range::at_least(least));
        }
        if let Some(most) = number(form.add(&assumed)) {
            range = range.intersect(&Range::at_most(most));
        }
    }
    range
}

/// Both ends of the range of a form, if it has both.
pub(crate) fn ends(graph: &Graph<'_>, form: &Form) -> Option<(Int, Int)> {
    let range = range_of(graph, form);
    Some((range.lower()?.clone(), range.upper()?.clone()))
}
