//! The embedded rules, and those of additional files.

use calipers::analysis::with_calls;
use calipers::diagnostic::similar;
use calipers::irdl;
use calipers::rules::check::unknown_interfaces;
use calipers::rules::{Rules, syntaxes};
use calipers::sexp::{Form, Forms};

/// Which rules apply.
#[derive(Clone, PartialEq, Eq, Default, Debug, clap::Args)]
pub struct RuleFiles {
    /// A file of more rules; may be repeated.
    #[arg(long = "rules", value_name = "FILE")]
    pub files: Vec<String>,
    /// Leave out a rule of the library, by its name; a file may then define it anew. With the definition of a value, the
    /// word rules of its op are left out too, which say the same. May be repeated.
    #[arg(long, value_name = "RULE")]
    pub without: Vec<String>,
}

impl RuleFiles {
    /// These files, and all rules of the library.
    pub fn of(files: &[String]) -> RuleFiles {
        RuleFiles {
            files: files.to_vec(),
            without: vec![],
        }
    }

    /// The names and texts of the library and of the files.
    ///
    /// # Errors
    /// A file that cannot be read.
    pub fn texts(&self) -> Result<Vec<(String, String)>, String> {
        let library = Rules::embedded_files().iter();
        let library = library.map(|(name, text)| Ok(((*name).to_owned(), (*text).to_owned())));
        let own = self
            .files
            .iter()
            .map(|file| Ok((file.clone(), read(file)?)));
        library.chain(own).collect()
    }

    /// The rules of the library, without those that are left out.
    fn library(&self) -> Result<Rules, String> {
        if self.without.is_empty() {
            return Ok(Rules::embedded());
        }
        let mut left = self.without.clone();
        let mut texts = vec![];
        // The ops and interfaces of which a definition is left out.
        let mut undefined = vec![];
        for (name, text) in Rules::embedded_files() {
            let mut text = (*text).to_owned();
            for rule in &self.without {
                while let Some(form) = find(&text, |form| name_of(form) == Some(rule)) {
                    left.retain(|it| it != rule);
                    undefined.extend(defined_op(&form).map(str::to_owned));
                    blank(&mut text, &form);
                }
            }
            texts.push((name, text));
        }
        let members: Vec<String> = Rules::embedded_files()
            .iter()
            .flat_map(|(_, text)| members(text, &undefined))
            .collect();
        undefined.extend(members);
        let mut rules = Rules::none();
        for (name, mut text) in texts {
            let is_undefined = |form: &Form| {
                word_op(form).is_some_and(|op| undefined.iter().any(|other| other == op))
            };
            while let Some(form) = find(&text, is_undefined) {
                blank(&mut text, &form);
            }
            rules.load(name, &text).map_err(|error| error.rendered)?;
        }
        match left.first() {
            None => Ok(rules),
            Some(rule) => {
                let names = Rules::embedded_files()
                    .iter()
                    .flat_map(|(_, text)| names(text));
                let names: Vec<String> = names.collect();
                let meant = similar(rule, names.iter().map(String::as_str));
                let meant =
                    meant.map_or_else(String::new, |name| format!("; did you mean `{name}`?"));
                Err(format!("calipers: the library has no rule `{rule}`{meant}"))
            }
        }
    }
}

/// The heads of forms that are rules with a name.
const NAMED: [&str; 5] = ["define", "fact", "rewrite", "birewrite", "word"];

/// The name of a rule.
fn name_of(form: &Form) -> Option<&str> {
    let (head, rest) = form.as_call()?;
    NAMED
        .contains(&head)
        .then(|| rest.first()?.as_atom())
        .flatten()
}

fn names(text: &str) -> Vec<String> {
    let forms = Forms::new(text).filter_map(Result::ok);
    forms
        .filter_map(|form| name_of(&form).map(str::to_owned))
        .collect()
}

/// The ops that implement one of these interfaces: `(interface NAME (FIELD …) OP …)`.
fn members(text: &str, interfaces: &[String]) -> Vec<String> {
    let forms = Forms::new(text).filter_map(Result::ok);
    let of_form = |form: Form| match form.as_call() {
        Some(("interface", [name, _, members @ ..])) => {
            let name = name.as_atom()?;
            let is_meant = interfaces.iter().any(|other| other == name);
            let members = members.iter().filter_map(Form::as_atom).map(str::to_owned);
            is_meant.then(|| members.collect::<Vec<_>>())
        }
        _ => None,
    };
    forms.filter_map(of_form).flatten().collect()
}

/// The op or the interface whose value a rule defines: `(define NAME (value (OP …)) …)`.
fn defined_op(form: &Form) -> Option<&str> {
    match form.as_call()? {
        ("define", [_, subject, ..]) => match subject.as_call()? {
            ("value", [pattern, ..]) => match pattern.as_call()? {
                ("result", [pattern, ..]) => Some(pattern.as_call()?.0),
                (op, _) => Some(op),
            },
            _ => None,
        },
        _ => None,
    }
}

/// The op that a word rule is about: `(word NAME (OP …) …)`.
fn word_op(form: &Form) -> Option<&str> {
    match form.as_call()? {
        ("word", [_, pattern, ..]) => Some(pattern.as_call()?.0),
        _ => None,
    }
}

/// Where the rule of a name begins in a text.
pub fn position(text: &str, rule: &str) -> Option<usize> {
    // Most files do not mention it.
    text.contains(rule).then_some(())?;
    find(text, |form| name_of(form) == Some(rule)).map(|form| form.span.start)
}

fn find(text: &str, is_wanted: impl Fn(&Form) -> bool) -> Option<Form> {
    let mut forms = Forms::new(text).filter_map(Result::ok);
    forms.find(is_wanted)
}

/// Replaces a form by blanks, so that all others keep their lines.
fn blank(text: &mut String, form: &Form) {
    let place = form.span.start..form.span.end;
    let blanks: String = text[place.clone()]
        .chars()
        .map(|c| if c == '\n' { c } else { ' ' })
        .collect();
    text.replace_range(place, &blanks);
}

pub fn read(file: &str) -> Result<String, String> {
    calipers::utf8::read(file).map_err(|error| format!("calipers: `{file}` can't be read: {error}"))
}

/// The embedded rules with those of the files added, in order.
///
/// # Errors
/// The error in a file, as it is shown to the user.
pub fn load(files: &RuleFiles) -> Result<Rules, String> {
    let texts = files.files.iter().map(|file| read(file));
    let texts = texts.collect::<Result<Vec<String>, String>>()?;
    let names = files.files.iter().map(String::as_str);
    let named: Vec<(&str, &str)> = names.zip(texts.iter().map(String::as_str)).collect();
    load_texts(files, &named)
}

/// As [`load`], with the names and texts of the files.
///
/// # Errors
/// As for [`load`].
pub fn load_texts(files: &RuleFiles, texts: &[(&str, &str)]) -> Result<Rules, String> {
    let mut rules = files.library()?;
    for (file, text) in texts {
        irdl::load(&mut rules, file, text).map_err(|error| error.rendered)?;
    }
    // A file may use an interface that a later one declares.
    match unknown_interfaces(&rules, texts).into_iter().next() {
        Some(finding) => Err(finding.rendered),
        None => {
            syntaxes(&rules).map_err(|error| error.rendered)?;
            Ok(rules)
        }
    }
}

/// The same, with the semantics of calls.
///
/// # Errors
/// As for [`load`].
pub fn load_with_calls(files: &RuleFiles) -> Result<Rules, String> {
    load(files).map(|rules| with_calls(&rules))
}
