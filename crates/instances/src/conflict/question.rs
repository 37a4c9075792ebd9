//! The accesses of a question and the levels that it is about.

use crate::access::Access;
use crate::instances::Instances;
use crate::missing::Missing;
use crate::nest::{Level, by_steps, function_of, inner_levels, is_constant, is_inside};
use crate::place::Place;
use calipers_program::{OpId, Program};

/// The accesses of a question, with the levels that contain both.
pub(crate) struct Question {
    pub(crate) first: Access,
    pub(crate) second: Access,
    /// Whether they are one access.
    pub(crate) is_one: bool,
    pub(crate) common: Vec<Level>,
    /// The levels at which the instances may differ first.
    pub(crate) asked: Vec<usize>,
    /// Whether any two instances are asked about.
    pub(crate) is_everywhere: bool,
    /// Whether instances in the same iteration of all common levels are asked about.
    pub(crate) same_iteration: bool,
}

impl Question {
    /// Whether a loop around an access counts by a value.
    pub(super) fn has_stepped_loop(&self, program: &dyn Program) -> bool {
        let ops = [self.first.op, self.second.op];
        let levels = ops.into_iter().flat_map(|op| inner_levels(program, op).0);
        let mut variables = levels.flat_map(|level| level.variables);
        variables.any(|variable| {
            by_steps(program, variable).is_some_and(|[_, step]| !is_constant(program, step))
        })
    }
}

impl Instances<'_> {
    /// The pairs of accesses of two ops, or of one.
    pub(super) fn pairs(
        &self,
        first: OpId,
        second: OpId,
    ) -> Result<Vec<(Access, Access)>, Missing> {
        let (own, others) = (self.accesses(first)?, self.accesses(second)?);
        let are_several = own.len() > 1 || others.len() > 1;
        let mut pairs = vec![];
        for (number, one) in own.iter().enumerate() {
            let from = if first == second { number } else { 0 };
            let counts = |other: &&Access| !are_several || one.writes() || other.writes();
            let others = others[from..].iter().filter(counts);
            pairs.extend(others.map(|other| (one.clone(), other.clone())));
        }
        Ok(pairs)
    }

    /// The question about two accesses.
    pub(crate) fn question(
        &self,
        one: Access,
        other: Access,
        within: Option<OpId>,
    ) -> Result<Question, Missing> {
        let (first, second) = (one.op, other.op);
        if function_of(self.program, first) != function_of(self.program, second) {
            return Err(Missing::OtherFunction(second));
        }
        let (around, unknown) = inner_levels(self.program, first);
        let (others, also_unknown) = inner_levels(self.program, second);
        // What is around the loop of the question does not matter.
        if let (None, Some(outer)) = (within, unknown.or(also_unknown)) {
            return Err(Missing::ControlFlow(outer));
        }
        let pairs = around.into_iter().zip(others);
        let common: Vec<Level> = pairs
            .take_while(|(a, b)| a.op == b.op)
            .map(|(level, _)| level)
            .collect();
        let asked = match within {
            None => (0..common.len()).collect(),
            Some(op) => {
                let number = common.iter().position(|level| level.op == op);
                vec![number.ok_or(Missing::NotAround(op))?]
            }
        };
        Ok(Question {
            is_everywhere: within.is_none(),
            same_iteration: within.is_none() && first != second,
            is_one: one == other,
            first: one,
            second: other,
            common,
            asked,
        })
    }

    pub(crate) fn places(&self, question: &Question) -> [Place; 2] {
        let both = [&question.first, &question.second];
        let outermost = question.asked.iter().min();
        let outermost = outermost.map(|&level| question.common[level].op);
        let is_same = |buffer| !outermost.is_some_and(|op| is_inside(self.program, buffer, op));
        Place::of_both(self.program, &self.analysis, both, is_same)
    }
}
