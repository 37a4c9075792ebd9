//! From tokens to forms.

use symbolic_expressions::Sexp;
use symbolic_expressions::parser::parse_str;
use thiserror::Error;

use super::form::{Form, FormKind};
use super::lexer::{Lexer, Token, TokenKind};
use super::source::{Source, Span};
use crate::number::{Int, fits};

/// Lists may be nested this deep.
pub const MAX_DEPTH: usize = 512;

/// Integers may have this many digits: enough for every number that is kept.
const MAX_DIGITS: usize = 1_300;

/// Why a text is not a sequence of forms, and where.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("{kind}")]
pub struct ReadError {
    /// What is wrong.
    pub kind: ReadErrorKind,
    /// Where.
    pub span: Span,
}

/// What can be wrong with a text.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
pub enum ReadErrorKind {
    /// The text ends within a list; the place is that of its opening parenthesis.
    #[error("this parenthesis is never closed")]
    UnclosedParenthesis,
    /// A closing parenthesis outside of any list.
    #[error("unexpected `)`: no list is open here")]
    UnexpectedClose,
    /// The text ends within a string; the place is that of its opening quote.
    #[error("this string is never closed")]
    UnclosedString,
    /// A backslash before a character that has no meaning after it.
    #[error("unknown escape {0:?} after a backslash: expected `\"`, `\\`, `n`, `t` or `r`")]
    BadEscape(char),
    /// Lists are nested deeper than [`MAX_DEPTH`].
    #[error("lists are nested deeper than {MAX_DEPTH} levels")]
    TooDeep,
    /// An integer that is too large to be kept.
    #[error("this integer is too large")]
    IntegerTooLarge,
    /// The parser did not understand a form that looked well.
    #[error("this form cannot be read")]
    Malformed,
}

impl ReadError {
    pub(super) fn new(kind: ReadErrorKind, span: Span) -> Self {
        ReadError { kind, span }
    }

    /// The message with the place in the source it was read from.
    pub fn render(&self, source: &Source) -> String {
        source.render_error(self.span.start, self)
    }
}

/// All forms of a text. Linear in its length; the stack does not grow with the text.
///
/// # Errors
///
/// The first thing that is wrong with the text.
pub fn read(text: &str) -> Result<Vec<Form>, ReadError> {
    Forms::new(text).collect()
}

/// Whether no list and no string is left open at the end of the text, so that a prompt can take it
/// as it is. (It may have errors: they will not go away by typing more.)
///
/// ```
/// use calipers::sexp::is_complete;
/// assert!(is_complete("(load \"f(.mlir\") ; ("));
/// assert!(!is_complete("(assume\n (<= ?x"));
/// assert!(!is_complete("(load \"f"));
/// assert!(is_complete("oops)"));
/// ```
pub fn is_complete(text: &str) -> bool {
    let mut depth = 0usize;
    for token in Lexer::new(text) {
        match token {
            Ok(token) if token.kind == TokenKind::Open => depth += 1,
            Ok(token) if token.kind == TokenKind::Close => match depth.checked_sub(1) {
                Some(less) => depth = less,
                None => return true,
            },
            Ok(_) => {}
            Err(error) => return error.kind != ReadErrorKind::UnclosedString,
        }
    }
    depth == 0
}

/// The forms of a text one by one, so that a script can run each before the next is looked at.
///
/// Ends after the first error.
#[derive(Clone, Debug)]
pub struct Forms<'t> {
    text: &'t str,
    lexer: Lexer<'t>,
    failed: bool,
    large_integers: LargeIntegers,
}

/// What becomes of an integer that is too large to be kept.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum LargeIntegers {
    /// It is an error.
    Rejected,
    /// It is an atom.
    Atoms,
}

impl<'t> Forms<'t> {
    /// The forms of this text.
    pub fn new(text: &'t str) -> Self {
        Forms {
            text,
            lexer: Lexer::new(text),
            failed: false,
            large_integers: LargeIntegers::Rejected,
        }
    }

    /// Reads an integer that is too large to be kept as an atom, not as an error.
    ///
    /// ```
    /// use calipers::sexp::Forms;
    /// let digits = "9".repeat(5_000);
    /// let form = Forms::new(&digits).large_integers_as_atoms().next().expect("one form")?;
    /// assert_eq!(form.as_atom(), Some(&digits[..]));
    /// # Ok::<(), calipers::sexp::ReadError>(())
    /// ```
    pub fn large_integers_as_atoms(mut self) -> Self {
        self.large_integers = LargeIntegers::Atoms;
        self
    }

    /// Goes on after an error: with the next line after its place that begins with `(`.
    ///
    /// A text that ends within a list or a string has nothing to go on with.
    pub fn recover(&mut self) {
        if std::mem::take(&mut self.failed) {
            self.lexer.skip_to_line_with_list();
        }
    }

    /// The tokens of the next form; none at the end of the text.
    fn cut(&mut self) -> Result<Vec<Token>, ReadError> {
        let mut tokens = Vec::new();
        let mut open: Vec<Span> = Vec::new();
        for token in self.lexer.by_ref() {
            let token = token?;
            match token.kind {
                TokenKind::Open => {
                    if open.len() == MAX_DEPTH {
                        return Err(ReadError::new(ReadErrorKind::TooDeep, token.span));
                    }
                    open.push(token.span);
                }
                TokenKind::Close if open.pop().is_none() => {
                    return Err(ReadError::new(ReadErrorKind::UnexpectedClose, token.span));
                }
                _ => {}
            }
            tokens.push(token);
            if open.is_empty() {
                return Ok(tokens);
            }
        }
        match open.pop() {
            Some(span) => Err(ReadError::new(ReadErrorKind::UnclosedParenthesis, span)),
            None => Ok(tokens),
        }
    }

    /// The form of these tokens.
    fn parse(&self, tokens: Vec<Token>) -> Result<Form, ReadError> {
        let first = tokens.first().map_or(Span::default(), |token| token.span);
        let whole = tokens.last().map_or(first, |last| first.to(last.span));
        let malformed = || ReadError::new(ReadErrorKind::Malformed, whole);
        let mut plain = String::with_capacity(whole.end - whole.start);
        for token in &tokens {
            // Its own strings have no escaped backslashes, so ours travel beside it.
            match token.kind {
                TokenKind::Str(_) => plain.push_str("\"\""),
                _ => plain.push_str(&self.text[token.span.start..token.span.end]),
            }
            plain.push(' ');
        }
        let parsed = parse_str(plain.trim_end()).map_err(|_| malformed())?;
        let mut tokens = tokens.into_iter();
        let form = align(parsed, &mut tokens, self.large_integers)?.ok_or_else(malformed)?;
        match tokens.next() {
            None => Ok(form),
            Some(_) => Err(malformed()),
        }
    }
}

impl Iterator for Forms<'_> {
    type Item = Result<Form, ReadError>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.failed {
            return None;
        }
        let form = match self.cut() {
            Ok(tokens) if tokens.is_empty() => return None,
            Ok(tokens) => self.parse(tokens),
            Err(error) => Err(error),
        };
        self.failed = form.is_err();
        Some(form)
    }
}

/// Puts the tokens beside the nodes that were parsed from them; `Ok(None)` if they do not match.
///
/// Recursive, but no deeper than [`MAX_DEPTH`].
fn align(
    parsed: Sexp,
    tokens: &mut impl Iterator<Item = Token>,
    large_integers: LargeIntegers,
) -> Result<Option<Form>, ReadError> {
    let Some(token) = tokens.next() else {
        return Ok(None);
    };
    let (kind, span) = match (parsed, token.kind) {
        (Sexp::List(elements), TokenKind::Open) => {
            let mut forms = Vec::with_capacity(elements.len());
            for element in elements {
                match align(element, tokens, large_integers)? {
                    Some(form) => forms.push(form),
                    None => return Ok(None),
                }
            }
            match tokens.next() {
                Some(close) if close.kind == TokenKind::Close => {
                    (FormKind::List(forms), token.span.to(close.span))
                }
                _ => return Ok(None),
            }
        }
        (Sexp::String(_), TokenKind::Str(contents)) => (FormKind::Str(contents), token.span),
        (Sexp::String(text), TokenKind::Atom) => {
            (atom(text, token.span, large_integers)?, token.span)
        }
        _ => return Ok(None),
    };
    Ok(Some(Form { span, kind }))
}

/// An integer if it looks like one: `[+-]?[0-9]+`.
fn atom(text: String, span: Span, large_integers: LargeIntegers) -> Result<FormKind, ReadError> {
    let digits = text.strip_prefix(['+', '-']).unwrap_or(&text);
    if digits.is_empty() || !digits.bytes().all(|b| b.is_ascii_digit()) {
        return Ok(FormKind::Atom(text));
    }
    match integer(digits) {
        Some(magnitude) if text.starts_with('-') => Ok(FormKind::Integer(-magnitude)),
        Some(magnitude) => Ok(FormKind::Integer(magnitude)),
        None if large_integers == LargeIntegers::Atoms => Ok(FormKind::Atom(text)),
        None => Err(ReadError::new(ReadErrorKind::IntegerTooLarge, span)),
    }
}

/// The number that these digits write, if it is small enough to be kept.
fn integer(digits: &str) -> Option<Int> {
    let significant = digits.trim_start_matches('0');
    match significant.len() {
        0 => Some(Int::ZERO),
        1..=MAX_DIGITS => significant.parse().ok().filter(fits),
        _ => None,
    }
}
