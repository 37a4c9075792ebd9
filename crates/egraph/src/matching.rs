//! Matching of arithmetic identities: patterns over terms, modulo linear arithmetic.
//!
//! With `?c` bound, the pattern `(+ (* ?c ?q) ?r)` matches any sum with multiples of `?c`: `?q` is the sum of the
//! quotients, and `?r` the remaining summands. `(* ?c ?x)` matches terms that `?c` divides. All other patterns match
//! e-nodes syntactically.

use super::{EGraph, ENode, Form, Id, Reason, Rewriter};
use calipers_number::{Int, Range};
use calipers_program::term::{Guard, Operator, Pattern, Rewrites, truth};
use calipers_support::quotient::split_by;
use smallvec::{SmallVec, smallvec};
use std::borrow::Cow;

type Binding = SmallVec<[Option<Id>; 6]>;

impl Rewriter for Rewrites {
    fn rewrites(&self, operator: Operator) -> bool {
        self.by_operator.contains_key(&operator)
    }

    fn rewrite(&self, egraph: &mut EGraph, atom: Id) -> Vec<(Id, Reason)> {
        let nodes = egraph.nodes(atom).to_vec();
        let mut found = vec![];
        for node in nodes {
            let ENode::Apply(operator, arguments) = node else {
                continue;
            };
            for &number in self
                .by_operator
                .get(&operator)
                .map_or(&[][..], Vec::as_slice)
            {
                let rewrite = &self.all[number as usize];
                let Pattern::Apply(_, patterns) = &rewrite.left else {
                    continue;
                };
                if patterns.len() != arguments.len() {
                    continue;
                }
                let mut binding: Binding = smallvec![None; rewrite.variables];
                let matched = match operator {
                    Operator::Mul => match_factors(egraph, patterns, &arguments, &mut binding),
                    _ => match_all(egraph, patterns, &arguments, &mut binding),
                };
                if !matched {
                    continue;
                }
                let computed = rewrite.bindings.iter().all(|(slot, pattern)| {
                    binding[*slot] = build(egraph, pattern, &binding);
                    binding[*slot].is_some()
                });
                if !computed
                    || !rewrite
                        .guards
                        .iter()
                        .all(|guard| holds(egraph, guard, &binding))
                {
                    continue;
                }
                if let Some(right) = build(egraph, &rewrite.right, &binding) {
                    let binding = binding.into_iter().flatten().collect();
                    found.push((
                        right,
                        Reason::Rewrite {
                            rule: number,
                            binding,
                        },
                    ));
                }
            }
        }
        found
    }
}

/// Matches the factors of a product, which is commutative: factors that are not variables first.
fn match_factors(
    egraph: &mut EGraph,
    patterns: &[Pattern],
    classes: &[Id],
    binding: &mut Binding,
) -> bool {
    if patterns.is_empty() {
        return true;
    }
    let is_variable = |pattern: &Pattern| matches!(pattern, Pattern::Variable(_));
    let first = patterns.iter().position(|pattern| !is_variable(pattern));
    let mut rest = patterns.to_vec();
    let pattern = rest.remove(first.unwrap_or(0));
    (0..classes.len()).any(|at| {
        let mut attempt = binding.clone();
        let mut others: SmallVec<[Id; 4]> = SmallVec::from_slice(classes);
        let class = others.remove(at);
        let matched = matches(egraph, &pattern, class, &mut attempt)
            && match_factors(egraph, &rest, &others, &mut attempt);
        if matched {
            *binding = attempt;
        }
        matched
    })
}

/// Matches arguments in an order that binds variables before patterns depend on them.
fn match_all(
    egraph: &mut EGraph,
    patterns: &[Pattern],
    classes: &[Id],
    binding: &mut Binding,
) -> bool {
    let is_simple = |pattern: &Pattern| !matches!(pattern, Pattern::Apply(..));
    [true, false].into_iter().all(|simple| {
        let mut parts = patterns.iter().zip(classes);
        parts.all(|(pattern, &class)| {
            is_simple(pattern) != simple || matches(egraph, pattern, class, binding)
        })
    })
}

fn matches(egraph: &mut EGraph, pattern: &Pattern, class: Id, binding: &mut Binding) -> bool {
    let class = egraph.find(class);
    match pattern {
        Pattern::Variable(slot) => match binding[*slot] {
            Some(bound) => egraph.find(bound) == class,
            None => {
                binding[*slot] = Some(class);
                true
            }
        },
        Pattern::Integer(value) => egraph.as_constant(class) == Some(value),
        // The class of a constant has very many nodes, none of which is informative.
        Pattern::Apply(..) if egraph.as_constant(class).is_some() => false,
        Pattern::Apply(Operator::Add, parts) => match parts.as_slice() {
            [Pattern::Apply(Operator::Mul, product), rest] => {
                match_multiples(egraph, product, rest, class, binding)
            }
            _ => false,
        },
        Pattern::Apply(Operator::Mul, factors) => match_product(egraph, factors, class, binding),
        Pattern::Apply(operator, patterns) => {
            let nodes = egraph.nodes(class).to_vec();
            nodes.into_iter().any(|node| match node {
                ENode::Apply(other, arguments)
                    if other == *operator && arguments.len() == patterns.len() =>
                {
                    let mut attempt = binding.clone();
                    let matched = match_all(egraph, patterns, &arguments, &mut attempt);
                    if matched {
                        *binding = attempt;
                    }
                    matched
                }
                _ => false,
            })
        }
        Pattern::Content(_) => false,
    }
}

/// Matches `(+ (* ?c ?q) ?r)` with `?c` bound: splits off the terms that `?c` divides, if any.
fn match_multiples(
    egraph: &mut EGraph,
    product: &[Pattern],
    rest: &Pattern,
    class: Id,
    binding: &mut Binding,
) -> bool {
    let [Pattern::Variable(divisor), quotient] = product else {
        return false;
    };
    let Some(divisor) = binding[*divisor] else {
        return false;
    };
    let Some((multiples, remainder)) = split(egraph, class, divisor) else {
        return false;
    };
    if multiples.is_constant() && multiples.constant().is_zero() {
        return false;
    }
    let (multiples, remainder) = (egraph.class_of(&multiples), egraph.class_of(&remainder));
    matches(egraph, quotient, multiples, binding) && matches(egraph, rest, remainder, binding)
}

/// Matches `(* ?c ?x)` with `?c` bound: divides exactly.
fn match_product(
    egraph: &mut EGraph,
    factors: &[Pattern],
    class: Id,
    binding: &mut Binding,
) -> bool {
    let [Pattern::Variable(divisor), quotient] = factors else {
        return false;
    };
    let Some(divisor) = binding[*divisor] else {
        return false;
    };
    let Some((multiples, remainder)) = split(egraph, class, divisor) else {
        return false;
    };
    if !(remainder.is_constant() && remainder.constant().is_zero()) {
        return false;
    }
    let multiples = egraph.class_of(&multiples);
    matches(egraph, quotient, multiples, binding)
}

/// The maximum number of steps of a polynomial division by a sum.
const MAX_TAKEN_OUT: usize = 8;

/// Splits a form into `divisor·q + r`.
fn split(egraph: &mut EGraph, class: Id, divisor: Id) -> Option<(Form, Form)> {
    let form = egraph.form(class).clone();
    if let Some(divisor) = egraph.as_constant(divisor) {
        return split_by(&form, divisor);
    }
    let Some(divisor) = egraph.form(divisor).as_atom() else {
        let divisor = egraph.form(divisor).clone();
        return split_by_sum(egraph, form, &divisor);
    };
    let (mut multiples, mut remainder) =
        (Form::zero(), Form::from_constant(form.constant().clone())?);
    for (atom, k) in form.terms() {
        match without_factor(egraph, *atom, divisor) {
            Some(quotient) => multiples = multiples.add_scaled(k, egraph.form(quotient))?,
            None => remainder = remainder.add_scaled(k, &Form::atom(*atom))?,
        }
    }
    Some((multiples, remainder))
}

/// The same for a divisor that is a sum or a multiple of an atom.
fn split_by_sum(egraph: &mut EGraph, form: Form, divisor: &Form) -> Option<(Form, Form)> {
    let (mut multiples, mut rest) = (Form::zero(), form);
    // Polynomial division, as long as the remainder becomes shorter.
    'next: for _ in 0..MAX_TAKEN_OUT {
        for (leading, k) in divisor.terms() {
            for (atom, own) in rest.terms().to_vec() {
                if !(&own % k).is_zero() {
                    continue;
                }
                let Some(quotient) = without_factor(egraph, atom, *leading) else {
                    continue;
                };
                let quotient = egraph.form(quotient).scale(&(own / k))?;
                let taken = product(egraph, &quotient, divisor);
                let shorter = rest.sub(&taken)?;
                if length(&shorter) < length(&rest) {
                    multiples = multiples.add_scaled(&Int::ONE, &quotient)?;
                    rest = shorter;
                    continue 'next;
                }
            }
        }
        break;
    }
    Some((multiples, rest))
}

/// The number of summands of a form.
fn length(form: &Form) -> usize {
    form.terms().len() + usize::from(!form.constant().is_zero())
}

fn product(egraph: &mut EGraph, a: &Form, b: &Form) -> Form {
    let factors = [egraph.class_of(a), egraph.class_of(b)];
    let class = egraph.apply(Operator::Mul, &factors);
    egraph.form(class).clone()
}

/// A monomial divided by the factors of another one.
fn without_factor(egraph: &mut EGraph, atom: Id, divisor: Id) -> Option<Id> {
    if egraph.find(atom) == egraph.find(divisor) {
        return Some(egraph.integer(1));
    }
    let factors = |egraph: &EGraph, atom: Id| {
        egraph.nodes(atom).find_map(|node| match node {
            ENode::Apply(Operator::Mul, factors) => Some(factors.to_vec()),
            _ => None,
        })
    };
    let wanted = factors(egraph, divisor).unwrap_or_else(|| vec![divisor]);
    let mut factors = factors(egraph, atom)?;
    for one in wanted {
        let at = factors
            .iter()
            .position(|&factor| egraph.find(factor) == egraph.find(one))?;
        factors.remove(at);
    }
    if factors.is_empty() {
        return Some(egraph.integer(1));
    }
    Some(if let [factor] = factors[..] {
        factor
    } else {
        egraph.apply(Operator::Mul, &factors)
    })
}

/// The class of a pattern with bound variables.
pub fn build(egraph: &mut EGraph, pattern: &Pattern, binding: &[Option<Id>]) -> Option<Id> {
    match pattern {
        Pattern::Variable(slot) => binding[*slot],
        Pattern::Integer(value) => Some(egraph.integer(value.clone())),
        Pattern::Apply(operator, arguments) => {
            let arguments: Option<Vec<Id>> = arguments
                .iter()
                .map(|argument| build(egraph, argument, binding))
                .collect();
            Some(egraph.apply(*operator, &arguments?))
        }
        Pattern::Content(arguments) => {
            let mut content = Int::ZERO;
            for argument in arguments {
                let class = build(egraph, argument, binding)?;
                let form = egraph.form(class);
                let own = if form.is_constant() {
                    form.constant().clone()
                } else {
                    form.content()
                };
                content = calipers_number::gcd(&content, &own);
            }
            Some(egraph.integer(content))
        }
    }
}

/// Whether a guard holds universally.
pub fn holds(egraph: &mut EGraph, guard: &Guard, binding: &[Option<Id>]) -> bool {
    match guard {
        Guard::Constant(slot) => {
            binding[*slot].is_some_and(|class| egraph.as_constant(class).is_some())
        }
        Guard::True(pattern) => {
            // If the ranges of the variables decide the guard, no terms are added.
            let told = range_of(egraph, pattern, binding);
            let told = told.and_then(|range| truth(&range));
            told.unwrap_or_else(|| {
                let class = build(egraph, pattern, binding);
                class.is_some_and(|class| truth(egraph.range(class)) == Some(true))
            })
        }
    }
}

/// The range of a pattern from the ranges of its bound variables.
fn range_of<'s>(
    egraph: &'s EGraph,
    pattern: &Pattern,
    binding: &[Option<Id>],
) -> Option<Cow<'s, Range>> {
    match pattern {
        Pattern::Variable(slot) => Some(Cow::Borrowed(egraph.range(binding[*slot]?))),
        Pattern::Integer(value) => Some(Cow::Owned(Range::constant(value.clone()))),
        Pattern::Apply(operator, arguments) => {
            let ranges = arguments.iter().map(|it| range_of(egraph, it, binding));
            let ranges: Option<SmallVec<[Cow<'_, Range>; 3]>> = ranges.collect();
            Some(Cow::Owned(operator.range(&ranges?)))
        }
        Pattern::Content(_) => None,
    }
}
