//! The reasons why a question about instances has no answer.

use calipers_program::{OpId, Program, ValueId};

/// The fact without which there is no answer.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Missing {
    /// The op is no access, or one of scalable vectors.
    NotAnAccess(OpId),
    /// The two buffers may share memory.
    Aliasing(ValueId, ValueId),
    /// The elements of the buffer are not expressed as elements of the buffer that it is a view of.
    View(ValueId),
    /// The op executes its region in an order or a number that is unknown.
    ControlFlow(OpId),
    /// The question is about iterations of a loop that does not contain the access.
    NotAround(OpId),
    /// The op is in another function than the first access.
    OtherFunction(OpId),
    /// Nothing is known about these values, on which the answer depends.
    Values(Vec<ValueId>),
    /// Neither a proof nor a counterexample was found for this condition.
    Condition(String),
}

impl Missing {
    /// The reason as a text, with the names of a program.
    pub fn describe(&self, program: &dyn Program) -> String {
        let name = |op: &OpId| match program.location(*op) {
            Some(place) => format!("`{}` in line {}", program.op_name(*op), place.line),
            None => format!("`{}`", program.op_name(*op)),
        };
        match self {
            Missing::NotAnAccess(op) => {
                format!("{} is no access of elements that are known", name(op))
            }
            Missing::Aliasing(a, b) => {
                let (a, b) = (program.value_name(*a), program.value_name(*b));
                format!("{a} and {b} may share memory")
            }
            Missing::View(value) => {
                let value = program.value_name(*value);
                format!("how {value} lies in memory is unknown")
            }
            Missing::ControlFlow(op) => format!("how often {} executes is unknown", name(op)),
            Missing::OtherFunction(op) => format!("{} is in another function", name(op)),
            Missing::NotAround(op) => format!("{} is not a loop around the accesses", name(op)),
            Missing::Values(values) => {
                let names = values.iter().map(|&value| program.value_name(value));
                format!("nothing bounds {}", names.collect::<Vec<_>>().join(", "))
            }
            Missing::Condition(text) => format!("whether {text}"),
        }
    }
}
