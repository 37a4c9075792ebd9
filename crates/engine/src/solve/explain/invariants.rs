//! Builds invariants of loops and joins with their proofs, when a proof needs one.

use super::super::engine::Engine;
use super::{Explainer, NoProof};
use crate::proof::{FactSource, Invariant, Invariants, Lemmas, Proof};
use std::sync::Arc;

/// An invariant with all invariants that its proof needs, each with its proofs; and its position among them.
///
/// # Errors
/// [`NoProof`]
pub(super) fn shown_invariant(
    engine: &mut Engine<'_>,
    number: usize,
) -> Result<(Arc<Invariants>, usize), NoProof> {
    let known = engine.invariants.shown.iter().find(|it| it.0 == number);
    if let Some((_, shown)) = known {
        return Ok((shown.clone(), 0));
    }
    let mut order = vec![number];
    let mut parts: Vec<Vec<Proof>> = vec![];
    while let Some(&next) = order.get(parts.len()) {
        let proofs = proofs_of_invariant(engine, next)?;
        for used in proofs.iter().flat_map(hypotheses) {
            if !order.contains(&used) {
                order.push(used);
            }
        }
        parts.push(proofs);
    }
    let all = order.iter().zip(parts).map(|(&own, proofs)| {
        let own = &engine.invariants.all[own];
        let proofs = proofs.into_iter();
        Invariant {
            op: own.op,
            condition: own.condition.clone(),
            premises: proofs.map(|proof| renumbered(proof, &order)).collect(),
        }
    });
    let shown = Arc::new(Invariants { all: all.collect() });
    engine.invariants.shown.push((number, shown.clone()));
    Ok((shown, 0))
}

/// The proofs of an invariant's premises. Invariants of the same or an earlier system are hypotheses in them, by
/// number.
fn proofs_of_invariant(engine: &mut Engine<'_>, number: usize) -> Result<Vec<Proof>, NoProof> {
    let own = &engine.invariants.all[number];
    if let Some(proofs) = &own.proofs {
        return Ok(proofs.clone());
    }
    let (op, condition, system) = (own.op, own.condition.clone(), own.system);
    let merge = engine
        .definitions
        .merge(&engine.known, op)
        .ok_or(NoProof::NotFoundAgain)?;
    // A later invariant may depend on this one.
    let explained = engine.invariants.explained.replace(system);
    let count = engine.invariants.up_to(system);
    let counted = engine.known.facts.count_invariants(Some(count));
    engine.known.forget_ranges();
    let explain = |(condition, point)| {
        let decided = engine.prove(&condition, Some(point));
        let decided = decided.map_err(|_| NoProof::NotFoundAgain)?;
        engine.explain_decision(&condition, decided, Some(point))
    };
    let premises = merge.premises(&condition).into_iter();
    let proofs: Result<Vec<Proof>, NoProof> = premises.map(explain).collect();
    engine.invariants.explained = explained;
    engine.known.facts.count_invariants(counted);
    engine.known.forget_ranges();
    let proofs = proofs?;
    engine.invariants.all[number].proofs = Some(proofs.clone());
    Ok(proofs)
}

/// The lemmas that a proof may use now.
pub(super) fn lemmas(engine: &Engine<'_>) -> Lemmas {
    let invariants = &engine.invariants;
    // Invariants of earlier systems are hypotheses too: otherwise chains of proofs would nest.
    let until = |system: u32| {
        let all = invariants.all.iter().enumerate();
        let live = all.filter(move |(_, it)| it.is_live && it.system <= system);
        live.map(|(number, it)| (number, it.op, it.condition.clone()))
    };
    Lemmas {
        hypotheses: invariants.explained.into_iter().flat_map(until).collect(),
        shown: invariants.shown.iter().map(|it| it.1.clone()).collect(),
    }
}

impl Explainer<'_, '_, '_> {
    /// The source of an invariant's fact: a hypothesis while the invariant is being proved, else its proof.
    pub(super) fn invariant_source(&mut self, number: usize) -> Result<FactSource, NoProof> {
        let op = self.engine.invariants.all[number].op;
        self.queue.wanted.extend(self.asked_for_trips(op));
        if self.checker.lemmas.hypothesis(number).is_some() {
            return Ok(FactSource::Hypothesis(number));
        }
        let (shown, position) = shown_invariant(self.engine, number)?;
        let known = &mut self.checker.lemmas.shown;
        if !known.iter().any(|it| Arc::ptr_eq(it, &shown)) {
            known.push(shown.clone());
        }
        Ok(FactSource::Invariant(shown, position))
    }
}

/// The hypotheses that a proof uses.
fn hypotheses(proof: &Proof) -> Vec<usize> {
    let facts = proof.facts.iter();
    let used = facts.filter_map(|fact| match fact.source {
        FactSource::Hypothesis(number) => Some(number),
        _ => None,
    });
    used.collect()
}

/// Renumbers the hypotheses of a proof by their positions.
fn renumbered(mut proof: Proof, order: &[usize]) -> Proof {
    for fact in &mut proof.facts {
        if let FactSource::Hypothesis(number) = &mut fact.source {
            let position = order.iter().position(|other| other == number);
            *number = position.unwrap_or(usize::MAX);
        }
    }
    proof
}
