//! The semantics in Rust that a proof relies on.

use super::{Argument, FactSource, Proof, Source, Step};
use crate::rules::PREFIX;
use calipers_support::order::Order;

/// The names of the [`OpSemantics`](crate::rules::OpSemantics) that gave definitions or facts of a proof,
/// sorted. The proof is valid only if each of them fulfills its contract. Costs the length of the proof.
pub fn providers(proof: &Proof) -> Vec<&str> {
    let mut names = vec![];
    let mut proofs = vec![proof];
    while let Some(proof) = proofs.pop() {
        let definitions = proof.steps.iter().filter_map(|step| match step {
            Step::Definition(definition) => match &definition.source {
                Source::Rule(name, _) => Some(&**name),
                _ => None,
            },
            _ => None,
        });
        let facts = proof.facts.iter().filter_map(|fact| match &fact.source {
            FactSource::Rule(name, _) => Some(&**name),
            _ => None,
        });
        let rules = definitions.chain(facts);
        names.extend(rules.filter_map(|name| name.strip_prefix(PREFIX)));
        if let Argument::Instance(instance) = &proof.argument {
            proofs.extend(&instance.premises);
            proofs.push(&instance.conclusion);
        }
    }
    names.order();
    names.dedup();
    names
}
