//! The operators of arithmetic terms and their semantics on integers.

use crate::AffineBinary;
use calipers_number::Int;

/// An operator over integers. All operators are total: `x floordiv 0 = 0`, `x mod 0 = x`, and the same for the other
/// divisions. Conditions are the integers 0 and 1.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Operator {
    /// `a + b + …`
    Add,
    /// `a * b * …`
    Mul,
    /// `a / b` rounded to −∞.
    FloorDiv,
    /// `a / b` rounded to +∞.
    CeilDiv,
    /// `a − b·(a floordiv b)`.
    Mod,
    /// `a / b` rounded to zero.
    TruncDiv,
    /// `a − b·(a truncdiv b)`.
    TruncMod,
    /// The minimum; "and" for conditions.
    Min,
    /// The maximum; "or" for conditions.
    Max,
    /// `select c a b`: `a` if `c` is not 0, else `b`.
    Select,
    /// `a <= b`.
    Le,
    /// `a = b`.
    Eq,
}

impl From<AffineBinary> for Operator {
    fn from(operator: AffineBinary) -> Operator {
        match operator {
            AffineBinary::Add => Operator::Add,
            AffineBinary::Mul => Operator::Mul,
            AffineBinary::FloorDiv => Operator::FloorDiv,
            AffineBinary::CeilDiv => Operator::CeilDiv,
            AffineBinary::Mod => Operator::Mod,
        }
    }
}

impl Operator {
    /// Every operator, with its name in rules and scripts.
    pub const NAMES: [(Operator, &str); 12] = [
        (Operator::Add, "+"),
        (Operator::Mul, "*"),
        (Operator::FloorDiv, "floordiv"),
        (Operator::CeilDiv, "ceildiv"),
        (Operator::Mod, "mod"),
        (Operator::TruncDiv, "truncdiv"),
        (Operator::TruncMod, "truncmod"),
        (Operator::Min, "min"),
        (Operator::Max, "max"),
        (Operator::Select, "select"),
        (Operator::Le, "<="),
        (Operator::Eq, "=="),
    ];

    /// The operator of that name.
    pub fn named(name: &str) -> Option<Operator> {
        let mut all = Operator::NAMES.into_iter();
        all.find(|it| it.1 == name).map(|it| it.0)
    }

    /// Its name in rules and scripts.
    pub fn name(self) -> &'static str {
        Operator::NAMES[self as usize].1
    }

    /// Its number of arguments; none if any positive number is allowed.
    #[inline]
    pub fn arity(self) -> Option<usize> {
        match self {
            Operator::Add | Operator::Mul | Operator::Min | Operator::Max => None,
            Operator::Select => Some(3),
            _ => Some(2),
        }
    }

    /// Whether it allows that number of arguments.
    #[inline]
    pub fn accepts(self, arguments: usize) -> bool {
        self.arity()
            .map_or(arguments >= 1, |arity| arity == arguments)
    }

    /// Whether it is a quotient or a remainder: these are declared in a row.
    #[inline]
    pub fn is_division(self) -> bool {
        (Operator::FloorDiv..=Operator::TruncMod).contains(&self)
    }

    /// Its value on integers; none if the number of arguments does not match, or if a result exceeds the cap on
    /// numbers.
    pub fn apply(self, arguments: &[Int]) -> Option<Int> {
        if !self.accepts(arguments.len()) {
            return None;
        }
        let zero = Int::ZERO;
        let (a, b) = (arguments.first()?, arguments.get(1).unwrap_or(&zero));
        let or_zero = |value: Option<Int>| value.unwrap_or(Int::ZERO);
        let value = match self {
            Operator::Add => arguments.iter().sum(),
            Operator::Mul => arguments.iter().product(),
            Operator::FloorDiv => or_zero(calipers_number::floor_div(a, b)),
            Operator::CeilDiv => or_zero(calipers_number::ceil_div(a, b)),
            Operator::Mod => calipers_number::floor_mod(a, b).unwrap_or_else(|| a.clone()),
            Operator::TruncDiv => or_zero(calipers_number::trunc_div(a, b)),
            Operator::TruncMod => calipers_number::trunc_mod(a, b).unwrap_or_else(|| a.clone()),
            Operator::Min => arguments.iter().min()?.clone(),
            Operator::Max => arguments.iter().max()?.clone(),
            Operator::Select => if *a != Int::ZERO { b } else { &arguments[2] }.clone(),
            Operator::Le => Int::from(a <= b),
            Operator::Eq => Int::from(a == b),
        };
        calipers_number::fits(&value).then_some(value)
    }
}
