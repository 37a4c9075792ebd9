//! What a call returns, told by what is in the function that is called.

use super::{Analysis, BoundKind};
use crate::number::Int;
use crate::program::{Column, OpId, Point, Program, TypeView, ValueId};
use crate::rules::{Constants, OpSemantics, Place, Rules, Stop};
use crate::solve::{Config, Engine};
use crate::term::Expr;
use hashbrown::HashMap;
use std::sync::{Arc, OnceLock};

/// How many calls within calls are looked into.
const MAX_DEPTH: usize = 8;

/// `rules`, and with them what calls return: sizes, elements and integers that are told in terms of the
/// operands of a call (an op of the interface `call`), by what the function that is called does with its
/// arguments. So questions see through calls as if the function stood in their place.
///
/// A question about what a call returns costs the analysis of what it comes from, for each call anew.
///
/// ```
/// use calipers::analysis::{Analysis, Comparison, Variable, Verdict, with_calls};
/// use calipers::ir::{Module, ParseOptions};
/// use calipers::program::{Column, ValueId};
/// use calipers::rules::Rules;
/// use calipers::term::Expr;
///
/// let source = "func.func private @twice(%n: index) -> index {
///   %sum = arith.addi %n, %n : index
///   return %sum : index
/// }
/// func.func @f(%m: index) {
///   %called = call @twice(%m) : (index) -> index
///   return
/// }";
/// let module = Module::parse(source, "f.mlir", ParseOptions::default())?;
/// let rules = with_calls(&Rules::embedded());
/// let (m, called) = (Column::Value(ValueId(2)), Column::Value(ValueId(3)));
/// let mut analysis = Analysis::new(&module, &rules);
/// let twice = Variable::term(Expr::scaled(2, Expr::Leaf(m)));
/// let verdict = analysis.compare(&Variable::column(called), Comparison::Eq, &twice);
/// assert_eq!(verdict, Verdict::Proved);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn with_calls(rules: &Rules) -> Rules {
    Calls::provide(rules, MAX_DEPTH)
}

/// How many cases a question about what is returned may be split into.
const MAX_CASES: usize = 2;

/// The semantics of calls.
#[derive(Debug)]
struct Calls {
    rules: Rules,
    /// How many calls within the called function are looked into.
    depth: usize,
    /// The rules for what is in the called function.
    inner: OnceLock<Rules>,
}

impl Calls {
    fn provide(rules: &Rules, depth: usize) -> Rules {
        let mut all = rules.clone();
        if depth == 0 {
            return all;
        }
        let calls = Calls {
            rules: rules.clone(),
            depth: depth - 1,
            inner: OnceLock::new(),
        };
        all.provide(&rules.members("call"), Arc::new(calls));
        all
    }
}

impl OpSemantics for Calls {
    fn name(&self) -> &str {
        "calls"
    }

    fn define(
        &self,
        program: &dyn Program,
        op: OpId,
        place: Place,
        column: Column,
        constants: &mut dyn Constants,
    ) -> Result<Option<Expr<Column>>, Stop> {
        let Place::Result(result) = place else {
            return Ok(None);
        };
        let operands = program.operands(op);
        let parts = || {
            let function = self.rules.callee(program, op)?;
            let (end, arguments) = self.rules.returned(program, function)?;
            let returned = program.operands(end);
            let fits = agree(program, operands, arguments)
                && agree(program, program.results(op), returned);
            let column = column.of_value(*returned.get(result)?);
            fits.then_some((function, end, arguments, column))
        };
        let Some((function, end, arguments, column)) = parts() else {
            return Ok(None);
        };
        let mut rules = self
            .inner
            .get_or_init(|| Calls::provide(&self.rules, self.depth))
            .clone();
        let known = known(program, operands, constants)?;
        let given = Given {
            function,
            integers: known,
        };
        rules.provide(&[program.op_name(function)], Arc::new(given));
        let told = || {
            let operand = |other: Column| {
                let value = other.value()?;
                let position = arguments.iter().position(|&argument| argument == value)?;
                Some(other.of_value(operands[position]))
            };
            let config = Config {
                max_cases: MAX_CASES,
                ..Config::default()
            };
            let mut analysis = Analysis::with_config(program, &rules, config);
            let is_operand = |other| operand(other).is_some();
            let query = analysis.bound(BoundKind::Equal, column).semi_affine(true);
            let query = query.at(Point::before(program, end)?);
            let query = query.in_terms_of(is_operand);
            // What definitions tell at once is not searched for among the facts.
            let told = query.by_definition();
            if told.is_none()
                && let Some(term) = written_out(analysis.engine(), column, &operand)
            {
                return Some(term);
            }
            let search = |analysis: &mut Analysis<'_>| {
                let query = analysis.bound(BoundKind::Equal, column).semi_affine(true);
                let query = query.at(Point::before(program, end)?);
                query.in_terms_of(is_operand).compute().ok()
            };
            let told = told.or_else(|| search(&mut analysis))?;
            let is_told = told.operands.iter().all(|&other| is_operand(other));
            let mut in_operands = |other: &Column| Expr::Leaf(operand(*other).unwrap_or(*other));
            is_told
                .then(|| told.as_term())?
                .map(|term| term.map(&mut in_operands))
        };
        Ok(told())
    }
}

/// The integers that are given to a function in the call that is asked about.
#[derive(Debug)]
struct Given {
    function: OpId,
    /// Of arguments, by their position: columns, those of the operands, and the integers that they are.
    integers: Vec<(usize, Column, Int)>,
}

impl OpSemantics for Given {
    fn name(&self) -> &str {
        "given"
    }

    fn define(
        &self,
        _: &dyn Program,
        op: OpId,
        place: Place,
        column: Column,
        _: &mut dyn Constants,
    ) -> Result<Option<Expr<Column>>, Stop> {
        let Place::Argument(0, argument) = place else {
            return Ok(None);
        };
        let is_asked = |(position, known, _): &&(usize, Column, Int)| {
            let alike = column.value().map(|value| known.of_value(value));
            op == self.function && *position == argument && alike == Some(column)
        };
        let found = self.integers.iter().find(is_asked);
        Ok(found.map(|(_, _, integer)| Expr::Integer(integer.clone())))
    }
}

/// How many elements of an operand are looked at.
const MAX_ELEMENTS: u32 = 8;

/// The operands that are integers, or have elements that are.
fn known(
    program: &dyn Program,
    operands: &[ValueId],
    constants: &mut dyn Constants,
) -> Result<Vec<(usize, Column, Int)>, Stop> {
    let mut known = vec![];
    for (position, &operand) in operands.iter().enumerate() {
        let columns = match program.value_type(operand) {
            TypeView::Index => vec![Column::Value(operand)],
            TypeView::Integer { .. } => vec![Column::Value(operand), Column::Unsigned(operand)],
            _ => {
                let elements = (0..=MAX_ELEMENTS).map(|index| Column::Element(operand, index));
                let has = |column: &Column| match column {
                    Column::Element(value, index) => Column::has_element(program, *value, *index),
                    _ => false,
                };
                elements.take_while(has).collect()
            }
        };
        if columns.len() > MAX_ELEMENTS as usize {
            continue;
        }
        for column in columns {
            if let Some(integer) = constants.constant(column)? {
                known.push((position, column, integer));
            }
        }
    }
    Ok(known)
}

/// Whether values are of the same types, one by one.
fn agree(program: &dyn Program, some: &[ValueId], others: &[ValueId]) -> bool {
    let mut pairs = some.iter().zip(others);
    some.len() == others.len()
        && pairs.all(|(&a, &b)| program.value_type(a) == program.value_type(b))
}

/// How many columns and definitions a term that is written out may consist of.
const MAX_SIZE: usize = 12;

/// What a column is by definitions alone, in terms of columns for which `leaf` gives others; none where it
/// is not all told by these, or the term grows too large.
fn written_out(
    engine: &mut Engine<'_>,
    column: Column,
    leaf: &dyn Fn(Column) -> Option<Column>,
) -> Option<Expr<Column>> {
    let mut known: HashMap<Column, (Expr<Column>, usize)> = HashMap::new();
    let mut stack = vec![(column, false)];
    while let Some((column, is_expanded)) = stack.pop() {
        if stack.len() > MAX_SIZE * MAX_SIZE {
            return None;
        }
        if known.contains_key(&column) {
            continue;
        }
        let class = engine.class(column);
        let constant = engine.store().as_constant(class).cloned();
        let simple = constant.map(Expr::Integer);
        if let Some(term) = simple.or_else(|| leaf(column).map(Expr::Leaf)) {
            known.insert(column, (term, 1));
            continue;
        }
        let definition = engine.definition(column)?.term.clone();
        if is_expanded {
            let mut size = 1;
            let mut is_whole = true;
            let term = definition.map(&mut |other| match known.get(other) {
                Some((term, own)) => {
                    size += own;
                    term.clone()
                }
                None => {
                    is_whole = false;
                    Expr::Leaf(*other)
                }
            });
            if !is_whole || size > MAX_SIZE {
                return None;
            }
            known.insert(column, (term, size));
        } else {
            stack.push((column, true));
            definition.for_each_leaf(&mut |&other| stack.push((other, false)));
        }
    }
    known.remove(&column).map(|(term, _)| term)
}
