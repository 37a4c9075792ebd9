//! The state of the parser, its tokens, and the contents of a file.

use super::block::BlockScope;
use super::format::Reading;
use super::lenient::memory::Lenient;
use super::lexer::{Kind, Lexer, Token};
use super::op::{OpState, ResultName};
use super::operand::ValueScopes;
use super::options::ParseOptions;
use crate::program::OpId;
use crate::{Attr, Module, ParseError, Type};
use hashbrown::HashMap;
use std::sync::Arc;

/// The maximum nesting depth of regions, types, attributes, locations and affine parentheses together.
pub(super) const MAX_DEPTH: u32 = 256;

/// A function that parses the custom assembly of an op, after its name.
pub(crate) type ParseByHand = for<'p, 's, 'o> fn(&'p mut Parser<'s>, &'o mut OpState) -> Parsed<()>;

/// The result of parsing. The error is boxed, since it is rare and large.
pub(crate) type Parsed<T> = Result<T, Box<ParseError>>;

/// The state of a parser.
pub(crate) struct Parser<'s> {
    pub(super) lexer: Lexer<'s>,
    pub(crate) token: Token,
    /// The end of the previous token.
    pub(super) previous_end: u32,
    pub(crate) module: Module,
    pub(super) options: ParseOptions,
    /// The functions for custom assemblies that are written by hand, by their numbers.
    pub(super) by_hand: &'static [ParseByHand],
    pub(super) depth: u32,
    pub(super) attribute_aliases: HashMap<&'s str, Attr>,
    pub(super) type_aliases: HashMap<&'s str, Type>,
    pub(super) values: ValueScopes<'s>,
    pub(super) blocks: Vec<BlockScope<'s>>,
    /// The dialects whose prefix may be omitted, innermost last.
    pub(crate) default_dialects: Vec<&'static str>,
    /// Buffers of completed ops and formats for reuse.
    #[expect(clippy::vec_box, reason = "each op moves one several times")]
    pub(super) spare_states: Vec<Box<OpState>>,
    #[expect(clippy::vec_box, reason = "each op moves one several times")]
    pub(super) spare_readings: Vec<Box<Reading<'s>>>,
    pub(super) spare_names: Vec<ResultName<'s>>,
    /// The state of lenient parsing; none if every op must be readable.
    pub(super) lenient: Option<Box<Lenient<'s>>>,
    /// Uses of `loc(#alias)` whose alias is defined later in the file.
    pub(super) deferred_locations: Vec<(OpId, &'s str, u32)>,
}

impl<'s> Parser<'s> {
    /// The error `message` at a byte offset.
    pub(crate) fn error_at<T>(&self, at: u32, message: impl Into<String>) -> Parsed<T> {
        if self.lenient.is_some() {
            return Err(self.lenient_error(at, message.into()));
        }
        Err(Box::new(ParseError::new(
            &self.module.file,
            self.lexer.source(),
            self.module.first_line,
            at as usize,
            message,
        )))
    }

    /// The error `message` at the current token, or the lexer's error if the token is invalid.
    pub(crate) fn error<T>(&self, message: impl Into<String>) -> Parsed<T> {
        if self.token.kind == Kind::Error {
            return self.error_at(self.token.start, self.lexer.problem);
        }
        self.error_at(self.token.start, message)
    }

    /// The text of a token.
    pub(crate) fn text_of(&self, token: Token) -> &'s str {
        self.slice(token.start, token.end)
    }

    /// The text of the current token.
    pub(crate) fn text(&self) -> &'s str {
        self.text_of(self.token)
    }

    pub(crate) fn slice(&self, start: u32, end: u32) -> &'s str {
        &self.lexer.source()[start as usize..end as usize]
    }

    /// Advances to the next token, and returns the previous one.
    pub(crate) fn advance(&mut self) -> Token {
        let token = self.token;
        self.previous_end = token.end;
        self.token = self.lexer.token();
        token
    }

    /// Continues with the token that starts at a byte offset.
    pub(crate) fn resume_at(&mut self, at: u32) {
        self.previous_end = at;
        self.lexer.seek(at as usize);
        self.token = self.lexer.token();
    }

    pub(crate) fn is(&self, kind: Kind) -> bool {
        self.token.kind == kind
    }

    /// Whether the current token is the word `keyword`.
    pub(crate) fn is_word(&self, keyword: &str) -> bool {
        self.token.kind == Kind::Bare && self.text() == keyword
    }

    /// Consumes the current token if it is of `kind`.
    pub(crate) fn eat(&mut self, kind: Kind) -> bool {
        let found = self.is(kind);
        if found {
            self.advance();
        }
        found
    }

    /// Consumes the current token if it is the word `keyword`.
    pub(crate) fn eat_word(&mut self, keyword: &str) -> bool {
        let found = self.is_word(keyword);
        if found {
            self.advance();
        }
        found
    }

    /// Consumes a token of `kind`; `what` names it in the error.
    pub(crate) fn expect(&mut self, kind: Kind, what: &str) -> Parsed<Token> {
        if self.is(kind) {
            Ok(self.advance())
        } else {
            self.error(format!("expected {what}"))
        }
    }

    /// Consumes the word `keyword`.
    pub(crate) fn expect_word(&mut self, keyword: &str) -> Parsed<()> {
        if self.eat_word(keyword) {
            Ok(())
        } else {
            self.error(format!("expected '{keyword}'"))
        }
    }

    /// Consumes any word.
    pub(crate) fn word(&mut self, what: &str) -> Parsed<&'s str> {
        let token = self.expect(Kind::Bare, what)?;
        Ok(self.text_of(token))
    }

    /// Runs `read` one nesting level deeper.
    pub(crate) fn nested<T>(&mut self, read: impl FnOnce(&mut Self) -> Parsed<T>) -> Parsed<T> {
        if self.depth >= MAX_DEPTH {
            return self.error(format!("expected less than {MAX_DEPTH} levels of nesting"));
        }
        self.depth += 1;
        let result = read(self);
        self.depth -= 1;
        result
    }

    /// Items separated by commas up to `close`; the opening bracket has been consumed.
    pub(crate) fn list_until(
        &mut self,
        close: Kind,
        what: &str,
        mut item: impl FnMut(&mut Self) -> Parsed<()>,
    ) -> Parsed<()> {
        if self.eat(close) {
            return Ok(());
        }
        loop {
            item(self)?;
            if self.eat(close) {
                return Ok(());
            }
            if !self.eat(Kind::Comma) {
                return self.error(format!("expected ',' or {what}"));
            }
        }
    }

    /// The ops and aliases of a file.
    pub(crate) fn file(&mut self) -> Parsed<()> {
        let (top, region, block) = self.module.implicit_top();
        self.begin_file_scope();
        loop {
            match self.token.kind {
                Kind::Eof => break,
                Kind::Hash => self.attribute_alias()?,
                Kind::Bang => self.type_alias()?,
                Kind::MetadataBegin => self.metadata()?,
                _ => self.operation(block)?,
            }
        }
        self.end_file_scope(region)?;
        self.finish_kept();
        self.resolve_deferred_locations()?;
        self.module.unwrap_single_module(top, block);
        Ok(())
    }

    /// `#name = attribute`.
    fn attribute_alias(&mut self) -> Parsed<()> {
        let token = self.advance();
        let name = &self.text_of(token)[1..];
        if name.contains('.') {
            return self.error_at(
                token.start,
                "attribute names with a '.' are reserved for dialect-defined names",
            );
        }
        if self.attribute_aliases.contains_key(name) {
            let message = format!("redefinition of attribute alias id '{name}'");
            return self.error_at(token.start, message);
        }
        self.expect(Kind::Equal, "'=' in attribute alias definition")?;
        let attribute = self.attribute()?;
        self.attribute_aliases.insert(name, attribute);
        Ok(())
    }

    /// `!name = type`.
    fn type_alias(&mut self) -> Parsed<()> {
        let token = self.advance();
        let name = &self.text_of(token)[1..];
        if name.contains('.') {
            return self.error_at(
                token.start,
                "type names with a '.' are reserved for dialect-defined names",
            );
        }
        if self.type_aliases.contains_key(name) {
            let message = format!("redefinition of type alias id '{name}'");
            return self.error_at(token.start, message);
        }
        self.expect(Kind::Equal, "'=' in type alias definition")?;
        self.eat_word("type");
        let ty = self.ty()?;
        self.type_aliases.insert(name, ty);
        Ok(())
    }

    /// `{-# … #-}`, kept as text.
    fn metadata(&mut self) -> Parsed<()> {
        let start = self.token.start as usize;
        let rest = &self.lexer.source()[start..];
        let Some(length) = rest.find("#-}") else {
            return self.error("expected '#-}' at the end of file metadata");
        };
        let end = start + length + 3;
        self.module.metadata = Some(rest[..length + 3].into());
        self.resume_at(end as u32);
        Ok(())
    }
}

impl<'s> Parser<'s> {
    /// Parses a text into an existing module.
    pub(crate) fn within<T>(
        module: &mut Module,
        text: &'s str,
        read: impl FnOnce(&mut Self) -> Parsed<T>,
    ) -> Result<T, ParseError> {
        let owned = std::mem::replace(module, Module::empty(Arc::default(), "-", 1));
        let mut parser = Parser::new(text, owned, ParseOptions::default(), &[]);
        parser.advance();
        let mut result = read(&mut parser);
        if result.is_ok() && !parser.is(Kind::Eof) {
            result = parser.error("expected the end of the text");
        }
        *module = parser.module;
        result.map_err(|error| *error)
    }

    /// A parser of a text. `by_hand` are the functions for custom assemblies, without which no such op is accepted.
    pub(crate) fn new(
        source: &'s str,
        module: Module,
        options: ParseOptions,
        by_hand: &'static [ParseByHand],
    ) -> Parser<'s> {
        Parser {
            lexer: Lexer::new(source),
            token: Token {
                kind: Kind::Eof,
                start: 0,
                end: 0,
            },
            previous_end: 0,
            module,
            options,
            by_hand,
            depth: 0,
            attribute_aliases: HashMap::new(),
            type_aliases: HashMap::new(),
            values: ValueScopes::default(),
            blocks: Vec::new(),
            default_dialects: vec!["builtin"],
            spare_states: Vec::new(),
            spare_readings: Vec::new(),
            spare_names: Vec::new(),
            lenient: None,
            deferred_locations: Vec::new(),
        }
    }
}
