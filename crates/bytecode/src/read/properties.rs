//! The properties of ops.

use super::entries::Entries;
use super::fields::optional;
use super::header::{Header, OpName};
use crate::cursor::Cursor;
use crate::error::Read;
use crate::format::{section, since};
use crate::layout::{Form, layout_of};
use calipers_ir::{Attr, AttrData, DenseElements, Module, NamedAttribute, Type};
use calipers_number::Int;
use hashbrown::HashMap;

/// The properties of the ops of a file.
pub(super) struct Properties<'b> {
    blobs: Vec<Cursor<'b>>,
    version: u64,
    producer: String,
    /// The attributes of properties that have been read, with the weight of their text, by the number of the op name and
    /// of the properties.
    known: HashMap<(usize, usize), (Vec<NamedAttribute>, u64)>,
}

/// The programs whose layouts of properties are known.
const KNOWN_PRODUCERS: [&str; 2] = ["MLIR22.", "Calipers"];

impl<'b> Properties<'b> {
    pub(super) fn read(header: &Header<'b>) -> Read<Properties<'b>> {
        let mut blobs = Vec::new();
        if header.version >= since::PROPERTIES {
            let mut cursor = header.section(section::PROPERTIES)?;
            blobs = cursor.list("the number of properties", |cursor| {
                let size = cursor.varint("the size of properties")?;
                cursor.part(size, "properties")
            })?;
            cursor.expect_end("the properties")?;
        }
        Ok(Properties {
            blobs,
            version: header.version,
            producer: header.producer.clone(),
            known: HashMap::new(),
        })
    }

    /// The attributes in the properties whose number is next, of an op with the name of the number `name`.
    pub(super) fn of_op(
        &mut self,
        cursor: &mut Cursor<'b>,
        (number, name): (usize, &OpName),
        entries: &mut Entries<'b>,
        module: &mut Module,
    ) -> Read<Vec<NamedAttribute>> {
        let start = *cursor;
        let index = cursor.index(self.blobs.len(), "the number of properties")?;
        if let Some((known, weight)) = self.known.get(&(number, index)) {
            entries.printed.spend(&start, *weight)?;
            return Ok(known.clone());
        }
        let before = entries.printed.left();
        let mut blob = self.blobs[index];
        let attributes = match name.registered {
            true => self.with_layout(&start, &mut blob, &name.full, entries, module)?,
            false => unregistered(&mut blob, entries, module)?,
        };
        blob.expect_end("the properties of an op")?;
        let weight = before - entries.printed.left();
        self.known
            .insert((number, index), (attributes.clone(), weight));
        Ok(attributes)
    }

    /// The `count` attributes of which the properties consist whose number is next.
    pub(super) fn listed(
        &self,
        cursor: &mut Cursor<'b>,
        count: usize,
        entries: &mut Entries<'b>,
        module: &mut Module,
    ) -> Read<Vec<Attr>> {
        let index = cursor.index(self.blobs.len(), "the number of properties")?;
        let mut blob = self.blobs[index];
        let values: Read<Vec<Attr>> = (0..count)
            .map(|_| required(&mut blob, entries, module))
            .collect();
        blob.expect_end("the properties of an op")?;
        values
    }

    fn with_layout(
        &self,
        at: &Cursor,
        blob: &mut Cursor<'b>,
        op: &str,
        entries: &mut Entries<'b>,
        module: &mut Module,
    ) -> Read<Vec<NamedAttribute>> {
        let Some(fields) = layout_of(op) else {
            return at.fail(self.unknown_layout(op));
        };
        let known = KNOWN_PRODUCERS
            .iter()
            .any(|it| self.producer.starts_with(it));
        // The other ops in portable artifacts of StableHLO: their attributes do not affect values.
        let portable = op == "builtin.module" || op.starts_with("sdy.");
        if !known && !portable {
            return at.fail(self.unknown_layout(op));
        }
        let mut attributes = Vec::new();
        for field in fields {
            let value = self.field(blob, field.form, entries, module)?;
            attributes.extend(value.map(|value| NamedAttribute {
                name: module.intern_name(field.name),
                value,
                inherent: true,
            }));
        }
        Ok(attributes)
    }

    fn field(
        &self,
        blob: &mut Cursor<'b>,
        form: Form,
        entries: &mut Entries<'b>,
        module: &mut Module,
    ) -> Read<Option<Attr>> {
        let native = self.version >= since::SEGMENT_SIZES;
        Ok(match form {
            Form::Attribute => Some(required(blob, entries, module)?),
            Form::OldSizes if !native => Some(required(blob, entries, module)?),
            Form::Sizes(count) if native => Some(segment_sizes(blob, count, module)?),
            Form::OldSizes | Form::Sizes(_) => None,
            Form::Optional => match optional(blob, entries.attribute_count())? {
                Some(index) => Some(entries.attribute(module, index)?),
                None => None,
            },
            Form::Flag => match blob.byte("a flag")? {
                0 => None,
                _ => Some(Attr::UNIT),
            },
            Form::Number => {
                let number = blob.varint("a number")?;
                Some(module.integer_attribute(Int::from(number), Type::I32))
            }
        })
    }

    fn unknown_layout(&self, op: &str) -> String {
        format!(
            "the properties of '{op}' are in a layout of '{}' that is not known; \
             write the file with --emit-bytecode-version=4, which has none",
            self.producer
        )
    }
}

fn required(blob: &mut Cursor, entries: &mut Entries, module: &mut Module) -> Read<Attr> {
    let index = blob.index(entries.attribute_count(), "the number of an attribute")?;
    entries.attribute(module, index)
}

/// The properties of an op that the writer did not know: a dictionary.
fn unregistered(
    blob: &mut Cursor,
    entries: &mut Entries,
    module: &mut Module,
) -> Read<Vec<NamedAttribute>> {
    let start = *blob;
    let dictionary = required(blob, entries, module)?;
    match named(module, dictionary, true) {
        Some(attributes) => Ok(attributes),
        None => start.fail("expected properties that are a dictionary"),
    }
}

/// The attributes in a dictionary.
pub(super) fn named(
    module: &Module,
    dictionary: Attr,
    inherent: bool,
) -> Option<Vec<NamedAttribute>> {
    let AttrData::Dictionary(items) = module.attribute_data(dictionary) else {
        return None;
    };
    let items = items.iter().map(|&(name, value)| NamedAttribute {
        name,
        value,
        inherent,
    });
    Some(items.collect())
}

/// Segment sizes: all of them, or the few that are not 0, each with its index in the lowest bits.
fn segment_sizes(blob: &mut Cursor, count: usize, module: &mut Module) -> Read<Attr> {
    let start = *blob;
    let (listed, sparse) = blob.flagged("the number of segment sizes")?;
    let listed = start.checked_index(listed, count + 1, "a number of segment sizes")?;
    let mut sizes = vec![0i64; count];
    if sparse && listed > 0 {
        let bits = blob.index(9, "the number of bits of an index")? as u32;
        for _ in 0..listed {
            let start = *blob;
            let item = blob.varint("a segment size")?;
            let index = start.checked_index(
                item & ((1 << bits) - 1),
                count,
                "the index of a segment size",
            )?;
            sizes[index] = size(&start, item >> bits)?;
        }
    } else {
        for place in &mut sizes[..listed] {
            let start = *blob;
            *place = size(&start, blob.varint("a segment size")?)?;
        }
    }
    Ok(module.intern_attribute(AttrData::DenseArray {
        element: Type::I32,
        elements: DenseElements::Integers(sizes.into()),
    }))
}

fn size(at: &Cursor, size: u64) -> Read<i64> {
    match i32::try_from(size) {
        Ok(size) => Ok(size.into()),
        Err(_) => at.fail(format!(
            "expected a segment size of 31 bits, but found {size}"
        )),
    }
}
