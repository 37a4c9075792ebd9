//! What a tool says about a place in a program, and how it is shown.

use crate::program::SourceLocation;
use std::fmt::{self, Display, Formatter, Write};

/// How much a [`Diagnostic`] matters.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Severity {
    /// The tool could not do what it was asked to.
    Error,
    /// Something looks wrong.
    Warning,
    /// An answer or an observation.
    Remark,
    /// More about the diagnostic before it.
    Note,
    /// Text that is shown as it is, without the place: what an analysis prints. It may have several lines.
    Text,
}

impl Display for Severity {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Severity::Error => "error",
            Severity::Warning => "warning",
            Severity::Remark => "remark",
            Severity::Note => "note",
            Severity::Text => "text",
        })
    }
}

/// The name that was probably meant, if one of those that are known is similar: of several the most similar,
/// of these the first.
///
/// ```
/// use calipers_support::diagnostic::similar;
/// assert_eq!(similar("rnage", ["range", "prove"]), Some("range"));
/// assert_eq!(similar("frobnicate", ["range", "prove"]), None);
/// ```
pub fn similar<'n>(name: &str, known: impl IntoIterator<Item = &'n str>) -> Option<&'n str> {
    // Longer words are no typing errors.
    if name.len() > 40 {
        return None;
    }
    known
        .into_iter()
        .map(|known| (known, strsim::jaro_winkler(name, known)))
        .filter(|(known, score)| *score > 0.75 && *known != name)
        .fold(
            None,
            |best: Option<(&str, f64)>, (known, score)| match best {
                Some((_, other)) if other >= score => best,
                _ => Some((known, score)),
            },
        )
        .map(|(known, _)| known)
}

/// How many characters of a line are shown on either side of a place.
const WINDOW: u32 = 150;

/// What is to be said about a place.
///
/// ```
/// use calipers_support::diagnostic::{Diagnostic, Severity};
/// use calipers_program::SourceLocation;
/// let place = SourceLocation { file: "a.mlir".into(), line: 2, column: 3 };
/// let diagnostic = Diagnostic::new(Severity::Remark, Some(place), "true");
/// assert_eq!(
///     diagnostic.render(Some("  test.compare")),
///     "a.mlir:2:3: remark: true\n  test.compare\n  ^\n",
/// );
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Diagnostic {
    /// How much it matters.
    pub severity: Severity,
    /// The place, where there is one.
    pub location: Option<SourceLocation>,
    /// What there is to say, without the place; in one line, but for [`Severity::Text`].
    pub message: String,
    /// How many characters, from the place on, are meant; 0 or 1 for the place alone.
    pub width: usize,
}

impl Diagnostic {
    /// A diagnostic about a place.
    pub fn new(
        severity: Severity,
        location: Option<SourceLocation>,
        message: impl Into<String>,
    ) -> Diagnostic {
        Diagnostic {
            severity,
            location,
            message: message.into(),
            width: 1,
        }
    }

    /// The text for a terminal: place, severity and message; the line, where it is known; a caret
    /// under the place. Of [`Severity::Text`] only the message. Ends with a newline.
    pub fn render(&self, source_line: Option<&str>) -> String {
        if self.severity == Severity::Text {
            return format!("{}\n", self.message);
        }
        let Some(place) = &self.location else {
            return format!("<unknown>:0: {}: {}\n", self.severity, self.message);
        };
        let SourceLocation { file, line, column } = place;
        let mut text = format!(
            "{file}:{line}:{column}: {}: {}\n",
            self.severity, self.message
        );
        if let Some(source) = source_line {
            let skipped = column.saturating_sub(WINDOW);
            let shown = source.chars().skip(skipped as usize);
            let shown: String = shown.take(2 * WINDOW as usize).collect();
            let width = self.width.min(WINDOW as usize);
            let marks = caret(&shown, column - skipped, width);
            let _ = write!(text, "{shown}\n{marks}\n");
        }
        text
    }
}

/// A caret under the 1-based `column` of `line`, and tildes under the rest of `width`. Tabs stay
/// tabs, so that it stands right wherever they stop.
pub fn caret(line: &str, column: u32, width: usize) -> String {
    let blanks = line.chars().chain(std::iter::repeat(' '));
    let mut marks: String = blanks
        .take(column.saturating_sub(1) as usize)
        .map(|c| if c == '\t' { '\t' } else { ' ' })
        .collect();
    marks.push('^');
    marks.extend(std::iter::repeat_n('~', width.saturating_sub(1)));
    marks
}
