//! Farkas certificates and their verification.

use dashu_ratio::RBig;

use super::problem::{Problem, Relation};
use crate::number::{Congruence, Int, fits, fraction, gcd};

/// Multipliers `y` of rows: `>= 0` for rows `form >= 0`, any number for rows `form = 0`.
///
/// By Farkas' lemma they prove every bound and every infeasibility of a linear program: if `Σ yᵢ·rowᵢ` is the objective
/// minus a constant `L`, then `objective >= L`; if it is a negative constant, no values satisfy the rows. Verification
/// does not depend on how the multipliers were found.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Certificate {
    multipliers: Vec<(usize, RBig)>,
}

impl Certificate {
    /// Creates a certificate with these multipliers; zeros are omitted.
    pub fn new(multipliers: impl IntoIterator<Item = (usize, RBig)>) -> Self {
        let multipliers = multipliers.into_iter().filter(|(_, y)| !y.is_zero());
        Certificate {
            multipliers: multipliers.collect(),
        }
    }

    /// The indices of the used rows, with their multipliers.
    pub fn multipliers(&self) -> &[(usize, RBig)] {
        &self.multipliers
    }

    /// The `L` for which `objective − L = Σ yᵢ·rowᵢ` identically, if there is one; then `objective >= L` wherever the
    /// rows hold.
    ///
    /// Exact, and linear in the number of coefficients of the used rows.
    pub fn verify_bound(&self, problem: &Problem) -> Option<RBig> {
        let combination = Combination::of(self, problem)?;
        let objective = problem.objective();
        let mut expected = vec![Int::ZERO; problem.variables()];
        for (variable, coefficient) in objective.terms() {
            expected[*variable] = coefficient * &combination.scale;
        }
        (combination.coefficients == expected).then(|| {
            let constant = fraction(combination.constant, combination.scale);
            RBig::from(objective.constant().clone()) - constant
        })
    }

    /// Whether `Σ yᵢ·rowᵢ` is identically a negative constant, so that no values satisfy all rows.
    pub fn verify_infeasible(&self, problem: &Problem) -> bool {
        Combination::of(self, problem).is_some_and(|combination| {
            combination.constant < Int::ZERO && combination.coefficients.iter().all(Int::is_zero)
        })
    }
}

/// `scale · Σ yᵢ·rowᵢ`, in integers.
struct Combination {
    scale: Int,
    constant: Int,
    coefficients: Vec<Int>,
}

impl Combination {
    /// `None` if a multiplier has the wrong sign, or its denominators are out of bounds.
    fn of(certificate: &Certificate, problem: &Problem) -> Option<Combination> {
        let mut scale = Int::ONE;
        for (_, multiplier) in &certificate.multipliers {
            let denominator = Int::from(multiplier.denominator().clone());
            if !(&scale % &denominator).is_zero() {
                scale *= &denominator / gcd(&scale, &denominator);
            }
            if !fits(&scale) {
                return None;
            }
        }
        let mut constant = Int::ZERO;
        let mut coefficients = vec![Int::ZERO; problem.variables()];
        for (index, multiplier) in &certificate.multipliers {
            let row = problem.rows().get(*index)?;
            if row.relation() == Relation::NonNegative && *multiplier < RBig::ZERO {
                return None;
            }
            let denominator = Int::from(multiplier.denominator().clone());
            let factor = Int::from(multiplier.numerator().clone()) * (&scale / denominator);
            constant += row.form().constant() * &factor;
            for (variable, coefficient) in row.form().terms() {
                coefficients[*variable] += coefficient * &factor;
            }
        }
        Some(Combination {
            scale,
            constant,
            coefficients,
        })
    }
}

/// The least integer at or above a lower bound that is a member of `congruence`. `None` if the congruence is a constant
/// below the bound, which is a contradiction.
///
/// ```
/// use calipers::number::Congruence;
/// use calipers::solve::lp::tighten;
/// let bound = dashu_ratio::RBig::from_parts(7.into(), 2u8.into());
/// assert_eq!(tighten(&bound, &Congruence::any()), Some(4.into()));
/// assert_eq!(tighten(&bound, &Congruence::new(4, 1)), Some(5.into()));
/// ```
pub fn tighten(bound: &RBig, congruence: &Congruence) -> Option<Int> {
    congruence.round_up(&bound.ceil().into())
}
