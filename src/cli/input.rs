//! Reads the input of the commands.

use calipers::ir::{Module, ParseError, ParseOptions, is_known_dialect};
use calipers::rules::{Rules, syntaxes};
use calipers::source::{self, Options};
use calipers_support::order::Order;
use std::ffi::OsString;
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// Which ops of a program are accepted.
#[derive(Clone, Copy, Debug, clap::Args)]
pub struct Dialects {
    /// Accept ops of unknown dialects; with `=false` they are errors.
    #[arg(
        long,
        value_name = "BOOL",
        num_args = 0..=1,
        require_equals = true,
        default_value_t = true,
        default_missing_value = "true",
        hide_possible_values = true,
        action = clap::ArgAction::Set
    )]
    pub allow_unregistered_dialect: bool,
    /// Keep an op that cannot be read as text, with a warning; nothing is assumed about it. With `=false` such an op is
    /// an error: the default of `batch`, and where ops of unknown dialects are errors.
    #[arg(
        long,
        value_name = "BOOL",
        num_args = 0..=1,
        require_equals = true,
        default_missing_value = "true",
        hide_possible_values = true
    )]
    pub lenient: Option<bool>,
}

/// The error for a program in place of a script, by its name; none if there is no such file.
pub fn not_a_script(name: &str) -> Option<String> {
    let path = Path::new(name);
    let extension = path.extension().filter(|_| path.exists())?;
    ["mlir", "mlirbc", "onnx"].iter().any(|it| extension == *it).then(|| {
        format!(
            "calipers: `{name}` is a program, not a script: `calipers annotate {name}` prints its bounds, \
             `calipers repl {name} -c COMMAND` answers a question about it"
        )
    })
}

/// A program that someone writes: ops of unknown dialects may be kept as text, what is wrong in others is an error.
///
/// # Errors
/// As [`Module::parse`].
pub fn parse_draft(text: &str, name: &str, options: &ParseOptions) -> Result<Module, ParseError> {
    let strict = Module::parse(text, name, options.clone());
    let Err(error) = strict else {
        return strict;
    };
    let lenient = ParseOptions {
        lenient: true,
        ..options.clone()
    };
    let kept = Module::parse(text, name, lenient).ok();
    let is_draft = |module: &Module| {
        let mut unread = module.unread().iter();
        // A word without a dialect is a word that is not an op.
        unread.all(|it| it.name.contains('.') && !is_known_dialect(&it.name))
    };
    kept.filter(is_draft).ok_or(error)
}

/// Prints the warnings about the ops of a program that could not be read.
pub fn warn(module: &Module) {
    for warning in source::warnings(module) {
        let line = warning.location.as_ref().map(|place| place.line);
        let line = line.and_then(|line| module.source().lines().nth(line.checked_sub(1)? as usize));
        // If this fails, there is no way to report it.
        let _ = write!(io::stderr(), "{}", warning.render(line));
    }
}

impl Dialects {
    /// The parse options for programs, with the dialects that rules define.
    pub fn options(self, rules: &Rules) -> ParseOptions {
        let allow_unregistered = self.allow_unregistered_dialect;
        ParseOptions {
            allow_unregistered,
            dialects: match allow_unregistered {
                true => Arc::default(),
                false => rules.added_dialects().into(),
            },
            // Loading the files has reported their errors.
            syntaxes: syntaxes(rules).unwrap_or_default(),
            // Who refuses unknown dialects wants errors.
            lenient: self.lenient.unwrap_or(allow_unregistered),
            ..ParseOptions::default()
        }
    }
}

/// An argument of the command line; a single dash before the option on dialects becomes two, since `mlir-opt` accepts
/// one.
pub fn with_two_dashes(argument: OsString) -> OsString {
    let text = argument.to_str().unwrap_or_default();
    match text.split('=').next() {
        Some("-allow-unregistered-dialect") => format!("-{text}").into(),
        _ => argument,
    }
}

/// The text of a file, or of standard input for `-`.
///
/// # Errors
/// As [`calipers::utf8::read`].
pub fn read(name: &str) -> io::Result<String> {
    calipers::utf8::decode(bytes(name)?)
}

/// The text of a program file, or of standard input for `-`. Bytecode is converted to text.
///
/// # Errors
/// As [`source::read`].
pub fn read_program(name: &str, options: Options) -> io::Result<String> {
    let file = match name {
        "-" => "<stdin>",
        name => name,
    };
    source::decode(bytes(name)?, file, options)
}

fn bytes(name: &str) -> io::Result<Vec<u8>> {
    if name != "-" {
        return std::fs::read(name);
    }
    let mut bytes = vec![];
    io::stdin().lock().read_to_end(&mut bytes)?;
    Ok(bytes)
}

/// The files among the paths, sorted by name, without duplicates. In directories, however deep, only files with these
/// extensions count.
///
/// # Errors
/// A path names nothing, a directory cannot be read, or there is no file.
pub fn files(paths: &[PathBuf], extensions: &[&str]) -> Result<Vec<PathBuf>, String> {
    let mut found = vec![];
    for path in paths {
        // A link that leads nowhere is a file that can't be read, as others that a pattern of the shell names.
        path.symlink_metadata()
            .map_err(|error| format!("calipers: `{}` can't be read: {error}", path.display()))?;
        match path.is_dir() {
            true => collect(path, extensions, &mut found)?,
            false => found.push(path.clone()),
        }
    }
    found.order();
    found.dedup();
    if found.is_empty() {
        let extensions: Vec<String> = extensions.iter().map(|it| format!("`.{it}`")).collect();
        let paths: Vec<String> = paths
            .iter()
            .map(|it| format!("`{}`", it.display()))
            .collect();
        let (extensions, paths) = (extensions.join(", "), paths.join(", "));
        return Err(format!(
            "calipers: there is no file {extensions} in {paths}"
        ));
    }
    Ok(found)
}

fn collect(directory: &Path, extensions: &[&str], found: &mut Vec<PathBuf>) -> Result<(), String> {
    let unreadable = |error| format!("calipers: `{}` can't be read: {error}", directory.display());
    for entry in std::fs::read_dir(directory).map_err(unreadable)? {
        let entry = entry.map_err(unreadable)?;
        let path = entry.path();
        let is_wanted = || {
            let extension = path.extension().and_then(|it| it.to_str());
            extension.is_some_and(|it| extensions.contains(&it)) && path.is_file()
        };
        // A link to a directory may form a cycle.
        match entry.file_type().map_err(unreadable)?.is_dir() {
            true => collect(&path, extensions, found)?,
            false if is_wanted() => found.push(path),
            false => {}
        }
    }
    Ok(())
}
