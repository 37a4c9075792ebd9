//! Quotients in sums.
//!
//! Hermite's identity: the quotients of `c` neighbours by `c`, `⌊x / c⌋ + ⌊(x + 1) / c⌋ + … + ⌊(x + c − 1) / c⌋`, are `x` in
//! sum. (With x = c·q + r, the last r of them are q + 1 and the others q.) And `c·⌊x / c⌋` is `x − r`, if the remainder r is
//! known.

use super::extremes::weight;
use super::graph::{Graph, apply, nodes_of, normal};
use super::language::{Form, Head, Node};
use super::theory::{shortest_sums, unite};
use calipers_number::{Int, floor_div, floor_mod};
use calipers_program::term::Operator;
use egg::Id;

/// The greatest divisor of quotients that are completed.
const MAX_DIVISOR: usize = 16;

/// A summand `k·⌊(x + r) / c⌋ + k·shift` with 0 <= r < c.
struct Quotient {
    atom: Id,
    k: Int,
    /// `x`, without a constant.
    dividend: Form,
    divisor: usize,
    rest: usize,
    shift: Int,
}

/// Adds the sums in which some quotients of neighbours are replaced by the others, where that is shorter: `⌈x / 2⌉` for
/// `x − ⌊x / 2⌋`.
pub(crate) fn complete(graph: &mut Graph<'_>, class: Id) -> Vec<Id> {
    let mut changed = vec![];
    for form in shortest_sums(graph, class).iter() {
        for (atom, k) in form.terms() {
            let whole = without_quotient(graph, form, (*atom, k));
            changed.extend(whole.and_then(|whole| unite(graph, class, &whole)));
        }
        let mut quotients = quotients_in(graph, form);
        while let Some(first) = quotients.first() {
            let (divisor, dividend) = (first.divisor, first.dividend.clone());
            let is_like = |it: &Quotient| it.divisor == divisor && it.dividend == dividend;
            let (group, others) = quotients.into_iter().partition(is_like);
            quotients = others;
            let whole = completed(graph, form, &group);
            changed.extend(whole.and_then(|whole| unite(graph, class, &whole)));
        }
    }
    changed
}

/// A sum in which the multiple of a quotient is written without it, since the congruence of the dividend tells the
/// remainder.
fn without_quotient(graph: &mut Graph<'_>, form: &Form, (atom, k): (Id, &Int)) -> Option<Form> {
    for (operator, rounds_up) in [(Operator::FloorDiv, false), (Operator::CeilDiv, true)] {
        for node in nodes_of(graph, atom, Head::Apply(operator)) {
            let Node::Apply(_, sides) = node else {
                continue;
            };
            let Some(divisor) = graph[sides[1]].data.range.as_constant().cloned() else {
                continue;
            };
            let congruence = graph[sides[0]].data.range.congruence();
            let (modulus, residue) = (congruence.modulus(), congruence.residue());
            if divisor <= Int::ONE
                || !(k % &divisor).is_zero()
                || modulus.is_zero()
                || !(modulus % &divisor).is_zero()
            {
                continue;
            }
            let added = if rounds_up {
                &divisor - &Int::ONE
            } else {
                Int::ZERO
            };
            let rest = floor_mod(&(residue + &added), &divisor)?;
            let multiple = normal(graph, &Form::atom(sides[0]))?.add_constant(&(&added - &rest))?;
            let others = form.substitute(atom, &Form::zero())?;
            return others.add_scaled(&(k / &divisor), &multiple);
        }
    }
    None
}

fn quotients_in(graph: &Graph<'_>, form: &Form) -> Vec<Quotient> {
    let mut all: Vec<Quotient> = vec![];
    for (atom, k) in form.terms() {
        for operator in [Operator::FloorDiv, Operator::CeilDiv] {
            for node in nodes_of(graph, *atom, Head::Apply(operator)) {
                let found = quotient(graph, (*atom, k), operator, &node);
                let is_new = |it: &Quotient| {
                    let is_same = |other: &Quotient| {
                        other.divisor == it.divisor
                            && other.dividend == it.dividend
                            && (other.atom == it.atom || other.rest == it.rest)
                    };
                    !all.iter().any(is_same)
                };
                let found = found.filter(is_new);
                all.extend(found);
            }
        }
    }
    all
}

fn quotient(
    graph: &Graph<'_>,
    (atom, k): (Id, &Int),
    operator: Operator,
    node: &Node,
) -> Option<Quotient> {
    let Node::Apply(_, sides) = node else {
        return None;
    };
    let divisor = graph[sides[1]].data.range.as_constant()?.clone();
    let number = usize::try_from(&divisor).ok();
    let number = number.filter(|it| (2..=MAX_DIVISOR).contains(it))?;
    let dividend = normal(graph, &Form::atom(sides[0]))?;
    let constant = match operator {
        Operator::CeilDiv => &(dividend.constant() + &divisor) - &Int::ONE,
        _ => dividend.constant().clone(),
    };
    let shift = floor_div(&constant, &divisor)?;
    let rest = &constant - &(&shift * &divisor);
    Some(Quotient {
        atom,
        k: k.clone(),
        dividend: dividend.add_constant(&-dividend.constant())?,
        divisor: number,
        rest: usize::try_from(&rest).ok()?,
        shift,
    })
}

/// A shorter sum with other quotients of the neighbours of a dividend. With the coefficients kᵢ of the quotients, 0 for
/// those that do not occur, it is `k·x + Σ (kᵢ − k)·⌊(x + i) / c⌋` for the most frequent coefficient k.
fn completed(graph: &mut Graph<'_>, form: &Form, group: &[Quotient]) -> Option<Form> {
    let first = group.first()?;
    let frequency = |k: &Int| group.iter().filter(|it| it.k == *k).count();
    let k = &group.iter().max_by_key(|it| frequency(&it.k))?.k;
    if first.divisor - frequency(k) > group.len() {
        return None;
    }
    let mut whole = form.add_scaled(k, &first.dividend)?;
    for rest in 0..first.divisor {
        let own = group.iter().find(|it| it.rest == rest);
        let quotient = match own {
            Some(own) => {
                whole = whole.add_constant(&(k * &own.shift))?;
                Form::atom(own.atom)
            }
            None => {
                let dividend = first.dividend.add_constant(&Int::from(rest as u64))?;
                let divisor = Form::from_constant(Int::from(first.divisor as u64))?;
                apply(graph, Operator::FloorDiv, &[dividend, divisor])?
            }
        };
        whole = whole.add_scaled(&-k, &quotient)?;
    }
    let whole = normal(graph, &whole)?;
    (weight(&whole) < weight(form)).then_some(whole)
}
