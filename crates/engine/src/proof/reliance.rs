//! The ops whose results a proof assumes not to be poison.

use super::{Argument, FactSource, Proof};
use crate::program::{OpId, Program};
use crate::rules::{self, ColumnKind, Rules};
use calipers_support::order::Order;
use std::sync::Arc;

/// An op that may be executed speculatively, with the rule whose fact a proof uses.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Reliance {
    /// The op.
    pub op: OpId,
    /// The rule.
    pub rule: Arc<str>,
}

/// The ops whose results a proof assumes not to be poison, such as a cast or an addition with `nsw`, in program
/// order. The proof becomes invalid if one of them is erased, or moved to a point where its operands violate its
/// precondition. Costs the length of the proof.
pub fn relies_on(proof: &Proof, program: &dyn Program, rules: &Rules) -> Vec<Reliance> {
    let mut found: Vec<Reliance> = vec![];
    let mut proofs = vec![proof];
    while let Some(proof) = proofs.pop() {
        for fact in &proof.facts {
            if let FactSource::Rule(name, op) = &fact.source
                && is_assumption(program, rules, name, *op)
            {
                let (op, rule) = (*op, name.clone());
                found.push(Reliance { op, rule });
            }
        }
        if let Argument::Instance(instance) = &proof.argument {
            proofs.extend(&instance.premises);
            proofs.push(&instance.conclusion);
        }
    }
    found.order_by(|a, b| (a.op.0, &a.rule).cmp(&(b.op.0, &b.rule)));
    found.dedup();
    found
}

/// Whether a rule states a fact that holds only if the op's result is not poison: a fact about its operands, or a
/// second definition of a size of its result.
fn is_assumption(program: &dyn Program, rules: &Rules, name: &str, op: OpId) -> bool {
    let Some(known) = rules.op(program.op_name(op)) else {
        return false;
    };
    let of_name = |own: &Arc<str>| **own == *name;
    let mut facts = known.facts.iter().filter(|fact| of_name(&fact.head.name));
    let mut sizes = known.defines.iter().filter(|define| {
        let is_scalar = matches!(
            define.kind,
            ColumnKind::Value | ColumnKind::Unsigned | ColumnKind::Element
        );
        of_name(&define.head.name) && !is_scalar
    });
    facts.any(|fact| rules::is_assumption(fact, program, op)) || sizes.next().is_some()
}
