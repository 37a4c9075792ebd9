//! The printer of attributes in assembly formats.

use super::Printer;
use super::attributes::Elision;
use crate::affine::MapText;
use crate::program::Attribute;
use crate::registry::{AttrKind, AttrSpec};
use crate::{Attr, AttrData};

impl Printer<'_> {
    /// An attribute in its custom syntax; none if the syntax cannot express its value.
    pub(super) fn format_attribute(&mut self, spec: &'static AttrSpec, value: Attr) -> Option<()> {
        let module = self.module;
        let data = module.attribute_data(value);
        match (&spec.kind, data) {
            (AttrKind::Any, _) => self.attribute(value),
            (AttrKind::Integer(_), AttrData::Integer { .. } | AttrData::Bool(_))
            | (AttrKind::Bool, AttrData::Bool(_))
            | (AttrKind::String, AttrData::String { .. })
            | (AttrKind::Symbol, AttrData::Symbol(_))
            | (AttrKind::Type, AttrData::Type(_)) => self.attribute_with(value, Elision::Always),
            (AttrKind::Integers(_), AttrData::DenseArray { element, elements }) => {
                self.write("[");
                self.dense_array_items(elements, *element);
                self.write("]");
            }
            (AttrKind::List(_), AttrData::DenseArray { element, elements }) => {
                self.dense_array_items(elements, *element);
            }
            (AttrKind::Dense(_), _) => {
                let Attribute::Integers(values) = module.attribute_view(value) else {
                    return None;
                };
                self.write("[");
                self.list(values.iter(), |printer, value| write!(printer, "{value}"));
                self.write("]");
            }
            (AttrKind::Initial(_), AttrData::Unit) => self.write("uninitialized"),
            (AttrKind::Initial(_), _) => self.attribute_with(value, Elision::Always),
            (AttrKind::Map, AttrData::Map(map)) => write!(self, "{}", MapText(map)),
            (AttrKind::Body(head), AttrData::Opaque { text, ty: None }) => {
                let body = text.strip_prefix(head.as_str())?;
                self.write(body.starts_with('<').then_some(body)?);
            }
            (AttrKind::Keyword(cases), AttrData::String { .. }) => {
                let word = data.as_str()?;
                self.write(cases.iter().find(|case| *case == word)?);
            }
            (AttrKind::Enum(_, cases), AttrData::Bool(value)) => {
                self.write(cases.get(usize::from(*value))?);
            }
            (AttrKind::Enum(_, cases), AttrData::Integer { value, .. }) => {
                let case = cases.get(usize::try_from(value).ok()?)?;
                if case == "_" {
                    return None;
                }
                // A case in quotes is a union of flags that MLIR quotes.
                let plain = |c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | '|' | '"');
                match case.chars().all(plain) {
                    true => self.write(case),
                    false => write!(self, "\"{case}\""),
                }
            }
            (AttrKind::QuotedEnum(_, cases), AttrData::Integer { value, .. }) => {
                let case = cases.get(usize::try_from(value).ok()?)?;
                write!(self, "\"{case}\"");
            }
            (AttrKind::Flags(_, cases), AttrData::Integer { value, .. }) => {
                let bits = u64::try_from(value).ok()?;
                self.write("<");
                let set = cases
                    .iter()
                    .enumerate()
                    .filter(|(bit, _)| bits >> bit & 1 == 1);
                self.list(set, |printer, (_, case)| printer.write(case));
                self.write(">");
            }
            (
                AttrKind::Tagged {
                    prefix,
                    angle,
                    cases,
                },
                AttrData::Opaque { text, .. },
            ) => {
                let body = text.strip_prefix(prefix.as_str())?.strip_suffix('>')?;
                if *angle {
                    let plain = |c: char| c.is_ascii_alphanumeric() || "_, |".contains(c);
                    if !body.chars().all(plain) {
                        return None;
                    }
                    write!(self, "<{body}>");
                } else {
                    if !cases.iter().any(|case| case == body) {
                        return None;
                    }
                    self.write(body);
                }
            }
            (AttrKind::SymbolName, AttrData::String { .. }) => self.symbol(data.as_str()?),
            _ => return None,
        }
        Some(())
    }
}
