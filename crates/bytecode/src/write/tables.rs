//! The tables of strings, dialects, attributes, types and properties.

use super::output::Output;
use super::resources::Resources;
use crate::format::since;
use crate::layout::names_of;
use calipers_ir::{Attr, Module, Type, is_known_dialect};
use calipers_program::{OpId, Program};
use hashbrown::HashMap;
use std::hash::Hash;

/// Items that are numbered in the order in which they are added.
#[derive(Debug)]
pub(super) struct Numbered<T> {
    pub(super) items: Vec<T>,
    numbers: HashMap<T, u64>,
}

impl<T> Default for Numbered<T> {
    fn default() -> Numbered<T> {
        Numbered {
            items: Vec::new(),
            numbers: HashMap::new(),
        }
    }
}

impl<T: Clone + Eq + Hash> Numbered<T> {
    pub(super) fn number(&mut self, item: T) -> u64 {
        let next = self.items.len() as u64;
        let number = *self.numbers.entry_ref(&item).or_insert(next);
        if number == next {
            self.items.push(item);
        }
        number
    }
}

/// An encoded attribute or type.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(super) struct Entry {
    pub(super) dialect: u64,
    /// Whether the contents are encoded by the dialect; else they are text.
    pub(super) encoded: bool,
    pub(super) contents: Output,
}

/// The tables of a file.
pub(super) struct Tables<'m> {
    pub(super) module: &'m Module,
    strings: Numbered<Vec<u8>>,
    dialects: Numbered<String>,
    /// The dialects and names of ops, and whether the ops are known.
    op_names: Numbered<(u64, u64, bool)>,
    attributes: Numbered<Entry>,
    types: Numbered<Entry>,
    properties: Numbered<Output>,
    pub(super) known_attributes: HashMap<Attr, u64>,
    pub(super) known_types: HashMap<Type, u64>,
    pub(super) resources: Resources,
}

impl<'m> Tables<'m> {
    pub(super) fn new(module: &'m Module, resources: Resources) -> Tables<'m> {
        Tables {
            module,
            strings: Numbered::default(),
            dialects: Numbered::default(),
            op_names: Numbered::default(),
            attributes: Numbered::default(),
            types: Numbered::default(),
            properties: Numbered::default(),
            known_attributes: HashMap::new(),
            known_types: HashMap::new(),
            resources,
        }
    }

    pub(super) fn string(&mut self, text: &[u8]) -> u64 {
        self.strings.number(text.to_vec())
    }

    pub(super) fn dialect(&mut self, name: &str) -> u64 {
        self.string(name.as_bytes());
        self.dialects.number(name.to_owned())
    }

    /// The number of the name of an op.
    pub(super) fn op_name(&mut self, op: OpId) -> u64 {
        let (full, known) = (self.module.op_name(op), self.is_known(op));
        let (dialect, name) = full.split_once('.').unwrap_or((full, ""));
        let name = (self.dialect(dialect), self.string(name.as_bytes()), known);
        self.op_names.number(name)
    }

    /// Whether readers may know the op, so that they expect properties in its own layout.
    pub(super) fn is_known(&self, op: OpId) -> bool {
        let name = self.module.op_name(op);
        is_known_dialect(name) || self.module.has_definition(op) || !names_of(name).is_empty()
    }

    /// The number of an attribute that its dialect has encoded, or that is text.
    pub(super) fn add_attribute(&mut self, entry: Entry) -> u64 {
        self.attributes.number(entry)
    }

    /// The number of a type that its dialect has encoded, or that is text.
    pub(super) fn add_type(&mut self, entry: Entry) -> u64 {
        self.types.number(entry)
    }

    pub(super) fn add_properties(&mut self, contents: Output) -> u64 {
        self.properties.number(contents)
    }

    /// An entry that a builtin code begins.
    pub(super) fn builtin(&mut self, contents: Output) -> Entry {
        Entry {
            dialect: self.dialect("builtin"),
            encoded: true,
            contents,
        }
    }

    /// An entry that consists of text.
    pub(super) fn text(&mut self, dialect: &str, text: &str) -> Entry {
        let mut contents = Output(text.as_bytes().to_vec());
        contents.byte(0);
        Entry {
            dialect: self.dialect(dialect),
            encoded: false,
            contents,
        }
    }

    pub(super) fn resource_sections(&mut self) -> (Output, Output, u64) {
        let resources = std::mem::take(&mut self.resources);
        resources.sections(self)
    }

    pub(super) fn dialect_section(&mut self, version: u64) -> Output {
        let mut output = Output::default();
        let dialects = std::mem::take(&mut self.dialects.items);
        output.length(dialects.len());
        for dialect in &dialects {
            let name = self.string(dialect.as_bytes());
            match version >= since::DIALECT_VERSIONS {
                true => output.flagged(name, false),
                false => output.varint(name),
            }
        }
        if version >= since::OP_COUNT {
            output.length(self.op_names.items.len());
        }
        for group in self.op_names.items.chunk_by(|a, b| a.0 == b.0) {
            output.varint(group[0].0);
            output.length(group.len());
            for &(_, name, known) in group {
                match version >= since::PROPERTIES {
                    true => output.flagged(name, known),
                    false => output.varint(name),
                }
            }
        }
        output
    }

    /// The sections of the offsets and of the contents of attributes and types.
    pub(super) fn entry_sections(&self) -> (Output, Output) {
        let (mut offsets, mut contents) = (Output::default(), Output::default());
        offsets.length(self.attributes.items.len());
        offsets.length(self.types.items.len());
        for entries in [&self.attributes.items, &self.types.items] {
            for group in entries.chunk_by(|a, b| a.dialect == b.dialect) {
                offsets.varint(group[0].dialect);
                offsets.length(group.len());
                for entry in group {
                    offsets.flagged(entry.contents.0.len() as u64, entry.encoded);
                    contents.0.extend(&entry.contents.0);
                }
            }
        }
        (offsets, contents)
    }

    pub(super) fn string_section(&self) -> Output {
        let mut output = Output::default();
        output.length(self.strings.items.len());
        for string in self.strings.items.iter().rev() {
            output.length(string.len() + 1);
        }
        for string in &self.strings.items {
            output.0.extend(string);
            output.byte(0);
        }
        output
    }

    pub(super) fn property_section(&self) -> Output {
        let mut output = Output::default();
        output.length(self.properties.items.len());
        for properties in &self.properties.items {
            output.blob(&properties.0);
        }
        output
    }
}
