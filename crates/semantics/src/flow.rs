//! Control flow between blocks: the conditions on CFG edges, and block arguments as joins over the incoming edges.

use super::{CarriedLoop, CarriedValue, Item, RuleSet};
use calipers_program::term::condition::negated;
use calipers_program::term::{Expr, Operator};
use calipers_program::{
    BlockId, Column, Definition, Dominance, Edge, OpId, Point, Program, ValueId,
};

/// The maximum number of edges that the definition of a block argument follows, and of a loop.
const MAX_EDGES: usize = 48;
/// The maximum number of cases in the negated condition of a switch's default edge.
const MAX_CASES: usize = 16;

impl dyn RuleSet + '_ {
    /// The condition under which control takes an edge, derived from its terminator; none if no rule gives one or the
    /// edge is the only successor.
    pub fn condition_of(
        &self,
        program: &(impl Program + ?Sized),
        edge: Edge,
    ) -> Option<Expr<Column>> {
        let terminator = edge.terminator;
        let name = program.op_name(terminator);
        let field = |interface, role| {
            let field = self.role(interface, role, name)?;
            self.op(name)?.schema.field(program, terminator, field)
        };
        if let Some(Item::Value(condition)) = field("branch", "condition") {
            let condition = Expr::Leaf(Column::Unsigned(condition));
            return match edge.successor {
                0 => Some(condition),
                1 => Some(Expr::negation(condition)),
                _ => None,
            };
        }
        let (Item::Value(flag), Item::List(cases)) =
            (field("switch", "flag")?, field("switch", "cases")?)
        else {
            return None;
        };
        if program.word_width(flag)? < 2 {
            return None;
        }
        let is_case = |case: &Item<'_>| match case {
            Item::Integer(case) => Some(Expr::equal(
                Expr::Leaf(Column::Value(flag)),
                Expr::Integer(case.clone()),
            )),
            _ => None,
        };
        match edge.successor.checked_sub(1) {
            Some(number) => is_case(cases.get(number)?),
            None if cases.len() > MAX_CASES => None,
            None => {
                let others = cases.iter().map(|it| is_case(it).map(|it| negated(&it)));
                let others: Option<Vec<_>> = others.collect();
                let both = |a, b| Expr::apply(Operator::Min, [a, b]);
                others?.into_iter().reduce(both)
            }
        }
    }

    /// The condition that holds at the start of a block because exactly one terminator outside of the blocks that it
    /// dominates branches to it, on one of these edges.
    pub fn condition_at(
        &self,
        program: &(impl Program + ?Sized),
        dominance: &Dominance,
        block: BlockId,
    ) -> Option<(Edge, Expr<Column>)> {
        let entries = dominance.entries(program, block);
        let (&edge, others) = entries.first.split_first()?;
        if others.len() >= MAX_CASES || others.iter().any(|it| it.terminator != edge.terminator) {
            return None;
        }
        let condition = self.condition_of(program, edge)?;
        if others.is_empty() {
            return Some((edge, condition));
        }
        let others = others.iter().map(|&it| self.condition_of(program, it));
        let all: Option<Vec<_>> = std::iter::once(Some(condition)).chain(others).collect();
        Some((edge, Expr::apply(Operator::Max, all?)))
    }

    /// The definition of a column of a block argument in terms of the operands of the incoming edges: a `select` on
    /// the branch conditions since the immediate dominator. Applies only to blocks that are not loop headers.
    pub fn joined(
        &self,
        program: &(impl Program + ?Sized),
        dominance: &Dominance,
        column: Column,
    ) -> Option<Expr<Column>> {
        let Definition::Argument { block, index } = program.definition(column.value()?) else {
            return None;
        };
        let entries = dominance.entries(program, block);
        let is_reducible = dominance.is_reducible(program, program.block_region(block));
        if entries.first.is_empty() || !entries.again.is_empty() || !is_reducible {
            return None;
        }
        let home = dominance.immediate_dominator(program, block)?;
        let mut join = Join {
            rules: self,
            program,
            dominance,
            column,
            block,
            number: index,
            home,
            on_the_way: on_the_way(program, dominance, home, block)?,
            left: MAX_EDGES,
        };
        join.passed_by(join.home)?
    }

    /// The CFG loop that the terminator of its first back edge identifies.
    pub(super) fn cycle(
        &self,
        program: &(impl Program + ?Sized),
        dominance: &Dominance,
        latch: OpId,
    ) -> Option<CarriedLoop> {
        let headers = program.successors(latch).iter();
        let header = headers
            .copied()
            .find(|&it| self.latch(program, dominance, it) == Some(latch))?;
        let entries = dominance.entries(program, header);
        let (first, again) = (entries.first.first()?, entries.again.first()?);
        let entering = entries.first.iter().map(|edge| (edge, again));
        let repeating = entries.again.iter().map(|edge| (first, edge));
        let all = entering.chain(repeating.skip(1)).take(MAX_EDGES);
        let all = all.map(|(first, again)| self.cycle_by(program, header, first, again));
        let mut all = all.collect::<Option<Vec<CarriedLoop>>>()?;
        let others = all.split_off(1);
        let cycle = all.pop().filter(|_| others.len() + 1 < MAX_EDGES)?;
        Some(CarriedLoop { others, ..cycle })
    }

    /// A CFG loop by one of the edges that enter it, and one of those that repeat it.
    fn cycle_by(
        &self,
        program: &(impl Program + ?Sized),
        header: BlockId,
        first: &Edge,
        again: &Edge,
    ) -> Option<CarriedLoop> {
        let [initial, yielded] = [first, again].map(|edge| self.passed(program, edge, header));
        let arguments = program.block_arguments(header).iter();
        let places = arguments.zip(initial?).zip(yielded?);
        let carried = places.map(|((&argument, &initial), &yielded)| CarriedValue {
            argument,
            initial,
            yielded,
            result: None,
            counter: None,
        });
        Some(CarriedLoop {
            op: again.terminator,
            carried: carried.collect(),
            counter: None,
            starts: vec![Point::start(header)],
            before: Point::before(program, first.terminator)?,
            end: Point::before(program, again.terminator)?,
            after: None,
            conditions: [*first, *again].map(|edge| self.condition_of(program, edge)),
            others: vec![],
        })
    }

    /// The values that an edge passes to its target, one for each argument.
    fn passed<'p>(
        &self,
        program: &'p (impl Program + ?Sized),
        edge: &Edge,
        target: BlockId,
    ) -> Option<&'p [ValueId]> {
        let passed = self.successor_operands(program, edge.terminator, edge.successor);
        (passed.len() == program.block_arguments(target).len()).then_some(passed)
    }

    /// The terminator of the first back edge of the loop with this header.
    pub fn latch(
        &self,
        program: &(impl Program + ?Sized),
        dominance: &Dominance,
        header: BlockId,
    ) -> Option<OpId> {
        let again = &dominance.entries(program, header).again;
        again.first().map(|edge| edge.terminator)
    }
}

/// The blocks on paths from the dominator to a block; none if there are too many.
fn on_the_way(
    program: &(impl Program + ?Sized),
    dominance: &Dominance,
    home: BlockId,
    block: BlockId,
) -> Option<Vec<BlockId>> {
    let (mut found, mut next) = (vec![], 0);
    let mut reached = Some(block);
    while let Some(to) = reached {
        let entries = dominance.entries(program, to);
        for edge in entries.first.iter().chain(&entries.again) {
            let from = program.block_of(edge.terminator)?;
            if from != home && !found.contains(&from) {
                found.push(from);
            }
        }
        if found.len() > MAX_EDGES {
            return None;
        }
        reached = found.get(next).copied();
        next += 1;
    }
    Some(found)
}

/// The value that reaches a block argument from some block on: none if that is not determined, and `Some(None)` if no
/// path from there reaches the block except through the dominator.
type Passed = Option<Option<Expr<Column>>>;

/// The search for the value that reaches a block argument.
struct Join<'j, P: ?Sized> {
    rules: &'j dyn RuleSet,
    program: &'j P,
    dominance: &'j Dominance,
    column: Column,
    block: BlockId,
    number: usize,
    home: BlockId,
    on_the_way: Vec<BlockId>,
    left: usize,
}

impl<P: Program + ?Sized> Join<'_, P> {
    /// The value that reaches the argument from the end of a block.
    fn passed_by(&mut self, block: BlockId) -> Passed {
        let &terminator = self.program.block_ops(block).last()?;
        let count = self.program.successors(terminator).len();
        let mut ways: Vec<(Edge, Expr<Column>)> = vec![];
        // Successor 0, the default of a switch, is the innermost alternative, so its condition is not needed.
        for successor in (1..count).chain((count > 0).then_some(0)) {
            let edge = Edge {
                terminator,
                successor,
            };
            if let Some(term) = self.passed_along(edge)? {
                ways.push((edge, term));
            }
        }
        let Some((_, mut all)) = ways.pop() else {
            return Some(None);
        };
        for (edge, term) in ways.into_iter().rev() {
            if term != all {
                let condition = self.rules.condition_of(self.program, edge)?;
                all = Expr::apply(Operator::Select, [condition, term, all]);
            }
        }
        Some(Some(all))
    }

    fn passed_along(&mut self, edge: Edge) -> Passed {
        let target = edge.target(self.program)?;
        if target == self.block {
            let passed = self.rules.passed(self.program, &edge, target)?;
            let value = passed.get(self.number);
            return value.map(|&value| Some(Expr::Leaf(self.column.of_value(value))));
        }
        if !self.on_the_way.contains(&target) {
            return Some(None);
        }
        let entries = self.dominance.entries(self.program, target);
        if self.left == 0 || !entries.again.is_empty() {
            return None;
        }
        self.left -= 1;
        self.passed_by(target)
    }
}
