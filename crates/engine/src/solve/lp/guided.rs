//! Exact answers from the basis at which the simplex method ends in rounded numbers.
//!
//! The method in rounded numbers costs a small part of the one in long integers, and usually ends at the same basis.
//! One exact solution of the equations of that basis gives the multipliers; one of the transposed equations gives a
//! point or a direction that shows that there are no better ones (D. Applegate, W. Cook, S. Dash and D. Espinoza, *Exact
//! solutions to linear programming problems*, 2007). Both are checked in exact arithmetic: a wrong basis gives no
//! answer.

use super::certificate::Certificate;
use super::exact::System;
use super::float_pair::Float;
use super::problem::{Problem, Relation};
use super::tableau::{self, End, Equations};
use super::{Found, GaveUp, Statistics};
use crate::number::{Int, Linear, fraction};
use std::cmp::Ordering;

/// The rows that are basic, by equation of the dual; none for an artificial variable.
type Basis = [Option<usize>];

/// Finds optimal multipliers, a contradiction, or that there is neither.
pub(super) fn solve<F: Float>(
    problem: &Problem,
    max_pivots: usize,
    statistics: &mut Statistics,
) -> Result<Found, GaveUp> {
    let end = tableau::suggest::<F>(problem, max_pivots, statistics)?;
    let exact = Exact {
        problem,
        equations: Equations::of(problem),
    };
    let found = match end {
        End::Bound(basis) => exact.bound(&basis),
        End::Contradiction(basis, grows) => exact.contradiction(&basis, grows),
        End::Nothing(first, last, scale) => exact.nothing(&first, &last, &scale),
    };
    found.ok_or(GaveUp::Inexact)
}

struct Exact<'p> {
    problem: &'p Problem,
    equations: Equations,
}

/// A point or a direction: numerators by equation of the dual, over a positive denominator.
struct Point {
    numerators: Vec<Int>,
    denominator: Int,
}

impl Exact<'_> {
    /// The multipliers of a basis, if they are the best ones.
    fn bound(&self, basis: &Basis) -> Option<Found> {
        let multipliers = self.multipliers(basis, self.problem.objective(), None)?;
        let point = self.point(basis, |row| row.constant().clone(), |_| Int::ZERO)?;
        let mut tight = vec![];
        for (number, row) in self.problem.rows().iter().enumerate() {
            let value = self.value(row.form(), &point) + row.form().constant() * &point.denominator;
            match (value.cmp(&Int::ZERO), row.relation()) {
                (Ordering::Equal, _) => tight.push(number),
                (Ordering::Greater, Relation::NonNegative) => {}
                _ => return None,
            }
        }
        Some(Found::Bound(multipliers, Some(tight)))
    }

    /// Multipliers that give a contradiction: those of a row that grow without end, with those of the basis.
    fn contradiction(&self, basis: &Basis, (row, negated): (usize, bool)) -> Option<Found> {
        let (goal, own) = match negated {
            true => (self.problem.rows()[row].form().clone(), Int::NEG_ONE),
            false => (self.problem.rows()[row].form().neg(), Int::ONE),
        };
        let multipliers = self.multipliers(basis, &goal, Some((row, own)))?;
        Some(Found::Contradiction(multipliers))
    }

    /// That there are neither multipliers for a bound nor for a contradiction: along a direction in which no row
    /// decreases, the objective does; and a point satisfies all rows.
    fn nothing(&self, first: &Basis, last: &Basis, exponents: &[i32]) -> Option<Found> {
        let goals = self.goals();
        let least = exponents.iter().min().copied().unwrap_or(0);
        // In the first phase, an artificial variable costs its absolute value, in units of its equation.
        let price = |line: usize| {
            let unit = Int::ONE << (exponents[line] - least).unsigned_abs() as usize;
            match goals[line].cmp(&Int::ZERO) {
                Ordering::Less => -unit,
                Ordering::Equal => Int::ZERO,
                Ordering::Greater => unit,
            }
        };
        let direction = self.point(first, |_| Int::ZERO, price)?;
        let falls = self.value(self.problem.objective(), &direction) < Int::ZERO;
        let point = self.point(last, |row| row.constant().clone(), |_| Int::ZERO)?;
        let holds = |value: Int, relation: Relation| match relation {
            Relation::NonNegative => value >= Int::ZERO,
            Relation::Zero => value.is_zero(),
        };
        let all = self.problem.rows().iter().all(|row| {
            let (form, relation) = (row.form(), row.relation());
            let constant = form.constant() * &point.denominator;
            holds(self.value(form, &direction), relation)
                && holds(self.value(form, &point) + constant, relation)
        });
        (falls && all).then_some(Found::Nothing)
    }

    /// The coefficients of the objective by equation.
    fn goals(&self) -> Vec<Int> {
        let mut goals = vec![Int::ZERO; self.equations.count];
        for (variable, coefficient) in self.problem.objective().terms() {
            goals[self.equations.line(*variable)] = coefficient.clone();
        }
        goals
    }

    /// The multipliers of the basic rows whose combination is a goal, with another row's multiplier.
    fn multipliers(
        &self,
        basis: &Basis,
        goal: &Linear<usize>,
        another: Option<(usize, Int)>,
    ) -> Option<Certificate> {
        let mut rows: Vec<usize> = basis.iter().flatten().copied().collect();
        rows.sort_unstable();
        rows.dedup();
        let mut system = System::new(self.equations.count, rows.len());
        for (unknown, &row) in rows.iter().enumerate() {
            for (variable, coefficient) in self.problem.rows()[row].form().terms() {
                *system.entry(self.equations.line(*variable), unknown) = coefficient.clone();
            }
        }
        for (variable, coefficient) in goal.terms() {
            *system.entry(self.equations.line(*variable), rows.len()) = coefficient.clone();
        }
        let (mut numerators, denominator) = system.solve_scaled()?;
        if let Some((row, own)) = another {
            match rows.iter().position(|&it| it == row) {
                Some(at) => numerators[at] += own * &denominator,
                None => {
                    rows.push(row);
                    numerators.push(own * &denominator);
                }
            }
        }
        let numerators = numerators
            .into_iter()
            .map(|it| fraction(it, denominator.clone()));
        Some(Certificate::new(rows.into_iter().zip(numerators)))
    }

    /// The point at which the linear part of each basic row is minus its cost, and the variable of each artificial one
    /// minus its own.
    fn point(
        &self,
        basis: &Basis,
        cost: impl Fn(&Linear<usize>) -> Int,
        artificial: impl Fn(usize) -> Int,
    ) -> Option<Point> {
        let count = self.equations.count;
        let mut unknowns = vec![None; count];
        let mut open = 0;
        for line in (0..count).filter(|&line| basis[line].is_some()) {
            unknowns[line] = Some(open);
            open += 1;
        }
        let mut system = System::new(open, open);
        for (equation, row) in basis.iter().flatten().enumerate() {
            let form = self.problem.rows()[*row].form();
            let mut right = -cost(form);
            for (variable, coefficient) in form.terms() {
                let line = self.equations.line(*variable);
                match unknowns[line] {
                    Some(unknown) => *system.entry(equation, unknown) = coefficient.clone(),
                    None => right += coefficient * artificial(line),
                }
            }
            *system.entry(equation, open) = right;
        }
        let (solution, denominator) = system.solve_scaled()?;
        let numerators = (0..count).map(|line| match unknowns[line] {
            Some(unknown) => solution[unknown].clone(),
            None => -(artificial(line) * &denominator),
        });
        Some(Point {
            numerators: numerators.collect(),
            denominator,
        })
    }

    /// The linear part of a form at a point, times the denominator.
    fn value(&self, form: &Linear<usize>, point: &Point) -> Int {
        let mut sum = Int::ZERO;
        for (variable, coefficient) in form.terms() {
            sum += coefficient * &point.numerators[self.equations.line(*variable)];
        }
        sum
    }
}
