//! How the elements of an access lie in memory from one iteration to the next.

use crate::access::{Access, applied, leaf};
use crate::conflict::term_in_copy;
use crate::effort::Effort;
use crate::instances::Instances;
use crate::missing::Missing;
use crate::nest::{
    Level, Size, ancestors, constant, inner_levels, is_function, is_launch_size, while_counter,
};
use crate::place::Place;
use crate::term::Term;
use crate::variables::{Budget, Quotients, holds_of_variables};
use calipers_egraph::Operator;
use calipers_engine::analysis::{Variable, Verdict};
use calipers_number::Int;
use calipers_program::{Attribute, Column, Definition, OpId, Point, Program, ValueId};

/// The positions of an access in memory, in elements from the start of the buffer.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Alignment {
    /// The innermost induction variable or id around the access.
    pub variable: Option<ValueId>,
    /// For an access through a tensor of pointers, its last dimension: the lanes of it are the iterations.
    pub lanes: Option<usize>,
    /// The distance between the elements of consecutive iterations, if it is constant.
    pub stride: Option<Int>,
    /// A number that divides the position in every instance; 0 if it is always 0.
    pub divisor: Int,
    /// A number that divides the position in each first iteration of the innermost loop; 0 if it is always 0.
    pub first_divisor: Int,
    /// A number that divides the number of iterations, and of the lanes before the first one that a mask excludes; 1 if
    /// it is unknown, or if a condition decides in which iterations the access executes.
    pub trips: Int,
}

/// The largest width that is considered.
const MAX_WIDTH: i64 = 1024;

/// Limit of the values that a condition is computed from.
const MAX_OPERANDS: usize = 256;

impl Alignment {
    /// The greatest power of two such that the elements of so many iterations, from the first one on, are consecutive
    /// and begin at a multiple of it, and such that no iterations are left over.
    pub fn width(&self) -> i64 {
        if self.stride != Some(Int::ONE) {
            return 1;
        }
        let divides = |width: i64, number: &Int| {
            calipers_number::floor_mod(number, &Int::from(width)).is_some_and(|it| it.is_zero())
        };
        let mut width = 1;
        while width < MAX_WIDTH
            && divides(2 * width, &self.first_divisor)
            && divides(2 * width, &self.trips)
        {
            width *= 2;
        }
        width
    }
}

impl Instances<'_> {
    /// How an access lies in memory: its stride over the innermost loop, and what divides its position.
    ///
    /// # Errors
    /// [`Missing`], if the position in memory is unknown.
    pub fn alignment(&mut self, access: OpId) -> Result<Alignment, Missing> {
        let access = self.whole_access(access)?;
        if !access.lanes.is_empty() {
            return self.lane_alignment(&access);
        }
        let place = Place::of(self.program, &self.analysis, &access);
        let Some((address, _)) = place.address else {
            return Err(Missing::View(access.buffer));
        };
        let (around, _) = inner_levels(self.program, access.op);
        let Some(level) = around.last() else {
            let always = self.divisors(&access, &[address]).remove(0);
            return Ok(Alignment {
                variable: None,
                lanes: None,
                stride: None,
                first_divisor: always.clone(),
                divisor: always,
                trips: Int::ONE,
            });
        };
        let Some(steps) = Steps::of(self.program, level) else {
            return Err(Missing::ControlFlow(level.op));
        };
        let stride = self.stride(&address, access.op, &around, &steps);
        let first = stride.as_ref().map(|stride| {
            let parts = [Term::Integer(stride.clone()), steps.trip.clone()];
            Term::difference(address.clone(), Term::apply(Operator::Mul, parts))
        });
        let terms: Vec<Term> = [address].into_iter().chain(first).collect();
        let mut divisors = self.divisors(&access, &terms);
        let first_divisor = divisors.pop().unwrap_or(Int::ONE);
        let always = divisors.pop().unwrap_or_else(|| first_divisor.clone());
        let before = match level.is_function(self.program) {
            true => Point::of(self.program, steps.variable),
            false => Point::before(self.program, level.op),
        };
        let trips = steps.trips.map(Variable::term);
        let trips = trips.or_else(|| self.analysis.trips(level.op));
        let trips = match executes_in_all(self.program, access.op, level, steps.variable) {
            true => trips.map_or(Int::ONE, |trips| self.analysis.divisor(&trips, before)),
            false => Int::ONE,
        };
        Ok(Alignment {
            variable: Some(steps.variable),
            lanes: None,
            stride,
            divisor: always,
            first_divisor,
            trips,
        })
    }

    /// The distance between the elements of consecutive iterations.
    fn stride(
        &mut self,
        address: &Term,
        access: OpId,
        around: &[Level],
        steps: &Steps,
    ) -> Option<Int> {
        let innermost = around.last().map(|level| level.op);
        let own = self.access(access).ok()?;
        let question = self.question(own.clone(), own, innermost).ok()?;
        let number = around.len().checked_sub(1)?;
        let (twin, _) = self.twin(&question, Some(number))?;
        let point = Point::after(&twin, twin.copy_of(access));
        let mut analysis = self.twin_analysis(&twin, &question, Effort::All);
        let level = &around[number];
        let mut next: Vec<Term> = vec![];
        let moving = level
            .variables
            .iter()
            .position(|&it| it == steps.variable)?;
        for (at, &variable) in level.variables.iter().enumerate() {
            let (own, other) = (leaf(variable), leaf(twin.copy_of_value(variable)));
            if at == moving {
                next.push(Term::equal(other, Term::sum(own, steps.step.clone())));
            } else if level.stays(self.program, at, moving) {
                next.push(Term::equal(other, own));
            }
        }
        let distance = Term::difference(term_in_copy(&twin, address), address.clone());
        let (quotients, budget) = (Quotients::new(), &mut Budget::of_question(&self.config));
        let step = Variable::term(steps.step.clone());
        let step = self
            .analysis
            .range_at(&step, Point::before(self.program, level.op));
        let moves = Moves {
            variable: steps.variable,
            step: step.as_constant(),
        };
        let never_other = |stride: &Int| {
            let is_it = Term::equal(distance.clone(), Term::Integer(stride.clone()));
            let mut parts = next.clone();
            parts.push(Term::negation(is_it));
            Term::negation(Term::apply(Operator::Min, parts))
        };
        let mut is_always = |instances: &mut Self, stride: &Int| {
            let never = never_other(stride);
            if analysis.decide_at(&never, point) == Verdict::Proved {
                return true;
            }
            // Another stride is searched for first, since proofs by cases take longer. Without a constant step, it is unknown
            // which of the iterations that execute the access are consecutive.
            let is_other = |it: &Int| it != stride;
            let mut other = || instances.seen_stride(address, access, level, moves, &is_other);
            (moves.step.is_none() || other().is_none())
                && (analysis.prove_at(&never, point) == Verdict::Proved
                    || holds_of_variables(&mut analysis, &quotients, point, &never, budget))
        };
        let shape = self.program.value_type(question.first.buffer).shape();
        let strides = shape.iter().flat_map(|shape| {
            let dims = 0..shape.rank().unwrap_or(0);
            dims.filter_map(|dim| shape.stride(dim))
        });
        let seen = self.seen_stride(address, access, level, moves, &|_| true);
        let candidates = match seen {
            Some(stride) => vec![stride],
            None => [Int::ONE, Int::ZERO].into_iter().chain(strides).collect(),
        };
        let mut candidates = candidates.into_iter();
        candidates.find(|stride| is_always(self, stride))
    }
}

/// The variable of a level that moves, and its step if that is constant.
#[derive(Clone, Copy)]
pub(crate) struct Moves<'s> {
    pub(crate) variable: ValueId,
    pub(crate) step: Option<&'s Int>,
}

/// Whether an access executes in all iterations of a level that differ in one variable alone, or in none of them.
fn executes_in_all(program: &dyn Program, access: OpId, level: &Level, variable: ValueId) -> bool {
    let Some(moving) = level.variables.iter().position(|&it| it == variable) else {
        return false;
    };
    let around = ancestors(program, access).into_iter();
    let inside = around.take_while(|&op| op != level.op);
    let is_always = |op: OpId| {
        let block = program.block_of(op);
        let region = block.map(|block| program.block_region(block));
        region.is_some_and(|region| program.blocks(region).len() == 1)
    };
    let is_same = |op: OpId| match program.op_name(op) {
        _ if op == access => true,
        "scf.execute_region" | "memref.alloca_scope" | "scf.forall.in_parallel" => true,
        "scf.if" | "affine.if" | "scf.index_switch" => {
            let mut conditions = program.operands(op).iter();
            conditions.all(|&it| is_constant_over(program, it, level, moving))
        }
        _ => false,
    };
    inside.into_iter().all(|op| is_always(op) && is_same(op))
}

/// Whether a value is the same in all iterations of a level that differ in one variable alone, as far as the ops say
/// that compute it.
fn is_constant_over(program: &dyn Program, value: ValueId, level: &Level, moving: usize) -> bool {
    let mut open = vec![value];
    let mut seen: Vec<ValueId> = vec![];
    while let Some(value) = open.pop() {
        if seen.len() > MAX_OPERANDS {
            return false;
        }
        if let Some(at) = level.variables.iter().position(|&it| it == value) {
            match level.stays(program, at, moving) {
                true => continue,
                false => return false,
            }
        }
        if seen.contains(&value) {
            continue;
        }
        seen.push(value);
        let op = match program.definition(value) {
            Definition::Result { op, .. } => op,
            Definition::Argument { block, .. } => {
                let owner = program.region_parent(program.block_region(block));
                let is_inside = ancestors(program, owner).contains(&level.op);
                if is_inside && !is_function(program, owner) {
                    return false;
                }
                continue;
            }
        };
        if !ancestors(program, op).contains(&level.op) {
            continue;
        }
        let is_computed = ["arith.", "index.", "affine."]
            .iter()
            .any(|dialect| program.op_name(op).starts_with(dialect));
        let is_load = Access::of(program, op).is_some();
        if !is_launch_size(program, op) && (!is_computed || is_load) {
            return false;
        }
        open.extend(program.operands(op));
    }
    true
}

/// How the innermost variable of a level moves.
struct Steps {
    variable: ValueId,
    step: Term,
    /// The number of iterations before the current one.
    trip: Term,
    /// The number of iterations, where it is a difference of values.
    trips: Option<Term>,
}

impl Steps {
    fn of(program: &dyn Program, level: &Level) -> Option<Steps> {
        let operands = program.operands(level.op);
        let count = level.variables.len();
        let integers = |name| match program.attribute(level.op, name) {
            Some(Attribute::Integers(all)) => Some(all.into_owned()),
            _ => None,
        };
        let known = |value: ValueId| match constant(program, value) {
            Some(number) => Term::Integer(number),
            None => leaf(value),
        };
        let last = count.checked_sub(1)?;
        let (at, lower, upper, step) = match program.op_name(level.op) {
            "scf.for" | "scf.parallel" => {
                let of = |number: usize| operands.get(number * count + last).copied().map(known);
                (last, of(0)?, of(1), of(2)?)
            }
            "scf.while" => {
                let counter = while_counter(program, level.op)?;
                let step = Term::integer(counter.step);
                (0, leaf(counter.initial), None, step)
            }
            "affine.parallel" => {
                let (lower, upper) = affine_parallel_ends(program, level.op)?;
                let step = *integers("steps")?.get(last)?;
                (last, lower?, upper, Term::integer(step))
            }
            "affine.for" => {
                let Some(Attribute::Integer(step)) = program.attribute(level.op, "step") else {
                    return None;
                };
                (0, Term::integer(0), None, Term::Integer(step))
            }
            "scf.forall" => {
                let mut dynamic = operands.iter();
                let mut list = |name| -> Option<Term> {
                    let all = integers(name)?.into_iter().map(|number| match number {
                        i64::MIN => dynamic.next().copied().map(known),
                        number => Some(Term::integer(number)),
                    });
                    all.collect::<Option<Vec<Term>>>()?.pop()
                };
                let lower = list("staticLowerBound")?;
                let upper = list("staticUpperBound");
                (last, lower, upper, list("staticStep")?)
            }
            // The first dimension of the threads varies fastest.
            _ if level.is_launch() => {
                let at = level.fastest(program);
                let upper = level.size(program, at).map(|size| match size {
                    Size::Number(number) => Term::integer(number),
                    Size::Value(value) => known(value),
                });
                (at, Term::integer(0), upper, Term::integer(1))
            }
            _ => return None,
        };
        let variable = *level.variables.get(at)?;
        let distance = || Term::difference(leaf(variable), lower.clone());
        let trip = match (program.op_name(level.op), &step) {
            ("affine.for", _) => Term::Leaf(Column::Trip(variable)),
            (_, step) if *step == Term::integer(1) => distance(),
            ("affine.parallel", step) => {
                Term::apply(Operator::FloorDiv, [distance(), step.clone()])
            }
            _ => Term::Leaf(Column::Trip(variable)),
        };
        let trips = upper.map(|upper| {
            let distance = Term::difference(upper, lower);
            match step == Term::integer(1) {
                true => distance,
                false => {
                    let last = Term::difference(step.clone(), Term::integer(1));
                    Term::apply(
                        Operator::FloorDiv,
                        [Term::sum(distance, last), step.clone()],
                    )
                }
            }
        });
        Some(Steps {
            variable,
            trips,
            step,
            trip,
        })
    }
}

/// The bounds of the last variable of an `affine.parallel`, as far as each is one term.
fn affine_parallel_ends(program: &dyn Program, op: OpId) -> Option<(Option<Term>, Option<Term>)> {
    let map = |name| match program.attribute(op, name) {
        Some(Attribute::Map(map)) => Some(map),
        _ => None,
    };
    let (lower, upper) = (map("lowerBoundsMap")?, map("upperBoundsMap")?);
    let (own, others) = program.operands(op).split_at_checked(lower.inputs())?;
    // The last bound is that of the variable, if it is the only one in its group.
    let last = |name, map, operands: &[ValueId]| {
        let Some(Attribute::Integers(groups)) = program.attribute(op, name) else {
            return None;
        };
        let is_one = groups.last() == Some(&1);
        applied(map, operands)?.pop().filter(|_| is_one)
    };
    Some((
        last("lowerBoundsGroups", lower, own),
        last("upperBoundsGroups", upper, others),
    ))
}
