//! Parts of a term in their context: a branch of a selection counts only where its condition holds, and a part of a
//! conjunction only where the others hold.

use super::extract::Preference;
use super::facts::Facts;
use super::graph::{Graph, class_of, form_of};
use super::language::Form;
use super::limits::Limits;
use super::ranges::assume_at_least_zero;
use super::rules::{Saturation, class_of_term};
use calipers_number::Int;
use calipers_program::term::condition::{as_negated, is_condition, negated};
use calipers_program::term::{Expr, Operator};

/// Maximum number of parts of a term that are shortened in their context.
const MAX_PARTS: usize = 12;

/// The search for shorter parts of a term.
pub(crate) struct Context<'s, 'f> {
    pub(crate) saturation: &'s Saturation,
    pub(crate) limits: Limits,
    pub(crate) facts: &'f mut dyn Facts,
    pub(crate) preference: &'s Preference,
    /// The conditions under which the part counts.
    assumed: Vec<Expr>,
    /// How many parts may still be shortened.
    left: usize,
}

impl<'s, 'f> Context<'s, 'f> {
    pub(crate) fn new(
        saturation: &'s Saturation,
        (limits, preference): (Limits, &'s Preference),
        facts: &'f mut dyn Facts,
    ) -> Context<'s, 'f> {
        Context {
            saturation,
            limits,
            facts,
            preference,
            assumed: vec![],
            left: MAX_PARTS,
        }
    }

    /// The term with shorter parts; none if no part becomes shorter.
    pub(crate) fn with_shorter_parts(&mut self, term: &Expr) -> Option<Expr> {
        let Expr::Apply(operator, arguments) = term else {
            return None;
        };
        let mut parts = arguments.to_vec();
        let mut is_changed = false;
        // Backwards, since a part that the others imply goes.
        for place in (0..parts.len()).rev() {
            let conditions = self.condition_of(*operator, &parts, place);
            let is_condition = conditions.is_some();
            let shorter = match conditions {
                Some(conditions) => self.shorter_where(conditions, &parts[place]),
                None => self.with_shorter_parts(&parts[place]),
            };
            let Some(shorter) = shorter else {
                continue;
            };
            is_changed = true;
            let is_implied = match operator {
                Operator::Min => shorter == Expr::integer(1),
                Operator::Max => shorter == Expr::integer(0),
                _ => false,
            };
            match is_condition && is_implied && parts.len() > 2 {
                true => drop(parts.remove(place)),
                false => parts[place] = shorter,
            }
        }
        is_changed.then(|| Expr::apply(*operator, parts))
    }

    /// The conditions under which a part counts, if the operator has any.
    fn condition_of(&self, operator: Operator, parts: &[Expr], place: usize) -> Option<Vec<Expr>> {
        let others = || {
            let others = parts.iter().enumerate().filter(|(n, _)| *n != place);
            others.map(|(_, part)| part)
        };
        let are_conditions = || parts.iter().all(is_condition);
        match (operator, place) {
            (Operator::Select, 1) => Some(vec![parts[0].clone()]),
            (Operator::Select, 2) if is_condition(&parts[0]) => Some(vec![negated(&parts[0])]),
            (Operator::Min, _) if are_conditions() => Some(others().cloned().collect()),
            (Operator::Max, _) if are_conditions() => Some(others().map(negated).collect()),
            _ => None,
        }
    }

    /// The shortest form of a part where conditions hold; none if it is not shorter.
    fn shorter_where(&mut self, conditions: Vec<Expr>, part: &Expr) -> Option<Expr> {
        if !matches!(part, Expr::Apply(..)) || self.left == 0 {
            return None;
        }
        self.left -= 1;
        let known = self.assumed.len();
        self.assumed.extend(conditions);
        let within = self.with_shorter_parts(part);
        let start = within.as_ref().unwrap_or(part);
        let (limits, preference) = (self.limits, self.preference);
        let (found, _) =
            self.saturation
                .searched(limits, (start, None), &self.assumed, self.facts, preference);
        self.assumed.truncate(known);
        found.map(|found| found.term).or(within)
    }
}

/// Assumes that a condition holds, in an e-graph of its own.
pub(crate) fn assume(graph: &mut Graph<'_>, condition: &Expr) {
    if let Some(inner) = as_negated(condition) {
        set(graph, inner, 0);
        return;
    }
    match condition {
        Expr::Apply(Operator::Min, parts) if is_condition(condition) => {
            parts.iter().for_each(|part| assume(graph, part));
        }
        Expr::Apply(Operator::Le, sides) => {
            if let Some(difference) = difference(graph, &sides[1], &sides[0]) {
                assume_at_least_zero(graph, difference);
            }
            set(graph, condition, 1);
        }
        Expr::Apply(Operator::Eq, sides) => {
            let classes = [&sides[0], &sides[1]].map(|side| class_of_term(graph, side));
            if let [Some(a), Some(b)] = classes {
                graph.union(a, b);
            }
        }
        _ if is_condition(condition) => set(graph, condition, 1),
        _ => {}
    }
}

/// `a − b`
fn difference(graph: &mut Graph<'_>, a: &Expr, b: &Expr) -> Option<Form> {
    let (a, b) = (form_of(graph, a)?, form_of(graph, b)?);
    a.sub(&b)
}

/// Unites a condition with its truth.
fn set(graph: &mut Graph<'_>, condition: &Expr, truth: i32) {
    let truth = Form::from_constant(Int::from(truth)).and_then(|it| class_of(graph, &it));
    if let (Some(class), Some(truth)) = (class_of_term(graph, condition), truth) {
        graph.union(class, truth);
    }
}
