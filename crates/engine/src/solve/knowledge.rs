//! What the engine knows so far: the terms of the program in an e-graph, the facts about them, and the ranges that follow
//! at each point.
//!
//! Nothing here reads rules or defines columns, so that queries about known terms need no more than this.

use super::columns::Columns;
use super::facts::FactBase;
use super::points::{Points, Unreached};
use super::range_memo::RangeMemo;
use crate::program::Program;
use crate::term::EGraph;
#[cfg(test)]
use {
    super::columns::State,
    super::facts::{FactOrigin, Relation},
    crate::number::Range,
    crate::program::{Column, NoProgram},
    crate::term::{Expr, Form, Id},
};

/// Terms, facts, and memoized ranges.
pub(super) struct Knowledge<'p> {
    pub(super) points: Points<'p>,
    pub(super) egraph: EGraph,
    pub(super) columns: Columns,
    pub(super) facts: FactBase,
    pub(super) ranges: RangeMemo,
    /// Memoized reachability of points.
    pub(super) unreachable: Unreached,
}

impl<'p> Knowledge<'p> {
    /// No facts, and an e-graph without columns.
    pub(super) fn new(program: &'p dyn Program, egraph: EGraph) -> Knowledge<'p> {
        Knowledge {
            points: Points::new(program),
            egraph,
            columns: Columns::default(),
            facts: FactBase::default(),
            ranges: RangeMemo::default(),
            unreachable: Unreached::default(),
        }
    }

    /// The same terms and facts about a program that is unchanged wherever it was read.
    pub(super) fn moved_to<'q>(self, program: &'q dyn Program) -> Knowledge<'q> {
        Knowledge {
            points: self.points.moved_to(program),
            egraph: self.egraph,
            columns: self.columns,
            facts: self.facts,
            ranges: self.ranges,
            unreachable: self.unreachable,
        }
    }

    /// Invalidates ranges and reachability, since facts or assumptions were retracted.
    pub(super) fn forget_ranges(&mut self) {
        self.ranges.clear();
        self.unreachable.clear();
    }

    /// Updates the forms of facts after atoms were solved.
    pub(super) fn refresh_facts(&mut self) {
        self.ranges.forget_classes();
        for atom in self.egraph.take_solved() {
            for fact in self.facts.refresh(atom, &self.egraph) {
                self.note_bounding(fact);
            }
        }
        self.unreachable.clear();
    }
}

#[cfg(test)]
impl Knowledge<'static> {
    /// Symbols with these ranges, and their e-classes.
    pub(super) fn of_symbols(ranges: &[Range]) -> (Knowledge<'static>, Vec<Id>) {
        let mut known = Knowledge::new(&NoProgram, EGraph::new(None));
        let mut classes = vec![];
        for (number, range) in (0..).zip(ranges) {
            let leaf = known.columns.number(Column::Symbol(number));
            let class = known.egraph.leaf(leaf, range.clone());
            known.columns.entry_mut(leaf).state = State::Done(class);
            classes.push(class);
        }
        (known, classes)
    }

    /// Adds the fact that a form is not negative.
    pub(super) fn add_at_least_zero(&mut self, form: Form) {
        let (origin, condition) = (FactOrigin::Assumption(0), Expr::integer(1));
        self.add_fact(form, Relation::AtLeastZero, None, origin, condition);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_fact_narrows_the_range_of_its_youngest_atom() {
        let (mut known, classes) = Knowledge::of_symbols(&[Range::at_most(9), Range::full()]);
        let [x, y] = [classes[0], classes[1]];
        assert!(known.range_at(y, None).is_full());
        let below = Form::atom(x).sub(&Form::atom(y)).expect("it is small");
        known.add_at_least_zero(below);
        assert_eq!(known.range_at(y, None), Range::at_most(9));
        assert_eq!(known.range_at(x, None), Range::at_most(9));
    }
}
