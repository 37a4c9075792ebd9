//! An exact simplex method on the dual, in integers.
//!
//! The multipliers solve `min c·y` subject to `Aᵀy = g`, `y >= 0`, where row `i` of the problem is `aᵢ·x + cᵢ` and the
//! objective is `g·x`. The tableau is *fraction-free* (J. Edmonds, *Systems of distinct representatives and linear
//! algebra*, 1967; E. Bareiss, 1968): integers over one common denominator, the determinant of the basis, by which
//! every division in a pivot is exact. Most facts are difference constraints, for which the denominator stays 1.
//!
//! Pricing is Dantzig's. Nearly all right-hand sides are 0, so that nearly all pivots would be degenerate. Therefore
//! each right-hand side is perturbed by a different tiny amount (A. Charnes, *Optimality and degeneracy in linear
//! programming*, 1952), which breaks ties in the ratio test. The amounts are floating-point numbers: they only choose
//! between lines that are all correct choices. If they become 0 as well, R. Bland's rule (1977) is used until the value
//! changes, so that the method cannot cycle. Artificial variables are not stored, since they only leave the basis; an
//! artificial variable that is 0 leaves as soon as an entering column would change it.

mod suggestion;

pub(super) use suggestion::{End, suggest};

use calipers_support::interrupt::poll;
use calipers_support::order::Order;
use std::cmp::Ordering;

use super::certificate::Certificate;
use super::entry::Entry;
use super::problem::{Problem, Relation};
use super::{Found, GaveUp, Statistics};
use crate::number::{Int, fraction};

/// Maximum number of entries of a tableau.
const MAX_CELLS: usize = 4_000_000;

/// Maximum growth of the common denominator, in bits beyond the numbers of the problem. Each pivot adds about the bits
/// of a coefficient, and the time of a pivot grows with the square.
const MAX_GROWTH: usize = 512;

/// A pivot counts once more for each of these bits of the common denominator, as long numbers take more time.
const BITS_OF_PIVOT: usize = 8;

/// Number of consecutive pivots that are degenerate despite perturbation, after which Bland's rule is used.
const PATIENCE: usize = 20;

/// Perturbations below this count as 0.
const NEGLIGIBLE: f64 = 1e-9;

/// Finds optimal multipliers, in the narrowest integers that hold the tableau.
pub(super) fn solve(
    problem: &Problem,
    max_pivots: usize,
    statistics: &mut Statistics,
) -> Result<Found, GaveUp> {
    let attempt = solve_narrow(problem, max_pivots, statistics);
    match attempt {
        Err(GaveUp::Overflow) => solve_wide(problem, max_pivots, statistics),
        attempt => attempt,
    }
}

/// [`solve`] that gives up as soon as 64 bits do not suffice.
pub(super) fn solve_narrow(
    problem: &Problem,
    max_pivots: usize,
    statistics: &mut Statistics,
) -> Result<Found, GaveUp> {
    statistics.tableau_runs += 1;
    let mut budget = max_pivots;
    let attempt = run::<i64>(problem, &mut budget, statistics);
    statistics.pivots += max_pivots - budget;
    attempt
}

/// [`solve`] in integers of more than 64 bits.
pub(super) fn solve_wide(
    problem: &Problem,
    max_pivots: usize,
    statistics: &mut Statistics,
) -> Result<Found, GaveUp> {
    statistics.widened += 1;
    let mut budget = max_pivots;
    let mut attempt = run::<i128>(problem, &mut budget, statistics);
    if matches!(attempt, Err(GaveUp::Overflow)) {
        statistics.widened += 1;
        statistics.long += 1;
        attempt = run::<Int>(problem, &mut budget, statistics);
    }
    statistics.pivots += max_pivots - budget;
    attempt
}

fn run<E: Entry>(
    problem: &Problem,
    budget: &mut usize,
    statistics: &mut Statistics,
) -> Result<Found, GaveUp> {
    let mut tableau = Tableau::<E>::new(problem)?;
    let found = tableau.solve(budget);
    statistics.work += tableau.work;
    found
}

/// The basis of a row that has an artificial variable.
const ARTIFICIAL: usize = usize::MAX;

/// The cost row that is minimized.
#[derive(Clone, Copy)]
enum Goal {
    /// The sum of the artificial variables.
    Feasibility,
    /// `c·y`
    Value,
}

struct Tableau<E> {
    /// The row of the problem behind each column, and whether the column is its negation.
    columns: Vec<(usize, bool)>,
    /// The number of equations: variables of the problem that occur.
    height: usize,
    /// Entries per line: the columns and the right-hand side.
    width: usize,
    /// `height` equations, then the costs of the artificial variables, then `c`.
    cells: Vec<E>,
    /// By which powers of 2 the columns were multiplied, if they were.
    exponents: Vec<i32>,
    /// The common denominator, `> 0`.
    denominator: E,
    /// The bits of the longest number at the start.
    length: usize,
    /// The costs `c` at the start.
    costs: Vec<E>,
    /// The basic column of each equation.
    basis: Vec<usize>,
    /// The perturbation of the right-hand side of each equation, in units of an arbitrary small size; 0 as long as the
    /// basic variable is artificial.
    perturbation: Vec<f64>,
    /// The work of the pivots so far.
    work: usize,
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
        let exponents = E::equilibrate(&mut cells, height, width);
        let length = cells.iter().map(E::length).max().unwrap_or(0);
        let costs = cells[(height + 1) * width..].to_vec();
        let mut tableau = Tableau {
            columns,
            height,
            width,
            cells,
            exponents,
            denominator: E::ONE,
            length,
            costs,
            basis: vec![ARTIFICIAL; height],
            perturbation: vec![0.0; height],
            work: 0,
            support: Vec::with_capacity(width),
            pivot_line: vec![E::ZERO; width],
        };
        tableau.price_artificials().ok_or(GaveUp::Overflow)?;
        Ok(tableau)
    }

    fn solve(&mut self, budget: &mut usize) -> Result<Found, GaveUp> {
        let feasible = self.find_feasible(budget)?;
        if !feasible {
            // No multipliers give the objective. Search for a contradiction instead.
            self.forget_objective();
        }
        Ok(match self.optimize(Goal::Value, budget)? {
            Some(column) => Found::Contradiction(self.ray(column)?),
            None if feasible => Found::Bound(self.point(), Some(self.tight())),
            None => Found::Nothing,
        })
    }

    /// Makes the right-hand sides nonnegative, and initializes the first cost row: minus the sum of the equations whose
    /// artificial variable is not 0.
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

    /// Whether `y >= 0` with `Aᵀy = g` exist. If so, the basis is a solution.
    fn find_feasible(&mut self, budget: &mut usize) -> Result<bool, GaveUp> {
        self.optimize(Goal::Feasibility, budget)?;
        let artificial = |line: &usize| self.basis[*line] == ARTIFICIAL;
        Ok((0..self.height)
            .filter(artificial)
            .all(|line| self.right(line).is_zero()))
    }

    /// Changes the equations to `Aᵀy = 0`, which the current basis solves with `y = 0`.
    fn forget_objective(&mut self) {
        for line in 0..self.height + 2 {
            self.cells[line * self.width + self.width - 1] = E::ZERO;
        }
    }

    /// Minimizes a cost row. Returns the column along which the cost is unbounded, if there is one.
    fn optimize(&mut self, goal: Goal, budget: &mut usize) -> Result<Option<usize>, GaveUp> {
        let mut degenerate = 0;
        while let Some(column) = self.entering(goal, degenerate >= PATIENCE) {
            let Some(line) = self.leaving(column)? else {
                let cost = self.cost_line(goal) * self.width + column;
                if !self.cells[cost].is_doubtful() {
                    return Ok(Some(column));
                }
                self.cells[cost] = E::ZERO;
                continue;
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

    fn cost_line(&self, goal: Goal) -> usize {
        match goal {
            Goal::Feasibility => self.height,
            Goal::Value => self.height + 1,
        }
    }

    /// The column that enters the basis: one with a negative reduced cost, the least (Dantzig) or the first (Bland).
    fn entering(&self, goal: Goal, bland: bool) -> Option<usize> {
        let costs = &self.cells[self.cost_line(goal) * self.width..][..self.width - 1];
        let falls = |column: usize| {
            costs[column].is_negative() && !costs[column].is_noise(&self.costs[column])
        };
        if bland {
            return (0..costs.len()).find(|&column| falls(column));
        }
        let mut best: Option<usize> = None;
        for (column, cost) in costs.iter().enumerate() {
            if falls(column) && best.is_none_or(|b| *cost < costs[b]) {
                best = Some(column);
            }
        }
        best
    }

    /// The line whose basic variable first becomes 0 as the column grows; ties go to the least basic column. A line
    /// whose artificial variable is 0 precedes all others, regardless of the sign of its entry.
    fn leaving(&self, column: usize) -> Result<Option<usize>, GaveUp> {
        let mut best: Option<usize> = None;
        for line in 0..self.height {
            let entry = self.cell(line, column);
            if entry.is_doubtful() {
                continue;
            }
            if self.basis[line] == ARTIFICIAL && self.right(line).is_zero() {
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
            // Artificial variables leave first: they never re-enter.
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

    /// Makes `column` basic in `line`, where its entry is positive.
    fn pivot(&mut self, line: usize, column: usize, budget: &mut usize) -> Result<(), GaveUp> {
        poll();
        let cost = 1 + self.denominator.length() / BITS_OF_PIVOT;
        *budget = budget.checked_sub(cost).ok_or(GaveUp::Pivots)?;
        self.work += self.cells.len() * E::WORK;
        self.perturb_as_pivot(line, column);
        self.eliminate(line, column).ok_or(GaveUp::Overflow)?;
        if self.denominator.length() > self.length + MAX_GROWTH || self.denominator.is_long() {
            return Err(GaveUp::Overflow);
        }
        self.basis[line] = column;
        Ok(())
    }

    /// Applies a pivot to the perturbations, as to the right-hand sides.
    fn perturb_as_pivot(&mut self, line: usize, column: usize) {
        if self.basis[line] == ARTIFICIAL {
            // The line was not perturbed, so that the others do not change.
            self.perturbation[line] = amount(line);
            return;
        }
        let pivot = self.cell(line, column).approximate();
        let own = self.perturbation[line];
        for other in 0..self.height {
            let entry = self.cell(other, column);
            if other != line && !entry.is_zero() {
                let rest = self.perturbation[other] - own * (entry.approximate() / pivot);
                // Discard values that are not finite.
                self.perturbation[other] = if rest.is_finite() { rest.max(0.0) } else { 0.0 };
            }
        }
        let step = own * (self.denominator.approximate() / pivot);
        self.perturbation[line] = if step.is_finite() { step } else { 0.0 };
    }

    /// The row of the problem that is basic in each line.
    fn basic_rows(&self) -> Vec<Option<usize>> {
        let rows = self.basis.iter().map(|&column| self.columns.get(column));
        rows.map(|row| row.map(|&(row, _)| row)).collect()
    }

    fn eliminate(&mut self, line: usize, column: usize) -> Option<()> {
        let width = self.width;
        let start = line * width;
        E::normalize(&mut self.cells[start..start + width], column);
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

    /// The rows of the problem that are 0 at its optimum: the reduced cost of a column is the value of its row there.
    fn tight(&self) -> Vec<usize> {
        let costs = &self.cells[(self.height + 1) * self.width..][..self.width - 1];
        let columns = self.columns.iter().zip(costs);
        let tight = columns.filter(|&((_, negated), cost)| !negated && cost.is_zero());
        tight.map(|((row, _), _)| *row).collect()
    }

    /// The direction along which a column grows and the cost falls.
    fn ray(&self, column: usize) -> Result<Certificate, GaveUp> {
        self.certificate(Some(column), |line| {
            Some(self.cell(line, column).negated()?.to_int())
        })
        .ok_or(GaveUp::Overflow)
    }

    /// The multipliers `value(line) / denominator` of the basic columns, and 1 for `entering`.
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
        values.order_by_key(|(row, _)| *row);
        // Both columns of an equality may occur.
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

/// The perturbation of an equation. The fractional parts of multiples of the golden ratio are evenly spread.
pub(super) fn amount(line: usize) -> f64 {
    1.0 + (line as f64 * 0.618_033_988_749_895).fract()
}

/// The variables that occur, numbered in order; each is an equation of the dual.
pub(super) struct Equations {
    lines: Vec<usize>,
    pub(super) count: usize,
}

impl Equations {
    pub(super) fn of(problem: &Problem) -> Equations {
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

    pub(super) fn line(&self, variable: usize) -> usize {
        self.lines[variable]
    }
}
