//! Source texts, positions in them, and the rendering of messages about a position.

use std::fmt;
use std::ops::Range;

/// A range of bytes of a text: `start..end`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct Span {
    /// The first byte.
    pub start: usize,
    /// The byte after the last one.
    pub end: usize,
}

impl Span {
    /// The bytes `start..end`.
    pub fn new(start: usize, end: usize) -> Self {
        Span { start, end }
    }

    /// The smallest span that contains both.
    pub fn to(self, other: Span) -> Span {
        Span::new(self.start.min(other.start), self.end.max(other.end))
    }

    /// The span moved by `offset` bytes.
    pub fn shifted(self, offset: usize) -> Span {
        Span::new(self.start + offset, self.end + offset)
    }
}

impl From<Span> for Range<usize> {
    fn from(span: Span) -> Range<usize> {
        span.start..span.end
    }
}

/// The severity of a message.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Severity {
    /// An error.
    Error,
    /// Valid, but probably a mistake.
    Warning,
    /// Details about another message.
    Note,
}

impl fmt::Display for Severity {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Severity::Error => "error",
            Severity::Warning => "warning",
            Severity::Note => "note",
        })
    }
}

/// The maximum length in characters of a line that is shown completely.
const MAX_WIDTH: usize = 100;

/// For a longer line, the number of characters that are shown before the position.
const BEFORE: usize = 50;

/// A text with its name.
#[derive(Clone, Debug)]
pub struct Source {
    name: String,
    text: String,
    /// The offsets of line starts; at least one.
    lines: Vec<usize>,
}

impl Source {
    /// A text with its name in messages, which usually is the path of its file. Linear in the length of the text.
    pub fn new(name: impl Into<String>, text: impl Into<String>) -> Self {
        let text = text.into();
        let ends = text.match_indices('\n').map(|(offset, _)| offset + 1);
        Source {
            lines: std::iter::once(0).chain(ends).collect(),
            name: name.into(),
            text,
        }
    }

    /// The name in messages.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The text.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// Line and column of a byte; both are 1-based, and columns count characters.
    ///
    /// An offset past the end is clamped to the end, and one within a character to its start. Logarithmic in the
    /// number of lines, linear in the length of the line.
    ///
    /// ```
    /// use calipers_support::sexp::Source;
    /// let source = Source::new("s", "a\nβ c");
    /// assert_eq!(source.line_column(0), (1, 1));
    /// assert_eq!(source.line_column(5), (2, 3));
    /// assert_eq!(source.line_column(99), (2, 4));
    /// ```
    pub fn line_column(&self, offset: usize) -> (usize, usize) {
        let (line, start, offset) = self.locate(offset);
        (line + 1, self.text[start..offset].chars().count() + 1)
    }

    /// The text of a line (1-based) without its line break; empty if there is no such line.
    pub fn line(&self, line: usize) -> &str {
        let Some(&start) = line.checked_sub(1).and_then(|index| self.lines.get(index)) else {
            return "";
        };
        let end = self.lines.get(line).copied().unwrap_or(self.text.len());
        self.text[start..end].trim_end_matches(['\n', '\r'])
    }

    /// Renders an [`Severity::Error`] at the position `offset`.
    pub fn render_error(&self, offset: usize, message: impl fmt::Display) -> String {
        self.render(Severity::Error, offset, message)
    }

    /// Renders a message about the position `offset`, without a trailing newline:
    ///
    /// ```
    /// use calipers_support::sexp::{Severity, Source};
    /// let source = Source::new("a.rules", "(f\n\t?x)");
    /// assert_eq!(
    ///     source.render(Severity::Warning, 4, "?x is never bound"),
    ///     "a.rules:2:2: warning: ?x is never bound\n   ?x)\n   ^",
    /// );
    /// ```
    ///
    /// A tab is shown as one space, and any other control character as `�`. A long line is cut around the position,
    /// and `…` marks the cuts.
    pub fn render(&self, severity: Severity, offset: usize, message: impl fmt::Display) -> String {
        let (line, column) = self.line_column(offset);
        let (excerpt, caret) = excerpt(self.line(line), column - 1);
        let name = &self.name;
        let place = " ".repeat(caret);
        format!("{name}:{line}:{column}: {severity}: {message}\n  {excerpt}\n  {place}^")
    }

    /// The index of the line of an offset, the start of the line, and the offset clamped to a character boundary.
    fn locate(&self, offset: usize) -> (usize, usize, usize) {
        let mut offset = offset.min(self.text.len());
        while !self.text.is_char_boundary(offset) {
            offset -= 1;
        }
        let line = self.lines.partition_point(|&start| start <= offset) - 1;
        (line, self.lines[line], offset)
    }
}

/// The excerpt of a line to show, and the position of the caret in it.
fn excerpt(line: &str, column: usize) -> (String, usize) {
    let printable = |c: char| match c {
        '\t' => ' ',
        c if c.is_control() => '\u{fffd}',
        c => c,
    };
    let count = line.chars().count();
    if count <= MAX_WIDTH {
        return (line.chars().map(printable).collect(), column.min(count));
    }
    let first = column
        .min(count)
        .saturating_sub(BEFORE)
        .min(count - MAX_WIDTH);
    let shown = line.chars().skip(first).take(MAX_WIDTH).map(printable);
    let mut excerpt: String = shown.collect();
    let mut caret = column.min(count) - first;
    if first > 0 {
        excerpt.insert(0, '…');
        caret += 1;
    }
    if first + MAX_WIDTH < count {
        excerpt.push('…');
    }
    (excerpt, caret)
}
