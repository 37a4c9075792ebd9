//! Diagnostics about positions in a program, and their rendering.

use crate::program::SourceLocation;
use std::fmt::{self, Display, Formatter, Write};

/// The severity of a [`Diagnostic`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Severity {
    /// The tool could not complete its task.
    Error,
    /// A likely mistake.
    Warning,
    /// An answer or an observation.
    Remark,
    /// Details about the preceding diagnostic.
    Note,
    /// Text that is printed verbatim without a position, such as the output of an analysis. It may have several
    /// lines.
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

/// The known name that is most similar to `name`, if one is similar enough; the first one among equally similar
/// names.
///
/// ```
/// use calipers_support::diagnostic::similar;
/// assert_eq!(similar("rnage", ["range", "prove"]), Some("range"));
/// assert_eq!(similar("frobnicate", ["range", "prove"]), None);
/// ```
pub fn similar<'n>(name: &str, known: impl IntoIterator<Item = &'n str>) -> Option<&'n str> {
    // Longer words are unlikely to be typing errors.
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

/// The number of characters of a line that are shown on each side of the position.
const WINDOW: u32 = 150;

/// A diagnostic with an optional position.
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
    /// The severity.
    pub severity: Severity,
    /// The position, if there is one.
    pub location: Option<SourceLocation>,
    /// The message without the position: one line, except for [`Severity::Text`].
    pub message: String,
    /// The number of characters to underline from the position on; 0 or 1 for the position alone.
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

    /// Renders the diagnostic for a terminal: position, severity and message; the source line, if given; a caret
    /// under the position. For [`Severity::Text`], only the message. Ends with a newline.
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

/// A caret under the 1-based `column` of `line`, and tildes under the rest of `width`. Tabs are preserved, so that
/// the caret is aligned for any tab width.
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
