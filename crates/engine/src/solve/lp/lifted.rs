//! Exact solution of regular systems by lifting from a finite field.
//!
//! The matrix is decomposed modulo a prime. Each further digit of the solution, to the base of that prime, then costs a
//! substitution (J. Dixon, *Exact solution of linear equations using p-adic expansions*, 1982), and continued fractions
//! find the quotients (P. Wang, 1981). Elimination in integers has numbers as long as the determinant, although those of
//! the solution are short for nearly all bases of linear programs.

use crate::number::{Int, fits, floor_mod};

/// A Mersenne prime, by which a remainder needs no division.
const PRIME: u64 = (1 << 61) - 1;
const PRIME_BITS: u32 = 61;

/// How many products of residues a sum of 128 bits holds.
const PRODUCTS: usize = 1 << (u128::BITS - 2 * PRIME_BITS);

/// Digits after which no solution is expected in numbers that are short enough.
const MAX_DIGITS: usize = 2 * crate::number::MAX_BITS / PRIME_BITS as usize;

/// `Σ aⱼ·yⱼ = b`
pub(super) struct Line {
    /// Each unknown at most once, with its coefficient.
    pub(super) terms: Vec<(usize, Int)>,
    pub(super) right: Int,
}

/// The numerators of the only solution of as many equations as unknowns, and their common denominator, which is positive.
/// `None` if the system is singular, at least modulo the prime, or the numbers are too large.
pub(super) fn solve(lines: &[Line]) -> Option<(Vec<Int>, Int)> {
    let decomposed = Decomposed::of(lines)?;
    let prime = Int::from(PRIME as i64);
    let mut rests: Vec<Int> = lines.iter().map(|line| line.right.clone()).collect();
    let mut lifted = vec![Int::ZERO; lines.len()];
    let mut modulus = Int::ONE;
    let mut next_try = 1;
    for digits in 1..=MAX_DIGITS {
        let residues = rests.iter().map(residue).collect();
        let digit = decomposed.solve(residues);
        for (line, rest) in lines.iter().zip(&mut rests) {
            for (unknown, coefficient) in &line.terms {
                *rest -= coefficient * &digit[*unknown];
            }
            *rest = &*rest / &prime;
        }
        for (sum, digit) in lifted.iter_mut().zip(&digit) {
            *sum += digit * &modulus;
        }
        modulus *= &prime;
        if rests.iter().all(Int::is_zero) {
            return Some((lifted, Int::ONE));
        }
        if digits < next_try {
            continue;
        }
        next_try = digits + digits.div_ceil(2);
        if let Some(found) = quotients(&lifted, &modulus)
            && lines.iter().all(|line| holds(line, &found))
        {
            return fits(&found.1).then_some(found);
        }
    }
    None
}

fn holds(line: &Line, (numerators, denominator): &(Vec<Int>, Int)) -> bool {
    let products = line
        .terms
        .iter()
        .map(|(unknown, it)| it * &numerators[*unknown]);
    products.sum::<Int>() == &line.right * denominator
}

/// The quotients with short numerators and a short common denominator that numbers are congruent to.
fn quotients(numbers: &[Int], modulus: &Int) -> Option<(Vec<Int>, Int)> {
    // Twice the product of a numerator and a denominator is less than the modulus.
    let limit = Int::ONE << ((modulus.bit_len() - 2) / 2);
    let mut numerators: Vec<Int> = Vec::with_capacity(numbers.len());
    let mut common = Int::ONE;
    for number in numbers {
        let scaled = symmetric(&(number * &common), modulus)?;
        if scaled.magnitude() <= limit {
            numerators.push(scaled);
            continue;
        }
        let (numerator, denominator) = quotient(&scaled, modulus, &limit)?;
        common *= &denominator;
        if common > limit {
            return None;
        }
        numerators.iter_mut().for_each(|it| *it *= &denominator);
        numerators.push(numerator);
    }
    Some((numerators, common))
}

/// The quotient that a number is congruent to, by half of Euclid's algorithm.
fn quotient(number: &Int, modulus: &Int, limit: &Int) -> Option<(Int, Int)> {
    let (mut before, mut numerator) = (modulus.clone(), number.magnitude());
    let (mut factor_before, mut factor) = (Int::ZERO, Int::ONE);
    while numerator > *limit {
        let quotient = &before / &numerator;
        let rest = &before - &quotient * &numerator;
        before = std::mem::replace(&mut numerator, rest);
        let rest = &factor_before - &quotient * &factor;
        factor_before = std::mem::replace(&mut factor, rest);
    }
    if factor.magnitude() > *limit {
        return None;
    }
    if factor.is_negative() != number.is_negative() {
        numerator = -numerator;
    }
    Some((numerator, factor.magnitude()))
}

/// The congruent number that is the least in absolute value.
fn symmetric(number: &Int, modulus: &Int) -> Option<Int> {
    let residue = floor_mod(number, modulus)?;
    Some(match &residue + &residue > *modulus {
        true => residue - modulus,
        false => residue,
    })
}

fn residue(number: &Int) -> u64 {
    let residue = number % Int::from(PRIME as i64);
    // The remainder has the sign of the number, and is less than the prime in absolute value.
    let residue = i64::try_from(&residue).unwrap_or(0);
    residue.rem_euclid(PRIME as i64) as u64
}

fn reduced(number: u128) -> u64 {
    let folded = (number & PRIME as u128) + (number >> PRIME_BITS);
    let folded = (folded as u64 & PRIME) + (folded >> PRIME_BITS) as u64;
    match folded >= PRIME {
        true => folded - PRIME,
        false => folded,
    }
}

fn product(a: u64, b: u64) -> u64 {
    reduced(a as u128 * b as u128)
}

/// `a⁻¹`, by Fermat's theorem.
fn inverse(number: u64) -> u64 {
    let (mut power, mut result, mut exponent) = (number, 1, PRIME - 2);
    while exponent > 0 {
        if exponent & 1 == 1 {
            result = product(result, power);
        }
        power = product(power, power);
        exponent >>= 1;
    }
    result
}

/// The matrix of a system as a lower and an upper triangular one, modulo the prime.
struct Decomposed {
    size: usize,
    /// By place in the order of the pivots: left of the diagonal the lower matrix, whose diagonal is 1.
    cells: Vec<u64>,
    /// The inverses of the diagonal of the upper matrix.
    inverses: Vec<u64>,
    /// The line of each pivot.
    order: Vec<usize>,
}

impl Decomposed {
    fn of(lines: &[Line]) -> Option<Decomposed> {
        let size = lines.len();
        let mut cells = vec![0; size * size];
        for (number, line) in lines.iter().enumerate() {
            for (unknown, coefficient) in &line.terms {
                cells[number * size + unknown] = residue(coefficient);
            }
        }
        let mut order: Vec<usize> = (0..size).collect();
        let mut inverses = Vec::with_capacity(size);
        for pivot in 0..size {
            let found = (pivot..size).find(|&line| cells[line * size + pivot] != 0)?;
            if found != pivot {
                order.swap(pivot, found);
                (0..size).for_each(|at| cells.swap(pivot * size + at, found * size + at));
            }
            let inverse = inverse(cells[pivot * size + pivot]);
            inverses.push(inverse);
            let (above, below) = cells.split_at_mut((pivot + 1) * size);
            let pivot_line = &above[pivot * size..];
            for line in below.chunks_exact_mut(size) {
                if line[pivot] == 0 {
                    continue;
                }
                let factor = product(line[pivot], inverse);
                line[pivot] = factor;
                let minus = PRIME - factor;
                for (cell, &entry) in line.iter_mut().zip(pivot_line).skip(pivot + 1) {
                    if entry != 0 {
                        *cell = reduced(minus as u128 * entry as u128 + *cell as u128);
                    }
                }
            }
        }
        Some(Decomposed {
            size,
            cells,
            inverses,
            order,
        })
    }

    /// The solution for right-hand sides, as the residues that are the least in absolute value.
    fn solve(&self, rights: Vec<u64>) -> Vec<Int> {
        let mut solution: Vec<u64> = self.order.iter().map(|&line| rights[line]).collect();
        for line in 0..self.size {
            let cells = &self.cells[line * self.size..][..line];
            solution[line] = difference(solution[line], sum_of_products(cells, &solution[..line]));
        }
        for line in (0..self.size).rev() {
            let cells = &self.cells[line * self.size..][line + 1..self.size];
            let rest = difference(
                solution[line],
                sum_of_products(cells, &solution[line + 1..]),
            );
            solution[line] = product(rest, self.inverses[line]);
        }
        let symmetric = |it: u64| match it > PRIME / 2 {
            true => it as i64 - PRIME as i64,
            false => it as i64,
        };
        solution
            .into_iter()
            .map(|it| Int::from(symmetric(it)))
            .collect()
    }
}

fn difference(a: u64, b: u64) -> u64 {
    match a >= b {
        true => a - b,
        false => a + PRIME - b,
    }
}

fn sum_of_products(left: &[u64], right: &[u64]) -> u64 {
    let chunks = left.chunks(PRODUCTS).zip(right.chunks(PRODUCTS));
    chunks.fold(0, |sum, (left, right)| {
        let products = left.iter().zip(right).map(|(&a, &b)| a as u128 * b as u128);
        reduced(reduced(products.sum()) as u128 + sum as u128)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn system<const N: usize>(lines: &[([Int; N], Int)]) -> Vec<Line> {
        let lines = lines.iter().map(|(coefficients, right)| Line {
            terms: coefficients.iter().cloned().enumerate().collect(),
            right: right.clone(),
        });
        lines.collect()
    }

    #[test]
    fn quotients_and_integers() {
        let number = |it: i64| Int::from(it);
        let two = |a: i64, b: i64, c: i64| ([number(a), number(b)], number(c));
        let integers = solve(&system(&[two(2, 1, 7), two(1, -1, -1)]));
        assert_eq!(integers, Some((vec![number(2), number(3)], number(1))));
        let quotients = solve(&system(&[two(2, 1, 1), two(1, -3, 0)]));
        assert_eq!(quotients, Some((vec![number(3), number(1)], number(7))));
        let singular = solve(&system(&[two(2, 1, 1), two(4, 2, 2)]));
        assert_eq!(singular, None);
        let singular_modulo_the_prime = solve(&system(&[two(PRIME as i64, 1, 1), two(0, 1, 2)]));
        assert_eq!(singular_modulo_the_prime, None);
    }

    #[test]
    fn solutions_in_long_numbers_satisfy_the_equations() {
        let mut seed = 11_u64;
        let mut below = |limit: u64| {
            seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            (seed >> 33) % limit
        };
        for _ in 0..300 {
            let size = 1 + below(7) as usize;
            let mut lines = vec![];
            for number in 0..size {
                let mut long = || {
                    let digits = Int::from(below(1 << 31) as i64 - (1 << 30));
                    digits << (below(4) * 25) as usize
                };
                let mut terms = vec![(number, long() + 1)];
                terms.extend((0..number).map(|unknown| (unknown, long())));
                let right = long();
                lines.push(Line { terms, right });
            }
            // A triangular matrix, with the last line added to the first one.
            let (first, others) = lines.split_at_mut(1);
            if let Some(last) = others.last() {
                let own = std::mem::replace(&mut first[0].terms, last.terms.clone());
                let mut terms = first[0].terms.iter_mut();
                terms.find(|it| it.0 == 0).expect("all unknowns occur").1 += &own[0].1;
                first[0].right += &last.right;
            }
            let found = solve(&lines).expect("the matrix is regular");
            assert!(found.1 > Int::ZERO);
            assert!(lines.iter().all(|line| holds(line, &found)));
        }
    }
}
