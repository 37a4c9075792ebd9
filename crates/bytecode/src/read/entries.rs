//! The tables of attributes and types, whose entries are decoded on demand.

use super::budget::Budget;
use super::fields::{Fields, Lengths, Shape};
use super::header::{Header, Names};
use super::resources::Resources;
use super::{attributes, sdy, stablehlo, types, vhlo};
use crate::cursor::Cursor;
use crate::error::{Fault, Read};
use crate::format::{MAX_DEPTH, section};
use calipers_ir::{Attr, AttrData, Location, Module, Type};

/// An entry that is not decoded.
#[derive(Clone, Copy)]
pub(super) struct Entry<'b> {
    pub(super) dialect: usize,
    /// Whether the dialect has encoded it; else it is text.
    encoded: bool,
    data: Cursor<'b>,
}

/// An attribute or type by its number in the file.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Key {
    Attribute(usize),
    Type(usize),
}

/// A decoded entry.
#[derive(Clone, Debug)]
struct Known<T> {
    /// The value; a message for one whose encoding is not known.
    value: Result<T, Box<str>>,
    depth: u32,
    /// A bound on the length of its text.
    weight: u64,
}

/// The progress of an entry.
#[derive(Clone, Debug)]
enum State<T> {
    Unread,
    /// Entries that it contains are being decoded.
    Open,
    Done(Known<T>),
}

/// The text of an entry or its fields.
enum Parsed<'b> {
    Text(&'b str),
    Fields(u64, Fields<'b>),
    Unknown(u64),
}

/// The value of an entry.
pub(super) enum Built {
    Attribute(Attr),
    Type(Type),
}

/// A bound on the length of the text of an attribute or type in a small file.
const MAX_WEIGHT: u64 = 1 << 28;

/// The tables of a file.
pub(super) struct Entries<'b> {
    pub(super) strings: Vec<&'b [u8]>,
    pub(super) resources: Resources,
    dialects: Vec<String>,
    attributes: Vec<(Entry<'b>, State<Attr>)>,
    types: Vec<(Entry<'b>, State<Type>)>,
    /// The weight of entries that are copied when they are decoded.
    decoded: Budget,
    /// The weight of entries to which ops refer.
    pub(super) printed: Budget,
    /// The largest weight of an entry.
    greatest: u64,
}

impl<'b> Entries<'b> {
    pub(super) fn read(
        header: &Header<'b>,
        strings: Vec<&'b [u8]>,
        names: &Names,
        resources: Resources,
    ) -> Read<Entries<'b>> {
        let mut offsets = header.section(section::OFFSETS)?;
        let mut data = header.section(section::ENTRIES)?;
        let attributes = offsets.count("the number of attributes")?;
        let types = offsets.count("the number of types")?;
        let size = header.end as u64;
        let dialects = names.dialects.len();
        let attributes = table(&mut offsets, &mut data, attributes, dialects)?;
        let types = table(&mut offsets, &mut data, types, dialects)?;
        offsets.expect_end("the offsets of attributes and types")?;
        data.expect_end("the attributes and types")?;
        Ok(Entries {
            strings,
            resources,
            dialects: names.dialects.clone(),
            attributes: attributes
                .into_iter()
                .map(|it| (it, State::Unread))
                .collect(),
            types: types.into_iter().map(|it| (it, State::Unread)).collect(),
            decoded: Budget::new("attributes and types", MAX_WEIGHT, 256, size),
            printed: Budget::new("attributes and types of ops", 4 * MAX_WEIGHT, 1024, size),
            greatest: MAX_WEIGHT.saturating_add(size.saturating_mul(64)),
        })
    }

    /// The number of attributes.
    pub(super) fn attribute_count(&self) -> usize {
        self.attributes.len()
    }

    /// The number of types.
    pub(super) fn type_count(&self) -> usize {
        self.types.len()
    }

    /// The attribute with that number, which must be in range and to which an op refers.
    pub(super) fn attribute(&mut self, module: &mut Module, index: usize) -> Read<Attr> {
        let attribute = self.decoded_attribute(module, index)?;
        self.refer(Key::Attribute(index))?;
        Ok(attribute)
    }

    fn decoded_attribute(&mut self, module: &mut Module, index: usize) -> Read<Attr> {
        if let State::Done(Known {
            value: Ok(value), ..
        }) = &self.attributes[index].1
        {
            return Ok(*value);
        }
        self.resolve(module, Key::Attribute(index))?;
        self.known_attribute(index)
    }

    /// Counts a reference of an op.
    fn refer(&mut self, key: Key) -> Read<()> {
        let weight = self.depth_and_weight(key).map_or(0, |(_, weight)| weight);
        let at = self.entry(key).data;
        self.printed.spend(&at, weight)
    }

    /// The type with that number, which must be in range and to which an op refers.
    pub(super) fn ty(&mut self, module: &mut Module, index: usize) -> Read<Type> {
        let ty = self.decoded_type(module, index)?;
        self.refer(Key::Type(index))?;
        Ok(ty)
    }

    fn decoded_type(&mut self, module: &mut Module, index: usize) -> Read<Type> {
        if let State::Done(Known {
            value: Ok(value), ..
        }) = &self.types[index].1
        {
            return Ok(*value);
        }
        self.resolve(module, Key::Type(index))?;
        self.known_type(index)
    }

    /// The attribute with that number, which has been decoded.
    pub(super) fn known_attribute(&self, index: usize) -> Read<Attr> {
        known(&self.attributes[index])
    }

    /// The type with that number, which has been decoded.
    pub(super) fn known_type(&self, index: usize) -> Read<Type> {
        known(&self.types[index])
    }

    /// The dialect of an entry.
    pub(super) fn dialect(&self, entry: &Entry) -> &str {
        &self.dialects[entry.dialect]
    }

    fn lengths(&self) -> Lengths {
        Lengths {
            attributes: self.attributes.len(),
            types: self.types.len(),
        }
    }

    /// Decodes an entry and all that it refers to. The stack is explicit, since entries may refer to each other
    /// in long chains.
    fn resolve(&mut self, module: &mut Module, key: Key) -> Read<()> {
        let mut stack = vec![key];
        while let Some(&key) = stack.last() {
            if self.depth_and_weight(key).is_some() {
                stack.pop();
                continue;
            }
            let entry = self.entry(key);
            let parsed = self.parse(key, &entry)?;
            let missing = self.missing(&entry, &parsed)?;
            if missing.is_empty() {
                self.complete(module, key, &entry, &parsed)?;
                stack.pop();
            } else {
                self.open(key);
                stack.extend(missing);
            }
        }
        Ok(())
    }

    fn entry(&self, key: Key) -> Entry<'b> {
        match key {
            Key::Attribute(index) => self.attributes[index].0,
            Key::Type(index) => self.types[index].0,
        }
    }

    fn open(&mut self, key: Key) {
        match key {
            Key::Attribute(index) => self.attributes[index].1 = State::Open,
            Key::Type(index) => self.types[index].1 = State::Open,
        }
    }

    fn is_open(&self, key: Key) -> bool {
        match key {
            Key::Attribute(index) => matches!(self.attributes[index].1, State::Open),
            Key::Type(index) => matches!(self.types[index].1, State::Open),
        }
    }

    /// The depth and the weight of an entry that has been decoded.
    fn depth_and_weight(&self, key: Key) -> Option<(u32, u64)> {
        match key {
            Key::Attribute(index) => match &self.attributes[index].1 {
                State::Done(known) => Some((known.depth, known.weight)),
                _ => None,
            },
            Key::Type(index) => match &self.types[index].1 {
                State::Done(known) => Some((known.depth, known.weight)),
                _ => None,
            },
        }
    }

    fn parse(&self, key: Key, entry: &Entry<'b>) -> Read<Parsed<'b>> {
        let mut cursor = entry.data;
        if !entry.encoded {
            let text = cursor.terminated("the text of an attribute or type")?;
            cursor.expect_end("the text of an attribute or type")?;
            return super::header::text(&entry.data, text).map(Parsed::Text);
        }
        let code = cursor.varint("the code of an attribute or type")?;
        let Some(shape) = shape(self.dialect(entry), key, code) else {
            return Ok(Parsed::Unknown(code));
        };
        let fields = Fields::read(&mut cursor, shape, &self.strings, self.lengths())?;
        cursor.expect_end("an attribute or type")?;
        Ok(Parsed::Fields(code, fields))
    }

    /// The entries that must be decoded first.
    fn missing(&self, entry: &Entry, parsed: &Parsed) -> Read<Vec<Key>> {
        let Parsed::Fields(_, fields) = parsed else {
            return Ok(Vec::new());
        };
        let mut missing = Vec::new();
        for key in keys(fields) {
            if self.is_open(key) {
                return entry
                    .data
                    .fail("expected an attribute or type that does not contain itself");
            }
            if self.depth_and_weight(key).is_none() {
                missing.push(key);
            }
        }
        Ok(missing)
    }

    fn complete(
        &mut self,
        module: &mut Module,
        key: Key,
        entry: &Entry<'b>,
        parsed: &Parsed<'b>,
    ) -> Read<()> {
        let size = entry.data.left() as u64;
        let (mut depth, mut weight) = (1, 24 * size.min(4096) + 3 * size);
        if let Parsed::Fields(_, fields) = parsed {
            weight = weight.saturating_add(self.string_weight(key, entry, parsed));
            for (inner, more) in keys(fields).filter_map(|key| self.depth_and_weight(key)) {
                depth = depth.max(inner.saturating_add(1));
                weight = weight.saturating_add(more);
            }
        }
        let copied = match self.keeps_references(key, entry, parsed) {
            true => 0,
            false => weight,
        };
        if depth > MAX_DEPTH || weight > self.greatest || !self.decoded.covers(copied) {
            return self.give_up(module, key, entry, parsed);
        }
        self.decoded.spend(&entry.data, copied)?;
        let built = match parsed {
            Parsed::Text(text) => text_entry(module, key, entry, text).map(Ok)?,
            Parsed::Fields(code, fields) => self.build(module, key, entry, *code, fields)?,
            Parsed::Unknown(code) => Err(self.unknown(key, entry, *code)),
        };
        self.set(key, built, depth, weight);
        Ok(())
    }

    /// The length of the strings in an entry.
    fn string_weight(&self, key: Key, entry: &Entry, parsed: &Parsed) -> u64 {
        let Parsed::Fields(code, fields) = parsed else {
            return 0;
        };
        let single = fields.string.map_or(0, <[u8]>::len) as u64;
        let several = match key {
            Key::Attribute(_) if self.dialect(entry) == "builtin" => {
                attributes::listed_strings(*code, fields, &self.strings)
            }
            _ => 0,
        };
        single.saturating_add(several)
    }

    /// Whether the decoded entry refers to its parts, instead of having a copy of their text.
    fn keeps_references(&self, key: Key, entry: &Entry, parsed: &Parsed) -> bool {
        match (key, parsed, self.dialect(entry)) {
            (Key::Attribute(_), Parsed::Fields(code, _), "builtin") => {
                matches!(code, 0 | 1 | 10 | 12 | 13)
            }
            (Key::Attribute(_), Parsed::Fields(code, _), "vhlo") => matches!(code, 1 | 6),
            _ => false,
        }
    }

    fn build(
        &self,
        module: &mut Module,
        key: Key,
        entry: &Entry<'b>,
        code: u64,
        fields: &Fields<'b>,
    ) -> Read<Result<Built, Box<str>>> {
        let dialect = self.dialect(entry);
        let at = &entry.data;
        Ok(Ok(match key {
            Key::Attribute(index) => {
                let data = match dialect {
                    "vhlo" => vhlo::attributes::build(self, module, at, code, fields)?,
                    "stablehlo" => stablehlo::build(self, module, at, code, fields)?,
                    "sdy" => sdy::build(self, module, at, code, fields)?,
                    _ => attributes::build(self, module, index, at, code, fields)?,
                };
                Built::Attribute(module.intern_attribute(data))
            }
            Key::Type(_) => {
                let text = match dialect {
                    "quant" => types::quantized(self, module, at, code, fields)?,
                    "vhlo" => vhlo::types::build(self, module, at, code, fields)?,
                    "stablehlo" => stablehlo::ty(self, module, code, fields)?,
                    _ => types::build(self, module, at, code, fields)?,
                };
                Built::Type(parsed_type(module, at, &text)?)
            }
        }))
    }

    /// The entry is too deep or too large: a location becomes unknown, anything else is an error.
    fn give_up(
        &mut self,
        module: &mut Module,
        key: Key,
        entry: &Entry,
        parsed: &Parsed,
    ) -> Read<()> {
        let is_location = matches!(
            (key, parsed),
            (Key::Attribute(_), Parsed::Fields(code, _))
                if self.dialect(entry) == "builtin" && attributes::is_location(*code)
        );
        if !is_location {
            let message = format!(
                "expected an attribute or type with at most {MAX_DEPTH} levels of nesting and {} characters",
                self.greatest
            );
            return entry.data.fail(message);
        }
        let unknown = module.intern_attribute(AttrData::Location(Location::Unknown));
        self.set(key, Ok(Built::Attribute(unknown)), 1, 16);
        Ok(())
    }

    fn set(&mut self, key: Key, built: Result<Built, Box<str>>, depth: u32, weight: u64) {
        match (key, built) {
            (Key::Attribute(index), Ok(Built::Attribute(value))) => {
                let value = Ok(value);
                self.attributes[index].1 = State::Done(Known {
                    value,
                    depth,
                    weight,
                });
            }
            (Key::Type(index), Ok(Built::Type(value))) => {
                let value = Ok(value);
                self.types[index].1 = State::Done(Known {
                    value,
                    depth,
                    weight,
                });
            }
            (Key::Attribute(index), other) => {
                let value = Err(other.err().unwrap_or_default());
                self.attributes[index].1 = State::Done(Known {
                    value,
                    depth,
                    weight,
                });
            }
            (Key::Type(index), other) => {
                let value = Err(other.err().unwrap_or_default());
                self.types[index].1 = State::Done(Known {
                    value,
                    depth,
                    weight,
                });
            }
        }
    }

    fn unknown(&self, key: Key, entry: &Entry, code: u64) -> Box<str> {
        let what = match key {
            Key::Attribute(_) => "attribute",
            Key::Type(_) => "type",
        };
        let dialect = self.dialect(entry);
        let message = format!(
            "the {what} is in an encoding of the dialect '{dialect}' that is not known (code {code}); \
             convert the file to text with mlir-opt"
        );
        message.into()
    }
}

fn known<T: Copy>((entry, state): &(Entry, State<T>)) -> Read<T> {
    match state {
        State::Done(Known {
            value: Ok(value), ..
        }) => Ok(*value),
        State::Done(Known {
            value: Err(message),
            ..
        }) => Err(Fault::new(entry.data.offset(), &**message)),
        _ => entry
            .data
            .fail("expected an attribute or type that does not contain itself"),
    }
}

fn keys(fields: &Fields) -> impl Iterator<Item = Key> {
    let attributes = fields.attributes.iter().map(|&index| Key::Attribute(index));
    attributes.chain(fields.types.iter().map(|&index| Key::Type(index)))
}

/// The shape of the encoding with that code.
fn shape(dialect: &str, key: Key, code: u64) -> Option<Shape> {
    let shapes = match (dialect, key) {
        ("builtin", Key::Attribute(_)) => attributes::SHAPES,
        ("builtin", Key::Type(_)) => types::SHAPES,
        ("quant", Key::Type(_)) => types::QUANTIZED,
        ("sdy", Key::Attribute(_)) => sdy::SHAPES,
        ("stablehlo", Key::Attribute(_)) => stablehlo::SHAPES,
        ("stablehlo", Key::Type(_)) => stablehlo::TYPES,
        ("vhlo", Key::Attribute(_)) => vhlo::attributes::SHAPES,
        ("vhlo", Key::Type(_)) => return vhlo::types::shape(code),
        _ => return None,
    };
    shapes.get(usize::try_from(code).ok()?).copied().flatten()
}

/// The entries of one table.
fn table<'b>(
    offsets: &mut Cursor,
    data: &mut Cursor<'b>,
    count: usize,
    dialects: usize,
) -> Read<Vec<Entry<'b>>> {
    let mut entries = Vec::with_capacity(count);
    while entries.len() < count {
        let start = *offsets;
        let dialect = offsets.index(dialects, "the number of a dialect")?;
        let size = offsets.count("the number of entries")?;
        if size > count - entries.len() {
            let left = count - entries.len();
            return start.fail(format!("expected at most {left} entries, but found {size}"));
        }
        for _ in 0..size {
            let (size, encoded) = offsets.flagged("the size of an entry")?;
            entries.push(Entry {
                dialect,
                encoded,
                data: data.part(size, "an attribute or type")?,
            });
        }
    }
    Ok(entries)
}

fn text_entry(module: &mut Module, key: Key, entry: &Entry, text: &str) -> Read<Built> {
    match key {
        Key::Attribute(_) => match module.parse_attribute(text) {
            Ok(attribute) => Ok(Built::Attribute(attribute)),
            Err(error) => entry.data.fail(invalid("attribute", text, &error.message)),
        },
        Key::Type(_) => parsed_type(module, &entry.data, text).map(Built::Type),
    }
}

/// The type with that text.
fn parsed_type(module: &mut Module, at: &Cursor, text: &str) -> Read<Type> {
    match module.parse_type(text) {
        Ok(ty) => Ok(ty),
        Err(error) => at.fail(invalid("type", text, &error.message)),
    }
}

/// A message about an invalid text, which may be long.
fn invalid(what: &str, text: &str, message: &str) -> String {
    let short: String = text.chars().take(80).collect();
    let more = if short.len() < text.len() { "…" } else { "" };
    format!("{what} '{short}{more}': {message}")
}
