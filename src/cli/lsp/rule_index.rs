//! An index of all rules with their positions.

use super::place::position;
use super::protocol::{Range, location};
use calipers::rules::{Rules, function_named};
use calipers::sexp::{Form, Forms, Source, Span};
use serde_json::Value;
use std::collections::BTreeSet;
use std::io;
use std::path::PathBuf;

/// A form of a rule file.
pub struct Entry {
    file: usize,
    span: Span,
    kind: String,
    /// The names that it defines: of a rule, an interface, or all ops of a schema.
    pub names: Vec<String>,
    /// The ops and interfaces that it mentions.
    about: Vec<String>,
}

impl Entry {
    /// Its position in the file.
    pub fn span(&self) -> Span {
        self.span
    }

    /// The kind of the form.
    pub fn kind(&self) -> &str {
        &self.kind
    }

    /// Whether it is about an op or an interface.
    pub fn is_about(&self, name: &str) -> bool {
        self.about.iter().any(|own| own == name)
    }

    /// The kind of the form and its name.
    pub fn title(&self) -> String {
        let name = self.names.first().map_or("", String::as_str);
        format!("{} `{name}`", self.kind)
    }
}

/// A rule file, and the path at which an editor can open it.
struct File {
    source: Source,
    path: PathBuf,
}

/// The embedded rules, and those of additional files.
pub struct RuleIndex {
    files: Vec<File>,
    entries: Vec<Entry>,
    /// The functions that the rules call.
    functions: BTreeSet<String>,
}

impl RuleIndex {
    /// The embedded rules, which are copied to a folder that an editor can open, and those of the given files.
    ///
    /// # Errors
    /// If a file is not there.
    pub fn new(files: &[(&str, &str)]) -> io::Result<RuleIndex> {
        let mut index = RuleIndex {
            files: vec![],
            entries: vec![],
            functions: BTreeSet::new(),
        };
        // The folder name depends on the rules, so a copy is never stale.
        let mut hasher = std::hash::DefaultHasher::new();
        std::hash::Hash::hash(Rules::embedded_files(), &mut hasher);
        let mark = std::hash::Hasher::finish(&hasher);
        let folder = std::env::temp_dir().join(format!("calipers-rules-{mark:016x}"));
        for &(name, text) in Rules::embedded_files() {
            index.add(folder.join(name), text);
        }
        for (path, text) in files {
            index.add(std::fs::canonicalize(path)?, text);
        }
        Ok(index)
    }

    fn add(&mut self, path: PathBuf, text: &str) {
        let file = self.files.len();
        for form in Forms::new(text).filter_map(Result::ok) {
            functions_in(&form, &mut self.functions);
            self.entries.extend(entry(file, &form));
        }
        let source = Source::new(path.to_string_lossy(), text);
        self.files.push(File { source, path });
    }

    /// The functions that the rules call, sorted.
    pub fn functions(&self) -> impl Iterator<Item = &str> {
        self.functions.iter().map(String::as_str)
    }

    /// The rules about an op, also as a member of interfaces.
    pub fn of_op<'a>(&'a self, op: &'a str) -> impl Iterator<Item = &'a Entry> {
        let is_around = |entry: &&Entry| {
            entry.kind == "interface" && entry.about.iter().any(|member| member == op)
        };
        let interfaces: Vec<&str> = self
            .entries
            .iter()
            .filter(is_around)
            .filter_map(|entry| entry.names.first().map(String::as_str))
            .collect();
        self.entries.iter().filter(move |entry| {
            let mut about = entry.about.iter();
            about.any(|name| {
                name == op || entry.kind != "interface" && interfaces.contains(&name.as_str())
            })
        })
    }

    /// The forms that define a name.
    pub fn of_name<'a>(&'a self, name: &'a str) -> impl Iterator<Item = &'a Entry> {
        let defines = move |entry: &&Entry| entry.names.iter().any(|own| own == name);
        self.entries.iter().filter(defines)
    }

    /// The position of a rule. An embedded file is copied to the folder on first use.
    pub fn location(&self, entry: &Entry) -> Option<Value> {
        let File { source, path } = self.files.get(entry.file)?;
        if !path.exists() {
            std::fs::create_dir_all(path.parent()?).ok()?;
            std::fs::write(path, source.text()).ok()?;
        }
        let uri = format!("file://{}", escaped(&path.to_string_lossy()));
        Some(location(&uri, range(source, entry.span)))
    }
}

/// A path in a URI.
pub fn escaped(path: &str) -> String {
    let escaped = path.bytes().map(|byte| match byte {
        b'/' | b'.' | b'-' | b'_' | b'~' => char::from(byte).to_string(),
        byte if byte.is_ascii_alphanumeric() => char::from(byte).to_string(),
        byte => format!("%{byte:02X}"),
    });
    escaped.collect()
}

/// The location of a span in a file.
pub fn range(source: &Source, span: Span) -> Range {
    let at = |offset| {
        let (line, column) = source.line_column(offset);
        position(source.text(), line as u32, column as u32)
    };
    Range::new(at(span.start), at(span.end))
}

/// The definitions and subjects of a form; none if it is not a rule.
pub fn entry(file: usize, form: &Form) -> Option<Entry> {
    let (kind, arguments) = form.as_call()?;
    let (first, rest) = arguments.split_first()?;
    let mut about = vec![];
    match kind {
        "op" => atoms(first, &mut about),
        "interface" => rest
            .iter()
            .skip(1)
            .for_each(|member| match member.as_call() {
                Some((member, _)) => about.push(member.to_owned()),
                None => atoms(member, &mut about),
            }),
        "loop" | "join" => atoms(first, &mut about),
        "define" | "fact" | "word" => rest
            .first()
            .into_iter()
            .for_each(|it| atoms(it, &mut about)),
        "reader" => rest.iter().skip(1).for_each(|it| atoms(it, &mut about)),
        "rewrite" | "birewrite" => {}
        _ => return None,
    }
    let names = match kind {
        "op" => about.clone(),
        _ => first.as_atom().map(str::to_owned).into_iter().collect(),
    };
    Some(Entry {
        file,
        span: form.span,
        kind: kind.to_owned(),
        names,
        about,
    })
}

/// The functions of the rule language that a form calls.
fn functions_in(form: &Form, found: &mut BTreeSet<String>) {
    if let Some((name, _)) = form.as_call()
        && function_named(name).is_some()
    {
        found.insert(name.to_owned());
    }
    let parts = form.as_list().into_iter().flatten();
    parts.for_each(|part| functions_in(part, found));
}

/// All atoms in a form except variables.
fn atoms(form: &Form, found: &mut Vec<String>) {
    match (form.as_atom(), form.as_list()) {
        (Some(atom), _) if !atom.starts_with(['?', '_', ':']) => found.push(atom.to_owned()),
        (None, Some(forms)) => forms.iter().for_each(|form| atoms(form, found)),
        _ => {}
    }
}
