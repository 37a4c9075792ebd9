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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::number::{Int, Range};
    use crate::solve::decide::Decided;
    use crate::solve::derivation::{Effort, Lower};
    use crate::solve::knowledge::Knowledge;
    use crate::term::{Form, Operator};

    /// `x <= y` and `x + y <= 9`, so `x <= 4`, which no range shows.
    #[test]
    fn a_linear_program_combines_facts_that_ranges_do_not() {
        let (mut known, classes) = Knowledge::of_symbols(&[Range::full(), Range::full()]);
        let [x, y] = [0, 1].map(|number| Form::atom(classes[number]));
        let difference = y.sub(&x).expect("it is small");
        let sum = x.add(&y).expect("it is small");
        let room = sum.neg().add_constant(&Int::from(9));
        known.add_at_least_zero(difference);
        known.add_at_least_zero(room.expect("it is small"));
        let mut bounds = Bounds::new(Config::default());
        let lower = bounds.lower_bound(&mut known, &x.neg(), None, Effort::Best);
        assert_eq!(lower.bound(), Some(&Int::from(-4)));
        assert!(!bounds.is_unreachable(&mut known, None));
        let four = known.egraph.integer(4);
        let is_small = known.egraph.apply(Operator::Le, &[classes[0], four]);
        let decided = bounds.decide(&mut known, is_small, None);
        assert_eq!(decided, Ok(Decided::True));
    }

    #[test]
    fn contradicting_facts_make_a_point_unreachable() {
        let (mut known, classes) = Knowledge::of_symbols(&[Range::full(), Range::full()]);
        let [x, y] = [0, 1].map(|number| Form::atom(classes[number]));
        let difference = y.sub(&x).expect("it is small");
        let opposite = difference.neg().add_constant(&Int::NEG_ONE);
        known.add_at_least_zero(difference.clone());
        known.add_at_least_zero(opposite.expect("it is small"));
        let mut bounds = Bounds::new(Config::default());
        let lower = bounds.lower_bound(&mut known, &difference, None, Effort::Best);
        assert!(matches!(lower, Lower::Unreachable(_)));
    }
}
