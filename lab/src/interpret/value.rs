//! What an SSA value is while a program runs.

use calipers::number::Int;
use std::rc::Rc;

/// A value at run time.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Value {
    /// An index, or the signed reading of a fixed-width integer.
    Integer(i128),
    /// A tensor, memref or vector, without its data.
    Shaped(Rc<Shaped>),
    /// A float, or anything else that no answer speaks of.
    Opaque,
    /// Nothing that may be relied on: what an op that may be executed speculatively gives where its operands are
    /// not as it wants them. Only in runs with [`Settings::poison`](super::Settings::poison).
    Poison,
}

/// A shaped value: its sizes, how it lies in memory, and its elements where it is a list of integers
/// that were computed here.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Shaped {
    /// The sizes.
    pub dims: Vec<i128>,
    /// The strides, in elements.
    pub strides: Vec<i128>,
    /// The offset, in elements.
    pub offset: i128,
    /// The elements in row-major order, where they are known.
    pub elements: Option<Vec<i128>>,
}

impl Shaped {
    /// A value that lies row-major without gaps at offset 0.
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

    /// How many elements it has.
    pub fn count(&self) -> Option<usize> {
        let count = self.dims.iter().try_fold(1i128, |a, b| a.checked_mul(*b))?;
        usize::try_from(count).ok()
    }

    /// The element with these indices, where it is known and there is one.
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

/// Where the element with these indices lies in row-major order, if it is within.
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

/// An exact integer as a machine one, where it fits.
pub fn small(value: &Int) -> Option<i128> {
    i128::try_from(value).ok()
}
