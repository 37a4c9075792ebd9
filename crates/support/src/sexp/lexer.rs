//! The lexer of S-expressions.

use super::read::{ReadError, ReadErrorKind};
use super::source::Span;

/// The kind of a token.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum TokenKind {
    /// `(`
    Open,
    /// `)`
    Close,
    /// Any other sequence of characters.
    Atom,
    /// A string, with these contents.
    Str(String),
}

/// A token with its position.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Token {
    pub(super) kind: TokenKind,
    pub(super) span: Span,
}

/// Iterates over the tokens of a text. Ends after the first error.
#[derive(Clone, Debug)]
pub(super) struct Lexer<'t> {
    text: &'t str,
    position: usize,
    /// Whether bars and strings are those of SMT-LIB: `|a b|` is an atom, and `""` in a string is a quote.
    pub(super) is_smt_lib: bool,
}

impl<'t> Lexer<'t> {
    pub(super) fn new(text: &'t str) -> Self {
        Lexer {
            text,
            position: 0,
            is_smt_lib: false,
        }
    }

    /// Skips to the next line that starts with an opening parenthesis.
    pub(super) fn skip_to_line_with_list(&mut self) {
        let found = self.rest().find("\n(");
        self.position = found.map_or(self.text.len(), |offset| self.position + offset + 1);
    }

    /// The remaining text.
    fn rest(&self) -> &'t str {
        &self.text[self.position..]
    }

    fn skip_blanks(&mut self) {
        loop {
            // Fast path: nearly all blanks are spaces and ends of lines.
            let bytes = &self.text.as_bytes()[self.position..];
            let plain = bytes.iter().take_while(|b| matches!(b, b' ' | b'\n'));
            let plain = plain.count();
            self.position += plain;
            if bytes
                .get(plain)
                .is_some_and(|&b| b.is_ascii_graphic() && b != b';')
            {
                return;
            }
            let rest = self.rest();
            let trimmed = rest.trim_start_matches(is_blank);
            self.position += rest.len() - trimmed.len();
            if !trimmed.starts_with(';') {
                return;
            }
            self.position += trimmed.find('\n').unwrap_or(trimmed.len());
        }
    }

    /// Lexes a string, from its opening quote.
    fn string(&mut self) -> Result<Token, ReadError> {
        let start = self.position;
        let mut contents = String::new();
        let mut characters = self.rest().char_indices().skip(1);
        while let Some((offset, c)) = characters.next() {
            match c {
                '"' if self.is_smt_lib && self.rest()[offset + 1..].starts_with('"') => {
                    characters.next();
                    contents.push('"');
                }
                '"' => {
                    self.position = start + offset + 1;
                    return Ok(Token {
                        kind: TokenKind::Str(contents),
                        span: Span::new(start, self.position),
                    });
                }
                '\\' if !self.is_smt_lib => match characters.next() {
                    Some((_, escaped)) => contents.push(match escaped {
                        '"' | '\\' => escaped,
                        'n' => '\n',
                        't' => '\t',
                        'r' => '\r',
                        _ => {
                            let place = start + offset;
                            let span = Span::new(place, place + 1 + escaped.len_utf8());
                            return Err(ReadError::new(ReadErrorKind::BadEscape(escaped), span));
                        }
                    }),
                    None => break,
                },
                _ => contents.push(c),
            }
        }
        let quote = Span::new(start, start + 1);
        Err(ReadError::new(ReadErrorKind::UnclosedString, quote))
    }
}

impl Iterator for Lexer<'_> {
    type Item = Result<Token, ReadError>;

    fn next(&mut self) -> Option<Self::Item> {
        self.skip_blanks();
        let start = self.position;
        let rest = self.rest();
        let (kind, length) = match rest.as_bytes().first()? {
            b'(' => (TokenKind::Open, 1),
            b')' => (TokenKind::Close, 1),
            b'"' => {
                let token = self.string();
                if token.is_err() {
                    self.position = self.text.len();
                }
                return Some(token);
            }
            b'|' if self.is_smt_lib => match rest[1..].find('|') {
                Some(length) => (TokenKind::Atom, length + 2),
                None => {
                    self.position = self.text.len();
                    let bar = Span::new(start, start + 1);
                    return Some(Err(ReadError::new(ReadErrorKind::UnclosedString, bar)));
                }
            },
            _ => (TokenKind::Atom, atom_length(rest)),
        };
        self.position += length;
        Some(Ok(Token {
            kind,
            span: Span::new(start, self.position),
        }))
    }
}

/// The length in bytes of the atom at the start of the text.
fn atom_length(text: &str) -> usize {
    let is_delimiter = |b: u8| matches!(b, b'(' | b')' | b'"' | b';');
    let ends = |c: char| is_blank(c) || u8::try_from(c).is_ok_and(is_delimiter);
    // Fast path: nearly all atoms consist of ASCII characters.
    let is_plain = |b: u8| b.is_ascii_graphic() && !is_delimiter(b);
    let plain = text.bytes().take_while(|&b| is_plain(b)).count();
    let rest = &text[plain..];
    plain + rest.find(ends).unwrap_or(rest.len())
}

/// Whitespace, or the byte order mark that some editors write at the start of a file.
fn is_blank(c: char) -> bool {
    c.is_whitespace() || c == '\u{feff}'
}
