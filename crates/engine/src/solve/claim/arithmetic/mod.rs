//! Claims of linear integer arithmetic, decided: quotients and remainders by constants are integer variables between
//! two inequalities, and `min`, `max`, `select`, disjunctions and inequations are split into cases where a model of the
//! linear part violates them. The decision of the linear systems is that of [`calipers_integers`]; its refutations
//! become proofs.
//!
//! Products of variables, and quotients by them, are variables, too. Where a model gives them another value than that
//! of their factors, inequalities about products are added.

mod cofactors;
mod cores;
mod distinction;
mod exchanged;
mod least;
mod limits;
mod linear;
mod multiples;
mod products;
mod reliance;
mod system;
mod values;
mod writer;

use super::cases::{Leaves, solved};
use super::outcome::Outcome;
use super::points::{Assignment, Tried};
use super::proof_state::ProofState;
use crate::program::Column;
use crate::proof::sequent::{Distinction, Inference, Rule, Sequent, Sign};
use crate::proof::{MAX_ARGUMENT_DEPTH, Sequent as Claim};
use crate::solve::{Config, lp};
use crate::term::condition::{self, is_condition, negated};
use crate::term::{Expr, Operator};
use calipers_integers::{self as integers, Answer, Budget, Refutation};
use cofactors::Cofactors;
use cores::Cores;
use distinction::distinction;
pub(super) use least::least;
use limits::{Limits, searches};
pub(super) use linear::{has_cases, has_selection, is_linear, is_linear_claim};
use multiples::{generalized, multiple, next_number};
use reliance::{Contradiction, Origins, holds_without, restricted, used_rows};
use std::collections::BTreeSet;
use system::System;
use values::{truth, value};

type Term = Expr<Column>;

/// Maximum number of linear systems of a claim, per engine that the configuration allows: without products,
/// and with them.
const SYSTEMS: usize = 16;
const NONLINEAR: usize = 4;
/// How many times as many systems a search has that records proofs.
const PROOFS: usize = 4;
/// Maximum total size of the terms of a claim.
const MAX_SIZE: usize = 4000;

/// Decides claims by linear integer arithmetic, within a budget.
pub(super) struct Solver {
    leaves: Leaves,
    budget: Budget,
    systems: usize,
    /// How many more systems may have products.
    nonlinear: usize,
    /// Assumptions that contradict each other; none in a search that records proofs or has products.
    cores: Option<Cores>,
}

/// The result for assumptions.
enum Found {
    /// They contradict each other.
    Contradiction(Contradiction),
    /// These values satisfy them.
    Model(Assignment),
    /// Neither was found.
    Unknown,
}

/// The decision of a claim, if one is found. Adds models to the points that are known.
pub(super) fn decide(claim: &Claim, config: &Config, tried: &mut Tried) -> Option<Outcome> {
    if !is_of_size(claim) {
        return None;
    }
    let mut solver = Solver::new(config, Leaves::Open)?;
    if is_linear_claim(claim) {
        solver.cores = Some(Cores::default());
    }
    let goals = [
        (negated(&claim.goal), &mut tried.fails),
        (claim.goal.clone(), &mut tried.holds),
    ];
    let mut shown = [Some(false); 2];
    for ((goal, model), shown) in goals.into_iter().zip(&mut shown) {
        if model.is_some() {
            continue;
        }
        let mut found = Found::Unknown;
        for limits in searches(claim) {
            if limits.multiples {
                solver.refill(config);
            }
            found = solver.contradiction(assuming(claim, goal.clone()), limits);
            if !matches!(found, Found::Unknown) {
                break;
            }
        }
        match found {
            Found::Contradiction(found) => {
                let goal = claim.assumptions.len();
                if found.used.is_some_and(|used| !used.contains(&goal)) {
                    return Some(Outcome::Unreachable);
                }
                *shown = Some(true);
            }
            Found::Model(found) => *model = Some(found),
            Found::Unknown => *shown = None,
        }
    }
    match shown {
        [Some(true), Some(true)] => {
            match solver.contradiction(claim.with_goal(Expr::integer(0)), Limits::new()) {
                Found::Contradiction(_) => Some(Outcome::Unreachable),
                _ => Some(Outcome::Proved),
            }
        }
        [Some(true), _] => Some(Outcome::Proved),
        [_, Some(true)] => Some(Outcome::Refuted),
        [Some(_), Some(_)] => Some(Outcome::Unknown),
        _ => None,
    }
}

/// An inference of the goal from the assumptions.
pub(super) fn infer(claim: &Claim, config: &Config) -> Option<Inference> {
    if !is_of_size(claim) {
        return None;
    }
    searches(claim).find_map(|limits| {
        let mut solver = Solver::new(config, Leaves::Proofs)?;
        solver.shown(claim.clone(), &limits)
    })
}

fn is_of_size(claim: &Claim) -> bool {
    let mut left = MAX_SIZE;
    claim.assumptions.iter().chain([&claim.goal]).all(|term| {
        left = left.saturating_sub(condition::size(term, left));
        left > 0
    })
}

fn assuming(claim: &Claim, condition: Term) -> Sequent {
    let mut sequent = claim.with_goal(Expr::integer(0));
    sequent.assumptions.push(condition);
    sequent
}

impl Solver {
    /// `None` if linear programs are disabled.
    fn new(config: &Config, leaves: Leaves) -> Option<Solver> {
        let mut solver = Solver {
            leaves,
            budget: Budget::default(),
            systems: 0,
            nonlinear: 0,
            cores: None,
        };
        solver.refill(config);
        (config.solver != lp::Engine::Off).then_some(solver)
    }

    /// Sets the budgets to those of the configuration.
    fn refill(&mut self, config: &Config) {
        // With proofs, the side conditions of steps are shown as well.
        let more = match self.leaves {
            Leaves::Open => 1,
            Leaves::Proofs => PROOFS,
        };
        self.budget = Budget::default();
        self.systems = more * SYSTEMS * config.max_engines;
        self.nonlinear = more * NONLINEAR * config.max_engines;
    }

    /// Whether the assumptions of a sequent contradict each other.
    fn contradiction(&mut self, sequent: Sequent, limits: Limits) -> Found {
        let mut substituted = vec![];
        let first_new = next_number(&sequent);
        let found = self.searched(ProofState::new(sequent), limits, &mut substituted);
        let Found::Model(mut point) = found else {
            return found;
        };
        for (symbol, term) in substituted.iter().rev() {
            match value(term, &point) {
                Some(value) => point.insert(*symbol, value),
                None => return Found::Unknown,
            };
        }
        point.split_off(&first_new);
        Found::Model(point)
    }

    /// The search for a contradiction. A model has no values for the variables that have been substituted.
    fn searched(
        &mut self,
        mut state: ProofState,
        mut limits: Limits,
        substituted: &mut Vec<(u32, Term)>,
    ) -> Found {
        let mut origins = Origins::of(&state.sequent);
        loop {
            if let Some(n) = normalize(&mut state, &mut origins) {
                let leaf = Inference::leaf(Rule::Trivial);
                return Found::Contradiction(Contradiction {
                    used: origins.original([n]),
                    inference: Some(state.closed(leaf)),
                });
            }
            let cores = self.cores.as_ref();
            if let Some(core) = cores.and_then(|it| it.within(&state.sequent)) {
                return Found::Contradiction(Contradiction {
                    used: origins.original(core),
                    inference: None,
                });
            }
            if limits.multiples {
                if self.name_quotient(&mut state, &limits) {
                    origins.forget();
                    continue;
                }
                limits.multiples = false;
            }
            let Some(mut system) = System::of(&state.sequent) else {
                return Found::Unknown;
            };
            if limits.widened {
                exchanged::add_exchanged(&mut system);
            }
            if !system.is_linear() && substitute(&mut state, substituted) {
                origins.forget();
                continue;
            }
            let budget = match system.is_linear() {
                true => &mut self.systems,
                false => &mut self.nonlinear,
            };
            let Some(left) = budget.checked_sub(1) else {
                return Found::Unknown;
            };
            *budget = left;
            let rows: Vec<integers::Row> = system.rows.iter().map(|it| it.row.clone()).collect();
            let model = match integers::decide(system.atoms.len(), &rows, &mut self.budget) {
                Answer::Infeasible(refutation) => {
                    return match self.leaf(&system, &refutation, &state.sequent) {
                        Some(leaf) => {
                            let mut used = BTreeSet::new();
                            used_rows(&refutation, &system, &mut used);
                            self.learn(&state.sequent, &used);
                            Found::Contradiction(Contradiction {
                                used: origins.original(used),
                                inference: Some(state.closed(leaf)),
                            })
                        }
                        None => Found::Unknown,
                    };
                }
                Answer::Model(model) => model,
                Answer::Unknown => return Found::Unknown,
            };
            let point = system.assignment(&model, &state.sequent);
            let mut violated = vec![];
            for (n, assumption) in state.sequent.assumptions.iter().enumerate() {
                match truth(assumption, &point) {
                    Some(true) => {}
                    Some(false) => violated.push(n),
                    None => return Found::Unknown,
                }
            }
            if violated.is_empty() {
                return Found::Model(point);
            }
            if !system.is_linear() && self.define_quotients(&mut state, &system, &mut limits) {
                origins.forget();
                continue;
            }
            let mut all = violated.iter();
            let cases = all.find_map(|&n| distinction(&state.sequent, n));
            if let Some(cases) = cases {
                limits.depth = match limits.depth.checked_sub(1) {
                    Some(depth) => depth,
                    None => return Found::Unknown,
                };
                return self.by_cases(state, Rule::Cases(cases), &limits, &origins);
            }
            if !limits.bounded {
                limits.bounded = true;
                let beyond = products::beyond_factors(&system, &state.sequent);
                if self.exclude(&mut state, beyond, &limits) {
                    origins.forget();
                    continue;
                }
            }
            if let Some(rounds) = limits.rounds.checked_sub(1) {
                limits.rounds = rounds;
                let rules = products::violated_products(&mut system, &state.sequent, &model);
                let mut added = false;
                for rule in rules {
                    added |= state.go(rule);
                }
                if added {
                    origins.forget();
                    continue;
                }
            }
            if !limits.compared {
                limits.compared = true;
                let negative = products::beyond_linear(&mut system, &state.sequent);
                if self.exclude(&mut state, negative, &limits) {
                    origins.forget();
                    continue;
                }
            }
            let split = &mut limits.split;
            let mut cofactors = Cofactors::new(&mut system, &state.sequent, &model, split);
            if let Some(cut) = cofactors.cut() {
                return self.by_cases(state, Rule::Cases(cut), &limits, &origins);
            }
            let mut cases = cofactors.of_several_terms();
            if cases.is_none() && !limits.widened {
                limits.widened = true;
                continue;
            }
            cases = cases
                .or_else(|| cofactors.of_one_term())
                .or_else(|| products::beside_value(&system, &state.sequent, &model, &point));
            return match (cases, limits.values.checked_sub(1)) {
                (Some(cases), Some(values)) => {
                    limits.values = values;

                    self.by_cases(state, Rule::Cases(cases), &limits, &origins)
                }
                _ => Found::Unknown,
            };
        }
    }

    fn by_cases(
        &mut self,
        state: ProofState,
        rule: Rule,
        limits: &Limits,
        origins: &Origins,
    ) -> Found {
        let Ok(cases) = rule.apply(&state.sequent) else {
            return Found::Unknown;
        };
        let (mut premises, mut used) = (vec![], Some(BTreeSet::new()));
        for case in cases {
            let found = match self.contradiction(case.clone(), limits.clone()) {
                Found::Contradiction(found) => found,
                other => return other,
            };
            if let Some(own) = &found.used
                && holds_without(own, &case, &state.sequent)
            {
                return Found::Contradiction(Contradiction {
                    used: origins.original(own.iter().copied()),
                    inference: None,
                });
            }
            used = used.zip(found.used.clone()).map(|(mut all, own)| {
                all.extend(own);
                all
            });
            match self.written(found, case, limits) {
                Some(inference) => premises.push(inference),
                None => return Found::Unknown,
            }
        }
        let whole = state.sequent.assumptions.len();
        if let Some(used) = &mut used {
            used.retain(|&it| it < whole);
            self.learn(&state.sequent, used);
        }
        Found::Contradiction(Contradiction {
            used: used.and_then(|used| origins.original(used)),
            inference: Some(state.closed(Inference { rule, premises })),
        })
    }

    fn learn(&mut self, sequent: &Sequent, used: &BTreeSet<usize>) {
        if let Some(cores) = &mut self.cores {
            cores.add(sequent, used);
        }
    }

    /// An inference of the goal 0.
    fn refuted(&mut self, sequent: Sequent, limits: Limits) -> Option<Inference> {
        match self.contradiction(sequent.clone(), limits.clone()) {
            Found::Contradiction(found) => self.written(found, sequent, &limits),
            Found::Model(_) | Found::Unknown => None,
        }
    }

    /// The same. For a linear sequent, a search without proofs comes first and selects the assumptions.
    fn refuted_by_core(&mut self, sequent: Sequent, limits: &Limits) -> Option<Inference> {
        if self.leaves == Leaves::Open || !sequent.assumptions.iter().all(is_linear) {
            return self.refuted(sequent, limits.clone());
        }
        let mut open = Solver {
            leaves: Leaves::Open,
            budget: Budget::default(),
            cores: Some(Cores::default()),
            ..*self
        };
        let state = match open.contradiction(sequent.clone(), limits.clone()) {
            Found::Contradiction(found) => restricted(&sequent, &found.used?),
            Found::Model(_) | Found::Unknown => return None,
        };
        let Some(state) = state else {
            return self.refuted(sequent, limits.clone());
        };
        let inference = self.refuted(state.sequent.clone(), limits.clone())?;
        Some(state.closed(inference))
    }

    /// The inference of a contradiction that has been found.
    fn written(
        &mut self,
        found: Contradiction,
        sequent: Sequent,
        limits: &Limits,
    ) -> Option<Inference> {
        if found.inference.is_some() {
            return found.inference;
        }
        if self.leaves == Leaves::Open {
            return Some(Inference::leaf(Rule::Open));
        }
        let state = restricted(&sequent, &found.used?)?;
        let inference = self.refuted(state.sequent.clone(), limits.clone())?;
        Some(state.closed(inference))
    }

    /// Adds the opposites of conditions that simple proofs exclude. Whether there were any.
    fn exclude(&mut self, state: &mut ProofState, conditions: Vec<Term>, limits: &Limits) -> bool {
        let within = limits.of_premise();
        let mut found = false;
        for beyond in conditions {
            let rule = Rule::Cases(Distinction::Condition(beyond));
            found |= state.step(rule, |case| self.refuted(case, within.clone()));
        }
        found
    }

    /// Replaces the assumption that a variable is a multiple of a term by an equation of the variable with a product.
    /// Whether there was one.
    fn name_quotient(&mut self, state: &mut ProofState, limits: &Limits) -> bool {
        let within = limits.of_premise();
        let Some(multiple) = multiple(&state.sequent) else {
            return false;
        };
        let quotient = Expr::apply(
            Operator::FloorDiv,
            [multiple.variable.clone(), multiple.divisor.clone()],
        );
        let product = Expr::apply(Operator::Mul, [multiple.divisor, quotient.clone()]);
        let differs = negated(&Expr::equal(multiple.variable, product));
        let rule = Rule::Cases(Distinction::Condition(differs));
        if !state.step(rule, |case| self.refuted(case, within.clone()))
            || !state.go(Rule::Drop(multiple.assumption))
        {
            return false;
        }
        let fresh = next_number(&state.sequent);
        let (general, values) = generalized(&state.sequent, fresh, &quotient);
        let rule = Rule::Instance(Box::new(general), values);
        state.step(rule, |premise| match self.leaves {
            Leaves::Open => Some(Inference::leaf(Rule::Open)),
            Leaves::Proofs => self.shown(premise, &within),
        })
    }

    /// Adds the inequalities that define quotients by terms of known sign. Whether there were any.
    fn define_quotients(
        &mut self,
        state: &mut ProofState,
        system: &System,
        limits: &mut Limits,
    ) -> bool {
        let mut found = false;
        for division in products::undefined_quotients(system) {
            if limits.defined.contains(&division) {
                continue;
            }
            limits.defined.push(division.clone());
            let within = limits.of_premise();
            for sign in [Sign::Positive, Sign::Negative] {
                let rule = Rule::Quotient(division.clone(), sign);
                if state.step(rule, |premise| self.shown(premise, &within)) {
                    found = true;
                    break;
                }
            }
        }
        found
    }

    /// An inference of the goal of a sequent.
    fn shown(&mut self, premise: Sequent, within: &Limits) -> Option<Inference> {
        if premise.goal == Expr::integer(0) {
            return self.refuted_by_core(premise, within);
        }
        let rule = Rule::ByContradiction;
        let left = rule.apply(&premise).ok()?;
        let mut premises = vec![];
        for sequent in left {
            premises.push(self.refuted_by_core(sequent, within)?);
        }
        Some(Inference { rule, premises })
    }

    fn leaf(
        &self,
        system: &System,
        refutation: &Refutation,
        sequent: &Sequent,
    ) -> Option<Inference> {
        if refutation.depth() + 2 > MAX_ARGUMENT_DEPTH {
            return None;
        }
        if self.leaves == Leaves::Open {
            return Some(Inference::leaf(Rule::Open));
        }
        let proof = writer::written(system, refutation, sequent)?;
        Some(Inference::leaf(Rule::Proof(Box::new(proof))))
    }
}

/// Splits conjunctions among the assumptions, and drops the trivial ones. The position of one that is false.
fn normalize(state: &mut ProofState, origins: &mut Origins) -> Option<usize> {
    let mut n = 0;
    while let Some(assumption) = state.sequent.assumptions.get(n) {
        let parts = match assumption {
            Expr::Integer(value) if value.is_zero() => return Some(n),
            Expr::Integer(_) => 0,
            Expr::Apply(Operator::Min, parts) if is_condition(assumption) => parts.len(),
            _ => {
                n += 1;
                continue;
            }
        };
        let rule = match parts {
            0 => Rule::Drop(n),
            _ => Rule::AndElim(n),
        };
        match state.go(rule) {
            true => origins.replaced_by_parts(n, parts),
            false => n += 1,
        }
    }
    None
}

/// Substitutes the first variable that an equality determines, which makes products of the variable comparable with
/// products of its value.
fn substitute(state: &mut ProofState, substituted: &mut Vec<(u32, Term)>) -> bool {
    let assumptions = state.sequent.assumptions.iter();
    let equalities: Vec<(usize, (u32, Term))> = assumptions
        .enumerate()
        .filter_map(|(n, it)| Some((n, solved(it, &state.sequent.ranges)?)))
        .collect();
    equalities.into_iter().any(|(assumption, (symbol, value))| {
        let rule = Rule::Substitute {
            assumption,
            symbol,
            value: value.clone(),
        };
        let is_done = state.go(rule);
        if is_done {
            substituted.push((symbol, value));
        }
        is_done
    })
}
