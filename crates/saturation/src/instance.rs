//! What a match of a rule is instantiated to: forms, terms, and conditions with their decision.

use super::graph::{Graph, apply, factors_of, normal, term_of_form};
use super::language::Form;
use super::matching::Binding;
use super::ranges::range_of;
use super::theory::split;
use calipers_number::{Int, Range, gcd};
use calipers_program::term::{Expr, Operator, Pattern, truth};
use egg::Id;

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
            let parts = parts.iter().map(|part| build(graph, part, binding));
            let parts: Vec<Form> = parts.collect::<Option<_>>()?;
            content(graph, &parts)
        }
    }
}

/// The greatest number and the factors that all summands of forms have; of a constant summand, only the number of a form
/// that is constant counts. None if that is 1.
fn content(graph: &mut Graph<'_>, forms: &[Form]) -> Option<Form> {
    let mut number = Int::ZERO;
    let mut factors: Option<Vec<Id>> = None;
    for form in forms {
        let own = match form.as_constant() {
            Some(value) => value.clone(),
            None => form.content(),
        };
        number = gcd(&number, &own);
        if !form.constant().is_zero() {
            factors = Some(vec![]);
        }
        for atom in form.atoms() {
            let mut own: Vec<Id> = factors_of(graph, atom).to_vec();
            own.iter_mut().for_each(|id| *id = graph.find(*id));
            let Some(known) = factors.take() else {
                factors = Some(own);
                continue;
            };
            let mut is_common = |factor: &Id| {
                let place = own.iter().position(|it| it == factor);
                place.map(|place| own.remove(place)).is_some()
            };
            factors = Some(known.into_iter().filter(|it| is_common(it)).collect());
        }
    }
    let mut all = vec![Form::from_constant(number)?];
    all.extend(factors.into_iter().flatten().map(Form::atom));
    let content = apply(graph, Operator::Mul, &all)?;
    (content.as_constant() != Some(&Int::ONE)).then_some(content)
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
            if *operator == Operator::Mod && is_multiple(graph, parts, binding) {
                return Some(Range::constant(0));
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

/// Whether a form is a multiple of another one, term by term.
fn is_multiple(graph: &mut Graph<'_>, parts: &[Pattern], binding: &Binding) -> bool {
    let [form, divisor] = parts else {
        return false;
    };
    let form = linear(graph, form, binding);
    let (Some(form), Some(divisor)) = (form, linear(graph, divisor, binding)) else {
        return false;
    };
    split(graph, &form, &divisor).is_some_and(|(_, rest)| rest == Form::zero())
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
