//! Where one of several conditions has to hold: each run has one of them in mind when it chooses its leaves.

use super::{RUNS, UNLIKE};
use crate::solve::facts::{Fact, FactBase, Relation};
use crate::solve::implied::{implied, one_of};
use crate::term::{EGraph, Form};

/// A relation that some runs are to satisfy, so that a fact holds.
pub(super) struct Choice {
    pub(super) form: Form,
    relation: Relation,
    runs: [bool; RUNS],
}

/// What tells something of a leaf.
pub(super) enum Source {
    /// What holds in every run.
    Fact(u32),
    /// What holds in a run because it chose that.
    Choice(Choice),
}

/// A relation, and in which runs it is to hold.
pub(super) struct Told<'s> {
    pub(super) form: &'s Form,
    pub(super) relation: Relation,
    pub(super) runs: [bool; RUNS],
}

impl Source {
    pub(super) fn told<'s>(&'s self, facts: &'s FactBase) -> Told<'s> {
        match self {
            Source::Fact(number) => {
                let fact = facts.get(*number);
                Told {
                    form: &fact.form,
                    relation: fact.relation,
                    runs: [fact.given.is_empty(); RUNS],
                }
            }
            Source::Choice(choice) => Told {
                form: &choice.form,
                relation: choice.relation,
                runs: choice.runs,
            },
        }
    }
}

/// What runs choose where a fact says that one of some conditions holds.
pub(super) fn choices(egraph: &EGraph, fact: &Fact) -> Vec<Choice> {
    let conditions = match fact.given[..] {
        [] => one_of(egraph, &fact.form),
        _ => vec![],
    };
    let told: Vec<Vec<(Form, Relation)>> = conditions
        .into_iter()
        .map(|condition| implied(egraph, condition, true))
        .collect();
    // What says least leaves most open.
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
