//! The reasons why a run ends early.

use std::fmt;

/// The kinds of undefined behavior.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Undefined {
    /// A division by zero.
    DivisionByZero,
    /// A signed division whose result does not fit.
    DivisionOverflow,
    /// A division by a non-positive number, for ops whose documentation excludes it.
    DivisorNotPositive,
    /// A result that a flag (`nsw`, `nuw`, `exact`, `nneg`) excludes, or a shift by the width.
    Poison,
    /// A negative size.
    NegativeSize,
    /// A size, stride or offset that differs from the type.
    TypeMismatch,
    /// Sizes that must agree and do not.
    ShapeMismatch,
    /// An out-of-bounds access or slice.
    OutOfBounds,
    /// A loop step that is not positive.
    StepNotPositive,
    /// An index out of its basis.
    NotInBasis,
    /// A failed assertion.
    Assertion,
}

/// The reason why a run ended before its function returned.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Stop {
    /// Undefined behavior: everything after it is allowed.
    Undefined(Undefined),
    /// An index computation overflowed; answers assume that none does.
    IndexOverflow,
    /// The fuel ran out.
    Fuel,
    /// An op, or a case of it, that is not implemented.
    Unsupported(String),
}

impl fmt::Display for Stop {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Stop::Undefined(what) => f.write_str(match what {
                Undefined::DivisionByZero => "division by zero",
                Undefined::DivisionOverflow => "overflow in a division",
                Undefined::DivisorNotPositive => "division by a number that is not positive",
                Undefined::Poison => "poison",
                Undefined::NegativeSize => "a negative size",
                Undefined::TypeMismatch => "a value that is not of its type",
                Undefined::ShapeMismatch => "shapes that do not agree",
                Undefined::OutOfBounds => "an access out of bounds",
                Undefined::StepNotPositive => "a step that is not positive",
                Undefined::NotInBasis => "an index out of its basis",
                Undefined::Assertion => "a failed assertion",
            }),
            Stop::IndexOverflow => f.write_str("overflow of an index"),
            Stop::Fuel => f.write_str("out of fuel"),
            Stop::Unsupported(name) => write!(f, "{name} is not interpreted"),
        }
    }
}

/// The result of an execution.
pub type Run<T = ()> = Result<T, Stop>;

/// Ends the run with undefined behaviour unless `holds`.
pub fn require(holds: bool, otherwise: Undefined) -> Run {
    match holds {
        true => Ok(()),
        false => Err(Stop::Undefined(otherwise)),
    }
}
