//! Linear forms over atoms.

use std::cmp::Ordering;
use std::hash::{Hash, Hasher};

use smallvec::SmallVec;

use super::{Int, fits, floor_mod, gcd, keep};

/// The terms of a form: sorted by atom, no coefficient zero.
type Terms<A> = SmallVec<[(A, Int); 2]>;

/// A linear form `c + Σ aᵢ·xᵢ` with integer coefficients over atoms `xᵢ` of type `A`.
///
/// The representation is canonical, so `==` and the hash compare polynomials. Operations return `None` if the result
/// contains a number that does not [fit](super::fits). Sums merge two sorted lists, so they are linear in the number
/// of terms; forms with at most two terms and small numbers need no heap memory.
///
/// ```
/// use calipers_number::Linear;
/// fn example() -> Option<()> {
///     let (x, y) = (Linear::atom('x'), Linear::atom('y'));
///     let sum = x.add_scaled(&2.into(), &y)?.add_constant(&3.into())?;
///     assert_eq!(sum.coefficient(&'y'), 2.into());
///     assert_eq!(sum.sub(&x)?.sub(&y)?.sub(&y)?.as_constant(), Some(&3.into()));
///     Some(())
/// }
/// assert!(example().is_some());
/// ```
#[derive(PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Linear<A> {
    constant: Int,
    terms: Terms<A>,
}

impl<A: Copy> Clone for Linear<A> {
    #[inline]
    fn clone(&self) -> Self {
        Linear {
            constant: self.constant.clone(),
            terms: scaled_terms(&self.terms, Int::clone),
        }
    }
}

impl<A: Hash> Hash for Linear<A> {
    #[inline]
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.constant.hash(state);
        for (atom, k) in &self.terms {
            atom.hash(state);
            k.hash(state);
        }
    }
}

/// The terms with each coefficient mapped by `f`, which must not return zero.
#[inline]
fn scaled_terms<A: Copy>(terms: &[(A, Int)], f: impl Fn(&Int) -> Int) -> Terms<A> {
    let mut scaled = Terms::with_capacity(terms.len());
    for (atom, k) in terms {
        scaled.push((*atom, f(k)));
    }
    scaled
}

impl<A: Copy + Ord + Hash> Linear<A> {
    /// The form 0.
    #[inline]
    pub fn zero() -> Self {
        Linear {
            constant: Int::ZERO,
            terms: Terms::new(),
        }
    }

    /// A constant form, `None` if the number does not fit.
    #[inline]
    pub fn from_constant(constant: impl Into<Int>) -> Option<Self> {
        Some(Linear {
            constant: keep(constant.into())?,
            terms: Terms::new(),
        })
    }

    /// The form `atom`.
    #[inline]
    pub fn atom(atom: A) -> Self {
        Linear {
            constant: Int::ZERO,
            terms: smallvec::smallvec![(atom, Int::ONE)],
        }
    }

    /// `constant + Σ coefficient·atom`, in any order; repeated atoms add up. `None` if a number
    /// does not fit.
    pub fn from_terms(constant: Int, terms: impl IntoIterator<Item = (A, Int)>) -> Option<Self> {
        let mut sorted: Vec<(A, Int)> = terms.into_iter().collect();
        sorted.sort_by_key(|(atom, _)| *atom);
        let mut terms = Terms::<A>::with_capacity(sorted.len());
        for (atom, coefficient) in sorted {
            match terms.last_mut() {
                Some((last, sum)) if *last == atom => *sum += coefficient,
                _ => terms.push((atom, coefficient)),
            }
        }
        terms.retain(|(_, coefficient)| !coefficient.is_zero());
        let small = fits(&constant) && terms.iter().all(|(_, coefficient)| fits(coefficient));
        small.then_some(Linear { constant, terms })
    }

    /// The form over other atoms; `rename` must be injective. `None` if `rename` returns `None` for an atom.
    pub fn renamed<B: Copy + Ord + Hash>(
        &self,
        rename: impl Fn(A) -> Option<B>,
    ) -> Option<Linear<B>> {
        let mut terms = Terms::<B>::with_capacity(self.terms.len());
        for (atom, k) in &self.terms {
            terms.push((rename(*atom)?, k.clone()));
        }
        terms.sort_unstable_by_key(|(atom, _)| *atom);
        debug_assert!(terms.is_sorted_by(|(a, _), (b, _)| a < b));
        Some(Linear {
            constant: self.constant.clone(),
            terms,
        })
    }

    /// The constant part.
    #[inline]
    pub fn constant(&self) -> &Int {
        &self.constant
    }

    /// The terms, in ascending order of atoms, without zero coefficients.
    #[inline]
    pub fn terms(&self) -> &[(A, Int)] {
        &self.terms
    }

    /// The atoms, in ascending order.
    #[inline]
    pub fn atoms(&self) -> impl Iterator<Item = A> {
        self.terms.iter().map(|(atom, _)| *atom)
    }

    /// The coefficient of an atom, 0 if it does not occur.
    #[inline]
    pub fn coefficient(&self, atom: &A) -> Int {
        match self.position(atom) {
            Ok(index) => self.terms[index].1.clone(),
            Err(_) => Int::ZERO,
        }
    }

    /// Whether no atom occurs.
    #[inline]
    pub fn is_constant(&self) -> bool {
        self.terms.is_empty()
    }

    /// The value of a form without atoms.
    #[inline]
    pub fn as_constant(&self) -> Option<&Int> {
        self.is_constant().then_some(&self.constant)
    }

    /// The atom, if the form is `1·atom + 0`.
    #[inline]
    pub fn as_atom(&self) -> Option<A> {
        match self.terms.as_slice() {
            [(atom, coefficient)] if coefficient.is_one() && self.constant.is_zero() => Some(*atom),
            _ => None,
        }
    }

    /// `self + other`
    #[inline]
    pub fn add(&self, other: &Self) -> Option<Self> {
        self.merge(other, |b| b.clone(), |a, b| a + b)
    }

    /// `self - other`
    #[inline]
    pub fn sub(&self, other: &Self) -> Option<Self> {
        self.merge(other, |b| -b, |a, b| a - b)
    }

    /// `self + factor·other`
    #[inline]
    pub fn add_scaled(&self, factor: &Int, other: &Self) -> Option<Self> {
        if factor.is_zero() {
            return Some(self.clone());
        }
        if factor.is_one() {
            return self.add(other);
        }
        self.merge(other, |b| b * factor, |a, b| a + b * factor)
    }

    /// `self + constant`
    #[inline]
    pub fn add_constant(&self, constant: &Int) -> Option<Self> {
        Some(Linear {
            constant: keep(&self.constant + constant)?,
            terms: scaled_terms(&self.terms, Int::clone),
        })
    }

    /// `-self`
    #[inline]
    pub fn neg(&self) -> Self {
        Linear {
            constant: -&self.constant,
            terms: scaled_terms(&self.terms, |k| -k),
        }
    }

    /// `factor·self`
    pub fn scale(&self, factor: &Int) -> Option<Self> {
        if factor.is_zero() {
            return Some(Linear::zero());
        }
        if factor.is_one() {
            return Some(self.clone());
        }
        let mut terms = Terms::with_capacity(self.terms.len());
        for (atom, coefficient) in &self.terms {
            terms.push((*atom, keep(coefficient * factor)?));
        }
        Some(Linear {
            constant: keep(&self.constant * factor)?,
            terms,
        })
    }

    /// Substitutes `value` for `atom`.
    #[inline]
    pub fn substitute(&self, atom: A, value: &Self) -> Option<Self> {
        let Ok(index) = self.position(&atom) else {
            return Some(self.clone());
        };
        let mut rest = self.clone();
        let (_, factor) = rest.terms.remove(index);
        rest.add_scaled(&factor, value)
    }

    /// The `k` other than 0 and the number `c` with `self = k·other + c`, if they exist.
    ///
    /// ```
    /// use calipers_number::{Int, Linear};
    /// let form = |c, k| Linear::from_terms(Int::from(c), [('x', Int::from(k))]).expect("small numbers");
    /// assert_eq!(form(7, 6).as_multiple_of(&form(1, 3)), Some((Int::from(2), Int::from(5))));
    /// assert_eq!(form(7, 6).as_multiple_of(&form(0, 4)), None);
    /// ```
    #[inline]
    pub fn as_multiple_of(&self, other: &Self) -> Option<(Int, Int)> {
        let ((atom, own), (first, of_other)) = (self.terms.first()?, other.terms.first()?);
        if atom != first || self.terms.len() != other.terms.len() || !(own % of_other).is_zero() {
            return None;
        }
        let k = own / of_other;
        let rest = self.add_scaled(&-&k, other)?;
        rest.as_constant().map(|rest| (k, rest.clone()))
    }

    /// The greatest common divisor of the coefficients (not of the constant), 0 without atoms.
    pub fn content(&self) -> Int {
        let mut content = Int::ZERO;
        for (_, coefficient) in &self.terms {
            content = gcd(&content, coefficient);
            if content.is_one() {
                break;
            }
        }
        content
    }

    /// `self / divisor`, if the divisor is not 0 and divides all coefficients and the constant.
    pub fn divide_exactly(&self, divisor: &Int) -> Option<Self> {
        let quotient = |number: &Int| {
            let rest = floor_mod(number, divisor)?;
            rest.is_zero().then(|| number / divisor)
        };
        let mut terms = Terms::with_capacity(self.terms.len());
        for (atom, coefficient) in &self.terms {
            terms.push((*atom, quotient(coefficient)?));
        }
        Some(Linear {
            constant: quotient(&self.constant)?,
            terms,
        })
    }

    #[inline]
    fn position(&self, atom: &A) -> Result<usize, usize> {
        self.terms.binary_search_by(|(other, _)| other.cmp(atom))
    }

    /// `self + f(other)` for a linear `f`; `alone(b) = f(b)`, `together(a, b) = a + f(b)`.
    fn merge(
        &self,
        other: &Self,
        alone: impl Fn(&Int) -> Int,
        together: impl Fn(&Int, &Int) -> Int,
    ) -> Option<Self> {
        let mut terms = Terms::with_capacity(self.terms.len() + other.terms.len());
        let (mut left, mut right) = (&self.terms[..], &other.terms[..]);
        while let ([a, left_rest @ ..], [b, right_rest @ ..]) = (left, right) {
            match a.0.cmp(&b.0) {
                Ordering::Less => {
                    terms.push(a.clone());
                    left = left_rest;
                }
                Ordering::Greater => {
                    terms.push((b.0, keep(alone(&b.1))?));
                    right = right_rest;
                }
                Ordering::Equal => {
                    let sum = keep(together(&a.1, &b.1))?;
                    if !sum.is_zero() {
                        terms.push((a.0, sum));
                    }
                    (left, right) = (left_rest, right_rest);
                }
            }
        }
        for term in left {
            terms.push(term.clone());
        }
        for (atom, b) in right {
            terms.push((*atom, keep(alone(b))?));
        }
        Some(Linear {
            constant: keep(together(&self.constant, &other.constant))?,
            terms,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn form(constant: i64, terms: &[(u32, i64)]) -> Linear<u32> {
        let terms = terms.iter().map(|&(a, c)| (a, Int::from(c)));
        Linear::from_terms(Int::from(constant), terms).expect("small numbers fit")
    }

    fn evaluate(form: &Linear<u32>, values: &[i64; 3]) -> Int {
        form.terms()
            .iter()
            .fold(form.constant().clone(), |sum, (atom, coefficient)| {
                sum + coefficient * Int::from(values[*atom as usize])
            })
    }

    fn small() -> Vec<Linear<u32>> {
        let mut forms = Vec::new();
        for constant in [-3, 0, 5] {
            for a in [-2, 0, 3] {
                for b in [-1, 0, 2] {
                    for c in [0, 4] {
                        forms.push(form(constant, &[(2, c), (0, a), (1, b)]));
                    }
                }
            }
        }
        forms
    }

    #[test]
    fn operations_agree_with_evaluation() {
        let values = [7, -11, 13];
        for f in &small() {
            assert!(f.terms().iter().all(|(_, c)| !c.is_zero()));
            assert!(f.terms().is_sorted_by_key(|(atom, _)| atom));
            assert_eq!(evaluate(&f.neg(), &values), -evaluate(f, &values));
            for g in &small() {
                let (x, y) = (evaluate(f, &values), evaluate(g, &values));
                let results = [
                    (f.add(g), &x + &y),
                    (f.sub(g), &x - &y),
                    (f.add_scaled(&Int::from(-3), g), &x - &y * 3),
                    (f.scale(&Int::from(4)), &x * 4),
                ];
                for (result, expected) in results {
                    let result = result.expect("small numbers fit");
                    assert_eq!(evaluate(&result, &values), expected);
                    assert!(result.terms().iter().all(|(_, c)| !c.is_zero()));
                }
                let put_in = f.substitute(1, g).expect("small numbers fit");
                let expected = &x + f.coefficient(&1) * (&y + 11);
                assert_eq!(evaluate(&put_in, &values), expected);
            }
        }
    }

    #[test]
    fn exact_division_undoes_scaling() {
        for f in &small() {
            for divisor in [-4, -1, 1, 2, 3] {
                let divisor = Int::from(divisor);
                let multiple = f.scale(&divisor).expect("small numbers fit");
                assert_eq!(multiple.divide_exactly(&divisor).as_ref(), Some(f));
            }
            assert_eq!(f.divide_exactly(&Int::ZERO), None);
        }
        assert_eq!(form(1, &[(0, 4), (1, 6)]).content(), Int::from(2));
        assert_eq!(form(1, &[(0, 4)]).divide_exactly(&Int::from(2)), None);
    }

    #[test]
    fn repeated_atoms_add_up() {
        assert_eq!(form(0, &[(1, 2), (0, 1), (1, -2)]), Linear::atom(0));
        assert_eq!(form(0, &[(1, 1)]).as_atom(), Some(1));
    }

    #[test]
    fn numbers_over_the_cap_are_refused() {
        let huge = Linear::<u32>::from_constant(Int::from(1) << 4000).expect("it fits");
        assert_eq!(huge.scale(huge.constant()), None);
        assert_eq!(Linear::<u32>::from_constant(Int::from(1) << 5000), None);
    }
}
