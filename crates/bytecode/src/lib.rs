//! MLIR bytecode: the binary form of a module, as `mlir-opt --emit-bytecode` writes it.
//!
//! [`read`] decodes the versions 0 to 6 into a [`Module`](calipers_ir::Module), [`write()`] encodes a module. A corrupt
//! file is an error with the offset of the byte at which the file is not as it should be; memory and time are bounded by
//! the size of the file.
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
mod format;
mod layout;
mod read;
mod write;

pub use error::{BytecodeError, WriteError};
pub use format::{MAGIC, NEWEST, is_bytecode};
pub use read::read;
pub use write::write;
