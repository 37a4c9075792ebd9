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
    /// Where the distance is not constant: the number of iterations in groups of consecutive elements, each of which begins
    /// at a multiple of it; at most 16, and no iterations are left over.
    pub group: i64,
}

/// The largest width that is considered.
const MAX_WIDTH: i64 = 1024;

/// The largest group of consecutive elements that is considered where the distance is not constant: each lane of it takes
/// a proof.
const MAX_GROUP: i64 = 16;

/// Limit of the values that a condition is computed from.
const MAX_OPERANDS: usize = 256;

/// Limit of the values inside a loop that are compared from one iteration to the next.
const MAX_COMPUTED: usize = 32;

impl Alignment {
    /// The greatest power of two such that the elements of so many iterations, from the first one on, are consecutive
    /// and begin at a multiple of it, and such that no iterations are left over; the same of the next iterations.
    pub fn width(&self) -> i64 {
        match &self.stride {
            Some(stride) if stride.is_one() => {}
            Some(_) => return 1,
            None => return self.group,
        }
        let mut width = 1;
        while width < MAX_WIDTH
            && is_multiple(&self.first_divisor, 2 * width)
            && is_multiple(&self.trips, 2 * width)
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
            let mut alignment = self.lane_alignment(&access)?;
            if alignment.stride.is_none() {
                alignment.group = self.lane_group(&access, &alignment.trips);
            }
            return Ok(alignment);
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
                group: 1,
            });
        };
        let Some(steps) = Steps::of(self.program, level) else {
            return Err(Missing::ControlFlow(level.op));
        };
        let before = match level.is_function(self.program) {
            true => Point::of(self.program, steps.variable),
            false => Point::before(self.program, level.op),
        };
        let trips = steps.trips.clone().map(Variable::term);
        let trips = trips.or_else(|| self.analysis.trips(level.op));
        let trips = match executes_in_all(self.program, access.op, level, steps.variable) {
            true => trips.map_or(Int::ONE, |trips| self.analysis.divisor(&trips, before)),
            false => Int::ONE,
        };
        let distances = self.next_distances(&address, &access, &around, &steps, &trips);
        let Distances { stride, group } = distances.unwrap_or_default();
        let first = stride.as_ref().map(|stride| {
            let parts = [Term::Integer(stride.clone()), steps.trip.clone()];
            Term::difference(address.clone(), Term::apply(Operator::Mul, parts))
        });
        let terms: Vec<Term> = [address].into_iter().chain(first).collect();
        let mut divisors = self.divisors(&access, &terms);
        let first_divisor = divisors.pop().unwrap_or(Int::ONE);
        let always = divisors.pop().unwrap_or_else(|| first_divisor.clone());
        Ok(Alignment {
            variable: Some(steps.variable),
            lanes: None,
            stride,
            divisor: always,
            first_divisor,
            trips,
            group,
        })
    }

    /// The size of the largest groups of lanes whose elements are consecutive.
    fn lane_group(&mut self, access: &Access, trips: &Int) -> i64 {
        let (Some(lane), Some(offset)) = (access.lanes.last(), access.indices.first()) else {
            return 1;
        };
        let symbol = Column::Symbol(lane.symbol);
        largest_group(trips, |size| {
            // The lane is that of a group, and `number` the place in it.
            let place = |term: &Term, number: i64| {
                let mut replace = |column: &Column| match Term::Leaf(*column) {
                    own if *column == symbol => {
                        Term::sum(Term::scaled(size, own), Term::integer(number))
                    }
                    other => other,
                };
                term.map(&mut replace)
            };
            let mut groups = access.clone();
            groups.mask = None;
            for lane in groups.lanes.iter_mut().rev().take(1) {
                lane.count /= size;
            }
            let start = place(offset, 0);
            groups.indices = vec![start.clone()];
            let begins = self
                .divisors(&groups, std::slice::from_ref(&start))
                .remove(0);
            let mut side = self.side(&groups);
            let mut is_next = |number: i64| {
                let next = Term::sum(start.clone(), Term::integer(number));
                let claim = Term::equal(place(offset, number), next);
                side.analysis.prove_at(&claim, side.point) == Verdict::Proved
            };
            is_multiple(&begins, size) && (1..size).all(&mut is_next)
        })
    }

    /// The distances between the elements of consecutive iterations.
    fn next_distances(
        &mut self,
        address: &Term,
        whole: &Access,
        around: &[Level],
        steps: &Steps,
        trips: &Int,
    ) -> Option<Distances> {
        let access = whole.op;
        let innermost = around.last().map(|level| level.op);
        let own = self.access(access).ok()?;
        let question = self.question(own.clone(), own, innermost).ok()?;
        let number = around.len().checked_sub(1)?;
        let (twin, _) = self.twin(&question, Some(number))?;
        let point = Point::after(&twin, twin.copy_of(access));
        self.learn_sums(whole);
        let has_sums = self.sums.values().any(Option::is_some);
        let new_analysis = |instances: &mut Self| {
            let knowing = match has_sums {
                true => instances.twin_analysis_knowing(&twin, &question, point, Effort::All),
                false => None,
            };
            knowing.unwrap_or_else(|| instances.twin_analysis(&twin, &question, Effort::All))
        };
        let mut analysis = new_analysis(self);
        let (program, level) = (self.program, &around[number]);
        let moving = level
            .variables
            .iter()
            .position(|&it| it == steps.variable)?;
        // What holds if the copy is that many iterations later.
        let later = |number: i64| -> Vec<Term> {
            let of_variable = |(at, &variable): (usize, &ValueId)| {
                let (own, other) = (leaf(variable), leaf(twin.copy_of_value(variable)));
                if at == moving {
                    let distance = Term::scaled(number, steps.step.clone());
                    Some(Term::equal(other, Term::sum(own, distance)))
                } else if level.stays(program, at, moving) {
                    Some(Term::equal(other, own))
                } else {
                    None
                }
            };
            let variables = level.variables.iter().enumerate();
            variables.filter_map(of_variable).collect()
        };
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
            let mut parts = later(1);
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
        if let Some(stride) = candidates.find(|stride| is_always(self, stride)) {
            return Some(Distances {
                stride: Some(stride),
                group: 1,
            });
        }
        let computed = computed_within(self.program, access, level.op);
        let parts = |value: ValueId| {
            let mut parts = vec![];
            if let Some(Some(term)) = self.sums.get(&value) {
                divisions_in(term, &mut parts);
            }
            parts
        };
        let computed: Vec<(OpId, ValueId, Vec<Term>)> = computed
            .into_iter()
            .map(|(op, value)| (op, value, parts(value)))
            .collect();
        let group = largest_group(trips, |size| {
            let place = Term::apply(Operator::Mod, [steps.trip.clone(), Term::integer(size)]);
            let start = Term::difference(address.clone(), place.clone());
            if !is_multiple(&self.divisors(whole, &[start]).remove(0), size) {
                return false;
            }
            // The first iteration of a group, and a later one of it: what does not change is equal.
            let is_first = Term::equal(place, Term::integer(0));
            let mut is_at = |number: i64| {
                let mut analysis = new_analysis(self);
                let later = later(number);
                later
                    .iter()
                    .chain([&is_first])
                    .for_each(|it| analysis.assume(it));
                let mut same: Vec<ValueId> = vec![];
                for &(op, value, ref parts) in &computed {
                    for part in parts {
                        let claim = Term::equal(term_in_copy(&twin, part), part.clone());
                        if analysis.prove_at(&claim, point) == Verdict::Proved {
                            analysis.assume(&claim);
                        }
                    }
                    let copy = twin.copy_of_value(value);
                    let is_same =
                        |it: &ValueId| twin.copy_of_value(*it) == *it || same.contains(it);
                    let claim = Term::equal(leaf(copy), leaf(value));
                    if program.operands(op).iter().all(is_same)
                        || analysis.prove_at(&claim, point) == Verdict::Proved
                    {
                        analysis.assume(&claim);
                        same.push(value);
                    }
                }
                let claim = Term::equal(distance.clone(), Term::integer(number));
                analysis.prove_at(&claim, point) == Verdict::Proved
            };
            (1..size).all(&mut is_at)
        });
        Some(Distances {
            stride: None,
            group,
        })
    }
}

/// The values that ops inside a level compute for an access, each after those that it is computed from; none if they are
/// many.
fn computed_within(program: &dyn Program, access: OpId, level: OpId) -> Vec<(OpId, ValueId)> {
    let mut found: Vec<(OpId, ValueId)> = vec![];
    // An op is visited a second time after its operands.
    let mut open = vec![(access, false)];
    while let Some((op, is_done)) = open.pop() {
        if is_done {
            if let [result] = program.results(op)
                && op != access
                && !found.contains(&(op, *result))
            {
                found.push((op, *result));
            }
            continue;
        }
        open.push((op, true));
        for &operand in program.operands(op) {
            if let Definition::Result { op, .. } = program.definition(operand)
                && ancestors(program, op).contains(&level)
                && program.op_name(op).starts_with("arith.")
                && !found.contains(&(op, operand))
            {
                open.push((op, false));
            }
        }
        if open.len() > MAX_COMPUTED {
            return vec![];
        }
    }
    found
}

/// The quotients and remainders in a term, the inner ones first.
fn divisions_in(term: &Term, found: &mut Vec<Term>) {
    if let Term::Apply(operator, parts) = term {
        parts.iter().for_each(|part| divisions_in(part, found));
        if matches!(operator, Operator::FloorDiv | Operator::Mod) && !found.contains(term) {
            found.push(term.clone());
        }
    }
}

/// The distances between the elements of consecutive iterations.
struct Distances {
    /// The one, if it is constant.
    stride: Option<Int>,
    /// See [`Alignment::group`].
    group: i64,
}

impl Default for Distances {
    fn default() -> Self {
        Distances {
            stride: None,
            group: 1,
        }
    }
}

/// The largest power of two that divides the number of iterations and is the size of groups with a property, which those
/// of half the size have too.
fn largest_group(trips: &Int, mut is_group: impl FnMut(i64) -> bool) -> i64 {
    let mut size = 1;
    while size < MAX_GROUP && is_multiple(trips, 2 * size) && is_group(2 * size) {
        size *= 2;
    }
    size
}

fn is_multiple(number: &Int, of: i64) -> bool {
    calipers_number::floor_mod(number, &Int::from(of)).is_some_and(|it| it.is_zero())
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
