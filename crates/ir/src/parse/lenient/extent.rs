//! The extent of the text of an op.
//!
//! Outside of brackets, an op ends before a token that begins another op or a block, and before the brace that closes
//! its region. An op or a block begins on a new line. An op with named results may also follow on the same line.

use super::super::{Kind, Lexer, Parser, Token};
use crate::registry;

impl<'s> Parser<'s> {
    /// Whether the op of which the token `previous` is part ends before the current token, outside of brackets.
    pub(super) fn ends_op(&self, previous: Kind) -> bool {
        match self.token.kind {
            Kind::Eof | Kind::MetadataBegin | Kind::RightBrace => true,
            // After these tokens an op continues.
            _ if expects_more(previous) => false,
            Kind::Percent => self.begins_named_op(),
            _ if !self.is_first_of_line() => false,
            Kind::Caret => true,
            Kind::Bare => {
                let next = self.after().token().kind;
                let is_key = matches!(next, Kind::Equal | Kind::Comma);
                !is_key && self.is_op_name(self.text())
            }
            Kind::String => self.after().token().kind == Kind::LeftParen,
            Kind::Hash | Kind::Bang => {
                self.blocks.len() == 1 && self.after().token().kind == Kind::Equal
            }
            _ => false,
        }
    }

    /// Whether the text from the current brace on is a region, not a dictionary or a list of values.
    pub(super) fn begins_region(&self) -> bool {
        let mut lexer = self.after();
        let first = lexer.token();
        match first.kind {
            Kind::Caret => true,
            Kind::Percent => self.names_results(first, &mut lexer).is_some(),
            Kind::String => lexer.token().kind == Kind::LeftParen,
            Kind::Bare => {
                let next = lexer.token().kind;
                let is_key = matches!(next, Kind::Equal | Kind::Comma | Kind::RightBrace);
                let text = self.text_of(first);
                let is_known = || registry::find(text).is_some();
                match is_key {
                    // `{unit}` is more likely than an op alone, unless the op is known.
                    true => next == Kind::RightBrace && is_known(),
                    false => self.is_op_name(text),
                }
            }
            _ => false,
        }
    }

    /// Whether an op with named results begins at the current token.
    fn begins_named_op(&self) -> bool {
        let mut lexer = self.after();
        match self.names_results(self.token, &mut lexer) {
            Some(name) if name.kind == Kind::String => true,
            Some(name) => self.is_first_of_line() || self.is_op_name(self.text_of(name)),
            None => false,
        }
    }

    /// The name of the op in `%a, %b:2 = NAME`, if the tokens from `%` on have this form.
    fn names_results(&self, percent: Token, lexer: &mut Lexer<'s>) -> Option<Token> {
        let mut token = percent;
        loop {
            if token.kind != Kind::Percent {
                return None;
            }
            token = lexer.token();
            if token.kind == Kind::Colon {
                if lexer.token().kind != Kind::Integer {
                    return None;
                }
                token = lexer.token();
            }
            match token.kind {
                Kind::Comma => token = lexer.token(),
                Kind::Equal => break,
                _ => return None,
            }
        }
        let name = lexer.token();
        matches!(name.kind, Kind::Bare | Kind::String).then_some(name)
    }

    /// Whether a word can be the name of an op: one with its dialect, or a known op of a default dialect.
    fn is_op_name(&self, text: &str) -> bool {
        let dialect = self.default_dialects.last().copied().unwrap_or_default();
        let is_known = |dialect: &str| registry::find(&format!("{dialect}.{text}")).is_some();
        text.contains('.') || is_known("builtin") || (!dialect.is_empty() && is_known(dialect))
    }

    /// A lexer after the current token.
    fn after(&self) -> Lexer<'s> {
        let mut lexer = self.lexer.clone();
        lexer.seek(self.token.end as usize);
        lexer
    }
}

/// Whether an op cannot end with a token of this kind.
fn expects_more(kind: Kind) -> bool {
    matches!(
        kind,
        Kind::Comma
            | Kind::Equal
            | Kind::Colon
            | Kind::DoubleColon
            | Kind::Arrow
            | Kind::Star
            | Kind::Plus
            | Kind::Minus
            | Kind::Slash
            | Kind::Bar
    )
}
