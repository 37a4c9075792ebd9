//! What a match of a rule is instantiated to: forms, terms, and conditions with their decision.

use super::graph::{Graph, apply, normal, range_of, term_of_form};
use super::language::Form;
use super::matching::Binding;
use calipers_number::{Int, Range, gcd};
use calipers_program::term::{Expr, Operator, Pattern, truth};

/// Whether all divisors in a pattern are constants.
pub(crate) fn divides_by_constants(
    graph: &Graph<'_>,
    pattern: &Pattern,
    binding: &Binding,
) -> bool {
    let Pattern::Apply(operator, parts) = pattern else {
        return true;
    };
    let divisor = parts.get(1).filter(|_| operator.is_division());
    let divisor = divisor.map(|divisor| linear(graph, divisor, binding));
    divisor.is_none_or(|form| form.is_some_and(|form| form.is_constant()))
        && parts
            .iter()
            .all(|part| divides_by_constants(graph, part, binding))
}

/// The form of a pattern, with its parts added to the e-graph.
pub(crate) fn build(graph: &mut Graph<'_>, pattern: &Pattern, binding: &Binding) -> Option<Form> {
    match pattern {
        Pattern::Variable(slot) => binding[*slot].as_deref().cloned(),
        Pattern::Integer(value) => Form::from_constant(value.clone()),
        Pattern::Apply(operator, parts) => {
            let mut forms = vec![];
            for part in parts {
                forms.push(build(graph, part, binding)?);
            }
            match folded(*operator, &forms) {
                Some(value) => Form::from_constant(value),
                None => apply(graph, *operator, &forms),
            }
        }
        Pattern::Content(parts) => {
            let mut content = Int::ZERO;
            for part in parts {
                let form = build(graph, part, binding)?;
                let own = match form.as_constant() {
                    Some(value) => value.clone(),
                    None => form.content(),
                };
                content = gcd(&content, &own);
            }
            Form::from_constant(content)
        }
    }
}

/// The value of an operator on constants.
fn folded(operator: Operator, forms: &[Form]) -> Option<Int> {
    let values: Option<Vec<Int>> = forms.iter().map(|it| it.as_constant().cloned()).collect();
    operator.apply(&values?)
}

/// Whether a condition holds, by ranges or by the facts.
pub(crate) fn holds(graph: &mut Graph<'_>, pattern: &Pattern, binding: &Binding) -> bool {
    if let Some(range) = condition_range(graph, pattern, binding)
        && let Some(known) = truth(&range)
    {
        return known;
    }
    let Some(condition) = term(graph, pattern, binding) else {
        return false;
    };
    ask(graph, condition) == Some(true)
}

/// Asks the facts about a condition, once.
fn ask(graph: &mut Graph<'_>, condition: Expr) -> Option<bool> {
    let domain = &mut graph.analysis;
    if let Some(answer) = domain.asked.get(&condition) {
        return *answer;
    }
    domain.questions = domain.questions.checked_sub(1)?;
    let answer = domain.facts.holds(&condition);
    domain.asked.insert(condition, answer);
    answer
}

/// The range of a pattern. A comparison is one of the difference of its sides.
fn condition_range(graph: &mut Graph<'_>, pattern: &Pattern, binding: &Binding) -> Option<Range> {
    match pattern {
        Pattern::Apply(operator @ (Operator::Le | Operator::Eq), sides) => {
            let [a, b] = &sides[..] else {
                return None;
            };
            if let (Some(a), Some(b)) = (linear(graph, a, binding), linear(graph, b, binding)) {
                let difference = normal(graph, &b.sub(&a)?)?;
                let zero = Range::constant(0);
                return Some(operator.range(&[zero, range_of(graph, &difference)]));
            }
            let ranges = [
                condition_range(graph, a, binding)?,
                condition_range(graph, b, binding)?,
            ];
            Some(operator.range(&ranges))
        }
        Pattern::Apply(operator, parts) => {
            if let Some(form) = linear(graph, pattern, binding) {
                return Some(range_of(graph, &form));
            }
            let ranges = parts
                .iter()
                .map(|part| condition_range(graph, part, binding));
            let ranges: Option<Vec<Range>> = ranges.collect();
            Some(operator.range(&ranges?))
        }
        Pattern::Integer(value) => Some(Range::constant(value.clone())),
        Pattern::Variable(slot) => {
            let form = normal(graph, binding[*slot].as_ref()?)?;
            Some(range_of(graph, &form))
        }
        Pattern::Content(_) => None,
    }
}

/// The form of a pattern of sums and multiples, without a change of the e-graph.
fn linear(graph: &Graph<'_>, pattern: &Pattern, binding: &Binding) -> Option<Form> {
    match pattern {
        Pattern::Variable(slot) => normal(graph, binding[*slot].as_ref()?),
        Pattern::Integer(value) => Form::from_constant(value.clone()),
        Pattern::Apply(Operator::Add, parts) => {
            let mut forms = parts.iter().map(|part| linear(graph, part, binding));
            let first = forms.next()??;
            forms.try_fold(first, |sum, it| sum.add(&it?))
        }
        Pattern::Apply(Operator::Mul, parts) => {
            let mut forms = parts.iter().map(|part| linear(graph, part, binding));
            let first = forms.next()??;
            forms.try_fold(first, |all, it| {
                let it = it?;
                match (all.as_constant(), it.as_constant()) {
                    (Some(k), _) => it.scale(k),
                    (_, Some(k)) => all.scale(k),
                    _ => None,
                }
            })
        }
        _ => None,
    }
}

/// The term of a pattern.
fn term(graph: &Graph<'_>, pattern: &Pattern, binding: &Binding) -> Option<Expr> {
    Some(match pattern {
        Pattern::Variable(slot) => term_of_form(graph, &normal(graph, binding[*slot].as_ref()?)?),
        Pattern::Integer(value) => Expr::Integer(value.clone()),
        Pattern::Apply(operator, parts) => {
            let parts: Option<Vec<Expr>> = parts
                .iter()
                .map(|part| term(graph, part, binding))
                .collect();
            Expr::apply(*operator, parts?)
        }
        Pattern::Content(_) => return None,
    })
}
