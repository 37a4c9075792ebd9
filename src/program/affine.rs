//! Affine maps and integer sets over dimensions and symbols.

use dashu_int::IBig;
use std::sync::Arc;

/// A binary operator of an affine expression.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum AffineBinary {
    /// Sum.
    Add,
    /// Product; semi-affine where neither side is a constant.
    Mul,
    /// Quotient rounded to −∞.
    FloorDiv,
    /// Quotient rounded to +∞.
    CeilDiv,
    /// Remainder, `0 <= a mod m < m` for `m > 0`.
    Mod,
}

/// An affine (or semi-affine) expression.
///
/// Trees are built by a parser that limits their depth, so recursion over them is safe.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum AffineExpr {
    /// `dN`.
    Dim(u32),
    /// `sN`.
    Symbol(u32),
    /// An integer.
    Constant(IBig),
    /// `lhs op rhs`.
    Binary(AffineBinary, Arc<AffineExpr>, Arc<AffineExpr>),
}

impl AffineExpr {
    /// `lhs op rhs`, unsimplified.
    pub fn binary(op: AffineBinary, lhs: AffineExpr, rhs: AffineExpr) -> AffineExpr {
        AffineExpr::Binary(op, Arc::new(lhs), Arc::new(rhs))
    }

    /// `self + shift`, joined with a constant at its end.
    pub fn plus(&self, shift: &IBig) -> AffineExpr {
        match self {
            AffineExpr::Constant(value) => AffineExpr::Constant(value + shift),
            AffineExpr::Binary(AffineBinary::Add, lhs, rhs) if rhs.as_constant().is_some() => {
                match rhs.plus(shift) {
                    AffineExpr::Constant(zero) if zero.is_zero() => (**lhs).clone(),
                    sum => AffineExpr::binary(AffineBinary::Add, (**lhs).clone(), sum),
                }
            }
            other => AffineExpr::binary(
                AffineBinary::Add,
                other.clone(),
                AffineExpr::Constant(shift.clone()),
            ),
        }
    }

    /// The integer, where the expression is one.
    pub fn as_constant(&self) -> Option<&IBig> {
        match self {
            AffineExpr::Constant(value) => Some(value),
            _ => None,
        }
    }
}

/// `(d0, …)[s0, …] -> (results)`.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct AffineMap {
    /// How many dimensions it takes.
    pub dims: u32,
    /// How many symbols it takes.
    pub symbols: u32,
    /// Its results, over those.
    pub results: Vec<AffineExpr>,
}

impl AffineMap {
    /// How many operands it takes: dimensions, then symbols.
    pub fn inputs(&self) -> usize {
        self.dims as usize + self.symbols as usize
    }
}

/// One constraint of an [`IntegerSet`].
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Constraint {
    /// `expr == 0`.
    Zero(AffineExpr),
    /// `expr >= 0`.
    NonNegative(AffineExpr),
}

/// `(d0, …)[s0, …] : (constraints)`, their conjunction.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct IntegerSet {
    /// How many dimensions it takes.
    pub dims: u32,
    /// How many symbols it takes.
    pub symbols: u32,
    /// What its points satisfy.
    pub constraints: Vec<Constraint>,
}
