//! Divisions in equations: a quotient, a remainder and a divisor determine the dividend, and equal remainders of one
//! number are equal remainders of another one that differs from it by an equal distance.

use super::digits::is_small;
use super::equations::Equations;
use crate::polynomial::Polynomial;
use crate::term::Term;
use calipers_egraph::Operator;
use calipers_number::Int;
use calipers_program::{Column, ValueId};

/// Limit of the divisions of a question.
const MAX_DIVISIONS: usize = 48;

/// Limit of the substitutions in a difference.
const MAX_SUBSTITUTIONS: usize = 6;

/// `number = divisor·quotient + rest`, wherever an access executes.
#[derive(Clone)]
pub(super) struct Parted {
    side: usize,
    number: Polynomial,
    divisor: Polynomial,
    quotient: Polynomial,
    rest: Polynomial,
}

impl Parted {
    pub(super) fn result(self, operator: Operator) -> Polynomial {
        match operator {
            Operator::FloorDiv => self.quotient,
            _ => self.rest,
        }
    }

    /// The product of divisor and quotient; none if it has too many terms.
    fn product(&self) -> Option<Polynomial> {
        self.divisor.times(&self.quotient)
    }
}

impl Equations<'_, '_> {
    /// The polynomial for a value that is known to be a quotient or a remainder and has no definition.
    pub(super) fn parted_value(
        &mut self,
        side: usize,
        value: ValueId,
        own: Polynomial,
    ) -> Polynomial {
        let quotients = self.quotients.get(side);
        let Some(&(operator, operands)) = quotients.and_then(|it| it.get(&value)) else {
            return own;
        };
        let [number, divisor] = operands.map(|it| self.column(side, Column::Value(it)));
        // The other result of the same operands.
        let other = match operator {
            Operator::FloorDiv => Operator::Mod,
            _ => Operator::FloorDiv,
        };
        let values = self.quotients[side].iter();
        let siblings = values.filter(|(_, it)| **it == (other, operands));
        let sibling = siblings.map(|(&value, _)| value).min().map(|value| {
            Polynomial::of(vec![self.atom(Term::Leaf(Column::Value(value)))], Int::ONE)
        });
        let [quotient, rest] = match operator {
            Operator::FloorDiv => [Some(own.clone()), sibling],
            _ => [sibling, Some(own.clone())],
        };
        let parted = self.parted(side, [&number, &divisor], quotient, rest);
        parted.map_or(own, |it| it.result(operator))
    }

    /// Records a division, unless it is known. The results that no value is are terms.
    pub(super) fn parted(
        &mut self,
        side: usize,
        [number, divisor]: [&Polynomial; 2],
        quotient: Option<Polynomial>,
        rest: Option<Polynomial>,
    ) -> Option<Parted> {
        let mut known = self.divisions.iter();
        let is_same =
            |it: &&Parted| it.side == side && it.number == *number && it.divisor == *divisor;
        if let Some(known) = known.find(is_same) {
            return Some(known.clone());
        }
        if self.divisions.len() == MAX_DIVISIONS || number.as_integer().is_some() {
            return None;
        }
        let is_value = quotient.is_some() || rest.is_some();
        let operands = [self.term(number), self.term(divisor)];
        if !operands.iter().all(is_small) {
            return None;
        }
        let term = |it: &mut Self, operator| {
            let atom = it.atom(Term::apply(operator, operands.clone()));
            Polynomial::of(vec![atom], Int::ONE)
        };
        let quotient = quotient.unwrap_or_else(|| term(self, Operator::FloorDiv));
        let is_term = rest.is_none();
        let rest = rest.unwrap_or_else(|| term(self, Operator::Mod));
        if is_value && is_term {
            self.state_rest(side, &rest, divisor);
        }
        let found = Parted {
            side,
            number: number.clone(),
            divisor: divisor.clone(),
            quotient,
            rest,
        };
        self.divisions.push(found.clone());
        Some(found)
    }

    /// A polynomial with remainders in place of `number - divisor·quotient`.
    pub(super) fn with_rests(&self, side: usize, polynomial: Polynomial) -> Polynomial {
        let mut found = polynomial;
        for parted in self.divisions.iter().filter(|it| it.side == side) {
            if let Some(shorter) = parted.shortened(&found) {
                found = shorter;
            }
        }
        found
    }

    /// What follows from equal quotients and remainders.
    pub(super) fn divide(&mut self) {
        let last = self.sides.len() - 1;
        let is_first = |it: &&Parted| it.side == 0;
        let own: Vec<Parted> = self.divisions.iter().filter(is_first).cloned().collect();
        let pair = |one: Parted| {
            let mut others = self.divisions.iter().filter(|it| it.side == last);
            let same = |it: &&Parted| it.quotient == one.quotient && it.rest == one.rest;
            let other = others.find(same)?.clone();
            Some((one, other))
        };
        let pairs: Vec<(Parted, Parted)> = own.into_iter().filter_map(pair).collect();
        for (one, other) in &pairs {
            let has_equal_divisor =
                one.divisor == other.divisor && self.is_equal_polynomial(&one.divisor);
            if !has_equal_divisor || !self.is_equal_polynomial(&one.rest) {
                continue;
            }
            let is_known = one.number == other.number && self.is_equal_polynomial(&one.number);
            if self.is_equal_polynomial(&one.quotient) && !is_known {
                self.open.push((one.number.clone(), other.number.clone()));
            }
            for (third, fourth) in &pairs {
                if third.divisor == one.divisor
                    && fourth.divisor == other.divisor
                    && !self.is_equal_polynomial(&third.rest)
                    && self.is_equal_distance([one, third], [other, fourth])
                {
                    self.open.push((third.rest.clone(), fourth.rest.clone()));
                    if let Some(atom) = third.rest.as_atom() {
                        self.equal[atom] = true;
                    }
                }
            }
        }
    }

    /// Whether the dividends of two divisions are as far apart in both instances.
    fn is_equal_distance(&self, [one, third]: [&Parted; 2], [other, fourth]: [&Parted; 2]) -> bool {
        let distance = |from: &Parted, to: &Parted| {
            let negative = from.number.times(&Polynomial::integer(Int::NEG_ONE))?;
            Some(self.with_equal_atoms(from.side, to.number.plus(&negative)))
        };
        let (one, other) = (distance(one, third), distance(other, fourth));
        one.is_some_and(|one| self.is_equal_polynomial(&one) && other == Some(one))
    }

    /// A polynomial in which divisions replace dividends, as long as fewer of its atoms may differ.
    fn with_equal_atoms(&self, side: usize, polynomial: Polynomial) -> Polynomial {
        let open = |it: &Polynomial| it.atoms().filter(|&atom| !self.equal[atom]).count();
        let mut found = polynomial;
        for _ in 0..MAX_SUBSTITUTIONS {
            let count = open(&found);
            let with = |it: &Parted| {
                let atom = it.number.as_atom()?;
                let (whole, rest) = found.split(&[atom], &Int::ONE);
                let number = it.product()?.plus(&it.rest);
                let with = rest.plus(&whole.times(&number)?);
                (!whole.is_zero() && open(&with) < count).then_some(with)
            };
            let mut own = self.divisions.iter().filter(|it| it.side == side);
            match own.find_map(with) {
                Some(with) => found = with,
                None => break,
            }
        }
        found
    }

    pub(super) fn is_equal_polynomial(&self, polynomial: &Polynomial) -> bool {
        polynomial.atoms().all(|atom| self.equal[atom])
    }
}

impl Parted {
    /// A polynomial in which the remainder or the number replaces other terms, if that has fewer terms.
    fn shortened(&self, polynomial: &Polynomial) -> Option<Polynomial> {
        let product = self.product()?;
        let (atoms, factor) = product.terms().next()?;
        let mut terms = polynomial.terms();
        let (_, own) = terms.find(|(other, _)| *other == atoms)?;
        if !(own % factor).is_zero() {
            return None;
        }
        let times = Polynomial::integer(-(own / factor));
        let negative = Polynomial::integer(Int::NEG_ONE);
        let difference = product
            .plus(&self.rest)
            .plus(&self.number.times(&negative)?);
        let found = polynomial.plus(&difference.times(&times)?);
        (found.terms().count() < polynomial.terms().count()).then_some(found)
    }
}
