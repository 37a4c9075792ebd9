//! Sums of polynomials over the integer points of systems of linear constraints, by elimination of one variable after
//! the other.
//!
//! A variable has a greatest lower and a least upper bound, which are chosen by cases. Between them the sum of a
//! polynomial is a polynomial of the bounds (Faulhaber), and the condition that the bounds leave something is a linear
//! constraint on the other variables. A bound `⌊a / c⌋` gives quotients, whose sums are quotients again (W. Pugh,
//! "Counting solutions to Presburger formulas", 1994).

use crate::antiderivative::Antiderivative;
use crate::atoms::Atoms;
use crate::failure::Failure;
use crate::polynomial::{Atom, Polynomial};
use calipers_number::{Int, floor_div};
use calipers_program::Column;
use calipers_program::term::{Expr, Operator};
use hashbrown::HashMap;

/// The maximum number of cases of a question.
const MAX_CASES: usize = 400;

/// The maximum number of terms whose signs are asked.
const MAX_QUESTIONS: usize = 600;
/// The maximum number of terms of a polynomial whose sign is asked.
const MAX_QUESTION_TERMS: usize = 12;

/// Decides signs of terms over the columns outside of a space.
pub trait Signs {
    /// Whether a term is proved to be at least 0 wherever the count is used.
    fn is_non_negative(&mut self, term: &Expr<Column>) -> bool;
}

/// Nothing is known.
pub struct NoSigns;

impl Signs for NoSigns {
    fn is_non_negative(&mut self, _: &Expr<Column>) -> bool {
        false
    }
}

/// A sum of a value over the points of a system: `constraints >= 0` and `equalities = 0`, with integer coefficients.
#[derive(Clone, Debug)]
pub(crate) struct Piece {
    pub(crate) equalities: Vec<Polynomial>,
    pub(crate) constraints: Vec<Polynomial>,
    pub(crate) value: Polynomial,
}

impl Piece {
    pub(crate) fn new(equalities: Vec<Polynomial>, constraints: Vec<Polynomial>) -> Piece {
        Piece {
            equalities,
            constraints,
            value: Polynomial::from(1),
        }
    }

    fn parts(&self) -> impl Iterator<Item = &Polynomial> {
        self.equalities.iter().chain(&self.constraints)
    }
}

/// A bound of a variable: `numerator / factor`, where the factor is positive.
#[derive(Clone, Debug)]
pub(crate) struct Limit {
    pub(crate) numerator: Polynomial,
    pub(crate) factor: Polynomial,
}

impl Limit {
    pub(crate) fn is_whole(&self) -> bool {
        self.factor == Polynomial::from(1)
    }
}

/// The bounds of a variable, and the constraints without it.
#[derive(Debug, Default)]
pub(crate) struct Limits {
    pub(crate) lower: Vec<Limit>,
    pub(crate) upper: Vec<Limit>,
    pub(crate) rest: Vec<Polynomial>,
}

/// Counts points.
pub(crate) struct Summation<'s> {
    pub(crate) atoms: Atoms,
    pub(crate) signs: &'s mut dyn Signs,
    /// The steps that are assumed to be positive.
    pub(crate) assumed: Vec<Polynomial>,
    known: HashMap<Polynomial, bool>,
    cases: usize,
    groups: u32,
    /// Whether coefficients that are not negative are positive or 0 by cases. The cases make the sum longer.
    pub(crate) splits_signs: bool,
}

impl<'s> Summation<'s> {
    pub(crate) fn new(signs: &'s mut dyn Signs) -> Summation<'s> {
        Summation {
            atoms: Atoms::default(),
            signs,
            assumed: vec![],
            known: HashMap::new(),
            cases: 0,
            groups: 0,
            splits_signs: false,
        }
    }

    /// The number of another group of images.
    pub(crate) fn next_group(&mut self) -> u32 {
        self.groups += 1;
        self.groups
    }

    /// Whether a polynomial without variables is proved to be at least 0.
    pub(crate) fn is_non_negative(&mut self, polynomial: &Polynomial) -> bool {
        if let Some(value) = polynomial.as_integer() {
            return !value.is_negative();
        }
        if !self.atoms.is_free(polynomial) {
            return false;
        }
        if let Some(&known) = self.known.get(polynomial) {
            return known;
        }
        if self.known.len() >= MAX_QUESTIONS || polynomial.len() > MAX_QUESTION_TERMS {
            return false;
        }
        let term = self.atoms.term(polynomial);
        let proved = self.signs.is_non_negative(&term);
        self.known.insert(polynomial.clone(), proved);
        proved
    }

    /// Whether a polynomial without variables is proved to be positive.
    pub(crate) fn is_positive(&mut self, polynomial: &Polynomial) -> bool {
        self.is_non_negative(&polynomial.plus_integer(-1))
    }

    /// Assumes that a step is positive: loops with another one do not run, so the answer is 0 then.
    pub(crate) fn assume_positive(&mut self, step: &Polynomial) {
        self.known.insert(step.clone(), true);
        self.known.insert(step.plus_integer(-1), true);
        self.assumed.push(step.clone());
    }

    /// A number of points, which is 0 where an assumption about a step does not hold.
    pub(crate) fn under_assumptions(&self, term: Expr<Column>) -> Expr<Column> {
        self.assumed.iter().fold(term, |term, step| {
            let holds = Expr::at_most(Expr::integer(1), self.atoms.term(step));
            Expr::apply(Operator::Select, [holds, term, Expr::integer(0)])
        })
    }

    /// Whether a constraint follows from others, as one of them with a larger constant.
    pub(crate) fn is_implied(&mut self, constraint: &Polynomial, others: &[Polynomial]) -> bool {
        if self.atoms.is_free(constraint) && self.is_non_negative(constraint) {
            return true;
        }
        others.iter().any(|other| {
            let difference = constraint.minus(other);
            self.is_non_negative(&difference)
        })
    }

    /// The value of a piece summed over its points, as pieces without variables.
    pub(crate) fn sum(&mut self, piece: Piece, variables: &[Atom]) -> Result<Vec<Piece>, Failure> {
        let mut open = vec![(piece, variables.to_vec())];
        let mut done = vec![];
        while let Some((mut piece, mut variables)) = open.pop() {
            self.cases += 1;
            if self.cases > MAX_CASES {
                return Err(Failure::Budget);
            }
            if !self.tidy(&mut piece) {
                continue;
            }
            self.check_size(&piece)?;
            if self.substitute(&mut piece, &mut variables) {
                open.push((piece, variables));
                continue;
            }
            let chosen = match self.choose(&piece, &variables) {
                Err(Failure::NotLinear) if self.derive(&mut piece, &variables) => {
                    open.push((piece, variables));
                    continue;
                }
                Err(Failure::NotLinear) if self.splits_signs => {
                    let cases = self.by_sign(&piece, &variables);
                    let cases = cases.ok_or(Failure::NotLinear)?.into_iter();
                    open.extend(cases.map(|it| (it, variables.clone())));
                    continue;
                }
                chosen => chosen?,
            };
            let Some(chosen) = chosen else {
                done.push(piece);
                continue;
            };
            let variable = variables[chosen];
            let summed = match self.antiderivative(&mut piece.value, variable)? {
                Antiderivative::Split(modulus) => self.split(&piece, variable, &modulus)?,
                how => {
                    variables.remove(chosen);
                    self.eliminate(&piece, variable, &how)?
                }
            };
            open.extend(summed.into_iter().map(|it| (it, variables.clone())));
        }
        Ok(done)
    }

    fn check_size(&self, piece: &Piece) -> Result<(), Failure> {
        let all = piece
            .parts()
            .chain([&piece.value])
            .all(Polynomial::is_small);
        if all { Ok(()) } else { Err(Failure::Budget) }
    }

    /// Tightens constraints and drops those that others imply; false if the piece is empty, whose constraints are lost.
    #[must_use]
    pub(crate) fn tidy(&mut self, piece: &mut Piece) -> bool {
        for part in piece.equalities.iter_mut().chain(&mut piece.constraints) {
            *part = self.without_positive_factors(part);
        }
        for equality in &mut piece.equalities {
            let factor = equality.common_factor();
            if factor.is_zero() {
                continue;
            }
            let constant = equality.constant_term();
            if !(&constant % &factor).is_zero() {
                return false;
            }
            *equality = equality.over(&factor);
        }
        piece.equalities.retain(|it| !it.is_zero());
        if piece.equalities.iter().any(|it| it.as_integer().is_some()) {
            return false;
        }
        let mut kept: Vec<Polynomial> = vec![];
        for constraint in std::mem::take(&mut piece.constraints) {
            let constraint = tightened(&constraint);
            let opposite = constraint.negated().plus_integer(-1);
            if self.is_implied(&opposite, &kept) {
                return false;
            }
            if self.is_implied(&constraint, &kept) {
                continue;
            }
            kept.retain(|other| {
                let difference = other.minus(&constraint);
                difference.as_integer().is_none_or(|it| it.is_negative())
            });
            kept.push(constraint);
        }
        piece.constraints = kept;
        true
    }

    /// An equality or constraint divided by the parameters that divide it and are positive.
    fn without_positive_factors(&mut self, part: &Polynomial) -> Polynomial {
        let mut result = part.clone();
        for atom in part.common_atoms() {
            let factor = Polynomial::from(atom);
            if self.atoms.is_free(&factor)
                && self.is_positive(&factor)
                && let Some(quotient) = result.divided_by(&factor)
            {
                result = quotient;
            }
        }
        result
    }

    /// Adds what the bounds of single variables imply for parameters, if there are points; false if that is nothing new.
    pub(crate) fn derive(&mut self, piece: &mut Piece, variables: &[Atom]) -> bool {
        let before = piece.constraints.len();
        for &variable in variables {
            let Ok(limits) = self.limits(&piece.constraints, variable) else {
                continue;
            };
            for lower in &limits.lower {
                for upper in &limits.upper {
                    let distance = distance(upper, lower);
                    if self.atoms.is_free(&distance)
                        && !self.is_implied(&distance, &piece.constraints)
                    {
                        piece.constraints.push(distance);
                    }
                }
            }
        }
        piece.constraints.len() > before
    }

    /// Whether a polynomial without variables is positive where constraints hold.
    pub(crate) fn is_positive_under(
        &mut self,
        polynomial: &Polynomial,
        constraints: &[Polynomial],
    ) -> bool {
        self.atoms.is_free(polynomial) && self.is_implied(&polynomial.plus_integer(-1), constraints)
    }

    /// Replaces a variable by an equality, if one has a coefficient of 1 or −1; else writes equalities with variables
    /// as two constraints.
    pub(crate) fn substitute(&mut self, piece: &mut Piece, variables: &mut Vec<Atom>) -> bool {
        for at in 0..piece.equalities.len() {
            for number in (0..variables.len()).rev() {
                let variable = variables[number];
                let equality = piece.equalities[at].clone();
                let Some(value) = self.solved(&equality, variable) else {
                    continue;
                };
                piece.equalities.remove(at);
                variables.remove(number);
                self.replace(piece, variable, &value);
                return true;
            }
        }
        let free = |it: &Polynomial| self.atoms.is_free(it);
        let (kept, open): (Vec<_>, Vec<_>) = piece.equalities.drain(..).partition(free);
        piece.equalities = kept;
        for equality in &open {
            piece.constraints.push(equality.clone());
            piece.constraints.push(equality.negated());
        }
        !open.is_empty()
    }

    /// The value of a variable by an equality in which its coefficient is 1 or −1.
    pub(crate) fn solved(&self, equality: &Polynomial, variable: Atom) -> Option<Polynomial> {
        let [rest, factor] = &equality.coefficients(variable)[..] else {
            return None;
        };
        let factor = factor.as_integer()?;
        let is_within = self.atoms.variables(rest) & self.atoms.variables_of(variable) != 0;
        match factor {
            _ if is_within => None,
            one if one.is_one() => Some(rest.negated()),
            one if one == Int::NEG_ONE => Some(rest.clone()),
            _ => None,
        }
    }

    pub(crate) fn replace(&mut self, piece: &mut Piece, variable: Atom, value: &Polynomial) {
        let all = piece.equalities.iter_mut().chain(&mut piece.constraints);
        for part in all.chain([&mut piece.value]) {
            *part = self.atoms.replaced(part, variable, value);
        }
    }

    /// The variable whose elimination gives the fewest cases; none if there are no variables.
    fn choose(&mut self, piece: &Piece, variables: &[Atom]) -> Result<Option<usize>, Failure> {
        let mut best: Option<(usize, usize)> = None;
        let mut failure = None;
        for (number, &variable) in variables.iter().enumerate().rev() {
            let limits = match self.limits(&piece.constraints, variable) {
                Ok(limits) => limits,
                Err(other) => {
                    failure = Some(other);
                    continue;
                }
            };
            if limits.lower.is_empty() || limits.upper.is_empty() {
                return Err(Failure::Unbounded);
            }
            let both = limits.lower.iter().chain(&limits.upper);
            let fractions = both.filter(|limit| !limit.is_whole()).count();
            let bits = self.atoms.variables_of(variable);
            let quotients = piece.value.atoms().filter(|&atom| {
                !self.atoms.is_variable(atom) && self.atoms.variables_of(atom) & bits != 0
            });
            let cost =
                limits.lower.len() * limits.upper.len() * 8 + quotients.count() * 4 + fractions;
            if best.is_none_or(|(_, least)| cost < least) {
                best = Some((number, cost));
            }
        }
        match (best, failure) {
            (Some((number, _)), _) => Ok(Some(number)),
            (None, Some(failure)) => Err(failure),
            (None, None) => Ok(None),
        }
    }

    /// The bounds that constraints give to a variable.
    pub(crate) fn limits(
        &mut self,
        constraints: &[Polynomial],
        variable: Atom,
    ) -> Result<Limits, Failure> {
        let bits = self.atoms.variables_of(variable);
        let mut limits = Limits::default();
        for constraint in constraints {
            if self.atoms.variables(constraint) & bits == 0 {
                limits.rest.push(constraint.clone());
                continue;
            }
            let [rest, factor] = &constraint.coefficients(variable)[..] else {
                return Err(Failure::NotLinear);
            };
            let is_linear = self.atoms.is_free(factor) && self.atoms.variables(rest) & bits == 0;
            if !is_linear {
                return Err(Failure::NotLinear);
            }
            // factor·variable + rest >= 0
            if self.is_positive_under(factor, constraints) {
                limits.lower.push(Limit {
                    numerator: rest.negated(),
                    factor: factor.clone(),
                });
            } else if self.is_positive_under(&factor.negated(), constraints) {
                limits.upper.push(Limit {
                    numerator: rest.clone(),
                    factor: factor.negated(),
                });
            } else {
                return Err(Failure::NotLinear);
            }
        }
        self.drop_implied(&mut limits.lower, &limits.rest, false);
        self.drop_implied(&mut limits.upper, &limits.rest, true);
        Ok(limits)
    }

    /// Drops the bounds that others imply.
    fn drop_implied(&mut self, limits: &mut Vec<Limit>, rest: &[Polynomial], are_upper: bool) {
        let mut at = 0;
        while at < limits.len() {
            let implied = (0..limits.len()).any(|other| {
                other != at && {
                    let (tight, loose) = (&limits[other], &limits[at]);
                    let difference = distance(tight, loose);
                    let difference = if are_upper {
                        difference.negated()
                    } else {
                        difference
                    };
                    self.is_implied(&difference, rest)
                }
            });
            if implied {
                limits.remove(at);
            } else {
                at += 1;
            }
        }
    }

    /// The sum over a variable, by cases: which lower bound is the greatest, and which upper bound is the least.
    fn eliminate(
        &mut self,
        piece: &Piece,
        variable: Atom,
        how: &Antiderivative,
    ) -> Result<Vec<Piece>, Failure> {
        let limits = self.limits(&piece.constraints, variable)?;
        let mut cases = vec![];
        for (i, lower) in limits.lower.iter().enumerate() {
            for (j, upper) in limits.upper.iter().enumerate() {
                let mut constraints = limits.rest.clone();
                for (k, other) in limits.lower.iter().enumerate().filter(|(k, _)| *k != i) {
                    let distance = distance(lower, other);
                    constraints.push(distance.plus_integer(if k < i { -1 } else { 0 }));
                }
                for (k, other) in limits.upper.iter().enumerate().filter(|(k, _)| *k != j) {
                    let distance = distance(other, upper);
                    constraints.push(distance.plus_integer(if k < j { -1 } else { 0 }));
                }
                constraints.push(leaves_something(lower, upper));
                let value = self.sum_between(&piece.value, variable, how, (lower, upper));
                cases.push(Piece {
                    equalities: piece.equalities.clone(),
                    constraints,
                    value,
                });
            }
        }
        Ok(cases)
    }

    /// The cases in which the coefficient of a variable that is not negative is positive, or 0.
    fn by_sign(&mut self, piece: &Piece, variables: &[Atom]) -> Option<[Piece; 2]> {
        let parts = piece.constraints.iter().flat_map(|constraint| {
            let of = |&variable: &Atom| match &constraint.coefficients(variable)[..] {
                [_, factor] => Some(factor.clone()),
                _ => None,
            };
            variables.iter().filter_map(of).collect::<Vec<_>>()
        });
        let sizes: Vec<Polynomial> = parts.flat_map(|it| [it.negated(), it]).collect();
        let size = sizes.into_iter().find(|size| {
            self.atoms.is_free(size)
                && self.is_non_negative(size)
                && !self.is_positive_under(size, &piece.constraints)
                && !size.is_zero()
        })?;
        let (mut positive, mut zero) = (piece.clone(), piece.clone());
        positive.constraints.push(size.plus_integer(-1));
        zero.equalities.push(size.clone());
        for constraint in &mut zero.constraints {
            for &variable in variables {
                if let [rest, factor] = &constraint.coefficients(variable)[..]
                    && factor.divided_by(&size).is_some()
                {
                    *constraint = rest.clone();
                }
            }
        }
        Some([positive, zero])
    }

    /// The piece for each residue of a variable, which then counts the multiples of the modulus.
    fn split(
        &mut self,
        piece: &Piece,
        variable: Atom,
        modulus: &Int,
    ) -> Result<Vec<Piece>, Failure> {
        let count = i64::try_from(modulus).map_err(|_| Failure::Budget)?;
        let mut cases = vec![];
        for residue in 0..count {
            let value = Polynomial::from(variable).scaled(modulus);
            let mut case = piece.clone();
            self.replace(&mut case, variable, &value.plus_integer(residue));
            cases.push(case);
        }
        Ok(cases)
    }
}

/// `a − b` times both factors.
fn distance(a: &Limit, b: &Limit) -> Polynomial {
    let (x, y) = (a.numerator.times(&b.factor), b.numerator.times(&a.factor));
    x.minus(&y)
}

/// A constraint that holds wherever integers lie between two bounds, and under which the sum between them is right: if
/// there is none, the first integer from the lower bound on follows the last one up to the upper bound.
fn leaves_something(lower: &Limit, upper: &Limit) -> Polynomial {
    let distance = distance(upper, lower);
    match (lower.is_whole(), upper.is_whole()) {
        (true, _) => distance.plus(&upper.factor),
        (_, true) => distance.plus(&lower.factor),
        _ => distance,
    }
}

/// A constraint with its constant rounded, for integer values of the other terms.
pub(crate) fn tightened(constraint: &Polynomial) -> Polynomial {
    let factor = constraint.common_factor();
    if factor.is_zero() || factor.is_one() {
        return constraint.clone();
    }
    let constant = constraint.constant_term();
    let whole = floor_div(&constant, &factor).unwrap_or(Int::ZERO);
    let changed = whole * &factor - constant;
    constraint
        .plus(&Polynomial::constant(changed))
        .over(&factor)
}
