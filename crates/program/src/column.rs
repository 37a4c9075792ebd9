//! Columns: the integer quantities of values that can be bounded.

use super::{Extent, Program, ShapedKind, TypeView, ValueId};
use std::hash::{Hash, Hasher};

/// An integer quantity of a value.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Column {
    /// An index value, or the signed reading of a fixed-width integer.
    Value(ValueId),
    /// The unsigned reading of a fixed-width integer; for an `i1`, 1 if it is true.
    Unsigned(ValueId),
    /// The size of a dimension of a shaped value.
    Dim(ValueId, u32),
    /// The stride of a dimension of a memref, in elements.
    Stride(ValueId, u32),
    /// The offset of a memref, in elements.
    Offset(ValueId),
    /// The number of dimensions of a shaped value.
    Rank(ValueId),
    /// An element of a tensor or vector of integers, by its row-major position: the signed reading for fixed-width
    /// integers, 1 for a true `i1`. Or an extent of a dialect's shape.
    Element(ValueId, u32),
    /// The number of completed iterations of the loop whose induction variable is that value.
    Trip(ValueId),
    /// A variable that no program defines.
    Symbol(u32),
}

/// Columns are frequent keys of tables, so both words are hashed at once.
impl Hash for Column {
    fn hash<H: Hasher>(&self, state: &mut H) {
        let (kind, number, index): (u32, u32, u32) = match *self {
            Column::Value(value) => (0, value.0, 0),
            Column::Unsigned(value) => (1, value.0, 0),
            Column::Dim(value, dim) => (2, value.0, dim),
            Column::Stride(value, dim) => (3, value.0, dim),
            Column::Offset(value) => (4, value.0, 0),
            Column::Rank(value) => (5, value.0, 0),
            Column::Element(value, index) => (6, value.0, index),
            Column::Trip(value) => (7, value.0, 0),
            Column::Symbol(symbol) => (8, symbol, 0),
        };
        // Nearly all indices are small. Bits of large ones may overlap, which only causes hash collisions.
        state.write_u64(u64::from(number) << 32 | u64::from(index << 4 | kind));
    }
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

    /// The number of bits, for a reading of a fixed-width integer.
    pub fn width(self, program: &(impl Program + ?Sized)) -> Option<u32> {
        let ty = match self {
            Column::Value(value) | Column::Unsigned(value) => program.value_type(value),
            Column::Element(value, _) => program.element_type(value)?,
            _ => return None,
        };
        match ty {
            TypeView::Integer { width } => Some(width),
            _ => None,
        }
    }

    /// Whether the type of its value ensures that it is in the range of `reading` (another column) with `width` bits:
    /// it has fewer bits, or equally many and the same signedness. An index has 64 bits.
    pub fn fits(self, program: &(impl Program + ?Sized), reading: Column, width: u32) -> bool {
        let is_unsigned = |column: Column, width: u32| match column {
            Column::Unsigned(_) => true,
            Column::Element(..) => width == 1,
            _ => false,
        };
        let is_index = |value| program.value_type(value) == TypeView::Index;
        let own = match self {
            Column::Value(value) if is_index(value) => Some(64),
            _ => self.width(program),
        };
        let Some(own) = own else {
            return false;
        };
        match (is_unsigned(self, own), is_unsigned(reading, width)) {
            (false, true) => false,
            (true, false) => own < width,
            _ => own <= width,
        }
    }

    /// Whether there is an element at that row-major position: `value` is immutable, its elements may be integers,
    /// and its type does not have fewer elements. False if an inner dimension is dynamic, since the position is then
    /// unknown.
    pub fn has_element(program: &(impl Program + ?Sized), value: ValueId, index: u32) -> bool {
        let shape = match program.value_type(value) {
            TypeView::Shaped(shape) => shape,
            TypeView::Other => return program.type_name(value).is_some(),
            TypeView::Index | TypeView::Integer { .. } => return false,
        };
        let is_integer = !matches!(
            program.element_type(value),
            Some(TypeView::Other | TypeView::Shaped(_))
        );
        let is_value = matches!(shape.kind, ShapedKind::Tensor | ShapedKind::Vector);
        let count = |dims: &[Extent]| {
            dims.iter().try_fold(1u64, |count, extent| match extent {
                Extent::Static(size) => count.checked_mul(u64::try_from(*size).ok()?),
                Extent::Dynamic | Extent::Scalable(_) => None,
            })
        };
        let is_there = match shape.dims {
            Some([Extent::Dynamic, inner @ ..]) => count(inner).is_some(),
            Some(dims) => count(dims).is_some_and(|count| u64::from(index) < count),
            None => false,
        };
        is_integer && is_value && is_there
    }
}
