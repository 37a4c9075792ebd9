//! Columns: the things that can be bounded.

use super::{Program, ValueId};

/// One thing that can be bounded.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Column {
    /// An index value; of a fixed-width integer its signed reading.
    Value(ValueId),
    /// The unsigned reading of a fixed-width integer; of an `i1`, 1 where it is true.
    Unsigned(ValueId),
    /// The size of a dimension of a shaped value.
    Dim(ValueId, u32),
    /// The stride of a dimension of a memref, in elements.
    Stride(ValueId, u32),
    /// The offset of a memref, in elements.
    Offset(ValueId),
    /// The number of dimensions of a shaped value.
    Rank(ValueId),
    /// An element of a one-dimensional shape or extent tensor.
    Element(ValueId, u32),
    /// How many iterations came before, of the loop whose induction variable that value is.
    Trip(ValueId),
    /// A variable that no program defines.
    Symbol(u32),
}

impl Column {
    /// The SSA value it belongs to; none for a variable that no program defines.
    pub fn value(self) -> Option<ValueId> {
        match self {
            Column::Value(value)
            | Column::Unsigned(value)
            | Column::Dim(value, _)
            | Column::Stride(value, _)
            | Column::Offset(value)
            | Column::Rank(value)
            | Column::Element(value, _)
            | Column::Trip(value) => Some(value),
            Column::Symbol(_) => None,
        }
    }

    /// The same kind of column of another value.
    pub fn of_value(self, value: ValueId) -> Column {
        match self {
            Column::Value(_) => Column::Value(value),
            Column::Unsigned(_) => Column::Unsigned(value),
            Column::Dim(_, dim) => Column::Dim(value, dim),
            Column::Stride(_, dim) => Column::Stride(value, dim),
            Column::Offset(_) => Column::Offset(value),
            Column::Rank(_) => Column::Rank(value),
            Column::Element(_, index) => Column::Element(value, index),
            Column::Trip(_) => Column::Trip(value),
            Column::Symbol(_) => self,
        }
    }

    /// How it is written in scripts and messages: `%x`, `(dim %t 0)`.
    pub fn display(self, program: &(impl Program + ?Sized)) -> String {
        let name = |value| program.value_name(value);
        match self {
            Column::Value(value) => name(value),
            Column::Unsigned(value) => format!("(uint {})", name(value)),
            Column::Dim(value, dim) => format!("(dim {} {dim})", name(value)),
            Column::Stride(value, dim) => format!("(stride {} {dim})", name(value)),
            Column::Offset(value) => format!("(offset {})", name(value)),
            Column::Rank(value) => format!("(rank {})", name(value)),
            Column::Element(value, index) => format!("(elem {} {index})", name(value)),
            Column::Trip(value) => format!("(trip {})", name(value)),
            Column::Symbol(symbol) => format!("?{symbol}"),
        }
    }
}
