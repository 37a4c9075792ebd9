//! What can be wrong with a file of forms.

use super::{Source, Span};
use thiserror::Error;

/// A form that cannot be understood, with its place.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("{rendered}")]
pub struct FormError {
    /// What is wrong.
    pub message: String,
    /// The file.
    pub file: String,
    /// Line, from 1.
    pub line: usize,
    /// Column, from 1, in characters.
    pub column: usize,
    /// The whole message, with the line of the source and a caret.
    pub rendered: String,
}

impl FormError {
    /// What is wrong with the place `span` of `source`.
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
