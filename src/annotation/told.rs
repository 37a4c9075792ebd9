//! Infix notation of affine expressions: negative terms are subtracted, and wrapped integers are written with their
//! width.

use crate::number::{Int, floor_mod};
use crate::program::{AffineBinary, AffineExpr};

/// The text of an affine expression whose inputs have these names.
///
/// `wrap32(e)` is `e` wrapped to 32 bits and read as signed; `e mod 2^32` is the same read as unsigned.
pub(super) fn told(expr: &AffineExpr, names: &[String]) -> String {
    Sum::of(expr, names).text()
}

/// `Σ kᵢ·partᵢ + constant`
#[derive(Clone, PartialEq, Eq, Debug)]
struct Sum {
    parts: Vec<(Int, Part)>,
    constant: Int,
}

/// A factor that is not a sum.
#[derive(Clone, PartialEq, Eq, Debug)]
enum Part {
    Name(String),
    Product(Sum, Sum),
    /// A quotient or a remainder.
    Quotient(AffineBinary, Sum, Sum),
    /// A sum wrapped to this number of bits, read as signed.
    Wrapped(usize, Sum),
}

impl Sum {
    fn of(expr: &AffineExpr, names: &[String]) -> Sum {
        let (operator, a, b) = match expr {
            AffineExpr::Constant(value) => return Sum::constant(value.clone()),
            AffineExpr::Dim(n) | AffineExpr::Symbol(n) => {
                let name = names.get(*n as usize).cloned().unwrap_or_default();
                return Sum::part(Part::Name(name));
            }
            AffineExpr::Binary(operator, a, b) => (*operator, Sum::of(a, names), Sum::of(b, names)),
        };
        match (operator, a.as_constant(), b.as_constant()) {
            (AffineBinary::Add, ..) => a.plus(b).with_wrapping(),
            (AffineBinary::Mul, _, Some(k)) => a.scaled(&k),
            (AffineBinary::Mul, Some(k), _) => b.scaled(&k),
            (AffineBinary::Mul, ..) => Sum::part(Part::Product(a, b)),
            (AffineBinary::Mod, _, Some(m)) if m > Int::ZERO => {
                Sum::part(Part::Quotient(operator, a.modulo(&m), b))
            }
            _ => Sum::part(Part::Quotient(operator, a, b)),
        }
    }

    fn constant(constant: Int) -> Sum {
        Sum {
            parts: vec![],
            constant,
        }
    }

    fn part(part: Part) -> Sum {
        Sum {
            parts: vec![(Int::ONE, part)],
            constant: Int::ZERO,
        }
    }

    fn as_constant(&self) -> Option<Int> {
        self.parts.is_empty().then(|| self.constant.clone())
    }

    fn plus(mut self, other: Sum) -> Sum {
        self.parts.extend(other.parts);
        self.constant += &other.constant;
        self
    }

    fn scaled(self, factor: &Int) -> Sum {
        let parts = self.parts.into_iter();
        Sum {
            parts: parts.map(|(k, part)| (&k * factor, part)).collect(),
            constant: &self.constant * factor,
        }
    }

    /// A sum that is congruent to this one modulo `m > 0`: `e mod n` for a multiple `n` of `m`, and `e` wrapped, are
    /// congruent to `e`.
    fn modulo(self, m: &Int) -> Sum {
        let mut sum = Sum::constant(self.constant);
        for (k, part) in self.parts {
            let (inner, modulus) = match &part {
                Part::Quotient(AffineBinary::Mod, inner, n) => (inner, n.as_constant()),
                Part::Wrapped(bits, inner) => (inner, Some(Int::ONE << *bits)),
                Part::Name(_) | Part::Product(..) | Part::Quotient(..) => {
                    sum.parts.push((k, part));
                    continue;
                }
            };
            let is_congruent = |n: Int| rest(&(&n * &k), m).is_zero();
            match modulus.is_some_and(is_congruent) {
                true => sum = sum.plus(inner.clone().scaled(&k)),
                false => sum.parts.push((k, part)),
            }
        }
        sum.constant = rest(&sum.constant, m);
        sum
    }

    /// `(e + 2ᴺ⁻¹) mod 2ᴺ − 2ᴺ⁻¹` is `e` wrapped to N bits.
    fn with_wrapping(self) -> Sum {
        let [(k, Part::Quotient(AffineBinary::Mod, inner, modulus))] = &self.parts[..] else {
            return self;
        };
        let (Some(modulus), true) = (modulus.as_constant(), k.is_one()) else {
            return self;
        };
        let half = -&self.constant;
        let bits = match power_of_two(&modulus) {
            Some(bits) if bits > 1 && &half + &half == modulus => bits,
            _ => return self,
        };
        let mut inner = inner.clone();
        inner.constant = rest(&inner.constant, &modulus) - &half;
        Sum::part(Part::Wrapped(bits, inner))
    }

    /// As text, positive terms first.
    fn text(&self) -> String {
        let (added, subtracted): (Vec<_>, Vec<_>) =
            self.parts.iter().partition(|(k, _)| !k.is_negative());
        let mut signed: Vec<(bool, String)> = vec![];
        let product = |(k, part): &(Int, Part)| match k.magnitude() {
            k if k.is_one() => part.text(Strength::Sum),
            k => format!("{} * {k}", part.text(Strength::Product)),
        };
        signed.extend(added.into_iter().map(|part| (false, product(part))));
        let is_last = !self.constant.is_negative() && !signed.is_empty() || subtracted.is_empty();
        let constant = (
            self.constant.is_negative(),
            self.constant.magnitude().to_string(),
        );
        let negative = subtracted.into_iter().map(|part| (true, product(part)));
        match self.constant.is_zero() && !self.parts.is_empty() {
            true => signed.extend(negative),
            false if is_last || self.constant.is_negative() => {
                signed.extend(negative);
                signed.push(constant);
            }
            false => {
                signed.push(constant);
                signed.extend(negative);
            }
        }
        signed_sum(signed)
    }

    /// As an operand of a product or a quotient.
    fn operand(&self, strength: Strength) -> String {
        match (&self.parts[..], self.constant.is_zero()) {
            ([(k, part)], true) if k.is_one() => part.text(strength),
            ([], _) if !self.constant.is_negative() => self.constant.to_string(),
            _ => format!("({})", self.text()),
        }
    }
}

/// The context of a part.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Strength {
    Sum,
    /// Left of a product or a quotient.
    Product,
    /// Right of one.
    Divisor,
}

impl Part {
    fn text(&self, strength: Strength) -> String {
        let (a, sign, b) = match self {
            Part::Name(name) => return name.clone(),
            Part::Wrapped(bits, inner) => return format!("wrap{bits}({})", inner.text()),
            Part::Product(a, b) => (a, "*", b),
            Part::Quotient(AffineBinary::Mod, a, b) => (a, "mod", b),
            Part::Quotient(AffineBinary::CeilDiv, a, b) => (a, "ceildiv", b),
            Part::Quotient(_, a, b) => (a, "floordiv", b),
        };
        let divisor = match b.as_constant().as_ref().and_then(power_of_two) {
            Some(bits) if bits >= LARGE => format!("2^{bits}"),
            _ => b.operand(Strength::Divisor),
        };
        let text = format!("{} {sign} {divisor}", a.operand(Strength::Product));
        match strength {
            Strength::Sum => text,
            Strength::Product | Strength::Divisor => format!("({text})"),
        }
    }
}

/// `x mod m`, for `m > 0`.
fn rest(x: &Int, m: &Int) -> Int {
    floor_mod(x, m).unwrap_or_default()
}

/// From this number of bits on, a divisor is printed as a power of two.
const LARGE: usize = 16;

/// The N of 2ᴺ.
fn power_of_two(number: &Int) -> Option<usize> {
    let bits = number.trailing_zeros()?;
    (*number == Int::ONE << bits).then_some(bits)
}

/// A sum of parts as text; those that are marked are subtracted.
pub(crate) fn signed_sum(parts: impl IntoIterator<Item = (bool, String)>) -> String {
    let mut text = String::new();
    for (is_subtracted, part) in parts {
        text += match (text.is_empty(), is_subtracted) {
            (true, true) => "-",
            (true, false) => "",
            (false, true) => " - ",
            (false, false) => " + ",
        };
        text += &part;
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::number::{ceil_div, floor_div};
    use AffineBinary::{Add, CeilDiv, FloorDiv, Mod, Mul};

    fn binary(operator: AffineBinary, a: AffineExpr, b: AffineExpr) -> AffineExpr {
        AffineExpr::binary(operator, a, b)
    }

    fn integer(value: i64) -> AffineExpr {
        AffineExpr::Constant(value.into())
    }

    fn text(expr: &AffineExpr) -> String {
        told(expr, &["%x".to_owned(), "%y".to_owned()])
    }

    #[test]
    fn sums_and_quotients() {
        let (x, y) = (AffineExpr::Symbol(0), AffineExpr::Symbol(1));
        let minus = |k| binary(Mul, x.clone(), integer(k));
        assert_eq!(text(&binary(Add, y.clone(), minus(-1))), "%y - %x");
        assert_eq!(text(&binary(Add, minus(-1), integer(128))), "128 - %x");
        assert_eq!(text(&binary(Add, minus(-3), integer(-2))), "-%x * 3 - 2");
        assert_eq!(text(&binary(Add, minus(2), integer(-2))), "%x * 2 - 2");
        assert_eq!(text(&integer(-7)), "-7");
        assert_eq!(text(&integer(0)), "0");
        let sum = binary(Add, x.clone(), y.clone());
        assert_eq!(
            text(&binary(FloorDiv, sum.clone(), integer(4))),
            "(%x + %y) floordiv 4"
        );
        assert_eq!(text(&binary(Mul, sum.clone(), y.clone())), "(%x + %y) * %y");
        let rest = binary(Mod, x.clone(), integer(7));
        assert_eq!(
            text(&binary(Mul, rest.clone(), integer(2))),
            "(%x mod 7) * 2"
        );
        assert_eq!(
            text(&binary(CeilDiv, rest, integer(2))),
            "(%x mod 7) ceildiv 2"
        );
        assert_eq!(text(&binary(Mod, x, integer(1 << 32))), "%x mod 2^32");
    }

    #[test]
    fn what_wraps() {
        let (x, y) = (AffineExpr::Symbol(0), AffineExpr::Symbol(1));
        let wrapped = |e: AffineExpr, bits: u32| {
            let half = 1i64 << (bits - 1);
            let shifted = binary(Add, e, integer(half));
            let rest = binary(Mod, shifted, integer(2 * half));
            binary(Add, rest, integer(-half))
        };
        let sum = binary(Add, x.clone(), y);
        assert_eq!(text(&wrapped(sum.clone(), 32)), "wrap32(%x + %y)");
        let next = binary(Add, x, integer(1));
        assert_eq!(text(&wrapped(next.clone(), 32)), "wrap32(%x + 1)");
        // Wrapping to fewer bits subsumes wrapping to more.
        assert_eq!(
            text(&wrapped(wrapped(next.clone(), 32), 8)),
            "wrap8(%x + 1)"
        );
        let wide = wrapped(wrapped(next.clone(), 8), 32);
        assert_eq!(text(&wide), "wrap32(wrap8(%x + 1))");
        let unsigned = binary(Mod, wrapped(next, 32), integer(1 << 32));
        assert_eq!(text(&unsigned), "(%x + 1) mod 2^32");
    }

    /// The printed text has the value of the expression, at many points.
    #[test]
    fn sums_are_worth_what_the_expression_is() {
        let (x, y) = (AffineExpr::Symbol(0), AffineExpr::Symbol(1));
        let mut all = vec![x, y, integer(3), integer(-8), integer(16)];
        let mut random = numbers();
        for _ in 0..3000 {
            let pick = |random: &mut dyn FnMut() -> usize| all[random() % all.len()].clone();
            let (a, b) = (pick(&mut random), pick(&mut random));
            let operator = [Add, Mul, FloorDiv, CeilDiv, Mod][random() % 5];
            let divides = !matches!(operator, Add | Mul);
            let b = match divides {
                true => integer([1, 2, 4, 7, 16, 256][random() % 6]),
                false => b,
            };
            let expr = binary(operator, a, b);
            let half = binary(Add, expr.clone(), integer(8));
            let wrapped = binary(Mod, half, integer(16));
            for expr in [expr, binary(Add, wrapped, integer(-8))] {
                let sum = Sum::of(&expr, &["x".to_owned(), "y".to_owned()]);
                for (x, y) in [(0, 0), (5, -3), (-129, 77), (1000, 8)] {
                    assert_eq!(value(&sum, x, y), worth(&expr, x, y), "{}", sum.text());
                }
                if all.len() < 400 {
                    all.push(expr);
                }
            }
        }
    }

    /// Pseudo-random numbers that are the same in every execution.
    fn numbers() -> impl FnMut() -> usize {
        let mut state = 1u64;
        move || {
            state = state
                .wrapping_mul(6364136223846793005)
                .wrapping_add(1442695040888963407);
            (state >> 33) as usize
        }
    }

    fn apply(operator: AffineBinary, a: Int, b: Int) -> Int {
        match operator {
            Add => a + b,
            Mul => a * b,
            FloorDiv => floor_div(&a, &b).expect("no divisor is 0"),
            CeilDiv => ceil_div(&a, &b).expect("no divisor is 0"),
            Mod => rest(&a, &b),
        }
    }

    fn worth(expr: &AffineExpr, x: i64, y: i64) -> Int {
        match expr {
            AffineExpr::Constant(value) => value.clone(),
            AffineExpr::Dim(_) => Int::ZERO,
            AffineExpr::Symbol(n) => Int::from([x, y][*n as usize]),
            AffineExpr::Binary(operator, a, b) => apply(*operator, worth(a, x, y), worth(b, x, y)),
        }
    }

    fn value(sum: &Sum, x: i64, y: i64) -> Int {
        let mut total = sum.constant.clone();
        for (k, part) in &sum.parts {
            let own = match part {
                Part::Name(name) => Int::from(if name == "x" { x } else { y }),
                Part::Product(a, b) => value(a, x, y) * value(b, x, y),
                Part::Quotient(operator, a, b) => apply(*operator, value(a, x, y), value(b, x, y)),
                Part::Wrapped(bits, inner) => {
                    let half = Int::ONE << (bits - 1);
                    let modulus = Int::ONE << *bits;
                    rest(&(value(inner, x, y) + &half), &modulus) - half
                }
            };
            total += &(k * &own);
        }
        total
    }
}
