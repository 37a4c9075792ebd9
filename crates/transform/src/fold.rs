//! Folds ops whose result is a constant or another value.

use crate::program::{
    AffineBinary, AffineExpr, AffineMap, Attribute, Definition, Extent, OpId, Program, ShapedKind,
    TypeView, ValueId,
};

/// A folded result.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Folded {
    /// Another value, of the same type.
    Value(ValueId),
    /// An integer, in the signed reading of the result's type.
    Integer(i64),
}

/// Computes folded results of ops.
pub trait Folder {
    /// The folded value of the only result of `op`, if there is one.
    fn fold(&self, program: &dyn Program, op: OpId) -> Option<Folded>;
}

/// Folds ops with constant operands, and with equal operands.
pub struct Constants;

impl Folder for Constants {
    fn fold(&self, program: &dyn Program, op: OpId) -> Option<Folded> {
        let &[result] = program.results(op) else {
            return None;
        };
        match program.op_name(op) {
            "affine.apply" | "affine.min" | "affine.max" => affine(program, op),
            "tensor.dim" | "memref.dim" => dim(program, op),
            "tensor.rank" | "memref.rank" => {
                let shape = program.value_type(*program.operands(op).first()?).shape()?;
                Some(Folded::Integer(i64::try_from(shape.rank()?).ok()?))
            }
            "shape.assuming_all" => match &open_witnesses(program, op)[..] {
                [] => program.operands(op).first().copied().map(Folded::Value),
                [only] => Some(Folded::Value(*only)),
                _ => None,
            },
            "arith.select" => select(program, op),
            "arith.cmpi" => compare(program, op),
            name => match name.strip_prefix("arith.")? {
                cast @ ("index_cast" | "index_castui" | "extsi" | "extui" | "trunci") => {
                    let from = Width::of(program, *program.operands(op).first()?)?;
                    let to = Width::of(program, result)?;
                    let value = constant(program, *program.operands(op).first()?)?;
                    let unsigned = matches!(cast, "index_castui" | "extui");
                    let value = if unsigned {
                        from.unsigned(value)
                    } else {
                        value
                    };
                    Some(Folded::Integer(to.wrap(value)?))
                }
                arith => {
                    let &[lhs, rhs] = program.operands(op) else {
                        return None;
                    };
                    binary(program, arith, lhs, rhs)
                }
            },
        }
    }
}

/// Whether a value is a witness that always passes.
pub(super) fn is_true_witness(program: &(impl Program + ?Sized), value: ValueId) -> bool {
    let Definition::Result { op, .. } = program.definition(value) else {
        return false;
    };
    program.op_name(op) == "shape.const_witness"
        && program.attribute(op, "passing") == Some(Attribute::Bool(true))
}

/// The operands of an op except witnesses that always pass, without duplicates.
pub(super) fn open_witnesses(program: &(impl Program + ?Sized), op: OpId) -> Vec<ValueId> {
    let mut open = vec![];
    for &witness in program.operands(op) {
        if !is_true_witness(program, witness) && !open.contains(&witness) {
            open.push(witness);
        }
    }
    open
}

/// The constant that defines `value`, in the signed reading of its type.
pub fn constant(program: &(impl Program + ?Sized), value: ValueId) -> Option<i128> {
    let Definition::Result { op, .. } = program.definition(value) else {
        return None;
    };
    if program.op_name(op) != "arith.constant" {
        return None;
    }
    let integer = match program.attribute(op, "value")? {
        Attribute::Integer(value) => i128::try_from(&value).ok()?,
        Attribute::Bool(value) => -i128::from(value),
        _ => return None,
    };
    Width::of(program, value)?.wrap(integer).map(i128::from)
}

/// The bits of an integer type, at most 64; an index has 64.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Width(u32);

impl Width {
    fn of(program: &(impl Program + ?Sized), value: ValueId) -> Option<Width> {
        match program.value_type(value) {
            TypeView::Index => Some(Width(64)),
            TypeView::Integer { width } if (1..=64).contains(&width) => Some(Width(width)),
            _ => None,
        }
    }

    /// The signed number with the same bits.
    fn wrap(self, value: i128) -> Option<i64> {
        let modulus = 1i128 << self.0;
        let rest = value.rem_euclid(modulus);
        let signed = if rest >= modulus / 2 {
            rest - modulus
        } else {
            rest
        };
        i64::try_from(signed).ok()
    }

    /// The unsigned reading of a signed number.
    fn unsigned(self, value: i128) -> i128 {
        value.rem_euclid(1i128 << self.0)
    }
}

fn binary(program: &dyn Program, op: &str, lhs: ValueId, rhs: ValueId) -> Option<Folded> {
    let width = Width::of(program, lhs)?;
    let (a, b) = (constant(program, lhs), constant(program, rhs));
    if let (Some(a), Some(b)) = (a, b) {
        return Some(Folded::Integer(width.wrap(evaluate(op, width, a, b)?)?));
    }
    let same = lhs == rhs;
    match op {
        "addi" | "ori" | "xori" | "subi" | "shli" | "shrsi" | "shrui" if b == Some(0) => {
            Some(Folded::Value(lhs))
        }
        "addi" | "ori" | "xori" if a == Some(0) => Some(Folded::Value(rhs)),
        "subi" | "xori" if same => Some(Folded::Integer(0)),
        "muli" | "andi" if a == Some(0) || b == Some(0) => Some(Folded::Integer(0)),
        "muli" if a == Some(1) && width != Width(1) => Some(Folded::Value(rhs)),
        "muli" | "divsi" | "divui" | "floordivsi" | "ceildivsi" | "ceildivui"
            if b == Some(1) && width != Width(1) =>
        {
            Some(Folded::Value(lhs))
        }
        "remsi" | "remui" if b == Some(1) && width != Width(1) => Some(Folded::Integer(0)),
        "andi" if a == Some(-1) => Some(Folded::Value(rhs)),
        "andi" if b == Some(-1) => Some(Folded::Value(lhs)),
        "andi" | "ori" | "minsi" | "minui" | "maxsi" | "maxui" if same => Some(Folded::Value(lhs)),
        _ => None,
    }
}

/// `a op b` on unbounded integers; none if it is undefined or poison.
fn evaluate(op: &str, width: Width, a: i128, b: i128) -> Option<i128> {
    let (ua, ub) = (width.unsigned(a), width.unsigned(b));
    let shift = u32::try_from(ub).ok().filter(|&bits| bits < width.0);
    let signed_overflow = b == -1 && a == -(1i128 << (width.0 - 1));
    let divisible = b != 0 && !signed_overflow;
    match op {
        "addi" => Some(a + b),
        "subi" => Some(a - b),
        "muli" => a.checked_mul(b),
        "andi" => Some(a & b),
        "ori" => Some(a | b),
        "xori" => Some(a ^ b),
        "minsi" => Some(a.min(b)),
        "maxsi" => Some(a.max(b)),
        "minui" => Some(ua.min(ub)),
        "maxui" => Some(ua.max(ub)),
        "shli" => Some(ua << shift?),
        "shrui" => Some(ua >> shift?),
        "shrsi" => Some(a >> shift?),
        "divsi" if divisible => Some(a / b),
        "remsi" if divisible => Some(a % b),
        "divui" if b != 0 => Some(ua / ub),
        "remui" if b != 0 => Some(ua % ub),
        "ceildivui" if b != 0 => Some((ua + ub - 1) / ub),
        "floordivsi" if divisible => Some(floor_div(a, b)),
        "ceildivsi" if divisible => Some(-floor_div(-a, b)),
        _ => None,
    }
}

/// `a / b` rounded to −∞, for `b ≠ 0`.
fn floor_div(a: i128, b: i128) -> i128 {
    let quotient = a / b;
    if a % b != 0 && (a < 0) != (b < 0) {
        quotient - 1
    } else {
        quotient
    }
}

fn select(program: &dyn Program, op: OpId) -> Option<Folded> {
    let &[condition, yes, no] = program.operands(op) else {
        return None;
    };
    if yes == no {
        return Some(Folded::Value(yes));
    }
    match constant(program, condition)? {
        0 => Some(Folded::Value(no)),
        _ => Some(Folded::Value(yes)),
    }
}

/// The predicates of `arith.cmpi`, by number.
const PREDICATES: [&str; 10] = [
    "eq", "ne", "slt", "sle", "sgt", "sge", "ult", "ule", "ugt", "uge",
];

fn compare(program: &dyn Program, op: OpId) -> Option<Folded> {
    let &[lhs, rhs] = program.operands(op) else {
        return None;
    };
    let width = Width::of(program, lhs)?;
    let predicate = match program.attribute(op, "predicate")? {
        Attribute::String(keyword) => keyword,
        Attribute::Integer(number) => PREDICATES.get(usize::try_from(&number).ok()?)?,
        _ => return None,
    };
    let holds = if lhs == rhs {
        matches!(predicate, "eq" | "sle" | "sge" | "ule" | "uge")
    } else {
        let (a, b) = (constant(program, lhs)?, constant(program, rhs)?);
        let (ua, ub) = (width.unsigned(a), width.unsigned(b));
        match predicate {
            "eq" => a == b,
            "ne" => a != b,
            "slt" => a < b,
            "sle" => a <= b,
            "sgt" => a > b,
            "sge" => a >= b,
            "ult" => ua < ub,
            "ule" => ua <= ub,
            "ugt" => ua > ub,
            "uge" => ua >= ub,
            _ => return None,
        }
    };
    // The signed reading of `true`.
    Some(Folded::Integer(-i64::from(holds)))
}

/// The static size in the type, or the size operand of the op.
fn dim(program: &dyn Program, op: OpId) -> Option<Folded> {
    let &[source, index] = program.operands(op) else {
        return None;
    };
    let shape = program.value_type(source).shape()?;
    if !matches!(shape.kind, ShapedKind::Tensor | ShapedKind::Memref) {
        return None;
    }
    let index = usize::try_from(constant(program, index)?).ok()?;
    match shape.extent(index)? {
        Extent::Static(size) => Some(Folded::Integer(size)),
        Extent::Scalable(_) => None,
        Extent::Dynamic => {
            let Definition::Result { op, .. } = program.definition(source) else {
                return None;
            };
            if program.op_name(op) != "tensor.empty" {
                return None;
            }
            let before = shape.dims?.iter().take(index);
            let at = before.filter(|extent| **extent == Extent::Dynamic).count();
            program.operands(op).get(at).copied().map(Folded::Value)
        }
    }
}

fn affine(program: &dyn Program, op: OpId) -> Option<Folded> {
    let Some(Attribute::Map(map)) = program.attribute(op, "map") else {
        return None;
    };
    let operands = program.operands(op);
    if map.inputs() != operands.len() {
        return None;
    }
    if let [AffineExpr::Dim(_) | AffineExpr::Symbol(_)] = map.results.as_slice() {
        let input = input(map, &map.results[0])?;
        return operands.get(input).copied().map(Folded::Value);
    }
    let mut values = map
        .results
        .iter()
        .map(|expr| value(program, map, operands, expr));
    let first = values.next()??;
    let result = values.try_fold(first, |best, value| {
        let value = value?;
        Some(match program.op_name(op) {
            "affine.min" => best.min(value),
            _ => best.max(value),
        })
    })?;
    i64::try_from(result).ok().map(Folded::Integer)
}

fn input(map: &AffineMap, leaf: &AffineExpr) -> Option<usize> {
    match *leaf {
        AffineExpr::Dim(at) => Some(at as usize),
        AffineExpr::Symbol(at) => Some(map.dims as usize + at as usize),
        _ => None,
    }
}

/// The value of `expr` on constant operands. Its sums and products wrap, like the ops that it is lowered to.
fn value(
    program: &dyn Program,
    map: &AffineMap,
    operands: &[ValueId],
    expr: &AffineExpr,
) -> Option<i128> {
    match expr {
        AffineExpr::Constant(value) => i128::try_from(value).ok(),
        AffineExpr::Dim(_) | AffineExpr::Symbol(_) => {
            constant(program, *operands.get(input(map, expr)?)?)
        }
        AffineExpr::Binary(op, lhs, rhs) => {
            let a = value(program, map, operands, lhs)?;
            let b = value(program, map, operands, rhs)?;
            let index = Width(64);
            match op {
                AffineBinary::Add => index.wrap(a.checked_add(b)?).map(i128::from),
                AffineBinary::Mul => index.wrap(a.checked_mul(b)?).map(i128::from),
                _ if b <= 0 => None,
                AffineBinary::FloorDiv => Some(floor_div(a, b)),
                AffineBinary::CeilDiv => floor_div(a.checked_neg()?, b).checked_neg(),
                AffineBinary::Mod => Some(a.rem_euclid(b)),
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn division_rounds_as_named() {
        let w = Width(8);
        for a in -128i128..128 {
            for b in -128i128..128 {
                let exact = |op| evaluate(op, w, a, b);
                let (af, bf) = (a as f64, b as f64);
                if b == 0 || (a == -128 && b == -1) {
                    assert_eq!(exact("floordivsi"), None);
                    assert_eq!(exact("remsi"), None);
                    continue;
                }
                assert_eq!(exact("floordivsi"), Some((af / bf).floor() as i128));
                assert_eq!(exact("ceildivsi"), Some((af / bf).ceil() as i128));
                assert_eq!(exact("divsi"), Some((af / bf).trunc() as i128));
                let (ua, ub) = (w.unsigned(a) as f64, w.unsigned(b) as f64);
                assert_eq!(exact("ceildivui"), Some((ua / ub).ceil() as i128));
                assert_eq!(exact("divui"), Some((ua / ub).floor() as i128));
            }
        }
    }

    #[test]
    fn numbers_wrap_to_their_width() {
        assert_eq!(Width(8).wrap(128), Some(-128));
        assert_eq!(Width(8).wrap(-129), Some(127));
        assert_eq!(Width(1).wrap(1), Some(-1));
        assert_eq!(Width(64).wrap(i128::from(i64::MAX) + 1), Some(i64::MIN));
        assert_eq!(Width(8).unsigned(-1), 255);
    }
}
