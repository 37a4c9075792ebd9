//! What the calls of a function say about its arguments.
//!
//! A private function that is used by calls alone is entered from these calls only. What holds of the operands at each
//! of them holds of the arguments in the body: ranges, alignments, equal sizes, and integers in terms of sizes. Compilers
//! pass the sizes of a tensor beside it (JAX's exports do), and only the caller says that they belong together.

use super::calls::{Calls, agree};
use super::{Analysis, Variable, Verdict};
use crate::number::Range;
use crate::program::{Column, Extent, OpId, Point, Program, TypeView, ValueId};
use crate::rules::{Anchor, Constants, OpSemantics, Place, Stop};
use crate::solve::{Config, PureOpsAssert};
use crate::term::{Expr, Operator};
use hashbrown::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

/// Maximum number of calls of a function.
const MAX_CALLS: usize = 4;
/// Maximum number of functions that are entered from each other.
const MAX_DEPTH: usize = 4;
/// Maximum number of columns of arguments.
const MAX_COLUMNS: usize = 24;
/// Maximum number of elements of an argument.
const MAX_ELEMENTS: u32 = 8;
/// Maximum number of case splits for a fact about an argument.
const MAX_CASES: usize = 2;

/// The facts about each function whose entry was asked about.
type Kept = HashMap<OpId, Vec<Expr<Column>>>;

/// The facts at the entry of private functions.
#[derive(Debug)]
pub(super) struct Callers {
    /// The semantics of calls in the callers, in which the functions that are entered have none.
    calls: Calls,
    kept: Option<Arc<Mutex<Kept>>>,
}

/// What one call says about the arguments.
struct Told {
    /// The range of each column.
    ranges: Vec<Range>,
    /// Equalities of columns.
    equal: Vec<Expr<Column>>,
}

impl OpSemantics for Callers {
    fn name(&self) -> &str {
        "callers"
    }

    fn define(
        &self,
        _: &dyn Program,
        _: OpId,
        _: Place,
        _: Column,
        _: &mut dyn Constants,
    ) -> Result<Option<Expr<Column>>, Stop> {
        Ok(None)
    }

    fn facts(
        &self,
        program: &dyn Program,
        function: OpId,
        anchor: Anchor,
        _: &mut dyn Constants,
    ) -> Result<Vec<Expr<Column>>, Stop> {
        if anchor != Anchor::In(0) {
            return Ok(vec![]);
        }
        let kept = || {
            let kept = self.kept.as_ref()?;
            Some(kept.lock().unwrap_or_else(PoisonError::into_inner))
        };
        if let Some(facts) = kept().and_then(|kept| kept.get(&function).cloned()) {
            return Ok(facts);
        }
        let facts = self.told(program, function).unwrap_or_default();
        if let Some(mut kept) = kept() {
            kept.insert(function, facts.clone());
        }
        Ok(facts)
    }

    fn remembering(&self) -> Option<Arc<dyn OpSemantics>> {
        Some(Arc::new(Callers {
            calls: self.calls.clone(),
            kept: Some(self.kept.clone().unwrap_or_default()),
        }))
    }
}

impl Callers {
    pub(super) fn new(calls: Calls) -> Callers {
        Callers { calls, kept: None }
    }

    /// The facts about the arguments of a function that all its calls agree on; `None` if there may be other uses.
    fn told(&self, program: &dyn Program, function: OpId) -> Option<Vec<Expr<Column>>> {
        let within = self.calls.within();
        if within.contains(&function) || within.len() >= MAX_DEPTH {
            return None;
        }
        let &body = program
            .blocks(*program.regions(function).first()?)
            .first()?;
        let arguments = program.block_arguments(body);
        let columns = columns_of(program, arguments);
        if columns.is_empty() || columns.len() > MAX_COLUMNS {
            return None;
        }
        let users = program.symbol_users(function)?;
        let is_call = |&user: &OpId| {
            self.calls.rules().callee(program, user) == Some(function)
                && agree(program, program.operands(user), arguments)
        };
        if users.is_empty() || users.len() > MAX_CALLS || !users.iter().all(is_call) {
            return None;
        }
        let mut all: Option<Told> = None;
        for call in users {
            let told = self.told_by(program, (function, call), arguments, &columns)?;
            all = Some(match all {
                None => told,
                Some(before) => before.and(told),
            });
        }
        let all = all?;
        let mut facts = all.equal;
        for (column, range) in columns.iter().zip(&all.ranges) {
            facts.extend(conditions(*column, range));
        }
        Some(facts)
    }

    /// What one call says; `None` if it is never executed, or may have other operands than the rules know.
    fn told_by(
        &self,
        program: &dyn Program,
        (function, call): (OpId, OpId),
        arguments: &[ValueId],
        columns: &[Column],
    ) -> Option<Told> {
        let rules = self.calls.at_calls_of(function);
        // An operand may be poison, of which a fact about an op without poison says nothing.
        let config = Config {
            max_cases: MAX_CASES,
            pure_ops_assert: PureOpsAssert::Never,
            ..Config::default()
        };
        let mut analysis = Analysis::with_config(program, &rules, config);
        let point = Point::before(program, call);
        let operands = program.operands(call);
        let outside = |column: Column| {
            let at = arguments
                .iter()
                .position(|it| Some(*it) == column.value())?;
            Some(column.of_value(operands[at]))
        };
        let passed: Option<Vec<Column>> = columns.iter().map(|&column| outside(column)).collect();
        let passed = passed?;
        let inside = |column: &Column| {
            let at = passed.iter().position(|it| it == column);
            Expr::Leaf(at.map_or(*column, |at| columns[at]))
        };
        let mut told = Told {
            ranges: vec![],
            equal: vec![],
        };
        let mut sizes: Vec<Column> = vec![];
        for (&own, &column) in columns.iter().zip(&passed) {
            let range = analysis.range_at(&Variable::column(column), point);
            if range.is_empty() {
                return None;
            }
            if range.as_constant().is_none() {
                let same = match column {
                    Column::Dim(..) => same_as(&mut analysis, column, &sizes, point),
                    _ => in_sizes(&mut analysis, column, &passed, point),
                };
                let same = same.map(|term| term.map(&mut { inside }));
                told.equal
                    .extend(same.map(|term| Expr::equal(Expr::Leaf(own), term)));
            }
            told.ranges.push(range);
            if matches!(column, Column::Dim(..)) && !sizes.contains(&column) {
                sizes.push(column);
            }
        }
        Some(told)
    }
}

impl Told {
    /// What holds if one of two calls enters the function.
    fn and(mut self, other: Told) -> Told {
        self.equal.retain(|it| other.equal.contains(it));
        let ranges = self.ranges.iter().zip(&other.ranges);
        self.ranges = ranges.map(|(a, b)| a.join(b)).collect();
        self
    }
}

/// The first of the sizes that equals a column.
fn same_as(
    analysis: &mut Analysis<'_>,
    column: Column,
    sizes: &[Column],
    point: Option<Point>,
) -> Option<Expr<Column>> {
    let is_same = |analysis: &mut Analysis<'_>, size: Column| {
        let engine = analysis.engine();
        let [a, b] = [size, column].map(|it| engine.class(it));
        if engine.are_seen_to_differ(a, b, point) {
            return false;
        }
        let is_equal = Expr::equal(Expr::Leaf(size), Expr::Leaf(column));
        analysis.decide_at(&is_equal, point) == Verdict::Proved
    };
    let mut sizes = sizes.iter().copied();
    sizes
        .find(|&size| size == column || is_same(analysis, size))
        .map(Expr::Leaf)
}

/// An integer in terms of the sizes that are passed with it.
fn in_sizes(
    analysis: &mut Analysis<'_>,
    column: Column,
    passed: &[Column],
    point: Option<Point>,
) -> Option<Expr<Column>> {
    let is_size = |other: Column| matches!(other, Column::Dim(..)) && passed.contains(&other);
    if !passed.iter().any(|&it| is_size(it)) {
        return None;
    }
    let told = analysis.expression_at(&Variable::column(column), point, is_size);
    let told = told.ok()?;
    let shortest = analysis.shortest(&told, point, is_size);
    Some(shortest.unwrap_or(told).as_term().clone())
}

/// The conditions that a column is in a range.
fn conditions(column: Column, range: &Range) -> Vec<Expr<Column>> {
    let own = || Expr::Leaf(column);
    let lower = range
        .lower()
        .cloned()
        .map(|least| Expr::at_most(Expr::Integer(least), own()));
    let upper = range
        .upper()
        .cloned()
        .map(|most| Expr::at_most(own(), Expr::Integer(most)));
    let aligned = range.is_aligned().then(|| {
        let congruence = range.congruence();
        let modulus = Expr::Integer(congruence.modulus().clone());
        let rest = Expr::apply(Operator::Mod, [own(), modulus]);
        Expr::equal(rest, Expr::Integer(congruence.residue().clone()))
    });
    lower.into_iter().chain(upper).chain(aligned).collect()
}

/// The integers of arguments: values, dynamic sizes, elements of small tensors.
fn columns_of(program: &dyn Program, arguments: &[ValueId]) -> Vec<Column> {
    let mut columns = vec![];
    for &argument in arguments {
        match program.value_type(argument) {
            TypeView::Index => columns.push(Column::Value(argument)),
            TypeView::Integer { width } if width > 1 => columns.push(Column::Value(argument)),
            TypeView::Shaped(shape) => {
                let dims = shape.dims.unwrap_or_default().iter().zip(0..);
                let dynamic = dims.filter(|(size, _)| **size == Extent::Dynamic);
                columns.extend(dynamic.map(|(_, dim)| Column::Dim(argument, dim)));
                let has = |index: &u32| Column::has_element(program, argument, *index);
                let elements = (0..=MAX_ELEMENTS).take_while(has);
                let elements: Vec<u32> = elements.collect();
                if elements.len() <= MAX_ELEMENTS as usize {
                    let elements = elements.into_iter();
                    columns.extend(elements.map(|index| Column::Element(argument, index)));
                }
            }
            _ => {}
        }
    }
    columns
}
