//! The texts of program files, which may be bytecode.

use crate::bytecode;
use crate::diagnostic::{Diagnostic, Severity};
use crate::ir::{Module, ParseOptions, PrintOptions};
use crate::program::SourceLocation;
use std::io;
use std::path::Path;

/// The options for programs.
#[derive(Clone, Debug, Default)]
pub struct Options {
    /// How programs are parsed.
    pub parse: ParseOptions,
    /// How bytecode is printed.
    pub print: PrintOptions,
}

/// The text of a program. MLIR bytecode, which begins with `ML\xefR`, is printed; other bytes are decoded as UTF-8. A
/// file `*.mlirbc` that is neither is reported as bytecode. A file `*.onnx` is a model, whose nodes become ops of the
/// onnx dialect (feature `onnx`).
///
/// # Errors
/// If the bytes are corrupt bytecode or not UTF-8; the message has the position.
pub fn decode(bytes: Vec<u8>, name: &str, options: Options) -> io::Result<String> {
    #[cfg(feature = "onnx")]
    if Path::new(name).extension().is_some_and(|it| it == "onnx") {
        let text = calipers_onnx::to_mlir(bytes);
        return text.map_err(|error| io::Error::new(io::ErrorKind::InvalidData, error));
    }
    let named = Path::new(name).extension().is_some_and(|it| it == "mlirbc");
    let binary = named && std::str::from_utf8(&bytes).is_err();
    if !binary && !bytecode::is_bytecode(&bytes) {
        return crate::utf8::decode(bytes);
    }
    match bytecode::read(&bytes, name, options.parse) {
        Ok(module) => Ok(module.print(options.print)),
        Err(error) => Err(io::Error::new(io::ErrorKind::InvalidData, error)),
    }
}

/// The text of a program file, as [`decode`] gives it.
///
/// # Errors
/// An I/O error, or an error of [`decode`].
pub fn read(path: impl AsRef<Path>, options: Options) -> io::Result<String> {
    let path = path.as_ref();
    decode(std::fs::read(path)?, &path.display().to_string(), options)
}

/// The warnings about the ops of a program that could not be read and were kept as text, one for each name
/// ([`ParseOptions::lenient`]).
pub fn warnings(module: &Module) -> impl Iterator<Item = Diagnostic> + '_ {
    module.unread().iter().map(|unread| {
        let place = SourceLocation {
            file: module.file().to_owned(),
            line: unread.line,
            column: unread.column,
        };
        Diagnostic::new(Severity::Warning, Some(place), unread.to_string())
    })
}
