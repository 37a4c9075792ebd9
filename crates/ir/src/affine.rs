//! Affine expressions in MLIR's normal form, and their text.
//!
//! The constructors simplify like those of MLIR, so that equal programs print equal maps.

use crate::number::Int;
use crate::program::{AffineBinary, AffineExpr, AffineMap, Constraint, IntegerSet};
use std::fmt::{self, Display, Formatter};

use AffineBinary::{Add, CeilDiv, FloorDiv, Mod, Mul};

/// `lhs + rhs`.
pub fn add(lhs: AffineExpr, rhs: AffineExpr) -> AffineExpr {
    if let Some(sum) = fold(&lhs, &rhs, |a, b| a.checked_add(b)) {
        return sum;
    }
    let constant_first = lhs.as_constant().is_some();
    if comes_after(&lhs, &rhs) || constant_first || (is_symbolic(&lhs) && !is_symbolic(&rhs)) {
        return add_ordered(rhs, lhs);
    }
    add_ordered(lhs, rhs)
}

/// Whether both are dimensions or both are symbols, and `lhs` has the greater number.
fn comes_after(lhs: &AffineExpr, rhs: &AffineExpr) -> bool {
    match (lhs, rhs) {
        (AffineExpr::Dim(a), AffineExpr::Dim(b)) => a > b,
        (AffineExpr::Symbol(a), AffineExpr::Symbol(b)) => a > b,
        _ => false,
    }
}

fn add_ordered(lhs: AffineExpr, rhs: AffineExpr) -> AffineExpr {
    if is_constant(&rhs, 0) {
        return lhs;
    }
    if let AffineExpr::Binary(Add, inner, last) = &lhs
        && last.as_constant().is_some()
    {
        if let Some(sum) = fold(last, &rhs, |a, b| a.checked_add(b)) {
            return add((**inner).clone(), sum);
        }
        if rhs.as_constant().is_none() {
            return add(add((**inner).clone(), rhs), (**last).clone());
        }
    }
    if rhs.as_constant().is_none() {
        let ((first, a), (second, b)) = (scaled(&lhs), scaled(&rhs));
        if first == second {
            let scale = AffineExpr::Constant(a + b);
            return mul(first.clone(), scale);
        }
    }
    modulo_of_difference(&lhs, &rhs).unwrap_or_else(|| AffineExpr::binary(Add, lhs, rhs))
}

/// Recognizes `e - (e floordiv c) * c` as `e mod c`, where `e` is the left side or its last term.
fn modulo_of_difference(lhs: &AffineExpr, rhs: &AffineExpr) -> Option<AffineExpr> {
    let AffineExpr::Binary(Mul, quotient, scale) = rhs else {
        return None;
    };
    let AffineExpr::Binary(FloorDiv, dividend, divisor) = &**quotient else {
        return None;
    };
    let negated = -scale.as_constant()?.clone();
    if divisor.as_constant()? != &negated {
        return None;
    }
    if **dividend == *lhs {
        return Some(modulo(lhs.clone(), (**divisor).clone()));
    }
    match lhs {
        AffineExpr::Binary(Add, first, last) if last == dividend => Some(add(
            (**first).clone(),
            modulo((**last).clone(), (**divisor).clone()),
        )),
        _ => None,
    }
}

/// Splits `expr` into `e * c`.
fn scaled(expr: &AffineExpr) -> (&AffineExpr, Int) {
    if let AffineExpr::Binary(Mul, inner, scale) = expr
        && let Some(scale) = scale.as_constant()
    {
        return (inner, scale.clone());
    }
    (expr, Int::ONE)
}

/// `lhs - rhs`.
pub fn sub(lhs: AffineExpr, rhs: AffineExpr) -> AffineExpr {
    add(lhs, neg(rhs))
}

/// `-expr`.
pub fn neg(expr: AffineExpr) -> AffineExpr {
    mul(expr, AffineExpr::Constant(Int::NEG_ONE))
}

/// `lhs * rhs`.
pub fn mul(lhs: AffineExpr, rhs: AffineExpr) -> AffineExpr {
    if let Some(product) = fold(&lhs, &rhs, |a, b| a.checked_mul(b)) {
        return product;
    }
    let is_last = lhs.as_constant().is_some() || comes_after(&lhs, &rhs);
    let (lhs, rhs) = if is_last || !is_symbolic(&rhs) {
        (rhs, lhs)
    } else {
        (lhs, rhs)
    };
    if is_constant(&rhs, 1) {
        return lhs;
    }
    if is_constant(&rhs, 0) {
        return rhs;
    }
    if let AffineExpr::Binary(Mul, inner, last) = &lhs
        && last.as_constant().is_some()
    {
        if let Some(product) = fold(last, &rhs, |a, b| a.checked_mul(b)) {
            return mul((**inner).clone(), product);
        }
        if rhs.as_constant().is_none() {
            return mul(mul((**inner).clone(), rhs), (**last).clone());
        }
    }
    AffineExpr::binary(Mul, lhs, rhs)
}

/// `lhs floordiv rhs`.
pub fn floor_div(lhs: AffineExpr, rhs: AffineExpr) -> AffineExpr {
    let Some(divisor) = rhs.as_constant().filter(|c| **c >= Int::ONE).cloned() else {
        return AffineExpr::binary(FloorDiv, lhs, rhs);
    };
    if let Some(quotient) = fold(&lhs, &rhs, |a, b| a.checked_div_euclid(b)) {
        return quotient;
    }
    if divisor == Int::ONE {
        return lhs;
    }
    match &lhs {
        AffineExpr::Binary(Mul, inner, scale) if divides(&divisor, scale.as_constant()) => {
            quotient_of_product(inner, scale, &divisor)
        }
        AffineExpr::Binary(Add, a, b)
            if divides(&divisor, Some(&known_divisor(a)))
                || divides(&divisor, Some(&known_divisor(b))) =>
        {
            add(
                floor_div((**a).clone(), rhs.clone()),
                floor_div((**b).clone(), rhs),
            )
        }
        _ => AffineExpr::binary(FloorDiv, lhs, rhs),
    }
}

/// `lhs ceildiv rhs`.
pub fn ceil_div(lhs: AffineExpr, rhs: AffineExpr) -> AffineExpr {
    let Some(divisor) = rhs.as_constant().filter(|c| **c >= Int::ONE).cloned() else {
        return AffineExpr::binary(CeilDiv, lhs, rhs);
    };
    let ceiling = |a: i64, b: i64| a.checked_neg()?.checked_div_euclid(b)?.checked_neg();
    if let Some(quotient) = fold(&lhs, &rhs, ceiling) {
        return quotient;
    }
    if divisor == Int::ONE {
        return lhs;
    }
    match &lhs {
        AffineExpr::Binary(Mul, inner, scale) if divides(&divisor, scale.as_constant()) => {
            quotient_of_product(inner, scale, &divisor)
        }
        _ => AffineExpr::binary(CeilDiv, lhs, rhs),
    }
}

fn quotient_of_product(inner: &AffineExpr, scale: &AffineExpr, divisor: &Int) -> AffineExpr {
    let scale = scale.as_constant().cloned().unwrap_or(Int::ZERO);
    mul(inner.clone(), AffineExpr::Constant(scale / divisor))
}

/// `lhs mod rhs`.
pub fn modulo(lhs: AffineExpr, rhs: AffineExpr) -> AffineExpr {
    let Some(modulus) = rhs.as_constant().filter(|c| **c >= Int::ONE).cloned() else {
        return AffineExpr::binary(Mod, lhs, rhs);
    };
    if let Some(rest) = fold(&lhs, &rhs, |a, b| a.checked_rem_euclid(b)) {
        return rest;
    }
    if divides(&modulus, Some(&known_divisor(&lhs))) {
        return AffineExpr::Constant(Int::ZERO);
    }
    match &lhs {
        AffineExpr::Binary(Add, a, b) if divides(&modulus, Some(&known_divisor(a))) => {
            modulo((**b).clone(), rhs)
        }
        AffineExpr::Binary(Add, a, b) if divides(&modulus, Some(&known_divisor(b))) => {
            modulo((**a).clone(), rhs)
        }
        AffineExpr::Binary(Mod, inner, outer) if divides(&modulus, outer.as_constant()) => {
            modulo((**inner).clone(), rhs)
        }
        _ => AffineExpr::binary(Mod, lhs, rhs),
    }
}

/// The expression with each dimension and symbol mapped by `leaf`, in MLIR's normal form.
pub fn replace(expr: &AffineExpr, leaf: &mut impl FnMut(&AffineExpr) -> AffineExpr) -> AffineExpr {
    match expr {
        AffineExpr::Constant(_) => expr.clone(),
        AffineExpr::Dim(_) | AffineExpr::Symbol(_) => leaf(expr),
        AffineExpr::Binary(op, lhs, rhs) => {
            let lhs = replace(lhs, leaf);
            let rhs = replace(rhs, leaf);
            match op {
                Add => add(lhs, rhs),
                Mul => mul(lhs, rhs),
                FloorDiv => floor_div(lhs, rhs),
                CeilDiv => ceil_div(lhs, rhs),
                Mod => modulo(lhs, rhs),
            }
        }
    }
}

/// Whether `expr` contains no dimension.
pub fn is_symbolic(expr: &AffineExpr) -> bool {
    match expr {
        AffineExpr::Dim(_) => false,
        AffineExpr::Symbol(_) | AffineExpr::Constant(_) => true,
        AffineExpr::Binary(_, lhs, rhs) => is_symbolic(lhs) && is_symbolic(rhs),
    }
}

fn is_constant(expr: &AffineExpr, value: i64) -> bool {
    expr.as_constant() == Some(&Int::from(value))
}

fn divides(divisor: &Int, value: Option<&Int>) -> bool {
    value.is_some_and(|value| (value % divisor) == Int::ZERO)
}

/// A number that divides every value of `expr`; 0 if it is always 0.
fn known_divisor(expr: &AffineExpr) -> Int {
    match expr {
        AffineExpr::Dim(_) | AffineExpr::Symbol(_) => Int::ONE,
        AffineExpr::Constant(value) => value.clone(),
        AffineExpr::Binary(Mul, lhs, rhs) => known_divisor(lhs) * known_divisor(rhs),
        AffineExpr::Binary(Add | Mod, lhs, rhs) => gcd(known_divisor(lhs), known_divisor(rhs)),
        AffineExpr::Binary(FloorDiv | CeilDiv, lhs, rhs) => {
            let dividend = known_divisor(lhs);
            match rhs.as_constant() {
                Some(divisor) if *divisor != Int::ZERO && divides(divisor, Some(&dividend)) => {
                    dividend / divisor
                }
                _ => Int::ONE,
            }
        }
    }
}

fn gcd(mut a: Int, mut b: Int) -> Int {
    while b != Int::ZERO {
        let rest = &a % &b;
        a = std::mem::replace(&mut b, rest);
    }
    a
}

/// Folds an operation on two constants, if the result fits 64 bits.
fn fold(
    lhs: &AffineExpr,
    rhs: &AffineExpr,
    op: impl Fn(i64, i64) -> Option<i64>,
) -> Option<AffineExpr> {
    let lhs = i64::try_from(lhs.as_constant()?).ok()?;
    let rhs = i64::try_from(rhs.as_constant()?).ok()?;
    op(lhs, rhs).map(|value| AffineExpr::Constant(value.into()))
}

/// The map `(d0, …) -> (d0, …)`.
pub fn identity_map(dims: u32) -> AffineMap {
    AffineMap {
        dims,
        symbols: 0,
        results: (0..dims).map(AffineExpr::Dim).collect(),
    }
}

/// Whether the map is `(d0, …) -> (d0, …)`, with or without symbols.
pub fn is_identity(map: &AffineMap) -> bool {
    map.results.len() == map.dims as usize
        && (0..map.dims)
            .zip(&map.results)
            .all(|(dim, result)| *result == AffineExpr::Dim(dim))
}

/// Displays an affine expression in MLIR's syntax.
pub struct ExprText<'a>(pub &'a AffineExpr);

impl Display for ExprText<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        write_expr(f, self.0, Tightness::Weak, &letters)
    }
}

/// Displays an affine expression over named operands: dimensions as their names, symbols as `symbol(name)`.
pub struct NamedExprText<'a> {
    /// The expression.
    pub expr: &'a AffineExpr,
    /// The number of dimensions of its map; the names of symbols follow those of dimensions.
    pub dims: u32,
    /// The names.
    pub names: &'a [String],
}

impl Display for NamedExprText<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let name = |at: u32| self.names.get(at as usize).map_or("?", String::as_str);
        write_expr(f, self.expr, Tightness::Weak, &|f, input| match input {
            Input::Dim(at) => f.write_str(name(at)),
            Input::Symbol(at) => write!(f, "symbol({})", name(self.dims.saturating_add(at))),
        })
    }
}

#[derive(Clone, Copy)]
enum Input {
    Dim(u32),
    Symbol(u32),
}

fn letters(f: &mut Formatter<'_>, input: Input) -> fmt::Result {
    match input {
        Input::Dim(at) => write!(f, "d{at}"),
        Input::Symbol(at) => write!(f, "s{at}"),
    }
}

type WriteInput<'a> = &'a dyn Fn(&mut Formatter<'_>, Input) -> fmt::Result;

/// Displays an affine map without `affine_map<>`.
pub struct MapText<'a>(pub &'a AffineMap);

impl Display for MapText<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        write_inputs(f, self.0.dims, self.0.symbols)?;
        f.write_str(" -> (")?;
        for (at, result) in self.0.results.iter().enumerate() {
            if at > 0 {
                f.write_str(", ")?;
            }
            write_expr(f, result, Tightness::Weak, &letters)?;
        }
        f.write_str(")")
    }
}

/// Displays an integer set without `affine_set<>`.
pub struct SetText<'a>(pub &'a IntegerSet);

impl Display for SetText<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        write_inputs(f, self.0.dims, self.0.symbols)?;
        f.write_str(" : (")?;
        for (at, constraint) in self.0.constraints.iter().enumerate() {
            if at > 0 {
                f.write_str(", ")?;
            }
            let (expr, relation) = match constraint {
                Constraint::Zero(expr) => (expr, " == 0"),
                Constraint::NonNegative(expr) => (expr, " >= 0"),
            };
            write_expr(f, expr, Tightness::Weak, &letters)?;
            f.write_str(relation)?;
        }
        f.write_str(")")
    }
}

fn write_inputs(f: &mut Formatter<'_>, dims: u32, symbols: u32) -> fmt::Result {
    let list = |f: &mut Formatter<'_>, letter: char, count: u32| {
        for at in 0..count {
            let comma = if at > 0 { ", " } else { "" };
            write!(f, "{comma}{letter}{at}")?;
        }
        Ok(())
    };
    f.write_str("(")?;
    list(f, 'd', dims)?;
    f.write_str(")")?;
    if symbols > 0 {
        f.write_str("[")?;
        list(f, 's', symbols)?;
        f.write_str("]")?;
    }
    Ok(())
}

#[derive(Clone, Copy, PartialEq)]
enum Tightness {
    Weak,
    Strong,
}

fn write_expr(
    f: &mut Formatter<'_>,
    expr: &AffineExpr,
    around: Tightness,
    input: WriteInput<'_>,
) -> fmt::Result {
    match expr {
        AffineExpr::Dim(at) => input(f, Input::Dim(*at)),
        AffineExpr::Symbol(at) => input(f, Input::Symbol(*at)),
        AffineExpr::Constant(value) => write!(f, "{value}"),
        AffineExpr::Binary(op, lhs, rhs) => {
            let strong = around == Tightness::Strong;
            if strong {
                f.write_str("(")?;
            }
            match op {
                Add => write_sum(f, lhs, rhs, input)?,
                Mul if is_constant(rhs, -1) => {
                    f.write_str("-")?;
                    write_expr(f, lhs, Tightness::Strong, input)?;
                }
                _ => {
                    write_expr(f, lhs, Tightness::Strong, input)?;
                    f.write_str(match op {
                        Add | Mul => " * ",
                        FloorDiv => " floordiv ",
                        CeilDiv => " ceildiv ",
                        Mod => " mod ",
                    })?;
                    write_expr(f, rhs, Tightness::Strong, input)?;
                }
            }
            if strong {
                f.write_str(")")?;
            }
            Ok(())
        }
    }
}

fn write_sum(
    f: &mut Formatter<'_>,
    lhs: &AffineExpr,
    rhs: &AffineExpr,
    input: WriteInput<'_>,
) -> fmt::Result {
    write_expr(f, lhs, Tightness::Weak, input)?;
    match rhs {
        AffineExpr::Binary(Mul, inner, scale)
            if scale.as_constant().is_some_and(|c| *c < Int::ZERO) =>
        {
            f.write_str(" - ")?;
            if is_constant(scale, -1) {
                let sum = matches!(**inner, AffineExpr::Binary(Add, ..));
                let around = if sum {
                    Tightness::Strong
                } else {
                    Tightness::Weak
                };
                return write_expr(f, inner, around, input);
            }
            write_expr(f, inner, Tightness::Strong, input)?;
            let scale = scale.as_constant().cloned().unwrap_or(Int::ZERO);
            write!(f, " * {}", -scale)
        }
        AffineExpr::Constant(value) if *value < Int::ZERO => write!(f, " - {}", -value.clone()),
        _ => {
            f.write_str(" + ")?;
            write_expr(f, rhs, Tightness::Weak, input)
        }
    }
}
