//! The encodings of attributes.

use super::elements;
use super::output::Output;
use super::tables::Tables;
use super::types::dialect_of;
use calipers_ir::{Attr, AttrData, Location, Name, Type, TypeData, float_width};
use calipers_number::Int;

impl Tables<'_> {
    /// The number of an attribute.
    pub(super) fn attribute(&mut self, attribute: Attr) -> u64 {
        if let Some(&number) = self.known_attributes.get(&attribute) {
            return number;
        }
        let entry = match self.encoded_attribute(attribute) {
            Some(contents) => self.builtin(contents),
            None => {
                let text = self.module.attribute_text(attribute);
                self.text(dialect_of(&text), &text)
            }
        };
        let number = self.add_attribute(entry);
        self.known_attributes.insert(attribute, number);
        number
    }

    /// The number of a dictionary with these items, which are sorted by name.
    pub(super) fn dictionary(&mut self, items: impl IntoIterator<Item = (Name, Attr)>) -> u64 {
        let contents = self.encoded_dictionary(items);
        let entry = self.builtin(contents);
        self.add_attribute(entry)
    }

    /// The number of the unknown location.
    pub(super) fn unknown_location(&mut self) -> u64 {
        let entry = self.builtin(code(15));
        self.add_attribute(entry)
    }

    fn encoded_dictionary(&mut self, items: impl IntoIterator<Item = (Name, Attr)>) -> Output {
        let items = items.into_iter().map(|(name, value)| {
            let name = self.string_attribute(self.module.name(name).as_bytes());
            [name, self.attribute(value)]
        });
        let items: Vec<[u64; 2]> = items.collect();
        let mut output = code(1);
        output.length(items.len());
        for number in items.as_flattened() {
            output.varint(*number);
        }
        output
    }

    /// The number of the string attribute with that text.
    fn string_attribute(&mut self, text: &[u8]) -> u64 {
        let mut output = code(2);
        output.varint(self.string(text));
        let entry = self.builtin(output);
        self.add_attribute(entry)
    }

    fn attributes(&mut self, attributes: &[Attr]) -> Vec<u64> {
        attributes.iter().map(|&it| self.attribute(it)).collect()
    }

    /// The encoding of a builtin attribute; none if it is text.
    fn encoded_attribute(&mut self, attribute: Attr) -> Option<Output> {
        let module = self.module;
        let mut output;
        match module.attribute_data(attribute) {
            AttrData::Unit => output = code(7),
            AttrData::Bool(value) => output = self.integer(&Int::from(*value), Type::I1)?,
            AttrData::Integer { value, ty } => output = self.integer(value, *ty)?,
            AttrData::Float { value, ty } => {
                let TypeData::Float(name) = module.type_data(*ty) else {
                    return None;
                };
                let bits = value.to_bits(name)?;
                output = code(9);
                output.varint(self.ty(*ty));
                output.bits(&Int::from(bits), float_width(name)?);
            }
            AttrData::String { value, ty: None } => {
                output = code(2);
                output.varint(self.string(value));
            }
            AttrData::String {
                value,
                ty: Some(ty),
            } => {
                output = code(3);
                output.varint(self.string(value));
                output.varint(self.ty(*ty));
            }
            AttrData::Type(ty) => {
                output = code(6);
                output.varint(self.ty(*ty));
            }
            AttrData::Array(items) => {
                output = code(0);
                output.list(&self.attributes(items));
            }
            AttrData::Dictionary(items) => {
                output = self.encoded_dictionary(items.iter().copied());
            }
            AttrData::DenseArray { element, elements } => {
                let (count, bytes) = elements::array(module, *element, elements)?;
                output = code(17);
                output.varint(self.ty(*element));
                output.length(count);
                output.blob(&bytes);
            }
            AttrData::Dense {
                ty,
                elements,
                splat,
            } => {
                if let Some(texts) = elements::strings(module, elements) {
                    output = code(19);
                    output.varint(self.ty(*ty));
                    output.varint((*splat).into());
                    for text in texts {
                        output.varint(self.string(text));
                    }
                } else {
                    let bytes = elements::dense(module, *ty, elements, *splat)?;
                    output = code(18);
                    output.varint(self.ty(*ty));
                    output.blob(&bytes);
                }
            }
            AttrData::Elements { text, ty } => {
                let key = text.strip_prefix("dense_resource<")?.strip_suffix('>')?;
                output = code(16);
                output.varint(self.ty(*ty));
                output.varint(self.resources.handle(key)?);
            }
            AttrData::Symbol(text) => output = self.symbol(text)?,
            AttrData::Location(location) => output = self.location(location),
            AttrData::Map(_)
            | AttrData::Set(_)
            | AttrData::Strided { .. }
            | AttrData::Opaque { .. }
            | AttrData::Verbatim(_) => {
                return None;
            }
        }
        Some(output)
    }

    fn integer(&mut self, value: &Int, ty: Type) -> Option<Output> {
        let width = match self.module.type_data(ty) {
            TypeData::Index => 64,
            TypeData::Integer { width, .. } => *width,
            _ => return None,
        };
        let mut output = code(8);
        output.varint(self.ty(ty));
        output.bits(value, width);
        Some(output)
    }

    /// A symbol whose names need no quotes; others are text.
    fn symbol(&mut self, text: &str) -> Option<Output> {
        if text.contains('"') {
            return None;
        }
        let mut path = text.split("::@");
        let root = self.string_attribute(path.next()?.as_bytes());
        let nested: Vec<u64> = path
            .map(|name| {
                let mut flat = code(4);
                flat.varint(self.string_attribute(name.as_bytes()));
                let entry = self.builtin(flat);
                self.add_attribute(entry)
            })
            .collect();
        let mut output = code(if nested.is_empty() { 4 } else { 5 });
        output.varint(root);
        if !nested.is_empty() {
            output.list(&nested);
        }
        Some(output)
    }

    fn location(&mut self, location: &Location) -> Output {
        let mut output;
        match location {
            Location::Unknown => output = code(15),
            Location::File {
                file,
                line,
                column,
                end,
            } => {
                let file = self.string_attribute(file.as_bytes());
                let position = [u64::from(*line), u64::from(*column)];
                match range_end(end) {
                    None => {
                        output = code(11);
                        output.varint(file);
                        output.varint(position[0]);
                        output.varint(position[1]);
                    }
                    Some(end) => {
                        output = code(22);
                        output.varint(file);
                        output.list(&[&position[..], &end].concat());
                    }
                }
            }
            Location::Name { name, child } => {
                let name = self.string_attribute(name.as_bytes());
                let child = match child {
                    Some(child) => self.attribute(*child),
                    None => self.unknown_location(),
                };
                output = code(14);
                output.varint(name);
                output.varint(child);
            }
            Location::CallSite { callee, caller } => {
                let (callee, caller) = (self.attribute(*callee), self.attribute(*caller));
                output = code(10);
                output.varint(callee);
                output.varint(caller);
            }
            Location::Fused { metadata, parts } => {
                let parts = self.attributes(parts);
                output = code(if metadata.is_some() { 13 } else { 12 });
                output.list(&parts);
                if let Some(metadata) = metadata {
                    output.varint(self.attribute(*metadata));
                }
            }
        }
        output
    }
}

/// An encoding that begins with that code.
fn code(code: u64) -> Output {
    let mut output = Output::default();
    output.varint(code);
    output
}

/// The end of a range, `to :column` or `to line:column`.
fn range_end(text: &str) -> Option<Vec<u64>> {
    let (line, column) = text.strip_prefix("to")?.trim_start().split_once(':')?;
    let column = column.trim().parse().ok()?;
    match line.trim() {
        "" => Some(vec![column]),
        line => Some(vec![line.parse().ok()?, column]),
    }
}
