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

    /// Skips whitespace and comments.
    fn skip_blanks(&mut self) {
        let bytes = self.text.as_bytes();
        loop {
            match bytes.get(self.position) {
                // Nearly all blanks are spaces and ends of lines.
                Some(b' ' | b'\n') => self.position += 1,
                Some(b';') => {
                    let rest = self.rest();
                    self.position += rest.find('\n').unwrap_or(rest.len());
                }
                Some(b) if b.is_ascii_graphic() => return,
                _ => {
                    let rest = self.rest();
                    let trimmed = rest.trim_start_matches(is_blank);
                    if trimmed.len() == rest.len() {
                        return;
                    }
                    self.position += rest.len() - trimmed.len();
                }
            }
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
    let ends = |c: char| is_blank(c) || u8::try_from(c).is_ok_and(is_delimiter);
    // Nearly all atoms consist of ASCII characters.
    let is_plain = |b: &u8| IS_PLAIN[usize::from(*b)];
    let plain = text.as_bytes().iter().take_while(|b| is_plain(b)).count();
    let rest = &text[plain..];
    plain + rest.find(ends).unwrap_or(rest.len())
}

/// Whether an atom ends before this character.
const fn is_delimiter(b: u8) -> bool {
    matches!(b, b'(' | b')' | b'"' | b';')
}

/// The bytes that are characters of atoms by themselves: the printable ones of ASCII, without the delimiters.
static IS_PLAIN: [bool; 256] = {
    let mut table = [false; 256];
    let mut b = 0u8;
    while b < 128 {
        table[b as usize] = b.is_ascii_graphic() && !is_delimiter(b);
        b += 1;
    }
    table
};

/// Whitespace, or the byte order mark that some editors write at the start of a file.
fn is_blank(c: char) -> bool {
    c.is_whitespace() || c == '\u{feff}'
}
