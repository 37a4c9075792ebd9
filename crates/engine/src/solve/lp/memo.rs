//! Outcomes of the linear programs that took long integers. Questions about one point often lead to the same ones.

use super::{Options, Outcome, Problem, Statistics, solve};
use hashbrown::HashMap;

/// The maximum number of outcomes. All are forgotten beyond it.
const MAX_OUTCOMES: usize = 256;

/// Solves linear programs, and memoizes the outcomes of those for which 128 bits do not suffice.
#[derive(Default, Debug)]
pub struct Memo {
    outcomes: HashMap<Problem, Outcome>,
}

impl Memo {
    /// As [`solve`], with the same options for all calls.
    pub fn solve(
        &mut self,
        problem: Problem,
        options: &Options,
        statistics: &mut Statistics,
    ) -> Outcome {
        if !self.outcomes.is_empty()
            && let Some(known) = self.outcomes.get(&problem)
        {
            return known.clone();
        }
        let before = statistics.long;
        let outcome = solve(&problem, options, statistics);
        if statistics.long > before {
            if self.outcomes.len() == MAX_OUTCOMES {
                self.outcomes.clear();
            }
            self.outcomes.insert(problem, outcome.clone());
        }
        outcome
    }
}
