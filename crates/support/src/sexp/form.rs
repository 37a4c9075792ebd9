//! The syntax tree of S-expressions.

use std::fmt;

use super::source::Span;
use crate::number::Int;

/// An S-expression with its position.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Form {
    /// Its bytes in the text, including parentheses or quotes.
    pub span: Span,
    /// Its contents.
    pub kind: FormKind,
}

/// The kinds of forms.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum FormKind {
    /// A name, an operator or a variable: any form that is none of the others.
    Atom(String),
    /// The contents of a string, with its escapes resolved.
    Str(String),
    /// A decimal integer.
    Integer(Int),
    /// A list in parentheses.
    List(Vec<Form>),
}

impl Form {
    /// The text of an atom.
    pub fn as_atom(&self) -> Option<&str> {
        match &self.kind {
            FormKind::Atom(text) => Some(text),
            _ => None,
        }
    }

    /// The contents of a string.
    pub fn as_str(&self) -> Option<&str> {
        match &self.kind {
            FormKind::Str(text) => Some(text),
            _ => None,
        }
    }

    /// The value of an integer.
    pub fn as_integer(&self) -> Option<&Int> {
        match &self.kind {
            FormKind::Integer(value) => Some(value),
            _ => None,
        }
    }

    /// The elements of a list.
    pub fn as_list(&self) -> Option<&[Form]> {
        match &self.kind {
            FormKind::List(forms) => Some(forms),
            _ => None,
        }
    }

    /// The head and the other elements of a list that begins with an atom.
    pub fn as_call(&self) -> Option<(&str, &[Form])> {
        let (head, arguments) = self.as_list()?.split_first()?;
        Some((head.as_atom()?, arguments))
    }
}

impl Form {
    /// Prints the form on one line; parsing the text gives the same form.
    pub fn text(&self) -> String {
        let mut text = String::with_capacity(self.span.end.saturating_sub(self.span.start));
        // Writing to a string cannot fail.
        let _ = self.write_to(&mut text);
        text
    }

    fn write_to(&self, f: &mut impl fmt::Write) -> fmt::Result {
        match &self.kind {
            FormKind::Atom(text) => f.write_str(text),
            FormKind::Integer(value) => match i64::try_from(value) {
                Ok(small) => write!(f, "{small}"),
                Err(_) => write!(f, "{value}"),
            },
            FormKind::Str(text) => {
                f.write_char('"')?;
                for c in text.chars() {
                    match c {
                        '"' => f.write_str("\\\"")?,
                        '\\' => f.write_str("\\\\")?,
                        '\n' => f.write_str("\\n")?,
                        '\t' => f.write_str("\\t")?,
                        '\r' => f.write_str("\\r")?,
                        _ => f.write_char(c)?,
                    }
                }
                f.write_char('"')
            }
            FormKind::List(forms) => {
                f.write_char('(')?;
                for (index, form) in forms.iter().enumerate() {
                    if index > 0 {
                        f.write_char(' ')?;
                    }
                    form.write_to(f)?;
                }
                f.write_char(')')
            }
        }
    }
}

impl fmt::Display for Form {
    /// Prints the form on one line; parsing the text gives the same form.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.write_to(f)
    }
}
