//! Which ops a proof takes for not having failed.

use super::object::{Argument, FactSource, Proof};
use crate::program::{OpId, Program};
use crate::rules::{ColumnKind, Rules};
use std::sync::Arc;

/// An op that may be executed speculatively, and what a proof takes from its having executed.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Reliance {
    /// The op.
    pub op: OpId,
    /// The rule that says what it shows.
    pub rule: Arc<str>,
}

impl Proof {
    /// The ops of which the proof assumes that they gave no poison, such as a cast or a sum that may not wrap, and the
    /// rules that say what that shows of their operands. In the order of the program. Where one of them is erased, or
    /// moved to where its operands are not as it wants them, the proof is void. Costs the length of the proof.
    pub fn relies_on(&self, program: &dyn Program, rules: &Rules) -> Vec<Reliance> {
        let mut found: Vec<Reliance> = vec![];
        let mut proofs = vec![self];
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
        found.sort_by(|a, b| (a.op.0, &a.rule).cmp(&(b.op.0, &b.rule)));
        found.dedup();
        found
    }
}

/// Whether a rule of an op states what holds only if the op gave no poison: a fact about its operands, or that a size
/// of its result, which is defined already, is another one, too.
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
    facts.any(|fact| fact.is_assumption(program, op)) || sizes.next().is_some()
}
