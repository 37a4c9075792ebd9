//! The op that a reader would create for a column, and the column that an op reads.

use crate::reader::Reading;
use crate::rules::Rules;
use calipers_number::Int;
use calipers_program::{Column, OpId, Program, ValueId};
use calipers_semantics::ColumnKind;

impl Rules {
    /// The op that computes a dim, a stride, an offset or an element, and the number of its result, by the first
    /// reader for the value's type whose guards hold. None if there is no such reader.
    pub fn reading(
        &self,
        program: &(impl Program + ?Sized),
        column: Column,
    ) -> Option<(Reading, usize)> {
        let (kind, index) = match column {
            Column::Dim(_, dim) => (ColumnKind::Dim, Some(dim)),
            Column::Stride(_, dim) => (ColumnKind::Stride, Some(dim)),
            Column::Offset(_) => (ColumnKind::Offset, None),
            Column::Element(_, place) => (ColumnKind::Element, Some(place)),
            _ => return None,
        };
        let value = column.value()?;
        let type_name = program.type_name(value)?;
        self.readers()
            .iter()
            .filter(|reader| reader.kind == kind && reader.type_name == type_name)
            .find_map(|reader| reader.read(self, program, value, index))
    }

    /// The column that a result of an op equals, if some reader would create this op to compute it. `constant`
    /// returns the constant value of an operand. Costs the rank of the operands.
    pub fn column_read_by(
        &self,
        program: &(impl Program + ?Sized),
        op: OpId,
        result: usize,
        constant: impl Fn(ValueId) -> Option<Int>,
    ) -> Option<Column> {
        let name = program.op_name(op);
        let readers = || self.readers().iter().filter(|reader| reader.op == name);
        readers().next()?;
        let is_this = |column: &Column| {
            let read = self.reading(program, *column);
            read.is_some_and(|(reading, number)| {
                number == result && reading.describes(program, op, &constant)
            })
        };
        program.operands(op).iter().find_map(|&value| {
            let rank = program.value_type(value).shape()?.rank()?;
            let dims = 0..u32::try_from(rank).ok()?;
            readers().find_map(|reader| match reader.kind {
                ColumnKind::Dim => dims
                    .clone()
                    .map(|dim| Column::Dim(value, dim))
                    .find(is_this),
                ColumnKind::Stride => {
                    let mut strides = dims.clone().map(|dim| Column::Stride(value, dim));
                    strides.find(is_this)
                }
                ColumnKind::Offset => Some(Column::Offset(value)).filter(is_this),
                _ => None,
            })
        })
    }
}
