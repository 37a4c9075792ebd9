//! A rule file in an editor.

use super::place::{range_at, word_at};
use super::protocol::{self, Position, diagnostic, hover, location};
use super::rule_index::{Entry, RuleIndex, entry, range};
use super::session_rules::SessionRules;
use super::symbols;
use calipers::irdl;
use calipers::rules::{Rules, check};
use calipers::sexp::{Form, Forms, Severity, Source, Span};
use serde_json::Value;
use std::path::Path;

/// An open rule file.
pub struct RuleFile {
    source: Source,
    entries: Vec<Entry>,
}

impl RuleFile {
    /// A rule file, and its diagnostics as one of the files of the session.
    pub fn new(
        name: String,
        text: String,
        session: &SessionRules,
        path: Option<&Path>,
    ) -> (RuleFile, Vec<Value>) {
        let mut base = Rules::none();
        for &(other, text) in Rules::embedded_files() {
            // The text in the editor replaces an embedded file. Another file that needs it may fail to load, which is
            // ignored.
            if other != name {
                let _ = base.load(other, text);
            }
        }
        let (own, others): (Vec<_>, Vec<_>) = session
            .with(path, (&name, &text))
            .into_iter()
            .partition(|(file, _)| file.ends_with(".rules") || *file == name);
        for (other, text) in others {
            let _ = irdl::load(&mut base, other, text);
        }
        let mut report = check::check(&base, &own);
        report.findings.retain(|finding| finding.file == name);
        let diagnostics = report.findings.into_iter().map(|finding| {
            let range = range_at(&text, finding.line as u32, finding.column as u32);
            let severity = match finding.severity {
                Severity::Error => protocol::Severity::Error,
                Severity::Warning => protocol::Severity::Warning,
                Severity::Note => protocol::Severity::Information,
            };
            let message = match finding.help.is_empty() {
                true => finding.message,
                false => format!("{}\n{}", finding.message, finding.help),
            };
            diagnostic(range, severity, &message)
        });
        let diagnostics = diagnostics.collect();
        let forms = Forms::new(&text).filter_map(Result::ok);
        let entries = forms.filter_map(|form| entry(0, &form)).collect();
        let file = RuleFile {
            source: Source::new(name, text),
            entries,
        };
        (file, diagnostics)
    }

    fn word(&self, at: Position) -> Option<&str> {
        word_at(self.source.text(), at, |c| ".-_?*+/<>=!".contains(c))
    }

    /// The position of the definition of the name at a position: in this file, else in the embedded rules.
    pub fn definitions(&self, index: &RuleIndex, uri: &str, at: Position) -> Vec<Value> {
        let Some(word) = self.word(at) else {
            return vec![];
        };
        let own = self
            .entries
            .iter()
            .filter(|entry| entry.names.iter().any(|name| name == word));
        let own: Vec<Value> = own
            .map(|entry| location(uri, range(&self.source, entry.span())))
            .collect();
        match own.is_empty() {
            false => own,
            true => index
                .of_name(word)
                .filter_map(|entry| index.location(entry))
                .collect(),
        }
    }

    /// The text.
    pub fn text(&self) -> &str {
        self.source.text()
    }

    /// The outline.
    pub fn symbols(&self) -> Vec<Value> {
        symbols::of_rules(&self.source, &self.entries)
    }

    /// The places in this file that have the name at a position. A variable is one of its form.
    pub fn references(&self, uri: &str, at: Position) -> Vec<Value> {
        let Some(word) = self.word(at) else {
            return vec![];
        };
        let line = at.line as usize + 1;
        let forms: Vec<_> = Forms::new(self.source.text())
            .filter_map(Result::ok)
            .collect();
        let is_around = |form: &&Form| {
            let (first, _) = self.source.line_column(form.span.start);
            let (last, _) = self.source.line_column(form.span.end);
            (first..=last).contains(&line)
        };
        let mut spans = vec![];
        match word.starts_with('?') {
            true => forms
                .iter()
                .filter(is_around)
                .for_each(|form| atoms_named(form, word, &mut spans)),
            false => forms
                .iter()
                .for_each(|form| atoms_named(form, word, &mut spans)),
        }
        let locations = spans.into_iter();
        locations
            .map(|span| location(uri, range(&self.source, span)))
            .collect()
    }

    /// The rules about an op or an interface.
    pub fn hover(&self, index: &RuleIndex, at: Position) -> Option<Value> {
        let word = self.word(at)?;
        let own = self.entries.iter().filter(|entry| entry.is_about(word));
        let known = own.chain(index.of_op(word));
        let mut titles: Vec<String> = known.map(Entry::title).collect();
        titles.dedup();
        (!titles.is_empty())
            .then(|| hover(&format!("Rules of `{word}`:\n\n- {}", titles.join("\n- "))))
    }
}

/// The atoms of a form that are a word.
fn atoms_named(form: &Form, word: &str, found: &mut Vec<Span>) {
    match (form.as_atom(), form.as_list()) {
        (Some(atom), _) if atom == word => found.push(form.span),
        (None, Some(forms)) => forms.iter().for_each(|form| atoms_named(form, word, found)),
        _ => {}
    }
}
