//! The programs that scripts have loaded.

use crate::ir::{Module, ParseOptions};
use std::cell::OnceCell;
use std::path::Path;

/// A place to keep programs for as long as a [`Session`](super::Session) may ask about them.
///
/// Nothing is ever taken off: the answers borrow from it. A file that is loaded again unchanged is
/// kept once.
#[derive(Default)]
pub struct Shelf {
    filled: OnceCell<(Loaded, Box<Shelf>)>,
}

/// A program and where it came from.
pub(super) struct Loaded {
    path: String,
    text: String,
    pub(super) module: Module,
}

impl Shelf {
    /// An empty shelf.
    pub fn new() -> Shelf {
        Shelf::default()
    }

    /// The program in a file.
    ///
    /// # Errors
    /// Why it can't be read, in the words of the file system or of the parser.
    pub(super) fn load(&self, path: &str) -> Result<&Loaded, String> {
        let bytes = std::fs::read(Path::new(path))
            .map_err(|error| format!("`{path}` can't be read: {error}"))?;
        let text = String::from_utf8(bytes).map_err(|_| format!("`{path}` is not UTF-8"))?;
        let mut place = self;
        while let Some((loaded, next)) = place.filled.get() {
            if loaded.path == path && loaded.text == text {
                return Ok(loaded);
            }
            place = next;
        }
        let options = ParseOptions {
            allow_unregistered: true,
            ..ParseOptions::default()
        };
        let module = Module::parse(&text, path, options)
            .map_err(|error| format!("`{path}` is no program\n{error}"))?;
        let loaded = Loaded {
            path: path.to_owned(),
            text,
            module,
        };
        let (loaded, _) = place.filled.get_or_init(|| (loaded, Box::default()));
        Ok(loaded)
    }
}
