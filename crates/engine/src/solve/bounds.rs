//! Bounds of known terms at a point: the state of their computation, which needs no rules and defines nothing.
//!
//! A bound comes from ranges (`ranges`), a linear program over the facts around the goal (`system`, `lower`) with
//! cutting planes (`cuts`), case splits (`cases`), or a chain of facts (`chain`). Models (`models`) end a search that
//! cannot succeed. The truth of conditions follows from bounds (`decide`).

use super::config::{Config, Statistics};
use super::lp::Memo;
use super::models::Models;

/// The budgets of the computation, and what it memoizes.
pub(super) struct Bounds {
    pub(super) config: Config,
    pub(super) models: Models,
    /// Memoized linear programs.
    pub(super) solved: Memo,
    pub(super) statistics: Statistics,
}

impl Bounds {
    /// Nothing memoized.
    pub(super) fn new(config: Config) -> Bounds {
        Bounds {
            config,
            models: Models::default(),
            solved: Memo::default(),
            statistics: Statistics::default(),
        }
    }
}
