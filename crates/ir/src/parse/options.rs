//! The options of the parser, and the parts of a file.

use crate::registry::Syntaxes;
use std::sync::Arc;

/// The options of the parser.
#[derive(Clone, Debug)]
pub struct ParseOptions {
    /// Whether ops of unknown dialects are accepted.
    pub allow_unregistered: bool,
    /// Known dialects in addition to those of the library.
    pub dialects: Arc<[String]>,
    /// The number of the first line, for a text that is part of a file.
    pub first_line: u32,
    /// The custom assembly of ops in addition to that of the library.
    pub syntaxes: Arc<Syntaxes>,
    /// Whether an op that cannot be read is kept as text ([`Module::unread`](crate::Module::unread)). Nothing is assumed
    /// about it.
    pub lenient: bool,
}

impl Default for ParseOptions {
    /// Accepts ops of unknown dialects.
    fn default() -> ParseOptions {
        ParseOptions {
            allow_unregistered: true,
            dialects: Arc::default(),
            first_line: 1,
            syntaxes: Arc::default(),
            lenient: false,
        }
    }
}

/// Splits a file at lines that start with `// -----`; returns each part with the number of its first line.
pub fn split_chunks(source: &str) -> Vec<(u32, &str)> {
    let mut chunks = Vec::new();
    let (mut start, mut first_line) = (0, 1);
    let mut offset = 0;
    for (number, line) in source.split_inclusive('\n').enumerate() {
        let next = offset + line.len();
        if line.starts_with("// -----") {
            chunks.push((first_line, &source[start..offset]));
            start = next;
            first_line = number as u32 + 2;
        }
        offset = next;
    }
    chunks.push((first_line, &source[start..]));
    chunks
}
