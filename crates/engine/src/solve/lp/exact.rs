//! Exact solution of systems of linear equations.

use dashu_ratio::RBig;

use super::entry::Entry;
use super::lifted;
use crate::number::{Int, fits, fraction, gcd};
use calipers_support::interrupt::poll;

/// Maximum number of entries of a system.
const MAX_CELLS: usize = 250_000;

/// A system of equations `Σ aⱼ·yⱼ = b`, one line each: the coefficients, then the right-hand side.
pub(super) struct System {
    width: usize,
    cells: Vec<Int>,
}

impl System {
    /// `lines` equations `0 = 0` in `unknowns` unknowns.
    pub(super) fn new(lines: usize, unknowns: usize) -> Self {
        let width = unknowns + 1;
        System {
            width,
            cells: vec![Int::ZERO; lines * width],
        }
    }

    /// The coefficient of an unknown; for the index past the last unknown, the right-hand side.
    pub(super) fn entry(&mut self, line: usize, unknown: usize) -> &mut Int {
        &mut self.cells[line * self.width + unknown]
    }

    /// A solution, with 0 for undetermined unknowns. `None` if there is none, or the system or its numbers are too
    /// large.
    pub(super) fn solve(&self) -> Option<Vec<RBig>> {
        let (numerators, denominator) = self.solve_scaled()?;
        let numerators = numerators.into_iter();
        Some(
            numerators
                .map(|it| fraction(it, denominator.clone()))
                .collect(),
        )
    }

    /// The numerators of a solution, and their common denominator, which is positive.
    ///
    /// Lines with one unknown, and unknowns in one line, need no elimination: nearly all, if the system is the basis of a
    /// sparse linear program.
    pub(super) fn solve_scaled(&self) -> Option<(Vec<Int>, Int)> {
        if self.cells.len() > MAX_CELLS {
            return None;
        }
        let mut sparse = Sparse::of(self);
        sparse.determine()?;
        sparse.solve_core()?;
        sparse.solve_put_off()?;
        fits(&sparse.denominator).then_some((sparse.numerators, sparse.denominator))
    }

    /// [`solve_scaled`](System::solve_scaled) by fraction-free Gauss–Jordan elimination (Bareiss), in machine integers if
    /// they suffice.
    fn solve_dense(&self) -> Option<(Vec<Int>, Int)> {
        let attempt = self.eliminate::<i64>();
        let attempt = attempt.or_else(|_| self.eliminate::<i128>());
        attempt.or_else(|_| self.eliminate::<Int>()).ok().flatten()
    }

    /// `Ok(None)` if there is no solution, `Err` on overflow.
    fn eliminate<E: Entry>(&self) -> Result<Option<(Vec<Int>, Int)>, Overflow> {
        let width = self.width;
        let numbers = self.cells.iter().map(E::from_int);
        let mut cells: Vec<E> = numbers.collect::<Option<_>>().ok_or(Overflow)?;
        let height = cells.len() / width;
        let mut denominator = E::ONE;
        let mut pivots: Vec<usize> = Vec::new();
        let mut open: Vec<usize> = (0..width - 1).collect();
        while let Some((found, at)) =
            pick(&cells[pivots.len() * width..], width, &open, &denominator)
        {
            poll();
            let done = pivots.len();
            let (found, column) = (done + found, open.swap_remove(at));
            for index in 0..width {
                cells.swap(done * width + index, found * width + index);
            }
            let pivot_line = cells[done * width..][..width].to_vec();
            let pivot = &pivot_line[column];
            let same_scale = *pivot == denominator;
            for (line, cells) in cells.chunks_exact_mut(width).enumerate() {
                let factor = cells[column].clone();
                if line == done || same_scale && factor.is_zero() {
                    continue;
                }
                for (cell, entry) in cells.iter_mut().zip(&pivot_line) {
                    let changes = !entry.is_zero() || !same_scale && !cell.is_zero();
                    if changes {
                        *cell = E::eliminate(cell, pivot, &factor, entry, &denominator)
                            .ok_or(Overflow)?;
                    }
                }
            }
            denominator = pivot.clone();
            pivots.push(column);
        }
        let right = |line: usize| &cells[line * width + width - 1];
        if (pivots.len()..height).any(|line| !right(line).is_zero()) {
            return Ok(None);
        }
        let sign = if denominator.is_negative() {
            Int::NEG_ONE
        } else {
            Int::ONE
        };
        let mut solution = vec![Int::ZERO; width - 1];
        for (line, column) in pivots.into_iter().enumerate() {
            solution[column] = right(line).to_int() * &sign;
        }
        Ok(Some((solution, denominator.to_int() * sign)))
    }
}

/// The parts of a system that need no elimination.
struct Sparse<'s> {
    system: &'s System,
    /// The unknowns of each line.
    lines: Vec<Vec<usize>>,
    /// The lines of each unknown.
    places: Vec<Vec<usize>>,
    /// Whether a line is still to be solved.
    open: Vec<bool>,
    /// The number of undetermined unknowns of each line.
    undetermined: Vec<usize>,
    /// The number of open lines of each unknown that is undetermined.
    occurs: Vec<usize>,
    is_known: Vec<bool>,
    /// The values of the known unknowns, over the denominator.
    numerators: Vec<Int>,
    denominator: Int,
    /// Lines that determine one unknown each once all others are known, the last one first.
    put_off: Vec<(usize, usize)>,
}

impl Sparse<'_> {
    fn of(system: &System) -> Sparse<'_> {
        let unknowns = system.width - 1;
        let mut lines = vec![];
        let mut places = vec![vec![]; unknowns];
        for (line, cells) in system.cells.chunks_exact(system.width).enumerate() {
            let filled = (0..unknowns).filter(|&unknown| !cells[unknown].is_zero());
            let filled: Vec<usize> = filled.collect();
            filled
                .iter()
                .for_each(|&unknown| places[unknown].push(line));
            lines.push(filled);
        }
        Sparse {
            system,
            open: vec![true; lines.len()],
            undetermined: lines.iter().map(Vec::len).collect(),
            occurs: places.iter().map(Vec::len).collect(),
            lines,
            places,
            is_known: vec![false; unknowns],
            numerators: vec![Int::ZERO; unknowns],
            denominator: Int::ONE,
            put_off: vec![],
        }
    }

    fn cell(&self, line: usize, unknown: usize) -> &Int {
        &self.system.cells[line * self.system.width + unknown]
    }

    /// The right-hand side of a line without its known unknowns, over the denominator.
    fn rest(&self, line: usize) -> Int {
        let mut rest = self.cell(line, self.system.width - 1) * &self.denominator;
        for &unknown in self.lines[line].iter().filter(|&&it| self.is_known[it]) {
            rest -= self.cell(line, unknown) * &self.numerators[unknown];
        }
        rest
    }

    /// Sets an unknown to the quotient of a number over the denominator and a factor that is not 0.
    fn set(&mut self, unknown: usize, number: &Int, factor: &Int) -> Option<()> {
        let common = gcd(number, factor);
        let scale = factor.magnitude() / &common;
        let mut value = number / common;
        if factor.is_negative() {
            value = -value;
        }
        self.rescale(&scale)?;
        self.numerators[unknown] = value;
        self.is_known[unknown] = true;
        Some(())
    }

    fn rescale(&mut self, scale: &Int) -> Option<()> {
        if !scale.is_one() {
            self.denominator *= scale;
            self.numerators.iter_mut().for_each(|it| *it *= scale);
        }
        fits(&self.denominator).then_some(())
    }

    fn close(&mut self, line: usize) {
        self.open[line] = false;
        for &unknown in &self.lines[line] {
            self.occurs[unknown] -= 1;
        }
    }

    /// Solves the lines that have one undetermined unknown, and puts off those with an unknown that is in no other line.
    /// `None` if a line without unknowns does not hold.
    fn determine(&mut self) -> Option<()> {
        loop {
            let mut changed = false;
            for line in 0..self.lines.len() {
                if !self.open[line] || self.undetermined[line] > 1 {
                    continue;
                }
                let rest = self.rest(line);
                let unknown = self.lines[line].iter().find(|&&it| !self.is_known[it]);
                match unknown.copied() {
                    Some(unknown) => {
                        let factor = self.cell(line, unknown).clone();
                        self.set(unknown, &rest, &factor)?;
                        for &place in &self.places[unknown] {
                            self.undetermined[place] -= 1;
                        }
                    }
                    None if rest.is_zero() => {}
                    None => return None,
                }
                self.close(line);
                changed = true;
            }
            for unknown in 0..self.places.len() {
                if self.occurs[unknown] != 1 || self.is_known[unknown] {
                    continue;
                }
                let line = self.places[unknown].iter().find(|&&line| self.open[line]);
                if let Some(&line) = line {
                    self.put_off.push((line, unknown));
                    self.close(line);
                    changed = true;
                }
            }
            if !changed {
                return Some(());
            }
        }
    }

    /// Solves the lines that are left by elimination.
    fn solve_core(&mut self) -> Option<()> {
        let lines: Vec<usize> = (0..self.lines.len())
            .filter(|&line| self.open[line])
            .collect();
        if lines.is_empty() {
            return Some(());
        }
        let unknowns =
            (0..self.places.len()).filter(|&it| !self.is_known[it] && self.occurs[it] > 0);
        let unknowns: Vec<usize> = unknowns.collect();
        let (numerators, denominator) = match self.lift_core(&lines, &unknowns) {
            Some(solution) => solution,
            None => self.core(&lines, &unknowns).solve_dense()?,
        };
        self.rescale(&denominator)?;
        for (unknown, numerator) in unknowns.into_iter().zip(numerators) {
            self.numerators[unknown] = numerator;
            self.is_known[unknown] = true;
        }
        Some(())
    }

    /// The solution of the lines that are left, if it is the only one and its numbers are short.
    fn lift_core(&self, lines: &[usize], unknowns: &[usize]) -> Option<(Vec<Int>, Int)> {
        if lines.len() != unknowns.len() {
            return None;
        }
        let mut places = vec![0; self.places.len()];
        for (place, &unknown) in unknowns.iter().enumerate() {
            places[unknown] = place;
        }
        let lines = lines.iter().map(|&line| {
            let open = self.lines[line].iter().filter(|&&it| !self.is_known[it]);
            let terms = open.map(|&it| (places[it], self.cell(line, it).clone()));
            lifted::Line {
                terms: terms.collect(),
                right: self.rest(line),
            }
        });
        lifted::solve(&lines.collect::<Vec<_>>())
    }

    fn core(&self, lines: &[usize], unknowns: &[usize]) -> System {
        let mut core = System::new(lines.len(), unknowns.len());
        for (own, &line) in lines.iter().enumerate() {
            for (at, &unknown) in unknowns.iter().enumerate() {
                *core.entry(own, at) = self.cell(line, unknown).clone();
            }
            *core.entry(own, unknowns.len()) = self.rest(line);
        }
        core
    }

    /// Solves the lines that were put off. Unknowns that nothing determines are 0.
    fn solve_put_off(&mut self) -> Option<()> {
        while let Some((line, unknown)) = self.put_off.pop() {
            let rest = self.rest(line);
            let factor = self.cell(line, unknown).clone();
            self.set(unknown, &rest, &factor)?;
        }
        Some(())
    }
}

/// The line of the next pivot, and the place of its column among the open ones. A pivot that equals the denominator
/// leaves the other lines on their scale, and one in a short line fills few entries (H. Markowitz, *The elimination form
/// of the inverse and its application to linear programming*, 1957).
fn pick<E: Entry>(
    cells: &[E],
    width: usize,
    open: &[usize],
    denominator: &E,
) -> Option<(usize, usize)> {
    let mut best = None;
    for (line, cells) in cells.chunks_exact(width).enumerate() {
        let filled = open.iter().filter(|&&column| !cells[column].is_zero());
        let filled = filled.count();
        for (at, &column) in open.iter().enumerate() {
            let entry = &cells[column];
            if entry.is_zero() {
                continue;
            }
            let size = entry.approximate().abs().to_bits();
            let key = (entry != denominator, filled, size);
            if best.as_ref().is_none_or(|(least, _)| key < *least) {
                best = Some((key, (line, at)));
            }
        }
    }
    best.map(|(_, found)| found)
}

/// A number did not fit.
struct Overflow;

#[cfg(test)]
mod tests {
    use super::*;

    fn solve<const N: usize>(lines: &[[i64; N]]) -> Option<Vec<RBig>> {
        let mut system = System::new(lines.len(), N - 1);
        for (line, numbers) in lines.iter().enumerate() {
            for (unknown, &number) in numbers.iter().enumerate() {
                *system.entry(line, unknown) = Int::from(number);
            }
        }
        system.solve()
    }

    fn ratio(numerator: i64, denominator: i64) -> RBig {
        crate::number::fraction(Int::from(numerator), Int::from(denominator))
    }

    #[test]
    fn unique_open_and_contradictory_systems() {
        let unique = solve(&[[2, 1, 5], [1, -3, 6]]);
        assert_eq!(unique, Some(vec![ratio(3, 1), ratio(-1, 1)]));
        let redundant = solve(&[[0, 3, 1], [0, 6, 2], [2, 0, 1]]);
        assert_eq!(redundant, Some(vec![ratio(1, 2), ratio(1, 3)]));
        assert_eq!(solve(&[[1, 1, 4]]), Some(vec![ratio(4, 1), ratio(0, 1)]));
        assert_eq!(solve(&[[1, 1, 1], [2, 2, 3]]), None);
    }

    #[test]
    fn sparse_systems_have_the_solutions_of_dense_ones() {
        let mut seed = 7_u64;
        let mut below = |limit: u64| {
            seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            (seed >> 33) % limit
        };
        for _ in 0..2_000 {
            let (lines, unknowns) = (1 + below(6) as usize, 1 + below(6) as usize);
            let mut system = System::new(lines, unknowns);
            for line in 0..lines {
                for unknown in 0..=unknowns {
                    if below(3) == 0 {
                        *system.entry(line, unknown) = Int::from(below(11) as i64 - 5);
                    }
                }
            }
            let (sparse, dense) = (system.solve_scaled(), system.solve_dense());
            assert_eq!(sparse.is_some(), dense.is_some());
            let Some((numerators, denominator)) = sparse else {
                continue;
            };
            assert!(denominator > Int::ZERO);
            for line in 0..lines {
                let mut sum = Int::ZERO;
                for (unknown, numerator) in numerators.iter().enumerate() {
                    sum += &*system.entry(line, unknown) * numerator;
                }
                assert_eq!(sum, &*system.entry(line, unknowns) * &denominator);
            }
        }
    }

    #[test]
    fn wide_numbers() {
        let large = i64::MAX;
        let solution = solve(&[[large, 1, 0, 1], [1, large, 1, 0], [0, 1, large, 0]]);
        let solution = solution.expect("the matrix is regular");
        let sum = RBig::from(large) * &solution[0] + &solution[1];
        assert_eq!(sum, RBig::ONE);
    }
}
