//! Errors of commands.

use crate::diagnostic::similar;
use crate::sexp::{Form, Severity, Source, Span};
use thiserror::Error;

/// The reason why a command failed, and its position.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("{message}")]
pub struct ScriptError {
    /// The position.
    pub span: Span,
    /// The message, on one line.
    pub message: String,
    /// A suggestion.
    pub help: Option<String>,
    /// Whether the only error is that no program is loaded.
    pub lacks_program: bool,
}

impl ScriptError {
    /// An error at a position.
    pub fn new(span: Span, message: impl Into<String>) -> ScriptError {
        ScriptError {
            span,
            message: message.into(),
            help: None,
            lacks_program: false,
        }
    }

    /// The error for a command that needs a program when none is loaded.
    pub(super) fn no_program(form: &Form) -> ScriptError {
        ScriptError {
            lacks_program: true,
            help: Some("begin with `(load \"FILE.mlir\")`".to_owned()),
            ..ScriptError::new(form.span, "no program is loaded")
        }
    }

    /// The error with a suggestion.
    pub fn with_help(mut self, help: impl Into<String>) -> ScriptError {
        self.help = Some(help.into());
        self
    }

    /// The error with a suggestion, if there is one.
    pub(super) fn helped_by(self, help: Option<&str>) -> ScriptError {
        match help {
            Some(help) => self.with_help(help),
            None => self,
        }
    }

    /// The error that suggests the most similar of some names, if one is similar.
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

    /// The error that suggests the most similar of some names, or else has another suggestion.
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

    /// The message with the position, the source line and a caret; without a line end.
    pub fn render(&self, source: &Source) -> String {
        let message = match &self.help {
            Some(help) => format!("{}; {help}", self.message),
            None => self.message.clone(),
        };
        source.render(Severity::Error, self.span.start, message)
    }
}

/// The start of a word that fits into a message.
pub(super) fn shortened(word: &str) -> String {
    const MAX: usize = 40;
    match word.char_indices().nth(MAX) {
        Some((end, _)) => format!("{}…", &word[..end]),
        None => word.to_owned(),
    }
}
