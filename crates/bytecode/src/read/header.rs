//! The sections of a file, its strings, and the names of its ops.

use super::budget::Budget;
use crate::cursor::Cursor;
use crate::error::{Fault, Read};
use crate::format::{BITCODE, CONVERTED_MAGIC, MAGIC, NEWEST, section, since};

/// The header with the sections of a file.
pub(super) struct Header<'b> {
    pub(super) version: u64,
    /// The program that wrote the file, such as `MLIR22.1.8`.
    pub(super) producer: String,
    sections: [Option<Cursor<'b>>; section::COUNT],
    /// The size of the file.
    pub(super) end: usize,
}

/// The names of the sections, by their ids.
const SECTIONS: [&str; section::COUNT] = [
    "strings",
    "dialects",
    "attributes and types",
    "offsets of attributes and types",
    "ops",
    "resources",
    "offsets of resources",
    "dialect versions",
    "properties",
];

impl<'b> Header<'b> {
    pub(super) fn read(bytes: &'b [u8]) -> Read<Header<'b>> {
        let mut cursor = Cursor::new(bytes);
        magic(&mut cursor)?;
        let start = cursor;
        let version = cursor.varint("the version of the format")?;
        if version > NEWEST {
            let message = format!(
                "version {version} of the format is newer than {NEWEST}, the newest that can be read; \
                 write the file with --emit-bytecode-version={NEWEST}"
            );
            return start.fail(message);
        }
        let producer = cursor.terminated("the name of the producer")?;
        let mut sections = [None; section::COUNT];
        while !cursor.is_empty() {
            let start = cursor;
            let (id, contents) = cursor.section()?;
            let name = SECTIONS[usize::from(id)];
            let allowed = match id {
                section::DIALECT_VERSIONS => false,
                section::PROPERTIES => version >= since::PROPERTIES,
                _ => true,
            };
            if !allowed || sections[usize::from(id)].is_some() {
                return start.fail(format!("expected no section of {name} here"));
            }
            sections[usize::from(id)] = Some(contents);
        }
        Ok(Header {
            version,
            producer: String::from_utf8_lossy(producer).into_owned(),
            sections,
            end: bytes.len(),
        })
    }

    /// The contents of a section that must exist.
    pub(super) fn section(&self, id: u8) -> Read<Cursor<'b>> {
        match self.optional(id) {
            Some(contents) => Ok(contents),
            None => {
                let name = SECTIONS[usize::from(id)];
                let message = format!("expected a section of {name}, but the file ends");
                Err(Fault::new(self.end, message))
            }
        }
    }

    pub(super) fn optional(&self, id: u8) -> Option<Cursor<'b>> {
        self.sections[usize::from(id)]
    }
}

/// The first bytes of the file, with help if they are those of something else.
fn magic(cursor: &mut Cursor) -> Read<()> {
    let start = *cursor;
    let rest = cursor.rest();
    if rest.starts_with(&MAGIC) {
        return cursor.bytes(MAGIC.len() as u64, "magic").map(|_| ());
    }
    if rest.is_empty() {
        return start.fail("the file is empty; expected MLIR bytecode");
    }
    if MAGIC.starts_with(rest) {
        let message = "the file ends within the magic of MLIR bytecode; it was written or copied incompletely";
        return start.fail(message);
    }
    if BITCODE.iter().any(|it| rest.starts_with(it)) {
        let message = "the file is LLVM bitcode, not MLIR bytecode; \
             convert it with llvm-dis and mlir-translate --import-llvm";
        return start.fail(message);
    }
    if rest.starts_with(CONVERTED_MAGIC) {
        let message = "the file is MLIR bytecode that was converted from Latin-1 to UTF-8 on the way; \
             copy it as binary data";
        return start.fail(message);
    }
    start.fail("expected MLIR bytecode, which begins with the bytes 4D 4C EF 52")
}

/// The strings of the file, without the NUL bytes that end them.
pub(super) fn strings(mut cursor: Cursor<'_>) -> Read<Vec<&[u8]>> {
    let mut sizes = cursor.list("the number of strings", |cursor| {
        cursor.varint("the size of a string")
    })?;
    sizes.reverse();
    let mut strings = Vec::with_capacity(sizes.len());
    for size in sizes {
        let at = cursor;
        match cursor.bytes(size, "a string")?.split_last() {
            Some((0, string)) => strings.push(string),
            _ => return at.fail("expected a string that ends with a NUL byte"),
        }
    }
    cursor.expect_end("the strings")?;
    Ok(strings)
}

/// The name of an op.
pub(super) struct OpName {
    /// The dialect and the name.
    pub(super) full: String,
    /// Whether the writer knew the op, so that its properties have the layout of the op.
    pub(super) registered: bool,
}

/// The dialects and op names of a file.
pub(super) struct Names {
    pub(super) dialects: Vec<String>,
    pub(super) ops: Vec<OpName>,
}

impl Names {
    pub(super) fn read(header: &Header, strings: &[&[u8]]) -> Read<Names> {
        let mut cursor = header.section(section::DIALECTS)?;
        let version = header.version;
        // Many names can share a long string.
        let mut budget = Budget::new("names", 1 << 24, 64, header.end as u64);
        let dialects = cursor.list("the number of dialects", |cursor| {
            let dialect = dialect(cursor, version, strings)?;
            budget.spend(cursor, dialect.len() as u64)?;
            Ok(dialect.to_owned())
        })?;
        if version >= since::OP_COUNT {
            cursor.count("the number of op names")?;
        }
        let mut ops = Vec::new();
        while !cursor.is_empty() {
            let dialect = cursor.index(dialects.len(), "the number of a dialect")?;
            let dialect = &dialects[dialect];
            ops.extend(cursor.list("the number of op names", |cursor| {
                budget.spend(cursor, dialect.len() as u64)?;
                let name = op_name(cursor, version, strings, dialect)?;
                budget.spend(cursor, name.full.len() as u64)?;
                Ok(name)
            })?);
        }
        Ok(Names { dialects, ops })
    }
}

fn dialect<'b>(cursor: &mut Cursor, version: u64, strings: &[&'b [u8]]) -> Read<&'b str> {
    let start = *cursor;
    let (name, versioned) = match version >= since::DIALECT_VERSIONS {
        true => cursor.flagged("the name of a dialect")?,
        false => (cursor.varint("the name of a dialect")?, false),
    };
    let name = start.checked_index(name, strings.len(), "the number of a string")?;
    if versioned {
        // Each dialect defines what its version contains.
        cursor.section_of(section::DIALECT_VERSIONS, "the version of a dialect")?;
    }
    text(&start, strings[name])
}

fn op_name(cursor: &mut Cursor, version: u64, strings: &[&[u8]], dialect: &str) -> Read<OpName> {
    let start = *cursor;
    let (name, registered) = match version >= since::PROPERTIES {
        true => cursor.flagged("the name of an op")?,
        false => (cursor.varint("the name of an op")?, true),
    };
    let name = start.checked_index(name, strings.len(), "the number of a string")?;
    let full = match text(&start, strings[name])? {
        "" => dialect.to_owned(),
        name => format!("{dialect}.{name}"),
    };
    if full.is_empty() || full.contains('\0') {
        return start.fail("expected the name of an op that is not empty and has no NUL byte");
    }
    Ok(OpName { full, registered })
}

/// The text of a string that must be UTF-8.
pub(super) fn text<'b>(at: &Cursor, string: &'b [u8]) -> Read<&'b str> {
    match std::str::from_utf8(string) {
        Ok(text) => Ok(text),
        Err(_) => at.fail("expected a string that is valid UTF-8"),
    }
}
