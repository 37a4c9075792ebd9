//! The writer.
//!
//! Entries of the tables are numbered in the order in which they are first needed, so that everything is written in
//! one pass. Most properties of known ops are written among their other attributes, where every version of LLVM accepts
//! them. Those of other ops are a dictionary of their own, the form for ops that are not registered.

mod attributes;
mod elements;
mod ops;
mod output;
mod properties;
mod resources;
mod tables;
mod types;

use crate::error::WriteError;
use crate::format::{MAGIC, NEWEST, section, since};
use calipers_ir::Module;
use ops::OpWriter;
use output::Output;

/// The name of the producer in the header.
const PRODUCER: &str = concat!("Calipers", env!("CARGO_PKG_VERSION"));

/// The bytes of a module, in a version of the format up to [`NEWEST`].
///
/// Versions before 5 do not distinguish the properties of an op from its other attributes: an op of an unknown dialect
/// that is read from them has no properties. Costs the size of the module.
///
/// # Errors
/// If there is no such version, if an op is kept as text, if the body of a named structured op is not known, if the
/// version cannot hold a property, or if the section `{-# … #-}` of the module is not valid.
pub fn write(module: &Module, version: u64) -> Result<Vec<u8>, WriteError> {
    if version > NEWEST {
        return Err(WriteError::UnknownVersion(version));
    }
    if let Some(unread) = module.unread().first() {
        return Err(WriteError::Unread(unread.name.clone()));
    }
    let complete = module.with_implied_bodies().map_err(WriteError::NoBody)?;
    let module = complete.as_ref().unwrap_or(module);
    let mut writer = OpWriter::new(module, version)?;
    let mut ops = Output::default();
    ops.flagged(1, false);
    writer.op(&mut ops, module.top())?;
    let mut tables = writer.tables;
    let (resource_offsets, resources, alignment) = tables.resource_sections();

    let mut file = Output(MAGIC.to_vec());
    file.varint(version);
    file.0.extend(PRODUCER.as_bytes());
    file.byte(0);
    let dialects = tables.dialect_section(version);
    let (offsets, entries) = tables.entry_sections();
    file.section(section::DIALECTS, &dialects);
    file.section(section::OFFSETS, &offsets);
    file.section(section::ENTRIES, &entries);
    file.section(section::IR, &ops);
    file.section(section::RESOURCE_OFFSETS, &resource_offsets);
    match alignment {
        1 => file.section(section::RESOURCES, &resources),
        _ => file.aligned_section(section::RESOURCES, &resources, alignment),
    }
    file.section(section::STRINGS, &tables.string_section());
    if version >= since::PROPERTIES {
        file.section(section::PROPERTIES, &tables.property_section());
    }
    Ok(file.0)
}
