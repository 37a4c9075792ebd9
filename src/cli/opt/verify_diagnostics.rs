//! `-verify-diagnostics`: compares `expected-error {{…}}` comments with the emitted diagnostics.
//!
//! ```text
//! expectation ::= `expected-` kind `-re`? place? count? `{{` text `}}`
//! kind        ::= `error` | `warning` | `remark` | `note`
//! place       ::= `@` (`+` N | `-` N | `above` | `below` | `unknown`)
//! count       ::= N | N `+` | `*`
//! ```
//!
//! The text is a part of the message; with `-re`, the text in `{{…}}` within it is a regular expression. `@below` is
//! the next line without an expectation, `@above` the last one. Without a count one or more diagnostics are expected,
//! as by `mlir-opt`.

use calipers::diagnostic::{Diagnostic, Severity};
use calipers::program::SourceLocation;
use regex_lite::Regex;
use std::sync::LazyLock;

/// The head of an expectation, up to its `{{`.
static HEAD: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(
        r"expected-(?<kind>error|warning|remark|note)(?<re>-re)?\s*(?:@\s*(?<place>[+-]\d+|above|below|unknown))?\s*(?<count>\d+\+?|\*)?\s*\{\{",
    )
    .expect("the expression is a constant and well-formed")
});

/// The expectations of a chunk.
#[derive(Debug)]
pub struct Expectations {
    file: String,
    list: Vec<Expectation>,
}

#[derive(Debug)]
struct Expectation {
    severity: Severity,
    /// The expected line; none for `@unknown`.
    line: Option<u32>,
    text: Text,
    /// The text as it was written.
    written: String,
    least: u32,
    most: u32,
    found: u32,
    /// The position of the expectation.
    place: (u32, u32),
}

#[derive(Debug)]
enum Text {
    Part(String),
    Pattern(Regex),
}

impl Expectation {
    fn describes(&self, message: &str) -> bool {
        match &self.text {
            Text::Part(part) => message.contains(part.as_str()),
            Text::Pattern(pattern) => pattern.is_match(message),
        }
    }
}

impl Expectations {
    /// Parses the expectations of `chunk`, whose first line is line `first_line` of `file`; also returns the errors
    /// in them.
    pub fn read(file: &str, chunk: &str, first_line: u32) -> (Expectations, Vec<Diagnostic>) {
        let mut expectations = Expectations {
            file: file.to_owned(),
            list: Vec::new(),
        };
        let mut malformed = Vec::new();
        let mut plain_line = first_line;
        let mut below = Vec::new();
        let mut line = first_line;
        for text in chunk.lines() {
            let before = expectations.list.len();
            if text.contains("expected-") {
                let context = Line {
                    text,
                    number: line,
                    last_plain: plain_line,
                };
                context.read(&mut expectations, &mut below, &mut malformed);
            }
            if expectations.list.len() == before {
                plain_line = line;
                for at in below.drain(..) {
                    expectations.list[at].line = Some(line);
                }
            }
            line = line.saturating_add(1);
        }
        (expectations, malformed)
    }

    /// Marks the expectation that `diagnostic` fulfils; returns an error if there is none.
    pub fn check(&mut self, diagnostic: &Diagnostic) -> Option<Diagnostic> {
        let here = diagnostic
            .location
            .as_ref()
            .filter(|place| place.file == self.file);
        let line = here.map(|place| place.line);
        let mut candidates: Vec<&mut Expectation> = self
            .list
            .iter_mut()
            .filter(|e| e.line == line && e.describes(&diagnostic.message))
            .collect();
        let fits = |e: &Expectation| e.severity == diagnostic.severity && e.found < e.most;
        // A required expectation takes precedence over an optional one.
        let chosen = candidates
            .iter()
            .position(|e| fits(e) && e.found < e.least)
            .or_else(|| candidates.iter().position(|e| fits(e)));
        if let Some(at) = chosen {
            candidates[at].found += 1;
            return None;
        }
        let other = candidates.first().map(|e| e.severity);
        let message = match other {
            Some(other) if other != diagnostic.severity => format!(
                "'{}' diagnostic emitted when expecting '{other}': {}",
                diagnostic.severity, diagnostic.message
            ),
            _ => format!("unexpected {}: {}", diagnostic.severity, diagnostic.message),
        };
        let location = diagnostic.location.clone();
        Some(Diagnostic::new(Severity::Error, location, message))
    }

    /// The unfulfilled expectations, in the order of the file.
    pub fn missing(&self) -> Vec<Diagnostic> {
        let missing = self.list.iter().filter(|e| e.found < e.least);
        missing
            .map(|e| {
                let times = match (e.least, e.found) {
                    (1, _) => String::new(),
                    (least, found) => format!(" ({found} of {least} times)"),
                };
                let message = format!(
                    "expected {} \"{}\" was not produced{times}",
                    e.severity, e.written
                );
                self.at(e.place, e.written.chars().count() + 4, message)
            })
            .collect()
    }

    fn at(&self, (line, column): (u32, u32), width: usize, message: String) -> Diagnostic {
        let place = SourceLocation {
            file: self.file.clone(),
            line,
            column,
        };
        let mut diagnostic = Diagnostic::new(Severity::Error, Some(place), message);
        diagnostic.width = width;
        diagnostic
    }
}

/// A line with expectations.
struct Line<'a> {
    text: &'a str,
    number: u32,
    /// The last line without expectations.
    last_plain: u32,
}

impl Line<'_> {
    fn read(
        &self,
        expectations: &mut Expectations,
        below: &mut Vec<usize>,
        malformed: &mut Vec<Diagnostic>,
    ) {
        let heads: Vec<_> = HEAD.captures_iter(self.text).collect();
        for (at, head) in heads.iter().enumerate() {
            let whole = head.get(0).expect("group 0 is the match");
            let next = heads.get(at + 1).and_then(|next| next.get(0));
            let end = next.map_or(self.text.len(), |next| next.start());
            let rest = &self.text[whole.end()..end];
            // The last `}}` before the next expectation ends the text, since with `-re` it may contain others.
            let Some(length) = rest.rfind("}}") else {
                continue;
            };
            let written = &rest[..length];
            let column = self.text[..whole.end() - 2].chars().count();
            let place = (
                self.number,
                u32::try_from(column).map_or(u32::MAX, |n| n.saturating_add(1)),
            );
            let text = if head.name("re").is_some() {
                match pattern(written) {
                    Ok(pattern) => Text::Pattern(pattern),
                    Err(error) => {
                        let width = written.chars().count() + 4;
                        malformed.push(expectations.at(place, width, error));
                        continue;
                    }
                }
            } else {
                Text::Part(written.to_owned())
            };
            let count = head.name("count").map(|count| count.as_str());
            let (least, most) = bounds(count);
            let designator = head.name("place").map(|place| place.as_str());
            if designator == Some("below") {
                below.push(expectations.list.len());
            }
            expectations.list.push(Expectation {
                severity: match &head["kind"] {
                    "error" => Severity::Error,
                    "warning" => Severity::Warning,
                    "remark" => Severity::Remark,
                    _ => Severity::Note,
                },
                line: self.meant(designator),
                text,
                written: written.to_owned(),
                least,
                most,
                found: 0,
                place,
            });
        }
    }

    /// The line that a designator denotes; `below` is resolved later.
    fn meant(&self, designator: Option<&str>) -> Option<u32> {
        let offset = |digits: &str| digits.parse().unwrap_or(u32::MAX);
        match designator {
            None | Some("below") => Some(self.number),
            Some("above") => Some(self.last_plain),
            Some("unknown") => None,
            Some(signed) => Some(match signed.strip_prefix('-') {
                Some(digits) => self.number.saturating_sub(offset(digits)),
                None => {
                    let digits = signed.strip_prefix('+').unwrap_or(signed);
                    self.number.saturating_add(offset(digits))
                }
            }),
        }
    }
}

/// The minimum and the maximum number of diagnostics that a count allows.
fn bounds(count: Option<&str>) -> (u32, u32) {
    match count {
        None => (1, u32::MAX),
        Some("*") => (0, u32::MAX),
        Some(count) => match count.strip_suffix('+') {
            Some(least) => (least.parse().unwrap_or(u32::MAX), u32::MAX),
            None => {
                let exact = count.parse().unwrap_or(u32::MAX);
                (exact, exact)
            }
        },
    }
}

/// Plain text with regular expressions in `{{…}}`.
fn pattern(text: &str) -> Result<Regex, String> {
    let mut pattern = String::new();
    let mut rest = text;
    while let Some(open) = rest.find("{{") {
        pattern.push_str(&regex_lite::escape(&rest[..open]));
        let inner = &rest[open + 2..];
        let close = inner
            .find("}}")
            .ok_or("found start of regex with no end '}}'")?;
        pattern.push_str("(?:");
        pattern.push_str(&inner[..close]);
        pattern.push(')');
        rest = &inner[close + 2..];
    }
    pattern.push_str(&regex_lite::escape(rest));
    Regex::new(&pattern).map_err(|error| {
        let reason = error.to_string();
        let reason = reason.lines().last().unwrap_or_default().trim();
        format!("invalid regex: {reason}")
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn emitted(severity: Severity, line: u32, message: &str) -> Diagnostic {
        let place = SourceLocation {
            file: "t.mlir".to_owned(),
            line,
            column: 1,
        };
        Diagnostic::new(severity, Some(place), message)
    }

    /// The errors when `emitted` is compared with the expectations of `text`.
    fn complaints(text: &str, emitted: &[Diagnostic]) -> Vec<String> {
        let (mut expectations, malformed) = Expectations::read("t.mlir", text, 1);
        let mut all = malformed;
        all.extend(emitted.iter().filter_map(|d| expectations.check(d)));
        all.extend(expectations.missing());
        let line = |d: &Diagnostic| d.location.as_ref().map_or(0, |place| place.line);
        all.iter()
            .map(|d| format!("{}: {}", line(d), d.message))
            .collect()
    }

    use Severity::{Error, Remark};

    #[test]
    fn a_part_of_the_message_on_the_right_line_is_enough() {
        let text = "op // expected-error {{wrong}}";
        assert!(complaints(text, &[emitted(Error, 1, "all wrong here")]).is_empty());
        assert_eq!(
            complaints(text, &[emitted(Error, 2, "all wrong here")]),
            [
                "2: unexpected error: all wrong here",
                "1: expected error \"wrong\" was not produced"
            ]
        );
        assert_eq!(
            complaints(text, &[emitted(Remark, 1, "wrong")])[0],
            "1: 'remark' diagnostic emitted when expecting 'error': wrong"
        );
    }

    #[test]
    fn places_are_relative_to_lines_without_expectations() {
        let text = "one\n// expected-remark @below {{a}}\n// expected-remark@below{{b}}\nfour\n\
                    // expected-remark @above{{c}}\n// expected-remark@-5 {{d}}\n// expected-remark @+1 {{e}}";
        let all = [
            emitted(Remark, 4, "a"),
            emitted(Remark, 4, "b"),
            emitted(Remark, 4, "c"),
            emitted(Remark, 1, "d"),
            emitted(Remark, 8, "e"),
        ];
        assert!(complaints(text, &all).is_empty());
        assert_eq!(complaints(text, &all[..3]).len(), 2);
    }

    #[test]
    fn counts_say_how_often() {
        let once = emitted(Remark, 1, "x");
        let times = |n: usize| vec![once.clone(); n];
        assert!(complaints("// expected-remark 2 {{x}}", &times(2)).is_empty());
        assert_eq!(
            complaints("// expected-remark 2 {{x}}", &times(3)),
            ["1: unexpected remark: x"]
        );
        assert_eq!(
            complaints("// expected-remark 2 {{x}}", &times(1)),
            ["1: expected remark \"x\" was not produced (1 of 2 times)"]
        );
        assert!(complaints("// expected-remark 1+ {{x}}", &times(3)).is_empty());
        assert!(complaints("// expected-remark * {{x}}", &[]).is_empty());
        assert!(complaints("// expected-remark {{x}}", &times(2)).is_empty());
    }

    #[test]
    fn several_expectations_share_a_line() {
        let text = "op // expected-error {{a}} expected-remark {{b}}";
        let both = [emitted(Error, 1, "a"), emitted(Remark, 1, "b")];
        assert!(complaints(text, &both).is_empty());
        assert_eq!(complaints(text, &both[..1]).len(), 1);
    }

    #[test]
    fn patterns_are_regular_expressions_in_braces() {
        let text = "// expected-error-re {{got {{[0-9]+|none}} (of 3)}}";
        assert!(complaints(text, &[emitted(Error, 1, "op got 42 (of 3)")]).is_empty());
        assert_eq!(
            complaints(text, &[emitted(Error, 1, "got x (of 3)")]).len(),
            2
        );
        let wrong = complaints("// expected-error-re {{a{{(}}}}", &[]);
        assert!(wrong[0].starts_with("1: invalid regex"), "{wrong:?}");
        let open = complaints("// expected-error-re {{a{{b}}", &[]);
        assert_eq!(open, ["1: found start of regex with no end '}}'"]);
    }

    #[test]
    fn diagnostics_without_a_place_are_expected_at_unknown() {
        let nowhere = Diagnostic::new(Error, None, "x");
        let nowhere = [nowhere];
        assert!(complaints("// expected-error @unknown {{x}}", &nowhere).is_empty());
        assert_eq!(complaints("", &nowhere), ["0: unexpected error: x"]);
    }
}
