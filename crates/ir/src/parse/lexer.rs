//! The lexer of MLIR's textual form.

/// The kind of a token.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Kind {
    Eof,
    /// `arith.addi`, `x4`
    Bare,
    /// `@name`, `@"name"`
    At,
    /// `%name`
    Percent,
    /// `^name`
    Caret,
    /// `#name`, `#dialect.attr`
    Hash,
    /// `!name`, `!dialect.type`
    Bang,
    /// `12`, `0xFF`
    Integer,
    /// `1.5`, `1.0e-3`
    Float,
    /// `"text"`
    String,
    Arrow,
    Colon,
    DoubleColon,
    Comma,
    Equal,
    LeftParen,
    RightParen,
    LeftBrace,
    RightBrace,
    LeftBracket,
    RightBracket,
    Less,
    Greater,
    Minus,
    Plus,
    Star,
    Question,
    Slash,
    Bar,
    Ellipsis,
    /// `{-#`
    MetadataBegin,
    /// An invalid token; the lexer has the message.
    Error,
}

/// A token: its kind and its position.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Token {
    pub(crate) kind: Kind,
    pub(crate) start: u32,
    pub(crate) end: u32,
}

/// The lexer of a text.
#[derive(Clone, Debug)]
pub(crate) struct Lexer<'s> {
    source: &'s str,
    at: usize,
    /// The error message for the last token of kind [`Kind::Error`].
    pub(crate) problem: &'static str,
}

fn is_name_start(byte: u8) -> bool {
    byte.is_ascii_alphabetic() || byte == b'_'
}

/// Classes of bytes, as bits: those of names, of names after a sigil, and of numbers.
const NAME: u8 = 1;
const SUFFIX: u8 = 2;
const DIGIT: u8 = 4;

/// The classes of each byte.
const CLASSES: [u8; 256] = {
    let mut table = [0; 256];
    let mut byte = 0;
    while byte < 128 {
        let character = byte as u8;
        if character.is_ascii_alphanumeric() || matches!(character, b'_' | b'$' | b'.') {
            table[byte] |= NAME | SUFFIX;
        }
        if character == b'-' {
            table[byte] |= SUFFIX;
        }
        if character.is_ascii_digit() {
            table[byte] |= DIGIT;
        }
        byte += 1;
    }
    table
};

fn is_suffix_start(byte: u8) -> bool {
    byte.is_ascii_alphabetic() || matches!(byte, b'_' | b'$' | b'.' | b'-')
}

impl<'s> Lexer<'s> {
    pub(crate) fn new(source: &'s str) -> Lexer<'s> {
        Lexer {
            source,
            at: 0,
            problem: "",
        }
    }

    pub(crate) fn source(&self) -> &'s str {
        self.source
    }

    /// Continues at a byte offset.
    pub(crate) fn seek(&mut self, at: usize) {
        self.at = at;
    }

    fn byte(&self, at: usize) -> u8 {
        self.source.as_bytes().get(at).copied().unwrap_or(0)
    }

    fn skip_blanks(&mut self) {
        let bytes = self.source.as_bytes();
        while let Some(&byte) = bytes.get(self.at) {
            match byte {
                b' ' | b'\t' | b'\n' | b'\r' => self.at += 1,
                b'/' if self.byte(self.at + 1) == b'/' => {
                    let rest = &bytes[self.at..];
                    let length = rest.iter().position(|&byte| byte == b'\n');
                    self.at += length.unwrap_or(rest.len());
                }
                _ => break,
            }
        }
    }

    /// Skips bytes of a class.
    #[inline]
    fn take(&mut self, class: u8) {
        let bytes = self.source.as_bytes();
        while let Some(&byte) = bytes.get(self.at)
            && CLASSES[usize::from(byte)] & class != 0
        {
            self.at += 1;
        }
    }

    /// The next token.
    pub(crate) fn token(&mut self) -> Token {
        self.skip_blanks();
        let start = self.at;
        let kind = self.kind(start);
        Token {
            kind,
            start: start as u32,
            end: self.at as u32,
        }
    }

    fn kind(&mut self, start: usize) -> Kind {
        let Some(&first) = self.source.as_bytes().get(start) else {
            return Kind::Eof;
        };
        self.at += 1;
        match first {
            b'%' => self.suffix(Kind::Percent, "expected a name after `%`"),
            b'^' => self.suffix(Kind::Caret, "expected a block name after `^`"),
            b'#' => self.suffix(Kind::Hash, "expected a name after `#`"),
            b'!' => self.suffix(Kind::Bang, "expected a name after `!`"),
            b'@' => self.symbol(),
            b'"' => self.string(Kind::String),
            b'0'..=b'9' => self.number(first),
            b'(' => Kind::LeftParen,
            b')' => Kind::RightParen,
            b'{' if self.source[start..].starts_with("{-#") => {
                self.at += 2;
                Kind::MetadataBegin
            }
            b'{' => Kind::LeftBrace,
            b'}' => Kind::RightBrace,
            b'[' => Kind::LeftBracket,
            b']' => Kind::RightBracket,
            b'<' => Kind::Less,
            b'>' => Kind::Greater,
            b',' => Kind::Comma,
            b'=' => Kind::Equal,
            b'+' => Kind::Plus,
            b'*' => Kind::Star,
            b'?' => Kind::Question,
            b'/' => Kind::Slash,
            b'|' => Kind::Bar,
            b':' => self.one_or_two(b':', Kind::Colon, Kind::DoubleColon),
            b'-' => self.one_or_two(b'>', Kind::Minus, Kind::Arrow),
            b'.' if self.source[start..].starts_with("...") => {
                self.at += 2;
                Kind::Ellipsis
            }
            _ if is_name_start(first) => {
                self.take(NAME);
                Kind::Bare
            }
            _ => {
                let character = self.source[start..].chars().next();
                self.at = start + character.map_or(1, char::len_utf8);
                self.problem = "unexpected character";
                Kind::Error
            }
        }
    }

    fn one_or_two(&mut self, second: u8, one: Kind, two: Kind) -> Kind {
        if self.byte(self.at) == second {
            self.at += 1;
            two
        } else {
            one
        }
    }

    fn suffix(&mut self, kind: Kind, problem: &'static str) -> Kind {
        let first = self.byte(self.at);
        if first.is_ascii_digit() {
            self.take(DIGIT);
            kind
        } else if is_suffix_start(first) {
            self.take(SUFFIX);
            // A name may contain `-`, but does not include an arrow.
            if self.byte(self.at - 1) == b'-' && self.byte(self.at) == b'>' {
                self.at -= 1;
            }
            kind
        } else {
            self.problem = problem;
            Kind::Error
        }
    }

    fn symbol(&mut self) -> Kind {
        let first = self.byte(self.at);
        if first == b'"' {
            self.at += 1;
            return self.string(Kind::At);
        }
        if is_name_start(first) {
            self.take(NAME);
            return Kind::At;
        }
        self.problem = "expected a symbol name after `@`";
        Kind::Error
    }

    fn string(&mut self, kind: Kind) -> Kind {
        let bytes = self.source.as_bytes();
        while let Some(&byte) = bytes.get(self.at) {
            match byte {
                b'"' => {
                    self.at += 1;
                    return kind;
                }
                b'\n' => break,
                b'\\' => self.at += 2,
                _ => self.at += 1,
            }
        }
        self.at = self.at.min(bytes.len());
        while !self.source.is_char_boundary(self.at) {
            self.at += 1;
        }
        self.problem = "expected `\"` at the end of a string";
        Kind::Error
    }

    fn number(&mut self, first: u8) -> Kind {
        if first == b'0' && self.byte(self.at) == b'x' && self.byte(self.at + 1).is_ascii_hexdigit()
        {
            self.at += 1;
            while self.byte(self.at).is_ascii_hexdigit() {
                self.at += 1;
            }
            return Kind::Integer;
        }
        self.take(DIGIT);
        if self.byte(self.at) != b'.' {
            return Kind::Integer;
        }
        self.at += 1;
        self.take(DIGIT);
        if matches!(self.byte(self.at), b'e' | b'E') {
            let sign = matches!(self.byte(self.at + 1), b'+' | b'-');
            if self.byte(self.at + 1 + usize::from(sign)).is_ascii_digit() {
                self.at += 1 + usize::from(sign);
                self.take(DIGIT);
            }
        }
        Kind::Float
    }
}
