//! The execution of loops, branches and launches.

use super::{Flow, Run};
use crate::access::applied;
use crate::nest::while_counter;
use calipers_egraph::Operator;
use calipers_number::{Int, floor_mod};
use calipers_program::{
    AffineExpr, AffineMap, Attribute, BlockId, Column, Constraint, OpId, ValueId,
};

/// An arithmetic progression that an induction variable runs through.
#[derive(Clone, Debug)]
struct Steps {
    lower: Int,
    step: Int,
    count: Int,
}

impl Steps {
    fn new(lower: Int, upper: &Int, step: Int) -> Option<Steps> {
        if step <= Int::ZERO {
            return None;
        }
        let distance = upper - &lower;
        let count = calipers_number::ceil_div(&distance, &step)?.max(Int::ZERO);
        Some(Steps { lower, step, count })
    }

    fn at(&self, trip: &Int) -> Int {
        &self.lower + &self.step * trip
    }

    /// The numbers of the iterations that are executed: all, or the first, middle and last ones. A loop that carries
    /// values is executed from its start.
    fn trips(&self, limit: usize, carries: bool) -> Vec<Int> {
        let limit = i64::try_from(limit).unwrap_or(i64::MAX);
        match i64::try_from(&self.count) {
            Ok(count) if count <= limit => (0..count).map(Int::from).collect(),
            _ if carries => (0..limit).map(Int::from).collect(),
            _ => {
                let first = (0..limit / 2).map(Int::from);
                let half = calipers_number::floor_div(&self.count, &Int::from(2));
                let middle = half.unwrap_or(Int::ZERO).max(Int::from(limit / 2));
                let last = (1..=limit - limit / 2 - 1).rev();
                let last = last.map(|back| &self.count - Int::from(back));
                let last = last.filter(|trip| *trip > middle);
                let trips: Vec<Int> = last.collect();
                first.chain([middle]).chain(trips).collect()
            }
        }
    }
}

impl Run<'_, '_> {
    /// Executes an op that has regions, or that may end the execution.
    pub(super) fn op(&mut self, op: OpId) -> Flow {
        let program = self.program;
        match program.op_name(op) {
            "cf.assert" => {
                let condition = program.operands(op).first().copied();
                let holds = condition.and_then(|it| self.column(Column::Unsigned(it)));
                self.is_complete &= holds.is_some();
                return match holds {
                    Some(holds) if !holds.is_zero() => Flow::Continues,
                    _ => Flow::Ends,
                };
            }
            _ if program.regions(op).is_empty() && self.is_undefined_op(op) => {
                self.is_undefined = true;
                return Flow::Ends;
            }
            // What a region carries along matters only if it has results or records something.
            _ if !self.relevant.contains(&op) && program.results(op).is_empty() => {}
            "scf.for" => {
                let steps = self.scf_for_bounds(op);
                return self.counted(op, steps, 3);
            }
            "affine.for" => {
                let operands = program.operands(op).len();
                let inits = operands.saturating_sub(program.results(op).len());
                let steps = self.affine_for_bounds(op);
                return self.counted(op, steps, inits);
            }
            "scf.parallel" | "scf.forall" | "affine.parallel" | "gpu.launch" => {
                if let Some(steps) = self.nested(op) {
                    return self.product(op, &steps, 0);
                }
            }
            "scf.while" => return self.repeated(op),
            "scf.if" | "affine.if" => {
                if let Some(region) = self.chosen(op) {
                    return self.region(op, region);
                }
            }
            "scf.index_switch" => {
                if let Some(region) = self.switched(op) {
                    return self.region(op, region);
                }
            }
            "scf.execute_region" | "memref.alloca_scope" | "scf.forall.in_parallel" => {
                return self.region(op, 0);
            }
            _ => {}
        }
        self.skipped(op)
    }

    /// Goes on after an op whose regions are not executed, since it is unknown how.
    fn skipped(&mut self, op: OpId) -> Flow {
        let is_relevant = self.relevant.contains(&op) && !self.program.regions(op).is_empty();
        self.is_complete &= !is_relevant;
        Flow::Continues
    }

    fn entry(&self, op: OpId, region: usize) -> Option<BlockId> {
        let region = *self.program.regions(op).get(region)?;
        match self.program.blocks(region) {
            [block] => Some(*block),
            _ => None,
        }
    }

    /// Executes a region once. Its results are defined by rules.
    fn region(&mut self, op: OpId, region: usize) -> Flow {
        match self.program.regions(op).get(region) {
            // An `if` without the other branch.
            Some(&other) if self.program.blocks(other).is_empty() => Flow::Continues,
            None => Flow::Continues,
            Some(_) => match self.entry(op, region) {
                Some(block) => self.block(block),
                None => self.skipped(op),
            },
        }
    }

    fn chosen(&mut self, op: OpId) -> Option<usize> {
        let operands = self.program.operands(op);
        let holds = match self.program.op_name(op) {
            "scf.if" => !self.column(Column::Unsigned(*operands.first()?))?.is_zero(),
            _ => {
                let Some(Attribute::Set(set)) = self.program.attribute(op, "condition") else {
                    return None;
                };
                let mut holds = true;
                for constraint in &set.constraints {
                    let (expr, is_equality) = match constraint {
                        Constraint::Zero(expr) => (expr, true),
                        Constraint::NonNegative(expr) => (expr, false),
                    };
                    let value = self.affine(expr, set.dims, operands)?;
                    holds &= value.is_zero() || !is_equality && !value.is_negative();
                }
                holds
            }
        };
        Some(usize::from(!holds))
    }

    fn switched(&mut self, op: OpId) -> Option<usize> {
        let flag = self.value(*self.program.operands(op).first()?)?;
        let Some(Attribute::Integers(cases)) = self.program.attribute(op, "cases") else {
            return None;
        };
        let case = cases.iter().position(|&case| Int::from(case) == flag);
        Some(case.map_or(0, |case| case + 1))
    }

    /// Executes a sequential loop, whose operands from `inits` on are the first carried values.
    fn counted(&mut self, op: OpId, steps: Option<Steps>, inits: usize) -> Flow {
        let program = self.program;
        let (Some(steps), Some(body)) = (steps, self.entry(op, 0)) else {
            return self.skipped(op);
        };
        let [variable, arguments @ ..] = program.block_arguments(body) else {
            return self.skipped(op);
        };
        let inits = program.operands(op).get(inits..).unwrap_or(&[]);
        let mut carried: Vec<_> = inits.iter().map(|&it| self.readings(it)).collect();
        let trips = steps.trips(self.iterations, !arguments.is_empty());
        let is_whole = Int::from(trips.len() as i64) == steps.count;
        self.is_complete &= is_whole;
        for trip in trips {
            let length = self.trail.len();
            let value = steps.at(&trip);
            self.set_value(
                *variable,
                [Some(value.clone()), unsigned(self, *variable, &value)],
            );
            self.set(Column::Trip(*variable), Some(trip));
            for (&argument, value) in arguments.iter().zip(&carried) {
                self.set_value(argument, value.clone());
            }
            self.variables.push((*variable, value));
            let flow = self.block(body);
            self.variables.pop();
            if let Some(&end) = program.block_ops(body).last() {
                let yielded = program.operands(end).iter();
                carried = yielded.map(|&it| self.readings(it)).collect();
            }
            self.forget(length);
            if flow == Flow::Ends {
                return Flow::Ends;
            }
        }
        if is_whole {
            for (&result, value) in program.results(op).iter().zip(&carried) {
                self.set_value(result, value.clone());
            }
        }
        Flow::Continues
    }

    /// Executes an `scf.while`.
    fn repeated(&mut self, op: OpId) -> Flow {
        let program = self.program;
        let (Some(first), Some(second)) = (self.entry(op, 0), self.entry(op, 1)) else {
            return self.skipped(op);
        };
        let counter = while_counter(program, op).map(|it| it.variable);
        let mut carried: Vec<_> = self.all_readings(program.operands(op));
        for _ in 0..=self.iterations {
            let length = self.trail.len();
            self.set_values(program.block_arguments(first), &carried);
            if self.block(first) == Flow::Ends {
                return Flow::Ends;
            }
            let end = program.block_ops(first).last().copied();
            let Some((&flag, forwarded)) = end.and_then(|it| program.operands(it).split_first())
            else {
                return self.skipped(op);
            };
            let holds = self.column(Column::Unsigned(flag));
            let forwarded = self.all_readings(forwarded);
            let Some(holds) = holds else {
                self.forget(length);
                return self.skipped(op);
            };
            if holds.is_zero() {
                self.forget(length);
                self.set_values(program.results(op), &forwarded);
                return Flow::Continues;
            }
            self.set_values(program.block_arguments(second), &forwarded);
            let value = counter.map(|counter| (counter, self.value(counter)));
            let entered = match value {
                Some((counter, Some(value))) => {
                    self.variables.push((counter, value));
                    true
                }
                _ => false,
            };
            let flow = self.block(second);
            if entered {
                self.variables.pop();
            }
            if let Some(&end) = program.block_ops(second).last() {
                carried = self.all_readings(program.operands(end));
            }
            self.forget(length);
            if flow == Flow::Ends {
                return Flow::Ends;
            }
        }
        self.is_complete = false;
        Flow::Continues
    }

    fn all_readings(&mut self, values: &[ValueId]) -> Vec<[Option<Int>; 2]> {
        values.iter().map(|&it| self.readings(it)).collect()
    }

    fn set_values(&mut self, values: &[ValueId], readings: &[[Option<Int>; 2]]) {
        for (&value, readings) in values.iter().zip(readings) {
            self.set_value(value, readings.clone());
        }
    }

    /// Executes the iterations of a loop with several induction variables, from the variable with that number on.
    fn product(&mut self, op: OpId, steps: &[Steps], at: usize) -> Flow {
        let Some(body) = self.entry(op, 0) else {
            return self.skipped(op);
        };
        let variable = self.program.block_arguments(body).get(at).copied();
        let (Some(own), Some(variable)) = (steps.get(at), variable) else {
            return self.block(body);
        };
        let trips = own.trips(self.iterations, false);
        self.is_complete &= Int::from(trips.len() as i64) == own.count;
        for trip in trips {
            let length = self.trail.len();
            let value = own.at(&trip);
            self.set_value(
                variable,
                [Some(value.clone()), unsigned(self, variable, &value)],
            );
            self.set(Column::Trip(variable), Some(trip));
            self.variables.push((variable, value));
            let flow = self.product(op, steps, at + 1);
            self.variables.pop();
            self.forget(length);
            if flow == Flow::Ends {
                return Flow::Ends;
            }
        }
        Flow::Continues
    }

    fn nested(&mut self, op: OpId) -> Option<Vec<Steps>> {
        match self.program.op_name(op) {
            "scf.parallel" => {
                let count = self.program.block_arguments(self.entry(op, 0)?).len();
                let operands = self.program.operands(op);
                let of = |at: usize| operands.get(at).copied();
                let steps = (0..count).map(|at| {
                    let lower = self.value(of(at)?)?;
                    let upper = self.value(of(at + count)?)?;
                    let step = self.value(of(at + 2 * count)?)?;
                    self.steps(lower, &upper, step)
                });
                steps.collect()
            }
            "scf.forall" => self.forall_bounds(op),
            "affine.parallel" => self.affine_parallel_bounds(op),
            "gpu.launch" => {
                let operands = self.program.operands(op);
                // Without async dependencies and clusters, the sizes are the first operands.
                let segments = match self.program.attribute(op, "operandSegmentSizes") {
                    Some(Attribute::Integers(segments)) => segments.into_owned(),
                    _ => return None,
                };
                let is_plain = segments.first() == Some(&0) && segments.get(7..10) == Some(&[0; 3]);
                let sizes = operands.get(..6).filter(|_| is_plain)?;
                let steps = sizes.iter().map(|&size| {
                    let size = self.value(size).filter(|size| *size > Int::ZERO)?;
                    Steps::new(Int::ZERO, &size, Int::ONE)
                });
                steps.collect()
            }
            _ => None,
        }
    }

    fn forall_bounds(&mut self, op: OpId) -> Option<Vec<Steps>> {
        let mut dynamic = self.program.operands(op).iter();
        let mut lists = vec![];
        for name in ["staticLowerBound", "staticUpperBound", "staticStep"] {
            let Some(Attribute::Integers(numbers)) = self.program.attribute(op, name) else {
                return None;
            };
            let mut list = vec![];
            for &number in numbers.iter() {
                list.push(match number {
                    i64::MIN => self.value(*dynamic.next()?)?,
                    number => Int::from(number),
                });
            }
            lists.push(list);
        }
        let [lowers, uppers, steps] = &lists[..] else {
            return None;
        };
        let all = lowers.iter().zip(uppers).zip(steps);
        all.map(|((lower, upper), step)| self.steps(lower.clone(), upper, step.clone()))
            .collect()
    }

    /// The steps of a loop, which is undefined if its step is not positive.
    fn steps(&mut self, lower: Int, upper: &Int, step: Int) -> Option<Steps> {
        self.is_undefined |= step <= Int::ZERO;
        Steps::new(lower, upper, step)
    }

    /// The steps of an `scf.for` with signed comparison that does not wrap.
    fn scf_for_bounds(&mut self, op: OpId) -> Option<Steps> {
        let &[lower, upper, step, ..] = self.program.operands(op) else {
            return None;
        };
        if self.program.attribute(op, "unsignedCmp").is_some() {
            return None;
        }
        let width = self.program.word_width(lower)?;
        let (lower, upper, step) = (self.value(lower)?, self.value(upper)?, self.value(step)?);
        let is_small = &upper + &step < Int::ONE << (width as usize).saturating_sub(1);
        self.steps(lower, &upper, step).filter(|_| is_small)
    }

    fn affine_for_bounds(&mut self, op: OpId) -> Option<Steps> {
        let (Some(Attribute::Map(lower)), Some(Attribute::Map(upper))) = (
            self.program.attribute(op, "lowerBoundMap"),
            self.program.attribute(op, "upperBoundMap"),
        ) else {
            return None;
        };
        let Some(Attribute::Integer(step)) = self.program.attribute(op, "step") else {
            return None;
        };
        let operands = self.program.operands(op);
        let (own, rest) = operands.split_at_checked(lower.inputs())?;
        let others = rest.get(..upper.inputs())?;
        let lower = self.map(lower, own)?.into_iter().max()?;
        let upper = self.map(upper, others)?.into_iter().min()?;
        Steps::new(lower, &upper, step)
    }

    fn affine_parallel_bounds(&mut self, op: OpId) -> Option<Vec<Steps>> {
        let map = |name| match self.program.attribute(op, name) {
            Some(Attribute::Map(map)) => Some(map),
            _ => None,
        };
        let integers = |name| match self.program.attribute(op, name) {
            Some(Attribute::Integers(integers)) => Some(integers.into_owned()),
            _ => None,
        };
        let (lower, upper) = (map("lowerBoundsMap")?, map("upperBoundsMap")?);
        let groups = [
            integers("lowerBoundsGroups")?,
            integers("upperBoundsGroups")?,
        ];
        let steps = integers("steps")?;
        let (own, others) = self.program.operands(op).split_at_checked(lower.inputs())?;
        let lower = grouped(self.map(lower, own)?, &groups[0])?;
        let upper = grouped(self.map(upper, others)?, &groups[1])?;
        let all = lower.into_iter().zip(upper).zip(steps);
        all.map(|((lower, upper), step)| {
            let (lower, upper) = (lower.into_iter().max()?, upper.into_iter().min()?);
            Steps::new(lower, &upper, Int::from(step))
        })
        .collect()
    }

    fn map(&mut self, map: &AffineMap, operands: &[ValueId]) -> Option<Vec<Int>> {
        let terms = applied(map, operands)?;
        terms.iter().map(|term| self.term(term)).collect()
    }

    fn affine(&mut self, expr: &AffineExpr, dims: u32, operands: &[ValueId]) -> Option<Int> {
        match expr {
            AffineExpr::Constant(value) => Some(value.clone()),
            AffineExpr::Dim(n) => self.value(*operands.get(*n as usize)?),
            AffineExpr::Symbol(n) => self.value(*operands.get((dims + n) as usize)?),
            AffineExpr::Binary(operator, a, b) => {
                let (a, b) = (
                    self.affine(a, dims, operands)?,
                    self.affine(b, dims, operands)?,
                );
                let operator = Operator::from(*operator);
                let by_zero = operator.is_division() && b.is_zero();
                operator.apply(&[a, b]).filter(|_| !by_zero)
            }
        }
    }
}

/// Splits a list into groups of these lengths.
fn grouped(all: Vec<Int>, lengths: &[i64]) -> Option<Vec<Vec<Int>>> {
    let mut all = all.into_iter();
    let mut group = |&length: &i64| -> Option<Vec<Int>> {
        let length = usize::try_from(length).ok()?;
        let group: Vec<Int> = all.by_ref().take(length).collect();
        (group.len() == length).then_some(group)
    };
    lengths.iter().map(&mut group).collect()
}

/// The unsigned reading of a value.
fn unsigned(run: &Run<'_, '_>, value: ValueId, signed: &Int) -> Option<Int> {
    let width = run.program.word_width(value)?;
    floor_mod(signed, &(Int::ONE << width as usize))
}
