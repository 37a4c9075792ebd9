//! Run-time values.

use calipers::number::Int;
use std::rc::Rc;

/// A value at run time.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Value {
    /// An index, or the signed reading of a fixed-width integer.
    Integer(i128),
    /// A tensor, memref or vector, without its data.
    Shaped(Rc<Shaped>),
    /// A float, or another value that answers are never about.
    Opaque,
    /// Poison: the result of a speculatable op whose operands violate its precondition. It occurs only in runs with
    /// [`Settings::poison`](super::Settings::poison).
    Poison,
}

/// A shaped value: its sizes, its memory layout, and its elements if it is a list of integers that the run computed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Shaped {
    /// The sizes.
    pub dims: Vec<i128>,
    /// The strides, in elements.
    pub strides: Vec<i128>,
    /// The offset, in elements.
    pub offset: i128,
    /// The elements in row-major order, if known.
    pub elements: Option<Vec<i128>>,
}

impl Shaped {
    /// A contiguous row-major value at offset 0.
    pub fn contiguous(dims: Vec<i128>) -> Shaped {
        let mut strides = vec![1; dims.len()];
        for at in (1..dims.len()).rev() {
            strides[at - 1] = dims[at].saturating_mul(strides[at]);
        }
        Shaped {
            dims,
            strides,
            offset: 0,
            elements: None,
        }
    }

    /// The number of elements.
    pub fn count(&self) -> Option<usize> {
        let count = self.dims.iter().try_fold(1i128, |a, b| a.checked_mul(*b))?;
        usize::try_from(count).ok()
    }

    /// The element with these indices, if it is known and in bounds.
    pub fn element(&self, indices: &[i128]) -> Option<i128> {
        let at = place(indices, &self.dims)?;
        self.elements.as_ref()?.get(at).copied()
    }

    /// A one-dimensional list.
    pub fn list(elements: Vec<i128>) -> Shaped {
        Shaped {
            elements: Some(elements.clone()),
            ..Shaped::contiguous(vec![elements.len() as i128])
        }
    }
}

impl From<Shaped> for Value {
    fn from(shaped: Shaped) -> Value {
        Value::Shaped(Rc::new(shaped))
    }
}

impl From<i128> for Value {
    fn from(value: i128) -> Value {
        Value::Integer(value)
    }
}

/// The row-major position of the element with these indices, if it is in bounds.
pub fn place(indices: &[i128], dims: &[i128]) -> Option<usize> {
    let mut at = 0i128;
    for (index, &dim) in indices.iter().zip(dims) {
        (0..dim).contains(index).then_some(())?;
        at = at.checked_mul(dim)?.checked_add(*index)?;
    }
    usize::try_from(at).ok()
}

/// The signed reading of the low `width` bits, `1 <= width <= 100`.
pub fn signed(value: i128, width: u32) -> i128 {
    let low = unsigned(value, width);
    match low >> (width - 1) & 1 {
        0 => low,
        _ => low - (1 << width),
    }
}

/// The unsigned reading of the low `width` bits, `1 <= width <= 100`.
pub fn unsigned(value: i128, width: u32) -> i128 {
    value & ((1 << width) - 1)
}

/// `⌊a / b⌋`; `b` is not 0.
pub fn floor_div(a: i128, b: i128) -> i128 {
    let quotient = a / b;
    quotient - i128::from(a % b != 0 && (a < 0) != (b < 0))
}

/// `⌈a / b⌉`; `b` is not 0.
pub fn ceil_div(a: i128, b: i128) -> i128 {
    let quotient = a / b;
    quotient + i128::from(a % b != 0 && (a < 0) == (b < 0))
}

/// An exact integer as a machine integer, if it fits.
pub fn small(value: &Int) -> Option<i128> {
    i128::try_from(value).ok()
}
