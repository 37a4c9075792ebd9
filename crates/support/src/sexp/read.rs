//! From tokens to forms.

use thiserror::Error;

use super::form::{Form, FormKind};
use super::lexer::{Lexer, TokenKind};
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
/// use calipers_support::sexp::is_complete;
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
    /// use calipers_support::sexp::Forms;
    /// let digits = "9".repeat(5_000);
    /// let form = Forms::new(&digits).large_integers_as_atoms().next().expect("one form")?;
    /// assert_eq!(form.as_atom(), Some(&digits[..]));
    /// # Ok::<(), calipers_support::sexp::ReadError>(())
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

    /// The next form; none at the end of the text.
    fn form(&mut self) -> Result<Option<Form>, ReadError> {
        // The lists that are open, each with where it begins.
        let mut open: Vec<(Span, Vec<Form>)> = Vec::new();
        let mut wrong = None;
        for token in self.lexer.by_ref() {
            let token = token?;
            let (kind, span) = match token.kind {
                TokenKind::Open if open.len() == MAX_DEPTH => {
                    return Err(ReadError::new(ReadErrorKind::TooDeep, token.span));
                }
                TokenKind::Open => {
                    open.push((token.span, Vec::new()));
                    continue;
                }
                TokenKind::Close => match open.pop() {
                    Some((start, forms)) => (FormKind::List(forms), start.to(token.span)),
                    None => {
                        return Err(ReadError::new(ReadErrorKind::UnexpectedClose, token.span));
                    }
                },
                TokenKind::Str(contents) => (FormKind::Str(contents), token.span),
                TokenKind::Atom => {
                    let text = &self.text[token.span.start..token.span.end];
                    // To go on after an error is to go on after the whole form.
                    let kind =
                        atom(text, token.span, self.large_integers).unwrap_or_else(|error| {
                            wrong.get_or_insert(error);
                            FormKind::Atom(text.to_owned())
                        });
                    (kind, token.span)
                }
            };
            let form = Form { span, kind };
            match open.last_mut() {
                Some((_, forms)) => forms.push(form),
                None => return wrong.map_or(Ok(Some(form)), Err),
            }
        }
        match open.pop() {
            Some((span, _)) => Err(ReadError::new(ReadErrorKind::UnclosedParenthesis, span)),
            None => Ok(None),
        }
    }
}

impl Iterator for Forms<'_> {
    type Item = Result<Form, ReadError>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.failed {
            return None;
        }
        let form = self.form();
        self.failed = form.is_err();
        form.transpose()
    }
}

/// An integer if it looks like one: `[+-]?[0-9]+`.
fn atom(text: &str, span: Span, large_integers: LargeIntegers) -> Result<FormKind, ReadError> {
    let as_it_is = || FormKind::Atom(text.to_owned());
    let digits = text.strip_prefix(['+', '-']).unwrap_or(text);
    if digits.is_empty() || !digits.bytes().all(|b| b.is_ascii_digit()) {
        return Ok(as_it_is());
    }
    match integer(digits) {
        Some(magnitude) if text.starts_with('-') => Ok(FormKind::Integer(-magnitude)),
        Some(magnitude) => Ok(FormKind::Integer(magnitude)),
        None if large_integers == LargeIntegers::Atoms => Ok(as_it_is()),
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
