//! Texts, places in them, and how a complaint about a place is shown.

use std::fmt;
use std::ops::Range;

/// A range of bytes of a text: `start..end`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct Span {
    /// The first byte.
    pub start: usize,
    /// Past the last byte.
    pub end: usize,
}

impl Span {
    /// The bytes `start..end`.
    pub fn new(start: usize, end: usize) -> Self {
        Span { start, end }
    }

    /// The smallest span with both.
    pub fn to(self, other: Span) -> Span {
        Span::new(self.start.min(other.start), self.end.max(other.end))
    }

    /// The span `offset` bytes further on.
    pub fn shifted(self, offset: usize) -> Span {
        Span::new(self.start + offset, self.end + offset)
    }
}

impl From<Span> for Range<usize> {
    fn from(span: Span) -> Range<usize> {
        span.start..span.end
    }
}

/// How bad it is.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Severity {
    /// It cannot go on like this.
    Error,
    /// It works, but is likely not meant.
    Warning,
    /// Something to know about another complaint.
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

/// Lines are shown up to this many characters.
const MAX_WIDTH: usize = 100;

/// Of a longer line, this many characters are shown before the place.
const BEFORE: usize = 50;

/// A text and what to call it.
#[derive(Clone, Debug)]
pub struct Source {
    name: String,
    text: String,
    /// The offsets at which lines begin; at least one.
    lines: Vec<usize>,
}

impl Source {
    /// A text that messages call `name`: usually the path of its file. Linear in the text.
    pub fn new(name: impl Into<String>, text: impl Into<String>) -> Self {
        let text = text.into();
        let ends = text.match_indices('\n').map(|(offset, _)| offset + 1);
        Source {
            lines: std::iter::once(0).chain(ends).collect(),
            name: name.into(),
            text,
        }
    }

    /// What messages call it.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The text.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// Line and column of a byte, both counted from 1, columns in characters.
    ///
    /// An offset past the end stands for the end, one within a character for its start. Logarithmic
    /// in the number of lines, linear in the length of the line.
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

    /// The text of a line, counted from 1, without its end; empty if there is no such line.
    pub fn line(&self, line: usize) -> &str {
        let Some(&start) = line.checked_sub(1).and_then(|index| self.lines.get(index)) else {
            return "";
        };
        let end = self.lines.get(line).copied().unwrap_or(self.text.len());
        self.text[start..end].trim_end_matches(['\n', '\r'])
    }

    /// An [`Severity::Error`] about the place at `offset`.
    pub fn render_error(&self, offset: usize, message: impl fmt::Display) -> String {
        self.render(Severity::Error, offset, message)
    }

    /// A complaint about the place at `offset`, without a line end at its end:
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
    /// A tab is shown as one space, any other control character as `�`; of a long line only the part
    /// around the place, with `…` where it goes on.
    pub fn render(&self, severity: Severity, offset: usize, message: impl fmt::Display) -> String {
        let (line, column) = self.line_column(offset);
        let (excerpt, caret) = excerpt(self.line(line), column - 1);
        let name = &self.name;
        let place = " ".repeat(caret);
        format!("{name}:{line}:{column}: {severity}: {message}\n  {excerpt}\n  {place}^")
    }

    /// The index of the line of an offset, where the line starts, and the offset made valid.
    fn locate(&self, offset: usize) -> (usize, usize, usize) {
        let mut offset = offset.min(self.text.len());
        while !self.text.is_char_boundary(offset) {
            offset -= 1;
        }
        let line = self.lines.partition_point(|&start| start <= offset) - 1;
        (line, self.lines[line], offset)
    }
}

/// What to show of a line, and where in that the caret goes.
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
