//! A cursor in the text of an IRDL file.

use crate::sexp::Span;
use crate::sexp::expect::{Complaint, Result};

/// A cursor in a text, with a tokenizer.
pub(super) struct Cursor<'t> {
    text: &'t str,
    at: usize,
}

impl<'t> Cursor<'t> {
    pub(super) fn new(text: &'t str) -> Cursor<'t> {
        Cursor { text, at: 0 }
    }

    fn rest(&self) -> &'t str {
        &self.text[self.at..]
    }

    /// Skips blanks and comments.
    fn skip(&mut self) {
        loop {
            let rest = self.rest();
            let trimmed = rest.trim_start();
            self.at += rest.len() - trimmed.len();
            if !trimmed.starts_with("//") {
                return;
            }
            self.at += trimmed.find('\n').unwrap_or(trimmed.len());
        }
    }

    /// The position of the next token.
    pub(super) fn span(&mut self) -> Span {
        self.skip();
        Span::new(self.at, self.at)
    }

    pub(super) fn complain<T>(&mut self, message: impl Into<String>) -> Result<T> {
        Err(Complaint(self.span(), message.into()))
    }

    pub(super) fn is_at_end(&mut self) -> bool {
        self.skip();
        self.rest().is_empty()
    }

    /// Consumes a punctuation mark if it is next; returns whether it was.
    pub(super) fn eat(&mut self, mark: &str) -> bool {
        self.skip();
        let found = self.rest().starts_with(mark);
        if found {
            self.at += mark.len();
        }
        found
    }

    pub(super) fn expect(&mut self, mark: &str) -> Result<()> {
        match self.eat(mark) {
            true => Ok(()),
            false => self.complain(format!("expected '{mark}'")),
        }
    }

    /// A run of letters, digits, `_`, `.` and `$`.
    pub(super) fn word(&mut self, what: &str) -> Result<&'t str> {
        self.skip();
        let rest = self.rest();
        let is_part = |c: char| c.is_alphanumeric() || "_.$".contains(c);
        let length = rest.find(|c| !is_part(c)).unwrap_or(rest.len());
        if length == 0 {
            return self.complain(format!("expected {what}"));
        }
        self.at += length;
        Ok(&rest[..length])
    }

    /// Consumes this word if it is next; returns whether it was.
    pub(super) fn eat_word(&mut self, word: &str) -> bool {
        let before = self.at;
        let found = self.word("").is_ok_and(|found| found == word);
        if !found {
            self.at = before;
        }
        found
    }

    /// `"…"`, without escapes.
    pub(super) fn string(&mut self) -> Result<&'t str> {
        if !self.eat("\"") {
            return self.complain("expected a string");
        }
        let rest = self.rest();
        match rest.find(['"', '\n', '\\']) {
            Some(end) if rest[end..].starts_with('"') => {
                self.at += end + 1;
                Ok(&rest[..end])
            }
            _ => self.complain("expected a string of one line, without escapes"),
        }
    }

    /// `@a::@b`, as its parts.
    pub(super) fn symbol(&mut self) -> Result<Vec<&'t str>> {
        let mut parts = vec![];
        loop {
            self.expect("@")?;
            parts.push(self.word("a name")?);
            if !self.eat("::") {
                return Ok(parts);
            }
        }
    }

    /// Skips one character.
    pub(super) fn pass(&mut self) {
        self.at += self.rest().chars().next().map_or(0, char::len_utf8);
    }

    /// The rest of the line, up to a comment.
    pub(super) fn line(&mut self) -> &'t str {
        let rest = self.rest();
        let line = rest.lines().next().unwrap_or_default();
        let line = line.split("//").next().unwrap_or_default();
        self.at += line.len();
        line.trim()
    }

    /// Skips a bracketed text.
    pub(super) fn skip_brackets(&mut self) -> Result<()> {
        let start = self.span();
        let mut open = vec![];
        let mut quoted = false;
        for (at, c) in self.rest().char_indices() {
            let closes = match c {
                '"' => {
                    quoted = !quoted;
                    continue;
                }
                _ if quoted => continue,
                '{' | '(' | '[' | '<' => {
                    open.push(c);
                    continue;
                }
                '}' => '{',
                ')' => '(',
                ']' => '[',
                '>' => '<',
                _ => continue,
            };
            if open.pop() != Some(closes) {
                break;
            }
            if open.is_empty() {
                self.at += at + c.len_utf8();
                return Ok(());
            }
        }
        Err(Complaint(start, "this bracket is never closed".into()))
    }
}
