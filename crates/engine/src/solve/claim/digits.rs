//! Bounds of numbers in a mixed radix: `x·k + r < m·k` follows from `x < m` and `r < k`, digit by digit. A search by linear
//! programs would need products of three and more factors.

use super::cases::Cases;
use super::points;
use super::polynomial::{divided, monomials_of};
use super::proof_state::ProofState;
use crate::program::Column;
use crate::proof::sequent::{Factor, Inference, Rule, Sequent};
use crate::term::{Expr, Operator};

type Term = Expr<Column>;

/// Maximum number of radices that are tried for an inequality.
const MAX_RADICES: usize = 4;
/// Maximum number of digits.
const MAX_DIGITS: usize = 6;

impl Cases<'_> {
    /// Proves an inequality whose difference is `q·k + r` with `q >= 1` and `k + r` large enough, for a variable or another
    /// term `k >= 0`.
    pub(super) fn by_digits(&mut self, sequent: &Sequent) -> Option<Inference> {
        self.digit(sequent, MAX_DIGITS)
    }

    fn digit(&mut self, sequent: &Sequent, digits: usize) -> Option<Inference> {
        for lemmas in bounds_of_digits(&sequent.goal) {
            let lemmas = lemmas.map(|goal| sequent.with_goal(goal));
            let may_hold = |lemma: &Sequent| points::attempt(lemma, points::FEW).fails.is_none();
            if !lemmas.iter().all(may_hold) {
                continue;
            }
            let inferences = lemmas.iter().map(|lemma| self.bound(lemma, digits));
            let Some(inferences) = inferences.collect::<Option<Vec<_>>>() else {
                continue;
            };
            let shown: Vec<_> = lemmas.into_iter().zip(inferences).collect();
            if let Some(inference) = self.multiplied(sequent, &shown) {
                return Some(inference);
            }
        }
        None
    }

    /// Proves a lemma about a digit.
    fn bound(&mut self, lemma: &Sequent, digits: usize) -> Option<Inference> {
        if !self.can_spend(1) {
            return None;
        }
        self.spend(1);
        let mut engine = self.engine(&lemma.ranges, &lemma.assumptions);
        self.seen(&mut engine, &lemma.goal)
            .or_else(|| self.digit(lemma, digits.checked_sub(1)?))
    }

    /// The sequent from the lemmas, by the product of the first and the last one.
    fn multiplied(&self, sequent: &Sequent, lemmas: &[(Sequent, Inference)]) -> Option<Inference> {
        let Some(((lemma, inference), others)) = lemmas.split_first() else {
            let last = sequent.assumptions.len() - 1;
            let mut state = ProofState::new(sequent.clone());
            state
                .go(Rule::Product(
                    Factor::Assumption(last - 2),
                    Factor::Assumption(last),
                ))
                .then_some(())?;
            let inference = super::arithmetic::infer(&state.sequent, &self.config)?;
            return Some(state.closed(inference));
        };
        let conclude = |conclusion: Sequent| self.multiplied(&conclusion, others);
        self.by_lemma(sequent, lemma.clone(), inference.clone(), conclude)
    }
}

/// What implies an inequality, for each term that may be the radix of its last digit: that the radix is not negative, and
/// bounds of the last digit and of the number that the others are.
pub(super) fn bounds_of_digits(goal: &Term) -> Vec<[Term; 3]> {
    let Expr::Apply(Operator::Le, sides) = goal else {
        return vec![];
    };
    let room = Expr::difference(sides[1].clone(), sides[0].clone());
    let bounds = radices(&room).into_iter().filter_map(|radix| {
        let (quotient, rest) = divided(&room, &radix)?;
        let least = |n: i64, term: Term| Expr::at_most(Expr::integer(n), term);
        Some([
            least(0, radix.clone()),
            least(0, Expr::sum(radix, rest)),
            least(1, quotient),
        ])
    });
    bounds.collect()
}

/// The terms that may be the radix of the last digit: the factors of products.
fn radices(room: &Term) -> Vec<Term> {
    let mut found: Vec<Term> = vec![];
    for monomial in monomials_of(room).unwrap_or_default() {
        if monomial.len() > 1 {
            for factor in monomial {
                if !found.contains(&factor) {
                    found.push(factor);
                }
            }
        }
    }
    found.truncate(MAX_RADICES);
    found
}
