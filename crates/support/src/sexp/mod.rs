//! S-expressions: the syntax of rule files and of scripts.
//!
//! ```text
//! ; a comment, to the end of the line
//! (define pad-dim (dim (tensor.pad ?t ?low) 0) "a string\n" -12)
//! ```
//!
//! A form is an *atom*, a string in double quotes (escapes `\"`, `\\`, `\n`, `\t`, `\r`), a decimal integer, or a
//! list of forms in parentheses. An atom is any sequence of characters other than whitespace, parentheses, quotes and
//! semicolons. Every form has the [`Span`] from which it was parsed, so that later errors can be reported at its
//! position by [`Source::render`].
//!
//! ```
//! use calipers_support::sexp::{FormKind, Source, read};
//! let source = Source::new("demo.rules", "(max ?x\n  8) ; eight\n(oops");
//! let error = read(source.text()).expect_err("the second list does not end");
//! assert_eq!(
//!     error.render(&source),
//!     "demo.rules:3:1: error: this parenthesis is never closed\n  (oops\n  ^"
//! );
//! let forms = read("(max ?x\n  8) ; eight")?;
//! let list = forms[0].as_list().expect("the form is a list");
//! assert_eq!(list[2].kind, FormKind::Integer(8.into()));
//! assert_eq!((list[2].span.start, list[2].span.end), (10, 11));
//! # Ok::<(), calipers_support::sexp::ReadError>(())
//! ```

mod error;
pub mod expect;
mod form;
mod lexer;
mod read;
mod source;

pub use error::FormError;
pub use form::{Form, FormKind};
pub use read::{Forms, MAX_DEPTH, ReadError, ReadErrorKind, is_complete, read};
pub use source::{Severity, Source, Span};

#[cfg(test)]
mod tests;
