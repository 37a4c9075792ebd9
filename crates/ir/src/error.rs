//! Errors with a position in a source text.

/// An error with its position in a source text.
///
/// Displays as `file:line:column: error: message`, the source line, and a caret under the position. `{:?}` shows the same,
/// so that a `main` that returns it is readable.
#[derive(Clone, PartialEq, Eq, thiserror::Error)]
#[error("{file}:{line}:{column}: error: {message}\n{excerpt}\n{caret}")]
pub struct ParseError {
    /// The name of the file.
    pub file: String,
    /// Line, from 1.
    pub line: u32,
    /// Column, from 1, in characters.
    pub column: u32,
    /// The message.
    pub message: String,
    /// The source line, or an excerpt around the position if the line is long.
    pub excerpt: String,
    /// Blanks followed by a caret, aligned with the position in the excerpt.
    pub caret: String,
}

impl std::fmt::Debug for ParseError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        std::fmt::Display::fmt(self, f)
    }
}

/// The number of characters of a line that are shown on each side of the position.
const WINDOW: usize = 100;

impl ParseError {
    /// An error whose place is not determined yet.
    pub(crate) fn without_place(message: String) -> ParseError {
        ParseError {
            file: String::new(),
            line: 0,
            column: 0,
            message,
            excerpt: String::new(),
            caret: String::new(),
        }
    }

    /// The error `message` at the byte `offset` of `source`, whose first line has the number `first_line`. An offset
    /// past the end is clamped. Costs the size of the source.
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
