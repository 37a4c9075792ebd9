//! The reader.

mod attributes;
mod budget;
mod elements;
mod entries;
mod fields;
mod header;
mod ops;
mod properties;
mod resources;
mod sdy;
mod stablehlo;
mod types;
mod values;
mod vhlo;

use crate::error::{BytecodeError, Read};
use crate::format::section;
use calipers_ir::{Assembler, Module, ParseOptions};
use entries::Entries;
use header::{Header, Names};
use ops::OpReader;
use resources::Resources;

/// Reads a module. `file` is the name in messages.
///
/// Locations are kept, and resources become the section `{-# … #-}`. The orders of use lists are dropped. Costs the
/// size of the file.
///
/// # Errors
/// If the file is corrupt, if an op is invalid, or if the file has properties or attributes whose encoding is not
/// known. The message says what was expected at which byte.
pub fn read(bytes: &[u8], file: &str, options: ParseOptions) -> Result<Module, BytecodeError> {
    read_module(bytes, file, options).map_err(|fault| fault.in_file(file))
}

fn read_module(bytes: &[u8], file: &str, options: ParseOptions) -> Read<Module> {
    let header = Header::read(bytes)?;
    let strings = header::strings(header.section(section::STRINGS)?)?;
    let names = Names::read(&header, &strings)?;
    let resources = Resources::read(&header, &strings, &names)?;
    let mut assembler = Assembler::new(file, options);
    assembler.module().set_metadata(resources.text());
    let entries = Entries::read(&header, strings, &names, resources)?;
    let reader = OpReader::new(&header, entries, &names, assembler)?;
    reader.file(header.section(section::IR)?)
}
