//! Disjunctive facts in models: each model satisfies one chosen alternative when it assigns values to leaves.

use super::state::{RUNS, UNLIKE};
use crate::solve::facts::{Fact, FactBase, Relation};
use crate::solve::implied::{implied, one_of};
use crate::term::{EGraph, Form, Id};

/// A relation that some models must satisfy, so that a disjunctive fact holds.
pub(super) struct Choice {
    pub(super) form: Form,
    relation: Relation,
    runs: [bool; RUNS],
}

/// A source of relations about a leaf.
pub(super) enum Source {
    /// A fact, which holds in every model.
    Fact(u32),
    /// A choice, which holds in the models that made it.
    Choice(Choice),
}

/// A relation, and the models in which it must hold if conditions do.
pub(super) struct Told<'s> {
    pub(super) form: &'s Form,
    pub(super) relation: Relation,
    pub(super) runs: [bool; RUNS],
    pub(super) given: &'s [Id],
}

impl Source {
    pub(super) fn told<'s>(&'s self, facts: &'s FactBase) -> Told<'s> {
        match self {
            Source::Fact(number) => {
                let fact = facts.get(*number);
                Told {
                    form: &fact.form,
                    relation: fact.relation,
                    runs: [true; RUNS],
                    given: &fact.given,
                }
            }
            Source::Choice(choice) => Told {
                form: &choice.form,
                relation: choice.relation,
                runs: choice.runs,
                given: &[],
            },
        }
    }
}

/// The choices of the models for a disjunctive fact.
pub(super) fn choices(egraph: &EGraph, fact: &Fact) -> Vec<Choice> {
    let conditions = match fact.given[..] {
        [] => one_of(egraph, &fact.form),
        _ => vec![],
    };
    let told: Vec<Vec<(Form, Relation)>> = conditions
        .into_iter()
        .map(|condition| implied(egraph, condition, true))
        .collect();
    // The alternative with the most atoms restricts the leaves least.
    let atoms = |of: &[(Form, Relation)]| of.iter().map(|it| it.0.terms().len()).max();
    let Some(freest) = (0..told.len()).max_by_key(|&n| atoms(&told[n])) else {
        return vec![];
    };
    let count = told.len();
    let chosen = |run: usize| if run == UNLIKE { freest } else { run % count };
    let choices = told.into_iter().enumerate().flat_map(|(n, relations)| {
        let runs = std::array::from_fn(|run| chosen(run) == n);
        relations.into_iter().map(move |(form, relation)| Choice {
            form,
            relation,
            runs,
        })
    });
    choices.collect()
}
