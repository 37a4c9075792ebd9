//! Matching of rules on e-classes, modulo linear arithmetic.
//!
//! Variables are bound to linear forms. The summands of a pattern `(+ p q …)` are matched one by one against a form:
//! summands with an operator first, then those that are bound, then multiples `(* ?c ?q)`, for which all terms that
//! `?c` divides are taken, and a variable alone takes the rest. At the root of a rule a sum also matches a multiple of
//! itself with further summands, which stay.

use super::graph::{Graph, apply, factors_of, lookup, nodes_of, normal, normal_of_class};
use super::instance::{build, divides_by_constants, holds};
use super::language::{Form, Head, Node};
use super::summand::{Order, Summand, exact, has_operator};
use super::theory::{length, shortest_sums, split};
use calipers_number::Int;
use calipers_program::term::{Guard, Operator, Pattern, Rewrite};
use calipers_support::interrupt::poll;
use calipers_support::order::Order as _;
use egg::Id;
use smallvec::SmallVec;
use std::rc::Rc;

/// The forms of variables.
pub(crate) type Binding = SmallVec<[Option<Rc<Form>>; 6]>;

/// Maximum number of matches of one pattern in one place.
const MAX_MATCHES: usize = 8;

/// Matches a rule.
pub(crate) struct Matcher<'r> {
    rule: &'r Rewrite,
}

/// The part of a form that is not matched yet, in a match of a sum.
#[derive(Clone)]
struct Partial {
    binding: Binding,
    /// By which number the pattern is multiplied; none before the first summand.
    times: Option<Int>,
    rest: Form,
}

/// Summands of a pattern that are not matched yet.
type Parts<'s, 'r> = SmallVec<[&'s Summand<'r>; 4]>;

/// A match of the sum at the root of a rule: `form = times·left + rest`.
pub(crate) struct Summands {
    pub(crate) binding: Binding,
    pub(crate) times: Int,
    pub(crate) rest: Form,
}

impl<'r> Matcher<'r> {
    pub(crate) fn new(rule: &'r Rewrite) -> Matcher<'r> {
        Matcher { rule }
    }

    /// The binding that binds nothing.
    fn unbound(&self) -> Binding {
        SmallVec::from_elem(None, self.rule.variables)
    }

    fn is_number(&self, slot: usize) -> bool {
        self.rule.guards.contains(&Guard::Constant(slot))
    }

    /// The matches of an operator at the root with an e-node's arguments.
    pub(crate) fn node(&self, graph: &mut Graph<'_>, arguments: &[Id]) -> Vec<Binding> {
        let Pattern::Apply(operator, patterns) = &self.rule.left else {
            return vec![];
        };
        let mut found = self.arguments(graph, patterns, arguments, &self.unbound());
        if let ([a, b], true) = (arguments, commutes(*operator)) {
            found.extend(self.arguments(graph, patterns, &[*b, *a], &self.unbound()));
        }
        found
    }

    /// The matches of a sum at the root with a part of a form.
    pub(crate) fn sum(&self, graph: &mut Graph<'_>, form: &Form) -> Vec<Summands> {
        let parts = self.summands(&self.rule.left);
        let start = Partial {
            binding: self.unbound(),
            times: None,
            rest: form.clone(),
        };
        if !parts.iter().all(|part| part.occurs_in(graph, form)) {
            return vec![];
        }
        let parts: Parts<'_, '_> = parts.iter().collect();
        let found = self.remaining(graph, &parts, start, Extent::Part);
        let whole = |it: Partial| {
            let (binding, rest) = (it.binding, it.rest);
            it.times.map(|times| Summands {
                binding,
                times,
                rest,
            })
        };
        found.into_iter().filter_map(whole).collect()
    }

    /// Matches arguments in order, variables first, in both orders if the operator commutes.
    fn arguments(
        &self,
        graph: &mut Graph<'_>,
        patterns: &[Pattern],
        arguments: &[Id],
        binding: &Binding,
    ) -> Vec<Binding> {
        if patterns.len() != arguments.len() {
            return vec![];
        }
        let mut pairs: Vec<(&Pattern, Id)> =
            patterns.iter().zip(arguments.iter().copied()).collect();
        pairs.order_by_key(|(pattern, _)| matches!(pattern, Pattern::Apply(..)));
        let mut found = vec![binding.clone()];
        for (pattern, id) in pairs {
            let form = Form::atom(graph.find(id));
            let mut next = vec![];
            for binding in found {
                next.extend(self.value(graph, pattern, &form, &binding));
            }
            distinct(&mut next);
            found = next;
        }
        found
    }

    /// The matches of a pattern with a value.
    fn value(
        &self,
        graph: &mut Graph<'_>,
        pattern: &Pattern,
        form: &Form,
        binding: &Binding,
    ) -> Vec<Binding> {
        poll();
        let left = &mut graph.analysis.comparisons;
        *left = left.saturating_sub(1);
        if *left == 0 {
            return vec![];
        }
        match pattern {
            Pattern::Variable(slot) => self
                .variable(graph, *slot, form, binding)
                .into_iter()
                .collect(),
            Pattern::Integer(value) => match normal_of(graph, form) {
                Some(normal) if normal.as_constant() == Some(value) => vec![binding.clone()],
                _ => vec![],
            },
            Pattern::Apply(Operator::Add, _) => self.whole(graph, pattern, form, binding),
            Pattern::Apply(Operator::Mul, factors) => {
                let mut found = self.whole(graph, pattern, form, binding);
                found.extend(self.operator(graph, Operator::Mul, factors, form, binding));
                found
            }
            Pattern::Apply(operator, patterns) => {
                self.operator(graph, *operator, patterns, form, binding)
            }
            Pattern::Content(_) => vec![],
        }
    }

    /// Binds a variable to a value, or compares the value with what it is bound to.
    fn variable(
        &self,
        graph: &Graph<'_>,
        slot: usize,
        form: &Form,
        binding: &Binding,
    ) -> Option<Binding> {
        let form = normal_of(graph, form)?;
        if let Some(bound) = &binding[slot] {
            let is_same = bound == &form || normal(graph, bound).as_ref() == Some(&*form);
            return is_same.then(|| binding.clone());
        }
        if self.is_number(slot) && !form.is_constant() {
            return None;
        }
        let mut binding = binding.clone();
        binding[slot] = Some(form);
        Some(binding)
    }

    /// The matches of an operator with the e-nodes of a value.
    fn operator(
        &self,
        graph: &mut Graph<'_>,
        operator: Operator,
        patterns: &[Pattern],
        form: &Form,
        binding: &Binding,
    ) -> Vec<Binding> {
        let Some(class) = lookup(graph, form) else {
            return vec![];
        };
        let mut found = vec![];
        for node in nodes_of(graph, class, Head::Apply(operator)) {
            let Node::Apply(_, arguments) = node else {
                continue;
            };
            found.extend(self.arguments(graph, patterns, &arguments, binding));
            if let ([a, b], true) = (&arguments[..], commutes(operator)) {
                found.extend(self.arguments(graph, patterns, &[*b, *a], binding));
            }
        }
        distinct(&mut found);
        found
    }

    /// The matches of a sum or a multiple with a whole value, by each of its sums.
    fn whole(
        &self,
        graph: &mut Graph<'_>,
        pattern: &Pattern,
        form: &Form,
        binding: &Binding,
    ) -> Vec<Binding> {
        let parts = self.summands(pattern);
        let parts: Parts<'_, '_> = parts.iter().collect();
        let mut found = vec![];
        for form in forms_of(graph, form) {
            if !parts.iter().all(|part| part.occurs_in(graph, &form)) {
                continue;
            }
            let start = Partial {
                binding: binding.clone(),
                times: Some(Int::ONE),
                rest: form,
            };
            let matches = self.remaining(graph, &parts, start, Extent::Whole);
            found.extend(matches.into_iter().map(|it| it.binding));
        }
        distinct(&mut found);
        found
    }

    fn summands<'q>(&self, pattern: &'q Pattern) -> Vec<Summand<'q>> {
        match pattern {
            Pattern::Apply(Operator::Add, parts) => {
                parts.iter().map(|part| self.summand(part)).collect()
            }
            _ => vec![self.summand(pattern)],
        }
    }

    fn summand<'q>(&self, pattern: &'q Pattern) -> Summand<'q> {
        let mut summand = Summand {
            number: Int::ONE,
            numbers: SmallVec::new(),
            factors: SmallVec::new(),
        };
        let mut work = vec![pattern];
        while let Some(part) = work.pop() {
            match part {
                Pattern::Apply(Operator::Mul, factors) => work.extend(factors.iter().rev()),
                Pattern::Integer(value) => summand.number *= value,
                Pattern::Variable(slot) if self.is_number(*slot) => summand.numbers.push(*slot),
                _ => summand.factors.push(part),
            }
        }
        summand
    }

    /// Matches the summands that are left, the most determined one first.
    fn remaining(
        &self,
        graph: &mut Graph<'_>,
        parts: &[&Summand<'_>],
        partial: Partial,
        extent: Extent,
    ) -> Vec<Partial> {
        let order = |(_, part): &(usize, &&Summand<'_>)| part.order(&partial.binding);
        let Some((at, &part)) = parts.iter().enumerate().min_by_key(order) else {
            let is_complete = extent == Extent::Part || partial.rest == Form::zero();
            return if is_complete { vec![partial] } else { vec![] };
        };
        let mut others: Parts<'_, '_> = parts.into();
        others.remove(at);
        let mut found = vec![];
        let is_constant = |part: &&Summand<'_>| {
            part.factors.is_empty() && part.order(&partial.binding) == Order::Bound
        };
        let rest = match (is_constant(&part), others.iter().any(is_constant)) {
            (true, false) => Rest::NoConstant,
            (true, true) => Rest::Any,
            _ if others.is_empty() => Rest::Nothing,
            _ => Rest::Any,
        };
        for partial in self.one(graph, part, &partial, rest) {
            found.extend(self.remaining(graph, &others, partial, extent));
        }
        found.truncate(MAX_MATCHES);
        found
    }

    /// The matches of one summand.
    fn one(
        &self,
        graph: &mut Graph<'_>,
        part: &Summand<'_>,
        partial: &Partial,
        rest: Rest,
    ) -> Vec<Partial> {
        match part.order(&partial.binding) {
            Order::Operator => {
                let mut found = self.anchored(graph, part, partial);
                if found.is_empty() && part.is_bound(&partial.binding) {
                    found.extend(self.bound(graph, part, partial));
                }
                found
            }
            Order::Product => self.products(graph, part, partial),
            Order::Scaled => self.scaled(graph, part, partial, rest == Rest::Nothing),
            Order::Bound => {
                let bound = self.bound(graph, part, partial);
                let is_exact =
                    |it: &Partial| rest != Rest::NoConstant || it.rest.constant().is_zero();
                bound.into_iter().filter(is_exact).collect()
            }
            Order::Multiple | Order::Number | Order::Variable => {
                let is_last = rest == Rest::Nothing;
                self.open(graph, part, partial, is_last)
                    .into_iter()
                    .collect()
            }
        }
    }

    /// Subtracts a summand that is bound. The rest must not become longer, or any form would match.
    fn bound(
        &self,
        graph: &mut Graph<'_>,
        part: &Summand<'_>,
        partial: &Partial,
    ) -> Option<Partial> {
        let value = part.value(graph, &partial.binding)?;
        let times = partial.times.clone().unwrap_or(Int::ONE);
        let rest = partial.rest.add_scaled(&-&times, &value)?;
        let is_constant = part.factors.is_empty();
        let shrinks = is_constant || length(&rest) <= length(&partial.rest);
        shrinks.then(|| Partial {
            times: Some(times),
            rest,
            ..partial.clone()
        })
    }

    /// Matches a summand with an operator with each term of the form.
    fn anchored(
        &self,
        graph: &mut Graph<'_>,
        part: &Summand<'_>,
        partial: &Partial,
    ) -> Vec<Partial> {
        let mut found = vec![];
        let [core] = part.factors[..] else {
            return found;
        };
        for (atom, k) in partial.rest.terms().to_vec() {
            if !has_operator(graph, core, atom) {
                continue;
            }
            for mut binding in self.value(graph, core, &Form::atom(atom), &partial.binding) {
                // A number that is not bound yet is the coefficient.
                let mut numbers = part.numbers.iter();
                if let Some(&open) = numbers.find(|slot| binding[**slot].is_none()) {
                    binding[open] = Form::from_constant(k.magnitude()).map(Rc::new);
                }
                let Some(scale) = part.scale(&binding) else {
                    continue;
                };
                let times = exact(&k, &scale);
                if times.is_none() || partial.times.is_some() && partial.times != times {
                    continue;
                }
                let rest = partial.rest.substitute(atom, &Form::zero());
                found.extend(rest.map(|rest| Partial {
                    binding,
                    times,
                    rest,
                }));
            }
        }
        found
    }

    /// Matches a product of two factors with each term of the form that is a product: one factor, and the others.
    fn products(
        &self,
        graph: &mut Graph<'_>,
        part: &Summand<'_>,
        partial: &Partial,
    ) -> Vec<Partial> {
        let mut found = vec![];
        let [mut first, mut second] = part.factors[..] else {
            return found;
        };
        // An operator is one factor, and its arguments may be the others.
        if matches!(second, Pattern::Apply(..)) {
            std::mem::swap(&mut first, &mut second);
        }
        for (atom, k) in partial.rest.terms().to_vec() {
            let factors = factors_of(graph, atom);
            let Some(scale) = part.scale(&partial.binding).filter(|_| factors.len() > 1) else {
                continue;
            };
            let times = exact(&k, &scale);
            if times.is_none() || partial.times.is_some() && partial.times != times {
                continue;
            }
            for (at, &factor) in factors.iter().enumerate() {
                let own = Form::atom(graph.find(factor));
                let others = factors.iter().enumerate().filter(|(n, _)| *n != at);
                let others: Vec<Form> = others.map(|(_, id)| Form::atom(graph.find(*id))).collect();
                let Some(others) = apply(graph, Operator::Mul, &others) else {
                    continue;
                };
                let first = self.value(graph, first, &own, &partial.binding);
                let matches = first
                    .iter()
                    .flat_map(|it| self.value(graph, second, &others, it));
                for binding in matches.collect::<Vec<_>>() {
                    let rest = partial.rest.substitute(atom, &Form::zero());
                    found.extend(rest.map(|rest| Partial {
                        binding,
                        times: times.clone(),
                        rest,
                    }));
                }
            }
        }
        found
    }

    /// Matches a multiple of a number that is not bound, with each of the coefficients of the form.
    fn scaled(
        &self,
        graph: &mut Graph<'_>,
        part: &Summand<'_>,
        partial: &Partial,
        is_last: bool,
    ) -> Vec<Partial> {
        let mut found: Vec<Partial> = vec![];
        let [slot] = part.numbers[..] else {
            return found;
        };
        let mut numbers: Vec<Int> = vec![];
        for (_, k) in partial.rest.terms() {
            let number = k.magnitude();
            if !number.is_one() && !numbers.contains(&number) && numbers.len() < MAX_MATCHES {
                numbers.push(number);
            }
        }
        for number in numbers {
            let mut partial = partial.clone();
            partial.binding[slot] = Form::from_constant(number).map(Rc::new);
            found.extend(self.open(graph, part, &partial, is_last));
        }
        found
    }

    /// Binds the variable of a summand to the rest, or to all multiples in it.
    fn open(
        &self,
        graph: &mut Graph<'_>,
        part: &Summand<'_>,
        partial: &Partial,
        is_last: bool,
    ) -> Option<Partial> {
        let mut binding = partial.binding.clone();
        let times = partial.times.clone().unwrap_or(Int::ONE);
        let unbound = |slot: &&usize| partial.binding[**slot].is_none();
        if let Some(&slot) = part.numbers.iter().find(unbound) {
            // The number is the coefficient of the bound factors, or the constant if there are none.
            let mut unit = part.clone();
            unit.numbers.retain(|own| *own != slot);
            let unit = unit.value(graph, &binding)?.scale(&times)?;
            let number = match unit.terms().first() {
                Some((atom, own)) => exact(&partial.rest.coefficient(atom), own)?,
                None => exact(partial.rest.constant(), unit.constant())?,
            };
            let rest = partial.rest.add_scaled(&-&number, &unit)?;
            binding[slot] = Some(Rc::new(Form::from_constant(number)?));
            return Some(Partial {
                binding,
                times: Some(times),
                rest,
            });
        }
        let (slot, known) = part.variable(&binding)?;
        let scale = part.scale(&binding)? * &times;
        let divisor = match known {
            Some(known) => normal(graph, binding[known].as_ref()?)?.scale(&scale)?,
            None => Form::from_constant(scale)?,
        };
        let (quotient, rest) = match divisor.as_constant().is_some_and(Int::is_one) && is_last {
            true => (partial.rest.clone(), Form::zero()),
            false => split(graph, &partial.rest, &divisor)?,
        };
        // A sum is taken for a negation only if it begins with a minus sign.
        let is_negation = divisor.as_constant() == Some(&Int::NEG_ONE);
        if is_negation && !partial.rest.terms().first()?.1.is_negative() {
            return None;
        }
        binding[slot] = Some(Rc::new(normal(graph, &quotient)?));
        Some(Partial {
            binding,
            times: Some(times),
            rest,
        })
    }

    /// Computes the variables of `:let`, and whether all conditions hold.
    pub(crate) fn admits(&self, graph: &mut Graph<'_>, binding: &mut Binding) -> bool {
        for (slot, pattern) in &self.rule.bindings {
            binding[*slot] = build(graph, pattern, binding).map(Rc::new);
            if binding[*slot].is_none() {
                return false;
            }
        }
        if graph.analysis.constant_divisors
            && !divides_by_constants(graph, &self.rule.right, binding)
        {
            return false;
        }
        let mut guards = self.rule.guards.iter();
        guards.all(|guard| match guard {
            Guard::Constant(slot) => binding[*slot]
                .as_ref()
                .is_some_and(|form| form.is_constant()),
            Guard::True(pattern) => holds(graph, pattern, binding),
        })
    }
}

/// Whether a sum must match all of a form.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Extent {
    Whole,
    Part,
}

/// What a summand must leave of a form.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Rest {
    Any,
    /// The integers of a pattern are matched with the constant of the form, all of it.
    NoConstant,
    Nothing,
}

/// The normal form of a value.
fn normal_of(graph: &Graph<'_>, form: &Form) -> Option<Rc<Form>> {
    match form.as_atom() {
        Some(class) => normal_of_class(graph, class),
        None => normal(graph, form).map(Rc::new),
    }
}

fn commutes(operator: Operator) -> bool {
    matches!(
        operator,
        Operator::Min | Operator::Max | Operator::Eq | Operator::Mul
    )
}

/// Drops repeated matches, and those that are too many.
fn distinct(found: &mut Vec<Binding>) {
    let mut kept: Vec<Binding> = vec![];
    for binding in found.drain(..) {
        if kept.len() < MAX_MATCHES && !kept.contains(&binding) {
            kept.push(binding);
        }
    }
    *found = kept;
}

/// The normal form of a form, and the shortest sums in its e-class.
fn forms_of(graph: &mut Graph<'_>, form: &Form) -> Vec<Form> {
    let mut forms: Vec<Form> = normal(graph, form).into_iter().collect();
    if let Some(class) = lookup(graph, form) {
        let sums = shortest_sums(graph, class);
        let others = sums.iter().filter(|sum| Some(*sum) != forms.first());
        let others: Vec<Form> = others.cloned().collect();
        forms.extend(others);
    }
    forms
}
