//! Divisions in a case: common factors cancelled, rounding to zero made rounding down or up, and
//! variables written by their digits.

use super::sum::Sum;
use super::{Claim, Ranges};
use crate::number::{self, Int, Range};
use crate::program::Column;
use crate::solve::Engine;
use crate::term::condition::replaced;
use crate::term::{Expr, Operator};

type Term = Expr<Column>;

/// Whether an operator divides.
pub(super) fn is_division(operator: Operator) -> bool {
    matches!(
        operator,
        Operator::FloorDiv
            | Operator::CeilDiv
            | Operator::Mod
            | Operator::TruncDiv
            | Operator::TruncMod
    )
}

/// A term with the common factors of dividends and divisors cancelled, where they are not zero:
/// `(k·a) / (k·b) = a / b` and `(k·a) mod (k·b) = k·(a mod b)`, for each kind of rounding and for
/// negative `k` too.
pub(super) fn cancelled(term: &Term, ranges: &Ranges) -> Term {
    let Expr::Apply(operator, arguments) = term else {
        return term.clone();
    };
    let arguments: Vec<Term> = arguments
        .iter()
        .map(|argument| cancelled(argument, ranges))
        .collect();
    if is_division(*operator)
        && let [dividend, divisor] = &arguments[..]
        && let Some((common, dividend, divisor)) = common_factor(dividend, divisor, ranges)
    {
        let quotient = Expr::apply(*operator, [dividend, divisor]);
        return match operator {
            Operator::Mod | Operator::TruncMod => Expr::apply(Operator::Mul, [common, quotient]),
            _ => quotient,
        };
    }
    Expr::apply(*operator, arguments)
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

/// A common factor that is not zero, and what it leaves of both.
fn common_factor(a: &Term, b: &Term, ranges: &Ranges) -> Option<(Term, Term, Term)> {
    let (mut a, mut b) = (Product::of(a), Product::of(b));
    if b.factors.is_empty() || !number::fits(&a.coefficient) || !number::fits(&b.coefficient) {
        return None;
    }
    let is_nonzero = |factor: &Term| match factor {
        Expr::Leaf(Column::Symbol(number)) => ranges
            .get(number)
            .is_some_and(|range| !range.contains(&Int::ZERO)),
        _ => false,
    };
    let mut common = Product {
        coefficient: number::gcd(&a.coefficient, &b.coefficient),
        factors: vec![],
    };
    let mut left = vec![];
    for factor in b.factors {
        match a.factors.iter().position(|other| *other == factor) {
            Some(position) if is_nonzero(&factor) => {
                a.factors.remove(position);
                common.factors.push(factor);
            }
            _ => left.push(factor),
        }
    }
    if common.factors.is_empty() || common.coefficient.is_zero() {
        return None;
    }
    a.coefficient = &a.coefficient / &common.coefficient;
    b.coefficient = &b.coefficient / &common.coefficient;
    b.factors = left;
    Some((common.term(), a.term(), b.term()))
}

/// How hard it is tried to show what a division needs.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Effort {
    /// By one engine.
    Little,
    /// By what products imply, too: the rest is to be less than a divisor that is no number.
    Much,
}

/// How many divisions of a claim are looked at.
const MAX_SETTLED: usize = 16;

/// A term in which divisions that the facts settle are replaced by what they come to: with
/// `a = b·c + r` and `0 <= r < b`, `a floordiv b = c` and `a mod b = r`. `left` counts down.
fn settled(term: &Term, holds: &mut dyn FnMut(Term, Effort) -> bool, left: &mut usize) -> Term {
    let Expr::Apply(operator, arguments) = term else {
        return term.clone();
    };
    let arguments: Vec<Term> = arguments
        .iter()
        .map(|argument| settled(argument, holds, left))
        .collect();
    if is_division(*operator)
        && *left > 0
        && let [dividend, divisor] = &arguments[..]
    {
        *left -= 1;
        if let Some(found) = quotient_and_rest(*operator, dividend, divisor, holds) {
            return found;
        }
    }
    Expr::apply(*operator, arguments)
}

fn quotient_and_rest(
    operator: Operator,
    dividend: &Term,
    divisor: &Term,
    holds: &mut dyn FnMut(Term, Effort) -> bool,
) -> Option<Term> {
    let zero = || Expr::integer(0);
    let rounded = match operator {
        Operator::TruncDiv => Operator::FloorDiv,
        Operator::TruncMod => Operator::Mod,
        other => other,
    };
    if rounded != operator {
        // Rounding to zero is rounding down where nothing is negative.
        let signs = [
            Expr::at_most(zero(), dividend.clone()),
            Expr::less(zero(), divisor.clone()),
        ];
        if !signs.into_iter().all(|sign| holds(sign, Effort::Little)) {
            return None;
        }
    }
    let down = (rounded != operator).then(|| {
        let arguments = [dividend.clone(), divisor.clone()];
        Expr::apply(rounded, arguments)
    });
    let Some((quotient, rest)) = multiple_and_rest(dividend, divisor) else {
        return down;
    };
    let (lower, upper) = match operator {
        // Rounding up: 0 < r <= b gives one more.
        Operator::CeilDiv => (
            Expr::less(zero(), rest.clone()),
            Expr::at_most(rest.clone(), divisor.clone()),
        ),
        _ => (
            Expr::at_most(zero(), rest.clone()),
            Expr::less(rest.clone(), divisor.clone()),
        ),
    };
    let effort = match (divisor, &quotient) {
        (Expr::Integer(_), _) | (_, Expr::Integer(_)) => Effort::Little,
        _ => Effort::Much,
    };
    if !holds(lower, effort) || !holds(upper, effort) {
        return down;
    }
    Some(match rounded {
        Operator::FloorDiv => quotient,
        Operator::CeilDiv => Expr::sum(quotient, Expr::integer(1)),
        _ => rest,
    })
}

/// The parts of a sum, with products multiplied out, unless they become many.
fn expanded(term: &Term) -> Vec<Term> {
    const MAX_PARTS: usize = 16;
    let Expr::Apply(operator, arguments) = term else {
        return vec![term.clone()];
    };
    match operator {
        Operator::Add => arguments.iter().flat_map(expanded).collect(),
        Operator::Mul => {
            let mut parts: Vec<Vec<Term>> = vec![vec![]];
            for argument in arguments.iter() {
                let own = expanded(argument);
                if parts.len() * own.len() > MAX_PARTS {
                    return vec![term.clone()];
                }
                parts = parts
                    .iter()
                    .flat_map(|part| {
                        own.iter().map(|factor| {
                            let mut product = part.clone();
                            product.push(factor.clone());
                            product
                        })
                    })
                    .collect();
            }
            let product = |factors: Vec<Term>| Expr::apply(Operator::Mul, factors);
            parts.into_iter().map(product).collect()
        }
        _ => vec![term.clone()],
    }
}

/// `c` and `r` of a sum `a = b·c + r`, where `b·c` is what shows `b` as a factor.
fn multiple_and_rest(dividend: &Term, divisor: &Term) -> Option<(Term, Term)> {
    let by = Product::of(divisor);
    if by.coefficient.is_zero() {
        return None;
    }
    let (mut quotient, mut rest) = (vec![], vec![]);
    for part in expanded(dividend) {
        let mut product = Product::of(&part);
        let mut divides = (&product.coefficient % &by.coefficient).is_zero();
        for factor in &by.factors {
            match product.factors.iter().position(|other| other == factor) {
                Some(position) => drop(product.factors.remove(position)),
                None => divides = false,
            }
        }
        if divides {
            product.coefficient = &product.coefficient / &by.coefficient;
            quotient.push(product.term());
        } else {
            rest.push(part);
        }
    }
    let sum = |mut parts: Vec<Term>| match parts.len() {
        0 => Expr::integer(0),
        1 => parts.remove(0),
        _ => Expr::apply(Operator::Add, parts),
    };
    Some((sum(quotient), sum(rest)))
}

/// For a division `a / b` with rounding to zero, by `b` of known sign: what it is for `a >= 0` and
/// for `a <= 0`.
pub(super) fn by_sign_of_dividend(division: &Term, ranges: &Ranges) -> Option<(Term, Term, Term)> {
    let Expr::Apply(operator, arguments) = division else {
        return None;
    };
    let [dividend, divisor] = &arguments[..] else {
        return None;
    };
    let range = match divisor {
        Expr::Integer(value) => Range::constant(value.clone()),
        Expr::Leaf(Column::Symbol(number)) => ranges.get(number)?.clone(),
        _ => return None,
    };
    let is_positive = range.lower().is_some_and(|lower| *lower > Int::ZERO);
    let is_negative = range.upper().is_some_and(|upper| *upper < Int::ZERO);
    if !is_positive && !is_negative {
        return None;
    }
    let negated = |term: &Term| match term {
        Expr::Integer(value) => Expr::Integer(-value),
        _ => Expr::scaled(-1, term.clone()),
    };
    let magnitude = match is_positive {
        true => divisor.clone(),
        false => negated(divisor),
    };
    // |a| / |b|, and |a| mod |b|, rounded down; the quotient has the sign of a·b, the remainder that
    // of a.
    let (down, quotient) = match operator {
        Operator::TruncDiv => (Operator::FloorDiv, true),
        Operator::TruncMod => (Operator::Mod, false),
        _ => return None,
    };
    let at_least = Expr::apply(down, [dividend.clone(), magnitude.clone()]);
    let at_most = Expr::apply(down, [negated(dividend), magnitude]);
    let (at_least, at_most) = match quotient && is_negative {
        true => (negated(&at_least), at_most),
        false => (at_least, negated(&at_most)),
    };
    Some((dividend.clone(), at_least, at_most))
}

impl Claim {
    /// The claim with the divisions settled that its facts settle; none if there are none. `holds`
    /// says what the facts show.
    pub(super) fn settled(&self, holds: &mut dyn FnMut(Term, Effort) -> bool) -> Option<Claim> {
        let mut left = MAX_SETTLED;
        let goal = settled(&self.goal, holds, &mut left);
        (goal != self.goal).then(|| Claim {
            goal,
            ..self.clone()
        })
    }

    /// The claim with a variable that is divided written as `e + t`, `0 <= t <= w`, where the
    /// assumptions say `e <= x <= e + w`. `fresh` gives numbers that no variable has.
    pub(super) fn by_offset(
        &self,
        engine: &mut Engine<'_>,
        fresh: &mut impl FnMut() -> u32,
    ) -> Option<Claim> {
        const MAX_WIDTH: i64 = 64;
        let mut moduli = vec![];
        divisors(&self.goal, &mut moduli);
        for (number, _) in moduli {
            let (mut least, mut greatest) = (vec![], vec![]);
            for assumption in &self.assumptions {
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
                    let Some(width) = engine.store().as_constant(class).cloned() else {
                        continue;
                    };
                    if width < Int::ZERO || width > Int::from(MAX_WIDTH) {
                        continue;
                    }
                    let offset = fresh();
                    let leaf = |number| Expr::Leaf(Column::Symbol(number));
                    let value = Expr::sum(lower.clone(), leaf(offset));
                    let mut claim = self.with_variable(number, &value);
                    claim.ranges.insert(offset, Range::between(0, width));
                    return Some(claim);
                }
            }
        }
        None
    }

    /// The claim with a variable replaced by what it is equal to.
    fn with_variable(&self, number: u32, value: &Term) -> Claim {
        let leaf = Expr::Leaf(Column::Symbol(number));
        let put_in = |term: &Term| replaced(term, &leaf, value);
        let mut claim = Claim {
            ranges: self.ranges.clone(),
            assumptions: self.assumptions.iter().map(put_in).collect(),
            goal: put_in(&self.goal),
        };
        let range = claim.ranges.remove(&number).unwrap_or_else(Range::full);
        if let Some(lower) = range.lower() {
            let lower = Expr::Integer(lower.clone());
            claim.assumptions.push(Expr::at_most(lower, value.clone()));
        }
        if let Some(upper) = range.upper() {
            let upper = Expr::Integer(upper.clone());
            claim.assumptions.push(Expr::at_most(value.clone(), upper));
        }
        claim
    }

    /// The claim with a variable that is divided by integers written as `m·q + r`, `0 <= r < m`,
    /// where `m` is one of the divisors. `fresh` gives numbers that no variable has.
    pub(super) fn by_digits(&self, fresh: &mut impl FnMut() -> u32) -> Option<Claim> {
        let mut moduli: Vec<(u32, Int)> = vec![];
        for term in self.assumptions.iter().chain([&self.goal]) {
            divisors(term, &mut moduli);
        }
        moduli.retain(|(number, modulus)| {
            *modulus > Int::ONE
                && self.ranges.get(number).is_some_and(|range| {
                    // One that is a digit already has no more of them.
                    let width = range.lower().zip(range.upper());
                    width.is_none_or(|(lower, upper)| upper - lower >= *modulus)
                })
        });
        // The finest digit first: its modulus divides the others.
        moduli.sort();
        let (number, modulus) = moduli.first().cloned()?;
        let range = self.ranges.get(&number)?.clone();
        let (quotient, remainder) = (fresh(), fresh());
        let symbol = |number| Expr::Leaf(Column::Symbol(number));
        let value = Expr::sum(
            Expr::scaled(modulus.clone(), symbol(quotient)),
            symbol(remainder),
        );
        let mut claim = self.with_variable(number, &value);
        let m = Range::constant(modulus);
        claim.ranges.insert(quotient, range.floor_div(&m));
        claim.ranges.insert(remainder, range.modulo(&m));
        Some(claim)
    }
}

/// What an inequality says of a variable: `x >= bound` (true) or `x <= bound`, where the variable
/// is not in the bound.
fn bound_of(assumption: &Term, number: u32) -> Option<(bool, Term)> {
    let Expr::Apply(Operator::Le, sides) = assumption else {
        return None;
    };
    let mut sum = Sum::default();
    sum.take_in(&sides[1], &Int::ONE);
    sum.take_in(&sides[0], &Int::NEG_ONE);
    let k = sum.take_out(number)?;
    // k·x + rest >= 0, with k = 1 or −1.
    match k {
        one if one == Int::ONE => Some((true, sum.scaled(&Int::NEG_ONE))),
        minus_one if minus_one == Int::NEG_ONE => Some((false, sum.scaled(&Int::ONE))),
        _ => None,
    }
}

/// The variables that are divided by integers, with the moduli that matter for them.
fn divisors(term: &Term, found: &mut Vec<(u32, Int)>) {
    let Expr::Apply(operator, arguments) = term else {
        return;
    };
    if is_division(*operator)
        && let [dividend, Expr::Integer(divisor)] = &arguments[..]
        && !divisor.is_zero()
    {
        moduli(dividend, &number::magnitude(divisor), found);
    }
    arguments
        .iter()
        .for_each(|argument| divisors(argument, found));
}

/// The variables in a sum, with what is left of a divisor once their coefficient is cancelled.
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
