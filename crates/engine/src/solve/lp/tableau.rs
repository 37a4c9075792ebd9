//! An exact simplex method on the dual, in integers.
//!
//! The multipliers solve `min c·y` subject to `Aᵀy = g`, `y >= 0`, where row `i` of the problem is
//! `aᵢ·x + cᵢ` and the objective is `g·x`. The tableau is *fraction-free* (J. Edmonds, *Systems of
//! distinct representatives and linear algebra*, 1967; E. Bareiss, 1968): integers over one common
//! denominator, the determinant of the basis, by which every division in a pivot is exact. For the
//! difference constraints that most facts are, that denominator stays 1.
//!
//! Pricing is Dantzig's. Nearly all right-hand sides are 0, so nearly all pivots would change nothing. The
//! right-hand sides are perturbed, therefore, each by another tiny amount (A. Charnes, *Optimality and
//! degeneracy in linear programming*, 1952), which decides between lines that a column would drive to 0
//! at once. The amounts are floating-point numbers: they only choose between lines of which any would do.
//! Where they fall to 0 as well, pricing is R. Bland's (1977) until the value changes, so it cannot
//! cycle. Artificial variables are never stored, as they only ever leave; one
//! that is 0 is kept there by leaving as soon as an entering column would move it.

use std::cmp::Ordering;

use super::certificate::Certificate;
use super::entry::Entry;
use super::problem::{Problem, Relation};
use super::{Found, GaveUp, Statistics};
use crate::number::{Int, fraction};

/// A tableau larger than this many entries is not built.
const MAX_CELLS: usize = 4_000_000;

/// By how many bits the common denominator may outgrow the numbers of the problem. It grows with each
/// pivot by about the bits of a coefficient, and the time of a pivot with its square.
const MAX_GROWTH: usize = 512;

/// Pivots in a row that are degenerate in spite of perturbation, before Bland's rule takes over.
const PATIENCE: usize = 20;

/// Perturbations below this are taken for 0.
const NEGLIGIBLE: f64 = 1e-9;

/// Finds optimal multipliers, in the narrowest integers that hold the tableau.
pub(super) fn solve(
    problem: &Problem,
    max_pivots: usize,
    statistics: &mut Statistics,
) -> Result<Found, GaveUp> {
    statistics.tableau_runs += 1;
    let mut budget = max_pivots;
    let mut attempt = run::<i64>(problem, &mut budget);
    if matches!(attempt, Err(GaveUp::Overflow)) {
        statistics.widened += 1;
        attempt = run::<i128>(problem, &mut budget);
    }
    if matches!(attempt, Err(GaveUp::Overflow)) {
        statistics.widened += 1;
        attempt = run::<Int>(problem, &mut budget);
    }
    statistics.pivots += max_pivots - budget;
    attempt
}

/// The same, but gives up as soon as 64 bits are too few.
pub(super) fn solve_narrow(
    problem: &Problem,
    max_pivots: usize,
    statistics: &mut Statistics,
) -> Result<Found, GaveUp> {
    statistics.tableau_runs += 1;
    let mut budget = max_pivots;
    let attempt = run::<i64>(problem, &mut budget);
    statistics.pivots += max_pivots - budget;
    attempt
}

fn run<E: Entry>(problem: &Problem, budget: &mut usize) -> Result<Found, GaveUp> {
    let mut tableau = Tableau::<E>::new(problem)?;
    let feasible = tableau.find_feasible(budget)?;
    if !feasible {
        // No multipliers give the objective. Are there any that give a contradiction?
        tableau.forget_objective();
    }
    Ok(match tableau.optimize(Goal::Value, budget)? {
        Some(column) => Found::Contradiction(tableau.ray(column)?),
        None if feasible => Found::Bound(tableau.point(), Some(tableau.tight())),
        None => Found::Nothing,
    })
}

/// The basis of a row that has an artificial variable.
const ARTIFICIAL: usize = usize::MAX;

/// Which of the two cost rows is minimised.
#[derive(Clone, Copy)]
enum Goal {
    /// The sum of the artificial variables.
    Feasibility,
    /// `c·y`
    Value,
}

struct Tableau<E> {
    /// Row of the problem behind each column, and whether the column is its negation.
    columns: Vec<(usize, bool)>,
    /// How many equations: variables of the problem that occur.
    height: usize,
    /// Entries per line: the columns and the right-hand side.
    width: usize,
    /// `height` equations, then the costs of the artificial variables, then `c`.
    cells: Vec<E>,
    /// The common denominator, `> 0`.
    denominator: E,
    /// The bits of the longest number at the start.
    length: usize,
    /// The basic column of each equation.
    basis: Vec<usize>,
    /// By how much the right-hand side of each equation is perturbed, in units of any small size: 0 as
    /// long as its basic variable is artificial.
    perturbation: Vec<f64>,
    /// Scratch: the columns where the pivot line is not zero.
    support: Vec<usize>,
    /// Scratch: the pivot line.
    pivot_line: Vec<E>,
}

impl<E: Entry> Tableau<E> {
    fn new(problem: &Problem) -> Result<Self, GaveUp> {
        let mut columns = Vec::with_capacity(problem.rows().len());
        for (index, row) in problem.rows().iter().enumerate() {
            columns.push((index, false));
            if row.relation() == Relation::Zero {
                columns.push((index, true));
            }
        }
        let equations = Equations::of(problem);
        let (height, width) = (equations.count, columns.len() + 1);
        if (height + 2).saturating_mul(width) > MAX_CELLS {
            return Err(GaveUp::TooLarge);
        }
        let mut cells = vec![E::ZERO; (height + 2) * width];
        let right = width - 1;
        let entry = |number: &Int| E::from_int(number).ok_or(GaveUp::Overflow);
        for (column, &(row, negated)) in columns.iter().enumerate() {
            let form = problem.rows()[row].form();
            let signed = |number: &Int| {
                let number = entry(number)?;
                if negated {
                    number.negated().ok_or(GaveUp::Overflow)
                } else {
                    Ok(number)
                }
            };
            for (variable, coefficient) in form.terms() {
                cells[equations.line(*variable) * width + column] = signed(coefficient)?;
            }
            cells[(height + 1) * width + column] = signed(form.constant())?;
        }
        for (variable, coefficient) in problem.objective().terms() {
            cells[equations.line(*variable) * width + right] = entry(coefficient)?;
        }
        let length = cells.iter().map(E::length).max().unwrap_or(0);
        let mut tableau = Tableau {
            columns,
            height,
            width,
            cells,
            denominator: E::ONE,
            length,
            basis: vec![ARTIFICIAL; height],
            perturbation: vec![0.0; height],
            support: Vec::with_capacity(width),
            pivot_line: vec![E::ZERO; width],
        };
        tableau.price_artificials().ok_or(GaveUp::Overflow)?;
        Ok(tableau)
    }

    /// Makes the right-hand sides non-negative, and the first cost row minus the sum of the
    /// equations whose artificial variable is not 0.
    fn price_artificials(&mut self) -> Option<()> {
        for line in 0..self.height {
            if self.right(line).is_negative() {
                self.negate(line)?;
            }
            if self.right(line).is_zero() {
                continue;
            }
            for column in 0..self.width {
                let cost = self.height * self.width + column;
                let negated = self.cells[line * self.width + column].negated()?;
                self.cells[cost] = self.cells[cost].plus(&negated)?;
            }
        }
        Some(())
    }

    /// Whether there are `y >= 0` with `Aᵀy = g`; afterwards the basis gives some.
    fn find_feasible(&mut self, budget: &mut usize) -> Result<bool, GaveUp> {
        self.optimize(Goal::Feasibility, budget)?;
        let artificial = |line: &usize| self.basis[*line] == ARTIFICIAL;
        Ok((0..self.height)
            .filter(artificial)
            .all(|line| self.right(line).is_zero()))
    }

    /// Asks for `Aᵀy = 0` instead, which the present basis solves with `y = 0`.
    fn forget_objective(&mut self) {
        for line in 0..self.height + 2 {
            self.cells[line * self.width + self.width - 1] = E::ZERO;
        }
    }

    /// Minimises a cost row. Gives the column along which it falls for ever, if there is one.
    fn optimize(&mut self, goal: Goal, budget: &mut usize) -> Result<Option<usize>, GaveUp> {
        let mut degenerate = 0;
        while let Some(column) = self.entering(goal, degenerate >= PATIENCE) {
            let Some(line) = self.leaving(column)? else {
                return Ok(Some(column));
            };
            if self.cell(line, column).is_negative() {
                self.negate(line).ok_or(GaveUp::Overflow)?;
            }
            if !self.right(line).is_zero() {
                degenerate = 0;
            } else if self.perturbation[line] < NEGLIGIBLE {
                degenerate += 1;
            }
            self.pivot(line, column, budget)?;
        }
        Ok(None)
    }

    /// The column to enter the basis: one of negative reduced cost, the least (Dantzig) or the
    /// first (Bland).
    fn entering(&self, goal: Goal, bland: bool) -> Option<usize> {
        let line = match goal {
            Goal::Feasibility => self.height,
            Goal::Value => self.height + 1,
        };
        let costs = &self.cells[line * self.width..][..self.width - 1];
        if bland {
            return costs.iter().position(E::is_negative);
        }
        let mut best: Option<usize> = None;
        for (column, cost) in costs.iter().enumerate() {
            if cost.is_negative() && best.is_none_or(|b| *cost < costs[b]) {
                best = Some(column);
            }
        }
        best
    }

    /// The line whose basic variable reaches 0 first as the column grows; of several, that of the
    /// least basic column. A line whose artificial variable is 0 comes before all others, whatever
    /// the sign of its entry.
    fn leaving(&self, column: usize) -> Result<Option<usize>, GaveUp> {
        let mut best: Option<usize> = None;
        for line in 0..self.height {
            let entry = self.cell(line, column);
            if self.basis[line] == ARTIFICIAL && !entry.is_zero() && self.right(line).is_zero() {
                return Ok(Some(line));
            }
            if !entry.is_positive() {
                continue;
            }
            let Some(other) = best else {
                best = Some(line);
                continue;
            };
            let order = E::compare_ratios(
                self.right(line),
                entry,
                self.right(other),
                self.cell(other, column),
            )
            .ok_or(GaveUp::Overflow)?;
            let step =
                |line: usize| self.perturbation[line] / self.cell(line, column).approximate();
            // An artificial variable leaves before any other: it never comes back.
            let key = |line: usize| self.basis[line].wrapping_add(1);
            let order = order
                .then_with(|| {
                    let steps = step(line).partial_cmp(&step(other));
                    steps.unwrap_or(Ordering::Equal)
                })
                .then_with(|| key(line).cmp(&key(other)));
            if order == Ordering::Less {
                best = Some(line);
            }
        }
        Ok(best)
    }

    /// Makes `column` basic in `line`, whose entry there is positive.
    fn pivot(&mut self, line: usize, column: usize, budget: &mut usize) -> Result<(), GaveUp> {
        *budget = budget.checked_sub(1).ok_or(GaveUp::Pivots)?;
        self.perturb_as_pivot(line, column);
        self.eliminate(line, column).ok_or(GaveUp::Overflow)?;
        if self.denominator.length() > self.length + MAX_GROWTH {
            return Err(GaveUp::Overflow);
        }
        self.basis[line] = column;
        Ok(())
    }

    /// Does to the perturbations what the pivot does to the right-hand sides.
    fn perturb_as_pivot(&mut self, line: usize, column: usize) {
        if self.basis[line] == ARTIFICIAL {
            // Not perturbed so far, and so no other is by this pivot.
            self.perturbation[line] = amount(line);
            return;
        }
        let pivot = self.cell(line, column).approximate();
        let own = self.perturbation[line];
        for other in 0..self.height {
            let entry = self.cell(other, column);
            if other != line && !entry.is_zero() {
                let rest = self.perturbation[other] - own * (entry.approximate() / pivot);
                // What is not finite tells nothing.
                self.perturbation[other] = if rest.is_finite() { rest.max(0.0) } else { 0.0 };
            }
        }
        let step = own * (self.denominator.approximate() / pivot);
        self.perturbation[line] = if step.is_finite() { step } else { 0.0 };
    }

    fn eliminate(&mut self, line: usize, column: usize) -> Option<()> {
        let width = self.width;
        let start = line * width;
        self.pivot_line
            .clone_from_slice(&self.cells[start..start + width]);
        let pivot = self.pivot_line[column].clone();
        let (pivot_line, support) = (&self.pivot_line, &mut self.support);
        support.clear();
        support.extend((0..width).filter(|&c| !pivot_line[c].is_zero()));
        let same_scale = pivot == self.denominator;
        for (index, cells) in self.cells.chunks_exact_mut(width).enumerate() {
            if index == line {
                continue;
            }
            let factor = cells[column].clone();
            let denominator = &self.denominator;
            match (factor.is_zero(), same_scale) {
                (true, true) => {}
                (true, false) => {
                    for cell in cells.iter_mut().filter(|cell| !cell.is_zero()) {
                        *cell = E::rescale(cell, &pivot, denominator)?;
                    }
                }
                (false, true) => {
                    for &c in support.iter() {
                        cells[c] = E::reduce(&cells[c], &factor, &pivot_line[c], denominator)?;
                    }
                }
                (false, false) => {
                    for (cell, entry) in cells.iter_mut().zip(pivot_line) {
                        if !cell.is_zero() || !entry.is_zero() {
                            *cell = E::eliminate(cell, &pivot, &factor, entry, denominator)?;
                        }
                    }
                }
            }
        }
        self.denominator = pivot;
        Some(())
    }

    /// The basic solution.
    fn point(&self) -> Certificate {
        self.certificate(None, |line| Some(self.right(line).to_int()))
            .unwrap_or_default()
    }

    /// The rows of the problem that are 0 where its objective is least: a column's reduced cost is
    /// what its row is there.
    fn tight(&self) -> Vec<usize> {
        let costs = &self.cells[(self.height + 1) * self.width..][..self.width - 1];
        let columns = self.columns.iter().zip(costs);
        let tight = columns.filter(|&((_, negated), cost)| !negated && cost.is_zero());
        tight.map(|((row, _), _)| *row).collect()
    }

    /// The direction in which a column grows and its reduced cost falls.
    fn ray(&self, column: usize) -> Result<Certificate, GaveUp> {
        self.certificate(Some(column), |line| {
            Some(self.cell(line, column).negated()?.to_int())
        })
        .ok_or(GaveUp::Overflow)
    }

    /// The multipliers `value(line) / denominator` of the basic columns, and 1 of the `entering`.
    fn certificate(
        &self,
        entering: Option<usize>,
        value: impl Fn(usize) -> Option<Int>,
    ) -> Option<Certificate> {
        let denominator = self.denominator.to_int();
        let mut values: Vec<(usize, Int)> = Vec::with_capacity(self.height + 1);
        let mut push = |column: usize, number: Int| {
            let (row, negated) = self.columns[column];
            values.push((row, if negated { -number } else { number }));
        };
        if let Some(column) = entering {
            push(column, denominator.clone());
        }
        for (line, &column) in self.basis.iter().enumerate() {
            if column != ARTIFICIAL {
                push(column, value(line)?);
            }
        }
        values.sort_by_key(|(row, _)| *row);
        // Both columns of an equality may take part.
        let mut merged: Vec<(usize, Int)> = Vec::with_capacity(values.len());
        for (row, number) in values {
            match merged.last_mut() {
                Some((last, sum)) if *last == row => *sum += number,
                _ => merged.push((row, number)),
            }
        }
        merged.retain(|(_, number)| !number.is_zero());
        Some(Certificate::new(
            merged
                .into_iter()
                .map(|(row, n)| (row, fraction(n, denominator.clone()))),
        ))
    }

    fn negate(&mut self, line: usize) -> Option<()> {
        for cell in &mut self.cells[line * self.width..][..self.width] {
            *cell = cell.negated()?;
        }
        Some(())
    }

    fn cell(&self, line: usize, column: usize) -> &E {
        &self.cells[line * self.width + column]
    }

    fn right(&self, line: usize) -> &E {
        self.cell(line, self.width - 1)
    }
}

/// The perturbation of an equation: multiples of the golden ratio are spread evenly between whole numbers.
fn amount(line: usize) -> f64 {
    1.0 + (line as f64 * 0.618_033_988_749_895).fract()
}

/// The variables that occur, numbered in order: each is an equation of the dual.
struct Equations {
    lines: Vec<usize>,
    count: usize,
}

impl Equations {
    fn of(problem: &Problem) -> Equations {
        const UNUSED: usize = usize::MAX;
        let mut lines = vec![UNUSED; problem.variables()];
        let rows = problem.rows().iter().map(|row| row.form());
        for form in rows.chain([problem.objective()]) {
            for variable in form.atoms() {
                lines[variable] = 0;
            }
        }
        let mut count = 0;
        for line in lines.iter_mut().filter(|line| **line != UNUSED) {
            *line = count;
            count += 1;
        }
        Equations { lines, count }
    }

    fn line(&self, variable: usize) -> usize {
        self.lines[variable]
    }
}
