//! Values that a loop carries from one iteration to the next and that only grow or only shrink: a later iteration finds
//! at least what an earlier one left. So a counter that some iterations increase differs between those.

use super::{Question, term_in_copy};
use crate::access::leaf;
use crate::instances::Instances;
use crate::nest::{Level, ancestors, is_integer};
use crate::term::Term;
use crate::twin::Twin;
use calipers_egraph::Operator;
use calipers_engine::analysis::{Analysis, Variable, Verdict};
use calipers_engine::solve::IntegerOverflow;
use calipers_program::{BlockId, Definition, OpId, Point, Program, TypeView, ValueId};

/// Limit of the values of a loop that are examined.
const MAX_CARRIED: usize = 4;

/// Limit of the ops through which a value is followed.
const MAX_DEPTH: usize = 16;

/// How a value that a loop carries changes around an access.
struct Course {
    /// The value in an iteration.
    carried: ValueId,
    /// 1 if it never shrinks, -1 if it never grows.
    sign: i64,
    /// What it is in all later iterations at least, or at most if it shrinks, in terms of values at the access.
    left: Term,
    /// What holds of the values that inner loops carry.
    facts: Vec<Term>,
}

/// `one <= two` for a sign of 1, `one >= two` for -1.
fn in_order(sign: i64, one: Term, two: Term) -> Term {
    match sign {
        1 => Term::at_most(one, two),
        _ => Term::at_most(two, one),
    }
}

impl Instances<'_> {
    /// What holds of the values that a loop carries, in two of its iterations.
    pub(super) fn courses(
        &mut self,
        twin: &Twin<'_>,
        question: &Question,
        level: &Level,
    ) -> Vec<Term> {
        let (&[variable], true) = (&level.variables[..], level.is_sequential) else {
            return vec![];
        };
        // A counter of fixed width may wrap: then a later iteration may have a smaller number.
        self.learn_counters(question.first.op);
        let is_ordered = self.program.value_type(variable) == TypeView::Index
            || self.config.integer_overflow == IntegerOverflow::Ignore
            || self.counters.contains(&(level.op, true));
        if !is_ordered {
            return vec![];
        }
        let (own, other) = (leaf(variable), leaf(twin.copy_of_value(variable)));
        let mut found = vec![];
        for course in self.courses_at(question.first.op, level.op) {
            let carried = leaf(twin.copy_of_value(course.carried));
            let is_later = Term::less(own.clone(), other.clone());
            let order = in_order(course.sign, course.left, carried);
            found.push(Term::apply(
                Operator::Max,
                [Term::negation(is_later), order],
            ));
            found.extend(course.facts);
        }
        for course in self.courses_at(question.second.op, level.op) {
            let left = term_in_copy(twin, &course.left);
            let is_later = Term::less(other.clone(), own.clone());
            let order = in_order(course.sign, left, leaf(course.carried));
            found.push(Term::apply(
                Operator::Max,
                [Term::negation(is_later), order],
            ));
            found.extend(course.facts.iter().map(|it| term_in_copy(twin, it)));
        }
        found
    }

    /// How the values that a loop carries change around an access.
    fn courses_at(&mut self, access: OpId, the_loop: OpId) -> Vec<Course> {
        let program = self.program;
        let Some((block, end)) = body(program, the_loop) else {
            return vec![];
        };
        let arguments = program.block_arguments(block).get(1..).unwrap_or(&[]);
        let mut analysis = self.analysis_of_conditions();
        let courses = arguments.iter().take(MAX_CARRIED).enumerate();
        let course = |(number, &carried): (usize, &ValueId)| {
            let yielded = *program.operands(end).get(number)?;
            course(program, &mut analysis, access, (carried, yielded, end))
        };
        courses.filter_map(course).collect()
    }
}

fn course(
    program: &dyn Program,
    analysis: &mut Analysis<'_>,
    access: OpId,
    (carried, yielded, end): (ValueId, ValueId, OpId),
) -> Option<Course> {
    let sign = sign(program, analysis, (carried, yielded, end))?;
    let around = ancestors(program, access);
    let (mut last, mut value, mut end) = (carried, yielded, end);
    let mut facts = vec![];
    for _ in 0..MAX_DEPTH {
        let Definition::Result { op, index } = program.definition(value) else {
            break;
        };
        if op == access || !around.contains(&op) {
            break;
        }
        if program.op_name(op) == "scf.if" {
            let blocks = program
                .regions(op)
                .iter()
                .flat_map(|&it| program.blocks(it));
            let is_around =
                |&&block: &&BlockId| around.iter().any(|&it| program.block_of(it) == Some(block));
            let branch = *blocks.into_iter().find(is_around)?;
            end = *program.block_ops(branch).last()?;
            value = *program.operands(end).get(index)?;
            continue;
        }
        let Some((block, last_op)) = body(program, op) else {
            break;
        };
        let inner = *program.block_arguments(block).get(index + 1)?;
        let yielded = *program.operands(last_op).get(index)?;
        if self::sign(program, analysis, (inner, yielded, last_op)) != Some(sign) {
            break;
        }
        // The first operands are bounds of the loop.
        let operands = program.operands(op);
        let count = program.block_arguments(block).len() - 1;
        let initial = *operands.get(operands.len().checked_sub(count)? + index)?;
        facts.push(in_order(sign, leaf(initial), leaf(inner)));
        (last, value, end) = (inner, yielded, last_op);
    }
    let difference = Term::difference(leaf(value), leaf(last));
    let range = analysis.range_at(&Variable::term(difference), Point::before(program, end));
    let least = match sign {
        1 => range.lower(),
        _ => range.upper(),
    };
    Some(Course {
        carried,
        sign,
        left: Term::sum(leaf(last), Term::Integer(least?.clone())),
        facts,
    })
}

/// Whether what an iteration leaves is never less than what it finds, or never more.
fn sign(
    program: &dyn Program,
    analysis: &mut Analysis<'_>,
    (carried, yielded, end): (ValueId, ValueId, OpId),
) -> Option<i64> {
    if !is_integer(program, carried) || carried == yielded {
        return None;
    }
    let before = Point::before(program, end);
    let mut holds = |sign: i64| {
        let claim = in_order(sign, leaf(carried), leaf(yielded));
        analysis.prove_at(&claim, before) == Verdict::Proved
    };
    [1, -1].into_iter().find(|&sign| holds(sign))
}

/// The body of a loop that counts up, whose arguments after the first one are carried, with its last op.
fn body(program: &dyn Program, the_loop: OpId) -> Option<(BlockId, OpId)> {
    let counts_up = matches!(program.op_name(the_loop), "scf.for" | "affine.for")
        && program.attribute(the_loop, "unsignedCmp").is_none();
    match program.blocks(*program.regions(the_loop).first()?) {
        [block] if counts_up => Some((*block, *program.block_ops(*block).last()?)),
        _ => None,
    }
}
