//! Attributes, each stored once.

use super::intern::Interner;
use super::{Name, Type};
use crate::number::Int;
use crate::program::{AffineMap, Extent, IntegerSet};

/// An attribute of a module: equal attributes of one module have equal handles.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Attr(pub(crate) u32);

/// A floating-point number.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum FloatValue {
    /// The number, as the bits of an `f64` (rounded to its type where that is narrower).
    Number(u64),
    /// Bits or digits that an `f64` cannot hold, as they were written.
    Text(Box<str>),
}

/// The elements of a `dense<…>` attribute.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum DenseElements {
    /// Integers and booleans.
    Integers(Box<[i64]>),
    /// Integers, of which some do not fit 64 bits.
    Wide(Box<[Int]>),
    /// Floats.
    Floats(Box<[FloatValue]>),
    /// Complex numbers, strings: as attributes.
    Other(Box<[Attr]>),
    /// `"0x…"` of an element type that is not decoded; the digits.
    Hex(Box<str>),
}

/// What an attribute is.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum AttrData {
    /// `unit`.
    Unit,
    /// `true`, `false`.
    Bool(bool),
    /// `3 : i64`.
    Integer {
        /// The value; of `iN` its signed reading, of `uiN` the unsigned one.
        value: Int,
        /// Its type.
        ty: Type,
    },
    /// `1.0 : f32`.
    Float {
        /// The value.
        value: FloatValue,
        /// Its type.
        ty: Type,
    },
    /// `"text"`.
    String {
        /// The text, unescaped.
        value: Box<[u8]>,
        /// Its type, where it has one.
        ty: Option<Type>,
    },
    /// A type.
    Type(Type),
    /// `[…]`.
    Array(Box<[Attr]>),
    /// `{…}`, sorted by name.
    Dictionary(Box<[(Name, Attr)]>),
    /// `array<T: …>`.
    DenseArray {
        /// The element type.
        element: Type,
        /// The elements: integers or floats.
        elements: DenseElements,
    },
    /// `dense<…>`.
    Dense {
        /// The shaped type.
        ty: Type,
        /// All elements, or the one that a splat repeats.
        elements: DenseElements,
        /// Whether one element stands for all.
        splat: bool,
    },
    /// `sparse<…>` and other attributes of builtin form that are kept as text, with their type.
    Elements {
        /// The text before the `:`.
        text: Box<str>,
        /// The shaped type.
        ty: Type,
    },
    /// `affine_map<…>`.
    Map(AffineMap),
    /// `affine_set<…>`.
    Set(IntegerSet),
    /// `@a::@b`, without the first `@`: `a::@b`.
    Symbol(Box<str>),
    /// `strided<…>`.
    Strided {
        /// The strides.
        strides: Box<[Extent]>,
        /// The offset.
        offset: Extent,
    },
    /// `loc(…)`.
    Location(super::Location),
    /// `#dialect.attr<…>` and everything else that is kept as text.
    Opaque {
        /// The text, with its `#`.
        text: Box<str>,
        /// Its type, where one was written.
        ty: Option<Type>,
    },
}

/// The attributes of a module.
#[derive(Clone, Debug)]
pub(crate) struct Attributes {
    table: Interner<AttrData>,
}

impl Attributes {
    #[inline]
    pub(crate) fn new() -> Attributes {
        let mut table = Interner::new();
        table.intern(AttrData::Unit);
        Attributes { table }
    }

    #[inline]
    pub(crate) fn intern(&mut self, data: AttrData) -> Attr {
        Attr(self.table.intern(data))
    }

    #[inline]
    pub(crate) fn get(&self, attr: Attr) -> &AttrData {
        self.table.get(attr.0)
    }

    #[inline]
    pub(crate) fn iter(&self) -> impl Iterator<Item = &AttrData> {
        self.table.iter()
    }
}

impl Attr {
    /// `unit`, in every module.
    pub const UNIT: Attr = Attr(0);
}

impl AttrData {
    /// The integer, where it is one.
    #[inline]
    pub fn as_integer(&self) -> Option<&Int> {
        match self {
            AttrData::Integer { value, .. } => Some(value),
            _ => None,
        }
    }

    /// The text, where it is a string of valid UTF-8.
    #[inline]
    pub fn as_str(&self) -> Option<&str> {
        match self {
            AttrData::String { value, .. } => std::str::from_utf8(value).ok(),
            _ => None,
        }
    }

    /// The text of a symbol reference, without its first `@`.
    #[inline]
    pub fn as_symbol(&self) -> Option<&str> {
        match self {
            AttrData::Symbol(text) => Some(text),
            _ => None,
        }
    }

    /// The integers of `array<iN: …>`.
    pub fn as_dense_array(&self) -> Option<&[i64]> {
        match self {
            AttrData::DenseArray {
                elements: DenseElements::Integers(values),
                ..
            } => Some(values),
            _ => None,
        }
    }
}
