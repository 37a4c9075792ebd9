//! Resources, which become the section `{-# … #-}` of the text form.

use super::budget::Budget;
use super::header::{Header, Names, text};
use crate::cursor::Cursor;
use crate::error::Read;
use crate::format::section;
use std::fmt::Write;

/// The data of a resource.
enum Data {
    /// The key is declared without data.
    Elided,
    Blob {
        alignment: u32,
        bytes: Vec<u8>,
    },
    Bool(bool),
    String(String),
}

struct Resource {
    key: String,
    data: Data,
}

/// The resources of one dialect or tool.
struct Group {
    owner: String,
    resources: Vec<Resource>,
}

/// The resources of a file.
#[derive(Default)]
pub(super) struct Resources {
    external: Vec<Group>,
    dialects: Vec<Group>,
    /// The keys of the resources of dialects, by their handles.
    keys: Vec<String>,
}

const BLOB: u8 = 0;
const BOOL: u8 = 1;
const STRING: u8 = 2;

impl Resources {
    pub(super) fn read(header: &Header, strings: &[&[u8]], names: &Names) -> Read<Resources> {
        let sections = (
            header.optional(section::RESOURCE_OFFSETS),
            header.optional(section::RESOURCES),
        );
        let (mut offsets, mut data) = match sections {
            (Some(offsets), Some(data)) => (offsets, data),
            (None, None) => return Ok(Resources::default()),
            (Some(it), None) | (None, Some(it)) => {
                return it.fail("expected both sections of resources or none");
            }
        };
        let mut resources = Resources::default();
        // Many resources can share a long key.
        let mut budget = Budget::new("keys", 1 << 24, 64, header.end as u64);
        let external = offsets.count("the number of external groups of resources")?;
        for _ in 0..external {
            let owner = offsets.index(strings.len(), "the number of a string")?;
            let owner = text(&offsets, strings[owner])?.to_owned();
            let group = group(owner, &mut offsets, &mut data, strings, &mut budget)?;
            resources.external.push(group);
        }
        while !offsets.is_empty() {
            let owner = offsets.index(names.dialects.len(), "the number of a dialect")?;
            let owner = names.dialects[owner].clone();
            let group = group(owner, &mut offsets, &mut data, strings, &mut budget)?;
            resources
                .keys
                .extend(group.resources.iter().map(|it| quoted_key(&it.key)));
            resources.dialects.push(group);
        }
        data.expect_end("the resources")?;
        Ok(resources)
    }

    /// The key of the resource with that handle.
    pub(super) fn handle(&self, at: &Cursor, handle: u64) -> Read<&str> {
        let handle = at.checked_index(handle, self.keys.len(), "the number of a resource")?;
        Ok(&self.keys[handle])
    }

    /// The section of the text form, if there is any data.
    pub(super) fn text(&self) -> Option<String> {
        let kinds = [
            ("dialect_resources", &self.dialects),
            ("external_resources", &self.external),
        ];
        let mut parts = Vec::new();
        for (name, groups) in kinds {
            let groups: Vec<String> = groups.iter().filter_map(Group::text).collect();
            if !groups.is_empty() {
                parts.push(format!("  {name}: {{\n{}\n  }}", groups.join(",\n")));
            }
        }
        match parts.is_empty() {
            true => None,
            false => Some(format!("{{-#\n{}\n#-}}", parts.join(",\n"))),
        }
    }
}

impl Group {
    fn text(&self) -> Option<String> {
        let resources = self.resources.iter().filter_map(|resource| {
            let value = match &resource.data {
                Data::Elided => return None,
                Data::Blob { alignment, bytes } => hex(*alignment, bytes),
                Data::Bool(value) => value.to_string(),
                Data::String(text) => quoted(text),
            };
            Some(format!("      {}: {value}", quoted_key(&resource.key)))
        });
        let resources: Vec<String> = resources.collect();
        match resources.is_empty() {
            true => None,
            false => Some(format!(
                "    {}: {{\n{}\n    }}",
                quoted_key(&self.owner),
                resources.join(",\n")
            )),
        }
    }
}

fn group(
    owner: String,
    offsets: &mut Cursor,
    data: &mut Cursor,
    strings: &[&[u8]],
    budget: &mut Budget,
) -> Read<Group> {
    budget.spend(offsets, owner.len() as u64)?;
    let resources = offsets.list("the number of resources", |offsets| {
        let key = offsets.index(strings.len(), "the number of a string")?;
        let key = text(offsets, strings[key])?.to_owned();
        budget.spend(offsets, key.len() as u64)?;
        let size = offsets.varint("the size of a resource")?;
        let start = *offsets;
        let kind = offsets.byte("the kind of a resource")?;
        let part = data.part(size, "a resource")?;
        let data = match size {
            0 => Data::Elided,
            _ => content(&start, kind, part, strings, budget)?,
        };
        Ok(Resource { key, data })
    })?;
    Ok(Group { owner, resources })
}

fn content(
    at: &Cursor,
    kind: u8,
    mut part: Cursor,
    strings: &[&[u8]],
    budget: &mut Budget,
) -> Read<Data> {
    let data = match kind {
        BLOB => {
            let start = part;
            let alignment = part.varint("the alignment of a resource")?;
            let size = part.varint("the size of a resource")?;
            part.align(alignment)?;
            let Ok(alignment) = u32::try_from(alignment) else {
                return start.fail("expected an alignment of 32 bits");
            };
            let bytes = part.bytes(size, "a resource")?.to_vec();
            Data::Blob { alignment, bytes }
        }
        BOOL => Data::Bool(part.byte("a flag")? != 0),
        STRING => {
            let index = part.index(strings.len(), "the number of a string")?;
            let text = text(&part, strings[index])?.to_owned();
            budget.spend(&part, text.len() as u64)?;
            Data::String(text)
        }
        _ => {
            return at.fail(format!(
                "expected a resource of the kind 0, 1 or 2, but found {kind}"
            ));
        }
    };
    part.expect_end("a resource")?;
    Ok(data)
}

/// A blob in the text form: its alignment in 4 bytes, and its bytes.
fn hex(alignment: u32, bytes: &[u8]) -> String {
    let mut text = String::with_capacity(2 * bytes.len() + 16);
    text.push_str("\"0x");
    for byte in alignment.to_le_bytes().iter().chain(bytes) {
        write!(text, "{byte:02X}").expect("writing to a string does not fail");
    }
    text.push('"');
    text
}

/// A key, quoted unless it is a word.
fn quoted_key(key: &str) -> String {
    let mut chars = key.chars();
    let first = chars
        .next()
        .is_some_and(|c| c.is_ascii_alphabetic() || c == '_');
    let plain = |c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | '$' | '.');
    match first && chars.all(plain) {
        true => key.to_owned(),
        false => quoted(key),
    }
}

fn quoted(text: &str) -> String {
    let mut quoted = String::from("\"");
    for byte in text.bytes() {
        match byte {
            b'\\' => quoted.push_str("\\\\"),
            b'"' => quoted.push_str("\\22"),
            b' '..=b'~' => quoted.push(byte as char),
            _ => write!(quoted, "\\{byte:02X}").expect("writing to a string does not fail"),
        }
    }
    quoted.push('"');
    quoted
}
