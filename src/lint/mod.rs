//! `calipers rules check`: finds likely mistakes in rule files without a program.
//!
//! Files are *linted*, form by form and then as a whole, and every arithmetic identity is *tested*: on all small
//! integers that its guards admit, and in an e-graph, where it must fire and terminate; one for answers must not follow
//! from others.

mod concepts;
mod exhaustive;
mod firing;
mod guards;
mod kinds;
mod names;
mod pairs;
mod readers;
mod redundant;
mod regions;
mod rule;
mod syntaxes;
mod undecided;
mod unused;

use crate::sexp::expect::Complaint;
use crate::sexp::{self, Form, Severity, Source};
use calipers_rules::Rules;
use calipers_support::order::Order;
use hashbrown::HashSet;
use rule::{Note, ReadRule};
use std::fmt::{self, Display, Formatter};

/// A likely mistake in a rule.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Finding {
    /// An error makes answers wrong or the rule useless; a warning is a likely mistake.
    pub severity: Severity,
    /// The message.
    pub message: String,
    /// A suggestion.
    pub help: String,
    /// The file.
    pub file: String,
    /// Line, from 1.
    pub line: usize,
    /// Column, from 1, in characters.
    pub column: usize,
    /// The full text for a terminal, with the source line and a caret; without a line end.
    pub rendered: String,
}

impl Display for Finding {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        f.write_str(&self.rendered)
    }
}

/// The findings, and the numbers of checks.
#[derive(Clone, Default, Debug)]
pub struct Report {
    /// In the order of the files and of positions in them.
    pub findings: Vec<Finding>,
    /// The number of forms.
    pub forms: usize,
    /// The number of tested identities.
    pub identities: usize,
    /// The total number of assignments of integers.
    pub cases: usize,
}

/// Checks the embedded rules. Costs about a second of arithmetic on small integers.
pub fn check_embedded() -> Report {
    check(&Rules::none(), Rules::embedded_files())
}

/// Checks rule files, given as names and texts in the order in which they are loaded on top of `base`.
///
/// The cost is linear in the size of the files, plus some 400,000 evaluations on small integers for each identity.
///
/// ```
/// use calipers::rules::{Rules, check::check};
/// let text = "; wrong for an x below zero\n\
///             (rewrite bad (truncdiv ?x ?c) (floordiv ?x ?c) :when (< 1 ?c))";
/// let report = check(&Rules::embedded(), &[("my.rules", text)]);
/// assert_eq!(report.findings.len(), 1);
/// assert_eq!(
///     report.findings[0].message,
///     "'bad' is no identity: with ?x = -1, ?c = 2 the left side is 0, the right side -1"
/// );
/// ```
pub fn check(base: &Rules, files: &[(&str, &str)]) -> Report {
    let mut report = Report::default();
    let mut rules = base.clone();
    rules.read_all();
    let mut read_files = vec![];
    for (name, text) in files {
        let number = read_files.len();
        read_files.push(read_file(&mut rules, number, name, text));
    }
    let whole = unused::Whole::new(&rules, &read_files);
    let clashes = pairs::check(&rules, &read_files);
    for (number, file) in read_files.iter().enumerate() {
        let mut notes = file.notes.clone();
        let own = clashes.iter().filter(|clash| clash.file == number);
        notes.extend(own.map(|clash| clash.note.clone()));
        report.forms += file.described.definitions.len() + file.described.operations;
        concepts::described(&file.described, &rules, &mut notes);
        for rule in &file.rules {
            report.forms += 1;
            names::check(rule, &rules, &mut notes);
            kinds::check(rule, &rules, &mut notes);
            guards::check(rule, &mut notes);
            undecided::check(rule, &rules, &mut notes);
            concepts::check(rule, &rules, &mut notes);
            readers::check(rule, &rules, &mut notes);
            regions::check(rule, &rules, &mut notes);
            unused::check(rule, &whole, &mut notes);
            syntaxes::check(rule, &rules, &mut notes);
            if let Some(number) = rule.rewrite {
                let tested = exhaustive::check(rule, &rules.rewrites().all[number], &mut notes);
                report.identities += 1;
                report.cases += tested.cases;
                if tested.is_identity {
                    firing::check(rule, &rules, number, &mut notes);
                }
            }
            if let Some(number) = rule.for_answers {
                let identity = &rules.answer_rewrites()[number];
                let tested = exhaustive::check(rule, identity, &mut notes);
                report.identities += 1;
                report.cases += tested.cases;
                if tested.is_identity {
                    redundant::check(rule, identity, rules.answer_rewrites(), &mut notes);
                }
            }
        }
        notes.order_by_key(|note| note.span.start);
        let place = |note: Note| finding(&file.source, note);
        report.findings.extend(notes.into_iter().map(place));
    }
    report
}

/// Interfaces that concepts in rule files use but no rule declares. `rules` are the embedded rules together with
/// those of all the files. The cost is linear in the size of the files.
///
/// ```
/// use calipers::rules::{Rules, check::unknown_interfaces};
/// let text = "(op my.keep (x operand) (:where (interface sliced)))";
/// let found = unknown_interfaces(&Rules::embedded(), &[("my.rules", text)]);
/// assert_eq!(found[0].message, "no interface 'sliced' is known");
/// ```
pub fn unknown_interfaces(rules: &Rules, files: &[(&str, &str)]) -> Vec<Finding> {
    let mut findings = vec![];
    for &(name, text) in files {
        if crate::irdl::is_irdl(name) {
            continue;
        }
        let mut notes = vec![];
        for form in sexp::Forms::new(text).flatten() {
            concepts::interfaces(&form, rules, &mut notes);
        }
        let source = Source::new(name, text);
        findings.extend(notes.into_iter().map(|note| finding(&source, note)));
    }
    findings
}

/// A parsed file.
struct ReadFile {
    source: Source,
    rules: Vec<ReadRule>,
    /// The definitions of an IRDL file.
    described: crate::irdl::Described,
    /// The forms that are not rules, for the names in them.
    unread: Vec<Form>,
    /// The words of the part of the file that could not be split into forms.
    cut: HashSet<String>,
    notes: Vec<Note>,
}

impl ReadFile {
    /// Whether an invalid form was to define a word: then the word being unknown is not a separate finding.
    fn would_know(&self, word: &str) -> bool {
        self.unread.iter().any(|form| match form.as_call() {
            Some(("op" | "interface" | "concept" | "namespace", [name, ..])) => {
                let is_word = |form: &Form| form.as_atom() == Some(word);
                let among = name.as_list().is_some_and(|all| all.iter().any(is_word));
                among || is_word(name)
            }
            _ => false,
        })
    }
}

/// Loads the valid part of a file into `rules`.
fn read_file(rules: &mut Rules, number: usize, name: &str, text: &str) -> ReadFile {
    let mut file = ReadFile {
        source: Source::new(name, text),
        rules: vec![],
        described: Default::default(),
        unread: vec![],
        cut: HashSet::new(),
        notes: vec![],
    };
    if crate::irdl::is_irdl(name) {
        let mut with = rules.clone();
        match crate::irdl::read_ops(&mut with, text) {
            Ok(described) => (*rules, file.described) = (with, described),
            Err(Complaint(span, message)) => {
                let help = "docs/concepts.md lists the parts of IRDL that are supported";
                file.notes.push(Note::error(span, message, help));
            }
        }
        return file;
    }
    let mut forms = sexp::Forms::new(text);
    let concepts = rules.concepts_mut();
    concepts.begin(name, text);
    concepts.note(name);
    while let Some(form) = forms.next() {
        let form = match form {
            Ok(form) => form,
            Err(error) => {
                let help = "every parenthesis and string must end";
                file.notes
                    .push(Note::error(error.span, error.to_string(), help));
                let rest = text.get(error.span.start..).unwrap_or_default();
                let words = rest.split(|c: char| c.is_whitespace() || "()\"".contains(c));
                file.cut.extend(words.map(str::to_owned));
                forms.recover();
                continue;
            }
        };
        let before = (rules.rewrites().all.len(), rules.answer_rewrites().len());
        let mut with = rules.clone();
        match with.read_form(&form) {
            Ok(()) => {
                *rules = with;
                let rewrite = (rules.rewrites().all.len() > before.0).then_some(before.0);
                let for_answers = (rules.answer_rewrites().len() > before.1).then_some(before.1);
                file.rules.push(ReadRule {
                    file: number,
                    form,
                    rewrite,
                    for_answers,
                });
            }
            Err(Complaint(span, message)) => {
                let follows = text.get(span.start..span.end);
                if !follows.is_some_and(|word| file.would_know(word)) {
                    let help = "rules/README.md has the forms";
                    file.notes.push(Note::error(span, message, help));
                }
                file.unread.push(form);
            }
        }
    }
    file
}

fn finding(source: &Source, note: Note) -> Finding {
    let (line, column) = source.line_column(note.span.start);
    let shown = source.render(note.severity, note.span.start, &note.message);
    Finding {
        severity: note.severity,
        rendered: format!("{shown}\n  help: {}", note.help),
        message: note.message,
        help: note.help,
        file: source.name().to_string(),
        line,
        column,
    }
}
