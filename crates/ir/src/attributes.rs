//! Interned attributes.

use super::intern::Interner;
use super::{Name, Type};
use crate::number::Int;
use crate::program::{AffineMap, Extent, IntegerSet};

/// An attribute of a module: equal attributes of a module have equal handles.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Attr(pub(crate) u32);

/// A floating-point number.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum FloatValue {
    /// The bits of an `f64`, rounded to its type if that is narrower.
    Number(u64),
    /// The source text of a number that an `f64` cannot represent.
    Text(Box<str>),
}

/// The elements of a `dense<…>` attribute.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum DenseElements {
    /// Integers and booleans.
    Integers(Box<[i64]>),
    /// Integers, some of which exceed 64 bits.
    Wide(Box<[Int]>),
    /// Floats.
    Floats(Box<[FloatValue]>),
    /// Complex numbers or strings, as attributes.
    Other(Box<[Attr]>),
    /// The digits of `"0x…"` for an element type that is not decoded.
    Hex(Box<str>),
}

/// The contents of an attribute.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum AttrData {
    /// `unit`.
    Unit,
    /// `true`, `false`.
    Bool(bool),
    /// `3 : i64`.
    Integer {
        /// The value: signed for `iN`, unsigned for `uiN`.
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
        /// Its type, if it has one.
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
        /// All elements, or the repeated element of a splat.
        elements: DenseElements,
        /// Whether all elements equal a single one.
        splat: bool,
    },
    /// `sparse<…>` and other builtin attributes that are kept as text, with their type.
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
    /// `#dialect.attr<…>` and all other attributes that are kept as text.
    Opaque {
        /// The text, with its `#`.
        text: Box<str>,
        /// Its type, if it was written.
        ty: Option<Type>,
    },
    /// The text of an op that could not be read.
    Verbatim(Box<super::Verbatim>),
}

/// The interner of a module's attributes.
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

impl DenseElements {
    /// The elements of a list of integers.
    pub fn of_integers(integers: Vec<Int>) -> DenseElements {
        let small: Result<Vec<i64>, _> = integers.iter().map(i64::try_from).collect();
        match small {
            Ok(small) => DenseElements::Integers(small.into()),
            Err(_) => DenseElements::Wide(integers.into()),
        }
    }

    /// Converts numbers that are all equal to a splat. Returns whether the result is one, and `splat` if the elements
    /// stay as they are.
    pub fn merged(self, splat: bool) -> (DenseElements, bool) {
        fn first<T: PartialEq + Clone>(items: &[T]) -> Option<Box<[T]>> {
            let (head, rest) = items.split_first()?;
            rest.iter()
                .all(|item| item == head)
                .then(|| [head.clone()].into())
        }
        let merged = match &self {
            DenseElements::Integers(items) => first(items).map(DenseElements::Integers),
            DenseElements::Wide(items) => first(items).map(DenseElements::Wide),
            DenseElements::Floats(items) => first(items).map(DenseElements::Floats),
            DenseElements::Other(_) | DenseElements::Hex(_) => None,
        };
        match merged {
            Some(merged) => (merged, true),
            None => (self, splat),
        }
    }
}

impl Attr {
    /// `unit`, in every module.
    pub const UNIT: Attr = Attr(0);
}

impl AttrData {
    /// The value of an integer attribute.
    #[inline]
    pub fn as_integer(&self) -> Option<&Int> {
        match self {
            AttrData::Integer { value, .. } => Some(value),
            _ => None,
        }
    }

    /// The text of a string attribute, if it is valid UTF-8.
    #[inline]
    pub fn as_str(&self) -> Option<&str> {
        match self {
            AttrData::String { value, .. } => std::str::from_utf8(value).ok(),
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
