//! Outcomes of linear programs, apart from those that take less work than to look for them. Questions about one point often
//! lead to the same ones.

use super::{Options, Outcome, Problem, Statistics, solve};
use hashbrown::HashMap;

/// The maximum number of outcomes. All are forgotten beyond it.
const MAX_OUTCOMES: usize = 256;

/// The least work of a linear program whose outcome is kept: one with fewer numbers is solved as fast as it is compared.
const MIN_WORK: usize = 1 << 12;

/// Solves linear programs, and memoizes the outcomes.
#[derive(Default, Debug)]
pub struct Memo {
    /// The outcomes, with the work that they took: the count must not depend on earlier questions.
    outcomes: HashMap<Problem, (Outcome, usize)>,
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
            let (outcome, work) = known.clone();
            statistics.work += work;
            return outcome;
        }
        let before = statistics.work;
        let outcome = solve(&problem, options, statistics);
        let work = statistics.work - before;
        if work >= MIN_WORK {
            if self.outcomes.len() == MAX_OUTCOMES {
                self.outcomes.clear();
            }
            self.outcomes.insert(problem, (outcome.clone(), work));
        }
        outcome
    }
}
