//! Affine maps and integer sets over dimensions and symbols.

use calipers_number::Int;
use std::sync::Arc;

/// A binary operator of an affine expression.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum AffineBinary {
    /// Sum.
    Add,
    /// Product; semi-affine if neither operand is a constant.
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
    Constant(Int),
    /// `lhs op rhs`.
    Binary(AffineBinary, Arc<AffineExpr>, Arc<AffineExpr>),
}

impl AffineExpr {
    /// `lhs op rhs`, unsimplified.
    pub fn binary(op: AffineBinary, lhs: AffineExpr, rhs: AffineExpr) -> AffineExpr {
        AffineExpr::Binary(op, Arc::new(lhs), Arc::new(rhs))
    }

    /// The value of a constant expression.
    pub fn as_constant(&self) -> Option<&Int> {
        match self {
            AffineExpr::Constant(value) => Some(value),
            _ => None,
        }
    }
}

/// `(d0, …)[s0, …] -> (results)`.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct AffineMap {
    /// The number of dimensions.
    pub dims: u32,
    /// The number of symbols.
    pub symbols: u32,
    /// Its results, over the dimensions and symbols.
    pub results: Vec<AffineExpr>,
}

impl AffineMap {
    /// The number of operands: dimensions, then symbols.
    pub fn inputs(&self) -> usize {
        self.dims as usize + self.symbols as usize
    }

    /// The strides and the offset of a layout of that rank; none for one that a symbol determines at run time. None
    /// if the map is not strided, that is, not a single linear expression that mentions each dimension.
    pub fn strides(&self, rank: usize) -> Option<(Vec<Option<Int>>, Option<Int>)> {
        let ([result], true) = (&self.results[..], self.dims as usize == rank) else {
            return None;
        };
        let linear = Linear::of(result, rank)?;
        // A layout that maps two indices to one element is not strided.
        let aliases = |stride: &Option<Int>| stride.as_ref().is_some_and(Int::is_zero);
        (!linear.strides.iter().any(aliases)).then_some((linear.strides, linear.rest))
    }
}

/// `Σ strides·dimension + rest`; an entry is none if it is not a constant.
struct Linear {
    strides: Vec<Option<Int>>,
    rest: Option<Int>,
}

impl Linear {
    fn of(expr: &AffineExpr, rank: usize) -> Option<Linear> {
        let free = |rest| Linear {
            strides: vec![Some(Int::ZERO); rank],
            rest,
        };
        Some(match expr {
            AffineExpr::Constant(value) => free(Some(value.clone())),
            AffineExpr::Symbol(_) => free(None),
            AffineExpr::Dim(dim) => {
                let mut linear = free(Some(Int::ZERO));
                *linear.strides.get_mut(*dim as usize)? = Some(Int::ONE);
                linear
            }
            AffineExpr::Binary(operator, lhs, rhs) => {
                let (a, b) = (Linear::of(lhs, rank)?, Linear::of(rhs, rank)?);
                match (operator, a.is_free(), b.is_free()) {
                    (AffineBinary::Add, ..) => a.with(&b, |x, y| Some(x.as_ref()? + y.as_ref()?)),
                    (AffineBinary::Mul, _, true) => a.scaled(&b.rest),
                    (AffineBinary::Mul, true, _) => b.scaled(&a.rest),
                    // Constants are folded when maps are built; this product contains a symbol.
                    (_, true, true) => free(None),
                    _ => return None,
                }
            }
        })
    }

    fn is_free(&self) -> bool {
        let is_zero = |stride: &Option<Int>| stride.as_ref().is_some_and(Int::is_zero);
        self.strides.iter().all(is_zero)
    }

    fn with(
        &self,
        other: &Linear,
        combine: impl Fn(&Option<Int>, &Option<Int>) -> Option<Int>,
    ) -> Linear {
        let strides = self.strides.iter().zip(&other.strides);
        Linear {
            strides: strides.map(|(x, y)| combine(x, y)).collect(),
            rest: combine(&self.rest, &other.rest),
        }
    }

    fn scaled(&self, factor: &Option<Int>) -> Linear {
        self.with(self, |x, _| match (x, factor) {
            (Some(zero), _) | (_, Some(zero)) if zero.is_zero() => Some(Int::ZERO),
            (Some(x), Some(factor)) => Some(x * factor),
            _ => None,
        })
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
    /// The number of dimensions.
    pub dims: u32,
    /// The number of symbols.
    pub symbols: u32,
    /// The conditions on its points.
    pub constraints: Vec<Constraint>,
}
