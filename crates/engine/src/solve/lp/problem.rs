//! Problems: rows with integer coefficients over free variables.

use thiserror::Error;

use crate::number::{Int, Linear, floor_div};

/// The relation of a row's form to zero.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Relation {
    /// `form >= 0`
    NonNegative,
    /// `form = 0`; its multiplier in a certificate may be negative.
    Zero,
}

/// A constraint: a linear form over the variables `0, 1, …`, and its relation to zero.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Row {
    form: Linear<usize>,
    relation: Relation,
}

impl Row {
    /// Creates a row.
    pub fn new(form: Linear<usize>, relation: Relation) -> Self {
        Row { form, relation }
    }

    /// `form >= 0`
    pub fn non_negative(form: Linear<usize>) -> Self {
        Row::new(form, Relation::NonNegative)
    }

    /// `form = 0`
    pub fn zero(form: Linear<usize>) -> Self {
        Row::new(form, Relation::Zero)
    }

    /// The form.
    pub fn form(&self) -> &Linear<usize> {
        &self.form
    }

    /// The relation of the form to zero.
    pub fn relation(&self) -> Relation {
        self.relation
    }

    /// The row tightened to integer variables; `None` if no integers satisfy it.
    ///
    /// With `g` the gcd of the coefficients, `g·f + c >= 0` becomes `f + ⌊c/g⌋ >= 0` (a Gomory–Chvátal cut), and
    /// `g·f + c = 0` requires that `g` divides `c`. The new row follows over the integers only, so that a proof has to
    /// record this step in addition to the certificate.
    ///
    /// ```
    /// use calipers::number::Linear;
    /// use calipers::solve::lp::Row;
    /// let form = |c: i64, a: i64| Linear::from_terms(c.into(), [(0, a.into())]).expect("it fits");
    /// let cut = Row::non_negative(form(-1, 2)).over_integers();
    /// assert_eq!(cut, Some(Row::non_negative(form(-1, 1))));
    /// assert_eq!(Row::zero(form(1, 2)).over_integers(), None);
    /// ```
    pub fn over_integers(&self) -> Option<Row> {
        let constant = self.form.constant();
        let content = self.form.content();
        if content.is_zero() {
            let holds = match self.relation {
                Relation::NonNegative => *constant >= Int::ZERO,
                Relation::Zero => constant.is_zero(),
            };
            return holds.then(|| self.clone());
        }
        let rounded = match self.relation {
            Relation::NonNegative => floor_div(constant, &content)?,
            Relation::Zero if (constant % &content).is_zero() => constant / &content,
            Relation::Zero => return None,
        };
        let terms = self.form.terms().iter();
        let form = Linear::from_terms(rounded, terms.map(|(v, c)| (*v, c / &content)))?;
        Some(Row::new(form, self.relation))
    }
}

/// A row or an objective mentions a variable that the problem does not have.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
#[error("variable {variable} is out of range: the problem has {variables} variables")]
pub struct UnknownVariable {
    /// The variable.
    pub variable: usize,
    /// The number of variables of the problem.
    pub variables: usize,
}

/// A minimization problem: the greatest lower bound of `objective` where all rows hold. The variables are free.
///
/// For an upper bound, negate the objective and the resulting lower bound.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Problem {
    variables: usize,
    rows: Vec<Row>,
    objective: Linear<usize>,
}

impl Problem {
    /// Creates a problem without rows.
    ///
    /// # Errors
    ///
    /// If the objective mentions a variable `>= variables`.
    pub fn new(variables: usize, objective: Linear<usize>) -> Result<Self, UnknownVariable> {
        check(variables, &objective)?;
        Ok(Problem {
            variables,
            rows: Vec::new(),
            objective,
        })
    }

    /// Reserves capacity for more rows.
    pub fn reserve(&mut self, rows: usize) {
        self.rows.reserve(rows);
    }

    /// Adds a row and returns its index.
    ///
    /// # Errors
    ///
    /// If it mentions a variable that the problem does not have.
    pub fn push(&mut self, row: Row) -> Result<usize, UnknownVariable> {
        check(self.variables, &row.form)?;
        self.rows.push(row);
        Ok(self.rows.len() - 1)
    }

    /// The number of variables.
    pub fn variables(&self) -> usize {
        self.variables
    }

    /// The rows, in the order they were added.
    pub fn rows(&self) -> &[Row] {
        &self.rows
    }

    /// The form to bound.
    pub fn objective(&self) -> &Linear<usize> {
        &self.objective
    }
}

fn check(variables: usize, form: &Linear<usize>) -> Result<(), UnknownVariable> {
    match form.terms().last() {
        Some(&(variable, _)) if variable >= variables => Err(UnknownVariable {
            variable,
            variables,
        }),
        _ => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn variables_are_checked() {
        let beyond = Linear::atom(3);
        assert!(Problem::new(3, beyond.clone()).is_err());
        let mut problem = Problem::new(3, Linear::atom(2)).expect("in range");
        let error = problem.push(Row::zero(beyond)).expect_err("out of range");
        assert_eq!(
            error.to_string(),
            "variable 3 is out of range: the problem has 3 variables"
        );
    }

    #[test]
    fn rows_over_the_integers_keep_exactly_the_integer_points() {
        for relation in [Relation::NonNegative, Relation::Zero] {
            for a in -4i64..=4 {
                for b in [-4i64, 0, 2, 6] {
                    for c in -5i64..=5 {
                        let holds = |c: i64, a: i64, b: i64, x: i64, y: i64| {
                            let value = a * x + b * y + c;
                            value == 0 || (relation == Relation::NonNegative && value > 0)
                        };
                        let terms = [(0, Int::from(a)), (1, Int::from(b))];
                        let form = Linear::from_terms(Int::from(c), terms).expect("small");
                        let cut = Row::new(form, relation).over_integers();
                        for x in -4..=4 {
                            for y in -4..=4 {
                                let kept = cut.as_ref().is_some_and(|row| {
                                    let number = |n: &Int| i64::try_from(n).expect("small");
                                    holds(
                                        number(row.form().constant()),
                                        number(&row.form().coefficient(&0)),
                                        number(&row.form().coefficient(&1)),
                                        x,
                                        y,
                                    )
                                });
                                assert_eq!(kept, holds(c, a, b, x, y), "{a}x+{b}y+{c} {cut:?}");
                            }
                        }
                    }
                }
            }
        }
    }
}
