//! Closed forms of carried columns that change by a polynomial of the trip number.
//!
//! These are the chains of recurrences of Bachmann, Wang and Zima (1994). The change is written over falling powers
//! `tripᵈ = trip·(trip − 1)·…·(trip − d + 1)`, whose sum over the trips before one is `tripᵈ⁺¹ / (d + 1)`. An exact quotient of
//! a falling power, which is the closed form of another carried column, stays one.

use super::super::columns::Carried;
use super::super::knowledge::Knowledge;
use super::outside::write_before;
use crate::number::{Int, gcd};
use crate::program::{Column, Point};
use crate::proof::{MAX_DEGREE, falling_power};
use crate::term::{ENode, Expr, Form, Id, Operator};

/// What an attempt at a closed form needs or found.
pub(super) enum Attempt {
    /// There is no such closed form.
    None,
    /// It needs the class of a column.
    Needs(Column),
    /// The closed form.
    Found(Expr<Column>),
}

/// The closed form of a carried column whose change is not invariant.
pub(super) fn polynomial_form(known: &Knowledge<'_>, carried: Carried, change: &Form) -> Attempt {
    let Some(counter) = carried.counter else {
        return Attempt::None;
    };
    let Some(trip) = known.columns.done(Column::Trip(counter)) else {
        return Attempt::Needs(Column::Trip(counter));
    };
    let found = Point::before(known.points.program, carried.op)
        .and_then(|before| summed(known, carried, change, trip, before));
    found.map_or(Attempt::None, Attempt::Found)
}

/// The factors of a product; a class that is none is its only factor.
fn factors(known: &Knowledge<'_>, atom: Id) -> Vec<Id> {
    let mut nodes = known.egraph.nodes(atom);
    let factors = nodes.find_map(|node| match node {
        ENode::Apply(Operator::Mul, factors) => Some(factors),
        _ => None,
    });
    match factors {
        Some(all) => all
            .iter()
            .map(|&factor| known.egraph.find(factor))
            .collect(),
        None => vec![atom],
    }
}

/// The numerator and the divisor of a quotient by a number.
fn quotient<'k>(known: &'k Knowledge<'_>, atom: Id) -> Option<(&'k Form, i64)> {
    let mut nodes = known.egraph.nodes(atom);
    nodes.find_map(|node| match node {
        ENode::Apply(Operator::FloorDiv, arguments) => {
            let [numerator, divisor] = arguments[..] else {
                return None;
            };
            let divisor = known.egraph.as_constant(divisor)?;
            Some((known.egraph.form(numerator), i64::try_from(divisor).ok()?))
        }
        _ => None,
    })
}

/// The trip number as an atom and a start, which is a term over columns before the loop: `trip = atom + start`.
struct Counting {
    atom: Id,
    start: Expr<Column>,
}

/// `factor·symbols·tripᵈ / divisor` with the falling power of the degree `d`.
struct Monomial {
    factor: Int,
    symbols: Vec<Expr<Column>>,
    degree: i64,
    divisor: i64,
}

/// The initial value and the sum of the changes in the trips before one.
fn summed(
    known: &Knowledge<'_>,
    carried: Carried,
    change: &Form,
    trip: Id,
    before: Point,
) -> Option<Expr<Column>> {
    let counting = counting(known, trip, before)?;
    let trips = Expr::Leaf(Column::Trip(carried.counter?));
    let (mut monomials, mut rest) = (vec![], change.clone());
    for (atom, factor) in change.terms() {
        if let Some(found) = falling_powers(known, &counting, *atom, factor, before)? {
            rest = rest.sub(&Form::atom(*atom).scale(factor)?)?;
            for monomial in found {
                add(&mut monomials, monomial);
            }
        }
    }
    let rest = write_before(known, &rest, before)?;
    let (constant, powers): (Vec<_>, Vec<_>) = monomials
        .into_iter()
        .partition(|monomial| monomial.degree == 0);
    let constant = constant
        .into_iter()
        .map(|it| product_of(it.factor, it.symbols));
    let mut added: Vec<_> = constant.collect();
    if rest != Expr::integer(0) {
        added.insert(0, rest);
    }
    let mut parts = vec![Expr::Leaf(carried.initial)];
    if !added.is_empty() {
        parts.push(product_of(Int::ONE, vec![sum_of(added), trips.clone()]));
    }
    for monomial in powers {
        parts.push(sum_over_trips(monomial, &trips)?);
    }
    Some(sum_of(parts))
}

/// The atom `x` of a trip number `x + start`.
fn counting(known: &Knowledge<'_>, trip: Id, before: Point) -> Option<Counting> {
    let form = known.egraph.form(trip);
    let mut found = None;
    for (atom, factor) in form.terms() {
        let exists = write_before(known, &Form::atom(*atom), before).is_some();
        if !exists && (found.is_some() || *factor != Int::ONE) {
            return None;
        }
        if !exists {
            found = Some(*atom);
        }
    }
    let atom = found?;
    let start = form.sub(&Form::atom(atom))?;
    let start = write_before(known, &start, before)?;
    Some(Counting { atom, start })
}

/// A multiple of an atom over falling powers of the trip number; `Some(None)` if it does not depend on it as a polynomial does.
fn falling_powers(
    known: &Knowledge<'_>,
    counting: &Counting,
    atom: Id,
    factor: &Int,
    before: Point,
) -> Option<Option<Vec<Monomial>>> {
    let (counters, others): (Vec<Id>, Vec<Id>) = factors(known, atom)
        .into_iter()
        .partition(|&factor| factor == counting.atom);
    let power = i64::try_from(counters.len()).ok()?;
    let (mut symbols, mut quotients) = (vec![], vec![]);
    for other in others {
        match exact_quotient(known, counting, other) {
            Some(found) => quotients.push(found),
            None => symbols.push(other),
        }
    }
    let symbols = |first: Vec<Expr<Column>>| {
        let others = symbols
            .iter()
            .map(|&it| write_before(known, &Form::atom(it), before));
        first
            .into_iter()
            .map(Some)
            .chain(others)
            .collect::<Option<Vec<_>>>()
    };
    match (power, &quotients[..]) {
        (0, []) => Some(None),
        (0, &[(degree, divisor)]) => Some(Some(vec![Monomial {
            factor: factor.clone(),
            symbols: symbols(vec![])?,
            degree,
            divisor,
        }])),
        (1..MAX_DEGREE, []) => {
            let mut monomials = vec![];
            for (count, starts, degree) in expansion(power) {
                let (mut factor, mut first) = (factor * &Int::from(count), vec![]);
                for _ in 0..starts {
                    factor = -factor;
                    match &counting.start {
                        Expr::Integer(start) => factor *= start,
                        start => first.push(start.clone()),
                    }
                }
                monomials.push(Monomial {
                    factor,
                    symbols: symbols(first)?,
                    degree,
                    divisor: 1,
                });
            }
            Some(Some(monomials))
        }
        _ => None,
    }
}

/// `(trip − start)ᵖ = Σ count·(−start)ˢ·tripᵈ` with falling powers, as `(count, s, d)`.
fn expansion(power: i64) -> Vec<(i64, i64, i64)> {
    // (trip − start)·tripᵈ = tripᵈ⁺¹ + d·tripᵈ − start·tripᵈ
    (0..power).fold(vec![(1, 0, 0)], |terms, _| {
        let mut next: Vec<(i64, i64, i64)> = vec![];
        for (count, starts, degree) in terms {
            let parts = [
                (count, starts, degree + 1),
                (count * degree, starts, degree),
                (count, starts + 1, degree),
            ];
            for (count, starts, degree) in parts {
                let same = next.iter_mut().find(|it| (it.1, it.2) == (starts, degree));
                match same {
                    Some(same) => same.0 += count,
                    None => next.push((count, starts, degree)),
                }
            }
        }
        next.retain(|term| term.0 != 0);
        next
    })
}

/// The degree and the divisor of a quotient that is the one of a falling power of the trip number.
fn exact_quotient(known: &Knowledge<'_>, counting: &Counting, atom: Id) -> Option<(i64, i64)> {
    let Expr::Integer(start) = &counting.start else {
        return None;
    };
    let (numerator, divisor) = quotient(known, atom)?;
    let start = i64::try_from(start).ok()?;
    let mut coefficients = vec![numerator.constant().clone()];
    for (atom, factor) in numerator.terms() {
        let factors = factors(known, *atom);
        let degree = factors.len();
        if degree as i64 > MAX_DEGREE || factors.iter().any(|&it| it != counting.atom) {
            return None;
        }
        coefficients.resize(coefficients.len().max(degree + 1), Int::ZERO);
        coefficients[degree] = factor.clone();
    }
    let degree = coefficients.len() as i64 - 1;
    let factorial: i64 = (1..=degree).product();
    let is_exact = degree >= 2 && divisor >= 2 && factorial % divisor == 0;
    (is_exact && coefficients == falling_coefficients(degree, start)?).then_some((degree, divisor))
}

/// The coefficients of the falling power of `x + start`.
fn falling_coefficients(degree: i64, start: i64) -> Option<Vec<Int>> {
    let mut coefficients = vec![Int::ONE];
    for k in 0..degree {
        let constant = Int::from(start.checked_sub(k)?);
        let mut next = vec![Int::ZERO];
        next.extend(coefficients.iter().cloned());
        for (at, coefficient) in coefficients.iter().enumerate() {
            next[at] += coefficient * &constant;
        }
        coefficients = next;
    }
    Some(coefficients)
}

/// Adds a monomial to a sum.
fn add(sum: &mut Vec<Monomial>, monomial: Monomial) {
    let is_same = |it: &&mut Monomial| {
        it.symbols == monomial.symbols
            && (it.degree, it.divisor) == (monomial.degree, monomial.divisor)
    };
    match sum.iter_mut().find(is_same) {
        Some(same) => same.factor += monomial.factor,
        None => sum.push(monomial),
    }
    sum.retain(|it| !it.factor.is_zero());
}

/// The sum of a monomial over the trips before one, with a quotient only if the factor needs it.
fn sum_over_trips(monomial: Monomial, trips: &Expr<Column>) -> Option<Expr<Column>> {
    let Monomial {
        mut factor,
        mut symbols,
        degree,
        divisor,
    } = monomial;
    let degree = degree + 1;
    if degree > MAX_DEGREE {
        return None;
    }
    let mut divisor = divisor * degree;
    if divisor == degree {
        let common = gcd(&factor, &Int::from(degree));
        divisor /= i64::try_from(&common).ok()?;
        factor /= &common;
    }
    match divisor {
        1 => {
            let later = (1..degree).map(|k| Expr::sum(trips.clone(), Expr::integer(-k)));
            symbols.push(trips.clone());
            symbols.extend(later);
        }
        _ => symbols.push(falling_power(trips, degree, divisor)),
    }
    Some(product_of(factor, symbols))
}

fn product_of(factor: Int, mut factors: Vec<Expr<Column>>) -> Expr<Column> {
    if factor != Int::ONE {
        factors.insert(0, Expr::Integer(factor));
    }
    apply(Operator::Mul, factors, 1)
}

fn sum_of(parts: Vec<Expr<Column>>) -> Expr<Column> {
    apply(Operator::Add, parts, 0)
}

/// An operator over arguments; the only argument, or the neutral element.
fn apply(operator: Operator, mut arguments: Vec<Expr<Column>>, neutral: i64) -> Expr<Column> {
    match (arguments.len(), arguments.pop()) {
        (_, None) => Expr::integer(neutral),
        (1, Some(only)) => only,
        (_, Some(last)) => {
            arguments.push(last);
            Expr::apply(operator, arguments)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn powers_are_sums_of_falling_powers() {
        for power in 0..MAX_DEGREE {
            for (trip, start) in [(0, 0), (1, 2), (5, 3), (7, -2)] {
                let falling = |degree| (0..degree).map(|k| trip - k).product::<i64>();
                let terms = expansion(power).into_iter();
                let sum = terms.map(|(count, starts, degree)| {
                    count * start_power(start, starts) * falling(degree)
                });
                assert_eq!(sum.sum::<i64>(), (trip - start).pow(power as u32));
            }
        }
    }

    fn start_power(start: i64, power: i64) -> i64 {
        (0..power).map(|_| -start).product()
    }

    #[test]
    fn coefficients_are_those_of_the_product() {
        for (x, start) in [(0, 0), (4, 1), (-3, 5)] {
            let coefficients = falling_coefficients(3, start).expect("small numbers");
            let powers = (0..4).map(|k| Int::from(i64::pow(x, k)));
            let sum: Int = coefficients.iter().zip(powers).map(|(c, p)| c * &p).sum();
            let t = x + start;
            assert_eq!(sum, Int::from(t * (t - 1) * (t - 2)));
        }
    }
}
