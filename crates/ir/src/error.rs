//! Errors that point into a source text.

/// An error in a source text: where, and what was expected there.
///
/// It displays as `file:line:column: error: message`, the source line, and a caret under the place.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{file}:{line}:{column}: error: {message}\n{excerpt}\n{caret}")]
pub struct ParseError {
    /// The file, as it was named.
    pub file: String,
    /// Line, from 1.
    pub line: u32,
    /// Column, from 1, in characters.
    pub column: u32,
    /// What is wrong.
    pub message: String,
    /// The source line, or the part of it around the place where it is long.
    pub excerpt: String,
    /// Blanks and a caret that stands under the place in the excerpt.
    pub caret: String,
}

/// How many characters of a line are shown on either side of the place.
const WINDOW: usize = 100;

impl ParseError {
    /// The error `message` at the byte `offset` of `source`, whose first line has the number
    /// `first_line`. An offset past the end counts as the end. Costs the size of the source.
    pub fn new(
        file: &str,
        source: &str,
        first_line: u32,
        offset: usize,
        message: impl Into<String>,
    ) -> ParseError {
        let mut offset = offset.min(source.len());
        while !source.is_char_boundary(offset) {
            offset -= 1;
        }
        let before = &source[..offset];
        let start = before.rfind('\n').map_or(0, |at| at + 1);
        let newlines = before.bytes().filter(|&byte| byte == b'\n').count();
        let head = &source[start..offset];
        let tail = source[offset..].lines().next().unwrap_or_default();
        let column = head.chars().count() + 1;
        let shown = head.chars().skip(column.saturating_sub(WINDOW + 1));
        let shown: String = shown.collect();
        let caret: String = shown
            .chars()
            .map(|c| if c == '\t' { '\t' } else { ' ' })
            .chain(['^'])
            .collect();
        let excerpt = shown.chars().chain(tail.chars().take(WINDOW)).collect();
        ParseError {
            file: file.to_owned(),
            line: first_line.saturating_add(u32::try_from(newlines).unwrap_or(u32::MAX)),
            column: u32::try_from(column).unwrap_or(u32::MAX),
            message: message.into(),
            excerpt,
            caret,
        }
    }
}
