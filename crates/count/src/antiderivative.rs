//! Sums of polynomials between two bounds of a variable.

use crate::atoms::Kind;
use crate::failure::Failure;
use crate::polynomial::{Atom, Polynomial, sum_below};
use crate::sum::{Limit, Summation};
use calipers_number::{Int, gcd};
use calipers_support::order::Order;

/// The maximum number of residues by which a variable is split.
const MAX_RESIDUES: i64 = 32;

/// The antiderivative of a value: how its sum below an end is computed.
pub(crate) enum Antiderivative {
    /// The value depends on the variable by powers only.
    Powers,
    /// It also depends on `⌊(variable + shift) / divisor⌋`.
    Quotient {
        atom: Atom,
        shift: Polynomial,
        divisor: Polynomial,
    },
    /// The variable must be split by its residue.
    Split(Int),
}

impl Summation<'_> {
    pub(crate) fn sum_between(
        &mut self,
        value: &Polynomial,
        variable: Atom,
        how: &Antiderivative,
        (lower, upper): (&Limit, &Limit),
    ) -> Polynomial {
        let up = lower.numerator.plus(&lower.factor).plus_integer(-1);
        let first = self.atoms.quotient(&up, &lower.factor);
        let last = self.atoms.quotient(&upper.numerator, &upper.factor);
        let end = last.plus_integer(1);
        let to_end = self.sum_to(value, variable, how, &end);
        to_end.minus(&self.sum_to(value, variable, how, &first))
    }

    /// A function of the end whose difference at successive ends is the value.
    fn sum_to(
        &mut self,
        value: &Polynomial,
        variable: Atom,
        how: &Antiderivative,
        end: &Polynomial,
    ) -> Polynomial {
        let Antiderivative::Quotient {
            atom,
            shift,
            divisor,
        } = how
        else {
            return sum_below(value, variable, end);
        };
        // With variable + shift = divisor·quotient + rest, 0 <= rest < divisor: the sum over the complete quotients
        // below the end, and the sum over the rests of the last one. Here, the variable is the rest.
        let end = end.plus(shift);
        let whole = self.atoms.quotient(&end, divisor);
        let quotient = Polynomial::from(*atom);
        let position = divisor.times(&quotient).plus(&variable.into()).minus(shift);
        let value = value.with(variable, &position);
        let complete = sum_below(&value, variable, divisor);
        let complete = sum_below(&complete, *atom, &whole);
        let rest = end.minus(&divisor.times(&whole));
        complete.plus(&sum_below(&value, variable, &rest).with(*atom, &whole))
    }

    /// How the sums of a value over a variable are computed. It may rewrite quotients in the value.
    pub(crate) fn antiderivative(
        &mut self,
        value: &mut Polynomial,
        variable: Atom,
    ) -> Result<Antiderivative, Failure> {
        let mut modulus = Int::ONE;
        let within = self.quotients_in(value, variable);
        for atom in within {
            match self.unit_quotient(atom, variable)? {
                Ok(written) => *value = value.with(atom, &written),
                Err(other) => modulus = least_common_multiple(&modulus, &other),
            }
        }
        let within = self.quotients_in(value, variable);
        let found = match within[..] {
            _ if !modulus.is_one() => None,
            [] => return Ok(Antiderivative::Powers),
            [atom] => self.as_unit_quotient(atom, variable),
            _ => None,
        };
        if let Some(found) = found {
            return Ok(found);
        }
        for atom in within {
            let Kind::Quotient(_, divisor) = self.atoms.kind(atom) else {
                continue;
            };
            let divisor = divisor.as_integer().ok_or(Failure::NotLinear)?;
            modulus = least_common_multiple(&modulus, &divisor);
        }
        match modulus <= Int::from(MAX_RESIDUES) && !modulus.is_one() {
            true => Ok(Antiderivative::Split(modulus)),
            false => Err(Failure::Budget),
        }
    }

    /// The quotients that depend on a variable.
    fn quotients_in(&self, value: &Polynomial, variable: Atom) -> Vec<Atom> {
        let bits = self.atoms.variables_of(variable);
        let within = value.atoms().filter(|&atom| atom != variable);
        let mut within: Vec<Atom> = within
            .filter(|&atom| self.atoms.variables_of(atom) & bits != 0)
            .collect();
        within.order();
        within.dedup();
        within
    }

    /// A quotient, written with `⌊(variable + …) / divisor⌋`; or the modulus by which the variable must be split.
    fn unit_quotient(
        &mut self,
        atom: Atom,
        variable: Atom,
    ) -> Result<Result<Polynomial, Int>, Failure> {
        let Kind::Quotient(numerator, divisor) = self.atoms.kind(atom).clone() else {
            return Err(Failure::NotLinear);
        };
        let number = divisor.as_integer();
        let coefficients = numerator.coefficients(variable);
        let bits = self.atoms.variables_of(variable);
        if let [rest, factor] = &coefficients[..]
            && self.atoms.variables(rest) & bits == 0
            && let Some(factor) = factor.as_integer()
        {
            if factor.is_one() {
                return Ok(Ok(atom.into()));
            }
            let less = number.as_ref().map(|number| number - Int::ONE);
            let wraps = less.as_ref() == Some(&factor);
            if wraps || factor == Int::NEG_ONE {
                // ⌊(r − x) / d⌋ = −⌊(x − r + d − 1) / d⌋
                let up = Polynomial::from(variable).minus(rest);
                let up = up.plus(&divisor).plus_integer(-1);
                let quotient = self.atoms.quotient(&up, &divisor).negated();
                return Ok(Ok(match wraps {
                    true => quotient.plus(&variable.into()),
                    false => quotient,
                }));
            }
        }
        number.map(Err).ok_or(Failure::NotLinear)
    }

    fn as_unit_quotient(&self, atom: Atom, variable: Atom) -> Option<Antiderivative> {
        let Kind::Quotient(numerator, divisor) = self.atoms.kind(atom) else {
            return None;
        };
        let [shift, factor] = &numerator.coefficients(variable)[..] else {
            return None;
        };
        let bits = self.atoms.variables_of(variable);
        let is_unit = factor.as_integer().is_some_and(|it| it.is_one());
        let is_free = self.atoms.variables(shift) & bits == 0 && self.atoms.is_free(divisor);
        (is_unit && is_free).then(|| Antiderivative::Quotient {
            atom,
            shift: shift.clone(),
            divisor: divisor.clone(),
        })
    }
}

fn least_common_multiple(a: &Int, b: &Int) -> Int {
    a * b / gcd(a, b)
}
