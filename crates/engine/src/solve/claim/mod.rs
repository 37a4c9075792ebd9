//! Claims: conditions over variables under assumptions, proved by case analysis.
//!
//! In contrast to a query at a point, ranges and equalities from the assumptions become universal in an engine that is
//! created for each case, so that rewriting and congruence closure use them.

mod arithmetic;
mod canonical;
mod cases;
mod congruence;
mod constants;
mod descent;
mod digits;
mod divisions;
mod effort;
mod ends;
pub(super) mod explain;
pub(super) mod extract;
mod generalize;
mod lemmas;
mod outcome;
mod parts;
mod points;
mod polynomial;
mod proof_state;
mod propagate;
mod refute;
mod residues;
mod shorten;
mod split;
mod subsets;
mod sum;
mod type_limits;

pub use crate::proof::sequent::Ranges;
pub use cases::value_of;
pub use explain::Values;
pub use extract::Extract;
pub use outcome::Outcome;
pub use points::{Assignment, Tried};

use crate::number::{Int, Range};
use crate::program::Column;
use crate::proof::sequent::Rule;
use crate::proof::{Proof, Sequent};
use crate::rules::Rules;
use crate::solve::{Config, NoProof};
use crate::term::Expr;
use crate::term::condition::negated;
use canonical::{Canonical, absorbed};
use cases::{Cases, Leaves, Propagated, by_goal};
use constants::Settled;
use generalize::{decided_with_fewer, generalizations};
use proof_state::ProofState;
use propagate::with_known_extremes;
use shorten::shortened;
use type_limits::without_types;

/// A claim that gets at most so many sub-engines is decided as it is: not in shorter terms, by lemmas about products, or by
/// parts. So is the equality of a part with its shorter form.
const FEW_ENGINES: usize = 4;

/// Below this value, a term without a useful bound is taken for unbounded.
const FAR: i64 = -(1 << 18);

/// The work of all attempts at the least value of a term, in the unit of [`effort::add`]. A range that is known already is
/// not worth a longer search.
const LEAST_EFFORT: u64 = 1 << 29;

/// A condition over variables (symbols), under assumptions. (The goal may be any term if only its range is queried.)
pub type Claim = Sequent;

/// Decision procedures for claims.
pub trait Decide {
    /// Whether the terms are few and small enough to be evaluated and split.
    fn is_small(&self) -> bool;

    /// Evaluates the claim at some points, and tries to prove by cases the outcomes that remain possible.
    ///
    /// Costs at most a few hundred evaluations of the terms if both outcomes occur, else the work of about
    /// `config.max_engines` small engines. If these do not suffice, as much for each lemma about products, and for each part
    /// of the goal.
    fn decide(&self, rules: &Rules, config: &Config) -> (Outcome, Tried);

    /// Decides a claim with products by points with both outcomes or, if ranges end at the limits of types, by integer
    /// arithmetic without these. `None` if it finds neither, or there are neither assumptions nor such limits: an engine is then
    /// faster.
    ///
    /// Costs a few hundred evaluations of the terms, and a few systems of linear inequalities over the integers.
    fn decide_early(&self, config: &Config) -> Option<(Outcome, Tried)>;

    /// Decides claims with fewer assumptions, which imply this one.
    ///
    /// Costs the decision of a few claims; of up to two dozen if none of them has a counterexample.
    fn decide_generalized(&self, rules: &Rules, config: &Config) -> Outcome;

    /// Whether no term contains a product of variables, or a division by a term that is not a positive constant.
    fn is_linear(&self) -> bool;

    /// Whether an assumption is no conjunction of linear inequalities, so that linear programs know only some of its
    /// consequences.
    fn has_cases(&self) -> bool;

    /// Whether the linear programs of an engine bound the goal wherever something does: it is linear, without selections.
    fn is_bounded_by_programs(&self) -> bool;

    /// Decides the claim by integer arithmetic, with models that show what cannot be proved. `None` if the budget is
    /// exhausted, which is possible only for claims that are not linear or have many cases.
    ///
    /// Costs a few systems of linear inequalities over the integers, more if there are cases or products.
    fn decide_arithmetic(&self, config: &Config) -> (Option<Outcome>, Tried);

    /// The least value of the goal, a number; `None` if there is none, or it is not found. `known` is a lower bound.
    ///
    /// Costs a system of linear inequalities over the integers if the known bound is attained, else one for each step
    /// of a binary search; for a claim that is not linear, at most a few decisions more.
    fn least(&self, rules: &Rules, config: &Config, known: Option<&Int>) -> Option<Int>;

    /// Tries to prove by cases the outcomes that the points do not exclude.
    fn decide_by_cases(&self, rules: &Rules, config: &Config, tried: Tried) -> (Outcome, Tried);

    /// Values that satisfy the assumptions but not the goal, reduced towards 0; `None` if a few hundred points include
    /// no counterexample.
    fn counterexample(&self, config: &Config) -> Option<Assignment>;

    /// The claim without the assumptions that share no variable with the goal, however indirectly.
    fn about_goal(&self) -> Claim;

    /// The range of the goal under the assumptions; empty if no values satisfy them.
    fn range(&self, rules: &Rules, config: &Config) -> Range;

    /// A proof of an outcome, in the [setting](crate::proof::Sequent::setting) of the ranges and assumptions of the
    /// claim.
    ///
    /// Costs the decision of the claim, and a proof for each engine that decides a leaf.
    ///
    /// # Errors
    /// [`NoProof`]
    fn explain(&self, outcome: Outcome, rules: &Rules, config: &Config) -> Result<Proof, NoProof>;
}

impl Decide for Claim {
    fn is_small(&self) -> bool {
        is_small(self.assumptions.iter().chain([&self.goal]))
    }

    fn is_linear(&self) -> bool {
        arithmetic::is_linear_claim(self)
    }

    fn has_cases(&self) -> bool {
        self.assumptions.iter().any(arithmetic::has_cases)
    }

    fn is_bounded_by_programs(&self) -> bool {
        self.is_linear() && !arithmetic::has_selection(&self.goal)
    }

    fn decide(&self, rules: &Rules, config: &Config) -> (Outcome, Tried) {
        decide_with(self, Lemmas::All, rules, config)
    }

    fn decide_early(&self, config: &Config) -> Option<(Outcome, Tried)> {
        if let Some(settled) = Settled::of(self) {
            let (outcome, tried) = settled.claim.decide_early(config)?;
            return Some((outcome, settled.original(tried)));
        }
        let canonical = canonical_of(self).filter(|it| it.claim.is_small())?;
        let typeless = without_types(&canonical.claim);
        if self.assumptions.is_empty() && typeless.is_none() {
            return None;
        }
        let tried = points::attempt(&canonical.claim, points::TRIES);
        if tried.holds.is_some() && tried.fails.is_some() {
            return Some((Outcome::Unknown, canonical.original(tried)));
        }
        let typeless = Canonical::of(&typeless?)?;
        let (outcome, _) = typeless.claim.decide_arithmetic(config);
        let outcome = outcome.filter(|it| *it != Outcome::Unknown)?;
        Some((outcome, canonical.original(tried)))
    }

    fn decide_generalized(&self, rules: &Rules, config: &Config) -> Outcome {
        if let Some(settled) = Settled::of(self) {
            return settled.claim.decide_generalized(rules, config);
        }
        decide_generalized_but(self, |_| false, Terms::Any, rules, config)
    }

    fn decide_arithmetic(&self, config: &Config) -> (Option<Outcome>, Tried) {
        let mut tried = match self.is_small() {
            true => points::attempt(self, points::FEW),
            false => Tried::default(),
        };
        // Linear claims are decided as exactly without the points.
        let by_points = || (!self.is_linear()).then(|| points::outcome(self)).flatten();
        let outcome = match (&tried.holds, &tried.fails) {
            (Some(_), Some(_)) => Some(Outcome::Unknown),
            _ => by_points().or_else(|| arithmetic::decide(self, config, &mut tried)),
        };
        (outcome, tried)
    }

    fn least(&self, rules: &Rules, config: &Config, known: Option<&Int>) -> Option<Int> {
        if let Some(settled) = Settled::of(self) {
            return settled.claim.least(rules, config, known);
        }
        let mut least: Option<Int> = None;
        let mut visit = |value: Int| {
            least = Some(least.take().map_or(value.clone(), |it| it.min(value)));
            true
        };
        // Where the points are few, as exact, and faster than systems with products.
        if !self.is_linear()
            && self
                .each_value(&mut { points::FEW_POINTS }, &mut visit)
                .is_some()
        {
            return least;
        }
        // A value far below 0 at a point: a better bound than the known one would have as many digits.
        let is_far = || self.is_small() && descent::reaches(self, &Int::from(FAR));
        if known.is_some_and(is_of_register) && !self.is_linear() && is_far() {
            return None;
        }
        let canonical = canonical_of(self);
        let claim = canonical.as_ref().map_or(self, |it| &it.claim);
        let by_arithmetic = || arithmetic::least(claim, config, known);
        let by_points = || least_by_points(self, rules, config, known);
        effort::within(LEAST_EFFORT, || match known.is_some() || self.is_linear() {
            true => by_arithmetic().or_else(by_points),
            false => by_points().or_else(by_arithmetic),
        })
    }

    fn decide_by_cases(&self, rules: &Rules, config: &Config, tried: Tried) -> (Outcome, Tried) {
        if !self.is_small() {
            return (Outcome::Unknown, tried);
        }
        let more = points::attempt(self, points::TRIES);
        let tried = Tried {
            holds: tried.holds.or(more.holds),
            fails: tried.fails.or(more.fails),
        };
        let holds = |goal: Expr<Column>| {
            let claim = Claim {
                goal,
                ..self.clone()
            };
            Cases::new(rules, config, Leaves::Open)
                .infer(claim)
                .is_some()
        };
        let outcome = match (&tried.holds, &tried.fails) {
            (Some(_), Some(_)) => Outcome::Unknown,
            (None, None) if holds(Expr::integer(0)) => Outcome::Unreachable,
            (_, None) if holds(self.goal.clone()) => Outcome::Proved,
            (None, _) if holds(negated(&self.goal)) => Outcome::Refuted,
            _ => Outcome::Unknown,
        };
        (outcome, tried)
    }

    fn counterexample(&self, config: &Config) -> Option<Assignment> {
        let claim = &absorbed(self);
        let mut tried = match claim.is_small() {
            true => points::attempt(claim, points::TRIES),
            false => Tried::default(),
        };
        if tried.fails.is_none() && claim.is_small() {
            let mut violating = claim.with_goal(Expr::integer(0));
            violating.assumptions.push(negated(&claim.goal));
            tried.fails = points::attempt(&violating, points::MANY).fails;
        }
        if tried.fails.is_none() {
            arithmetic::decide(claim, config, &mut tried);
        }
        // Assumptions that contradict each other leave a variable no value, and its range then says nothing of the others.
        let point = tried.fails.filter(|it| points::violates(self, it))?;
        Some(points::nearest(
            &self.ranges,
            &self.assumptions,
            &self.goal,
            point,
        ))
    }

    fn about_goal(&self) -> Claim {
        subsets::about_goal(self)
    }

    fn range(&self, rules: &Rules, config: &Config) -> Range {
        let mut state = ProofState::new(self.clone());
        let mut cases = Cases::new(rules, config, Leaves::Open);
        match cases.propagate_bounds(&mut state) {
            Propagated::Unreachable(_) => Range::empty(),
            Propagated::Engine(mut engine) => {
                let range = engine.best_range(&self.goal, None);
                if !self.assumptions.is_empty() {
                    state.sequent.goal = with_known_extremes(&self.goal, &mut engine);
                }
                let is_settled = cases.settle(&mut state, &mut engine);
                match is_settled || state.sequent.goal != self.goal {
                    true => range.intersect(&engine.best_range(&state.sequent.goal, None)),
                    false => range,
                }
            }
        }
    }

    fn explain(&self, outcome: Outcome, rules: &Rules, config: &Config) -> Result<Proof, NoProof> {
        explain::explain(self, outcome, rules, config)
    }
}

/// The terms in which a claim is searched.
#[derive(Clone, Copy, PartialEq)]
enum Terms {
    /// Those of the claim.
    Own,
    /// Shorter ones, too.
    Any,
}

/// The lemmas with which a claim is tried last.
#[derive(Clone, Copy, PartialEq)]
enum Lemmas {
    /// Those about products.
    Few,
    All,
}

/// [`Decide::decide`] with these lemmas.
fn decide_with(claim: &Claim, lemmas: Lemmas, rules: &Rules, config: &Config) -> (Outcome, Tried) {
    if let Some(settled) = Settled::of(claim) {
        let (outcome, tried) = decide_with(&settled.claim, lemmas, rules, config);
        return (outcome, settled.original(tried));
    }
    if let Some(premise) = introduced(claim) {
        return match decide_with(&premise, lemmas, rules, config) {
            (Outcome::Proved | Outcome::Unreachable, tried) => (Outcome::Proved, tried),
            _ => decide_whole(claim, Terms::Any, rules, config),
        };
    }
    let (outcome, tried) = decide_with_signs(claim, Terms::Any, rules, config);
    let is_open = outcome == Outcome::Unknown && tried.fails.is_none();
    match is_open && config.max_engines > FEW_ENGINES && proved_late(claim, lemmas, rules, config) {
        true => (Outcome::Proved, tried),
        false => (outcome, tried),
    }
}

/// [`Decide::decide`] without late lemmas and without parts.
fn decide_with_signs(
    claim: &Claim,
    terms: Terms,
    rules: &Rules,
    config: &Config,
) -> (Outcome, Tried) {
    // An engine simplifies divisions only where it knows the sign of the divisor, and searches long where it does not.
    let decided = |claim: &Claim| decide_directly(claim, terms, rules, config).0;
    let early = lemmas::early(claim);
    if let Some((general, _)) = lemmas::with_lemmas(claim, early, decided) {
        let (outcome, tried) = decide_directly(&general, terms, rules, config);
        if outcome != Outcome::Unknown || tried.holds.is_some() && tried.fails.is_some() {
            return (outcome, tried);
        }
    }
    decide_directly(claim, terms, rules, config)
}

/// Whether a claim that is not decided directly is proved by lemmas, or by parts.
fn proved_late(claim: &Claim, lemmas: Lemmas, rules: &Rules, config: &Config) -> bool {
    let decided = |claim: &Claim| decide_directly(claim, Terms::Any, rules, config).0;
    let mut lists = lemmas::late(claim);
    if lemmas == Lemmas::Few {
        lists.truncate(1);
    }
    for candidates in lists {
        let with_lemmas = lemmas::with_lemmas(claim, candidates, decided);
        if with_lemmas.is_some_and(|(general, _)| decided(&general) == Outcome::Proved) {
            return true;
        }
    }
    let parts = match (parts::of(claim), parts::orders(&claim.goal)) {
        (Some((_, parts)), _) => parts,
        (None, Some(both)) => both.map(|order| claim.with_goal(order)).into(),
        (None, None) => vec![],
    };
    let mut parts = parts.into_iter();
    let is_proved = |part: Claim| {
        let outcome = decide_with(&part, lemmas, rules, config).0;
        matches!(outcome, Outcome::Proved | Outcome::Unreachable)
    };
    match parts.next() {
        Some(first) => is_proved(first) && parts.all(is_proved),
        None => false,
    }
}

/// [`Decide::decide`] without lemmas.
fn decide_directly(
    claim: &Claim,
    terms: Terms,
    rules: &Rules,
    config: &Config,
) -> (Outcome, Tried) {
    if let Some(premise) = introduced(claim)
        && let (Outcome::Proved | Outcome::Unreachable, tried) =
            decide_directly(&premise, terms, rules, config)
    {
        return (Outcome::Proved, tried);
    }
    decide_whole(claim, terms, rules, config)
}

/// [`decide_directly`], for an alternative as the goal without the claims of its parts.
fn decide_whole(claim: &Claim, terms: Terms, rules: &Rules, config: &Config) -> (Outcome, Tried) {
    let Some(canonical) = canonical_of(claim) else {
        return decide_as_stated(claim, rules, config);
    };
    let is_settled = |tried: &Tried| tried.holds.is_some() && tried.fails.is_some();
    // The limits of types seldom matter, and make the search longer.
    let typeless = without_types(&canonical.claim);
    let typeless = typeless.and_then(|it| Canonical::of(&it));
    if let Some(typeless) = &typeless {
        let tried = match canonical.claim.is_small() {
            true => points::attempt(&canonical.claim, points::TRIES),
            false => Tried::default(),
        };
        if is_settled(&tried) {
            return (Outcome::Unknown, canonical.original(tried));
        }
        let outcome = decide_as_stated(&typeless.claim, rules, config).0;
        if outcome != Outcome::Unknown {
            return (outcome, canonical.original(tried));
        }
    }
    let (outcome, tried) = decide_as_stated(&canonical.claim, rules, config);
    let tried = canonical.original(tried);
    if outcome != Outcome::Unknown || is_settled(&tried) {
        return (outcome, tried);
    }
    let is_tried = |claim: &Claim| typeless.as_ref().is_some_and(|it| it.claim == *claim);
    (
        decide_generalized_but(claim, is_tried, terms, rules, config),
        tried,
    )
}

/// [`Decide::decide_generalized`] without the claims that have been tried.
fn decide_generalized_but(
    claim: &Claim,
    is_tried: impl Fn(&Claim) -> bool,
    terms: Terms,
    rules: &Rules,
    config: &Config,
) -> Outcome {
    let outcomes = generalizations(claim, rules, config)
        .filter(|general| !is_tried(&general.claim))
        .map(|general| decide_as_stated(&general.claim, rules, config).0);
    let mut decided = outcomes.filter(|outcome| *outcome != Outcome::Unknown);
    let with_fewer = || decided_with_fewer(claim, rules, config).map(|it| it.1);
    let found = decided.next().or_else(with_fewer);
    match (found, terms) {
        (Some(found), _) => found,
        (None, Terms::Any) => decide_shortened(claim, rules, config),
        (None, Terms::Own) => Outcome::Unknown,
    }
}

/// Whether a lower bound says no more than that a value fits into a register of 64 bits, or less.
fn is_of_register(bound: &Int) -> bool {
    bound.bit_len() >= 63
}

/// The least value of the goal of a claim, if a value that it attains at a point is proved to be a lower bound.
fn least_by_points(
    claim: &Claim,
    rules: &Rules,
    config: &Config,
    known: Option<&Int>,
) -> Option<Int> {
    /// Maximum number of values that are tried.
    const MAX: usize = 4;
    /// Maximum number of engines of a short search for a proof.
    const MAX_ENGINES_IN_SHORT: usize = 32;
    /// The length of numbers beyond which the search is short.
    const MAX_BITS: usize = 64;
    if !claim.is_small() {
        return None;
    }
    let far = Int::from(FAR);
    let limit = known.is_none().then_some(&far);
    // The ends of what wraps are seldom attained at points that are easy to find, and those of long numbers are of little
    // use: the search for a proof is short, and comes after that for points.
    let is_short = wraps(&claim.goal) || known.is_some_and(|it| it.bit_len() > MAX_BITS);
    let short = Config {
        max_engines: config.max_engines.min(MAX_ENGINES_IN_SHORT),
        ..config.clone()
    };
    let mut is_thorough = is_short;
    let mut attained = match is_short {
        true => descent::smallest_of_many(claim, limit)?,
        false => descent::smallest(claim, limit)?,
    };
    for _ in 0..MAX {
        if known == Some(&attained) {
            return Some(attained);
        }
        let bound = Expr::Integer(attained.clone());
        let bounded = claim.with_goal(Expr::at_most(bound, claim.goal.clone()));
        let decided = match is_short {
            true => decide_with_signs(&bounded, Terms::Own, rules, &short),
            // Values of which only a long search shows that they are ends are seldom ends.
            false => decide_with(&bounded, Lemmas::Few, rules, config),
        };
        let fails = match decided {
            (Outcome::Proved, _) => return Some(attained),
            (_, tried) => tried.fails,
        };
        attained = match fails {
            Some(point) => points::value(&claim.goal, &point)?,
            None if !is_thorough => {
                is_thorough = true;
                let lower = descent::smallest_of_many(claim, limit);
                lower.filter(|lower| *lower < attained)?
            }
            None => return None,
        };
        if limit.is_some_and(|limit| attained < *limit) {
            return None;
        }
    }
    None
}

/// Whether a term has a divisor of more than 32 bits, as what wraps to this width or a larger one.
fn wraps(term: &Expr<Column>) -> bool {
    const WIDTH: usize = 32;
    let Expr::Apply(operator, arguments) = term else {
        return false;
    };
    let is_wrap = match &arguments[..] {
        [_, Expr::Integer(divisor)] if operator.is_division() => divisor.bit_len() > WIDTH,
        _ => false,
    };
    is_wrap || arguments.iter().any(wraps)
}

/// Decides a claim in shorter terms.
fn decide_shortened(claim: &Claim, rules: &Rules, config: &Config) -> Outcome {
    if !claim.is_small() || effort::is_spent() {
        return Outcome::Unknown;
    }
    let claim = &Canonical::of(claim).map_or_else(|| claim.clone(), |it| it.claim);
    let tried = points::attempt(claim, points::TRIES);
    let holds = |goal: Expr<Column>| {
        shortened(&claim.with_goal(goal), rules, config, Leaves::Open).is_some()
    };
    match (&tried.holds, &tried.fails) {
        (Some(_), None) if holds(claim.goal.clone()) => Outcome::Proved,
        (None, Some(_)) if holds(negated(&claim.goal)) => Outcome::Refuted,
        _ => Outcome::Unknown,
    }
}

/// For an alternative as the goal, the claim of one part under the opposites of the others, which implies it; `None` for
/// linear claims, whose decision is complete.
fn introduced(claim: &Claim) -> Option<Claim> {
    let rule = by_goal(&claim.goal).filter(|it| matches!(it, Rule::OrIntro(_)))?;
    match claim.is_linear() {
        true => None,
        false => rule.apply(claim).ok()?.pop(),
    }
}

/// The canonical form; `None` for linear claims, whose decision is complete, whatever the order.
fn canonical_of(claim: &Claim) -> Option<Canonical> {
    match claim.is_linear() {
        true => None,
        false => Canonical::of(claim),
    }
}

fn decide_as_stated(claim: &Claim, rules: &Rules, config: &Config) -> (Outcome, Tried) {
    if effort::is_spent() {
        return (Outcome::Unknown, Tried::default());
    }
    match claim.decide_arithmetic(config) {
        (Some(outcome), tried) => (outcome, tried),
        // Where the budget of the complete procedure is exhausted, engines find nothing.
        (None, tried) if claim.is_small() && claim.is_linear() => (Outcome::Unknown, tried),
        (None, tried) => claim.decide_by_cases(rules, config, tried),
    }
}

/// Whether terms are few and small enough to be evaluated and split.
pub fn is_small<'t>(terms: impl IntoIterator<Item = &'t Expr<Column>>) -> bool {
    points::is_small(terms.into_iter())
}
