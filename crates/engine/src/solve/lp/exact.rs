//! Exact solution of systems of linear equations.

use dashu_ratio::RBig;

use super::entry::Entry;
use crate::number::{Int, fraction};

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
    ///
    /// Fraction-free Gauss–Jordan elimination (Bareiss), in machine integers if they suffice.
    pub(super) fn solve(&self) -> Option<Vec<RBig>> {
        if self.cells.len() > MAX_CELLS {
            return None;
        }
        let attempt = self.eliminate::<i64>();
        let attempt = attempt.or_else(|_| self.eliminate::<i128>());
        attempt.or_else(|_| self.eliminate::<Int>()).ok().flatten()
    }

    /// `Ok(None)` if there is no solution, `Err` on overflow.
    fn eliminate<E: Entry>(&self) -> Result<Option<Vec<RBig>>, Overflow> {
        let width = self.width;
        let numbers = self.cells.iter().map(E::from_int);
        let mut cells: Vec<E> = numbers.collect::<Option<_>>().ok_or(Overflow)?;
        let height = cells.len() / width;
        let mut denominator = E::ONE;
        let mut pivots: Vec<usize> = Vec::new();
        for column in 0..width - 1 {
            let done = pivots.len();
            let candidates = done..height;
            let Some(found) = candidates
                .into_iter()
                .find(|line| !cells[line * width + column].is_zero())
            else {
                continue;
            };
            for index in 0..width {
                cells.swap(done * width + index, found * width + index);
            }
            let pivot_line = cells[done * width..][..width].to_vec();
            let pivot = &pivot_line[column];
            for (line, cells) in cells.chunks_exact_mut(width).enumerate() {
                if line == done {
                    continue;
                }
                let factor = cells[column].clone();
                for (cell, entry) in cells.iter_mut().zip(&pivot_line) {
                    if !cell.is_zero() || !entry.is_zero() {
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
        let mut solution = vec![RBig::ZERO; width - 1];
        for (line, column) in pivots.into_iter().enumerate() {
            solution[column] = fraction(right(line).to_int(), denominator.to_int());
        }
        Ok(Some(solution))
    }
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
    fn wide_numbers() {
        let large = i64::MAX;
        let solution = solve(&[[large, 1, 0, 1], [1, large, 1, 0], [0, 1, large, 0]]);
        let solution = solution.expect("the matrix is regular");
        let sum = RBig::from(large) * &solution[0] + &solution[1];
        assert_eq!(sum, RBig::ONE);
    }
}
