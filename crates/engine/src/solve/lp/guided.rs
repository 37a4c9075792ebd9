//! Exact answers from the basis at which the simplex method ends in rounded numbers.
//!
//! The method in rounded numbers costs a small part of the one in long integers, and usually ends at the best basis or
//! near it (D. Applegate, W. Cook, S. Dash and D. Espinoza, *Exact solutions to linear programming problems*, 2007). From
//! there the method goes on in exact arithmetic, without a tableau: each step solves the equations of its basis (G.
//! Dantzig and W. Orchard-Hays, *The product form for the inverse in the simplex method*, 1954), which are sparse. If the
//! basis is the best one already, two solutions show that.

use super::certificate::Certificate;
use super::double::Double;
use super::entry::{Entry, Real};
use super::exact::System;
use super::problem::{Problem, Relation};
use super::tableau::{self, End, Equations};
use super::{Found, GaveUp, Statistics};
use crate::number::{Int, Linear, fraction};
use calipers_support::order::Order;
use std::cmp::Ordering;

/// The rows that are basic, by equation of the dual; none for an artificial variable.
type Basis = Vec<Option<usize>>;

/// Steps after which the first row that improves enters the basis rather than the steepest, so that no basis comes again
/// (R. Bland, 1977).
const STEEP_STEPS: usize = 40;

/// The longest numbers for which `f64` suggests a basis. With longer ones its basis is more often far from the best one, and
/// exact steps in long numbers cost more than the suggestion in higher precision.
const MAX_BITS: usize = 80;

/// Steps after which a basis is suggested in numbers of higher precision.
const FEW_STEPS: usize = 12;

/// Finds optimal multipliers, a contradiction, or that there is neither.
pub(super) fn solve(
    problem: &Problem,
    max_pivots: usize,
    statistics: &mut Statistics,
) -> Result<Found, GaveUp> {
    let mut simplex = Simplex::new(problem);
    let mut found = None;
    let longest = longest(problem);
    if longest <= MAX_BITS {
        let max_steps = std::mem::replace(&mut simplex.max_steps, FEW_STEPS);
        found = simplex.solve_as_suggested::<f64>(max_pivots, statistics)?;
        simplex.max_steps = max_steps + simplex.steps;
    }
    if found.is_none() {
        found = simplex.solve_as_suggested::<Double>(max_pivots, statistics)?;
    }
    // The equations of a basis may contradict each other where rounding hid that they depend on each other.
    let found = found.or_else(|| {
        simplex.max_steps += simplex.steps;
        simplex.solve(End::Bound(vec![None; simplex.equations.count]))
    });
    statistics.pivots += simplex.steps;
    let solved = simplex.steps + simplex.refinements;
    statistics.work += solved * work_of_step(simplex.equations.count, longest);
    found.ok_or(GaveUp::Inexact)
}

/// The bits of the longest number in the rows.
fn longest(problem: &Problem) -> usize {
    let rows = problem.rows().iter().map(|row| {
        let terms = row.form().terms().iter().map(|(_, k)| k.bit_len());
        terms
            .max()
            .unwrap_or(0)
            .max(row.form().constant().bit_len())
    });
    rows.max().unwrap_or(0)
}

/// How often a basis in rounded numbers is refined.
const MAX_REFINEMENTS: usize = 6;

/// The [work](Statistics::work) of an exact step: three systems of equations, in numbers of a few words.
fn work_of_step(equations: usize, bits: usize) -> usize {
    let words = 1 + bits / 64;
    equations
        .saturating_mul(equations)
        .saturating_mul(64 * words)
}

/// Numbers by equation of the dual: numerators over a positive denominator.
struct Vector {
    numerators: Vec<Int>,
    denominator: Int,
}

/// What is minimized.
#[derive(Clone, Copy, PartialEq)]
enum Goal {
    /// The sum of the artificial variables and of the multipliers that are negative, in absolute value.
    Feasibility,
    /// `c·y`
    Value,
}

/// `min c·y` subject to `Aᵀy = g`, `y >= 0`, with the multipliers `y` of equalities free.
struct Simplex<'p> {
    problem: &'p Problem,
    equations: Equations,
    basis: Basis,
    /// `g` by equation.
    goals: Vec<Int>,
    /// The size of the longest coefficient of each row.
    sizes: Vec<f64>,
    /// What the multiplier of each equation counts for where multipliers become 0 together, as in the tableau.
    perturbation: Vec<f64>,
    steps: usize,
    max_steps: usize,
    /// How often a basis in rounded numbers was refined.
    refinements: usize,
}

impl<'p> Simplex<'p> {
    fn new(problem: &'p Problem) -> Simplex<'p> {
        let equations = Equations::of(problem);
        let size = |form: &Linear<usize>| {
            let sizes = form.terms().iter().map(|(_, it)| it.approximate().abs());
            sizes.fold(1.0, f64::max)
        };
        Simplex {
            problem,
            basis: vec![None; equations.count],
            goals: vec![],
            sizes: problem.rows().iter().map(|row| size(row.form())).collect(),
            perturbation: vec![],
            steps: 0,
            refinements: 0,
            max_steps: 4 * equations.count + STEEP_STEPS,
            equations,
        }
    }

    /// The answer near the basis that rounded numbers suggest, if they lead to one.
    ///
    /// # Errors
    /// If the problem is too large.
    fn solve_as_suggested<R: Real>(
        &mut self,
        max_pivots: usize,
        statistics: &mut Statistics,
    ) -> Result<Option<Found>, GaveUp> {
        let mut suggestion = match tableau::suggest::<R>(self.problem, max_pivots, statistics) {
            Ok(suggestion) => suggestion,
            Err(GaveUp::TooLarge) => return Err(GaveUp::TooLarge),
            Err(_) => return Ok(None),
        };
        for _ in 0..MAX_REFINEMENTS {
            let End::Bound(basis) = &suggestion.end else {
                break;
            };
            self.start(basis.clone(), true);
            let Some((multipliers, values)) = self.open_ends() else {
                break;
            };
            self.refinements += 1;
            let last = basis.clone();
            if !suggestion.refine(
                &multipliers,
                &values,
                max_pivots.min(self.equations.count),
                statistics,
            ) {
                break;
            }
            if let End::Bound(basis) = &suggestion.end {
                self.start(basis.clone(), true);
                if self.combine(&self.goals).is_none() {
                    suggestion.end = End::Bound(last);
                    break;
                }
            }
        }
        Ok(self.solve(suggestion.end))
    }

    /// The multipliers of the basis by equation and the values of the rows at its point, each as numerators over a
    /// common denominator; `None` if all rows hold there, so that no basis is better, or the basis is singular.
    fn open_ends(&self) -> Option<(Vec<Int>, Vec<Int>)> {
        let point = self.point(|_, row| row.constant().clone(), |_| Int::ZERO)?;
        let rows = self.problem.rows().iter();
        let values: Vec<Int> = rows
            .map(|row| self.value(row.form(), &point, true))
            .collect();
        let mut values_and_rows = values.iter().zip(self.problem.rows());
        let is_broken = values_and_rows.any(|(value, row)| match row.relation() {
            Relation::Zero => !value.is_zero(),
            Relation::NonNegative => value.is_negative(),
        });
        if !is_broken {
            return None;
        }
        Some((self.combine(&self.goals)?.numerators, values))
    }

    fn solve(&mut self, end: End) -> Option<Found> {
        match end {
            End::Contradiction(basis) => {
                self.start(basis, false);
                if let Some(contradiction) = self.minimize()? {
                    return Some(Found::Contradiction(contradiction));
                }
                let basis = std::mem::take(&mut self.basis);
                self.start(basis, true);
                match self.find_feasible()? {
                    true => self.bound(),
                    false => Some(Found::Nothing),
                }
            }
            End::Bound(basis) => {
                self.start(basis, true);
                match self.find_feasible()? {
                    true => self.bound(),
                    false => self.contradiction(),
                }
            }
            End::Nothing(first, last) => {
                self.start(first, true);
                if self.find_feasible()? {
                    return self.bound();
                }
                self.basis = last;
                self.contradiction()
            }
        }
    }

    /// The best multipliers, from feasible ones, or a contradiction.
    fn bound(&mut self) -> Option<Found> {
        if let Some(contradiction) = self.minimize()? {
            return Some(Found::Contradiction(contradiction));
        }
        let multipliers = self.combine(&self.goals)?;
        let point = self.point(|_, row| row.constant().clone(), |_| Int::ZERO)?;
        let rows = self.problem.rows().iter().enumerate();
        let tight = rows.filter(|(_, row)| self.value(row.form(), &point, true).is_zero());
        let tight = tight.map(|(number, _)| number).collect();
        Some(Found::Bound(
            self.certificate(multipliers, None),
            Some(tight),
        ))
    }

    /// A contradiction, or that there is none, where no multipliers give the objective.
    fn contradiction(&mut self) -> Option<Found> {
        let basis = std::mem::take(&mut self.basis);
        self.start(basis, false);
        Some(match self.minimize()? {
            Some(contradiction) => Found::Contradiction(contradiction),
            None => Found::Nothing,
        })
    }

    /// Begins at a basis, with the objective or with 0 in its place.
    fn start(&mut self, mut basis: Basis, objective: bool) {
        let mut seen = vec![false; self.problem.rows().len()];
        for row in &mut basis {
            // Rounded numbers may have a row twice.
            *row = row.filter(|&row| !std::mem::replace(&mut seen[row], true));
        }
        self.perturbation = (0..basis.len()).map(tableau::amount).collect();
        self.basis = basis;
        self.goals = vec![Int::ZERO; self.equations.count];
        if objective {
            for (variable, coefficient) in self.problem.objective().terms() {
                self.goals[self.equations.line(*variable)] = coefficient.clone();
            }
        }
    }

    /// Whether there are multipliers that give the objective. If so, those of the basis are `>= 0`.
    fn find_feasible(&mut self) -> Option<bool> {
        loop {
            let values = self.combine(&self.goals)?;
            let broken: Vec<Ordering> = (0..self.basis.len())
                .map(|line| {
                    let sign = values.numerators[line].cmp(&Int::ZERO);
                    match self.basis[line] {
                        None => sign,
                        Some(row) if self.is_free(row) || sign == Ordering::Greater => {
                            Ordering::Equal
                        }
                        Some(_) => sign,
                    }
                })
                .collect();
            if broken.iter().all(|it| it.is_eq()) {
                return Some(true);
            }
            let price = |line: usize| match broken[line] {
                Ordering::Less => Int::NEG_ONE,
                Ordering::Equal => Int::ZERO,
                Ordering::Greater => Int::ONE,
            };
            let point = self.point(|line, _| price(line), price)?;
            let Some(entering) = self.entering(&point, Goal::Feasibility) else {
                return Some(false);
            };
            let change = self.change(entering)?;
            let line = self.leaving(&values, &change, &broken)?;
            self.step(line, entering.0, &change)?;
        }
    }

    /// Minimizes `c·y` from feasible multipliers. Multipliers that may grow without end are returned: a contradiction.
    fn minimize(&mut self) -> Option<Option<Certificate>> {
        let none_broken = vec![Ordering::Equal; self.basis.len()];
        loop {
            let point = self.point(|_, row| row.constant().clone(), |_| Int::ZERO)?;
            let Some(entering) = self.entering(&point, Goal::Value) else {
                return Some(None);
            };
            let values = self.combine(&self.goals)?;
            let change = self.change(entering)?;
            match self.leaving(&values, &change, &none_broken) {
                Some(line) => self.step(line, entering.0, &change)?,
                None => {
                    let own = Int::from(if entering.1 { 1 } else { -1 }) * &change.denominator;
                    let ray = Vector {
                        numerators: change.numerators.into_iter().map(|it| -it).collect(),
                        denominator: change.denominator,
                    };
                    return Some(Some(self.certificate(ray, Some((entering.0, own)))));
                }
            }
        }
    }

    /// A row whose multiplier improves the goal as it grows, or falls.
    fn entering(&self, point: &Vector, goal: Goal) -> Option<(usize, bool)> {
        let mut best: Option<(f64, (usize, bool))> = None;
        for (number, row) in self.problem.rows().iter().enumerate() {
            let value = self.value(row.form(), point, goal == Goal::Value);
            let grows = match (value.cmp(&Int::ZERO), row.relation()) {
                (Ordering::Less, _) => true,
                (Ordering::Greater, Relation::Zero) => false,
                _ => continue,
            };
            let found = (number, grows);
            if self.steps > STEEP_STEPS {
                return Some(found);
            }
            let steep = value.approximate().abs() / self.sizes[number];
            if best.is_none_or(|(least, _)| steep > least) {
                best = Some((steep, found));
            }
        }
        best.map(|(_, found)| found)
    }

    /// By how much the multipliers of the basis fall as that of a row grows, or falls.
    fn change(&self, (row, grows): (usize, bool)) -> Option<Vector> {
        let mut column = vec![Int::ZERO; self.equations.count];
        for (variable, coefficient) in self.problem.rows()[row].form().terms() {
            let coefficient = coefficient.clone();
            column[self.equations.line(*variable)] = if grows { coefficient } else { -coefficient };
        }
        self.combine(&column)
    }

    /// The equation whose multiplier first reaches 0. An artificial variable that is 0 comes first, whatever its sign.
    fn leaving(&self, values: &Vector, change: &Vector, broken: &[Ordering]) -> Option<usize> {
        let mut best: Option<(usize, Int, Int)> = None;
        for (line, basic) in self.basis.iter().enumerate() {
            let (value, fall) = (&values.numerators[line], &change.numerators[line]);
            if fall.is_zero() {
                continue;
            }
            let blocks = match basic {
                None if value.is_zero() => return Some(line),
                Some(row) if self.is_free(*row) => false,
                _ => match broken[line] {
                    Ordering::Equal => *fall > Int::ZERO,
                    sign => fall.cmp(&Int::ZERO) == sign,
                },
            };
            if !blocks {
                continue;
            }
            let (value, fall) = (value.magnitude(), fall.magnitude());
            let Some((other, least, its_fall)) = &best else {
                best = Some((line, value, fall));
                continue;
            };
            let step = |line: usize, fall: &Int| self.perturbation[line] / fall.approximate();
            let order = (&value * its_fall)
                .cmp(&(least * &fall))
                .then_with(|| step(line, &fall).total_cmp(&step(*other, its_fall)));
            if order.is_lt() {
                best = Some((line, value, fall));
            }
        }
        best.map(|(line, ..)| line)
    }

    /// Makes a row basic.
    fn step(&mut self, line: usize, row: usize, change: &Vector) -> Option<()> {
        self.steps += 1;
        if self.steps > self.max_steps {
            return None;
        }
        let own = std::mem::replace(&mut self.perturbation[line], tableau::amount(line));
        let pivot = change.numerators[line].approximate();
        if self.basis[line].is_some() && pivot > 0.0 {
            for (other, fall) in change.numerators.iter().enumerate() {
                if other != line && !fall.is_zero() {
                    let rest = self.perturbation[other] - own * (fall.approximate() / pivot);
                    self.perturbation[other] = if rest.is_finite() { rest.max(0.0) } else { 0.0 };
                }
            }
            let grown = own * change.denominator.approximate() / pivot;
            self.perturbation[line] = if grown.is_finite() { grown } else { 0.0 };
        }
        self.basis[line] = Some(row);
        Some(())
    }

    fn is_free(&self, row: usize) -> bool {
        self.problem.rows()[row].relation() == Relation::Zero
    }

    /// The multipliers of the basis, and the artificial variables, whose combination has the given coefficients.
    fn combine(&self, goals: &[Int]) -> Option<Vector> {
        let count = self.equations.count;
        if goals.iter().all(Int::is_zero) {
            return Some(Vector {
                numerators: vec![Int::ZERO; count],
                denominator: Int::ONE,
            });
        }
        let places = self.places();
        let open: Vec<usize> = (0..count).filter(|&line| places[line].is_some()).collect();
        let mut system = System::new(open.len(), open.len());
        for (unknown, &line) in open.iter().enumerate() {
            *system.entry(unknown, open.len()) = goals[line].clone();
            for (line, coefficient) in self.terms_of(line) {
                if let Some(place) = places[line] {
                    *system.entry(place, unknown) = coefficient.clone();
                }
            }
        }
        let (solution, denominator) = system.solve_scaled()?;
        let mut numerators: Vec<Int> = goals.iter().map(|it| it * &denominator).collect();
        for (unknown, &line) in open.iter().enumerate() {
            for (line, coefficient) in self.terms_of(line) {
                if places[line].is_none() {
                    numerators[line] -= coefficient * &solution[unknown];
                }
            }
        }
        for (&line, number) in open.iter().zip(solution) {
            numerators[line] = number;
        }
        Some(Vector {
            numerators,
            denominator,
        })
    }

    /// The point at which the linear part of each basic row is minus its cost, and the variable of each artificial one
    /// minus its own.
    fn point(
        &self,
        cost: impl Fn(usize, &Linear<usize>) -> Int,
        artificial: impl Fn(usize) -> Int,
    ) -> Option<Vector> {
        let count = self.equations.count;
        let places = self.places();
        let open: Vec<usize> = (0..count).filter(|&line| places[line].is_some()).collect();
        let mut system = System::new(open.len(), open.len());
        for (equation, &line) in open.iter().enumerate() {
            let Some(row) = self.basis[line] else {
                continue;
            };
            let mut right = -cost(line, self.problem.rows()[row].form());
            for (line, coefficient) in self.terms_of(line) {
                match places[line] {
                    Some(unknown) => *system.entry(equation, unknown) = coefficient.clone(),
                    None => right += coefficient * artificial(line),
                }
            }
            *system.entry(equation, open.len()) = right;
        }
        let (solution, denominator) = system.solve_scaled()?;
        let numerators = (0..count).map(|line| match places[line] {
            Some(unknown) => solution[unknown].clone(),
            None => -(artificial(line) * &denominator),
        });
        Some(Vector {
            numerators: numerators.collect(),
            denominator,
        })
    }

    /// The number of each equation among those whose basic variable is not artificial.
    fn places(&self) -> Vec<Option<usize>> {
        let mut next = 0..;
        let basis = self.basis.iter();
        basis.map(|row| row.and_then(|_| next.next())).collect()
    }

    /// The coefficients of the row that is basic in an equation, by equation.
    fn terms_of(&self, line: usize) -> impl Iterator<Item = (usize, &Int)> {
        let form = self.basis[line].map(|row| self.problem.rows()[row].form());
        let terms = form.into_iter().flat_map(|form| form.terms());
        terms.map(|(variable, coefficient)| (self.equations.line(*variable), coefficient))
    }

    /// The value of a form at a point, or only that of its linear part, times the denominator.
    fn value(&self, form: &Linear<usize>, point: &Vector, with_constant: bool) -> Int {
        let mut sum = match with_constant {
            true => form.constant() * &point.denominator,
            false => Int::ZERO,
        };
        for (variable, coefficient) in form.terms() {
            sum += coefficient * &point.numerators[self.equations.line(*variable)];
        }
        sum
    }

    /// The multipliers of the basis, and that of another row.
    fn certificate(&self, multipliers: Vector, another: Option<(usize, Int)>) -> Certificate {
        let rows = self.basis.iter().zip(multipliers.numerators);
        let basic = rows.filter_map(|(row, number)| Some(((*row)?, number)));
        let mut all: Vec<(usize, Int)> = basic.chain(another).collect();
        all.retain(|(_, number)| !number.is_zero());
        all.order_by_key(|(row, _)| *row);
        let all = all.into_iter();
        Certificate::new(all.map(|(row, it)| (row, fraction(it, multipliers.denominator.clone()))))
    }
}
