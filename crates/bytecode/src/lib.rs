//! MLIR bytecode: the binary form of a module, as `mlir-opt --emit-bytecode` writes it.
//!
//! [`read`] decodes the versions 0 to 6 into a [`Module`](ir::Module), [`write()`] encodes a module. A corrupt file is an
//! error with the offset of the byte at which the file is not as it should be; memory and time are bounded by the size
//! of the file.
//!
//! ```
//! use calipers::bytecode;
//! use calipers::ir::{Module, ParseOptions};
//!
//! let text = "func.func @f(%a: index) -> index {\n  return %a : index\n}";
//! let module = Module::parse(text, "f.mlir", ParseOptions::default())?;
//! let bytes = bytecode::write(&module, bytecode::NEWEST)?;
//! assert!(bytecode::is_bytecode(&bytes));
//! let again = bytecode::read(&bytes, "f.mlirbc", ParseOptions::default())?;
//! assert_eq!(again.to_string(), module.to_string());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod cursor;
mod error;
mod layout;
mod read;
mod write;

use calipers_ir as ir;
use calipers_number as number;
use calipers_program as program;

pub use error::{BytecodeError, WriteError};
pub use read::read;
pub use write::write;

/// The bytes with which each file begins.
pub const MAGIC: [u8; 4] = *b"ML\xefR";

/// The newest version of the format that is read and written.
pub const NEWEST: u64 = 6;

/// How LLVM bitcode begins, without and with its wrapper.
const BITCODE: [&[u8]; 2] = [b"BC\xc0\xde", b"\xde\xc0\x17\x0b"];

/// [`MAGIC`] after a conversion from Latin-1 to UTF-8.
const CONVERTED_MAGIC: &[u8] = b"ML\xc3\xafR";

/// Whether a file is to be read as bytecode: it begins with [`MAGIC`], ends within it, or is something that is mistaken
/// for it, which [`read`] explains.
#[inline]
pub fn is_bytecode(bytes: &[u8]) -> bool {
    let head = bytes.get(..MAGIC.len()).unwrap_or(bytes);
    let mistaken = [BITCODE[0], BITCODE[1], CONVERTED_MAGIC];
    (head.len() > 2 && MAGIC.starts_with(head)) || mistaken.iter().any(|it| bytes.starts_with(it))
}

/// The ids of the sections.
mod section {
    pub(crate) const STRINGS: u8 = 0;
    pub(crate) const DIALECTS: u8 = 1;
    pub(crate) const ENTRIES: u8 = 2;
    pub(crate) const OFFSETS: u8 = 3;
    pub(crate) const IR: u8 = 4;
    pub(crate) const RESOURCES: u8 = 5;
    pub(crate) const RESOURCE_OFFSETS: u8 = 6;
    pub(crate) const DIALECT_VERSIONS: u8 = 7;
    pub(crate) const PROPERTIES: u8 = 8;
    /// The number of ids.
    pub(crate) const COUNT: usize = 9;
}

/// The bits of an op's mask.
mod mask {
    pub(crate) const ATTRIBUTES: u8 = 0x01;
    pub(crate) const RESULTS: u8 = 0x02;
    pub(crate) const OPERANDS: u8 = 0x04;
    pub(crate) const SUCCESSORS: u8 = 0x08;
    pub(crate) const REGIONS: u8 = 0x10;
    pub(crate) const USE_LISTS: u8 = 0x20;
    pub(crate) const PROPERTIES: u8 = 0x40;
}

/// The first version in which a part of the format exists.
mod since {
    pub(crate) const DIALECT_VERSIONS: u64 = 1;
    pub(crate) const LAZY_REGIONS: u64 = 2;
    pub(crate) const USE_LISTS: u64 = 3;
    pub(crate) const ELIDED_LOCATIONS: u64 = 4;
    pub(crate) const OP_COUNT: u64 = 4;
    pub(crate) const PROPERTIES: u64 = 5;
    pub(crate) const SEGMENT_SIZES: u64 = 6;
}

/// The maximum nesting depth of regions, types and attributes, as in the parser of text.
const MAX_DEPTH: u32 = 256;
