//! What is known of a value, without a particular question.

use super::{Analysis, Bound, BoundKind, Variable};
use crate::number::Range;
use crate::program::{Column, Definition, Extent, Point, Program, ShapedKind, TypeView, ValueId};

/// What is known of a column where its value begins to exist.
#[derive(Clone, Debug)]
pub struct Known {
    /// The column.
    pub column: Column,
    /// The first point at which the value exists.
    pub point: Option<Point>,
    /// All values it can have there lie in it. Empty where no run comes.
    pub range: Range,
    /// What it equals in terms of arguments: of the function and of the regions around it.
    pub equal: Option<Bound>,
    /// All integers that its type can hold.
    of_type: Range,
}

impl Known {
    /// Its range, where that tells more than the width of its type does.
    pub fn telling_range(&self) -> Option<&Range> {
        (self.range != self.of_type).then_some(&self.range)
    }

    /// Whether nothing is known but its type.
    pub fn is_nothing(&self) -> bool {
        self.telling_range().is_none() && self.equal.is_none()
    }
}

impl<'p> Analysis<'p> {
    /// What is known of the columns of a value: of an index or integer itself, of a tensor or memref
    /// its dynamic dimensions. Integers of one bit, vectors and all else have none.
    ///
    /// Costs a range and a symbolic equality for each of them.
    pub fn survey(&mut self, value: ValueId) -> Vec<Known> {
        let program = self.engine().sources().0;
        let columns = columns(program, value);
        columns
            .into_iter()
            .map(|column| self.known(column))
            .collect()
    }

    fn known(&mut self, column: Column) -> Known {
        let program = self.engine().sources().0;
        let variable = Variable::column(column);
        let point = column.value().and_then(|value| Point::of(program, value));
        let range = self.range_at(&variable, point);
        let is_told = range.as_constant().is_some() || range.is_empty();
        let mut query = self.bound(BoundKind::Equal, variable);
        if let Some(point) = point {
            query = query.at(point);
        }
        let query =
            query.in_terms_of(move |other| other != column && is_of_argument(program, other));
        let equal = match is_told {
            true => None,
            false => query.compute().ok(),
        };
        Known {
            column,
            point,
            range,
            equal,
            of_type: range_of_type(program, column),
        }
    }
}

/// All integers that a column may be by the width of its type, read with a sign.
fn range_of_type(program: &dyn Program, column: Column) -> Range {
    match column {
        Column::Value(value) => match program.value_type(value) {
            TypeView::Integer { width } => Range::signed(width),
            _ => Range::full(),
        },
        _ => Range::full(),
    }
}

fn columns(program: &dyn Program, value: ValueId) -> Vec<Column> {
    match program.value_type(value) {
        TypeView::Index => vec![Column::Value(value)],
        TypeView::Integer { width } if width > 1 => vec![Column::Value(value)],
        TypeView::Shaped(shape)
            if matches!(shape.kind, ShapedKind::Tensor | ShapedKind::Memref) =>
        {
            let dims = shape.dims.unwrap_or_default().iter().zip(0..);
            let dynamic = dims.filter(|(size, _)| **size == Extent::Dynamic);
            dynamic.map(|(_, dim)| Column::Dim(value, dim)).collect()
        }
        _ => vec![],
    }
}

/// Whether a column is a value or a size of an argument, of a function or of a region.
pub fn is_of_argument(program: &dyn Program, column: Column) -> bool {
    let is_plain = matches!(column, Column::Value(_) | Column::Dim(..));
    let value = column.value().filter(|_| is_plain);
    value.is_some_and(|value| matches!(program.definition(value), Definition::Argument { .. }))
}
