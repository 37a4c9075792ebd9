//! The question ops of MLIR's value-bounds tests: `test.reify_bound` and `test.compare`.

use super::scalable::VscaleRange;
use crate::number::Int;
use crate::program::{AffineMap, Attribute, Column, OpId, Program, Shape, TypeView, ValueId};

/// The kind of a bound.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Side {
    /// `LB`: the greatest known lower bound.
    Lower,
    /// `UB`: the least known upper bound (exclusive).
    Upper,
    /// `EQ`: an equal expression.
    Equal,
}

/// The form of a bound.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Form {
    /// In terms of other values.
    Symbolic,
    /// A number.
    Constant,
    /// In terms of `vscale` alone.
    Scalable,
}

/// The types that are read as integers.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Readable {
    /// `index` alone.
    Index,
    /// `index` and `iN` with more than one bit.
    Integers,
}

impl Readable {
    /// Whether type `ty` is among them.
    pub fn includes(self, ty: TypeView<'_>) -> bool {
        match ty {
            TypeView::Index => true,
            TypeView::Integer { width } => self == Readable::Integers && width > 1,
            _ => false,
        }
    }
}

/// `test.reify_bound`: a bound of a value or dimension; with `stride = N` or `offset`, which are extensions of MLIR's
/// op, of a stride or the offset of a memref.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BoundQuestion {
    /// The value.
    pub value: ValueId,
    /// The column: the value itself, or for a shaped one, a dimension, a stride or the offset.
    pub column: Column,
    /// The kind of the bound.
    pub side: Side,
    /// The form of the bound.
    pub form: Form,
    /// The values that the answer may use.
    pub readable: Readable,
    /// The limits of `vscale`, if the answer may use it.
    pub vscale: Option<VscaleRange>,
}

/// The relation of a comparison.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Relation {
    /// `=`.
    Eq,
    /// `≠`.
    Ne,
    /// `<`.
    Lt,
    /// `≤`.
    Le,
    /// `>`.
    Gt,
    /// `≥`.
    Ge,
}

/// One side of a comparison: a value, or an affine map of operands.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Term {
    /// A map with one result; none for the value itself.
    pub map: Option<AffineMap>,
    /// Its operands, dimensions first.
    pub operands: Vec<ValueId>,
}

/// `test.compare`: a comparison of two terms.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CompareQuestion {
    /// The left side.
    pub lhs: Term,
    /// Their relation.
    pub relation: Relation,
    /// The right side.
    pub rhs: Term,
}

/// A question of either kind.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Question {
    /// `test.reify_bound`.
    Bound(BoundQuestion),
    /// `test.compare`.
    Compare(CompareQuestion),
}

/// The name of the op that asks for a bound.
pub const BOUND: &str = "test.reify_bound";
/// The name of the op that compares.
pub const COMPARE: &str = "test.compare";

/// Whether `op` is a question.
pub fn asks(program: &(impl Program + ?Sized), op: OpId) -> bool {
    matches!(program.op_name(op), BOUND | COMPARE)
}

/// The question of `op`; none if it is another op.
///
/// # Errors
/// The error in the op, in MLIR's words.
pub fn read(program: &(impl Program + ?Sized), op: OpId) -> Option<Result<Question, String>> {
    match program.op_name(op) {
        BOUND => Some(bound(program, op).map(Question::Bound)),
        COMPARE => Some(compare(program, op).map(Question::Compare)),
        _ => None,
    }
}

fn bound(program: &(impl Program + ?Sized), op: OpId) -> Result<BoundQuestion, String> {
    let &[value] = program.operands(op) else {
        return Err("requires a single operand".to_owned());
    };
    let &[result] = program.results(op) else {
        return Err("requires one result".to_owned());
    };
    if program.value_type(result) != TypeView::Index {
        return Err("result #0 must be index".to_owned());
    }
    let dim = integer(program, op, "dim")?;
    let [constant, scalable, integers] =
        ["constant", "scalable", "allow_integer_type"].map(|name| unit(program, op, name));
    let (constant, scalable) = (constant?, scalable?);
    let readable = if integers? {
        Readable::Integers
    } else {
        Readable::Index
    };
    let layout = layout(program, op, value)?;
    let dim_error = "unexpected 'dim' attribute for index variable";
    let column = match (program.value_type(value), dim, layout) {
        (_, Some(_), Some(_)) => return Err(SEVERAL_PARTS.to_owned()),
        (_, None, Some(column)) => column,
        (TypeView::Shaped(_), None, None) => {
            return Err("expected 'dim' attribute for shaped type variable".to_owned());
        }
        (TypeView::Shaped(shape), Some(dim), None) => {
            // Upstream also compares with the rank, and the engine rejects unranked values.
            Column::Dim(
                value,
                dim_of(&shape, &dim).ok_or("invalid dim for shaped type rank")?,
            )
        }
        (ty, dim, None) if readable.includes(ty) => match dim {
            Some(_) => return Err(dim_error.to_owned()),
            None => Column::Value(value),
        },
        _ => return Err("expected index-typed variable or shape type variable".to_owned()),
    };
    let end = |name: &str| -> Result<Option<Int>, String> {
        let end = integer(program, op, name)?;
        match end.is_some() == scalable {
            true => Ok(end),
            false => Err(format!("expected '{name}' if and only if 'scalable'")),
        }
    };
    let (least, greatest) = (end("vscale_min")?, end("vscale_max")?);
    let range = |(least, greatest)| VscaleRange { least, greatest };
    let vscale = least.zip(greatest).map(range);
    let form = match (constant, scalable) {
        (true, true) => {
            return Err("expected either 'constant' or 'scalable', but not both".to_owned());
        }
        (true, false) => Form::Constant,
        (false, true) => Form::Scalable,
        (false, false) => Form::Symbolic,
    };
    let side = match program.attribute(op, "type") {
        None | Some(Attribute::String("EQ")) => Side::Equal,
        Some(Attribute::String("LB")) => Side::Lower,
        Some(Attribute::String("UB")) => Side::Upper,
        Some(_) => return Err("invalid bound type".to_owned()),
    };
    Ok(BoundQuestion {
        value,
        column,
        side,
        form,
        readable,
        vscale,
    })
}

const SEVERAL_PARTS: &str = "expected at most one of 'dim', 'stride' and 'offset'";

/// The index of a dimension that the shape has, or may have if it is unranked.
fn dim_of(shape: &Shape<'_>, dim: &Int) -> Option<u32> {
    let dim = u32::try_from(dim).ok();
    dim.filter(|&dim| shape.rank().is_none_or(|rank| (dim as usize) < rank))
}

/// The column of `stride = N` or `offset`.
fn layout(
    program: &(impl Program + ?Sized),
    op: OpId,
    value: ValueId,
) -> Result<Option<Column>, String> {
    let (stride, offset) = (
        integer(program, op, "stride")?,
        unit(program, op, "offset")?,
    );
    if stride.is_none() && !offset {
        return Ok(None);
    }
    let shape = program.value_type(value).shape();
    let memref = shape.filter(Shape::has_layout);
    let memref = memref.ok_or("only a strided memref has strides and an offset")?;
    match (stride, offset) {
        (Some(_), true) => Err(SEVERAL_PARTS.to_owned()),
        (Some(dim), false) => {
            let dim = dim_of(&memref, &dim).ok_or("invalid stride for shaped type rank")?;
            Ok(Some(Column::Stride(value, dim)))
        }
        (None, _) => Ok(Some(Column::Offset(value))),
    }
}

fn compare(program: &(impl Program + ?Sized), op: OpId) -> Result<CompareQuestion, String> {
    if !program.results(op).is_empty() {
        return Err("requires zero results".to_owned());
    }
    let relation = match program.attribute(op, "cmp") {
        None | Some(Attribute::String("EQ")) => Relation::Eq,
        Some(Attribute::String("NE")) => Relation::Ne,
        Some(Attribute::String("LT")) => Relation::Lt,
        Some(Attribute::String("LE")) => Relation::Le,
        Some(Attribute::String("GT")) => Relation::Gt,
        Some(Attribute::String("GE")) => Relation::Ge,
        Some(_) => return Err("invalid comparison operator".to_owned()),
    };
    let operands = program.operands(op);
    for (at, &operand) in operands.iter().enumerate() {
        if program.value_type(operand) != TypeView::Index {
            return Err(format!("operand #{at} must be variadic of index"));
        }
    }
    let lhs_map = map(program, op, "lhs_map")?;
    let rhs_map = map(program, op, "rhs_map")?;
    if unit(program, op, "compose")? {
        if relation != Relation::Eq {
            return Err("comparison operator must be EQ when 'composed' is specified".to_owned());
        }
        if lhs_map.is_some() || rhs_map.is_some() {
            return Err(
                "'compose' not supported when 'lhs_map' or 'rhs_map' is present".to_owned(),
            );
        }
    }
    let inputs = |map: &Option<AffineMap>| map.as_ref().map_or(1, AffineMap::inputs);
    let (left, right) = (inputs(&lhs_map), inputs(&rhs_map));
    let expected = left.saturating_add(right);
    if operands.len() != expected {
        return Err(format!(
            "expected {expected} operands, but got {}",
            operands.len()
        ));
    }
    let (left, right) = operands.split_at(left);
    Ok(CompareQuestion {
        lhs: Term {
            map: lhs_map,
            operands: left.to_vec(),
        },
        relation,
        rhs: Term {
            map: rhs_map,
            operands: right.to_vec(),
        },
    })
}

fn unit(program: &(impl Program + ?Sized), op: OpId, name: &str) -> Result<bool, String> {
    match program.attribute(op, name) {
        None => Ok(false),
        Some(Attribute::Unit) => Ok(true),
        Some(_) => Err(unsatisfied(name, "unit attribute")),
    }
}

fn integer(program: &(impl Program + ?Sized), op: OpId, name: &str) -> Result<Option<Int>, String> {
    match program.attribute(op, name) {
        None => Ok(None),
        Some(Attribute::Integer(value)) => Ok(Some(value)),
        Some(_) => Err(unsatisfied(name, "64-bit signless integer attribute")),
    }
}

/// A map attribute with a single result.
fn map(
    program: &(impl Program + ?Sized),
    op: OpId,
    name: &str,
) -> Result<Option<AffineMap>, String> {
    match program.attribute(op, name) {
        None => Ok(None),
        Some(Attribute::Map(map)) if map.results.len() == 1 => Ok(Some(map.clone())),
        Some(Attribute::Map(_)) => Err(format!("expected '{name}' to have one result")),
        Some(_) => Err(unsatisfied(name, "AffineMap attribute")),
    }
}

fn unsatisfied(name: &str, constraint: &str) -> String {
    format!("attribute '{name}' failed to satisfy constraint: {constraint}")
}
