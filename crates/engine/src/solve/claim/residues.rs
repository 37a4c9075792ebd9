//! Claims that depend only on residues of their variables: squares and other polynomials modulo an integer. They are
//! proved for each combination of residues.

use super::canonical::symbols;
use super::cases::{Cases, at_all_points};
use super::polynomial::{divided, expanded};
use super::proof_state::ProofState;
use crate::number::{self, Int, Range};
use crate::program::Column;
use crate::proof::sequent::{Conversion, Distinction, Inference, Place, Rule, Sequent};
use crate::term::condition::{as_negated, is_condition, negated};
use crate::term::{Expr, Operator};
use calipers_support::order::Order;
use std::collections::BTreeMap;

type Term = Expr<Column>;

/// Maximum number of operators that are evaluated at all residues.
const MAX_WORK: usize = 60_000;
/// Maximum modulus of a variable.
const MAX_MODULUS: i64 = 512;
/// Maximum modulus, and number of them, by which two polynomials are distinguished.
const MAX_DISTINGUISHING: i64 = 64;
const MAX_TRIED: usize = 4;

/// The moduli of variables: a term has the same value for variables that differ by multiples.
type Moduli = BTreeMap<u32, Int>;

impl Cases<'_> {
    /// Proves a goal that depends only on residues, by the assumptions that do as well.
    pub(super) fn by_residues(&mut self, sequent: &Sequent) -> Option<Inference> {
        if let Some(moduli) = holds_for_residues(sequent) {
            return self.at_residues(sequent, moduli);
        }
        let mut goal = vec![sequent.goal.clone()];
        let periodic = |it: &&Term| add_periods(it, &mut Moduli::new()).is_some();
        goal.extend(sequent.assumptions.iter().filter(periodic).map(negated));
        if goal.len() == 1 {
            return None;
        }
        let lemma = sequent.with_goal(Expr::apply(Operator::Max, goal));
        let inference = self.at_residues(&lemma, holds_for_residues(&lemma)?)?;
        // The goal is one of the alternatives, and assumptions exclude the others.
        let conclude = |conclusion: Sequent| {
            let last = conclusion.assumptions.len() - 1;
            let rule = Rule::Cases(Distinction::AndElim(last));
            let cases = rule.apply(&conclusion).ok()?.into_iter();
            let premises = cases.map(|case| {
                let mut engine = self.engine(&case.ranges, &case.assumptions);
                self.seen(&mut engine, &case.goal)
            });
            let premises = premises.collect::<Option<Vec<Inference>>>()?;
            Some(Inference { rule, premises })
        };
        self.by_lemma(sequent, lemma, inference, conclude)
    }

    /// Proves a goal that holds for all residues modulo these numbers.
    fn at_residues(&mut self, sequent: &Sequent, moduli: Moduli) -> Option<Inference> {
        let mut state = ProofState::new(sequent.clone());
        for (symbol, modulus) in moduli {
            if modulus > Int::ONE {
                let (quotient, remainder) = (self.fresh(), self.fresh());
                let rule = Rule::Digits {
                    symbol,
                    modulus,
                    quotient,
                    remainder,
                };
                state.go(rule);
            }
        }
        self.without_multiples(&mut state);
        let sequent = state.sequent.clone();
        let mut general = sequent.with_goal(sequent.goal.clone());
        general.assumptions.clear();
        let mentioned = symbols(&general.goal);
        general
            .ranges
            .retain(|number, _| mentioned.contains(number));
        at_all_points(&general).filter(|holds| *holds)?;
        let same = |&number: &u32| (number, Expr::Leaf(Column::Symbol(number)));
        let values = general.ranges.keys().map(same).collect();
        let points = Inference::leaf(Rule::Points);
        let inference = self.instance(&sequent, general, values, points)?;
        Some(state.closed(inference))
    }

    /// Removes multiples of the divisors from the dividends in the goal, the innermost first.
    fn without_multiples(&self, state: &mut ProofState) {
        const MAX_STEPS: usize = 32;
        let mut seen: Vec<Term> = vec![];
        for _ in 0..MAX_STEPS {
            let Some((division, quotient, rest)) = with_multiple(&state.sequent.goal, &seen) else {
                return;
            };
            seen.push(division.clone());
            let rule = Rule::Convert {
                part: division,
                conversion: Conversion::Split { quotient, rest },
                place: Place::Goal,
            };
            state.step(rule, |premise| {
                let mut engine = self.engine(&premise.ranges, &[]);
                self.seen(&mut engine, &premise.goal)
            });
        }
    }

    /// Proves that two polynomials differ, or that assumptions are contradictory, because the polynomials on both sides of
    /// an equality differ modulo one of their coefficients.
    pub(super) fn by_distinct_residues(&mut self, sequent: &Sequent) -> Option<Inference> {
        let goal = as_negated(&sequent.goal).into_iter();
        let equalities: Vec<Term> = goal.chain(&sequent.assumptions).cloned().collect();
        for equality in equalities {
            let Some((lemma, moduli, difference)) = distinct_residues(sequent, &equality) else {
                continue;
            };
            let Some(inference) = self.at_residues(&lemma, moduli) else {
                continue;
            };
            let conclude = |conclusion| self.contradicts(conclusion, difference);
            if let Some(found) = self.by_lemma(sequent, lemma, inference, conclude) {
                return Some(found);
            }
        }
        None
    }

    /// Proves a sequent with the assumption that `difference` is no multiple of a number, though it is 0.
    fn contradicts(&self, sequent: Sequent, difference: Term) -> Option<Inference> {
        let mut state = ProofState::new(sequent);
        state.go(Rule::ByContradiction).then_some(())?;
        let is_zero = Rule::Convert {
            part: difference,
            conversion: Conversion::Equal(Expr::integer(0)),
            place: Place::Everywhere,
        };
        let infer = |premise: Sequent| super::arithmetic::infer(&premise, &self.config);
        state.step(is_zero, infer).then_some(())?;
        let inference = infer(state.sequent.clone())?;
        Some(state.closed(inference))
    }
}

/// The first innermost division by a constant, other than those that were seen, that has multiples of the divisor in its
/// dividend: with the quotient and the rest.
fn with_multiple(term: &Term, seen: &[Term]) -> Option<(Term, Term, Term)> {
    let Expr::Apply(operator, parts) = term else {
        return None;
    };
    let inner = parts.iter().find_map(|it| with_multiple(it, seen));
    inner.or_else(|| {
        let is_constant = matches!(parts.get(1), Some(Expr::Integer(_)));
        if !operator.is_division() || !is_constant || seen.contains(term) {
            return None;
        }
        let (quotient, rest) = divided(&parts[0], &parts[1])?;
        (quotient != Expr::integer(0)).then(|| (term.clone(), quotient, rest))
    })
}

/// The moduli of the variables of a goal that holds for all residues; `None` if it depends on more than these, or does not
/// hold for all.
fn holds_for_residues(sequent: &Sequent) -> Option<Moduli> {
    let mut moduli = Moduli::new();
    add_periods(&sequent.goal, &mut moduli)?;
    let has_variables = !moduli.is_empty();
    let is_small = |modulus: &Int| *modulus <= Int::from(MAX_MODULUS);
    (has_variables && moduli.values().all(is_small)).then_some(())?;
    let range = |(&number, modulus): (&u32, &Int)| (number, Range::between(0, modulus - Int::ONE));
    let residues = Sequent {
        ranges: moduli.iter().map(range).collect(),
        assumptions: vec![],
        goal: sequent.goal.clone(),
    };
    let holds = residues.holds_at_all_points(&mut { MAX_WORK })?;
    holds.then_some(moduli)
}

/// The lemma that the difference of both sides of an equality is no multiple of one of its coefficients, the moduli of its
/// variables, and the difference.
fn distinct_residues(sequent: &Sequent, equality: &Term) -> Option<(Sequent, Moduli, Term)> {
    let Expr::Apply(Operator::Eq, sides) = equality else {
        return None;
    };
    if sides.iter().any(is_condition) {
        return None;
    }
    let difference = expanded(&Expr::difference(sides[0].clone(), sides[1].clone()))?;
    let Expr::Apply(Operator::Add, parts) = &difference else {
        return None;
    };
    let mut moduli: Vec<Int> = vec![];
    for part in parts.iter() {
        if let Expr::Apply(Operator::Mul, factors) = part
            && let Some(Expr::Integer(k)) = factors.first()
            && (Int::from(2)..=Int::from(MAX_DISTINGUISHING)).contains(&k.magnitude())
        {
            moduli.push(k.magnitude());
        }
    }
    moduli.order();
    moduli.dedup();
    moduli.truncate(MAX_TRIED);
    let lemmas = moduli.into_iter().map(|modulus| {
        let modulus = Expr::Integer(modulus);
        let remainder = Expr::apply(Operator::Mod, [difference.clone(), modulus]);
        sequent.with_goal(negated(&Expr::equal(remainder, Expr::integer(0))))
    });
    let mut lemmas = lemmas.filter_map(|lemma| Some((holds_for_residues(&lemma)?, lemma)));
    let (moduli, lemma) = lemmas.next()?;
    Some((lemma, moduli, difference))
}

/// Adds moduli of the variables for which a term has the same value for the same residues; `None` if there are none.
fn add_periods(term: &Term, moduli: &mut Moduli) -> Option<()> {
    match term {
        Expr::Integer(_) => Some(()),
        Expr::Apply(Operator::Mod, parts) => match &parts[..] {
            [dividend, Expr::Integer(divisor)] if *divisor > Int::ZERO => {
                add_moduli(dividend, divisor, moduli)
            }
            _ => None,
        },
        Expr::Apply(_, parts) => parts.iter().try_for_each(|it| add_periods(it, moduli)),
        Expr::Leaf(_) => None,
    }
}

/// Adds moduli of the variables for which a term is the same modulo `modulus` for the same residues.
fn add_moduli(term: &Term, modulus: &Int, moduli: &mut Moduli) -> Option<()> {
    match term {
        Expr::Integer(_) => Some(()),
        Expr::Leaf(Column::Symbol(number)) => {
            let own = moduli.entry(*number).or_insert(Int::ONE);
            *own = &*own / number::gcd(own, modulus) * modulus;
            (*own <= Int::from(MAX_MODULUS)).then_some(())
        }
        Expr::Apply(Operator::Add, parts) => parts
            .iter()
            .try_for_each(|it| add_moduli(it, modulus, moduli)),
        Expr::Apply(Operator::Mul, factors) => {
            let mut modulus = modulus.clone();
            for factor in factors.iter() {
                if let Expr::Integer(k) = factor {
                    modulus = &modulus / number::gcd(&modulus, k);
                }
            }
            let mut factors = factors.iter();
            factors.try_for_each(|it| add_moduli(it, &modulus, moduli))
        }
        Expr::Apply(Operator::FloorDiv | Operator::CeilDiv, parts) => match &parts[..] {
            [dividend, Expr::Integer(divisor)] if *divisor > Int::ZERO => {
                add_moduli(dividend, &(modulus * divisor), moduli)
            }
            _ => None,
        },
        other => add_periods(other, moduli),
    }
}
