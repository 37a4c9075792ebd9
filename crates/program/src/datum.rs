//! Types and attributes as trees of data, on which predicates are evaluated.

use calipers_number::Int;
use std::borrow::Cow;

/// A type, an attribute, or a part of one.
///
/// The table of sorts of the rule language defines the heads and their fields.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Datum {
    /// An integer: a width, a size, or the value of an attribute.
    Integer(Int),
    /// A word: a name, a keyword, or the text of a string.
    Word(Box<str>),
    /// A list: dimensions, parameters, or elements.
    List(Vec<Datum>),
    /// A head with named fields; absent fields are omitted.
    Node {
        /// The name of its constructor.
        head: &'static str,
        /// Its fields.
        fields: Vec<(Cow<'static, str>, Datum)>,
    },
}

impl Datum {
    /// A node with these fields.
    #[inline]
    pub fn node<const N: usize>(head: &'static str, fields: [(&'static str, Datum); N]) -> Datum {
        let fields = fields.map(|(name, field)| (Cow::Borrowed(name), field));
        Datum::Node {
            head,
            fields: fields.into(),
        }
    }

    /// A word.
    #[inline]
    pub fn word(text: impl Into<Box<str>>) -> Datum {
        Datum::Word(text.into())
    }

    /// An integer.
    #[inline]
    pub fn integer(value: impl Into<Int>) -> Datum {
        Datum::Integer(value.into())
    }

    /// The head of a node.
    #[inline]
    pub fn head(&self) -> Option<&'static str> {
        match self {
            Datum::Node { head, .. } => Some(head),
            _ => None,
        }
    }

    /// A field of a node, if present.
    pub fn field(&self, name: &str) -> Option<&Datum> {
        match self {
            Datum::Node { fields, .. } => {
                let mut fields = fields.iter();
                fields.find(|it| it.0 == name).map(|it| &it.1)
            }
            _ => None,
        }
    }

    /// The value of an integer field.
    #[inline]
    pub fn integer_field(&self, name: &str) -> Option<&Int> {
        match self.field(name)? {
            Datum::Integer(value) => Some(value),
            _ => None,
        }
    }

    /// The elements of a list field.
    #[inline]
    pub fn list_field(&self, name: &str) -> Option<&[Datum]> {
        match self.field(name)? {
            Datum::List(parts) => Some(parts),
            _ => None,
        }
    }
}
