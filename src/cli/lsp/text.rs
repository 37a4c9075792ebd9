//! The text of a document, its changes, and its words.

use super::place::byte_in;
use super::protocol::{Change, Position, Range};

/// The text after a change: of a range, or of the whole.
pub fn changed(text: &str, change: Change) -> String {
    let Some(range) = change.range else {
        return change.text;
    };
    let start = byte_of(text, range.start);
    let end = byte_of(text, range.end).max(start);
    [&text[..start], &change.text, &text[end..]].concat()
}

/// The byte offset of a position; positions beyond the end of a line or of the text are its end.
fn byte_of(text: &str, position: Position) -> usize {
    let mut start = 0;
    for (number, line) in text.split_inclusive('\n').enumerate() {
        if number == position.line as usize {
            let line = line.strip_suffix('\n').unwrap_or(line);
            return start + byte_in(line, position);
        }
        start += line.len();
    }
    text.len()
}

/// For each line of a text, the line of an earlier version that it was: lines before and after what has changed are the
/// same.
pub struct Lines {
    before: usize,
    after: usize,
    old: usize,
    new: usize,
}

impl Lines {
    /// Compares two versions of a text.
    pub fn of(old: &str, new: &str) -> Lines {
        let (old, new): (Vec<&str>, Vec<&str>) = (old.lines().collect(), new.lines().collect());
        let before = old.iter().zip(&new).take_while(|(a, b)| a == b).count();
        let rest = old.len().min(new.len()) - before;
        let ends = old.iter().rev().zip(new.iter().rev()).take(rest);
        let after = ends.take_while(|(a, b)| a == b).count();
        Lines {
            before,
            after,
            old: old.len(),
            new: new.len(),
        }
    }

    /// The line, from 0, of the old text.
    pub fn old(&self, line: usize) -> Option<usize> {
        if line < self.before {
            return Some(line);
        }
        let is_after = line < self.new && line >= self.new - self.after;
        is_after.then(|| line + self.old - self.new)
    }
}

/// A word that begins with `%` or `@`.
#[derive(Clone, Copy, Debug)]
pub struct Word<'t> {
    /// The line, from 0.
    pub line: u32,
    /// Its first byte in the line.
    pub byte: usize,
    /// The word, with its sign.
    pub text: &'t str,
}

impl Word<'_> {
    /// The range in a line.
    pub fn range(&self, line: &str) -> Range {
        let units = |text: &str| text.encode_utf16().count() as u32;
        let start = units(&line[..self.byte]);
        let place = |character| Position::new(self.line, character);
        Range::new(place(start), place(start + units(self.text)))
    }
}

/// The words of a line of a program that begin with `%` or `@`, outside of comments and texts.
pub fn words(line: &str, number: u32) -> Vec<Word<'_>> {
    let mut found = vec![];
    let mut at = 0;
    while let Some(next) = line[at..].find(['%', '@', '"', '/']) {
        let start = at + next;
        let rest = &line[start..];
        at = match rest.as_bytes()[0] {
            b'"' => start + text_length(rest),
            b'/' if rest.starts_with("//") => return found,
            b'/' => start + 1,
            _ => {
                let is_part = |c: char| c.is_alphanumeric() || "._$-#".contains(c);
                let length = rest[1..].find(|c| !is_part(c)).unwrap_or(rest.len() - 1);
                let text = &rest[..=length];
                found.push(Word {
                    line: number,
                    byte: start,
                    text,
                });
                start + text.len()
            }
        };
    }
    found
}

/// The number of bytes of a text in quotes at the start of a line.
pub fn text_length(line: &str) -> usize {
    let mut escaped = false;
    for (at, c) in line.char_indices().skip(1) {
        match c {
            _ if escaped => escaped = false,
            '\\' => escaped = true,
            '"' => return at + 1,
            _ => {}
        }
    }
    line.len()
}

/// The part of a line of a program before its comment.
pub fn without_comment(line: &str) -> &str {
    let mut at = 0;
    while let Some(next) = line[at..].find(['"', '/']) {
        let start = at + next;
        at = match &line[start..] {
            rest if rest.starts_with('"') => start + text_length(rest),
            rest if rest.starts_with("//") => return line[..start].trim_end(),
            _ => start + 1,
        };
    }
    line.trim_end()
}

#[test]
fn changes_of_ranges_are_applied() {
    let change = |from: (u32, u32), to: (u32, u32), text: &str| Change {
        range: Some(Range::new(
            Position::new(from.0, from.1),
            Position::new(to.0, to.1),
        )),
        text: text.to_owned(),
    };
    let text = "a𝑥c\ndef\n";
    assert_eq!(changed(text, change((0, 1), (0, 3), "b")), "abc\ndef\n");
    assert_eq!(changed(text, change((0, 4), (1, 0), " ")), "a𝑥c def\n");
    assert_eq!(
        changed(text, change((9, 0), (9, 9), "end")),
        "a𝑥c\ndef\nend"
    );
    assert_eq!(changed(text, change((1, 9), (1, 9), "!")), "a𝑥c\ndef!\n");
}

#[test]
fn lines_around_a_change_are_the_same() {
    let lines = Lines::of("a\nb\nc\nd", "a\nx\ny\nc\nd");
    let old: Vec<_> = (0..6).map(|line| lines.old(line)).collect();
    assert_eq!(old, [Some(0), None, None, Some(2), Some(3), None]);
    let lines = Lines::of("a\na", "a\na\na");
    assert_eq!(lines.old(2), Some(1).filter(|_| lines.after > 0));
}

#[test]
fn words_are_outside_of_comments_and_texts() {
    let line = r#"%a, %b#1 = call @f(%c) {x = "%no"} // %no"#;
    let found: Vec<&str> = words(line, 0).iter().map(|it| it.text).collect();
    assert_eq!(found, ["%a", "%b#1", "@f", "%c"]);
    assert_eq!(
        without_comment(line),
        r#"%a, %b#1 = call @f(%c) {x = "%no"}"#
    );
}
