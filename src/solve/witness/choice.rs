//! Where one of several conditions has to hold: each run has one of them in mind when it chooses its leaves.

use super::{RUNS, UNLIKE};
use crate::number::Int;
use crate::solve::facts::{Fact, FactBase, Relation};
use crate::solve::implied::implied;
use crate::term::{Form, Id, Node, Operator, Store};

/// Of how many conditions one may be chosen.
const MAX_PARTS: usize = 16;

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
pub(super) fn choices(store: &Store, fact: &Fact) -> Vec<Choice> {
    let one_of = match fact.given[..] {
        [] => one_of(store, fact),
        _ => vec![],
    };
    let told: Vec<Vec<(Form, Relation)>> = one_of
        .into_iter()
        .map(|condition| implied(store, condition, true))
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

/// The conditions of which one holds, by a fact `c = 1` or `c >= 1`.
fn one_of(store: &Store, fact: &Fact) -> Vec<Id> {
    if fact.form.as_atom().is_some() {
        return vec![];
    }
    let stated = [Some(fact.form.clone()), Some(fact.form.neg())];
    let classes = stated.into_iter().filter_map(|form| {
        let condition = form?.add_constant(&Int::ONE)?;
        store.known_class_of(&condition)
    });
    let mut found = vec![];
    let mut work: Vec<Id> = classes.filter(|&it| store.is_condition(it)).collect();
    while let Some(condition) = work.pop() {
        let parts = store.nodes(condition).find_map(|node| match node {
            Node::Apply(Operator::Max, parts) if store.are_conditions(parts) => Some(parts),
            _ => None,
        });
        match parts {
            Some(parts) if found.len() + work.len() < MAX_PARTS => work.extend(parts.iter()),
            Some(_) => return vec![],
            None => found.push(condition),
        }
    }
    match found.len() {
        0 | 1 => vec![],
        _ => found,
    }
}
