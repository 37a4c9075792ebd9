//! Constant operands of calls, and the terms of what functions return.

use crate::number::Int;
use crate::program::{Column, Program, TypeView, ValueId};
use crate::rules::{Constants, Stop};
use crate::solve::Engine;
use crate::term::Expr;
use hashbrown::HashMap;

/// Limit of the elements per operand.
const MAX_ELEMENTS: u32 = 8;

/// The columns of arguments whose operands are constant.
pub(super) fn known(
    program: &dyn Program,
    operands: &[ValueId],
    arguments: &[ValueId],
    constants: &mut dyn Constants,
) -> Result<Vec<(Column, Int)>, Stop> {
    let mut known = vec![];
    for (&operand, &argument) in operands.iter().zip(arguments) {
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
                known.push((column.of_value(argument), integer));
            }
        }
    }
    Ok(known)
}

/// Whether two lists of values have the same types.
pub(super) fn agree(program: &dyn Program, some: &[ValueId], others: &[ValueId]) -> bool {
    let mut pairs = some.iter().zip(others);
    some.len() == others.len()
        && pairs.all(|(&a, &b)| program.value_type(a) == program.value_type(b))
}

/// Maximum number of columns and definitions in an expanded term.
const MAX_SIZE: usize = 64;

/// Expands a column by definitions alone into a term over leaves; `None` if a column has no definition, or the term
/// grows too large.
pub(super) fn written_out(
    engine: &mut Engine<'_>,
    column: Column,
    is_leaf: &dyn Fn(Column) -> bool,
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
        let constant = engine.egraph().as_constant(class).cloned();
        let simple = constant.map(Expr::Integer);
        if let Some(term) = simple.or_else(|| is_leaf(column).then_some(Expr::Leaf(column))) {
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
