//! Divisions in claims: cancels common factors, replaces truncation by floor or ceiling division, and decomposes
//! variables into digits.

use super::cases::Cases;
use super::polynomial::divided;
use super::proof_state::ProofState;
use super::sum::Sum;
use crate::number::{self, Int};
use crate::program::Column;
use crate::proof::sequent::{Conversion, Inference, Place, Rule, Sequent};
use crate::solve::Engine;
use crate::term::condition::nonzero;
use crate::term::{Expr, Operator};
use calipers_support::order::Order;

type Term = Expr<Column>;

/// Cancels common factors of dividends and divisors, inner divisions first.
pub(super) fn cancel(state: &mut ProofState) {
    for _ in 0..MAX_SETTLED {
        let rule = cancellation(&state.sequent);
        if rule.is_none_or(|rule| !state.go(rule)) {
            return;
        }
    }
}

/// The rule that cancels the first division with a common factor.
fn cancellation(sequent: &Sequent) -> Option<Rule> {
    let mut terms = sequent.assumptions.iter().chain([&sequent.goal]);
    terms.find_map(|term| {
        first_division(term, &mut |operator, dividend, divisor| {
            let is_nonzero = |factor: &Term| match factor {
                Expr::Leaf(Column::Symbol(number)) => sequent
                    .ranges
                    .get(number)
                    .is_some_and(|range| !range.contains(&Int::ZERO)),
                _ => false,
            };
            let part = Expr::apply(operator, [dividend.clone(), divisor.clone()]);
            Some(Rule::Convert {
                part,
                conversion: without_common_factor(dividend, divisor, is_nonzero)?,
                place: Place::Everywhere,
            })
        })
    })
}

/// The first division, innermost first, for which `wanted` returns a result.
fn first_division<T>(
    term: &Term,
    wanted: &mut impl FnMut(Operator, &Term, &Term) -> Option<T>,
) -> Option<T> {
    let Expr::Apply(operator, arguments) = term else {
        return None;
    };
    for argument in arguments.iter() {
        if let Some(found) = first_division(argument, wanted) {
            return Some(found);
        }
    }
    match &arguments[..] {
        [dividend, divisor] if operator.is_division() => wanted(*operator, dividend, divisor),
        _ => None,
    }
}

/// A product: an integer times other factors.
pub(super) struct Product {
    coefficient: Int,
    pub(super) factors: Vec<Term>,
}

impl Product {
    pub(super) fn of(term: &Term) -> Product {
        let mut product = Product {
            coefficient: Int::ONE,
            factors: vec![],
        };
        product.take_in(term);
        product
    }

    fn take_in(&mut self, term: &Term) {
        match term {
            Expr::Integer(value) => self.coefficient *= value,
            Expr::Apply(Operator::Mul, all) => all.iter().for_each(|factor| self.take_in(factor)),
            _ => self.factors.push(term.clone()),
        }
    }

    fn term(self) -> Term {
        let mut factors = self.factors;
        if self.coefficient != Int::ONE || factors.is_empty() {
            factors.insert(0, Expr::Integer(self.coefficient));
        }
        match &factors[..] {
            [only] => only.clone(),
            _ => Expr::apply(Operator::Mul, factors),
        }
    }
}

/// The conversion that cancels those common factors of dividend and divisor that satisfy `wanted`.
fn without_common_factor(a: &Term, b: &Term, wanted: impl Fn(&Term) -> bool) -> Option<Conversion> {
    let (mut a, mut b) = (Product::of(a), Product::of(b));
    if b.factors.is_empty() || !number::fits(&a.coefficient) || !number::fits(&b.coefficient) {
        return None;
    }
    let mut common = Product {
        coefficient: number::gcd(&a.coefficient, &b.coefficient),
        factors: vec![],
    };
    let mut left = vec![];
    for factor in b.factors {
        match a.factors.iter().position(|other| *other == factor) {
            Some(position) if wanted(&factor) => {
                a.factors.remove(position);
                common.factors.push(factor);
            }
            _ => left.push(factor),
        }
    }
    let is_one = common.factors.is_empty() && common.coefficient == Int::ONE;
    if is_one || common.coefficient.is_zero() {
        return None;
    }
    a.coefficient = &a.coefficient / &common.coefficient;
    b.coefficient = &b.coefficient / &common.coefficient;
    b.factors = left;
    Some(Conversion::Cancelled {
        common: common.term(),
        dividend: a.term(),
        divisor: b.term(),
    })
}

/// Proves that a term is not 0, since it is a factor of a term that is assumed not to be 0.
fn as_factor(sequent: &Sequent) -> Option<Inference> {
    let of = nonzero(&sequent.goal)?;
    let mut all = sequent.assumptions.iter().enumerate();
    all.find_map(|(assumption, product)| {
        let (cofactor, rest) = divided(nonzero(product)?, of)?;
        let rule = Rule::Factor {
            assumption,
            cofactor,
        };
        (rest == Expr::integer(0) && rule.apply(sequent).is_ok()).then(|| Inference::leaf(rule))
    })
}

/// The effort to prove the side conditions of a conversion.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Effort {
    /// A single engine.
    Little,
    /// Also the products of inequalities: they prove that the remainder is less than a symbolic divisor.
    Much,
}

/// Limit of the divisions of a claim.
const MAX_SETTLED: usize = 16;

impl Cases<'_> {
    /// Replaces divisions of the goal by their results, if the facts determine these: with `a = b·c + r` and
    /// `0 <= r < b`, `a floordiv b = c` and `a mod b = r`. `engine` has the facts. Returns whether a division was
    /// replaced.
    pub(super) fn settle(&mut self, state: &mut ProofState, engine: &mut Engine<'_>) -> bool {
        let mut left = MAX_SETTLED;
        let mut tried: Vec<Term> = vec![];
        let mut is_settled = false;
        loop {
            let next = first_division(&state.sequent.goal, &mut |operator, a, b| {
                let part = Expr::apply(operator, [a.clone(), b.clone()]);
                (!tried.contains(&part)).then_some((operator, a.clone(), b.clone(), part))
            });
            let Some((operator, dividend, divisor, part)) = next else {
                return is_settled;
            };
            if left == 0 {
                return is_settled;
            }
            left -= 1;
            tried.push(part.clone());
            let mut convert = |part: &Term, conversion, effort| {
                let rule = Rule::Convert {
                    part: part.clone(),
                    conversion,
                    place: Place::Goal,
                };
                state.step(rule, |sequent| {
                    let seen = self.seen(engine, &sequent.goal);
                    seen.or_else(|| as_factor(&sequent))
                        .or_else(|| match effort {
                            Effort::Much if self.can_spend(8) => self.refute(&sequent),
                            _ => None,
                        })
                })
            };
            let mut part = part;
            // Truncation is floor division if the dividend and the divisor are not negative.
            let mut operator = operator;
            let rounded = match operator {
                Operator::TruncDiv => Operator::FloorDiv,
                Operator::TruncMod => Operator::Mod,
                other => other,
            };
            if rounded != operator && convert(&part, Conversion::Down, Effort::Little) {
                is_settled = true;
                operator = rounded;
                part = Expr::apply(rounded, [dividend.clone(), divisor.clone()]);
                tried.push(part.clone());
            }
            let divided = divided(&dividend, &divisor);
            if let Some((quotient, rest)) = divided.clone()
                && operator == rounded
            {
                let effort = match (&divisor, &quotient) {
                    (Expr::Integer(_), _) | (_, Expr::Integer(_)) => Effort::Little,
                    _ => Effort::Much,
                };
                if convert(&part, Conversion::Settled { quotient, rest }, effort) {
                    is_settled = true;
                    continue;
                }
            }
            // The rewrites already handle divisions by an integer.
            if matches!(divisor, Expr::Integer(_)) {
                continue;
            }
            let zero = Expr::integer(0);
            if let Some((quotient, rest)) = divided
                && quotient != zero
                && (operator == rounded || rest == zero)
                && convert(&part, Conversion::Split { quotient, rest }, Effort::Little)
            {
                is_settled = true;
            } else if let Some(cancelled) = without_common_factor(&dividend, &divisor, |_| true) {
                is_settled |= convert(&part, cancelled, Effort::Little);
            }
        }
    }

    /// Writes a divided variable as `e + t`, `0 <= t <= w`, if the assumptions state `e <= x <= e + w`. Returns whether
    /// there is one.
    pub(super) fn offset(&mut self, state: &mut ProofState, engine: &mut Engine<'_>) -> bool {
        const MAX_WIDTH: i64 = 64;
        let mut moduli = vec![];
        divisors(&state.sequent.goal, &mut moduli);
        for (number, _) in moduli {
            let (mut least, mut greatest) = (vec![], vec![]);
            for assumption in &state.sequent.assumptions {
                match bound_of(assumption, number) {
                    Some((true, bound)) => least.push(bound),
                    Some((false, bound)) => greatest.push(bound),
                    None => {}
                }
            }
            for lower in &least {
                for upper in &greatest {
                    let width = Expr::difference(upper.clone(), lower.clone());
                    let class = engine.class_of_term(&width);
                    let Some(width) = engine.egraph().as_constant(class).cloned() else {
                        continue;
                    };
                    if width < Int::ZERO || width > Int::from(MAX_WIDTH) {
                        continue;
                    }
                    let rule = Rule::Offset {
                        symbol: number,
                        from: lower.clone(),
                        width,
                        offset: self.fresh(),
                    };
                    if state.step(rule, |sequent| self.seen(engine, &sequent.goal)) {
                        return true;
                    }
                }
            }
        }
        false
    }
}

/// The rule that writes a variable with constant divisors as `m·q + r`, `0 <= r < m`, for one of the divisors `m`.
/// `fresh` returns unused numbers of variables.
pub(super) fn digits(sequent: &Sequent, fresh: &mut impl FnMut() -> u32) -> Option<Rule> {
    let mut moduli: Vec<(u32, Int)> = vec![];
    for term in sequent.assumptions.iter().chain([&sequent.goal]) {
        divisors(term, &mut moduli);
    }
    moduli.retain(|(number, modulus)| {
        *modulus > Int::ONE
            && sequent.ranges.get(number).is_some_and(|range| {
                // A digit has no further digits.
                let width = range.lower().zip(range.upper());
                width.is_none_or(|(lower, upper)| upper - lower >= *modulus)
            })
    });
    // The finest digit first: its modulus divides the others.
    moduli.order();
    let (symbol, modulus) = moduli.first().cloned()?;
    Some(Rule::Digits {
        symbol,
        modulus,
        quotient: fresh(),
        remainder: fresh(),
    })
}

/// The bound of a variable that an inequality states: `x >= bound` (true) or `x <= bound`. The bound does not mention
/// the variable.
fn bound_of(assumption: &Term, number: u32) -> Option<(bool, Term)> {
    let Expr::Apply(Operator::Le, sides) = assumption else {
        return None;
    };
    let mut sum = Sum::room(sides);
    let k = sum.take_out(number)?;
    // k·x + rest >= 0, with k = 1 or −1.
    match k {
        one if one == Int::ONE => Some((true, sum.scaled(&Int::NEG_ONE))),
        minus_one if minus_one == Int::NEG_ONE => Some((false, sum.scaled(&Int::ONE))),
        _ => None,
    }
}

/// The variables with constant divisors, with their moduli.
fn divisors(term: &Term, found: &mut Vec<(u32, Int)>) {
    let Expr::Apply(operator, arguments) = term else {
        return;
    };
    if operator.is_division()
        && let [dividend, Expr::Integer(divisor)] = &arguments[..]
        && !divisor.is_zero()
    {
        moduli(dividend, &divisor.magnitude(), found);
    }
    arguments
        .iter()
        .for_each(|argument| divisors(argument, found));
}

/// The variables of a sum, with the divisor reduced by their coefficient.
fn moduli(sum: &Term, divisor: &Int, found: &mut Vec<(u32, Int)>) {
    match sum {
        Expr::Leaf(Column::Symbol(number)) => found.push((*number, divisor.clone())),
        Expr::Apply(Operator::Add, all) => all.iter().for_each(|part| moduli(part, divisor, found)),
        Expr::Apply(Operator::Mul, all) => {
            let (mut coefficient, mut factors) = (Int::ONE, vec![]);
            for factor in all.iter() {
                match factor {
                    Expr::Integer(value) => coefficient *= value,
                    other => factors.push(other),
                }
            }
            let left = divisor / number::gcd(divisor, &coefficient);
            for factor in factors {
                moduli(factor, &left, found);
            }
        }
        _ => {}
    }
}
