//! The loops and conditions around an op of a program, as a space.

use crate::answer::{Count, Exactness};
use crate::consecutive::Consecutive;
use crate::failure::Failure;
use crate::footprint::all_instances;
use crate::maps::{grouped, held, mapped};
use crate::space::{Dimension, Level, Space};
use crate::stand_in::has_stand_in;
use crate::sum::Signs;
use calipers_engine::analysis::{Analysis, BoundKind, Variable, Verdict, is_of_argument};
use calipers_instances::{Visit, while_counter};
use calipers_number::Int;
use calipers_program::term::{Expr, Operator};
use calipers_program::{
    Attribute, BlockId, Column, Dominance, OpId, Point, Program, TypeView, ValueId,
};
use calipers_rules::Item;
use std::sync::Arc;

/// The maximum depth of a nest.
const MAX_LEVELS: usize = 48;

/// What the engine proves at a point about terms over columns that exist there.
pub(crate) struct Known<'a, 'p> {
    pub(crate) analysis: &'a mut Analysis<'p>,
    pub(crate) point: Option<Point>,
}

impl Signs for Known<'_, '_> {
    fn is_non_negative(&mut self, term: &Expr<Column>) -> bool {
        // The proof does what else a tighter range would take.
        let point = self.point;
        let engine = self.analysis.engine();
        let range = engine.best_range(term, point);
        let is_never = |it: &Int| it.is_negative();
        match range.lower() {
            Some(least) if !least.is_negative() => return true,
            _ if range.upper().is_some_and(is_never) => return false,
            _ => {}
        }
        let seen = engine.seen_values_of(term, point);
        if seen.is_some_and(|(least, _)| is_never(&least)) && engine.assumed().is_empty() {
            return false;
        }
        let condition = Expr::at_most(Expr::integer(0), term.clone());
        self.analysis.prove_at(&condition, point) == Verdict::Proved
    }
}

/// The levels around a block, inside of an outer block.
pub(crate) struct Nest<'a, 'p> {
    pub(crate) analysis: &'a mut Analysis<'p>,
    pub(crate) program: &'p dyn Program,
    /// The point outside of all levels.
    pub(crate) outside: Point,
    /// The induction variables so far.
    inner: Vec<Column>,
    pub(crate) space: Space,
    /// The number of columns that were replaced by stand-ins.
    pub(crate) stand_ins: usize,
    /// The loops over consecutive parts.
    pub(crate) consecutive: Vec<Consecutive>,
}

/// The bounds of one induction variable, as the op states them.
struct Stated {
    lower: Vec<Expr<Column>>,
    upper: Vec<Expr<Column>>,
    step: Expr<Column>,
}

impl<'a, 'p> Nest<'a, 'p> {
    /// The nest around a block, up to the outer block that contains it. `outside` is a point in the outer block.
    ///
    /// # Errors
    /// An op around the block is no loop and no condition that is understood.
    pub(crate) fn around(
        analysis: &'a mut Analysis<'p>,
        block: BlockId,
        outside: Point,
    ) -> Result<Nest<'a, 'p>, Failure> {
        let (program, _) = analysis.engine().sources();
        let mut nest = Nest {
            analysis,
            program,
            outside,
            inner: vec![],
            space: Space::default(),
            stand_ins: 0,
            consecutive: vec![],
        };
        let mut chain = vec![];
        let mut at = block;
        while at != outside.block {
            let region = program.block_region(at);
            if program.blocks(region).len() != 1 {
                return Err(Failure::Unstructured);
            }
            let op = program.region_parent(region);
            chain.push((op, region));
            at = program.block_of(op).ok_or(Failure::Unstructured)?;
        }
        if chain.len() > MAX_LEVELS {
            return Err(Failure::Budget);
        }
        for (op, region) in chain.into_iter().rev() {
            let number = program.regions(op).iter().position(|&it| it == region);
            nest.enter(op, number.unwrap_or(0))?;
        }
        Ok(nest)
    }

    /// The number of points, and the columns that it may mention.
    pub(crate) fn count(&mut self) -> Result<Count, Failure> {
        let (program, outside) = (self.program, self.outside);
        let dominance = Dominance::new();
        let exists = |column| exists_at(program, &dominance, column, outside);
        let space = self.joined_space(&[]);
        let mut known = Known {
            analysis: self.analysis,
            point: Some(outside),
        };
        space.count(&exists, &mut known)
    }

    /// Adds the levels of an op around one of its regions.
    fn enter(&mut self, op: OpId, region: usize) -> Result<(), Failure> {
        match self.program.op_name(op) {
            "scf.execute_region" | "memref.alloca_scope" | "scf.forall.in_parallel" => Ok(()),
            "scf.for" | "affine.for" | "scf.forall" | "scf.parallel" | "affine.parallel"
            | "gpu.launch" => self.enter_loop(op),
            "scf.while" if region == 1 => self.enter_while(op),
            "scf.if" => {
                let condition = self.program.operands(op).first().copied();
                let condition = condition.ok_or(Failure::Opaque)?;
                let truth = Expr::Leaf(Column::Unsigned(condition));
                let holds = Expr::at_most(Expr::integer(1), truth);
                self.enter_branch(op, holds, region)
            }
            "affine.if" => match self.integer_set(op) {
                Some(condition) => self.enter_branch(op, condition, region),
                None => Err(Failure::Opaque),
            },
            "scf.index_switch" => {
                self.space.levels.push(Level::Unknown);
                Ok(())
            }
            _ => Err(Failure::Opaque),
        }
    }

    fn enter_branch(
        &mut self,
        op: OpId,
        condition: Expr<Column>,
        region: usize,
    ) -> Result<(), Failure> {
        let point = Point::before(self.program, op);
        let condition = match condition {
            // The condition as a term, which may be another condition.
            Expr::Apply(Operator::Le, sides)
                if matches!(sides[1], Expr::Leaf(Column::Unsigned(_))) =>
            {
                self.term(&sides[1], point)
            }
            other => self.term(&other, point),
        };
        self.space.levels.push(match condition {
            Some(condition) if region == 0 => Level::Guard(condition),
            Some(condition) => Level::Guard(Expr::equal(condition, Expr::integer(0))),
            None => Level::Unknown,
        });
        Ok(())
    }

    fn enter_loop(&mut self, op: OpId) -> Result<(), Failure> {
        let stated = match self.program.op_name(op) {
            "scf.for" => self.of_for(op),
            "affine.for" => self.of_affine_for(op),
            "affine.parallel" => self.of_affine_parallel(op),
            "gpu.launch" => self.of_launch(op),
            _ => self.of_lists(op),
        };
        let stated = stated.ok_or(Failure::Opaque)?;
        let region = *self.program.regions(op).first().ok_or(Failure::Opaque)?;
        let block = *self.program.blocks(region).first().ok_or(Failure::Opaque)?;
        let arguments = self.program.block_arguments(block);
        if stated.len() > arguments.len() {
            return Err(Failure::Opaque);
        }
        let point = Point::before(self.program, op);
        for (stated, &argument) in stated.iter().zip(arguments) {
            let dimension = self.dimension(stated, argument, point)?;
            self.space.levels.push(Level::Loop(dimension));
        }
        let counters = arguments.iter().take(stated.len());
        self.inner.extend(counters.map(|&it| Column::Value(it)));
        if stated.len() == 1 {
            self.note_consecutive(point);
        }
        Ok(())
    }

    /// Adds an `scf.while` whose iterations a counter numbers.
    fn enter_while(&mut self, op: OpId) -> Result<(), Failure> {
        let counter = while_counter(self.program, op).ok_or(Failure::Opaque)?;
        let value = |value| Expr::Leaf(Column::Value(value));
        let (initial, limit) = (
            value(counter.initial),
            counter.limit.ok_or(Failure::Opaque)?,
        );
        let after = |end: Expr<Column>| Expr::sum(end, Expr::integer(1));
        let (lower, upper) = match counter.step {
            -1 => (after(limit), after(initial)),
            1.. => (initial, limit),
            _ => return Err(Failure::Opaque),
        };
        let stated = Stated {
            lower: vec![lower],
            upper: vec![upper],
            step: Expr::integer(counter.step.abs()),
        };
        let point = Point::before(self.program, op);
        let dimension = self.dimension(&stated, counter.variable, point)?;
        self.space.levels.push(Level::Loop(dimension));
        self.inner.push(Column::Value(counter.variable));
        Ok(())
    }

    fn dimension(
        &mut self,
        stated: &Stated,
        argument: ValueId,
        point: Option<Point>,
    ) -> Result<Dimension, Failure> {
        let step = self.term(&stated.step, point).ok_or(Failure::Opaque)?;
        let is_one = step == Expr::integer(1);
        let mut lower = vec![];
        for bound in &stated.lower {
            lower.push(match self.term(bound, point) {
                Some(bound) => bound,
                // From another first value, a step reaches other values.
                None if is_one => self.relaxed(BoundKind::Lower, bound, point)?,
                None => return Err(Failure::Opaque),
            });
        }
        let mut upper = vec![];
        for bound in &stated.upper {
            upper.push(match self.term(bound, point) {
                Some(bound) => bound,
                None => self.relaxed(BoundKind::Upper, bound, point)?,
            });
        }
        Ok(Dimension {
            variable: Column::Value(argument),
            lower,
            upper,
            step,
        })
    }

    /// A bound of a term over the columns outside and the induction variables, in place of the term.
    fn relaxed(
        &mut self,
        kind: BoundKind,
        term: &Expr<Column>,
        point: Option<Point>,
    ) -> Result<Expr<Column>, Failure> {
        self.space.levels.push(Level::Unknown);
        let inner = self.inner.clone();
        let (program, outside) = (self.program, self.outside);
        let dominance = Dominance::new();
        let allowed =
            |column| inner.contains(&column) || exists_at(program, &dominance, column, outside);
        let mut query = self.analysis.bound(kind, Variable::term(term.clone()));
        if let Some(point) = point {
            query = query.at(point);
        }
        let bound = query.closed(true).in_terms_of(allowed).compute();
        bound
            .ok()
            .and_then(|bound| bound.as_term())
            .ok_or(Failure::Opaque)
    }

    /// A term in terms of arguments of the function, else of other columns outside, and of the induction variables.
    pub(crate) fn term(
        &mut self,
        term: &Expr<Column>,
        point: Option<Point>,
    ) -> Option<Expr<Column>> {
        if let Expr::Integer(_) = term {
            return Some(term.clone());
        }
        let inner = self.inner.clone();
        let (program, outside) = (self.program, self.outside);
        let dominance = Dominance::new();
        let exists = |column| exists_at(program, &dominance, column, outside);
        let variable = Variable::term(term.clone());
        let of_arguments =
            |column| inner.contains(&column) || is_of_argument(program, column) && exists(column);
        let found = self.analysis.expression_at(&variable, point, of_arguments);
        let found = found.or_else(|_| {
            let allowed = |column| inner.contains(&column) || exists(column);
            self.analysis.expression_at(&variable, point, allowed)
        });
        if let Ok(found) = found {
            return Some(found.as_term().clone());
        }
        let allowed =
            |column| inner.contains(&column) || exists(column) || has_stand_in(program, column);
        let found = self
            .analysis
            .expression_at(&variable, point, allowed)
            .ok()?;
        self.with_stand_ins(found.as_term(), point)
    }

    /// The value of a field of an op, by its schema.
    fn field(&self, op: OpId, name: &str) -> Option<Item<'p>> {
        let rules = self.analysis.rules();
        let schema = &rules.op(self.program.op_name(op))?.schema;
        schema.field(self.program, op, schema.position(name)?)
    }

    fn fields<const N: usize>(&self, op: OpId, names: [&str; N]) -> Option<[Item<'p>; N]> {
        let fields: Option<Vec<_>> = names.iter().map(|name| self.field(op, name)).collect();
        fields?.try_into().ok()
    }

    fn of_for(&mut self, op: OpId) -> Option<Vec<Stated>> {
        let [lower, upper, step] = self.fields(op, ["lower", "upper", "step"])?;
        let is_unsigned = self.program.attribute(op, "unsignedCmp").is_some();
        let Item::Value(first) = lower else {
            return None;
        };
        // A counter of fixed width wraps, unless the step is 1.
        let is_index = self.program.value_type(first) == TypeView::Index;
        if is_unsigned || !is_index && !self.is_one(op, &step) {
            return None;
        }
        Some(vec![Stated {
            lower: vec![term_of(&lower)?],
            upper: vec![term_of(&upper)?],
            step: term_of(&step)?,
        }])
    }

    fn is_one(&mut self, op: OpId, step: &Item<'_>) -> bool {
        let point = Point::before(self.program, op);
        let step = term_of(step).map(Variable::term);
        let range = step.map(|step| self.analysis.range_at(&step, point));
        range.is_some_and(|range| range.as_constant() == Some(&Int::ONE))
    }

    fn of_lists(&self, op: OpId) -> Option<Vec<Stated>> {
        let fields = self.fields(op, ["lowers", "uppers", "steps"])?;
        let [lowers, uppers, steps] = fields.map(|it| match it {
            Item::List(list) => list.iter().map(term_of).collect::<Option<Vec<_>>>(),
            _ => None,
        });
        let (lowers, uppers, steps) = (lowers?, uppers?, steps?);
        if lowers.len() != uppers.len() || lowers.len() != steps.len() {
            return None;
        }
        let bounds = lowers.into_iter().zip(uppers).zip(steps);
        let stated = bounds.map(|((lower, upper), step)| Stated {
            lower: vec![lower],
            upper: vec![upper],
            step,
        });
        Some(stated.collect())
    }

    /// The ids of the block and of the thread, from 0.
    fn of_launch(&self, op: OpId) -> Option<Vec<Stated>> {
        let lists = self.fields(op, ["grid", "block"])?;
        let sizes = lists.iter().flat_map(|list| match list {
            Item::List(sizes) => sizes.iter().map(term_of).collect(),
            _ => vec![None],
        });
        let stated = sizes.map(|size| {
            Some(Stated {
                lower: vec![Expr::integer(0)],
                upper: vec![size?],
                step: Expr::integer(1),
            })
        });
        stated.collect()
    }

    fn of_affine_for(&self, op: OpId) -> Option<Vec<Stated>> {
        let names = ["lower", "upper", "lower_operands", "upper_operands", "step"];
        let [lower, upper, lower_operands, upper_operands, step] = self.fields(op, names)?;
        Some(vec![Stated {
            lower: mapped(&lower, &lower_operands)?,
            upper: mapped(&upper, &upper_operands)?,
            step: term_of(&step)?,
        }])
    }

    fn of_affine_parallel(&self, op: OpId) -> Option<Vec<Stated>> {
        let names = [
            "operands",
            "lower",
            "upper",
            "lower_groups",
            "upper_groups",
            "steps",
        ];
        let [operands, lower, upper, lower_groups, upper_groups, steps] = self.fields(op, names)?;
        let (Item::List(operands), Item::Map(first), Item::List(steps)) = (operands, &lower, steps)
        else {
            return None;
        };
        let (own, others) = operands.split_at_checked(first.inputs())?;
        let lowers = mapped(&lower, &Item::List(own.to_vec()))?;
        let uppers = mapped(&upper, &Item::List(others.to_vec()))?;
        let lowers = grouped(lowers, &lower_groups)?;
        let uppers = grouped(uppers, &upper_groups)?;
        if lowers.len() != uppers.len() || lowers.len() != steps.len() {
            return None;
        }
        let bounds = lowers.into_iter().zip(uppers).zip(&steps);
        let stated = bounds.map(|((lower, upper), step)| {
            Some(Stated {
                lower,
                upper,
                step: term_of(step)?,
            })
        });
        stated.collect()
    }

    fn integer_set(&self, op: OpId) -> Option<Expr<Column>> {
        let Some(Attribute::Set(set)) = self.program.attribute(op, "condition") else {
            return None;
        };
        let operands = self.program.operands(op);
        let parts: Option<Vec<_>> = set
            .constraints
            .iter()
            .map(|it| held(it, set, operands))
            .collect();
        Some(match parts? {
            parts if parts.is_empty() => Expr::integer(1),
            parts => crate::atoms::apply(Operator::Min, parts),
        })
    }
}

/// Whether a column exists at a point.
pub(crate) fn exists_at(
    program: &dyn Program,
    dominance: &Dominance,
    column: Column,
    point: Point,
) -> bool {
    column.value().is_none_or(|value| {
        let from = Point::of(program, value);
        from.is_some_and(|from| dominance.dominates(program, from, point))
    })
}

pub(crate) fn term_of(item: &Item<'_>) -> Option<Expr<Column>> {
    match item {
        Item::Integer(value) => Some(Expr::Integer(value.clone())),
        Item::Value(value) => Some(Expr::Leaf(Column::Value(*value))),
        Item::Term(term) => Some(term.clone()),
        _ => None,
    }
}

/// The number of times that the ops of a block are executed, for each execution of the function around it.
///
/// # Errors
/// [`Failure`], why there is no count.
pub fn executions(analysis: &mut Analysis<'_>, block: BlockId) -> Result<Count, Failure> {
    let (program, _) = analysis.engine().sources();
    let entry = entry_of_function(program, block).ok_or(Failure::Unstructured)?;
    let outside = outermost(program, block, entry.block).unwrap_or(entry);
    let count = Nest::around(analysis, block, outside).and_then(|mut nest| nest.count());
    let is_exact = |count: &Count| count.exactness == Exactness::Exact;
    if count.as_ref().is_ok_and(is_exact) {
        return count;
    }
    let visit = program.block_ops(block).last().map(|&op| Visit {
        op,
        terms: vec![],
        lanes: vec![],
        mask: None,
    });
    let visits = visit.and_then(|it| all_instances(analysis).visits(vec![it]));
    visits.map_or(count, |visits| Ok(Count::exact(visits.len())))
}

/// The point before the op of an outer block that contains a block; none if they are the same, or if it does not contain
/// it.
pub(crate) fn outermost(program: &dyn Program, block: BlockId, outer: BlockId) -> Option<Point> {
    let (mut at, mut found) = (block, None);
    while at != outer {
        let op = program.region_parent(program.block_region(at));
        found = Some(op);
        at = program.block_of(op)?;
    }
    Point::before(program, found?)
}

/// The start of the body around a block: of the nearest op around it that defines a symbol.
pub(crate) fn entry_of_function(program: &dyn Program, block: BlockId) -> Option<Point> {
    let mut at = block;
    loop {
        let region = program.block_region(at);
        let op = program.region_parent(region);
        let is_symbol = program.attribute(op, "sym_name").is_some();
        match program.block_of(op) {
            Some(outer) if !is_symbol => at = outer,
            _ if program.blocks(region).len() == 1 => return Some(Point::start(at)),
            _ => return None,
        }
    }
}

/// The product of terms; 1 if there are none.
pub(crate) fn product(mut factors: Vec<Expr<Column>>) -> Expr<Column> {
    factors.retain(|factor| *factor != Expr::Integer(Int::ONE));
    match factors.is_empty() {
        true => Expr::integer(1),
        false => Expr::Apply(Operator::Mul, Arc::from(factors)),
    }
}
