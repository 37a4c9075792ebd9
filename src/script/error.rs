//! What can be wrong with a command.

use crate::diagnostic::similar;
use crate::sexp::{Form, Severity, Source, Span};
use thiserror::Error;

/// Why a command was not carried out, and where in its text.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("{message}")]
pub struct ScriptError {
    /// The place.
    pub span: Span,
    /// What is wrong, in one line.
    pub message: String,
    /// Something that may help.
    pub help: Option<String>,
    /// Whether nothing is wrong with the command but that no program is there.
    pub lacks_program: bool,
}

impl ScriptError {
    /// An error about a place.
    pub fn new(span: Span, message: impl Into<String>) -> ScriptError {
        ScriptError {
            span,
            message: message.into(),
            help: None,
            lacks_program: false,
        }
    }

    /// An error about what needs a program, where none is there.
    pub(super) fn no_program(form: &Form) -> ScriptError {
        ScriptError {
            lacks_program: true,
            help: Some("begin with `(load \"FILE.mlir\")`".to_owned()),
            ..ScriptError::new(form.span, "no program is loaded")
        }
    }

    /// The error with something that may help.
    pub fn with_help(mut self, help: impl Into<String>) -> ScriptError {
        self.help = Some(help.into());
        self
    }

    /// The error with the most similar of some names as help, if one is similar.
    pub(super) fn suggesting<'n>(
        self,
        name: &str,
        known: impl IntoIterator<Item = &'n str>,
    ) -> ScriptError {
        match similar(name, known) {
            Some(known) => self.with_help(format!("did you mean `{known}`?")),
            None => self,
        }
    }

    /// The error with the most similar of some names as help, or else with other help.
    pub(super) fn suggesting_or<'n>(
        self,
        name: &str,
        known: impl IntoIterator<Item = &'n str>,
        help: &str,
    ) -> ScriptError {
        let error = self.suggesting(name, known);
        match error.help {
            Some(_) => error,
            None => error.with_help(help),
        }
    }

    /// The message with the place in the source, the line and a caret; without a line end.
    pub fn render(&self, source: &Source) -> String {
        let message = match &self.help {
            Some(help) => format!("{}; {help}", self.message),
            None => self.message.clone(),
        };
        source.render(Severity::Error, self.span.start, message)
    }
}

/// As much of a word as fits into a message.
pub(super) fn shortened(word: &str) -> String {
    const MAX: usize = 40;
    match word.char_indices().nth(MAX) {
        Some((end, _)) => format!("{}…", &word[..end]),
        None => word.to_owned(),
    }
}
