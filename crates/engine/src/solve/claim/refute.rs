//! Proofs by contradiction: the negated goal is assumed, and inequalities that divisions and products imply are added,
//! until the assumptions are contradictory.

use super::cases::{Cases, Leaves, Propagated, at_all_points};
use super::polynomial::monomials_of;
use super::proof_state::ProofState;
use crate::number::Int;
use crate::program::Column;
use crate::proof::sequent::{Factor, Inference, Rule, Sequent, Sign};
use crate::proof::{FactSource, Proof};
use crate::solve::{Decided, Engine};
use crate::term::{Expr, Operator};

type Term = Expr<Column>;

/// Maximum number of implied inequalities.
const MAX_IMPLIED: usize = 48;

impl Cases<'_> {
    /// Proves that the negated goal and the assumptions contradict each other.
    pub(super) fn refute(&mut self, sequent: &Sequent) -> Option<Inference> {
        if let Some(inference) = self.by_digits(sequent) {
            return Some(inference);
        }
        let rule = Rule::ByContradiction;
        let left = rule.apply(sequent).ok()?;
        let premises: Option<Vec<Inference>> = left
            .into_iter()
            .map(|sequent| self.contradiction(sequent))
            .collect();
        Some(Inference {
            rule,
            premises: premises?,
        })
    }

    fn contradiction(&mut self, sequent: Sequent) -> Option<Inference> {
        // The linear program is larger than usual.
        self.spend(4);
        let stated = sequent.assumptions.len();
        let mut state = ProofState::new(sequent);
        let mut engine = match self.propagate_bounds(&mut state) {
            Propagated::Unreachable(inference) => return Some(state.closed(inference)),
            Propagated::Engine(engine) => engine,
        };
        if at_all_points(&state.sequent) == Some(true) {
            return Some(state.closed(Inference::leaf(Rule::Points)));
        }
        let mut divisions = vec![];
        let terms = &state.sequent.assumptions;
        terms.iter().for_each(|term| collect(term, &mut divisions));
        let has_products = terms.iter().any(has_product);
        for division in divisions {
            if let Some(sign) = sign_of_divisor(&mut engine, &division) {
                state.step(Rule::Quotient(division, sign), |sequent| {
                    self.seen(&mut engine, &sequent.goal)
                });
            }
        }
        let defining = state.sequent.assumptions.len() - stated;
        let mut products = match has_products && stated > 0 {
            true => multiples(&state.sequent, &state.sequent.assumptions[stated - 1]),
            false => vec![],
        };
        if has_products || defining > 0 {
            let factors = factors(&state.sequent);
            for (n, a) in factors.iter().enumerate() {
                for b in &factors[n + 1..] {
                    if defining + products.len() < MAX_IMPLIED {
                        products.push(Rule::Product(a.clone(), b.clone()));
                    }
                }
            }
        }
        let mut squares = vec![];
        for term in &state.sequent.assumptions[..stated] {
            squared(term, &mut squares);
        }
        products.extend(squares.into_iter().map(Rule::Square));
        for assumption in &state.sequent.assumptions[stated..] {
            engine.assume(assumption);
        }
        let first = state.sequent.assumptions.len();
        let base = state.sequent.clone();
        let mut multiplied = ProofState::new(base.clone());
        products.retain(|rule| multiplied.go(rule.clone()));
        for assumption in &multiplied.sequent.assumptions[first..] {
            engine.assume(assumption);
        }
        let is_contradictory = engine.is_unreachable(None);
        self.charge(&engine);
        if !is_contradictory {
            return None;
        }
        let leaf = self.leaf(&mut engine, &Expr::integer(0), Decided::Unreachable)?;
        let shorter = match (&leaf.rule, self.leaves) {
            (Rule::Proof(proof), Leaves::Proofs) => {
                let needed = needed(proof, first, products);
                self.with_products(base, needed)
            }
            _ => None,
        };
        Some(state.closed(shorter.unwrap_or_else(|| multiplied.closed(leaf))))
    }

    /// Proves that a sequent is contradictory once these products are added.
    fn with_products(&self, sequent: Sequent, products: Vec<Rule>) -> Option<Inference> {
        let mut state = ProofState::new(sequent);
        for product in products {
            state.go(product);
        }
        let mut engine = self.engine(&state.sequent.ranges, &state.sequent.assumptions);
        let leaf = match engine.is_unreachable(None) {
            true => self.leaf(&mut engine, &Expr::integer(0), Decided::Unreachable)?,
            false => return None,
        };
        Some(state.closed(leaf))
    }
}

/// The products that a proof uses. They are the assumptions from index `first` on.
fn needed(proof: &Proof, first: usize, products: Vec<Rule>) -> Vec<Rule> {
    let is_used = |position: usize| {
        proof.facts.iter().any(|fact| {
            matches!(fact.source, FactSource::Assumption(number) if number as usize == position)
        })
    };
    let all = products.into_iter().enumerate();
    all.filter(|(n, _)| is_used(first + n))
        .map(|(_, rule)| rule)
        .collect()
}

/// The terms that are not negative: the distances of variables from the ends of their ranges, and the assumed
/// inequalities.
fn factors(sequent: &Sequent) -> Vec<Factor> {
    let mut found = vec![];
    for &number in sequent.ranges.keys() {
        found.extend([Factor::Lower(number), Factor::Upper(number)]);
    }
    found.extend((0..sequent.assumptions.len()).map(Factor::Assumption));
    found.retain(|factor| sequent.factor(factor).is_ok());
    found
}

/// Maximum number of inequalities that are multiplied by variables.
const MAX_MULTIPLES: usize = 24;

/// Multiplies inequalities by nonnegative variables, if the resulting products occur in `wanted` and have three factors
/// or more.
fn multiples(sequent: &Sequent, wanted: &Term) -> Vec<Rule> {
    let mut rules: Vec<Rule> = vec![];
    let monomials = difference(wanted).and_then(|term| monomials_of(&term));
    let monomials = monomials.unwrap_or_default();
    let long = || monomials.iter().filter(|it| it.len() > 2);
    let first = sequent.assumptions.len();
    for factor in factors(sequent) {
        let parts = sequent.factor(&factor).ok();
        let parts = parts.and_then(|it| monomials_of(&it)).unwrap_or_default();
        let variables = || parts.iter().filter(|part| part.len() == 1).flatten();
        // The ranges cover inequalities of a single variable.
        if variables().count() < 2 {
            continue;
        }
        for monomial in long() {
            for variable in variables() {
                let Some(rest) = without(monomial, variable) else {
                    continue;
                };
                // The products with the other variables must occur as well.
                let is_wanted = |other: &Term| {
                    let all = monomials.iter();
                    all.filter_map(|it| without(it, other)).any(|it| it == rest)
                };
                if !variables().all(is_wanted) {
                    continue;
                }
                let Some(mut by) = rest
                    .iter()
                    .map(|variable| not_negative(variable, sequent))
                    .collect::<Option<Vec<Factor>>>()
                else {
                    continue;
                };
                // The product of all of them, then times the inequality.
                let Some(mut product) = by.pop() else {
                    continue;
                };
                by.push(factor.clone());
                for next in by {
                    let rule = Rule::Product(product, next);
                    let known = rules.iter().position(|other| *other == rule);
                    let position = known.unwrap_or_else(|| {
                        rules.push(rule);
                        rules.len() - 1
                    });
                    product = Factor::Assumption(first + position);
                }
                if rules.len() >= MAX_MULTIPLES {
                    return rules;
                }
            }
        }
    }
    rules
}

/// The factors of a product without one of them.
fn without(product: &[Term], factor: &Term) -> Option<Vec<Term>> {
    let position = product.iter().position(|other| other == factor)?;
    let mut rest = product.to_vec();
    rest.remove(position);
    Some(rest)
}

/// The difference `b − a` of `a <= b`.
fn difference(term: &Term) -> Option<Term> {
    match term {
        Expr::Apply(Operator::Le, sides) => {
            Some(Expr::difference(sides[1].clone(), sides[0].clone()))
        }
        _ => None,
    }
}

/// A nonnegative variable as a factor.
fn not_negative(term: &Term, sequent: &Sequent) -> Option<Factor> {
    let Expr::Leaf(Column::Symbol(number)) = term else {
        return None;
    };
    let lower = sequent.ranges.get(number)?.lower()?;
    (*lower >= Int::ZERO).then_some(Factor::Lower(*number))
}

/// Maximum number of squares that are added.
const MAX_SQUARES: usize = 12;

/// Terms whose squares help to prove a term: factors that occur twice, and the sums and differences of two such
/// factors.
fn squared(term: &Term, found: &mut Vec<Term>) {
    let first = found.len();
    repeated(term, found);
    let own = found[first..].to_vec();
    for (n, a) in own.iter().enumerate() {
        for b in &own[n + 1..] {
            found.push(Expr::difference(a.clone(), b.clone()));
            found.push(Expr::sum(a.clone(), b.clone()));
        }
    }
    found.truncate(MAX_SQUARES);
}

fn repeated(term: &Term, found: &mut Vec<Term>) {
    let Expr::Apply(operator, arguments) = term else {
        return;
    };
    if *operator == Operator::Mul {
        let product = super::divisions::Product::of(term);
        for (n, factor) in product.factors.iter().enumerate() {
            if product.factors[..n].contains(factor) && !found.contains(factor) {
                found.push(factor.clone());
            }
        }
    }
    arguments
        .iter()
        .for_each(|argument| repeated(argument, found));
}

fn has_product(term: &Term) -> bool {
    match term {
        Expr::Apply(operator, arguments) => {
            let factors = arguments
                .iter()
                .filter(|argument| !matches!(argument, Expr::Integer(_)));
            (*operator == Operator::Mul && factors.count() > 1) || arguments.iter().any(has_product)
        }
        _ => false,
    }
}

/// The distinct divisions in a term.
fn collect(term: &Term, found: &mut Vec<Term>) {
    let Expr::Apply(operator, arguments) = term else {
        return;
    };
    arguments
        .iter()
        .for_each(|argument| collect(argument, found));
    if operator.is_division() && !found.contains(term) && found.len() < 12 {
        found.push(term.clone());
    }
}

/// The sign of a divisor, if it is known.
fn sign_of_divisor(engine: &mut Engine<'_>, division: &Term) -> Option<Sign> {
    let Expr::Apply(_, arguments) = division else {
        return None;
    };
    let range = engine.best_range(arguments.get(1)?, None);
    if range.lower().is_some_and(|lower| *lower > Int::ZERO) {
        Some(Sign::Positive)
    } else if range.upper().is_some_and(|upper| *upper < Int::ZERO) {
        Some(Sign::Negative)
    } else {
        None
    }
}
