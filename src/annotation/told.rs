//! Infix notation of terms: negative terms are subtracted, and wrapped integers are written with their width.

use crate::number::{Int, floor_mod};
use crate::program::Column;
use crate::term::{Expr, Operator};

/// The text of a term over columns with these names.
///
/// `wrap32(e)` is `e` wrapped to 32 bits and read as signed; `e mod 2^32` is the same read as unsigned.
pub(super) fn told(term: &Expr<Column>, name: &dyn Fn(Column) -> String) -> String {
    Sum::of(term, name).text()
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
    /// A product of at least two factors.
    Product(Vec<Sum>),
    /// A quotient, a remainder or a comparison.
    Binary(Operator, Sum, Sum),
    /// A minimum, a maximum or a selection.
    Call(Operator, Vec<Sum>),
    /// A sum wrapped to this number of bits, read as signed.
    Wrapped(usize, Sum),
}

impl Sum {
    fn of(term: &Expr<Column>, name: &dyn Fn(Column) -> String) -> Sum {
        let (operator, arguments) = match term {
            Expr::Integer(value) => return Sum::constant(value.clone()),
            Expr::Leaf(column) => return Sum::part(Part::Name(name(*column))),
            Expr::Apply(operator, arguments) => (*operator, arguments),
        };
        let sums = arguments.iter().map(|it| Sum::of(it, name));
        match operator {
            Operator::Add => {
                let empty = Sum::constant(Int::ZERO);
                sums.fold(empty, Sum::plus).with_wrapping()
            }
            Operator::Mul => Sum::product(sums),
            Operator::Min | Operator::Max | Operator::Select => {
                Sum::part(Part::Call(operator, sums.collect()))
            }
            _ => {
                let [a, b] = [0, 1].map(|at| Sum::of(&arguments[at], name));
                match b.as_constant() {
                    Some(m) if operator == Operator::Mod && m > Int::ZERO => {
                        Sum::part(Part::Binary(operator, a.modulo(&m), b))
                    }
                    _ => Sum::part(Part::Binary(operator, a, b)),
                }
            }
        }
    }

    /// The product of sums, with the constants among them in front.
    fn product(sums: impl Iterator<Item = Sum>) -> Sum {
        let (mut times, mut factors) = (Int::ONE, vec![]);
        for sum in sums {
            match (sum.as_constant(), &sum.parts[..]) {
                (Some(k), _) => times = &times * &k,
                (None, [(k, part)]) if sum.constant.is_zero() => {
                    times = &times * k;
                    match part {
                        Part::Product(inner) => factors.extend(inner.iter().cloned()),
                        part => factors.push(Sum::part(part.clone())),
                    }
                }
                _ => factors.push(sum),
            }
        }
        let sum = match factors.len() {
            0 => Sum::constant(Int::ONE),
            1 => factors.swap_remove(0),
            _ => Sum::part(Part::Product(factors)),
        };
        sum.scaled(&times)
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
                Part::Binary(Operator::Mod, inner, n) => (inner, n.as_constant()),
                Part::Wrapped(bits, inner) => (inner, Some(Int::ONE << *bits)),
                Part::Name(_) | Part::Product(_) | Part::Binary(..) | Part::Call(..) => {
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

    /// `(e + 2ᴺ⁻¹) mod 2ᴺ − 2ᴺ⁻¹` is `e` wrapped to N bits. A remainder in the sum is written so where that brings the
    /// constant nearer to 0.
    fn with_wrapping(mut self) -> Sum {
        for (k, part) in &mut self.parts {
            let Part::Binary(Operator::Mod, inner, modulus) = part else {
                continue;
            };
            let bits = modulus.as_constant().as_ref().and_then(power_of_two);
            let Some(bits) = bits.filter(|bits| *bits > 1) else {
                continue;
            };
            let half = Int::ONE << (bits - 1);
            let constant = &self.constant + &(&*k * &half);
            if constant.magnitude() >= self.constant.magnitude() {
                continue;
            }
            let mut inner = inner.clone();
            inner.constant = rest(&inner.constant, &(&half + &half)) - &half;
            self.constant = constant;
            *part = Part::Wrapped(bits, inner);
        }
        self
    }

    /// As text, positive terms first.
    fn text(&self) -> String {
        let (added, subtracted): (Vec<_>, Vec<_>) =
            self.parts.iter().partition(|(k, _)| !k.is_negative());
        let mut signed: Vec<(bool, String)> = vec![];
        let is_alone = self.parts.len() == 1 && self.constant.is_zero() && subtracted.is_empty();
        let product = |(k, part): &(Int, Part), context| match k.magnitude() {
            k if k.is_one() => part.text(context),
            k => format!("{} * {k}", part.text(Strength::Product)),
        };
        let context = match is_alone {
            true => Strength::Alone,
            false => Strength::Sum,
        };
        signed.extend(
            added
                .into_iter()
                .map(|part| (false, product(part, context))),
        );
        let is_last = !self.constant.is_negative() && !signed.is_empty() || subtracted.is_empty();
        let constant = (
            self.constant.is_negative(),
            self.constant.magnitude().to_string(),
        );
        // A sign in front belongs to the first operand: `-%x mod 4` is the remainder of -%x.
        let begins_subtracted = signed.is_empty() && self.constant <= Int::ZERO;
        let negative = subtracted.into_iter().enumerate().map(|(n, part)| {
            let context = match begins_subtracted && n == 0 {
                true => Strength::Product,
                false => Strength::Sum,
            };
            (true, product(part, context))
        });
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
    fn operand(&self, context: Strength) -> String {
        match (&self.parts[..], self.constant.is_zero()) {
            ([(k, part)], true) if k.is_one() => part.text(context),
            ([], _) if !self.constant.is_negative() => self.constant.to_string(),
            _ => format!("({})", self.text()),
        }
    }
}

/// The context of a part, from the loosest.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum Strength {
    /// It stands alone.
    Alone,
    Sum,
    /// A factor of a product.
    Product,
    /// An operand of a quotient.
    Operand,
}

impl Part {
    fn text(&self, context: Strength) -> String {
        let (own, text) = match self {
            Part::Name(name) => return name.clone(),
            Part::Wrapped(bits, inner) => return format!("wrap{bits}({})", inner.text()),
            Part::Call(operator, arguments) => {
                let arguments: Vec<String> = arguments.iter().map(Sum::text).collect();
                return format!("{}({})", operator.name(), arguments.join(", "));
            }
            Part::Product(factors) => {
                let factors = factors.iter().map(|it| it.operand(Strength::Operand));
                let factors: Vec<String> = factors.collect();
                (Strength::Product, factors.join(" * "))
            }
            Part::Binary(operator @ (Operator::Le | Operator::Eq), a, b) => {
                let text = format!("{} {} {}", a.text(), operator.name(), b.text());
                (Strength::Alone, text)
            }
            Part::Binary(operator, a, b) => {
                let divisor = match b.as_constant().as_ref().and_then(power_of_two) {
                    Some(bits) if bits >= LARGE => format!("2^{bits}"),
                    _ => b.operand(Strength::Operand),
                };
                let dividend = a.operand(Strength::Operand);
                (
                    Strength::Sum,
                    format!("{dividend} {} {divisor}", operator.name()),
                )
            }
        };
        match own < context {
            true => format!("({text})"),
            false => text,
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
    use Operator::{Add, CeilDiv, FloorDiv, Max, Min, Mod, Mul};

    type Term = Expr<Column>;

    fn binary(operator: Operator, a: Term, b: Term) -> Term {
        Expr::apply(operator, [a, b])
    }

    fn integer(value: i64) -> Term {
        Expr::integer(value)
    }

    fn variables() -> (Term, Term) {
        let variable = |number| Expr::Leaf(Column::Symbol(number));
        (variable(0), variable(1))
    }

    fn text(term: &Term) -> String {
        told(term, &|column| match column {
            Column::Symbol(0) => "%x".to_owned(),
            _ => "%y".to_owned(),
        })
    }

    #[test]
    fn sums_and_quotients() {
        let (x, y) = variables();
        let minus = |k| binary(Mul, x.clone(), integer(k));
        assert_eq!(text(&binary(Add, y.clone(), minus(-1))), "%y - %x");
        assert_eq!(text(&binary(Add, minus(-1), integer(128))), "128 - %x");
        assert_eq!(text(&binary(Add, minus(-3), integer(-2))), "-%x * 3 - 2");
        assert_eq!(text(&binary(Add, minus(2), integer(-2))), "%x * 2 - 2");
        let rest = |k| binary(Mul, binary(Mod, x.clone(), integer(4)), integer(k));
        assert_eq!(text(&rest(-1)), "-(%x mod 4)");
        assert_eq!(text(&rest(-2)), "-(%x mod 4) * 2");
        assert_eq!(text(&binary(Add, rest(-1), y.clone())), "%y - %x mod 4");
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
    fn products_and_extremes() {
        let (x, y) = variables();
        let product = binary(Mul, x.clone(), y.clone());
        let multiple = Expr::scaled(8, product.clone());
        assert_eq!(text(&multiple), "%x * %y * 8");
        assert_eq!(
            text(&binary(Mul, multiple.clone(), x.clone())),
            "%x * %y * %x * 8"
        );
        let inner = binary(Mul, Expr::scaled(3, x.clone()), y.clone());
        assert_eq!(text(&inner), "%x * %y * 3");
        let quotient = binary(FloorDiv, multiple, y.clone());
        assert_eq!(text(&quotient), "(%x * %y * 8) floordiv %y");
        let least = binary(Min, binary(Add, x.clone(), integer(-1)), product);
        assert_eq!(text(&least), "min(%x - 1, %x * %y)");
        let sum = binary(Add, binary(Max, least, integer(0)), x.clone());
        assert_eq!(text(&sum), "max(min(%x - 1, %x * %y), 0) + %x");
        let condition = binary(Operator::Le, x.clone(), integer(4));
        assert_eq!(text(&condition), "%x <= 4");
        let chosen = Expr::apply(Operator::Select, [condition.clone(), x, y]);
        assert_eq!(text(&chosen), "select(%x <= 4, %x, %y)");
        assert_eq!(
            text(&Expr::difference(integer(1), condition)),
            "1 - (%x <= 4)"
        );
    }

    #[test]
    fn what_wraps() {
        let (x, y) = variables();
        let wrapped = |e: Term, bits: u32| {
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
        let (x, y) = variables();
        let mut all = vec![x, y, integer(3), integer(-8), integer(16)];
        let mut random = numbers();
        for _ in 0..3000 {
            let pick = |random: &mut dyn FnMut() -> usize| all[random() % all.len()].clone();
            let (a, b) = (pick(&mut random), pick(&mut random));
            let operator = [Add, Mul, FloorDiv, CeilDiv, Mod, Min, Max][random() % 7];
            let divides = matches!(operator, FloorDiv | CeilDiv | Mod);
            let b = match divides {
                true => integer([1, 2, 4, 7, 16, 256][random() % 6]),
                false => b,
            };
            let expr = binary(operator, a, b);
            let half = binary(Add, expr.clone(), integer(8));
            let wrapped = binary(Mod, half, integer(16));
            for expr in [expr, binary(Add, wrapped, integer(-8))] {
                let sum = Sum::of(&expr, &|column| match column {
                    Column::Symbol(0) => "x".to_owned(),
                    _ => "y".to_owned(),
                });
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

    fn apply(operator: Operator, a: Int, b: Int) -> Int {
        match operator {
            Add => a + b,
            Mul => a * b,
            FloorDiv => floor_div(&a, &b).expect("no divisor is 0"),
            CeilDiv => ceil_div(&a, &b).expect("no divisor is 0"),
            Mod => rest(&a, &b),
            Min => a.min(b),
            _ => a.max(b),
        }
    }

    fn worth(term: &Term, x: i64, y: i64) -> Int {
        match term {
            Expr::Integer(value) => value.clone(),
            Expr::Leaf(Column::Symbol(0)) => x.into(),
            Expr::Leaf(_) => y.into(),
            Expr::Apply(operator, sides) => {
                apply(*operator, worth(&sides[0], x, y), worth(&sides[1], x, y))
            }
        }
    }

    fn value(sum: &Sum, x: i64, y: i64) -> Int {
        let mut total = sum.constant.clone();
        for (k, part) in &sum.parts {
            let own = match part {
                Part::Name(name) => Int::from(if name == "x" { x } else { y }),
                Part::Product(factors) => {
                    let factors = factors.iter().map(|it| value(it, x, y));
                    factors.fold(Int::ONE, |product, it| product * it)
                }
                Part::Binary(operator, a, b) => apply(*operator, value(a, x, y), value(b, x, y)),
                Part::Call(operator, sides) => {
                    apply(*operator, value(&sides[0], x, y), value(&sides[1], x, y))
                }
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
