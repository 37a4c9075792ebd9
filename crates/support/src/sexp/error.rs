//! Errors in files of forms.

use super::{Source, Span};
use std::fmt;
use thiserror::Error;

/// An invalid form, with its position. `{:?}` shows the message too, so that a `main` that returns it is readable.
#[derive(Clone, PartialEq, Eq, Error)]
#[error("{rendered}")]
pub struct FormError {
    /// The error message.
    pub message: String,
    /// The name of the file.
    pub file: String,
    /// Line, from 1.
    pub line: usize,
    /// Column, from 1, in characters.
    pub column: usize,
    /// The whole message, with the line of the source and a caret.
    pub rendered: String,
}

impl fmt::Debug for FormError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl FormError {
    /// An error at the position `span` of `source`.
    pub fn new(source: &Source, span: Span, message: impl Into<String>) -> FormError {
        let message = message.into();
        let (line, column) = source.line_column(span.start);
        FormError {
            rendered: source.render_error(span.start, &message),
            message,
            file: source.name().to_string(),
            line,
            column,
        }
    }
}
