//! Ops at which values come together in several ways, and a condition on them in each of these ways: a loop,
//! whose arguments come from before it or from the last iteration, and a join, whose results come from the
//! region that ran.

use super::{CarriedLoop, Rules};
use crate::program::{Column, Dominance, OpId, Point, Program, ValueId};
use crate::term::Expr;

/// An op that runs one of its regions, each of one block, and returns what that region yields.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Join {
    /// The op.
    pub op: OpId,
    /// Its results.
    pub results: Vec<ValueId>,
    /// The end of each region, and what it yields there, one value for each result.
    pub ends: Vec<(Point, Vec<ValueId>)>,
    /// Before the op.
    pub before: Point,
    /// After it.
    pub after: Point,
}

/// An op at which values come together.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Merge {
    /// A loop, with what it carries.
    Loop(CarriedLoop),
    /// An op that runs one of its regions.
    Join(Join),
}

impl Rules {
    /// The loop or the join that an op is.
    pub fn merge(
        &self,
        program: &(impl Program + ?Sized),
        dominance: &Dominance,
        op: OpId,
    ) -> Option<Merge> {
        match self.carried_loop(program, dominance, op) {
            Some(the_loop) => Some(Merge::Loop(the_loop)),
            None => self.join(program, op).map(Merge::Join),
        }
    }

    /// The join that an op is: its rules say so, and each region is one block that ends by yielding a value for
    /// each result.
    pub fn join(&self, program: &(impl Program + ?Sized), op: OpId) -> Option<Join> {
        let results = program.results(op);
        if results.is_empty() || !self.op(program.op_name(op))?.is_join {
            return None;
        }
        let end = |&region| {
            let &[block] = program.blocks(region) else {
                return None;
            };
            let &terminator = program.block_ops(block).last()?;
            let yields = program.operands(terminator);
            let end = Point::before(program, terminator)?;
            (yields.len() == results.len()).then(|| (end, yields.to_vec()))
        };
        let ends: Option<Vec<_>> = program.regions(op).iter().map(end).collect();
        Some(Join {
            op,
            results: results.to_vec(),
            ends: ends.filter(|ends| !ends.is_empty())?,
            before: Point::before(program, op)?,
            after: Point::after(program, op)?,
        })
    }
}

impl Join {
    /// A condition on the results about what a region yields instead.
    fn about(&self, condition: &Expr<Column>, yields: &[ValueId]) -> Expr<Column> {
        condition.map(&mut |&column| {
            let of_result = |value| self.results.iter().position(|&result| result == value);
            let other = column.value().and_then(of_result).map(|n| yields[n]);
            Expr::Leaf(other.map_or(column, |value| column.of_value(value)))
        })
    }
}

impl Merge {
    /// The op; of a loop made of blocks the terminator from which control comes back.
    pub fn op(&self) -> OpId {
        match self {
            Merge::Loop(the_loop) => the_loop.op,
            Merge::Join(join) => join.op,
        }
    }

    /// The values that come together.
    pub fn values(&self) -> Vec<ValueId> {
        match self {
            Merge::Loop(the_loop) => the_loop.carried.iter().map(|it| it.argument).collect(),
            Merge::Join(join) => join.results.clone(),
        }
    }

    /// What is to be shown of a condition on the values, and where: by each way in which control comes to them.
    pub fn premises(&self, condition: &Expr<Column>) -> Vec<(Expr<Column>, Point)> {
        match self {
            Merge::Loop(the_loop) => vec![
                (the_loop.first(condition), the_loop.before),
                (the_loop.next(condition), the_loop.end),
            ],
            Merge::Join(join) => {
                let ends = join.ends.iter();
                ends.map(|(end, yields)| (join.about(condition, yields), *end))
                    .collect()
            }
        }
    }

    /// The points at which premises are to be shown.
    pub fn sources(&self) -> Vec<Point> {
        match self {
            Merge::Loop(the_loop) => vec![the_loop.before, the_loop.end],
            Merge::Join(join) => join.ends.iter().map(|(end, _)| *end).collect(),
        }
    }

    /// The points from which a condition holds, as it is, once its premises are shown.
    pub fn starts(&self) -> &[Point] {
        match self {
            Merge::Loop(the_loop) => &the_loop.starts,
            Merge::Join(join) => std::slice::from_ref(&join.after),
        }
    }

    /// Whether a condition may be shown by its premises: it is about the values, and about what exists before
    /// control comes to them and is the same in each way.
    pub fn admits(
        &self,
        condition: &Expr<Column>,
        exists_at: impl Fn(Column, Point) -> bool,
    ) -> bool {
        match self {
            Merge::Loop(the_loop) => {
                the_loop.admits(condition, |column| exists_at(column, the_loop.before))
            }
            Merge::Join(join) => {
                let mut fine = true;
                condition.for_each_leaf(&mut |&column| {
                    let is_result = match column {
                        Column::Trip(_) => false,
                        _ => column.value().is_some_and(|it| join.results.contains(&it)),
                    };
                    fine &= is_result || exists_at(column, join.before);
                });
                fine
            }
        }
    }
}
