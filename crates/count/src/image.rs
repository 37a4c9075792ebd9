//! Images: the elements that an access touches, as a system whose points are different elements.
//!
//! An index with a variable of coefficient 1 replaces that variable. Variables that no index mentions are then eliminated
//! where the projection is exact over the integers. The others must be determined by the indices: by an index whose other
//! variables are determined, or by one in which they are the digits of a mixed radix.

use crate::chains::chains;
use crate::failure::Failure;
use crate::join::join_tiles;
use crate::polynomial::{Atom, Polynomial};
use crate::sum::{Limit, Piece, Summation, tightened};
use calipers_number::{Int, gcd};

/// The maximum number of images of a union, whose intersections are all counted.
pub(crate) const MAX_IMAGES: usize = 6;
/// The maximum number of variables whose order in a mixed radix is searched.
const MAX_DIGITS: usize = 5;

/// A set of elements: for each point of a system another one.
#[derive(Clone, Debug)]
pub(crate) struct Image {
    pub(crate) piece: Piece,
    pub(crate) variables: Vec<Atom>,
    pub(crate) indices: Vec<Polynomial>,
    /// The number of the images that have no common element with this one.
    pub(crate) group: Option<u32>,
}

/// What becomes of an image.
enum Reduced {
    /// There are no points.
    Empty,
    /// Different points of each are different elements.
    Images(Vec<Image>),
    /// That depends on whether this polynomial without variables is at least 0.
    Split(Polynomial),
}

impl Image {
    /// The elements at the indices, for the points of a system, as images that together have them all.
    pub(crate) fn all(
        summation: &mut Summation<'_>,
        piece: Piece,
        variables: Vec<Atom>,
        indices: Vec<Polynomial>,
    ) -> Result<Vec<Image>, Failure> {
        let mut open = vec![Image {
            piece,
            variables,
            indices,
            group: None,
        }];
        let mut found = vec![];
        while let Some(image) = open.pop() {
            if open.len() + found.len() > MAX_IMAGES {
                return Err(Failure::Budget);
            }
            match image.clone().reduced(summation)? {
                Reduced::Empty => {}
                Reduced::Images(images) => found.extend(images),
                Reduced::Split(condition) => {
                    for condition in [condition.negated().plus_integer(-1), condition] {
                        let mut case = image.clone();
                        case.piece.constraints.push(condition);
                        open.push(case);
                    }
                }
            }
        }
        Ok(found)
    }

    fn reduced(mut self, summation: &mut Summation<'_>) -> Result<Reduced, Failure> {
        self.rename(summation)?;
        if !summation.tidy(&mut self.piece) {
            return Ok(Reduced::Empty);
        }
        self.substitute(summation);
        join_tiles(
            summation,
            &mut self.piece,
            &mut self.variables,
            &mut self.indices,
        );
        summation.derive(&mut self.piece, &self.variables);
        let mut split = None;
        self.project(summation, &mut split);
        let original = self.clone();
        self.by_indices(summation)?;
        if !summation.tidy(&mut self.piece) {
            return Ok(Reduced::Empty);
        }
        self.project(summation, &mut split);
        if self.is_injective(summation)? {
            return Ok(Reduced::Images(vec![self]));
        }
        if original.is_injective(summation)? {
            return Ok(Reduced::Images(vec![original]));
        }
        if let Some(split) = split {
            return Ok(Reduced::Split(split));
        }
        let images = chains(summation, &self).or_else(|| chains(summation, &original));
        images.map(Reduced::Images).ok_or(Failure::Overlap)
    }

    /// Replaces all variables by new ones.
    fn rename(&mut self, summation: &mut Summation<'_>) -> Result<(), Failure> {
        for number in 0..self.variables.len() {
            let new = summation.atoms.variable()?;
            let old = std::mem::replace(&mut self.variables[number], new);
            self.replace(summation, old, &new.into());
        }
        Ok(())
    }

    fn replace(&mut self, summation: &mut Summation<'_>, variable: Atom, value: &Polynomial) {
        summation.replace(&mut self.piece, variable, value);
        for index in &mut self.indices {
            *index = summation.atoms.replaced(index, variable, value);
        }
    }

    /// Replaces variables by equalities, and writes the other equalities as constraints.
    fn substitute(&mut self, summation: &mut Summation<'_>) {
        let mut at = 0;
        while at < self.piece.equalities.len() {
            let equality = self.piece.equalities[at].clone();
            let variables = self.variables.iter().enumerate().rev();
            let mut solved = variables.filter_map(|(number, &variable)| {
                Some((number, summation.solved(&equality, variable)?))
            });
            let Some((number, value)) = solved.next() else {
                at += 1;
                continue;
            };
            drop(solved);
            self.piece.equalities.remove(at);
            let variable = self.variables.remove(number);
            self.replace(summation, variable, &value);
            at = 0;
        }
        for equality in std::mem::take(&mut self.piece.equalities) {
            if summation.atoms.is_free(&equality) {
                self.piece.equalities.push(equality);
            } else {
                self.piece.constraints.push(equality.negated());
                self.piece.constraints.push(equality);
            }
        }
    }

    /// Makes indices, divided by the common factor of their coefficients, variables.
    fn by_indices(&mut self, summation: &mut Summation<'_>) -> Result<(), Failure> {
        let mut taken: Vec<Atom> = vec![];
        for number in 0..self.indices.len() {
            let Some((common, free, units)) = self.units_of(summation, number, &taken) else {
                continue;
            };
            // The index is common·new + free.
            let Some((variable, factor)) = units.last().cloned() else {
                continue;
            };
            let new = summation.atoms.variable()?;
            let whole = self.indices[number].minus(&free).over(&common);
            let rest = whole.with(variable, &Polynomial::from(0));
            let value = Polynomial::from(new).minus(&rest).scaled(&factor);
            self.replace(summation, variable, &value);
            self.variables.retain(|&it| it != variable);
            self.variables.push(new);
            taken.push(new);
        }
        Ok(())
    }

    /// The common factor of the coefficients of an index, its part without variables, and the variables that have this
    /// factor or its negative, with their signs.
    #[allow(clippy::type_complexity)]
    fn units_of(
        &self,
        summation: &Summation<'_>,
        number: usize,
        taken: &[Atom],
    ) -> Option<(Int, Polynomial, Vec<(Atom, Int)>)> {
        let (mut rest, mut factors) = (self.indices[number].clone(), vec![]);
        let mut others = Polynomial::from(0);
        for &variable in &self.variables {
            let [without, factor] = &rest.coefficients(variable)[..] else {
                continue;
            };
            match factor.as_integer() {
                Some(factor) => factors.push((variable, factor)),
                None => others = others.plus(&factor.times(&variable.into())),
            }
            rest = without.clone();
        }
        let common = factors
            .iter()
            .fold(Int::ZERO, |common, (_, it)| gcd(&common, it));
        if !others.is_zero() && !common.is_one()
            || common.is_zero()
            || !summation.atoms.is_free(&rest)
        {
            return None;
        }
        let units = factors.into_iter();
        let units =
            units.filter(|(it, factor)| factor.magnitude() == common && !taken.contains(it));
        let units = units.map(|(it, factor)| (it, factor / &common)).collect();
        Some((common, rest, units))
    }

    /// Eliminates the variables that no index mentions, where integers satisfy the constraints on them if and only if
    /// rational numbers do.
    fn project(&mut self, summation: &mut Summation<'_>, split: &mut Option<Polynomial>) {
        let mut at = 0;
        while at < self.variables.len() {
            let variable = self.variables[at];
            let bits = summation.atoms.variables_of(variable);
            let mut parts = self.indices.iter().chain(&self.piece.equalities);
            let is_used = parts.any(|it| summation.atoms.variables(it) & bits != 0);
            if !is_used && self.eliminate(summation, variable, split) {
                self.variables.remove(at);
                at = 0;
            } else {
                at += 1;
            }
        }
    }

    fn eliminate(
        &mut self,
        summation: &mut Summation<'_>,
        variable: Atom,
        split: &mut Option<Polynomial>,
    ) -> bool {
        let Ok(limits) = summation.limits(&self.piece.constraints, variable) else {
            return false;
        };
        let mut constraints = limits.rest.clone();
        for lower in &limits.lower {
            for upper in &limits.upper {
                let missing = needed_for_exactness(summation, lower, upper, &limits.rest);
                if let Some(missing) = missing {
                    let opposite = missing.negated().plus_integer(-1);
                    let is_refuted = summation.is_implied(&opposite, &limits.rest);
                    if summation.atoms.is_free(&missing) && !is_refuted {
                        *split = Some(missing);
                    }
                    return false;
                }
                let (a, b) = (
                    upper.numerator.times(&lower.factor),
                    lower.numerator.times(&upper.factor),
                );
                constraints.push(match lower.factor == upper.factor {
                    true => tightened(&upper.numerator.minus(&lower.numerator)),
                    false => tightened(&a.minus(&b)),
                });
            }
        }
        self.piece.constraints = constraints;
        true
    }

    /// Whether different points have different indices.
    fn is_injective(&self, summation: &mut Summation<'_>) -> Result<bool, Failure> {
        let mut open = self.variables.clone();
        loop {
            let before = open.len();
            for index in &self.indices {
                self.drop_digits(summation, index, &mut open)?;
            }
            self.drop_determined(summation, &mut open);
            if open.is_empty() {
                return Ok(true);
            }
            if open.len() == before {
                return Ok(false);
            }
        }
    }

    /// Drops the variables that lie between bounds, by determined variables, that are less than 1 apart.
    fn drop_determined(&self, summation: &mut Summation<'_>, open: &mut Vec<Atom>) {
        let mut at = 0;
        while at < open.len() {
            let others = mask(summation, open);
            let is_determined = match summation.limits(&self.piece.constraints, open[at]) {
                Ok(limits) => limits.lower.iter().any(|lower| {
                    limits.upper.iter().any(|upper| {
                        let parts = [&lower.numerator, &upper.numerator];
                        let known = parts
                            .iter()
                            .all(|it| summation.atoms.variables(it) & others == 0);
                        let distance = upper.numerator.minus(&lower.numerator);
                        let less = lower.factor.minus(&distance).plus_integer(-1);
                        known
                            && lower.factor == upper.factor
                            && summation.is_implied(&less, &limits.rest)
                    })
                }),
                Err(_) => false,
            };
            if is_determined {
                open.remove(at);
                at = 0;
            } else {
                at += 1;
            }
        }
    }

    /// Drops the variables that an index determines as the digits of a mixed radix: of two that are not determined, the
    /// one with the larger coefficient exceeds what the others change.
    fn drop_digits(
        &self,
        summation: &mut Summation<'_>,
        index: &Polynomial,
        open: &mut Vec<Atom>,
    ) -> Result<(), Failure> {
        let mut digits = vec![];
        for &variable in open.iter() {
            let bits = summation.atoms.variables_of(variable);
            if summation.atoms.variables(index) & bits == 0 {
                continue;
            }
            let [_, factor] = &index.coefficients(variable)[..] else {
                return Ok(());
            };
            let size = match () {
                () if !summation.atoms.is_free(factor) => return Ok(()),
                () if summation.is_positive_under(factor, &self.piece.constraints) => {
                    factor.clone()
                }
                () if summation.is_positive_under(&factor.negated(), &self.piece.constraints) => {
                    factor.negated()
                }
                () => return Ok(()),
            };
            digits.push((variable, size));
        }
        if digits.len() > MAX_DIGITS {
            return Ok(());
        }
        while !digits.is_empty() {
            let leading = (0..digits.len()).find(|&at| {
                let mut rest = digits.clone();
                let (_, size) = rest.remove(at);
                let all = mask(summation, open);
                self.spreads_less(summation, &rest, all, size.plus_integer(-1))
            });
            let Some(leading) = leading else {
                return Ok(());
            };
            let (variable, _) = digits.remove(leading);
            open.retain(|&it| it != variable);
        }
        Ok(())
    }

    /// Whether `Σ size·(greatest − least value) <= room` for variables, by some of their bounds.
    fn spreads_less(
        &self,
        summation: &mut Summation<'_>,
        digits: &[(Atom, Polynomial)],
        open: u128,
        room: Polynomial,
    ) -> bool {
        let Some(((variable, size), others)) = digits.split_first() else {
            return summation.is_implied(&room, &self.piece.constraints);
        };
        let Ok(limits) = summation.limits(&self.piece.constraints, *variable) else {
            return false;
        };
        let end = |summation: &Summation<'_>, limit: &Limit| {
            let is_known = summation.atoms.variables(&limit.numerator) & open == 0;
            let times = size
                .divided_by(&limit.factor)
                .filter(|it| it.denominator().is_one());
            times
                .filter(|_| is_known)
                .map(|it| it.times(&limit.numerator))
        };
        limits.lower.iter().any(|lower| {
            limits.upper.iter().any(|upper| {
                let ends = (end(summation, lower), end(summation, upper));
                let (Some(low), Some(high)) = ends else {
                    return false;
                };
                let left = room.minus(&high.minus(&low));
                self.spreads_less(summation, others, open, left)
            })
        })
    }

    /// Another image with the variables of this one, if both are given by their indices.
    fn aligned(&self, summation: &mut Summation<'_>, other: &Image) -> Option<Image> {
        let (own, others) = (self.by_index(summation)?, other.by_index(summation)?);
        let mut renamed = other.clone();
        for ((variable, factor, rest), (theirs, same, too)) in own.iter().zip(&others) {
            if factor != same || rest != too || variable.is_some() != theirs.is_some() {
                return None;
            }
            if let (Some(variable), Some(theirs)) = (variable, theirs) {
                renamed.replace(summation, *theirs, &(*variable).into());
            }
        }
        renamed.variables = self.variables.clone();
        Some(renamed)
    }

    /// Whether each element is one of another image, whose constraints those of this one imply.
    pub(crate) fn is_within(&self, summation: &mut Summation<'_>, other: &Image) -> bool {
        let Some(other) = self.aligned(summation, other) else {
            return false;
        };
        let mut equalities = other.piece.equalities.iter();
        let mut constraints = other.piece.constraints.iter();
        equalities.all(|it| self.piece.equalities.contains(it))
            && constraints.all(|it| summation.is_implied(it, &self.piece.constraints))
    }

    /// The union with another image, if they differ in the bounds of one index, between which there is no gap.
    pub(crate) fn merged(&self, summation: &mut Summation<'_>, other: &Image) -> Option<Image> {
        let other = self.aligned(summation, other)?;
        let (own, theirs) = (&self.piece.constraints, &other.piece.constraints);
        let only = |a: &[Polynomial], b: &[Polynomial]| {
            let new = a.iter().filter(|it| !b.contains(it));
            new.cloned().collect::<Vec<_>>()
        };
        let ends = [only(own, theirs), only(theirs, own)];
        if self.piece.equalities != other.piece.equalities {
            return None;
        }
        let variables = self.variables.iter();
        let interval = |ends: &[Polynomial]| {
            let mut found = variables.clone().filter_map(|&it| interval_of(ends, it));
            let found = found.next()?;
            let is_free = |end: &Polynomial| {
                let rest = end.with(found.0, &Polynomial::from(0));
                summation.atoms.is_free(&rest)
            };
            (is_free(&found.1) && is_free(&found.2)).then_some(found)
        };
        let (variable, low, high) = interval(&ends[0])?;
        let (same, other_low, other_high) = interval(&ends[1])?;
        // lower = variable − first, upper = last − variable
        let later = low.minus(&other_low).as_integer()?;
        let longer = other_high.minus(&high).as_integer()?;
        if variable != same || later.is_negative() != longer.is_negative() {
            return None;
        }
        let (first, last, gap) = match later.is_negative() {
            false => (low, other_high, high.plus(&other_low)),
            true => (other_low, high, other_high.plus(&low)),
        };
        let gap = gap.plus_integer(1);
        if !summation.is_implied(&gap, own) || !summation.is_implied(&gap, theirs) {
            return None;
        }
        let mut image = self.clone();
        image.group = self.group.filter(|_| self.group == other.group);
        image.piece.constraints.retain(|it| theirs.contains(it));
        image.piece.constraints.extend([first, last]);
        Some(image)
    }

    /// Each index as `factor·variable + rest`, if there are no other variables.
    fn by_index(
        &self,
        summation: &Summation<'_>,
    ) -> Option<Vec<(Option<Atom>, Polynomial, Polynomial)>> {
        let mut found: Vec<(Option<Atom>, Polynomial, Polynomial)> = vec![];
        for index in &self.indices {
            let bits = summation.atoms.variables(index);
            let within = self.variables.iter().copied();
            let within: Vec<Atom> = within
                .filter(|&it| summation.atoms.variables_of(it) & bits != 0)
                .collect();
            match within[..] {
                [] => found.push((None, Polynomial::from(0), index.clone())),
                [variable] if found.iter().all(|(it, ..)| *it != Some(variable)) => {
                    let [rest, factor] = &index.coefficients(variable)[..] else {
                        return None;
                    };
                    found.push((Some(variable), factor.clone(), rest.clone()));
                }
                _ => return None,
            }
        }
        let count = found.iter().filter(|(it, ..)| it.is_some()).count();
        (count == self.variables.len()).then_some(found)
    }
}

/// The lower and the upper bound among two constraints, if both bound the variable with the coefficient 1.
fn interval_of(ends: &[Polynomial], variable: Atom) -> Option<(Atom, Polynomial, Polynomial)> {
    let [a, b] = ends else {
        return None;
    };
    let factor = |end: &Polynomial| match &end.coefficients(variable)[..] {
        [_, factor] => factor.as_integer(),
        _ => None,
    };
    let (one, other) = (factor(a)?, factor(b)?);
    match (one.is_one(), other.is_one()) {
        (true, false) if other == Int::NEG_ONE => Some((variable, a.clone(), b.clone())),
        (false, true) if one == Int::NEG_ONE => Some((variable, b.clone(), a.clone())),
        _ => None,
    }
}

fn mask(summation: &Summation<'_>, variables: &[Atom]) -> u128 {
    let bits = variables.iter().map(|&it| summation.atoms.variables_of(it));
    bits.fold(0, |all, it| all | it)
}

/// The polynomial that must be at least 0, so that there is an integer between two bounds wherever there is a rational
/// number; none if that is so.
fn needed_for_exactness(
    summation: &mut Summation<'_>,
    lower: &Limit,
    upper: &Limit,
    rest: &[Polynomial],
) -> Option<Polynomial> {
    if lower.is_whole() || upper.is_whole() {
        return None;
    }
    let needed = if lower.factor == upper.factor {
        let distance = upper.numerator.minus(&lower.numerator);
        distance.minus(&lower.factor).plus_integer(1)
    } else {
        // The dark shadow of the omega test.
        let distance = upper.numerator.times(&lower.factor);
        let distance = distance.minus(&lower.numerator.times(&upper.factor));
        let room = lower.factor.plus_integer(-1);
        distance.minus(&room.times(&upper.factor.plus_integer(-1)))
    };
    (!summation.is_implied(&needed, rest)).then_some(needed)
}
