//! The arena of the programs that scripts have loaded.

use crate::ir::{Module, ParseOptions};
use crate::rules::Rules;
use std::cell::OnceCell;
use std::path::{Path, PathBuf};

/// Owns programs for as long as a [`Session`](super::Session) may ask about them.
///
/// Programs are never removed, because answers borrow from them. A file that is loaded again unchanged is stored
/// once.
///
/// A sealed arena holds a given list of programs, and reads no files.
#[derive(Default)]
pub struct ProgramArena {
    programs: Kept<Loaded>,
    /// Rules with what they remember of a program.
    rules: Kept<Rules>,
    /// The names and texts of the available programs, if the arena is sealed.
    sealed: Option<Vec<(String, String)>>,
    /// The parse options for programs.
    options: ParseOptions,
    /// Where relative paths begin; the working directory if it is empty.
    folder: PathBuf,
    /// Whether locations name a program by the path in the script, not by that of the file.
    as_written: bool,
}

/// Things that are never removed, so that they can be borrowed while others are added.
struct Kept<T>(OnceCell<Box<(T, Kept<T>)>>);

impl<T> Default for Kept<T> {
    fn default() -> Kept<T> {
        Kept(OnceCell::new())
    }
}

impl<T> Kept<T> {
    fn find(&self, mut is_it: impl FnMut(&T) -> bool) -> Option<&T> {
        let mut place = self;
        while let Some(cell) = place.0.get() {
            if is_it(&cell.0) {
                return Some(&cell.0);
            }
            place = &cell.1;
        }
        None
    }

    fn add(&self, new: T) -> &T {
        let mut place = self;
        while let Some(cell) = place.0.get() {
            place = &cell.1;
        }
        &place.0.get_or_init(|| Box::new((new, Kept::default()))).0
    }
}

/// A program and its origin.
pub(super) struct Loaded {
    path: String,
    text: String,
    pub(super) module: Module,
}

impl ProgramArena {
    /// An empty arena.
    pub fn new() -> ProgramArena {
        ProgramArena::default()
    }

    /// An empty arena with these parse options; the first line of a program is 1.
    pub fn reading(options: ParseOptions) -> ProgramArena {
        ProgramArena::default().parsing(options)
    }

    /// The arena for a script in a file: relative paths count from the folder of the script, wherever it is run.
    ///
    /// ```
    /// use calipers::rules::Rules;
    /// use calipers::script::{ProgramArena, Session};
    /// use calipers::sexp::read;
    ///
    /// let script = "examples/tiled_matmul.cal";
    /// let arena = ProgramArena::new().beside(script);
    /// let rules = Rules::embedded();
    /// let mut session = Session::new(&rules, &arena);
    /// for command in read("(load \"tiled_matmul.mlir\")")? {
    ///     session.execute(&command)?;
    /// }
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn beside(mut self, script: impl AsRef<Path>) -> ProgramArena {
        self.folder = script.as_ref().parent().unwrap_or(Path::new("")).into();
        self
    }

    /// An arena of these programs, given by names and texts: `(load NAME)` reads these, and no files.
    ///
    /// ```
    /// use calipers::rules::Rules;
    /// use calipers::script::{Answer, Session, ProgramArena};
    /// use calipers::sexp::read;
    ///
    /// let program = "func.func @f(%x: i4) {\n  return\n}";
    /// let arena = ProgramArena::sealed([("f.mlir".to_owned(), program.to_owned())]);
    /// let rules = Rules::embedded();
    /// let mut session = Session::new(&rules, &arena);
    /// for command in read("(load f.mlir)")? {
    ///     session.execute(&command)?;
    /// }
    /// for command in read("(load \"/etc/hosts\")")? {
    ///     assert!(session.execute(&command).is_err());
    /// }
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn sealed(programs: impl IntoIterator<Item = (String, String)>) -> ProgramArena {
        ProgramArena {
            sealed: Some(programs.into_iter().collect()),
            ..ProgramArena::default()
        }
    }

    /// Locations name a program as the script does. So answers are the same from whatever folder the script is run.
    pub fn named_as_written(mut self) -> ProgramArena {
        self.as_written = true;
        self
    }

    /// The arena with other parse options; the first line of a program is 1.
    pub fn parsing(mut self, options: ParseOptions) -> ProgramArena {
        self.options = options;
        self
    }

    fn text(&self, path: &str) -> Result<String, String> {
        match &self.sealed {
            Some(programs) => {
                let found = programs.iter().find(|(name, _)| name == path);
                let found = found.map(|(_, text)| text.clone());
                found.ok_or_else(|| format!("there is no program `{path}`"))
            }
            None => read_file(path, self.options.clone()),
        }
    }

    /// The program in a file.
    ///
    /// # Errors
    /// The message of the file system or of the parser.
    pub(super) fn load(&self, written: &str) -> Result<&Loaded, String> {
        let named = match self.sealed {
            Some(_) => written.to_owned(),
            None => self.folder.join(written).display().to_string(),
        };
        let is_here = || named != written && Path::new(written).exists();
        let text = self.text(&named).map_err(|error| match is_here() {
            true => format!("{error}: a path counts from the folder of its script"),
            false => error,
        })?;
        let path = named.as_str();
        let is_known = |loaded: &Loaded| loaded.path == path && loaded.text == text;
        if let Some(loaded) = self.programs.find(is_known) {
            return Ok(loaded);
        }
        let options = ParseOptions {
            first_line: 1,
            ..self.options.clone()
        };
        let name = if self.as_written { written } else { path };
        let module = Module::parse(&text, name, options)
            .map_err(|error| format!("`{path}` is no program\n{error}"))?;
        Ok(self.programs.add(Loaded {
            path: path.to_owned(),
            text,
            module,
        }))
    }

    /// Rules for the questions about one program, which remember what they evaluate.
    pub(super) fn remembering<'a>(&'a self, rules: &'a Rules) -> &'a Rules {
        let remembering = rules.remembering();
        remembering.map_or(rules, |rules| self.rules.add(rules))
    }
}

#[cfg(feature = "files")]
fn read_file(path: &str, options: ParseOptions) -> Result<String, String> {
    let options = crate::source::Options {
        parse: options,
        ..Default::default()
    };
    crate::source::read(path, options).map_err(|error| format!("`{path}` can't be read: {error}"))
}

/// The error without the feature `files`.
#[cfg(not(feature = "files"))]
fn read_file(path: &str, _options: ParseOptions) -> Result<String, String> {
    Err(format!(
        "`{path}` can't be read: there is no access to files"
    ))
}
