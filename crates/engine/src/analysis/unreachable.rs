//! Questions about points to which no run comes.
//!
//! What is known there contradicts itself, and from a contradiction everything follows: which bound is
//! found first depends on which terms are there already. Where something was asked before, such a
//! question is asked once more, of an engine that knows nothing yet, so that its answer, too,
//! depends on the question alone.

use super::Analysis;
use crate::program::Point;

/// How many columns are unfolded for such questions. Those that come after are answered by what is there.
const MAX_COLUMNS: usize = 1 << 20;

impl<'p> Analysis<'p> {
    /// The answer to a question at a point.
    ///
    /// Costs the question and a look whether a run comes to the point; where none does, the question
    /// again from the beginning.
    pub(super) fn answer<T>(
        &mut self,
        point: Option<Point>,
        question: impl Fn(&mut Analysis<'p>) -> T,
    ) -> T {
        let is_first = self.engine.met() == 0;
        let answer = question(self);
        if is_first || self.columns_alone >= MAX_COLUMNS || !self.engine.is_vacuous(point) {
            return answer;
        }
        let mut alone = Analysis::of_engine(self.engine.without_memory());
        alone.columns_alone = MAX_COLUMNS;
        let answer = question(&mut alone);
        self.columns_alone += alone.statistics().columns;
        answer
    }
}
