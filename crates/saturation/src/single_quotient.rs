//! Sums of quotients that are a single quotient or remainder.
//!
//! A term of sums, multiples, quotients and remainders by positive constants is linear up to a period in each of its atoms:
//! `f(x + L) = f(x) + S`. Its values in one period decide if it is `l·x + c + m·⌊(p·x + b) / q⌋` with 0 <= p < q: each
//! step `f(x + 1) − f(x)` is then `l` or `l + m`, the slope `p / q` follows from `S`, and each value bounds `b`. Two
//! functions with the same slopes that agree in a period agree everywhere, so that the two terms are equal.
//!
//! No set of rewrite rules does this: `x floordiv 2 − x floordiv 4 = (x + 2) floordiv 4` has an own proof for each pair of
//! divisors.

use super::extract::{Criterion, Preference, Size};
use calipers_number::Int;
use calipers_program::term::{Expr, Operator};
use std::cmp::Ordering;

/// Maximum number of values that are looked at.
const MAX_VALUES: i64 = 1_024;

/// Maximum number of atoms.
const MAX_ATOMS: usize = 2;

/// Maximum magnitude of the numbers of a result.
const MAX_NUMBER: u64 = 1 << 30;

/// Maximum number of operations of a term.
const MAX_OPERATIONS: u32 = 40;

/// A term with a single quotient or remainder in place of several, or in place of a longer sum with one; none if no part
/// becomes shorter.
pub(crate) fn with_single_quotients(term: &Expr, preference: &Preference) -> Option<Expr> {
    let Expr::Apply(operator, parts) = term else {
        return None;
    };
    let whole = match operator {
        Operator::Add => of_sum(parts, preference),
        _ => single_quotient(term, preference),
    };
    if whole.is_some() {
        return whole;
    }
    let mut parts = parts.to_vec();
    let mut is_changed = false;
    for part in &mut parts {
        if let Some(shorter) = with_single_quotients(part, preference) {
            (*part, is_changed) = (shorter, true);
        }
    }
    is_changed.then(|| Expr::apply(*operator, parts))
}

/// A sum in which the summands that have atoms in common become a single quotient.
fn of_sum(summands: &[Expr], preference: &Preference) -> Option<Expr> {
    let mut groups: Vec<(Vec<&Expr>, Vec<Expr>)> = vec![];
    let mut rest = vec![];
    for summand in summands {
        let mut atoms = vec![];
        read(summand, &mut atoms);
        if atoms.is_empty() {
            rest.push(summand.clone());
            continue;
        }
        let mut parts = vec![summand.clone()];
        // The groups that have one of the atoms become one.
        groups.retain(|(others, own)| {
            let is_common = others.iter().any(|atom| atoms.contains(atom));
            if is_common {
                atoms.extend(others.iter().copied());
                parts.splice(0..0, own.iter().cloned());
            }
            !is_common
        });
        groups.push((atoms, parts));
    }
    let mut is_changed = false;
    for (_, parts) in groups {
        let group = sum(parts);
        let single = single_quotient(&group, preference);
        is_changed |= single.is_some();
        match single.unwrap_or(group) {
            Expr::Apply(Operator::Add, parts) => rest.extend(parts.iter().cloned()),
            part => rest.push(part),
        }
    }
    is_changed.then(|| sum(rest))
}

/// A term as a single quotient or remainder, if that is shorter.
fn single_quotient(term: &Expr, preference: &Preference) -> Option<Expr> {
    let before = Size::of(term);
    if before.divisions == 0 || before.operations < 2 || before.operations > MAX_OPERATIONS {
        return None;
    }
    let mut atoms = vec![];
    let function = read(term, &mut atoms)?;
    let shape = Shape::of(&function, atoms.len())?;
    // x − ⌊x / 4⌋ rather than ⌈3·x / 4⌉, which has as many operations.
    let Preference(mut criteria) = preference.clone();
    criteria.retain(|it| *it != Criterion::Leaves);
    let work = Preference(criteria);
    let mut best: Option<(Size, Expr)> = None;
    for candidate in shape.terms(&atoms) {
        let own = Size::of(&candidate);
        let last = best.as_ref().map_or(&before, |(size, _)| size);
        let order = work.compare(&own, last);
        let is_simpler = |(size, other): &(Size, Expr)| {
            let key = |size: &Size, term| (multiples(term, false), size.leaves, size.bits);
            key(&own, &candidate) < key(size, other)
        };
        let is_tie = order == Ordering::Equal && best.as_ref().is_some_and(is_simpler);
        if order == Ordering::Less || is_tie {
            best = Some((own, candidate));
        }
    }
    best.map(|(_, term)| term)
}

/// The number of multiples, of which negations are none, in the dividends of a term.
fn multiples(term: &Expr, is_dividend: bool) -> usize {
    let Expr::Apply(operator, parts) = term else {
        return 0;
    };
    let is_number = |it: &Expr| matches!(it, Expr::Integer(value) if !value.magnitude().is_one());
    let own = is_dividend && *operator == Operator::Mul && parts.iter().any(is_number);
    let is_dividend = is_dividend || operator.is_division();
    let below = parts.iter().map(|part| multiples(part, is_dividend));
    usize::from(own) + below.sum::<usize>()
}

/// A function of atoms.
enum Function {
    Integer(i64),
    Atom(usize),
    Sum(Vec<Function>),
    Multiple(i64, Box<Function>),
    /// `⌊f / d⌋` for d > 0
    Quotient(Box<Function>, i64),
    /// `f mod d` for d > 0
    Remainder(Box<Function>, i64),
}

/// A term as a function of the atoms, to which those that are new are added; none if a number is too large.
fn read<'t>(term: &'t Expr, atoms: &mut Vec<&'t Expr>) -> Option<Function> {
    let Expr::Apply(operator, parts) = term else {
        return match term {
            Expr::Integer(value) => small(value).map(Function::Integer),
            _ => Some(atom(term, atoms)),
        };
    };
    let divisor = || match parts.get(1) {
        Some(Expr::Integer(value)) => small(value).filter(|it| *it > 0),
        _ => None,
    };
    match operator {
        Operator::Add => {
            let parts: Option<Vec<_>> = parts.iter().map(|part| read(part, atoms)).collect();
            parts.map(Function::Sum)
        }
        Operator::Mul => {
            let is_number = |it: &&Expr| matches!(it, Expr::Integer(_));
            let mut factors = parts.iter().filter(|it| !is_number(it));
            let (Some(factor), None) = (factors.next(), factors.next()) else {
                return Some(atom(term, atoms));
            };
            let mut multiple = 1i64;
            for number in parts.iter().filter(is_number) {
                let Expr::Integer(value) = number else {
                    continue;
                };
                multiple = multiple.checked_mul(small(value)?)?;
            }
            let factor = Box::new(read(factor, atoms)?);
            Some(Function::Multiple(multiple, factor))
        }
        Operator::FloorDiv | Operator::CeilDiv | Operator::Mod => {
            let Some(divisor) = divisor() else {
                return Some(atom(term, atoms));
            };
            let inner = read(&parts[0], atoms)?;
            Some(match operator {
                Operator::Mod => Function::Remainder(Box::new(inner), divisor),
                Operator::FloorDiv => Function::Quotient(Box::new(inner), divisor),
                _ => {
                    let inner = Function::Sum(vec![inner, Function::Integer(divisor - 1)]);
                    Function::Quotient(Box::new(inner), divisor)
                }
            })
        }
        _ => Some(atom(term, atoms)),
    }
}

fn atom<'t>(term: &'t Expr, atoms: &mut Vec<&'t Expr>) -> Function {
    let known = atoms.iter().position(|it| *it == term);
    Function::Atom(known.unwrap_or_else(|| {
        atoms.push(term);
        atoms.len() - 1
    }))
}

fn small(value: &Int) -> Option<i64> {
    i32::try_from(value).ok().map(i64::from)
}

impl Function {
    fn value(&self, at: &[i64]) -> Option<i64> {
        match self {
            Function::Integer(value) => Some(*value),
            Function::Atom(number) => Some(at[*number]),
            Function::Sum(parts) => parts
                .iter()
                .try_fold(0i64, |sum, part| sum.checked_add(part.value(at)?)),
            Function::Multiple(k, part) => part.value(at)?.checked_mul(*k),
            Function::Quotient(part, divisor) => Some(part.value(at)?.div_euclid(*divisor)),
            Function::Remainder(part, divisor) => Some(part.value(at)?.rem_euclid(*divisor)),
        }
    }

    /// `(L, S)` with `f(x + L) = f(x) + S` in an atom, where L is at most [`MAX_VALUES`].
    fn period(&self, number: usize) -> Option<(i64, i64)> {
        match self {
            Function::Integer(_) => Some((1, 0)),
            Function::Atom(own) => Some((1, i64::from(*own == number))),
            Function::Sum(parts) => {
                let mut all = (1i64, 0i64);
                for part in parts {
                    let part = part.period(number)?;
                    let length = lcm(all.0, part.0).filter(|it| *it <= MAX_VALUES)?;
                    let step = |(own, step): (i64, i64)| step.checked_mul(length / own);
                    all = (length, step(all)?.checked_add(step(part)?)?);
                }
                Some(all)
            }
            Function::Multiple(k, part) => {
                let (length, step) = part.period(number)?;
                Some((length, step.checked_mul(*k)?))
            }
            Function::Quotient(part, divisor) | Function::Remainder(part, divisor) => {
                let (length, step) = part.period(number)?;
                let times = divisor / gcd(step, *divisor);
                let length = length.checked_mul(times).filter(|it| *it <= MAX_VALUES)?;
                let step = step.checked_mul(times)? / divisor;
                let is_quotient = matches!(self, Function::Quotient(..));
                Some((length, if is_quotient { step } else { 0 }))
            }
        }
    }
}

/// The greatest common divisor, which is not negative.
fn gcd(a: i64, b: i64) -> i64 {
    let (mut a, mut b) = (a.abs(), b.abs());
    while b != 0 {
        (a, b) = (b, a % b);
    }
    a
}

fn lcm(a: i64, b: i64) -> Option<i64> {
    (a / gcd(a, b)).checked_mul(b)
}

/// A function `Σ lᵢ·xᵢ + c + m·⌊(Σ pᵢ·xᵢ + b) / q⌋`, for each b from `least` to `greatest`.
#[derive(Clone)]
struct Shape {
    linear: Vec<i64>,
    constant: i64,
    multiple: i64,
    slopes: Vec<i64>,
    divisor: i64,
    least: i64,
    greatest: i64,
}

impl Shape {
    /// The shape of a function, if it has one.
    fn of(function: &Function, atoms: usize) -> Option<Shape> {
        if !(1..=MAX_ATOMS).contains(&atoms) {
            return None;
        }
        let periods: Option<Vec<_>> = (0..atoms).map(|it| function.period(it)).collect();
        let periods = periods?;
        let lengths = periods.iter().map(|(length, _)| *length);
        let count = lengths.clone().try_fold(1i64, i64::checked_mul)?;
        if count > MAX_VALUES {
            return None;
        }
        let lengths: Vec<i64> = lengths.collect();
        let points: Vec<Vec<i64>> = (0..count).map(|n| point(n, &lengths)).collect();
        let values = points.iter().map(|at| function.value(at));
        let values = values.collect::<Option<Vec<i64>>>()?;
        let constant = values[0];
        let (mut linear, mut multiple) = (vec![], 0);
        for (number, &(length, step)) in periods.iter().enumerate() {
            let (least, greatest) = steps(&points, &values, number, (length, step))?;
            linear.push(least);
            match greatest.checked_sub(least)? {
                0 => {}
                own if multiple == 0 || multiple == own => multiple = own,
                _ => return None,
            }
        }
        let mut shape = Shape {
            linear,
            constant,
            multiple,
            slopes: vec![0; atoms],
            divisor: 1,
            least: 0,
            greatest: 0,
        };
        if multiple > 0 {
            shape.set_slopes(&periods)?;
            shape.bound(&points, &values)?;
        }
        shape.is_small().then_some(shape)
    }

    /// Whether products of two numbers of the function do not overflow.
    fn is_small(&self) -> bool {
        let own = [
            self.constant,
            self.multiple,
            self.divisor,
            self.least,
            self.greatest,
        ];
        let all = self.linear.iter().chain(&self.slopes).chain(&own);
        all.into_iter().all(|it| it.unsigned_abs() <= MAX_NUMBER)
    }

    /// The slopes, with the least divisor.
    fn set_slopes(&mut self, periods: &[(i64, i64)]) -> Option<()> {
        let mut slopes = vec![];
        for (&(length, step), own) in periods.iter().zip(&self.linear) {
            let up = step.checked_sub(own.checked_mul(length)?)?;
            let down = length.checked_mul(self.multiple)?;
            let common = gcd(up, down);
            slopes.push((up / common, down / common));
        }
        let mut divisor = 1;
        for (_, down) in &slopes {
            divisor = lcm(divisor, *down)?;
        }
        let slopes = slopes
            .iter()
            .map(|(up, down)| up.checked_mul(divisor / down));
        self.slopes = slopes.collect::<Option<_>>()?;
        self.divisor = divisor;
        Some(())
    }

    /// The values of `b` with which the function has all values; none if there are none.
    fn bound(&mut self, points: &[Vec<i64>], values: &[i64]) -> Option<()> {
        (self.least, self.greatest) = (i64::MIN, i64::MAX);
        for (at, value) in points.iter().zip(values) {
            let others = dot(&self.linear, at)?.checked_add(self.constant)?;
            let rest = value.checked_sub(others)?;
            if rest % self.multiple != 0 {
                return None;
            }
            let quotient = (rest / self.multiple).checked_mul(self.divisor)?;
            let least = quotient.checked_sub(dot(&self.slopes, at)?)?;
            self.least = self.least.max(least);
            self.greatest = self.greatest.min(least.checked_add(self.divisor - 1)?);
        }
        (self.least <= self.greatest).then_some(())
    }

    /// The same function with `−m`: `m·⌊y / q⌋ = −m·⌊(q − 1 − y) / q⌋`.
    fn mirrored(&self) -> Shape {
        let last = self.divisor - 1;
        Shape {
            multiple: -self.multiple,
            slopes: self.slopes.iter().map(|it| -it).collect(),
            least: last - self.greatest,
            greatest: last - self.least,
            ..self.clone()
        }
    }

    /// The same function with multiples of atoms in the dividend: `m·t·x + m·⌊y / q⌋ = m·⌊(y + q·t·x) / q⌋`.
    fn with_multiples_inside(&self, times: &[i64]) -> Option<Shape> {
        let mut shape = self.clone();
        for (number, times) in times.iter().enumerate() {
            let linear = &mut shape.linear[number];
            *linear = linear.checked_sub(self.multiple.checked_mul(*times)?)?;
            let slope = &mut shape.slopes[number];
            *slope = slope.checked_add(self.divisor.checked_mul(*times)?)?;
        }
        Some(shape)
    }

    /// The same function with the constant in the dividend, as far as that is possible.
    fn with_constant_inside(&self) -> Option<Shape> {
        let times = self.constant.div_euclid(self.multiple);
        let added = self.divisor.checked_mul(times)?;
        Some(Shape {
            constant: self.constant.rem_euclid(self.multiple),
            least: self.least.checked_add(added)?,
            greatest: self.greatest.checked_add(added)?,
            ..self.clone()
        })
    }

    /// Ways to write the function.
    fn terms(&self, atoms: &[&Expr]) -> Vec<Expr> {
        if self.multiple == 0 {
            return vec![linear(&self.linear, self.constant, atoms)];
        }
        let mut shapes = vec![];
        for shape in [self.clone(), self.mirrored()] {
            let (multiple, divisor) = (shape.multiple, shape.divisor);
            let is_exact = shape.linear.iter().all(|it| it % multiple == 0);
            let whole = is_exact.then(|| shape.linear.iter().map(|it| it / multiple).collect());
            let least = shape.slopes.iter().map(|it| -it.div_euclid(divisor));
            let times: [Option<Vec<i64>>; 2] = [Some(least.collect()), whole];
            let all = times.into_iter().flatten();
            shapes.extend(all.filter_map(|times| shape.with_multiples_inside(&times)));
            shapes.push(shape);
        }
        let inside: Vec<Shape> = shapes
            .iter()
            .filter_map(Shape::with_constant_inside)
            .collect();
        shapes.extend(inside);
        shapes.retain(Shape::is_small);
        shapes.iter().flat_map(|it| it.written(atoms)).collect()
    }

    /// The function with this choice of its linear part, in its ways.
    fn written(&self, atoms: &[&Expr]) -> Vec<Expr> {
        let last = self.divisor - 1;
        let by = |operator, b| {
            let dividend = linear(&self.slopes, b, atoms);
            Expr::apply(operator, [dividend, Expr::integer(self.divisor)])
        };
        let with = |coefficients: &[i64], constant, multiple: i64, part| {
            let multiple = if multiple == 1 {
                part
            } else {
                Expr::scaled(multiple, part)
            };
            let others = summands(coefficients, constant, atoms);
            sum(std::iter::once(multiple).chain(others).collect())
        };
        let mut all = vec![];
        let down = 0i64.clamp(self.least, self.greatest);
        let up = last.clamp(self.least, self.greatest);
        for (operator, b) in [(Operator::FloorDiv, down), (Operator::CeilDiv, up - last)] {
            all.push(with(
                &self.linear,
                self.constant,
                self.multiple,
                by(operator, b),
            ));
        }
        // m·⌊y / q⌋ = k·(y − y mod q) for m = k·q
        if self.multiple % self.divisor == 0 {
            let k = self.multiple / self.divisor;
            let coefficients = self.linear.iter().zip(&self.slopes);
            let coefficients: Vec<i64> = coefficients.map(|(l, p)| l + k * p).collect();
            let constant = self.constant + k * down;
            all.push(with(&coefficients, constant, -k, by(Operator::Mod, down)));
        }
        all
    }
}

/// The point with a number in a box that begins at 0.
fn point(mut number: i64, lengths: &[i64]) -> Vec<i64> {
    let mut at = vec![];
    for length in lengths {
        at.push(number % length);
        number /= length;
    }
    at
}

/// The least and the greatest difference of values at neighbours in the direction of an atom.
fn steps(
    points: &[Vec<i64>],
    values: &[i64],
    number: usize,
    (length, step): (i64, i64),
) -> Option<(i64, i64)> {
    // The points of a box are in order, so that the next one in a direction is at a fixed distance.
    let distance = points.iter().position(|at| at[number] == 1).unwrap_or(0);
    let (mut least, mut greatest) = (i64::MAX, i64::MIN);
    for (place, at) in points.iter().enumerate() {
        let next = match at[number] + 1 < length {
            true => values[place + distance],
            false => values[place - distance * (length as usize - 1)].checked_add(step)?,
        };
        let own = next.checked_sub(values[place])?;
        (least, greatest) = (least.min(own), greatest.max(own));
    }
    Some((least, greatest))
}

fn dot(coefficients: &[i64], at: &[i64]) -> Option<i64> {
    let products = coefficients.iter().zip(at);
    let mut products = products.map(|(k, x)| k.checked_mul(*x));
    products.try_fold(0i64, |sum, product| sum.checked_add(product?))
}

/// The summands of `Σ kᵢ·xᵢ + c`.
fn summands(coefficients: &[i64], constant: i64, atoms: &[&Expr]) -> Vec<Expr> {
    let mut all = vec![];
    for (k, atom) in coefficients.iter().zip(atoms) {
        match k {
            0 => {}
            1 => all.push((*atom).clone()),
            k => all.push(Expr::scaled(*k, (*atom).clone())),
        }
    }
    if constant != 0 {
        all.push(Expr::integer(constant));
    }
    all
}

fn linear(coefficients: &[i64], constant: i64, atoms: &[&Expr]) -> Expr {
    sum(summands(coefficients, constant, atoms))
}

fn sum(mut parts: Vec<Expr>) -> Expr {
    match parts.len() {
        0 => Expr::integer(0),
        1 => parts.swap_remove(0),
        _ => Expr::apply(Operator::Add, parts),
    }
}
