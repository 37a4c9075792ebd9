//! Proofs by cases: inference rules split a sequent until engines prove the parts.
//!
//! An engine does not use assumptions for rewriting, since its rewrites are permanent. Here, each case gets an engine
//! of its own: the variables have the ranges that the assumptions imply, equalities are substituted, and the conditions
//! of `select`, the arguments of `min` and `max` and unknown signs are decided by case distinctions.

use super::Ranges;
use super::canonical::stated_range;
use super::extract::Extract;
use super::outcome::Outcome;
use super::points;
use super::proof_state::ProofState;
use super::sum::{Sum, is_part};
use crate::number::Int;
use crate::program::{Column, NoProgram};
use crate::proof::sequent::{
    Conversion, Distinction, Inference, MAX_POINTS_WORK, Place, Rule, Sequent,
};
use crate::rules::Rules;
use crate::solve::{Config, Decided, Engine};
use crate::term::condition::{as_negated, is_condition, size};
use crate::term::{Expr, Operator};
use calipers_support::interrupt::poll;

type Term = Expr<Column>;

/// What is recorded at the leaves of a proof.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Leaves {
    /// Nothing.
    Open,
    /// Its proof.
    Proofs,
}

/// Proves sequents by cases within a budget.
pub(super) struct Cases<'r> {
    rules: &'r Rules,
    pub(super) config: Config,
    pub(super) leaves: Leaves,
    /// How many more engines may be created.
    budget: usize,
    /// The numbers of variables from here on are in use.
    fresh: u32,
}

/// Maximum number of pivots of a linear program in a case.
const MAX_PIVOTS: usize = 150;
/// The work of linear programs that counts as one more engine. Small systems do less.
const WORK_OF_ENGINE: usize = 1 << 21;
/// Maximum nesting depth of splits.
const MAX_DEPTH: usize = 7;
/// Nesting depth of the splits whose cases are left to integer arithmetic where nothing else proves them.
const FIRST_CASES: usize = 3;

/// The result of propagating assumptions into an engine.
pub(super) enum Propagated<'r> {
    Engine(Box<Engine<'r>>),
    /// The assumptions are contradictory, by that inference.
    Unreachable(Inference),
}

impl<'r> Cases<'r> {
    pub(super) fn new(rules: &'r Rules, config: &Config, leaves: Leaves) -> Cases<'r> {
        Cases {
            rules,
            // A case is proved quickly; otherwise the numbers grow without success.
            config: Config {
                max_pivots: config.max_pivots.min(MAX_PIVOTS),
                ..config.clone()
            },
            leaves,
            budget: config.max_engines,
            fresh: u32::MAX,
        }
    }

    /// An inference of the goal from the assumptions, if one is found.
    pub(super) fn infer(&mut self, sequent: Sequent) -> Option<Inference> {
        self.prove(sequent, MAX_DEPTH)
    }

    /// An inference of a claim at all points, by arithmetic or by cases, if one is found.
    pub(super) fn found(
        claim: &Sequent,
        rules: &Rules,
        config: &Config,
        leaves: Leaves,
    ) -> Option<Inference> {
        if !super::arithmetic::is_linear_claim(claim)
            && let Some(Outcome::Proved | Outcome::Unreachable) = points::outcome(claim)
        {
            return Some(Inference::leaf(Rule::Points));
        }
        let by_cases = || Cases::new(rules, config, leaves).infer(claim.clone());
        super::arithmetic::infer(claim, config).or_else(by_cases)
    }

    fn prove(&mut self, sequent: Sequent, depth: usize) -> Option<Inference> {
        poll();
        let mut state = ProofState::new(sequent);
        normalize(&mut state);
        if Rule::Trivial.apply(&state.sequent).is_ok() {
            return Some(state.closed(Inference::leaf(Rule::Trivial)));
        }
        if let Some(rule) = by_goal(&state.sequent.goal) {
            return self.each(state, rule, depth);
        }
        if self.budget == 0 {
            return None;
        }
        let by_residues = self
            .by_residues(&state.sequent)
            .or_else(|| self.by_distinct_residues(&state.sequent));
        if let Some(inference) = by_residues {
            return Some(state.closed(inference));
        }
        let (mut is_settled, mut is_offset) = (false, false);
        match self.propagate_bounds(&mut state) {
            Propagated::Unreachable(inference) => return Some(state.closed(inference)),
            Propagated::Engine(mut engine) => {
                let goal = state.sequent.goal.clone();
                if let Ok(decided @ (Decided::True | Decided::Unreachable)) =
                    engine.prove(&goal, None)
                    && let Some(leaf) = self.leaf(&mut engine, &goal, decided)
                {
                    return Some(state.closed(leaf));
                }
                if depth > 0 {
                    is_settled = self.settle(&mut state, &mut engine);
                }
                if !is_settled {
                    if let Some(holds) = at_all_points(&state.sequent) {
                        return holds.then(|| state.closed(Inference::leaf(Rule::Points)));
                    }
                    if let Some(extract) = engine.claim_at(&goal, None)
                        && let Some(extract) = finite(extract)
                        && let Some(inference) = self.by_canonical(&state, &mut engine, &extract)
                    {
                        return Some(state.closed(inference));
                    }
                    is_offset = depth > 0 && self.offset(&mut state, &mut engine);
                }
                self.charge(&engine);
            }
        }
        if is_settled || is_offset {
            let inference = self.prove(state.sequent.clone(), depth - 1)?;
            return Some(state.closed(inference));
        }
        super::divisions::cancel(&mut state);
        if depth > 0 && self.unify(&mut state, depth - 1) {
            let inference = self.prove(state.sequent.clone(), depth - 1)?;
            return Some(state.closed(inference));
        }
        if depth > 0
            && let Some(distinction) = super::split::distinction(&state.sequent)
        {
            return self.each(state, Rule::Cases(distinction), depth - 1);
        }
        if self.budget == 0 {
            return None;
        }
        if let Some(inference) = self.refute(&state.sequent) {
            return Some(state.closed(inference));
        }
        if depth > 0
            && let Some(rule) = super::divisions::digits(&state.sequent, &mut || self.fresh())
            && state.go(rule)
        {
            let inference = self.prove(state.sequent.clone(), depth - 1)?;
            return Some(state.closed(inference));
        }
        None
    }

    /// For a goal that equates two terms which differ in one part only, proves that these parts are equal and replaces
    /// one by the other. It may use half of the remaining budget.
    fn unify(&mut self, state: &mut ProofState, depth: usize) -> bool {
        let Expr::Apply(Operator::Eq, sides) = &state.sequent.goal else {
            return false;
        };
        let Some((part, other)) = differing_part(&sides[0], &sides[1]) else {
            return false;
        };
        // The replacement must not contain the replaced part.
        let (part, other) = match is_part(&part, &other) {
            true => (other, part),
            false => (part, other),
        };
        let rule = Rule::Convert {
            part,
            conversion: Conversion::Equal(other),
            place: Place::Goal,
        };
        let reserve = self.budget / 2;
        self.budget -= reserve;
        let is_equal = state.step(rule, |premise| {
            let tried = points::attempt(&premise, points::TRIES);
            // If no point satisfies the assumptions, a contradiction has to be proved instead.
            match (tried.holds, tried.fails) {
                (Some(_), None) => self.prove(premise, depth),
                _ => None,
            }
        });
        self.budget += reserve;
        is_equal
    }

    /// Applies a rule, and proves all its premises.
    fn each(&mut self, state: ProofState, rule: Rule, depth: usize) -> Option<Inference> {
        let left = rule.apply(&state.sequent).ok()?;
        // An engine may have decided a case of the whole without a proof of it, where integer arithmetic has one.
        let is_case = self.leaves == Leaves::Proofs
            && depth + FIRST_CASES >= MAX_DEPTH
            && matches!(
                rule,
                Rule::Cases(
                    Distinction::AndElim(_) | Distinction::Unequal(_) | Distinction::Sign(_)
                )
            );
        let premises: Option<Vec<Inference>> = left
            .into_iter()
            .map(|sequent| {
                let by_arithmetic = is_case.then(|| sequent.clone());
                self.prove(sequent, depth)
                    .or_else(|| super::arithmetic::infer(&by_arithmetic?, &self.config))
            })
            .collect();
        Some(state.closed(Inference {
            rule,
            premises: premises?,
        }))
    }

    /// Charges the budget for engines, or for equivalent work.
    pub(super) fn spend(&mut self, engines: usize) {
        self.budget = self.budget.saturating_sub(engines);
    }

    /// Charges the budget for large linear programs of an engine. To prove the leaves takes more of them, which must not
    /// change the verdict.
    pub(super) fn charge(&mut self, engine: &Engine<'_>) {
        let work = engine.statistics().solver.work;
        super::effort::add(work as u64);
        if self.leaves == Leaves::Open {
            self.spend(work / WORK_OF_ENGINE);
        }
    }

    /// Whether more than that remains in the budget.
    pub(super) fn can_spend(&self, engines: usize) -> bool {
        self.budget > engines
    }

    /// An unused number for a variable.
    pub(super) fn fresh(&mut self) -> u32 {
        self.fresh -= 1;
        self.fresh
    }

    /// The leaf for a goal that an engine with the ranges and assumptions of the sequent has decided; `None` if there
    /// is no proof.
    pub(super) fn leaf(
        &self,
        engine: &mut Engine<'_>,
        goal: &Term,
        decided: Decided,
    ) -> Option<Inference> {
        match self.leaves {
            Leaves::Open => Some(Inference::leaf(Rule::Open)),
            Leaves::Proofs => {
                let proof = engine.explain_decision(goal, decided, None).ok()?;
                Some(Inference::leaf(Rule::Proof(Box::new(proof))))
            }
        }
    }

    /// [`leaf`](Cases::leaf), if the engine proves the goal.
    pub(super) fn seen(&self, engine: &mut Engine<'_>, goal: &Term) -> Option<Inference> {
        let decided = engine.prove(goal, None).ok()?;
        match decided {
            Decided::True | Decided::Unreachable => self.leaf(engine, goal, decided),
            Decided::False => None,
        }
    }

    /// Proves the canonical form of the goal in the engine.
    fn by_canonical(
        &mut self,
        state: &ProofState,
        engine: &mut Engine<'_>,
        extract: &Extract,
    ) -> Option<Inference> {
        if self.leaves == Leaves::Open {
            return Some(Inference::leaf(Rule::Open));
        }
        let values = engine.values(extract, None).ok()?;
        let mut general = extract.claim.clone();
        super::extract::weaken(&mut general, &values, &mut |condition| {
            self.seen(engine, condition).is_some()
        });
        if at_all_points(&general) != Some(true) {
            return None;
        }
        let points = Inference::leaf(Rule::Points);
        self.instance_in(&state.sequent, engine, (general, values), points)
    }

    /// An inference of a sequent as an instance of a general one, with these values for the variables of the general
    /// one, which has an inference.
    pub(super) fn instance(
        &mut self,
        sequent: &Sequent,
        general: Sequent,
        values: Vec<(u32, Term)>,
        inference: Inference,
    ) -> Option<Inference> {
        let mut engine = self.engine(&sequent.ranges, &sequent.assumptions);
        self.instance_in(sequent, &mut engine, (general, values), inference)
    }

    fn instance_in(
        &mut self,
        sequent: &Sequent,
        engine: &mut Engine<'_>,
        (general, values): (Sequent, Vec<(u32, Term)>),
        inference: Inference,
    ) -> Option<Inference> {
        let conclude = |conclusion: Sequent| {
            let mut engine = self.engine(&conclusion.ranges, &conclusion.assumptions);
            self.seen(&mut engine, &conclusion.goal)
        };
        self.concluded(sequent, engine, (general, values), inference, conclude)
    }

    /// An inference of a sequent from a lemma, which has the assumptions of the sequent and an inference.
    pub(super) fn by_lemma(
        &self,
        sequent: &Sequent,
        lemma: Sequent,
        inference: Inference,
        conclude: impl FnOnce(Sequent) -> Option<Inference>,
    ) -> Option<Inference> {
        let same = |&number: &u32| (number, Expr::Leaf(Column::Symbol(number)));
        let values = lemma.ranges.keys().map(same).collect();
        let mut engine = self.engine(&sequent.ranges, &sequent.assumptions);
        self.concluded(sequent, &mut engine, (lemma, values), inference, conclude)
    }

    /// An inference of a sequent from an instance of a general one, by `conclude`.
    fn concluded(
        &self,
        sequent: &Sequent,
        engine: &mut Engine<'_>,
        (general, values): (Sequent, Vec<(u32, Term)>),
        inference: Inference,
        conclude: impl FnOnce(Sequent) -> Option<Inference>,
    ) -> Option<Inference> {
        let rule = Rule::Instance(Box::new(general), values);
        let mut left = rule.apply(sequent).ok()?;
        left.pop();
        let conclusion = left.pop()?;
        let premises = left.into_iter().map(|premise| {
            let by_arithmetic = || super::arithmetic::infer(&premise, &self.config);
            self.seen(engine, &premise.goal).or_else(by_arithmetic)
        });
        let mut premises = premises.collect::<Option<Vec<Inference>>>()?;
        premises.push(conclude(conclusion)?);
        premises.push(inference);
        Some(Inference { rule, premises })
    }

    /// Creates an engine with these ranges and assumptions.
    pub(super) fn engine(&self, ranges: &Ranges, assumptions: &[Term]) -> Engine<'r> {
        super::effort::add_engine();
        let mut engine = Engine::new(&NoProgram, self.rules, self.config.clone());
        for (&number, range) in ranges {
            engine.declare(number, range.clone());
        }
        for assumption in assumptions {
            engine.assume(assumption);
        }
        engine
    }
}

pub(super) fn at_all_points(sequent: &Sequent) -> Option<bool> {
    sequent.holds_at_all_points(&mut { MAX_POINTS_WORK })
}

/// A claim that holds at all of its few points. It has no variables that cancel, and if it needs no assumptions about
/// variables outside the goal, it has none of these.
fn finite(extract: Extract) -> Option<Extract> {
    match at_all_points(&extract.claim) {
        Some(holds) => holds.then_some(extract),
        None => Some(extract.about_goal()).filter(|it| at_all_points(&it.claim) == Some(true)),
    }
}

/// Splits conjunctions among the assumptions, and substitutes variables that equalities determine.
fn normalize(state: &mut ProofState) {
    let mut n = 0;
    while let Some(assumption) = state.sequent.assumptions.get(n) {
        let rule = match assumption {
            Expr::Integer(value) if value.is_zero() => return,
            Expr::Integer(_) => Some(Rule::Drop(n)),
            Expr::Apply(Operator::Min, _) if is_condition(assumption) => Some(Rule::AndElim(n)),
            Expr::Apply(Operator::Eq, _) => {
                solved(assumption, &state.sequent.ranges).map(|(symbol, value)| Rule::Substitute {
                    assumption: n,
                    symbol,
                    value,
                })
            }
            _ => None,
        };
        let is_substitution = matches!(rule, Some(Rule::Substitute { .. }));
        if rule.is_none_or(|rule| !state.go(rule)) {
            n += 1;
        } else if is_substitution {
            n = 0;
        }
    }
}

/// The innermost parts in which two terms differ; `None` if the terms differ as a whole.
fn differing_part(a: &Term, b: &Term) -> Option<(Term, Term)> {
    let (Expr::Apply(operator, own), Expr::Apply(other, others)) = (a, b) else {
        return None;
    };
    if operator != other || own.len() != others.len() {
        return None;
    }
    let is_symmetric = matches!(
        operator,
        Operator::Add | Operator::Mul | Operator::Min | Operator::Max
    );
    let (mut left, mut right) = (own.to_vec(), others.to_vec());
    match is_symmetric {
        true => left.retain(|part| match right.iter().position(|it| it == part) {
            Some(position) => {
                right.remove(position);
                false
            }
            None => true,
        }),
        false => {
            let pairs = own.iter().zip(others.iter()).filter(|(a, b)| a != b);
            (left, right) = pairs.map(|(a, b)| (a.clone(), b.clone())).unzip();
        }
    }
    match (&left[..], &right[..]) {
        ([a], [b]) => Some(differing_part(a, b).unwrap_or_else(|| (a.clone(), b.clone()))),
        _ => None,
    }
}

/// The variable that an equality determines, and its value.
pub(super) fn solved(equality: &Term, ranges: &Ranges) -> Option<(u32, Term)> {
    let Expr::Apply(Operator::Eq, sides) = equality else {
        return None;
    };
    for side in sides.iter() {
        if let Expr::Leaf(column @ Column::Symbol(number)) = side
            && ranges.contains_key(number)
            && let Some(value) = value_of(equality, column)
        {
            return Some((*number, value));
        }
    }
    if sides.iter().any(is_condition) {
        return None;
    }
    // In a sum that is zero, a variable with a coefficient of 1 or −1 that occurs only once.
    let sum = Sum::room(sides);
    let numbers: Vec<u32> = sum.variables().collect();
    numbers.into_iter().find_map(|number| {
        let mut rest = sum.clone();
        let k = rest.take_out(number)?;
        let is_unit = k == Int::ONE || k == Int::NEG_ONE;
        (is_unit && ranges.contains_key(&number)).then(|| (number, rest.scaled(&-k)))
    })
}

/// The rule for a goal that is composed of conditions.
pub(super) fn by_goal(goal: &Term) -> Option<Rule> {
    match goal {
        Expr::Apply(Operator::Min, _) if is_condition(goal) => Some(Rule::AndIntro),
        Expr::Apply(Operator::Max, all) if is_condition(goal) => {
            // One alternative holds if the others do not. Prove an equality, which is weak as an assumption, unless it
            // is about one variable: then its opposite is a range. The opposite of a disequality is strong.
            let weight = |term: &Term| {
                let is_equality = matches!(term, Expr::Apply(Operator::Eq, _));
                let is_range = stated_range(term).is_some();
                let is_disequality = matches!(as_negated(term), Some(Expr::Apply(Operator::Eq, _)));
                let size = size(term, usize::MAX);
                (!is_range, is_equality, !is_disequality, size)
            };
            let heaviest = (0..all.len()).rev().max_by_key(|&n| weight(&all[n]))?;
            Some(Rule::OrIntro(heaviest))
        }
        Expr::Apply(Operator::Eq, sides) if sides.iter().all(is_condition) => Some(Rule::AndIntro),
        Expr::Apply(Operator::Select, parts) if is_condition(goal) && is_condition(&parts[0]) => {
            Some(Rule::AndIntro)
        }
        goal => match as_negated(goal) {
            Some(Expr::Apply(Operator::Eq, sides)) if sides.iter().all(is_condition) => {
                Some(Rule::AndIntro)
            }
            _ => None,
        },
    }
}

/// A term without the column that equals it if the condition holds.
pub fn value_of(condition: &Term, column: &Column) -> Option<Term> {
    match condition {
        Expr::Apply(Operator::Min, all) => all.iter().find_map(|part| value_of(part, column)),
        Expr::Apply(Operator::Eq, sides) => {
            let value = match (&sides[0], &sides[1]) {
                (Expr::Leaf(leaf), value) | (value, Expr::Leaf(leaf)) if leaf == column => value,
                _ => return None,
            };
            let mut occurs = false;
            value.for_each_leaf(&mut |other| occurs |= other == column);
            (!occurs && !is_condition(value)).then(|| value.clone())
        }
        _ => None,
    }
}
