//! Inputs that satisfy the conditions of a question: those that were drawn are moved until they do.

use super::Run;
use crate::term::Term;
use calipers_egraph::Operator;
use calipers_number::Int;
use calipers_program::Column;

/// Limit of the inputs that are moved in turn.
const MAX_MOVES: usize = 12;

/// Limit of the inputs that are tried for each move.
const MAX_INPUTS: usize = 12;

impl Run<'_, '_> {
    /// Moves inputs so that conditions on them hold, if that is found: from a violated `a <= b`, an input is as much
    /// larger or smaller as the sides differ. A buffer is then as small as its elements admit, so that an access outside
    /// of it is found.
    pub(super) fn fit_inputs(&mut self, conditions: &[Term]) {
        if conditions.is_empty() {
            return;
        }
        for _ in 0..MAX_MOVES {
            let (violation, gap) = self.violation(conditions);
            let (Some(gap), false) = (gap, violation.is_zero()) else {
                break;
            };
            let mut best: Option<(Int, bool, Column, Int)> = None;
            for at in (0..self.inputs.chosen.len()).rev().take(MAX_INPUTS) {
                let (column, old) = self.inputs.chosen[at].clone();
                let range = self.input_range(column);
                let by = multiple_from(&gap, range.congruence().modulus());
                for new in [&old + &by, &old - &by] {
                    if !range.contains(&new) {
                        continue;
                    }
                    self.inputs.chosen[at].1 = new.clone();
                    let (left, _) = self.violation(conditions);
                    // Sizes of buffers follow from the other inputs rather than the other way round.
                    let is_other = !matches!(column, Column::Dim(..));
                    let is_better = best
                        .as_ref()
                        .is_none_or(|(least, other, ..)| (&left, is_other) < (least, *other));
                    if left < violation && is_better {
                        best = Some((left, is_other, column, new));
                    }
                }
                self.inputs.chosen[at].1 = old;
            }
            let Some((.., column, new)) = best else {
                break;
            };
            for (other, value) in &mut self.inputs.chosen {
                if *other == column {
                    *value = new.clone();
                }
            }
        }
        self.forget(0);
        self.is_undefined = false;
    }

    /// By how much conditions are violated in sum, and the first one that is. What is unknown before the function runs
    /// does not count.
    fn violation(&mut self, conditions: &[Term]) -> (Int, Option<Int>) {
        self.forget(0);
        let mut sum = Int::ZERO;
        let mut first = None;
        let mut open: Vec<&Term> = conditions.iter().rev().collect();
        while let Some(condition) = open.pop() {
            let gap = match condition {
                Term::Apply(Operator::Min, parts) => {
                    open.extend(parts.iter().rev());
                    continue;
                }
                Term::Apply(Operator::Le, sides) => self.gap(&sides[..]),
                Term::Apply(Operator::Eq, sides) => self.gap(&sides[..]).map(|gap| gap.magnitude()),
                _ => None,
            };
            let Some(gap) = gap.filter(|gap| !gap.is_negative() && !gap.is_zero()) else {
                continue;
            };
            sum += gap.clone();
            first.get_or_insert(gap);
        }
        (sum, first)
    }

    /// The first side without the second one.
    fn gap(&mut self, sides: &[Term]) -> Option<Int> {
        let [one, two] = sides else {
            return None;
        };
        Some(self.term(one)? - self.term(two)?)
    }
}

/// The least multiple of a modulus that is not below a number; the number itself if the modulus is 0.
fn multiple_from(number: &Int, modulus: &Int) -> Int {
    match calipers_number::ceil_div(number, modulus) {
        Some(quotient) => quotient * modulus,
        None => number.clone(),
    }
}
