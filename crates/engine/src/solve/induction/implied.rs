//! Sets aside invariants that others imply. Many candidates differ by a constant only, so that a value that does not
//! change has an equality and a dozen inequalities around it. The linear programs of later questions are smaller
//! without these, so that fewer of them exceed their budget because other loops were searched before.

use super::super::facts::{Fact, Relation};
use super::super::knowledge::Knowledge;
use super::invariants::Search;
use crate::number::Int;
use crate::program::OpId;
use crate::term::{ENode, Form, Operator};

/// How many minima of a form are replaced by their arguments, one inside of the other.
const MAX_REPLACED: usize = 3;

impl Search<'_, '_> {
    /// Sets aside the invariants of an op that follow from one other of them and the ranges of values everywhere.
    /// Costs a subtraction for each pair of their facts.
    pub(super) fn set_aside_implied(&mut self, op: OpId) {
        let known = &mut self.engine.known;
        let all = self.engine.invariants.all.iter().enumerate();
        let own = all.filter(|(_, it)| it.is_live && it.op == op);
        let own = own.map(|(number, _)| inequalities(known, number as u32));
        // An invariant that was set aside before is no reason to set another one aside.
        let counts =
            |(_, facts): &(u32, Vec<u32>)| facts.iter().all(|&it| !known.facts.get(it).implied);
        let mut left: Vec<(u32, Vec<u32>)> = own.filter(counts).collect();
        // The last first: of those that say the same, the first stays, which is the shortest.
        for at in (0..left.len()).rev() {
            let (number, own) = &left[at];
            let follows = |&fact: &u32| {
                let others = left.iter().filter(|(other, _)| other != number);
                let mut facts = others.flat_map(|(_, facts)| facts);
                facts.any(|&other| implies(known, other, fact))
            };
            if !own.is_empty() && own.iter().all(follows) {
                known.facts.set_aside(*number);
                left.remove(at);
            }
        }
    }
}

/// An invariant and its facts, apart from those that give its condition a truth value.
fn inequalities(known: &Knowledge<'_>, number: u32) -> (u32, Vec<u32>) {
    let says_more = |&fact: &u32| {
        let form = &known.facts.get(fact).form;
        !matches!(form.terms(), [(atom, _)] if known.egraph.is_condition(*atom))
    };
    let facts = known.facts.of_invariant(number).iter().copied();
    (number, facts.filter(says_more).collect())
}

/// Whether a fact at the same point and the ranges of values everywhere imply an inequality.
fn implies(known: &mut Knowledge<'_>, fact: u32, inequality: u32) -> bool {
    let (fact, implied) = (known.facts.get(fact), known.facts.get(inequality));
    let is_there = |it: &Fact| it.given.is_empty() && it.point == implied.point;
    if implied.relation == Relation::Zero || !is_there(fact) || !is_there(implied) {
        return false;
    }
    let signs: &[Int] = match fact.relation {
        Relation::AtLeastZero => &[Int::NEG_ONE],
        Relation::Zero => &[Int::NEG_ONE, Int::ONE],
    };
    let terms = fact.form.terms().len() + implied.form.terms().len();
    let rests = signs
        .iter()
        .filter_map(|sign| implied.form.add_scaled(sign, &fact.form));
    // Without a common atom, the rest says no more than both do.
    let rests: Vec<Form> = rests.filter(|rest| rest.terms().len() < terms).collect();
    rests
        .iter()
        .any(|rest| is_never_negative(known, rest, MAX_REPLACED))
}

/// Whether the ranges everywhere show that a form is not negative, where each minimum is one of its arguments and at
/// most all of them.
fn is_never_negative(known: &mut Knowledge<'_>, form: &Form, depth: usize) -> bool {
    if known.form_range_at(form, None).interval().is_non_negative() {
        return true;
    }
    let Some(depth) = depth.checked_sub(1) else {
        return false;
    };
    let terms = form.terms().to_vec();
    for (atom, k) in &terms {
        let nodes = known.egraph.nodes(*atom);
        let minima = nodes.filter_map(|node| match node {
            ENode::Apply(Operator::Min, arguments) => Some(arguments.clone()),
            _ => None,
        });
        for arguments in minima.collect::<Vec<_>>() {
            let rests = arguments.iter().map(|&argument| {
                let argument = known.egraph.form(argument).clone();
                form.substitute(*atom, &argument)
            });
            let rests: Vec<Option<Form>> = rests.collect();
            let mut holds = rests.iter().map(|rest| {
                let rest = rest.as_ref();
                rest.is_some_and(|rest| is_never_negative(known, rest, depth))
            });
            // The least of all is at most each of them, and one of them.
            let shown = match *k < Int::ZERO {
                true => holds.any(|it| it),
                false => holds.all(|it| it),
            };
            if shown {
                return true;
            }
        }
    }
    false
}
