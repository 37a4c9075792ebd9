//! The lexer of S-expressions.

use super::read::{ReadError, ReadErrorKind};
use super::source::Span;

/// The kind of a token.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum TokenKind {
    /// `(`
    Open,
    /// `)`
    Close,
    /// Any other sequence of characters.
    Atom,
    /// A string.
    Str,
}

/// A token with its position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Token {
    pub(super) kind: TokenKind,
    pub(super) span: Span,
}

/// Iterates over the tokens of a text. Ends after the first error.
#[derive(Clone, Debug)]
pub(super) struct Lexer<'t> {
    text: &'t str,
    position: usize,
    /// The contents of the last string.
    pub(super) contents: String,
    /// Whether bars and strings are those of SMT-LIB: `|a b|` is an atom, and `""` in a string is a quote.
    pub(super) is_smt_lib: bool,
}

impl<'t> Lexer<'t> {
    pub(super) fn new(text: &'t str) -> Self {
        Lexer {
            text,
            position: 0,
            contents: String::new(),
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
    #[inline]
    fn skip_blanks(&mut self) {
        let bytes = self.text.as_bytes();
        // In a register: the position is not written for each blank.
        let mut at = self.position;
        while let Some(&b) = bytes.get(at) {
            match b {
                // Nearly all blanks are spaces and ends of lines.
                b' ' | b'\n' => at += 1,
                b';' => {
                    let rest = &self.text[at..];
                    at += rest.find('\n').unwrap_or(rest.len());
                }
                _ if b.is_ascii_graphic() => break,
                _ => {
                    let rest = &self.text[at..];
                    let trimmed = rest.trim_start_matches(is_blank);
                    if trimmed.len() == rest.len() {
                        break;
                    }
                    at += rest.len() - trimmed.len();
                }
            }
        }
        self.position = at;
    }

    /// Lexes a string, from its opening quote, and keeps its contents.
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
                    self.contents = contents;
                    return Ok(Token {
                        kind: TokenKind::Str,
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

    #[inline]
    fn next(&mut self) -> Option<Self::Item> {
        self.skip_blanks();
        let start = self.position;
        let (kind, length) = match self.text.as_bytes().get(start)? {
            b'(' => (TokenKind::Open, 1),
            b')' => (TokenKind::Close, 1),
            b'"' => {
                let token = self.string();
                if token.is_err() {
                    self.position = self.text.len();
                }
                return Some(token);
            }
            b'|' if self.is_smt_lib => match self.rest()[1..].find('|') {
                Some(length) => (TokenKind::Atom, length + 2),
                None => {
                    self.position = self.text.len();
                    let bar = Span::new(start, start + 1);
                    return Some(Err(ReadError::new(ReadErrorKind::UnclosedString, bar)));
                }
            },
            _ => (TokenKind::Atom, atom_length(self.rest())),
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
    // Nearly all atoms consist of ASCII characters, and end before one.
    let bytes = text.as_bytes();
    let is_plain = |b: &u8| IS_PLAIN[usize::from(*b)];
    let plain = bytes
        .iter()
        .position(|b| !is_plain(b))
        .unwrap_or(bytes.len());
    match bytes.get(plain) {
        Some(b' ' | b')' | b'\n' | b'(') | None => plain,
        Some(_) => {
            let rest = &text[plain..];
            plain + rest.find(ends).unwrap_or(rest.len())
        }
    }
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
