//! What the calls of a function say about its arguments.
//!
//! A private function that is used by calls alone is entered from these calls only. What holds of the operands at each
//! of them holds of the arguments in the body: ranges, alignments, equal sizes, and integers in terms of sizes. Compilers
//! pass the sizes of a tensor beside it (JAX's exports do), and only the caller says that they belong together.

use super::call_terms::agree;
use super::calls::Calls;
use super::function_memo::Shared;
use super::{Analysis, Variable, Verdict};
use crate::number::Range;
use crate::program::{Column, Extent, OpId, Point, Program, TypeView, ValueId};
use crate::rules::{Anchor, Constants, OpSemantics, Place, Rules, Stop};
use crate::solve::{Config, PureOpsAssert};
use crate::term::{Expr, Operator};
use std::sync::Arc;

/// Maximum number of calls of a function.
const MAX_CALLS: usize = 4;
/// Maximum number of columns of arguments.
const MAX_COLUMNS: usize = 24;
/// Maximum number of columns that are compared with each other.
const MAX_COMPARED: usize = 4;
/// Maximum number of elements of an argument.
const MAX_ELEMENTS: u32 = 8;
/// Maximum number of case splits for a fact about an argument.
const MAX_CASES: usize = 2;

/// The facts at the entry of private functions.
#[derive(Debug)]
pub(super) struct Callers {
    /// The semantics of calls in the callers, in which the functions that are entered have none.
    calls: Calls,
}

/// What one call says about the arguments.
struct Told {
    /// The range of each column.
    ranges: Vec<Range>,
    /// Equalities of columns.
    equal: Vec<Expr<Column>>,
    /// The range of the difference of the two columns of each pair.
    differences: Vec<Range>,
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
        constants: &mut dyn Constants,
    ) -> Result<Vec<Expr<Column>>, Stop> {
        if anchor != Anchor::In(0) {
            return Ok(vec![]);
        }
        let calls = self.calls.as_read(constants);
        let search = calls.searched();
        if !calls.may_enter(function, &search) {
            return Ok(vec![]);
        }
        let evaluate = || told(&calls, program, function, &search).unwrap_or_default();
        Ok(calls.memoized(&search, &function, |it| &mut it.entries, evaluate))
    }

    fn remembering(&self) -> Option<Arc<dyn OpSemantics>> {
        Some(Arc::new(Callers::new(self.calls.keeping())))
    }
}

impl Callers {
    pub(super) fn new(calls: Calls) -> Callers {
        Callers { calls }
    }
}

/// The facts about the arguments of a function that all its calls agree on; `None` if there may be other uses.
fn told(
    calls: &Calls,
    program: &dyn Program,
    function: OpId,
    search: &Shared,
) -> Option<Vec<Expr<Column>>> {
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
        let rules = calls.rules();
        let passed = rules.passed(program, user);
        rules.callee(program, user) == Some(function)
            && passed.is_some_and(|passed| agree(program, &passed, arguments))
    };
    if users.is_empty() || users.len() > MAX_CALLS || !users.iter().all(is_call) {
        return None;
    }
    let rules = calls.at_calls_of(function, search);
    let mut all: Option<Told> = None;
    for call in users {
        let told = told_by(program, (&rules, calls.config()), call, arguments, &columns)?;
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
    for ((a, b), range) in pairs(&columns).into_iter().zip(&all.differences) {
        let difference = Expr::difference(Expr::Leaf(columns[a]), Expr::Leaf(columns[b]));
        let known = all.ranges[a].sub(&all.ranges[b]);
        facts.extend(limits(&difference, range, &known));
    }
    Some(facts)
}

/// What one call says; `None` if it is never executed, or may have other operands than the rules know.
fn told_by(
    program: &dyn Program,
    (rules, config): (&Rules, Config),
    call: OpId,
    arguments: &[ValueId],
    columns: &[Column],
) -> Option<Told> {
    // An operand may be poison, of which a fact about an op without poison says nothing.
    let config = Config {
        max_cases: MAX_CASES,
        pure_ops_assert: PureOpsAssert::Never,
        ..config
    };
    let mut analysis = Analysis::with_config(program, rules, config);
    let point = Point::before(program, call);
    let operands = rules.passed(program, call)?;
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
        differences: vec![],
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
                _ => in_terms_of(&mut analysis, column, &passed, is_size, point),
            };
            let same = same.map(|term| term.map(&mut { inside }));
            told.equal
                .extend(same.map(|term| Expr::equal(Expr::Leaf(own), term)));
        }
        told.ranges.push(range);
        if is_size(column) && !sizes.contains(&column) {
            sizes.push(column);
        }
    }
    // An integer may be part of a size that it is no function of.
    for (number, (&own, &column)) in columns.iter().zip(&passed).enumerate() {
        let is_related = told.equal.iter().any(|it| it.has_leaf(|leaf| *leaf == own));
        if is_size(column) && !is_related && told.ranges[number].as_constant().is_none() {
            let is_integer = |other| !is_size(other);
            let size = in_terms_of(&mut analysis, column, &passed, is_integer, point);
            let size = size.map(|term| term.map(&mut { inside }));
            let size = size.map(|term| Expr::equal(Expr::Leaf(own), term));
            told.equal.extend(size);
        }
    }
    for (a, b) in pairs(columns) {
        let known = told.ranges[a].sub(&told.ranges[b]);
        let is_open =
            told.ranges[a].as_constant().is_none() && told.ranges[b].as_constant().is_none();
        told.differences
            .push(match is_open && passed[a] != passed[b] {
                true => {
                    let difference = Expr::difference(Expr::Leaf(passed[a]), Expr::Leaf(passed[b]));
                    analysis.range_at(&Variable::term(difference), point)
                }
                false => known,
            });
    }
    Some(told)
}

/// The pairs of columns that are compared: integers that are passed alone come first, since they are sizes more often
/// than those of a tensor are.
fn pairs(columns: &[Column]) -> Vec<(usize, usize)> {
    let is_size = |&number: &usize| matches!(columns[number], Column::Dim(..));
    let (sizes, others): (Vec<usize>, Vec<usize>) = (0..columns.len()).partition(is_size);
    let compared: Vec<usize> = others.into_iter().chain(sizes).take(MAX_COMPARED).collect();
    let ends = |start: usize| (start + 1..compared.len()).map(move |end| (start, end));
    let all = (0..compared.len()).flat_map(ends);
    all.map(|(a, b)| (compared[a], compared[b])).collect()
}

/// The limits of a term that are closer than those known.
fn limits(term: &Expr<Column>, range: &Range, known: &Range) -> Vec<Expr<Column>> {
    let least = range
        .lower()
        .filter(|least| known.lower().is_none_or(|known| known < *least));
    let most = range
        .upper()
        .filter(|most| known.upper().is_none_or(|known| *most < known));
    let least = least.map(|least| Expr::at_most(Expr::Integer(least.clone()), term.clone()));
    let most = most.map(|most| Expr::at_most(term.clone(), Expr::Integer(most.clone())));
    least.into_iter().chain(most).collect()
}

impl Told {
    /// What holds if one of two calls enters the function.
    fn and(mut self, other: Told) -> Told {
        self.equal.retain(|it| other.equal.contains(it));
        let ranges = self.ranges.iter().zip(&other.ranges);
        self.ranges = ranges.map(|(a, b)| a.join(b)).collect();
        let differences = self.differences.iter().zip(&other.differences);
        self.differences = differences.map(|(a, b)| a.join(b)).collect();
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

fn is_size(column: Column) -> bool {
    matches!(column, Column::Dim(..))
}

/// A column in terms of others that are passed with it.
fn in_terms_of(
    analysis: &mut Analysis<'_>,
    column: Column,
    passed: &[Column],
    others: impl Fn(Column) -> bool,
    point: Option<Point>,
) -> Option<Expr<Column>> {
    let is_allowed = |other: Column| others(other) && passed.contains(&other);
    if !passed.iter().any(|&it| is_allowed(it)) {
        return None;
    }
    let told = analysis.expression_at(&Variable::column(column), point, is_allowed);
    let told = told.ok()?;
    let shortest = analysis.shortest(&told, point, is_allowed);
    Some(shortest.unwrap_or(told).as_term().clone())
}

/// The conditions that a column is in a range.
pub(super) fn conditions(column: Column, range: &Range) -> Vec<Expr<Column>> {
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
pub(super) fn columns_of(program: &dyn Program, arguments: &[ValueId]) -> Vec<Column> {
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
