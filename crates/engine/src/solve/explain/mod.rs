//! Proofs of answers, built on demand from the state of the engine.
//!
//! Queries record nothing for proofs. To explain an answer, the explainer repeats the query and converts the result
//! into terms: an e-class is written as a term over columns, by one of its e-nodes. A checker verifies each step as it
//! is added, and steps that do not follow are omitted. In the end the proof is minimized and checked as a whole.

mod argument;
mod axioms;
mod invariants;
mod minimise;
mod ranges;
mod steps;
mod terms;

use super::claim::Extract;
use super::decide::Decided;
use super::derivation::Effort;
use super::engine::Engine;
use crate::number::Int;
use crate::program::{Column, Point};
use crate::proof::{
    self, Argument, Checker, Claim, FactUse, Proof, RangeStep, Rejection, Step, Term,
};
use crate::term::{Expr, Id};
use hashbrown::{HashMap, HashSet};
use minimise::Minimise;
use std::collections::VecDeque;
use thiserror::Error;

/// The reason why there is no proof.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum NoProof {
    /// There is no answer to prove.
    #[error("there is no answer")]
    NoAnswer,
    /// Its terms are too large to be written.
    #[error("the proof is too large")]
    TooLarge,
    /// The repeated query did not give the same answer.
    #[error("the answer was not found again")]
    NotFoundAgain,
    /// The checker rejects the proof.
    #[error("no accepted proof was found: {0}")]
    Rejected(#[from] Rejection),
}

/// The claimed relation of two terms.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Side {
    /// The first is at least the second.
    AtLeast,
    /// The first is at most the second.
    AtMost,
    /// They are equal.
    Equal,
}

/// How much a proof is begun with.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum Attempt {
    /// Without what is expensive and rarely useful.
    Short,
    /// For each class, the terms that are equal to it.
    Aliases,
    /// In addition, the leaves come first, in the order of the engine: the checker orders terms as they appear, and
    /// writes `max(a, b)` as `a − min(0, a − b)` or as `b − min(0, b − a)` by that order.
    Ordered,
}

/// [`Engine::explain_decision`]
pub(super) fn explain_decision(
    engine: &mut Engine<'_>,
    condition: &Expr<Column>,
    decided: Decided,
    point: Option<Point>,
) -> Result<Proof, NoProof> {
    explain(engine, point, |explainer| match decided {
        Decided::Unreachable => explainer.unreachable(condition),
        _ => explainer.decided(condition, decided == Decided::True),
    })
}

/// [`Engine::explain_relation`]
pub(super) fn explain_relation(
    engine: &mut Engine<'_>,
    a: &Expr<Column>,
    side: Side,
    b: &Expr<Column>,
    point: Option<Point>,
) -> Result<Proof, NoProof> {
    explain(engine, point, |explainer| explainer.related(a, side, b))
}

/// [`Engine::values`]
pub(super) fn values(
    engine: &mut Engine<'_>,
    extract: &Extract,
    point: Option<Point>,
) -> Result<Vec<(u32, Term)>, NoProof> {
    let (program, rules) = (engine.program, engine.rules);
    let setting = engine.proof_setting();
    let checker = Checker::new(program, rules, &setting, point);
    let mut explainer = Explainer::new(engine, checker, point, Attempt::Short);
    let atoms = (0..).zip(&extract.atoms);
    atoms
        .map(|(number, &atom)| Ok((number, explainer.write(atom)?)))
        .collect()
}

/// Repeats the query and explains it. If that fails, retries in a fresh engine, since state from other queries may
/// hide how the answer was derived.
fn explain(
    engine: &mut Engine<'_>,
    point: Option<Point>,
    mut build: impl FnMut(&mut Explainer<'_, '_, '_>) -> Result<(Claim, Argument), NoProof>,
) -> Result<Proof, NoProof> {
    let explained = explain_here(engine, point, &mut build);
    // Only this engine knows the hypotheses of an invariant that is being explained.
    if explained.is_ok() || engine.invariants.explained.is_some() {
        return explained;
    }
    let mut fresh = engine.without_memory();
    if let Some(point) = point {
        fresh.enter(point);
    }
    explain_here(&mut fresh, point, &mut build).or(explained)
}

fn explain_here(
    engine: &mut Engine<'_>,
    point: Option<Point>,
    build: &mut impl FnMut(&mut Explainer<'_, '_, '_>) -> Result<(Claim, Argument), NoProof>,
) -> Result<Proof, NoProof> {
    let (program, rules) = (engine.program, engine.rules);
    // The same definitions are derived again for each proof that is checked.
    let remembering = rules.remembering();
    let rules = remembering.as_ref().unwrap_or(rules);
    let setting = engine.proof_setting();
    let mut failure = NoProof::NoAnswer;
    let mut leaves = vec![];
    // Other names of classes are added only if the first attempt fails, and the leaves in the engine's order only if the
    // second does.
    for attempt in [Attempt::Short, Attempt::Aliases, Attempt::Ordered] {
        let mut checker = Checker::new(program, rules, &setting, point);
        checker.lemmas = invariants::lemmas(engine);
        let mut explainer = Explainer::new(engine, checker, point, attempt);
        if attempt == Attempt::Ordered {
            explainer.tell_leaves(&leaves);
        }
        let (claim, argument) = match build(&mut explainer) {
            Ok((claim, _)) if explainer.checker.is_impossible() => {
                let argument = of_the_ranges(&claim);
                (claim, argument)
            }
            Ok(found) => found,
            Err(no_proof) => {
                failure = no_proof;
                continue;
            }
        };
        leaves = explainer.leaves();
        let mut proof = explainer.finish(claim, argument);
        let lemmas = invariants::lemmas(engine);
        let minimise = Minimise::new(program, rules, &setting, &lemmas);
        minimise.refresh(&mut proof);
        match minimise.check(&proof) {
            Ok(()) => return Ok(minimise.minimised(proof)),
            Err(rejection) => failure = NoProof::Rejected(rejection),
        }
    }
    Err(failure)
}

/// A proof under construction.
struct Explainer<'e, 'p, 'c> {
    engine: &'e mut Engine<'p>,
    checker: Checker<'c>,
    point: Option<Point>,
    attempt: Attempt,
    steps: Vec<Step>,
    facts: Vec<FactUse>,
    /// By the engine's fact number: the position in the proof; `None` if the checker rejected the fact.
    fact_positions: HashMap<u32, Option<usize>>,
    ranges: Vec<RangeStep>,
    /// Classes whose ranges are in the proof.
    ranged: HashSet<Id>,
    queue: DefinitionQueue,
    cone: Cone,
    terms: WrittenTerms,
}

/// The columns whose definitions the proof needs.
#[derive(Default)]
struct DefinitionQueue {
    /// Columns whose definitions are in the proof, or were queued.
    told: HashSet<Column>,
    /// Columns in terms, whose definitions are still to be added.
    wanted: VecDeque<Column>,
    /// Columns whose definitions the checker did not accept yet.
    postponed: Vec<Column>,
}

/// The part of the e-graph that the proof is about.
#[derive(Default)]
struct Cone {
    /// Classes below the terms so far.
    classes: HashSet<Id>,
    /// Classes whose equal terms were all added.
    aliased: HashSet<Id>,
    /// Unions that have become steps, or never will.
    settled_unions: HashSet<usize>,
}

/// How the proof writes classes.
#[derive(Default)]
struct WrittenTerms {
    /// Memoized terms of classes.
    written: HashMap<Id, Term>,
    /// Defined columns, by class.
    names: HashMap<Id, Column>,
}

impl<'e, 'p, 'c> Explainer<'e, 'p, 'c> {
    fn new(
        engine: &'e mut Engine<'p>,
        checker: Checker<'c>,
        point: Option<Point>,
        attempt: Attempt,
    ) -> Explainer<'e, 'p, 'c> {
        Explainer {
            engine,
            checker,
            point,
            attempt,
            steps: vec![],
            facts: vec![],
            fact_positions: HashMap::new(),
            ranges: vec![],
            ranged: HashSet::new(),
            queue: DefinitionQueue::default(),
            cone: Cone::default(),
            terms: WrittenTerms::default(),
        }
    }

    fn finish(mut self, claim: Claim, argument: Argument) -> Proof {
        self.tell_wanted();
        Proof {
            claim,
            point: self.point,
            steps: self.steps,
            facts: self.facts,
            ranges: self.ranges,
            argument,
        }
    }

    fn decided(&mut self, condition: &Term, holds: bool) -> Result<(Claim, Argument), NoProof> {
        let class = self.take_in(condition);
        let claim = match holds {
            true => Claim::Holds(condition.clone()),
            false => Claim::Fails(condition.clone()),
        };
        match self.decision(class, super::decide::MAX_DEPTH)? {
            argument::Outcome::Decided(found, by) if found == holds => {
                if by == proof::Decision::Range {
                    self.ranges_of_parts(condition)?;
                }
                Ok((claim, Argument::Decision(by)))
            }
            _ => Err(NoProof::NotFoundAgain),
        }
    }

    fn unreachable(&mut self, condition: &Term) -> Result<(Claim, Argument), NoProof> {
        let class = self.take_in(condition);
        let never = match self.contradiction()? {
            Some(bounding) => bounding,
            None => match self.decision(class, super::decide::MAX_DEPTH) {
                Ok(argument::Outcome::Never(bounding)) => bounding,
                _ => self.contradiction_of_ranges()?,
            },
        };
        Ok((
            Claim::Unreachable,
            Argument::Bound(with_goal(never, &Expr::integer(0))),
        ))
    }

    fn related(&mut self, a: &Term, side: Side, b: &Term) -> Result<(Claim, Argument), NoProof> {
        self.take_in(a);
        self.take_in(b);
        if let Some(never) = self.contradiction()? {
            // Ex falso: any relation holds at an unreachable point.
            let above = with_goal(never.clone(), &Expr::difference(a.clone(), b.clone()));
            let below = with_goal(never, &Expr::difference(b.clone(), a.clone()));
            let (a, b) = (a.clone(), b.clone());
            return Ok(match side {
                Side::AtLeast => (Claim::AtLeast(a, b), Argument::Bound(above)),
                Side::AtMost => (Claim::AtMost(a, b), Argument::Bound(below)),
                Side::Equal => (Claim::Equal(a, b), Argument::Both(Box::new([above, below]))),
            });
        }
        match side {
            Side::AtLeast => {
                let by = self.not_below(a, b, &Int::ONE)?;
                Ok((Claim::AtLeast(a.clone(), b.clone()), Argument::Bound(by)))
            }
            Side::AtMost => {
                let by = self.not_below(a, b, &Int::NEG_ONE)?;
                Ok((Claim::AtMost(a.clone(), b.clone()), Argument::Bound(by)))
            }
            Side::Equal => {
                let claim = Claim::Equal(a.clone(), b.clone());
                let class = self.take_in(&Expr::difference(a.clone(), b.clone()));
                if self.engine.known.egraph.as_constant(class) == Some(&Int::ZERO) {
                    self.tell_wanted();
                    return Ok((claim, Argument::Same));
                }
                let above = self.not_below(a, b, &Int::ONE)?;
                let below = self.not_below(a, b, &Int::NEG_ONE)?;
                Ok((claim, Argument::Both(Box::new([above, below]))))
            }
        }
    }

    /// Proves `sign·(a − b) >= 0`, for a sign of ±1.
    fn not_below(&mut self, a: &Term, b: &Term, sign: &Int) -> Result<proof::Bounding, NoProof> {
        let goal = match *sign == Int::ONE {
            true => Expr::difference(a.clone(), b.clone()),
            false => Expr::difference(b.clone(), a.clone()),
        };
        let class = self.take_in(&goal);
        let form = self.engine.known.egraph.form(class).clone();
        let class = self.take_in(b);
        let constant = self.engine.known.egraph.form(class).constant() * sign;
        // First as in the original query, without the bound's constant: the engine may know more about that form.
        for shift in [constant, Int::ZERO] {
            let Some(form) = form.add_constant(&shift) else {
                continue;
            };
            let lower = self.engine.lower_bound(&form, self.point, Effort::Best);
            if lower.bound().is_some_and(|bound| *bound >= shift) {
                let mut by = self.bounding(goal, &form, &lower, &mut vec![])?;
                by.bound = by.bound.map(|bound| bound - shift);
                return Ok(by);
            }
        }
        Err(NoProof::NotFoundAgain)
    }
}

/// The argument for a claim if ranges contradict each other.
fn of_the_ranges(claim: &Claim) -> Argument {
    let never = |goal: &Term| proof::Bounding {
        goal: goal.clone(),
        bound: None,
        derivation: proof::Derivation::Range,
    };
    let above = |a: &Term, b: &Term| never(&Expr::difference(a.clone(), b.clone()));
    match claim {
        Claim::Unreachable => Argument::Bound(never(&Expr::integer(0))),
        Claim::AtLeast(a, b) => Argument::Bound(above(a, b)),
        Claim::AtMost(a, b) => Argument::Bound(above(b, a)),
        Claim::Equal(a, b) => Argument::Both(Box::new([above(a, b), above(b, a)])),
        Claim::Holds(_) | Claim::Fails(_) => Argument::Decision(proof::Decision::Range),
    }
}

/// Replaces the goal of a contradiction, in all its cases.
fn with_goal(never: proof::Bounding, goal: &Term) -> proof::Bounding {
    let derivation = match never.derivation {
        proof::Derivation::Cases(split, cases) => {
            proof::Derivation::Cases(split, Box::new((*cases).map(|case| with_goal(case, goal))))
        }
        other => other,
    };
    proof::Bounding {
        goal: goal.clone(),
        bound: None,
        derivation,
    }
}
