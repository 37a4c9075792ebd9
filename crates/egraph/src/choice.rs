//! The range of a `select`, refined by its condition: `select(x == 0, 1, x)` is at least 1 if `x >= 0`.
//!
//! Each branch is restricted by the condition under which it is selected, if that compares a multiple of the branch, or
//! one of its atoms, with a constant.

use super::Id;
use super::egraph::{EGraph, Form};
use super::enode::ENode;
use calipers_number::{Int, Range};
use calipers_program::term::Operator;
use smallvec::{SmallVec, smallvec};
use std::sync::Arc;

/// The range of `select(condition, then, otherwise)`: the join of the branches, each restricted by the condition.
pub fn selected_range(
    egraph: &EGraph,
    [condition, then, otherwise]: [Id; 3],
    range_of: impl Fn(Id) -> Range,
) -> Range {
    let compared = Compared::by(egraph, condition);
    let branch = |branch: Id, is_then: bool| {
        let range = range_of(branch);
        let narrowed = compared
            .as_ref()
            .and_then(|it| it.narrow(egraph, branch, is_then, &range_of));
        match narrowed {
            Some(narrowed) => range.intersect(&narrowed),
            None => range,
        }
    };
    branch(then, true).join(&branch(otherwise, false))
}

/// The classes whose ranges [`selected_range`] depends on, other than those of the branches.
pub fn looked_at(egraph: &EGraph, [condition, then, otherwise]: [Id; 3]) -> SmallVec<[Id; 8]> {
    let compared = Compared::by(egraph, condition);
    let Some([(atom, _)]) = compared.as_ref().map(|it| it.difference.terms()) else {
        return smallvec![];
    };
    let forms = [then, otherwise].map(|branch| egraph.form(branch));
    let atoms = forms.into_iter().flat_map(Form::atoms);
    atoms.chain([*atom]).collect()
}

/// A condition that compares a form with 0.
struct Compared {
    difference: Form,
    /// Whether the condition is `form == 0` instead of `form >= 0`.
    is_equality: bool,
    /// Whether the condition is negated.
    is_negated: bool,
}

impl Compared {
    fn by(egraph: &EGraph, condition: Id) -> Option<Compared> {
        // c, or 1 − c for "not c".
        let form = egraph.form(condition);
        let (is_negated, condition) = match form.terms() {
            [(atom, k)] if k.is_one() && form.constant().is_zero() => (false, atom),
            [(atom, k)] if *k == Int::NEG_ONE && form.constant().is_one() => (true, atom),
            _ => return None,
        };
        egraph.nodes(*condition).find_map(|node| {
            let ENode::Apply(operator @ (Operator::Le | Operator::Eq), sides) = node else {
                return None;
            };
            Some(Compared {
                difference: egraph.form(sides[1]).sub(egraph.form(sides[0]))?,
                is_equality: *operator == Operator::Eq,
                is_negated,
            })
        })
    }

    /// The range of a branch where the condition has that value, if the compared form is `k·branch + c` or an atom of
    /// the branch.
    fn narrow(
        &self,
        egraph: &EGraph,
        branch: Id,
        value: bool,
        range_of: impl Fn(Id) -> Range,
    ) -> Option<Range> {
        let form = egraph.form(branch);
        if let Some((k, rest)) = form.as_multiple_of(&self.difference) {
            let difference = range_of(branch)
                .sub(&Range::constant(rest.clone()))
                .unscale(&k);
            return Some(Range::combination(
                &rest,
                [(&k, &self.left(&difference, value))],
            ));
        }
        let [(compared, k)] = self.difference.terms() else {
            return None;
        };
        let constant = self.difference.constant();
        let difference = Range::combination(constant, [(k, &range_of(*compared))]);
        let multiple = self
            .left(&difference, value)
            .sub(&Range::constant(constant.clone()));
        let own = multiple.unscale(k);
        let range_of = |atom: Id| match atom == *compared {
            true => own.clone(),
            false => range_of(atom),
        };
        let ranges: SmallVec<[Range; 4]> = form.atoms().map(range_of).collect();
        let factors = form.terms().iter().map(|(_, k)| k);
        Some(Range::combination(form.constant(), factors.zip(&ranges)))
    }

    /// The range of the compared form, restricted to the values for which the condition has that value.
    fn left(&self, range: &Range, value: bool) -> Range {
        match (self.is_equality, value != self.is_negated) {
            (false, true) => range.intersect(&Range::at_least(0)),
            (false, false) => range.intersect(&Range::at_most(-1)),
            (true, true) => range.intersect(&Range::constant(0)),
            (true, false) => range.without(&Int::ZERO),
        }
    }
}

/// Whether a form is 0, by cases on a condition in it, if both cases agree: `select(x == 0, 1, x)` is never 0.
pub(super) fn selected_is_zero(egraph: &mut EGraph, form: &Form) -> Option<bool> {
    let is_condition = |atom: &Id| egraph.is_condition(*atom);
    let condition = form.atoms().find_map(|atom| match factors(egraph, atom) {
        Some(factors) => factors.iter().copied().find(is_condition),
        None => Some(atom).filter(is_condition),
    })?;
    let compared = Compared::by(egraph, condition)?;
    let left = [
        (put_in(egraph, form, condition)?, true),
        (without(egraph, form, condition)?, false),
    ];
    let left = left.map(|(form, value)| {
        let class = egraph.class_of(&form);
        let narrowed = compared.narrow(egraph, class, value, |part| egraph.range(part).clone());
        let range = narrowed.map_or_else(Range::full, |it| it.intersect(egraph.range(class)));
        (class, range.contains(&Int::ZERO))
    });
    // Unless the range decides one case, the split would replace one comparison by two.
    if left.iter().all(|(_, may_be_zero)| *may_be_zero) {
        return None;
    }
    // A form that unions have made equal to one with the condition would be split again without end.
    let is_done = |class: Id| {
        let rest = egraph.form(class);
        rest.terms().len() <= form.terms().len() && !mentions(egraph, rest, condition)
    };
    if !left.iter().all(|(class, _)| is_done(*class)) {
        return None;
    }
    let zero = egraph.integer(0);
    let [then, otherwise] = left.map(|(class, may_be_zero)| match may_be_zero {
        true => egraph.apply(Operator::Eq, &[class, zero]),
        false => zero,
    });
    let selected = egraph.apply(Operator::Select, &[condition, then, otherwise]);
    egraph.as_constant(selected).map(|value| !value.is_zero())
}

/// For a form in which a condition is the factor of another term: the condition, and the forms with 1 and with 0
/// substituted for it.
pub fn selection(egraph: &mut EGraph, form: &Form) -> Option<(Id, [Form; 2])> {
    let scaling = |atom: Id| {
        let factors = factors(egraph, atom)?;
        let is_number = !egraph.are_conditions(&factors);
        let mut conditions = factors
            .iter()
            .copied()
            .filter(|it| egraph.is_condition(*it));
        conditions.find(|_| is_number)
    };
    let condition = egraph.atoms_in_order(form).into_iter().find_map(scaling)?;
    let condition = egraph.find(condition);
    let then = put_in(egraph, form, condition)?;
    Some((condition, [then, without(egraph, form, condition)?]))
}

/// Whether a form has a condition as an atom or as a factor.
fn mentions(egraph: &EGraph, form: &Form, condition: Id) -> bool {
    let condition = egraph.find(condition);
    let is_it = |factor: Id| egraph.find(factor) == condition;
    form.atoms().any(|atom| {
        is_it(atom) || factors(egraph, atom).is_some_and(|all| all.iter().copied().any(is_it))
    })
}

/// The factors of an atom that is a product.
fn factors(egraph: &EGraph, atom: Id) -> Option<Arc<[Id]>> {
    egraph.nodes(atom).find_map(|node| match node {
        ENode::Apply(Operator::Mul, factors) => Some(factors.clone()),
        _ => None,
    })
}

/// A form with 0 substituted for a condition.
fn without(egraph: &EGraph, form: &Form, condition: Id) -> Option<Form> {
    let is_left = |atom: Id| {
        atom != condition
            && factors(egraph, atom).is_none_or(|factors| !factors.contains(&condition))
    };
    let terms = form
        .terms()
        .iter()
        .filter(|(atom, _)| is_left(*atom))
        .cloned();
    Form::from_terms(form.constant().clone(), terms)
}

/// A form with 1 substituted for a condition.
fn put_in(egraph: &mut EGraph, form: &Form, condition: Id) -> Option<Form> {
    let mut sum = without(egraph, form, condition)?;
    for (atom, k) in form.terms() {
        let rest: SmallVec<[Id; 4]> = match factors(egraph, *atom) {
            _ if *atom == condition => smallvec![],
            Some(factors) if factors.contains(&condition) => factors
                .iter()
                .copied()
                .filter(|&it| it != condition)
                .collect(),
            _ => continue,
        };
        let rest = match rest[..] {
            [] => egraph.integer(1),
            [only] => only,
            _ => egraph.apply(Operator::Mul, &rest),
        };
        sum = sum.add_scaled(k, egraph.form(rest))?;
    }
    Some(sum)
}
