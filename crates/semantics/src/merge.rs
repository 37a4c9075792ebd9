//! Ops at which values from several paths meet, and conditions on the values on each path: loops, whose arguments
//! come from before the loop or from the previous iteration, and joins, whose results come from the region that ran.

use super::{CarriedLoop, RuleSet};
use calipers_program::term::Expr;
use calipers_program::{BlockId, Column, Dominance, OpId, Point, Program, RegionId, ValueId};

/// An op that runs exactly one of its regions and returns the operands with which control leaves the region.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Join {
    /// The op.
    pub op: OpId,
    /// Its results.
    pub results: Vec<ValueId>,
    /// The ends of the regions, and the values that they yield, one for each result.
    pub ends: Vec<(Point, Vec<ValueId>)>,
    /// The point before the op.
    pub before: Point,
    /// The point after the op.
    pub after: Point,
}

/// An op at which values from several paths meet.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Merge {
    /// A loop, with its carried values.
    Loop(CarriedLoop),
    /// An op that runs one of its regions.
    Join(Join),
}

/// The terminators with which control leaves a region.
pub(super) fn exits(
    program: &(impl Program + ?Sized),
    region: RegionId,
) -> impl Iterator<Item = OpId> {
    let last = |&block: &BlockId| program.block_ops(block).last().copied();
    let all = program.blocks(region).iter().filter_map(last);
    all.filter(|&it| program.successors(it).is_empty())
}

impl dyn RuleSet + '_ {
    /// The loop or the join that an op is, if any.
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

    /// The op as a join, if its rules declare it as one and each end of a region yields one value for each result.
    pub fn join(&self, program: &(impl Program + ?Sized), op: OpId) -> Option<Join> {
        let results = program.results(op);
        if results.is_empty() || !self.op(program.op_name(op))?.is_join {
            return None;
        }
        let regions = program.regions(op);
        let is_left = |&it: &RegionId| exits(program, it).next().is_some();
        let end = |terminator: OpId| {
            let yields = program.operands(terminator);
            let end = Point::before(program, terminator)?;
            (yields.len() == results.len()).then(|| (end, yields.to_vec()))
        };
        let ends = regions.iter().flat_map(|&it| exits(program, it)).map(end);
        let ends: Option<Vec<_>> = ends.collect();
        Some(Join {
            op,
            results: results.to_vec(),
            ends: ends.filter(|ends| !ends.is_empty() && regions.iter().all(is_left))?,
            before: Point::before(program, op)?,
            after: Point::after(program, op)?,
        })
    }
}

impl Join {
    /// The condition with the results replaced by the values that a region yields.
    fn about(&self, condition: &Expr<Column>, yields: &[ValueId]) -> Expr<Column> {
        condition.map(&mut |&column| {
            let of_result = |value| self.results.iter().position(|&result| result == value);
            let other = column.value().and_then(of_result).map(|n| yields[n]);
            Expr::Leaf(other.map_or(column, |value| column.of_value(value)))
        })
    }
}

impl Merge {
    /// The values that meet.
    pub fn values(&self) -> Vec<ValueId> {
        match self {
            Merge::Loop(the_loop) => the_loop.carried.iter().map(|it| it.argument).collect(),
            Merge::Join(join) => join.results.clone(),
        }
    }

    /// The premises of a condition on the values: one for each path, with the point at which it must be proved.
    pub fn premises(&self, condition: &Expr<Column>) -> Vec<(Expr<Column>, Point)> {
        match self {
            Merge::Loop(the_loop) => {
                let firsts = the_loop.paths().map(|it| (it.first(condition), it.before));
                let nexts = the_loop.paths().map(|it| (it.next(condition), it.end));
                let mut all: Vec<_> = firsts.chain(nexts).collect();
                all.dedup();
                all
            }
            Merge::Join(join) => {
                let ends = join.ends.iter();
                ends.map(|(end, yields)| (join.about(condition, yields), *end))
                    .collect()
            }
        }
    }

    /// The points from which the condition holds once its premises are proved.
    pub fn starts(&self) -> &[Point] {
        match self {
            Merge::Loop(the_loop) => &the_loop.starts,
            Merge::Join(join) => std::slice::from_ref(&join.after),
        }
    }

    /// Whether the premises can prove the condition: it must depend only on the values that meet, and on values that
    /// exist before them and are the same on all paths.
    pub fn admits(
        &self,
        condition: &Expr<Column>,
        exists_at: impl Fn(Column, Point) -> bool,
    ) -> bool {
        match self {
            Merge::Loop(the_loop) => {
                let mut paths = the_loop.paths();
                paths.all(|path| path.admits(condition, |it| exists_at(it, path.before)))
            }
            Merge::Join(join) => {
                let is_unknown = |&column: &Column| {
                    let is_value = !matches!(column, Column::Trip(_));
                    let mut results = join.results.iter().copied();
                    let is_result = is_value && results.any(|it| column.value() == Some(it));
                    !is_result && !exists_at(column, join.before)
                };
                !condition.has_leaf(is_unknown)
            }
        }
    }
}
