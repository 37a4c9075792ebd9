//! The summands of a pattern of a sum.

use super::graph::{Graph, apply, normal};
use super::instance::build;
use super::language::{Form, Node};
use super::matching::Binding;
use calipers_number::Int;
use calipers_program::term::{Operator, Pattern};
use egg::Id;
use smallvec::SmallVec;

/// A summand of a pattern: a product of numbers and at most one factor, or two factors.
#[derive(Clone)]
pub(crate) struct Summand<'r> {
    pub(crate) number: Int,
    /// Variables that are constants.
    pub(crate) numbers: SmallVec<[usize; 2]>,
    pub(crate) factors: SmallVec<[&'r Pattern; 2]>,
}

/// The order in which summands are matched.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Order {
    /// An operator, which occurs as a term of the form.
    Operator,
    /// Two factors that are not bound, or an operator among them: a product, which occurs as a term of the form.
    Product,
    /// All variables are bound.
    Bound,
    /// A multiple of a number or of a bound variable.
    Multiple,
    /// A multiple of a number that is not bound: one of the coefficients of the form.
    Scaled,
    /// A constant that is not bound.
    Number,
    /// A variable alone.
    Variable,
}

impl<'q> Summand<'q> {
    /// Whether a form has the operator of the summand among its terms, if the summand has one.
    pub(crate) fn occurs_in(&self, graph: &Graph<'_>, form: &Form) -> bool {
        match self.factors[..] {
            [core @ Pattern::Apply(..)] => form.atoms().any(|atom| has_operator(graph, core, atom)),
            _ => true,
        }
    }

    pub(crate) fn order(&self, binding: &Binding) -> Order {
        let is_free = |factor: &&&Pattern| match factor {
            Pattern::Variable(slot) => binding[*slot].is_none(),
            Pattern::Apply(..) => !is_bound(factor, binding),
            _ => false,
        };
        let free: SmallVec<[&&Pattern; 2]> = self.factors.iter().filter(is_free).collect();
        let unknown = self.numbers.iter().any(|&slot| binding[slot].is_none());
        match free[..] {
            _ if matches!(self.factors[..], [Pattern::Apply(..)]) => Order::Operator,
            [] if unknown => Order::Number,
            [] => Order::Bound,
            [Pattern::Variable(a), Pattern::Variable(b)] if a != b && self.factors.len() == 2 => {
                Order::Product
            }
            _ if self.factors.len() == 2
                && free.iter().any(|it| matches!(it, Pattern::Apply(..))) =>
            {
                Order::Product
            }
            [_] if unknown => Order::Scaled,
            _ if self.factors.len() > 1 || !self.number.is_one() || !self.numbers.is_empty() => {
                Order::Multiple
            }
            _ => Order::Variable,
        }
    }

    /// Whether all variables are bound.
    pub(crate) fn is_bound(&self, binding: &Binding) -> bool {
        let numbers = self.numbers.iter().all(|&slot| binding[slot].is_some());
        numbers && self.factors.iter().all(|factor| is_bound(factor, binding))
    }

    /// The product of the numbers.
    pub(crate) fn scale(&self, binding: &Binding) -> Option<Int> {
        let mut scale = self.number.clone();
        for &slot in &self.numbers {
            scale *= binding[slot].as_ref()?.as_constant()?;
        }
        Some(scale)
    }

    /// The variable that is not bound, and the one that is, if there is another.
    pub(crate) fn variable(&self, binding: &Binding) -> Option<(usize, Option<usize>)> {
        let slot = |pattern: &&Pattern| match pattern {
            Pattern::Variable(slot) => Some(*slot),
            _ => None,
        };
        let slots: Option<SmallVec<[usize; 2]>> = self.factors.iter().map(slot).collect();
        match slots?[..] {
            [one] if binding[one].is_none() => Some((one, None)),
            [a, b] if binding[a].is_some() && binding[b].is_none() => Some((b, Some(a))),
            [a, b] if binding[b].is_some() && binding[a].is_none() => Some((a, Some(b))),
            _ => None,
        }
    }

    pub(crate) fn value(&self, graph: &mut Graph<'_>, binding: &Binding) -> Option<Form> {
        let mut all = Form::from_constant(self.scale(binding)?)?;
        for factor in &self.factors {
            let factor = build(graph, factor, binding)?;
            all = apply(graph, Operator::Mul, &[all, factor])?;
        }
        normal(graph, &all)
    }
}

pub(crate) fn is_bound(pattern: &Pattern, binding: &Binding) -> bool {
    match pattern {
        Pattern::Variable(slot) => binding[*slot].is_some(),
        Pattern::Integer(_) => true,
        Pattern::Apply(_, parts) | Pattern::Content(parts) => {
            parts.iter().all(|part| is_bound(part, binding))
        }
    }
}

/// Whether an e-class has the operator of a pattern.
pub(crate) fn has_operator(graph: &Graph<'_>, pattern: &Pattern, class: Id) -> bool {
    let Pattern::Apply(operator, _) = pattern else {
        return true;
    };
    let mut nodes = graph[class].nodes.iter();
    nodes.any(|node| matches!(node, Node::Apply(own, _) if own == operator))
}

/// `a / b`, if it is an integer other than 0.
pub(crate) fn exact(a: &Int, b: &Int) -> Option<Int> {
    let is_exact = !b.is_zero() && !a.is_zero() && (a % b).is_zero();
    is_exact.then(|| a / b)
}
