//! Loops: what they carry, and a condition on that at the places of a loop.

use super::{ColumnKind, OpRules, Place, Rules, Stop};
use crate::Constants;
use crate::program::{BlockId, Column, Dominance, OpId, Point, Program, ValueId};
use crate::term::{Expr, Operator};

/// A loop, and what it carries from one iteration to the next.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CarriedLoop {
    /// The loop op; of a loop made of blocks the terminator from which control comes back.
    pub op: OpId,
    /// What it carries.
    pub carried: Vec<CarriedValue>,
    /// Its induction variable, where it has just one.
    pub counter: Option<ValueId>,
    /// Where each iteration begins: in its body, and in the region that passes values on where that
    /// is another.
    pub starts: Vec<Point>,
    /// Where the loop has not begun.
    pub before: Point,
    /// Where an iteration has come to its end.
    pub end: Point,
    /// After the last iteration; none of a loop made of blocks, where what holds in it holds wherever
    /// it leads.
    pub after: Option<Point>,
    /// What holds where control leaves `before` for the first iteration, and `end` for the next.
    pub conditions: [Option<Expr<Column>>; 2],
}

/// A value that a loop carries, in its places.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct CarriedValue {
    /// The argument of the body.
    pub argument: ValueId,
    /// What it is in the first iteration.
    pub initial: ValueId,
    /// What is passed on to the next.
    pub yielded: ValueId,
    /// What it is after the last, where that is a result of the loop.
    pub result: Option<ValueId>,
    /// The induction variable of the loop, where it has just one.
    pub counter: Option<ValueId>,
}

impl Rules {
    /// What a loop carries: a loop op whose regions have one block each, or blocks that control runs
    /// through again and again, by the terminator from which it comes back.
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

    /// What a loop op carries, if it is one whose regions have one block each.
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
        })
    }

    /// What a loop op carries in the argument, or out of it in the result, that `place` is.
    pub fn carried(
        &self,
        program: &(impl Program + ?Sized),
        op: OpId,
        place: Place,
    ) -> Option<CarriedValue> {
        self.op(program.op_name(op))?.carried(program, op, place)
    }

    /// The loop that carries a value, in an argument or out of it in a result, and in which places.
    pub fn carrier(
        &self,
        program: &(impl Program + ?Sized),
        dominance: &Dominance,
        value: ValueId,
    ) -> Option<(OpId, CarriedValue)> {
        if let Some((op, place)) = Rules::owner(program, value) {
            return Some((op, self.carried(program, op, place)?));
        }
        let latch = self.latch(program, dominance, value)?;
        let cycle = self.cycle(program, dominance, latch)?;
        let is_it = |carried: &&CarriedValue| carried.argument == value;
        Some((latch, cycle.carried.iter().find(is_it).copied()?))
    }
}

/// In what a loop op carries values: the n-th of each list belong together.
struct Carriers<'p> {
    body: BlockId,
    /// The block that passes the values on, by its terminator.
    latch: BlockId,
    terminator: OpId,
    counter: Option<ValueId>,
    arguments: &'p [ValueId],
    initials: &'p [ValueId],
    yields: &'p [ValueId],
    /// The results, where they are what is passed on.
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
    /// What the loop `op` carries in the argument, or out of it in the result, that `place` is.
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

    /// In what a loop op carries values; none where its regions have more than one block, or too few of
    /// anything.
    fn carriers<'p>(&self, program: &'p (impl Program + ?Sized), op: OpId) -> Option<Carriers<'p>> {
        let the_loop = self.loop_.as_ref()?;
        let only_block = |region: usize| match program.blocks(*program.regions(op).get(region)?) {
            &[block] => Some(block),
            _ => None,
        };
        let (body, latch) = (only_block(the_loop.body)?, only_block(the_loop.latch)?);
        let arguments = program.block_arguments(body);
        // Of several counters the first one counts iterations only where a rule says how many came before.
        let says_trip = || self.defines.iter().any(|it| it.kind == ColumnKind::Trip);
        let counter = match the_loop.counters {
            1 => arguments.first().copied(),
            2.. if says_trip() => arguments.first().copied(),
            _ => None,
        };
        let &terminator = program.block_ops(latch).last()?;
        let yields = program.operands(terminator);
        let initials = self.schema.fields.list(program, op, the_loop.inits)?;
        let arguments = arguments.get(the_loop.counters..).unwrap_or_default();
        let passes_results = the_loop.latch == the_loop.body;
        let all_there = initials.len() <= arguments.len().min(yields.len());
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
    /// A condition on what is carried, before the first iteration.
    pub(super) fn first(&self, condition: &Expr<Column>) -> Expr<Column> {
        let first = self.at(
            condition,
            |carried| Some(carried.initial),
            || Expr::integer(0),
        );
        where_taken(&self.conditions[0], first)
    }

    /// It where an iteration has come to its end, for the one that comes after.
    pub(super) fn next(&self, condition: &Expr<Column>) -> Expr<Column> {
        let trip = self.counter.map(|it| Expr::Leaf(Column::Trip(it)));
        let next = self.at(
            condition,
            |carried| Some(carried.yielded),
            || match &trip {
                Some(trip) => Expr::sum(trip.clone(), Expr::integer(1)),
                None => Expr::integer(0),
            },
        );
        where_taken(&self.conditions[1], next)
    }

    /// It after the loop: about its results, or, where it has none of what is carried, about what was
    /// carried last.
    ///
    /// # Errors
    /// [`Stop`], where the condition counts trips and nothing says how many there are, or there is no
    /// such point.
    pub fn after(
        &self,
        condition: &Expr<Column>,
        rules: &Rules,
        program: &dyn Program,
        constants: &mut dyn Constants,
    ) -> Result<Expr<Column>, Stop> {
        if self.after.is_none() {
            return Err(Stop::Inapplicable);
        }
        let mut counts = false;
        let trip = self.counter.map(Column::Trip);
        condition.for_each_leaf(&mut |&column| counts |= Some(column) == trip);
        let trips = match (counts, rules.op(program.op_name(self.op))) {
            (false, _) => Expr::integer(0),
            (true, Some(known)) => known.trips(rules, program, self.op, constants)?,
            (true, None) => return Err(Stop::Inapplicable),
        };
        Ok(self.at(condition, |carried| carried.result, || trips.clone()))
    }

    /// A condition with other values for those that are carried, and for the number of trips.
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

    /// Whether a condition is about nothing but what is carried, the number of trips, and what is
    /// known before the loop.
    pub(super) fn admits(
        &self,
        condition: &Expr<Column>,
        exists_before: impl Fn(Column) -> bool,
    ) -> bool {
        let mut fine = true;
        condition.for_each_leaf(&mut |&column| {
            let is_carried = |it: &CarriedValue| Some(it.argument) == column.value();
            fine &= match column {
                Column::Trip(counter) if self.counter == Some(counter) => true,
                Column::Trip(_) => exists_before(column),
                _ => self.carried.iter().any(is_carried) || exists_before(column),
            };
        });
        fine
    }
}

/// A condition where control goes that way: it holds, or control goes another.
fn where_taken(way: &Option<Expr<Column>>, condition: Expr<Column>) -> Expr<Column> {
    match way {
        Some(way) => Expr::apply(
            Operator::Max,
            [crate::term::condition::negated(way), condition],
        ),
        None => condition,
    }
}
