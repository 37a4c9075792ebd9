//! Tests an identity in an e-graph: whether it fires, whether it adds something new, and whether rewriting
//! terminates.
//!
//! The test instantiates the left side with several kinds of terms. The e-graph normalizes the instances like the
//! terms of a program.

use super::rule::{Note, ReadRule};
use crate::number::Range;
use crate::term::{EGraph, Id, Leaf, Operator, Reason, Rewriter};
use crate::term::{Pattern, Rewrite, build, holds};
use calipers_rules::{Rewrites, Rules};
use std::sync::Arc;

/// The maximum number of instances.
const MAX_WAYS: usize = 20_000;
/// The maximum number of further rewrites after the first, for a term with a handful of operators.
const MAX_REWRITES: usize = 100;
/// The maximum number of instances that are checked for termination.
const MAX_FOLLOWED: usize = 12;

/// The leaf that all variables share.
const COMMON: u32 = u32::MAX;

/// The term for a variable.
#[derive(Clone, Copy)]
enum Filling {
    Any,
    AtLeast(i32),
    AtMost(i32),
    /// A multiple of a term.
    Multiple(i32),
    /// A multiple plus another term.
    MultipleAndMore(i32),
    Constant(i32),
    /// A multiple of a common term that is at least 1.
    Common(i32),
}

const FILLINGS: [Filling; 16] = [
    Filling::Any,
    Filling::AtLeast(0),
    Filling::AtLeast(1),
    Filling::Constant(12),
    Filling::Constant(3),
    Filling::MultipleAndMore(12),
    Filling::Multiple(6),
    Filling::AtMost(0),
    Filling::AtMost(-1),
    Filling::Constant(2),
    Filling::Constant(1),
    Filling::Constant(0),
    Filling::Constant(-1),
    Filling::Constant(-12),
    Filling::Common(1),
    Filling::Common(3),
];

/// An instance of the left side, and the result of the rule.
struct Fired {
    fillings: Vec<Filling>,
    /// Whether the result is new.
    is_new: bool,
}

pub(super) fn check(rule: &ReadRule, rules: &Rules, number: usize, notes: &mut Vec<Note>) {
    let rewrite = &rules.rewrites().all[number];
    let left = rule
        .parts()
        .1
        .get(1)
        .map_or(rule.form.span, |left| left.span);
    let mut only = Rewrites::default();
    only.push(rewrite.clone());
    let fired = firings(rewrite, &only);
    if fired.is_empty() {
        notes.push(Note::error(
            left,
            "the left side never matches, not even itself: the engine brings it to another form, or the guards ask for more than ranges tell",
            "rules/README.md says how terms are brought to a canonical form, and what patterns match",
        ));
        return;
    }
    if fired.iter().all(|fired| !fired.is_new) {
        notes.push(Note::warning(
            left,
            "the rule says nothing new: the engine knows without it that both sides are equal",
            "remove it",
        ));
        return;
    }
    let new = fired.iter().filter(|fired| fired.is_new).take(MAX_FOLLOWED);
    for fired in new {
        let right = rule.parts().1.get(2).map_or(left, |right| right.span);
        if let Some(other) = undone(rewrite, &fired.fillings, rules) {
            let others = match other == number {
                true => {
                    "the rule applies to its own right side and gives the left one back".to_string()
                }
                false => format!(
                    "'{}' turns the right side back into the left one",
                    rules.rewrites().all[other].name
                ),
            };
            notes.push(Note::warning(
                right,
                others,
                "keep the direction in which terms become simpler",
            ));
            return;
        }
        if let Some(times) = endless(rewrite, &fired.fillings, rules, number) {
            notes.push(Note::error(
                right,
                format!("the rule does not come to an end: one term made it fire {times} times"),
                "the right side, or what other rules make of it, contains the left one: add a guard that excludes that",
            ));
            return;
        }
    }
}

/// The instances on which the rule fires.
fn firings(rewrite: &Rewrite, only: &Rewrites) -> Vec<Fired> {
    let mut found = vec![];
    for way in 0..ways(rewrite) {
        let fillings = way_number(rewrite, way);
        let mut egraph = EGraph::default();
        let Some(left) = side(&mut egraph, rewrite, &rewrite.left, &fillings) else {
            continue;
        };
        let left = egraph.find(left);
        for atom in atoms(&egraph) {
            if let Some((right, _)) = only.rewrite(&mut egraph, atom).first() {
                let is_new = egraph.find(*right) != egraph.find(atom);
                found.push(Fired {
                    fillings: fillings.clone(),
                    is_new: is_new && egraph.find(left) == left,
                });
                break;
            }
        }
        if found.iter().filter(|fired| fired.is_new).count() >= MAX_FOLLOWED {
            break;
        }
    }
    found
}

fn ways(rewrite: &Rewrite) -> usize {
    let power = u32::try_from(rewrite.variables - rewrite.bindings.len()).ok();
    let all = power.and_then(|power| FILLINGS.len().checked_pow(power));
    all.unwrap_or(MAX_WAYS).min(MAX_WAYS)
}

/// The terms of an instance, which is a number in base "number of fillings".
fn way_number(rewrite: &Rewrite, way: usize) -> Vec<Filling> {
    let mut rest = way;
    (0..rewrite.variables)
        .map(|slot| {
            if rewrite
                .bindings
                .iter()
                .any(|(computed, _)| *computed == slot)
            {
                return Filling::Any;
            }
            let filling = FILLINGS[rest % FILLINGS.len()];
            rest /= FILLINGS.len();
            filling
        })
        .collect()
}

/// The e-class of a side of the rule.
fn side(
    egraph: &mut EGraph,
    rewrite: &Rewrite,
    pattern: &Pattern,
    fillings: &[Filling],
) -> Option<Id> {
    let binding = bind(egraph, rewrite, fillings);
    build(egraph, pattern, &binding)
}

/// The e-classes of a rule's variables.
fn bind(egraph: &mut EGraph, rewrite: &Rewrite, fillings: &[Filling]) -> Vec<Option<Id>> {
    let mut binding: Vec<Option<Id>> = fillings
        .iter()
        .enumerate()
        .map(|(slot, filling)| Some(fill(egraph, slot, *filling)))
        .collect();
    for (slot, pattern) in &rewrite.bindings {
        binding[*slot] = build(egraph, pattern, &binding);
    }
    binding
}

fn fill(egraph: &mut EGraph, slot: usize, filling: Filling) -> Id {
    let slot = u32::try_from(2 * slot).unwrap_or_default();
    let mut leaf = |range| egraph.leaf(Leaf(slot), range);
    match filling {
        Filling::Any => leaf(Range::full()),
        Filling::AtLeast(least) => leaf(Range::at_least(least)),
        Filling::AtMost(most) => leaf(Range::at_most(most)),
        Filling::Multiple(k) | Filling::MultipleAndMore(k) => {
            let (leaf, k) = (leaf(Range::full()), egraph.integer(k));
            let multiple = egraph.apply(Operator::Mul, &[k, leaf]);
            match filling {
                Filling::Multiple(_) => multiple,
                _ => {
                    let more = egraph.leaf(Leaf(slot + 1), Range::full());
                    egraph.apply(Operator::Add, &[multiple, more])
                }
            }
        }
        Filling::Constant(value) => egraph.integer(value),
        Filling::Common(k) => {
            let common = egraph.leaf(Leaf(COMMON), Range::at_least(1));
            let k = egraph.integer(k);
            egraph.apply(Operator::Mul, &[k, common])
        }
    }
}

/// The leaves of the e-graphs in which identities are tested.
fn atoms(egraph: &EGraph) -> Vec<Id> {
    let mut found: Vec<Id> = (0..egraph.len())
        .map(|id| egraph.find(Id::from(id)))
        .filter(|&id| egraph.form(id).as_atom() == Some(id))
        .collect();
    found.dedup();
    found
}

/// A rule whose left side matches the right side of this one and that restores the left side.
fn undone(rewrite: &Rewrite, fillings: &[Filling], rules: &Rules) -> Option<usize> {
    let mut egraph = EGraph::default();
    let binding = bind(&mut egraph, rewrite, fillings);
    let left = build(&mut egraph, &rewrite.left, &binding)?;
    rules.rewrites().all.iter().position(|other| {
        let mut parts = vec![None; other.variables];
        if !is_instance(&rewrite.right, &other.left, &mut parts) {
            return false;
        }
        let mut others: Vec<Option<Id>> = parts
            .into_iter()
            .map(|part| build(&mut egraph, part?, &binding))
            .collect();
        for (slot, pattern) in &other.bindings {
            others[*slot] = build(&mut egraph, pattern, &others);
        }
        let guards = other.guards.iter();
        let mut applies = guards.map(|guard| holds(&mut egraph, guard, &others));
        if !applies.all(|holds| holds) {
            return false;
        }
        let back = build(&mut egraph, &other.right, &others);
        back.is_some_and(|back| egraph.find(back) == egraph.find(left))
            && stays_as_written(rewrite, fillings, rules, other)
    })
}

/// Whether no third rule simplifies the right side.
fn stays_as_written(
    rewrite: &Rewrite,
    fillings: &[Filling],
    rules: &Rules,
    other: &Rewrite,
) -> bool {
    let mut third = Rewrites::default();
    let is_third = |rule: &&Rewrite| rule.name != rewrite.name && rule.name != other.name;
    for rule in rules.rewrites().all.iter().filter(is_third) {
        third.push(rule.clone());
    }
    let mut egraph = EGraph::new(Some(Arc::new(third)));
    let right = side(&mut egraph, rewrite, &rewrite.right, fillings);
    right.is_some() && egraph.unions().is_empty()
}

/// Matches a pattern against a term in pattern syntax; variables of the term are constants.
fn is_instance<'t>(
    term: &'t Pattern,
    pattern: &Pattern,
    parts: &mut [Option<&'t Pattern>],
) -> bool {
    match (pattern, term) {
        (Pattern::Variable(slot), _) => match parts[*slot] {
            Some(known) => known == term,
            None => {
                parts[*slot] = Some(term);
                true
            }
        },
        (Pattern::Apply(f, patterns), Pattern::Apply(g, terms)) => {
            f == g
                && patterns.len() == terms.len()
                && patterns
                    .iter()
                    .zip(terms)
                    .all(|(pattern, term)| is_instance(term, pattern, parts))
        }
        _ => pattern == term,
    }
}

/// The number of rewrites after the left side is added to an e-graph with all rules, if it is excessive.
fn endless(rewrite: &Rewrite, fillings: &[Filling], rules: &Rules, number: usize) -> Option<usize> {
    let all: Arc<Rewrites> = rules.rewrites().clone();
    let mut egraph = EGraph::new(Some(all));
    side(&mut egraph, rewrite, &rewrite.left, fillings)?;
    let fired = |reason: &Reason| matches!(reason, Reason::Rewrite { rule, .. } if usize::try_from(*rule) == Ok(number));
    let unions = egraph.unions().iter();
    let times = unions.filter(|union| fired(&union.reason)).count();
    (times >= MAX_REWRITES).then_some(times)
}
