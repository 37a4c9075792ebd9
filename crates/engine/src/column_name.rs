//! Columns as text.

use crate::program::{Column, Program};

/// A column in the notation of scripts and messages: `%x`, `(dim %t 0)`.
pub fn column_name(column: Column, program: &(impl Program + ?Sized)) -> String {
    let name = |value| program.value_name(value);
    match column {
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
