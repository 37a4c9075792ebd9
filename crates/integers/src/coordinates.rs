//! Unimodular coordinates: integer forms `z = W·x` of the variables with `x = V·z`, in which equations fix some
//! coordinates.

use super::refutation::{Premise, Refutation, ratio};
use calipers_number::{Int, Linear, floor_div};
use dashu_ratio::RBig;

/// The largest bit length of an entry; longer ones end the search.
const MAX_ENTRY: usize = 512;

/// An equation or inequality over the coordinates.
#[derive(Clone, Debug)]
pub(crate) struct Vector {
    pub(crate) entries: Vec<Int>,
    pub(crate) constant: Int,
}

/// An equation between forms, as two inequalities.
#[derive(Clone, Debug)]
pub(crate) struct Equation {
    pub(crate) form: Linear<usize>,
    /// Why the form is not negative, and why its negation is not.
    pub(crate) premises: [Premise; 2],
}

/// A value that equations give to a coordinate `z`: `z − value` is a combination of them.
#[derive(Clone, Debug)]
struct Fixed {
    value: Int,
    combination: Vec<(usize, RBig)>,
}

/// The numbers grew too large, or the budget is exhausted.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct GaveUp;

#[derive(Clone, Debug)]
pub(crate) struct Coordinates {
    /// The rows of `W`: the coordinates as forms over the variables.
    forms: Vec<Vec<Int>>,
    /// The columns of `V`: for each coordinate, the values of the variables if it is 1 and the others are 0.
    columns: Vec<Vec<Int>>,
    fixed: Vec<Option<Fixed>>,
    pub(crate) equations: Vec<Equation>,
}

impl Coordinates {
    /// The variables themselves.
    pub(crate) fn new(variables: usize) -> Coordinates {
        let unit = |n: usize| -> Vec<Int> { (0..variables).map(|it| Int::from(it == n)).collect() };
        Coordinates {
            forms: (0..variables).map(unit).collect(),
            columns: (0..variables).map(unit).collect(),
            fixed: vec![None; variables],
            equations: vec![],
        }
    }

    pub(crate) fn count(&self) -> usize {
        self.columns.len()
    }

    /// The coordinates that no equation fixes.
    pub(crate) fn free(&self) -> Vec<usize> {
        let all = 0..self.count();
        all.filter(|&it| self.fixed[it].is_none()).collect()
    }

    /// A coordinate as a form over the variables.
    pub(crate) fn form(&self, coordinate: usize) -> Option<Linear<usize>> {
        self.combined(&[(coordinate, Int::ONE)])
    }

    /// A sum of coordinates as a form over the variables.
    pub(crate) fn combined(&self, sum: &[(usize, Int)]) -> Option<Linear<usize>> {
        let mut entries = vec![Int::ZERO; self.count()];
        for (coordinate, k) in sum {
            for (entry, own) in entries.iter_mut().zip(&self.forms[*coordinate]) {
                *entry += k * own;
            }
        }
        let terms = entries.into_iter().enumerate();
        Linear::from_terms(Int::ZERO, terms.filter(|(_, k)| !k.is_zero()))
    }

    /// A form over all coordinates.
    pub(crate) fn vector(&self, form: &Linear<usize>) -> Vector {
        let entry = |column: &Vec<Int>| {
            let terms = form.terms().iter();
            terms.map(|(variable, k)| k * &column[*variable]).sum()
        };
        Vector {
            entries: self.columns.iter().map(entry).collect(),
            constant: form.constant().clone(),
        }
    }

    /// Adds `factor` times the column of `from` to that of `to`.
    pub(crate) fn add_column(
        &mut self,
        to: usize,
        from: usize,
        factor: &Int,
    ) -> Result<(), GaveUp> {
        let (source, target) = pair(&mut self.columns, from, to);
        add_scaled(target, factor, source)?;
        let (source, target) = pair(&mut self.forms, to, from);
        add_scaled(target, &-factor, source)
    }

    /// Takes in an equation: it fixes one more coordinate, or is contradictory or redundant.
    pub(crate) fn equate(
        &mut self,
        equation: Equation,
        next_case: &mut u32,
    ) -> Result<Option<Refutation>, GaveUp> {
        let number = self.equations.len();
        let mut vector = self.vector(&equation.form);
        self.equations.push(equation);
        let mut combination = vec![(number, RBig::ONE)];
        self.put_in_fixed(&mut vector, &mut combination);
        let open: Vec<usize> = self.free();
        let open = |vector: &Vector| -> Vec<usize> {
            let all = open.iter().copied();
            all.filter(|&it| !vector.entries[it].is_zero()).collect()
        };
        // Euclid's algorithm on the entries.
        loop {
            let left = open(&vector);
            let Some(&least) = left
                .iter()
                .min_by_key(|&&it| (vector.entries[it].magnitude(), it))
            else {
                break;
            };
            if left.len() == 1 {
                break;
            }
            for &other in left.iter().filter(|&&it| it != least) {
                let quotient = nearest(&vector.entries[other], &vector.entries[least]);
                let factor = -quotient;
                let more = &vector.entries[least] * &factor;
                vector.entries[other] += more;
                self.add_column(other, least, &factor)?;
            }
        }
        let Some(&pivot) = open(&vector).first() else {
            if vector.constant.is_zero() {
                return Ok(None);
            }
            let sign = match vector.constant.is_negative() {
                true => RBig::ONE,
                false => RBig::from(-1),
            };
            return Ok(Some(Refutation::Sum(self.premises(&combination, &sign))));
        };
        let k = vector.entries[pivot].clone();
        let scale = RBig::ONE / RBig::from(k.clone());
        let combination: Vec<(usize, RBig)> = combination
            .into_iter()
            .map(|(number, factor)| (number, factor * &scale))
            .collect();
        if (&vector.constant % &k).is_zero() {
            let value = -(&vector.constant / &k);
            self.fixed[pivot] = Some(Fixed { value, combination });
            return Ok(None);
        }
        // The equations give the coordinate a fractional value.
        let value = ratio(&-&vector.constant, &k);
        let limit = floor(&value);
        let form = self.form(pivot).ok_or(GaveUp)?;
        let case = *next_case;
        *next_case += 1;
        // z − value = Σ equations, and value − limit > 0.
        let side = |sign: RBig| {
            let mut premises = self.premises(&combination, &sign);
            premises.push((Premise::Case(case), RBig::ONE));
            Box::new(Refutation::Sum(premises))
        };
        Ok(Some(Refutation::Branch {
            case,
            form,
            limit,
            above: side(RBig::from(-1)),
            below: side(RBig::ONE),
        }))
    }

    /// Replaces the fixed coordinates by their values, and subtracts the equations from the combination.
    pub(crate) fn put_in_fixed(&self, vector: &mut Vector, combination: &mut Vec<(usize, RBig)>) {
        for (entry, fixed) in vector.entries.iter_mut().zip(&self.fixed) {
            let Some(fixed) = fixed.as_ref().filter(|_| !entry.is_zero()) else {
                continue;
            };
            vector.constant += &*entry * &fixed.value;
            let factor = -RBig::from(entry.clone());
            for (number, own) in &fixed.combination {
                let more = own * &factor;
                match combination.iter_mut().find(|it| it.0 == *number) {
                    Some((_, sum)) => *sum += more,
                    None => combination.push((*number, more)),
                }
            }
            *entry = Int::ZERO;
        }
    }

    /// The premises of a combination of equations, times a factor.
    pub(crate) fn premises(
        &self,
        combination: &[(usize, RBig)],
        factor: &RBig,
    ) -> Vec<(Premise, RBig)> {
        let scaled = combination
            .iter()
            .map(|(number, own)| (&self.equations[*number], own * factor));
        scaled
            .filter(|(_, factor)| !factor.is_zero())
            .map(|(equation, factor)| {
                let [up, down] = &equation.premises;
                match (up == down, factor < RBig::ZERO) {
                    (false, true) => (*down, -factor),
                    _ => (*up, factor),
                }
            })
            .collect()
    }

    /// The values of the variables for these values of the free coordinates.
    pub(crate) fn point(&self, free: &[(usize, Int)]) -> Vec<Int> {
        let fixed = self.fixed.iter().enumerate();
        let fixed = fixed.filter_map(|(n, it)| Some((n, it.as_ref()?.value.clone())));
        let all: Vec<(usize, Int)> = fixed.chain(free.iter().cloned()).collect();
        self.direction(&all)
    }

    /// The change of the variables for this change of the coordinates.
    pub(crate) fn direction(&self, change: &[(usize, Int)]) -> Vec<Int> {
        let mut values = vec![Int::ZERO; self.count()];
        for (coordinate, by) in change {
            for (sum, own) in values.iter_mut().zip(&self.columns[*coordinate]) {
                *sum += by * own;
            }
        }
        values
    }
}

/// Two different elements.
fn pair<T>(all: &mut [T], a: usize, b: usize) -> (&T, &mut T) {
    match a < b {
        true => {
            let (left, right) = all.split_at_mut(b);
            (&left[a], &mut right[0])
        }
        false => {
            let (left, right) = all.split_at_mut(a);
            (&right[0], &mut left[b])
        }
    }
}

fn add_scaled(target: &mut [Int], factor: &Int, source: &[Int]) -> Result<(), GaveUp> {
    for (entry, own) in target.iter_mut().zip(source) {
        *entry += factor * own;
        if entry.bit_len() > MAX_ENTRY {
            return Err(GaveUp);
        }
    }
    Ok(())
}

/// The integer nearest to `a / b`.
pub(crate) fn nearest(a: &Int, b: &Int) -> Int {
    let (a, b) = match b.is_negative() {
        true => (-a, -b),
        false => (a.clone(), b.clone()),
    };
    floor_div(&(a * 2 + &b), &(b * 2)).unwrap_or(Int::ZERO)
}

/// The greatest integer that is at most the number.
pub(crate) fn floor(number: &RBig) -> Int {
    Int::from(number.floor())
}
