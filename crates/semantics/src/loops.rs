//! Loops: the values that they carry, and conditions on these values at the points of the loop.

use super::{ColumnKind, OpRules, Place, RuleSet, Stop, owner};
use crate::Constants;
use calipers_program::term::condition::negated;
use calipers_program::term::{Expr, Operator};
use calipers_program::{BlockId, Column, Dominance, OpId, Point, Program, ValueId};

/// A loop, with the values that it carries from one iteration to the next.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CarriedLoop {
    /// The loop op; for a CFG loop, the terminator of the back edge.
    pub op: OpId,
    /// The carried values.
    pub carried: Vec<CarriedValue>,
    /// Its induction variable, if there is exactly one.
    pub counter: Option<ValueId>,
    /// The start of each iteration: in the body, and in the region that passes the values on if that is another one.
    pub starts: Vec<Point>,
    /// The point before the loop.
    pub before: Point,
    /// The end of an iteration.
    pub end: Point,
    /// The point after the last iteration; none for a CFG loop, whose conditions stay visible at its exits.
    pub after: Option<Point>,
    /// The conditions under which control goes from `before` to the first iteration, and from `end` to the next.
    pub conditions: [Option<Expr<Column>>; 2],
    /// A CFG loop that is entered or repeated by several edges, by the others of them.
    pub others: Vec<CarriedLoop>,
}

/// A value that a loop carries, with its names at the points of the loop.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct CarriedValue {
    /// The argument of the body.
    pub argument: ValueId,
    /// Its value in the first iteration.
    pub initial: ValueId,
    /// The value that is passed to the next iteration.
    pub yielded: ValueId,
    /// Its value after the last iteration, if that is a result of the loop.
    pub result: Option<ValueId>,
    /// The induction variable of the loop, if there is exactly one.
    pub counter: Option<ValueId>,
}

impl dyn RuleSet + '_ {
    /// The values carried by a loop: by a loop op with single-block regions, or by a CFG loop, which the terminator
    /// of its back edge identifies.
    pub fn carried_loop(
        &self,
        program: &(impl Program + ?Sized),
        dominance: &Dominance,
        op: OpId,
    ) -> Option<CarriedLoop> {
        match program.successors(op).is_empty() {
            true => self.carried_by_op(program, op),
            false => self.cycle(program, dominance, op),
        }
    }

    /// The values carried by a loop op with single-block regions.
    pub fn carried_by_op(
        &self,
        program: &(impl Program + ?Sized),
        op: OpId,
    ) -> Option<CarriedLoop> {
        let known = self.op(program.op_name(op))?;
        let carriers = known.carriers(program, op)?;
        let mut starts = vec![Point::start(carriers.body)];
        if carriers.latch != carriers.body {
            starts.push(Point::start(carriers.latch));
        }
        let numbers = 0..carriers.initials.len();
        Some(CarriedLoop {
            op,
            carried: numbers.filter_map(|it| carriers.carried(it)).collect(),
            counter: carriers.counter,
            starts,
            before: Point::before(program, op)?,
            end: Point::before(program, carriers.terminator)?,
            after: Point::after(program, op),
            conditions: [None, None],
            others: vec![],
        })
    }

    /// The carried value whose argument or result is `place` of a loop op.
    pub fn carried(
        &self,
        program: &(impl Program + ?Sized),
        op: OpId,
        place: Place,
    ) -> Option<CarriedValue> {
        self.op(program.op_name(op))?.carried(program, op, place)
    }

    /// The loop that carries a value, and the carried value whose argument or result it is.
    pub fn carrier(
        &self,
        program: &(impl Program + ?Sized),
        dominance: &Dominance,
        value: ValueId,
    ) -> Option<(OpId, CarriedValue)> {
        if let Some((op, place)) = owner(program, value) {
            return Some((op, self.carried(program, op, place)?));
        }
        let header = Point::of(program, value)?.block;
        let latch = self.latch(program, dominance, header)?;
        let cycle = self.cycle(program, dominance, latch)?;
        let is_it = |carried: &&CarriedValue| carried.argument == value;
        let carried = cycle.carried.iter().find(is_it).copied()?;
        cycle.others.is_empty().then_some((latch, carried))
    }
}

/// The lists of a loop op's carried values; entries at the same index belong together.
struct Carriers<'p> {
    body: BlockId,
    /// The block whose terminator passes the values on.
    latch: BlockId,
    terminator: OpId,
    counter: Option<ValueId>,
    arguments: &'p [ValueId],
    initials: &'p [ValueId],
    yields: &'p [ValueId],
    /// The results, if they equal the values passed on last.
    results: &'p [ValueId],
}

impl Carriers<'_> {
    fn carried(&self, number: usize) -> Option<CarriedValue> {
        Some(CarriedValue {
            argument: *self.arguments.get(number)?,
            initial: *self.initials.get(number)?,
            yielded: *self.yields.get(number)?,
            result: self.results.get(number).copied(),
            counter: self.counter,
        })
    }
}

impl OpRules {
    /// The carried value whose argument or result is `place` of the loop `op`.
    pub fn carried(
        &self,
        program: &(impl Program + ?Sized),
        op: OpId,
        place: Place,
    ) -> Option<CarriedValue> {
        let the_loop = self.loop_.as_ref()?;
        let number = match place {
            Place::Result(number) if the_loop.latch == the_loop.body => number,
            Place::Argument(region, number) if region == the_loop.body => {
                number.checked_sub(the_loop.counters)?
            }
            _ => return None,
        };
        self.carriers(program, op)?.carried(number)
    }

    /// The lists of a loop op's carried values; none if a region has several blocks, or if lists differ in length.
    fn carriers<'p>(&self, program: &'p (impl Program + ?Sized), op: OpId) -> Option<Carriers<'p>> {
        let the_loop = self.loop_.as_ref()?;
        let only_block = |region: usize| match program.blocks(*program.regions(op).get(region)?) {
            &[block] => Some(block),
            _ => None,
        };
        let (body, latch) = (only_block(the_loop.body)?, only_block(the_loop.latch)?);
        let arguments = program.block_arguments(body);
        // The first induction variable counts iterations only if a rule defines its trip number or, of a single one, the
        // number of trips.
        let says = |kind| self.defines.iter().any(|it| it.kind == kind);
        let counter = match the_loop.counters {
            1 if says(ColumnKind::Trips) => arguments.first().copied(),
            1.. if says(ColumnKind::Trip) => arguments.first().copied(),
            _ => None,
        };
        let &terminator = program.block_ops(latch).last()?;
        let yields = program.operands(terminator);
        let initials = self.schema.fields.list(program, op, the_loop.inits)?;
        let arguments = arguments.get(the_loop.counters..).unwrap_or_default();
        let passes_results = the_loop.latch == the_loop.body;
        let all_there = [arguments.len(), yields.len()] == [initials.len(); 2];
        all_there.then_some(Carriers {
            body,
            latch,
            terminator,
            counter,
            arguments,
            initials,
            yields,
            results: match passes_results {
                true => program.results(op),
                false => &[],
            },
        })
    }
}

impl CarriedLoop {
    /// The loop by each of its edges.
    pub fn paths(&self) -> impl Iterator<Item = &CarriedLoop> {
        std::iter::once(self).chain(&self.others)
    }

    /// A condition on carried values, before the first iteration.
    pub fn first(&self, condition: &Expr<Column>) -> Expr<Column> {
        let zero = || Expr::integer(0);
        let first = self.at(condition, |it| Some(it.initial), zero);
        where_taken(&self.conditions[0], first)
    }

    /// The condition for the next iteration, at the end of an iteration.
    pub(super) fn next(&self, condition: &Expr<Column>) -> Expr<Column> {
        let trip = self.counter.map(|it| Expr::Leaf(Column::Trip(it)));
        let later = trip.map_or(Expr::integer(0), |it| Expr::sum(it, Expr::integer(1)));
        let next = self.at(condition, |it| Some(it.yielded), || later.clone());
        where_taken(&self.conditions[1], next)
    }

    /// The condition after the loop: about its results, or about the values that were passed on last if the results
    /// are not the carried values.
    ///
    /// # Errors
    /// [`Stop`], if the condition mentions the trip number and no rule defines the number of trips, or if there is no
    /// such point.
    pub fn after(
        &self,
        condition: &Expr<Column>,
        rules: &dyn RuleSet,
        program: &dyn Program,
        constants: &mut dyn Constants,
    ) -> Result<Expr<Column>, Stop> {
        if self.after.is_none() {
            return Err(Stop::Inapplicable);
        }
        let trip = self.counter.map(Column::Trip);
        let counts = condition.has_leaf(|&column| Some(column) == trip);
        let trips = match (counts, rules.op(program.op_name(self.op))) {
            (false, _) => Expr::integer(0),
            (true, Some(known)) => known.trips(rules, program, self.op, constants)?,
            (true, None) => return Err(Stop::Inapplicable),
        };
        Ok(self.at(condition, |carried| carried.result, || trips.clone()))
    }

    /// The condition with the carried values and the trip number replaced.
    fn at(
        &self,
        condition: &Expr<Column>,
        value: impl Fn(&CarriedValue) -> Option<ValueId>,
        trip: impl Fn() -> Expr<Column>,
    ) -> Expr<Column> {
        condition.map(&mut |&column| {
            if self.counter.map(Column::Trip) == Some(column) {
                return trip();
            }
            let is_it = |carried: &&CarriedValue| Some(carried.argument) == column.value();
            let other = self.carried.iter().find(is_it).and_then(&value);
            Expr::Leaf(match other {
                Some(other) => column.of_value(other),
                None => column,
            })
        })
    }

    /// Whether a condition depends only on carried values, the trip number, and values defined before the loop.
    pub(super) fn admits(
        &self,
        condition: &Expr<Column>,
        exists_before: impl Fn(Column) -> bool,
    ) -> bool {
        let is_known = |column: Column| {
            let is_carried = |it: &CarriedValue| Some(it.argument) == column.value();
            match column {
                Column::Trip(counter) if self.counter == Some(counter) => true,
                Column::Trip(_) => exists_before(column),
                _ => self.carried.iter().any(is_carried) || exists_before(column),
            }
        };
        !condition.has_leaf(|&column| !is_known(column))
    }
}

/// The implication from `way`, the condition under which control takes a path, to `condition`.
fn where_taken(way: &Option<Expr<Column>>, condition: Expr<Column>) -> Expr<Column> {
    match way {
        Some(way) => Expr::apply(Operator::Max, [negated(way), condition]),
        None => condition,
    }
}
