//! Queries at unreachable points.
//!
//! Ex falso: contradictory facts prove any goal, so that the bound that is found first depends on the terms that exist
//! already. A query at an unreachable point is therefore repeated in a fresh engine, unless it is the first one. Its
//! answer then depends on the query alone.

use super::Analysis;
use crate::program::Point;

/// Limit of the columns that fresh engines may define. Later queries use the existing engine.
const MAX_COLUMNS: usize = 1 << 20;

impl<'p> Analysis<'p> {
    /// Answers a question at a point.
    ///
    /// Costs the question and a reachability check. At an unreachable point, costs the question once more from scratch.
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
