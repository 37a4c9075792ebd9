//! The parser of S-expressions.

use thiserror::Error;

use super::form::{Form, FormKind};
use super::lexer::{Lexer, TokenKind};
use super::source::{Source, Span};
use crate::number::{Int, fits};

/// The maximum nesting depth of lists.
pub const MAX_DEPTH: usize = 512;

/// The maximum number of digits of an integer, which suffices for the cap on numbers.
const MAX_DIGITS: usize = 1_300;

/// A syntax error with its position.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("{kind}")]
pub struct ReadError {
    /// The kind of error.
    pub kind: ReadErrorKind,
    /// The position.
    pub span: Span,
}

/// The kind of a syntax error.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
pub enum ReadErrorKind {
    /// The text ends within a list; the position is that of its opening parenthesis.
    #[error("this parenthesis is never closed")]
    UnclosedParenthesis,
    /// A closing parenthesis outside of any list.
    #[error("unexpected `)`: no list is open here")]
    UnexpectedClose,
    /// The text ends within a string; the position is that of its opening quote.
    #[error("this string is never closed")]
    UnclosedString,
    /// A backslash before a character that is not part of an escape.
    #[error("unknown escape {0:?} after a backslash: expected `\"`, `\\`, `n`, `t` or `r`")]
    BadEscape(char),
    /// Lists are nested deeper than [`MAX_DEPTH`].
    #[error("lists are nested deeper than {MAX_DEPTH} levels")]
    TooDeep,
    /// An integer that exceeds the cap.
    #[error("this integer is too large")]
    IntegerTooLarge,
}

impl ReadError {
    pub(super) fn new(kind: ReadErrorKind, span: Span) -> Self {
        ReadError { kind, span }
    }

    /// The message with its position in the source.
    pub fn render(&self, source: &Source) -> String {
        source.render_error(self.span.start, self)
    }
}

/// Parses all forms of a text. Linear in its length; the stack depth is constant.
///
/// # Errors
///
/// The first syntax error.
pub fn read(text: &str) -> Result<Vec<Form>, ReadError> {
    Forms::new(text).collect()
}

/// Whether all lists and strings are closed at the end of the text, so that a prompt can process it. The text may
/// have errors, but none that more input could fix.
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

/// An iterator over the forms of a text, so that a script can execute each form before the next one is parsed.
///
/// Ends after the first error.
#[derive(Clone, Debug)]
pub struct Forms<'t> {
    text: &'t str,
    lexer: Lexer<'t>,
    failed: bool,
    large_integers: LargeIntegers,
}

/// The treatment of integers that exceed the cap.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum LargeIntegers {
    /// They are errors.
    Rejected,
    /// They are atoms.
    Atoms,
}

impl<'t> Forms<'t> {
    /// Iterates over the forms of this text.
    pub fn new(text: &'t str) -> Self {
        Forms {
            text,
            lexer: Lexer::new(text),
            failed: false,
            large_integers: LargeIntegers::Rejected,
        }
    }

    /// Parses integers that exceed the cap as atoms instead of rejecting them.
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

    /// Reads the tokens of SMT-LIB: `|a (b|` is an atom, bars included; in a string `""` is a quote, and a backslash is
    /// itself.
    ///
    /// ```
    /// use calipers_support::sexp::Forms;
    /// let form = Forms::new("(|a (b| \"c\"\"\")").with_tokens_of_smt_lib().next().expect("one form")?;
    /// assert_eq!(form.as_list().map(|forms| forms.len()), Some(2));
    /// # Ok::<(), calipers_support::sexp::ReadError>(())
    /// ```
    pub fn with_tokens_of_smt_lib(mut self) -> Self {
        self.lexer.is_smt_lib = true;
        self
    }

    /// Continues after an error, at the next line that starts with `(`.
    ///
    /// After an unclosed list or string there is nothing to continue with.
    pub fn recover(&mut self) {
        if std::mem::take(&mut self.failed) {
            self.lexer.skip_to_line_with_list();
        }
    }

    /// The next form; none at the end of the text.
    fn form(&mut self) -> Result<Option<Form>, ReadError> {
        // The open lists, each with the position of its parenthesis and the number of forms before it.
        let mut open: Vec<(Span, usize)> = Vec::new();
        // The forms inside of the open lists that are in no closed one.
        let mut read: Vec<Form> = Vec::new();
        let mut wrong = None;
        while let Some(token) = self.lexer.next() {
            let token = token?;
            let (kind, span) = match token.kind {
                TokenKind::Open if open.len() == MAX_DEPTH => {
                    return Err(ReadError::new(ReadErrorKind::TooDeep, token.span));
                }
                TokenKind::Open => {
                    open.push((token.span, read.len()));
                    continue;
                }
                TokenKind::Close => match open.pop() {
                    Some((start, before)) => {
                        let forms = read.split_off(before);
                        (FormKind::List(forms), start.to(token.span))
                    }
                    None => {
                        return Err(ReadError::new(ReadErrorKind::UnexpectedClose, token.span));
                    }
                },
                TokenKind::Str => {
                    let contents = std::mem::take(&mut self.lexer.contents);
                    (FormKind::Str(contents), token.span)
                }
                TokenKind::Atom => {
                    let text = &self.text[token.span.start..token.span.end];
                    // Recovery continues after the whole form, so the form is parsed to its end first.
                    let kind =
                        atom(text, token.span, self.large_integers).unwrap_or_else(|error| {
                            wrong.get_or_insert(error);
                            FormKind::Atom(text.to_owned())
                        });
                    (kind, token.span)
                }
            };
            let form = Form { span, kind };
            match open.is_empty() {
                false => read.push(form),
                true => return wrong.map_or(Ok(Some(form)), Err),
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

/// Parses an atom as an integer if it has the form `[+-]?[0-9]+`.
fn atom(text: &str, span: Span, large_integers: LargeIntegers) -> Result<FormKind, ReadError> {
    let as_it_is = || FormKind::Atom(text.to_owned());
    // Most atoms are names.
    if text.starts_with(|c: char| c.is_ascii_alphabetic() || c == '?') {
        return Ok(as_it_is());
    }
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

/// The value of these digits, if it does not exceed the cap.
fn integer(digits: &str) -> Option<Int> {
    let significant = digits.trim_start_matches('0');
    match significant.len() {
        0 => Some(Int::ZERO),
        1..=MAX_DIGITS => significant.parse().ok().filter(fits),
        _ => None,
    }
}
