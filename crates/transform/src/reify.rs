//! Materializes a bound as ops that compute it.

use super::affine_operands::needs_dimension;
use super::inserter::Inserter;
use crate::ir::{Module, Replacement, affine};
use crate::number::Int;
use crate::program::{
    AffineBinary, AffineExpr, AffineMap, Column, Extent, OpId, Program, TypeView, ValueId,
};
use crate::rules::{Reading, Rules};
use thiserror::Error;

/// The ops that materialize a bound.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Style {
    /// One `affine.apply`.
    Affine,
    /// `arith` ops.
    Arith,
}

/// The reason why a bound cannot be materialized.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum ReifyError {
    /// The map does not have one result, or not as many inputs as there are operands.
    #[error("the map does not fit its operands")]
    Malformed,
    /// No op reads this column.
    #[error("no op computes {0:?}")]
    Column(Column),
    /// A constant does not fit 64 bits.
    #[error("a constant does not fit 64 bits")]
    Constant,
    /// A divisor that is not a positive constant.
    #[error("a divisor is not a positive constant")]
    Divisor,
    /// The expression is nested too deeply.
    #[error("the expression is nested too deeply")]
    Depth,
}

/// The maximum nesting depth of an expression.
const MAX_DEPTH: usize = 4_000;

/// Inserts ops right before `before` that compute `map` of `operands` (its dimensions first, then its symbols), with
/// the location of `before`, and returns the value: an operand itself if the map selects one. Every operand must
/// exist there. On failure, the program is unchanged.
///
/// A dimension, a stride, an offset or an element becomes the op that `rules` name as the reader of the type
/// ([`Rules::reading`]), such as `tensor.dim`; an integer is cast to `index`. A product of columns, which is not an
/// affine expression, uses `arith` ops in either style.
///
/// # Errors
/// See [`ReifyError`].
pub fn reify(
    module: &mut Module,
    rules: &Rules,
    before: OpId,
    map: &AffineMap,
    operands: &[Column],
    style: Style,
) -> Result<ValueId, ReifyError> {
    reify_into(
        &mut Inserter::before(module, before),
        rules,
        map,
        operands,
        style,
    )
}

/// The same with detached ops, which are to replace `op`.
///
/// # Errors
/// See [`ReifyError`].
pub(super) fn replacement(
    module: &mut Module,
    rules: &Rules,
    op: OpId,
    map: &AffineMap,
    operands: &[Column],
    style: Style,
) -> Result<Replacement, ReifyError> {
    let first = module.op_count();
    let insert = &mut Inserter::nowhere(module);
    let value = reify_into(insert, rules, map, operands, style)?;
    let made = first..module.op_count();
    let by = made.map(|number| OpId(number as u32)).collect();
    Ok(Replacement { op, value, by })
}

fn reify_into(
    insert: &mut Inserter<'_>,
    rules: &Rules,
    map: &AffineMap,
    operands: &[Column],
    style: Style,
) -> Result<ValueId, ReifyError> {
    let (expr, columns) = normalize(map, operands)?;
    let unreadable = |column: &&Column| !is_readable(insert.module(), rules, **column);
    if let Some(&column) = columns.iter().find(unreadable) {
        return Err(ReifyError::Column(column));
    }
    if let Some(constant) = expr.as_constant() {
        return Ok(insert.constant_index(to_i64(constant)?));
    }
    let mut known = Vec::new();
    let values: Vec<ValueId> = columns
        .iter()
        .map(|&column| materialize(insert, rules, column, &mut known))
        .collect();
    if let AffineExpr::Symbol(at) = expr {
        return Ok(values[at as usize]);
    }
    Ok(match style {
        Style::Affine if is_affine(&expr) => apply(insert, &expr, &values),
        _ => expand(insert, &expr, &values),
    })
}

/// The map's expression in MLIR's normal form with its inputs as symbols, and the column of each symbol, without
/// duplicates and unused ones.
fn normalize(
    map: &AffineMap,
    operands: &[Column],
) -> Result<(AffineExpr, Vec<Column>), ReifyError> {
    let [expr] = map.results.as_slice() else {
        return Err(ReifyError::Malformed);
    };
    if map.inputs() != operands.len() {
        return Err(ReifyError::Malformed);
    }
    check(expr)?;
    let input = |leaf: &AffineExpr| match *leaf {
        AffineExpr::Dim(at) if at < map.dims => Some(at as usize),
        AffineExpr::Symbol(at) if at < map.symbols => Some(map.dims as usize + at as usize),
        _ => None,
    };
    let mut malformed = false;
    let expr = affine::replace(expr, &mut |leaf| {
        let column = input(leaf).map(|input| operands[input]);
        let first = column.and_then(|column| operands.iter().position(|&other| other == column));
        malformed |= first.is_none();
        symbol(first.unwrap_or_default())
    });
    if malformed {
        return Err(ReifyError::Malformed);
    }
    // Simplification may have folded constants and dropped inputs.
    check(&expr)?;
    let mut used = vec![false; operands.len()];
    each_leaf(&expr, &mut |at| used[at] = true);
    let places: Vec<usize> = (0..operands.len()).filter(|&at| used[at]).collect();
    let expr = affine::replace(&expr, &mut |leaf| match leaf {
        AffineExpr::Symbol(at) => symbol(places.partition_point(|&place| place < *at as usize)),
        other => other.clone(),
    });
    Ok((expr, places.iter().map(|&place| operands[place]).collect()))
}

fn symbol(at: usize) -> AffineExpr {
    AffineExpr::Symbol(u32::try_from(at).expect("the inputs of a map are numbered by u32"))
}

fn to_i64(constant: &Int) -> Result<i64, ReifyError> {
    i64::try_from(constant).map_err(|_| ReifyError::Constant)
}

/// Whether an expression can be materialized: its depth, constants and divisors.
fn check(expr: &AffineExpr) -> Result<(), ReifyError> {
    use AffineBinary::{CeilDiv, FloorDiv, Mod};
    let mut stack = vec![(expr, 0)];
    while let Some((expr, depth)) = stack.pop() {
        if depth > MAX_DEPTH {
            return Err(ReifyError::Depth);
        }
        match expr {
            AffineExpr::Dim(_) | AffineExpr::Symbol(_) => {}
            AffineExpr::Constant(value) => {
                to_i64(value)?;
            }
            AffineExpr::Binary(op, lhs, rhs) => {
                let positive = rhs.as_constant().is_some_and(|c| *c >= Int::ONE);
                if matches!(op, FloorDiv | CeilDiv | Mod) && !positive {
                    return Err(ReifyError::Divisor);
                }
                stack.push((lhs, depth + 1));
                stack.push((rhs, depth + 1));
            }
        }
    }
    Ok(())
}

/// Calls `visit` with the index of each symbol in `expr`.
fn each_leaf(expr: &AffineExpr, visit: &mut impl FnMut(usize)) {
    match expr {
        AffineExpr::Symbol(at) => visit(*at as usize),
        AffineExpr::Binary(_, lhs, rhs) => {
            each_leaf(lhs, visit);
            each_leaf(rhs, visit);
        }
        AffineExpr::Dim(_) | AffineExpr::Constant(_) => {}
    }
}

/// Whether an op can compute `column`.
pub fn is_readable(program: &(impl Program + ?Sized), rules: &Rules, column: Column) -> bool {
    let shape = |value: ValueId| program.value_type(value).shape();
    let exists = match column {
        Column::Value(value) => match program.value_type(value) {
            TypeView::Index => return true,
            TypeView::Integer { width } => return (2..=64).contains(&width),
            _ => false,
        },
        Column::Unsigned(value) => {
            return matches!(program.value_type(value), TypeView::Integer { width } if width <= 64);
        }
        Column::Dim(value, dim) => {
            let extent = shape(value).and_then(|shape| shape.extent(dim as usize));
            matches!(extent, Some(Extent::Dynamic | Extent::Static(_)))
        }
        Column::Stride(value, dim) => shape(value)
            .is_some_and(|shape| shape.has_layout() && shape.rank() > Some(dim as usize)),
        Column::Offset(value) => shape(value).is_some_and(|shape| shape.has_layout()),
        Column::Element(value, _) => match program.element_type(value) {
            Some(TypeView::Index) => true,
            Some(TypeView::Integer { width }) => (2..=64).contains(&width),
            _ => false,
        },
        _ => false,
    };
    exists && rules.reading(program, column).is_some()
}

/// Whether every product has a constant factor.
fn is_affine(expr: &AffineExpr) -> bool {
    match expr {
        AffineExpr::Dim(_) | AffineExpr::Symbol(_) | AffineExpr::Constant(_) => true,
        AffineExpr::Binary(op, lhs, rhs) => {
            let has_number = lhs.as_constant().is_some() || rhs.as_constant().is_some();
            (*op != AffineBinary::Mul || has_number) && is_affine(lhs) && is_affine(rhs)
        }
    }
}

/// The value of a readable column. Each reader op is created once for each value.
fn materialize(
    insert: &mut Inserter<'_>,
    rules: &Rules,
    column: Column,
    known: &mut Vec<(Reading, OpId)>,
) -> ValueId {
    if let Some((reading, result)) = rules.reading(insert.module(), column) {
        let made = known.iter().find(|(other, _)| *other == reading);
        let op = made.map_or_else(|| insert.reading(&reading), |&(_, op)| op);
        if made.is_none() {
            known.push((reading, op));
        }
        let value = insert.module().results(op)[result];
        return match insert.module().value_type(value) {
            TypeView::Integer { .. } => insert.cast_to_index("arith.index_cast", value),
            _ => value,
        };
    }
    let value = column.value().expect("a readable column has a value");
    match (column, insert.module().value_type(value)) {
        (Column::Unsigned(_), _) => insert.cast_to_index("arith.index_castui", value),
        (_, TypeView::Index) => value,
        _ => insert.cast_to_index("arith.index_cast", value),
    }
}

/// One `affine.apply`, over symbols where possible, and over dimensions where only those are allowed.
fn apply(insert: &mut Inserter<'_>, expr: &AffineExpr, values: &[ValueId]) -> ValueId {
    let (mut dims, mut symbols) = (Vec::new(), Vec::new());
    let mut leaves = Vec::with_capacity(values.len());
    for &value in values {
        if needs_dimension(insert.module(), value) {
            leaves.push(AffineExpr::Dim(count(&dims)));
            dims.push(value);
        } else {
            leaves.push(AffineExpr::Symbol(count(&symbols)));
            symbols.push(value);
        }
    }
    let result = affine::replace(expr, &mut |leaf| match leaf {
        AffineExpr::Symbol(at) => leaves[*at as usize].clone(),
        other => other.clone(),
    });
    let map = AffineMap {
        dims: count(&dims),
        symbols: count(&symbols),
        results: vec![result],
    };
    dims.extend(symbols);
    insert.affine_apply(map, &dims)
}

fn count(values: &[ValueId]) -> u32 {
    u32::try_from(values.len()).expect("values are numbered by u32")
}

/// The expression in `arith` ops.
fn expand(insert: &mut Inserter<'_>, expr: &AffineExpr, values: &[ValueId]) -> ValueId {
    match expr {
        AffineExpr::Constant(value) => {
            let value = to_i64(value).expect("normalized constants fit");
            insert.constant_index(value)
        }
        AffineExpr::Dim(at) | AffineExpr::Symbol(at) => values[*at as usize],
        AffineExpr::Binary(op, lhs, rhs) => {
            let lhs = expand(insert, lhs, values);
            let rhs = expand(insert, rhs, values);
            match op {
                AffineBinary::Add => insert.binary("arith.addi", lhs, rhs),
                AffineBinary::Mul => insert.binary("arith.muli", lhs, rhs),
                AffineBinary::FloorDiv => insert.binary("arith.floordivsi", lhs, rhs),
                AffineBinary::CeilDiv => insert.binary("arith.ceildivsi", lhs, rhs),
                AffineBinary::Mod => insert.remainder(lhs, rhs),
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ir::ParseOptions;

    const SOURCE: &str = "func.func @f(%a: index, %b: index, %w: i32, %t: tensor<2x?xf32>) {\n  \
                          \"test.here\"() : () -> ()\n  return\n}\n";

    fn program() -> (Module, OpId, Vec<ValueId>) {
        let module =
            Module::parse(SOURCE, "t.mlir", ParseOptions::default()).expect("the program is fine");
        let here = module.ops_named("test.here")[0];
        let block = module.block_of(here).expect("the op is in a function");
        let arguments = module.block_arguments(block).to_vec();
        (module, here, arguments)
    }

    fn map(symbols: u32, result: AffineExpr) -> AffineMap {
        AffineMap {
            dims: 0,
            symbols,
            results: vec![result],
        }
    }

    fn constant(value: i64) -> AffineExpr {
        AffineExpr::Constant(value.into())
    }

    #[test]
    fn columns_are_read_by_ops() {
        let (mut module, here, arguments) = program();
        let columns = [Column::Value(arguments[2]), Column::Dim(arguments[3], 1)];
        let sum = AffineExpr::binary(AffineBinary::Add, symbol(0), symbol(1));
        reify(
            &mut module,
            &Rules::embedded(),
            here,
            &map(2, sum),
            &columns,
            Style::Arith,
        )
        .expect("it can be written");
        let block = module.block_of(here).expect("the op is in a function");
        let ops = module.block_ops(block).iter();
        let names: Vec<&str> = ops.map(|&op| module.op_name(op)).collect();
        assert_eq!(
            names[..4],
            [
                "arith.index_cast",
                "arith.constant",
                "tensor.dim",
                "arith.addi"
            ]
        );
    }

    #[test]
    fn unused_and_repeated_operands_are_dropped() {
        let (mut module, here, arguments) = program();
        let a = Column::Value(arguments[0]);
        let columns = [Column::Dim(arguments[3], 1), a, a];
        let difference = AffineExpr::binary(
            AffineBinary::Add,
            symbol(1),
            AffineExpr::binary(AffineBinary::Mul, symbol(2), constant(-1)),
        );
        let sum = AffineExpr::binary(AffineBinary::Add, difference, symbol(1));
        let value = reify(
            &mut module,
            &Rules::embedded(),
            here,
            &map(3, sum),
            &columns,
            Style::Affine,
        );
        assert_eq!(value, Ok(arguments[0]));
        assert_eq!(module.ops_named("tensor.dim"), []);
    }

    #[test]
    fn what_cannot_be_written_leaves_the_program_alone() {
        let (mut module, here, arguments) = program();
        let before = module.to_string();
        let a = Column::Value(arguments[0]);
        let stride = Column::Stride(arguments[3], 0);
        let binary = AffineExpr::binary;
        let huge = AffineExpr::Constant(Int::from(u64::MAX));
        let mut deep = symbol(0);
        for _ in 0..2 * MAX_DEPTH {
            deep = binary(AffineBinary::Mod, deep, constant(7));
        }
        let cases = [
            (map(1, symbol(0)), vec![stride], ReifyError::Column(stride)),
            (map(2, symbol(0)), vec![a], ReifyError::Malformed),
            (map(1, symbol(1)), vec![a], ReifyError::Malformed),
            (map(0, huge), vec![], ReifyError::Constant),
            (
                map(1, binary(AffineBinary::Mod, symbol(0), constant(0))),
                vec![a],
                ReifyError::Divisor,
            ),
            (
                map(1, binary(AffineBinary::FloorDiv, constant(1), symbol(0))),
                vec![a],
                ReifyError::Divisor,
            ),
            (map(1, deep), vec![a], ReifyError::Depth),
        ];
        for (map, operands, error) in cases {
            let result = reify(
                &mut module,
                &Rules::embedded(),
                here,
                &map,
                &operands,
                Style::Affine,
            );
            assert_eq!(result, Err(error));
        }
        assert_eq!(module.to_string(), before);
    }
}
