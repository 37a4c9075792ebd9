//! Types and attributes as trees of data, on which predicates are evaluated.

use crate::number::Int;
use std::borrow::Cow;
use std::fmt::{self, Display, Formatter};

/// A type, an attribute, or a part of one.
///
/// The table in `Sort` of the rule language defines the heads and their fields. Displays in MLIR's syntax, or as
/// `head(field: part, …)` if that would require more information.
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
            Datum::Node { fields, .. } => fields
                .iter()
                .find(|(known, _)| known == name)
                .map(|(_, field)| field),
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

    /// The text of a word field.
    #[inline]
    pub fn word_field(&self, name: &str) -> Option<&str> {
        match self.field(name)? {
            Datum::Word(text) => Some(text),
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

    /// The text of an extent of a dimension.
    fn extent(&self) -> Option<String> {
        Some(match self.head()? {
            "dynamic" => "?".to_string(),
            "static" => self.integer_field("size")?.to_string(),
            "scalable" => format!("[{}]", self.integer_field("size")?),
            _ => return None,
        })
    }

    /// Its text in MLIR's syntax, if that is simple.
    fn mlir(&self) -> Option<String> {
        let part = |name: &str| self.field(name).map(ToString::to_string);
        let parts = |name: &str| -> Option<String> {
            let parts = self.list_field(name)?.iter().map(ToString::to_string);
            Some(parts.collect::<Vec<_>>().join(", "))
        };
        let dims = || -> Option<String> {
            let extents = self.list_field("dims")?.iter();
            extents.map(|it| Some(it.extent()? + "x")).collect()
        };
        let tail = |name: &str| part(name).map_or(String::new(), |text| format!(", {text}"));
        Some(match self.head()? {
            head @ ("index" | "none" | "unit") => head.to_string(),
            "integer" if self.field("width").is_some() => {
                let sign = match self.word_field("signedness")? {
                    "signed" => "s",
                    "unsigned" => "u",
                    _ => "",
                };
                format!("{sign}i{}", self.integer_field("width")?)
            }
            "integer" => match part("type") {
                Some(ty) => format!("{} : {ty}", self.integer_field("value")?),
                None => self.integer_field("value")?.to_string(),
            },
            "float" if self.field("format").is_some() => self.word_field("format")?.to_string(),
            "float" => format!("{} : {}", self.word_field("number")?, part("type")?),
            "complex" => format!("complex<{}>", part("element")?),
            "tuple" => format!("tuple<{}>", parts("elements")?),
            "vector" => format!("vector<{}{}>", dims()?, part("element")?),
            "tensor" => {
                let dims = dims().unwrap_or_else(|| "*x".into());
                format!("tensor<{dims}{}{}>", part("element")?, tail("encoding"))
            }
            "memref" => {
                let dims = dims().unwrap_or_else(|| "*x".into());
                let layout = match self.field("layout").and_then(Datum::head) {
                    None | Some("identity") => String::new(),
                    Some(_) => tail("layout"),
                };
                let element = part("element")?;
                format!("memref<{dims}{element}{layout}{}>", tail("space"))
            }
            "function" => format!("({}) -> ({})", parts("inputs")?, parts("results")?),
            // The parameters of a dialect's type contain its dimensions; this datum has dimensions only, since it is
            // an example.
            "dialect" => match parts("parameters")? {
                parts if parts.is_empty() && self.field("dims").is_some() => return None,
                parts if parts.is_empty() => self.word_field("name")?.to_string(),
                parts => format!("{}<{parts}>", self.word_field("name")?),
            },
            "bool" => self.word_field("truth")?.to_string(),
            "string" => format!("{:?}", self.word_field("text")?),
            "type" => part("type")?,
            "array" => format!("[{}]", parts("elements")?),
            "dictionary" => format!("{{{}}}", parts("entries")?),
            "entry" => {
                let name = self.word_field("name")?;
                let is_plain = |c: char| c.is_ascii_alphanumeric() || "_$.".contains(c);
                let is_bare = name.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_');
                let name = match is_bare && name.chars().all(is_plain) {
                    true => name.to_string(),
                    false => format!("{name:?}"),
                };
                match self.field("value")? {
                    value if value.head() == Some("unit") => name,
                    value => format!("{name} = {value}"),
                }
            }
            "dense-array" => match parts("integers")? {
                parts if parts.is_empty() => format!("array<{}>", part("element")?),
                parts => format!("array<{}: {parts}>", part("element")?),
            },
            "symbol" => format!("@{}", self.word_field("text")?),
            "keyword" => self.word_field("text")?.to_string(),
            "strided" => {
                let strides: Option<Vec<String>> = self
                    .list_field("strides")?
                    .iter()
                    .map(Datum::extent)
                    .collect();
                let offset = self.field("offset")?.extent()?;
                let offset = match offset.as_str() {
                    "0" => String::new(),
                    text => format!(", offset: {text}"),
                };
                format!("strided<[{}]{offset}>", strides?.join(", "))
            }
            _ => return self.extent(),
        })
    }
}

impl Display for Datum {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        if let Some(text) = self.mlir() {
            return f.write_str(&text);
        }
        match self {
            Datum::Integer(value) => write!(f, "{value}"),
            Datum::Word(text) => f.write_str(text),
            Datum::List(parts) => {
                f.write_str("[")?;
                for (n, part) in parts.iter().enumerate() {
                    write!(f, "{}{part}", if n > 0 { ", " } else { "" })?;
                }
                f.write_str("]")
            }
            Datum::Node { head, fields } if fields.is_empty() => f.write_str(head),
            Datum::Node { head, fields } => {
                write!(f, "{head}(")?;
                for (n, (name, part)) in fields.iter().enumerate() {
                    write!(f, "{}{name}: {part}", if n > 0 { ", " } else { "" })?;
                }
                f.write_str(")")
            }
        }
    }
}
