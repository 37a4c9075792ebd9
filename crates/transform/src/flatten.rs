//! Flattening of affine expressions to linear combinations of dimensions, symbols and floor divisions.

use crate::number::{Int, Linear, floor_div};
use crate::program::{AffineBinary, AffineExpr, AffineMap};
use calipers_support::affine::plus;

/// A linear combination of dimensions, symbols and quotients, numbered in this order.
type Flat = Linear<u32>;

/// The map as MLIR's constraint sets print bounds: a remainder `x mod c` becomes `x - (x floordiv c)·c`, `x
/// ceildiv c` becomes `(x + c - 1) floordiv c`, and quotients are in lowest terms and follow dimensions and
/// symbols. A sum of the form of a remainder is converted back. None if an expression is not affine, or has too
/// many quotients.
pub(crate) fn flattened(map: &AffineMap) -> Option<AffineMap> {
    let results = map.results.iter().map(|result| {
        let mut flattening = Flattening {
            dims: map.dims,
            inputs: map.dims.checked_add(map.symbols)?,
            quotients: vec![],
        };
        let flat = flattening.flat(result)?;
        Some(flattening.expression(&flat))
    });
    Some(AffineMap {
        results: results.collect::<Option<_>>()?,
        ..*map
    })
}

const MOST_QUOTIENTS: usize = 8;

struct Flattening {
    dims: u32,
    inputs: u32,
    /// The dividend and the divisor of each quotient, over dimensions, symbols and earlier quotients.
    quotients: Vec<(Flat, Int)>,
}

impl Flattening {
    fn flat(&mut self, expression: &AffineExpr) -> Option<Flat> {
        let (operator, lhs, rhs) = match expression {
            AffineExpr::Dim(number) => return Some(Flat::atom(*number)),
            AffineExpr::Symbol(number) => return Some(Flat::atom(self.dims + number)),
            AffineExpr::Constant(value) => return Flat::from_constant(value.clone()),
            AffineExpr::Binary(operator, lhs, rhs) => (operator, lhs, rhs),
        };
        let (lhs, rhs) = (self.flat(lhs)?, self.flat(rhs)?);
        match (operator, rhs.as_constant()) {
            (AffineBinary::Add, _) => lhs.add(&rhs),
            (AffineBinary::Mul, Some(k)) => lhs.scale(k),
            (AffineBinary::Mul, None) => rhs.scale(lhs.as_constant()?),
            (_, Some(divisor)) if *divisor > Int::ZERO => match operator {
                AffineBinary::FloorDiv => self.quotient(&lhs, divisor, false),
                AffineBinary::CeilDiv => self.quotient(&lhs, divisor, true),
                _ => {
                    let quotient = self.quotient(&lhs, divisor, false)?;
                    lhs.add_scaled(&-divisor.clone(), &quotient)
                }
            },
            _ => None,
        }
    }

    fn quotient(&mut self, dividend: &Flat, divisor: &Int, up: bool) -> Option<Flat> {
        let common = dividend.content().gcd(dividend.constant()).gcd(divisor);
        let dividend = dividend.divide_exactly(&common)?;
        let divisor = divisor / &common;
        if divisor.is_one() {
            return Some(dividend);
        }
        let dividend = match up {
            true => dividend.add_constant(&(&divisor - &Int::ONE))?,
            false => dividend,
        };
        if let Some(number) = dividend.as_constant() {
            return Flat::from_constant(floor_div(number, &divisor)?);
        }
        let quotient = (dividend, divisor);
        let known = self.quotients.iter().position(|it| *it == quotient);
        // Nested quotients are duplicated when they are written out, so the size may double with each level.
        if known.is_none() && self.quotients.len() == MOST_QUOTIENTS {
            return None;
        }
        let place = known.unwrap_or_else(|| {
            self.quotients.push(quotient);
            self.quotients.len() - 1
        });
        Some(Flat::atom(self.inputs.checked_add(place as u32)?))
    }

    fn expression(&self, flat: &Flat) -> AffineExpr {
        let mut sum: Option<AffineExpr> = None;
        for (atom, k) in flat.terms() {
            let quotient = atom.checked_sub(self.inputs);
            let quotient = quotient.and_then(|place| self.quotients.get(place as usize));
            let base = match quotient {
                None if *atom < self.dims => AffineExpr::Dim(*atom),
                None => AffineExpr::Symbol(atom - self.dims),
                Some((dividend, divisor)) => {
                    let dividend = self.expression(dividend);
                    let divisor_there = AffineExpr::Constant(divisor.clone());
                    // x - (x floordiv c)·c = x mod c
                    if sum.as_ref() == Some(&dividend) && *k == -divisor.clone() {
                        let rest = AffineExpr::binary(AffineBinary::Mod, dividend, divisor_there);
                        sum = Some(rest);
                        continue;
                    }
                    AffineExpr::binary(AffineBinary::FloorDiv, dividend, divisor_there)
                }
            };
            let part = match k.is_one() {
                true => base,
                false => {
                    let k = AffineExpr::Constant(k.clone());
                    AffineExpr::binary(AffineBinary::Mul, base, k)
                }
            };
            sum = Some(match sum {
                Some(sum) => AffineExpr::binary(AffineBinary::Add, sum, part),
                None => part,
            });
        }
        match sum {
            None => AffineExpr::Constant(flat.constant().clone()),
            Some(sum) if flat.constant().is_zero() => sum,
            Some(sum) => plus(&sum, flat.constant()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn symbol(number: u32) -> AffineExpr {
        AffineExpr::Symbol(number)
    }

    fn with(operator: AffineBinary, lhs: AffineExpr, number: i64) -> AffineExpr {
        AffineExpr::binary(operator, lhs, AffineExpr::Constant(Int::from(number)))
    }

    fn value(expression: &AffineExpr, symbols: [i64; 2]) -> i64 {
        match expression {
            AffineExpr::Symbol(number) => symbols[*number as usize],
            AffineExpr::Constant(value) => value.to_string().parse().expect("a small number"),
            AffineExpr::Dim(_) => 0,
            AffineExpr::Binary(operator, lhs, rhs) => {
                let (a, b) = (value(lhs, symbols), value(rhs, symbols));
                match operator {
                    AffineBinary::Add => a + b,
                    AffineBinary::Mul => a * b,
                    AffineBinary::FloorDiv => a.div_euclid(b),
                    AffineBinary::CeilDiv => -(-a).div_euclid(b),
                    AffineBinary::Mod => a.rem_euclid(b),
                }
            }
        }
    }

    #[test]
    fn what_is_flattened_has_the_same_values() {
        use AffineBinary::{Add, CeilDiv, FloorDiv, Mod, Mul};
        let sum = AffineExpr::binary(Add, with(Mul, symbol(0), 3), symbol(1));
        let expressions = [
            with(CeilDiv, with(Mul, symbol(0), 4), 6),
            with(Mul, with(Mod, with(Add, sum.clone(), 1), 5), -2),
            with(FloorDiv, with(Mod, symbol(0), 15), 5),
            AffineExpr::binary(Add, with(Mod, sum.clone(), 4), with(CeilDiv, sum, 4)),
            with(Mod, with(Mul, with(Mod, symbol(1), 6), 9), 12),
        ];
        for expression in expressions {
            let map = AffineMap {
                dims: 0,
                symbols: 2,
                results: vec![expression.clone()],
            };
            let flat = flattened(&map).expect("it is affine");
            for a in -20..20 {
                for b in -20..20 {
                    let own = value(&expression, [a, b]);
                    assert_eq!(value(&flat.results[0], [a, b]), own, "{expression:?}");
                }
            }
            // Flattening is idempotent.
            assert_eq!(flattened(&flat).as_ref(), Some(&flat));
        }
    }
}
