//! The parser of MLIR's textual form.

mod affine;
mod arguments;
mod attributes;
mod block;
mod dense;
mod directives;
mod elements;
mod flags;
mod format;
mod format_attribute;
mod infer;
mod lexer;
mod location;
mod number;
mod op;
mod operand;
mod signature;
mod types;

pub(crate) use affine::AffineNames;
pub(crate) use attributes::Typing;
pub(crate) use block::Argument;
pub(crate) use lexer::{Kind, Lexer, Token};
pub(crate) use number::float_of_bits;
pub(crate) use op::OpState;
pub(crate) use operand::Unresolved;

use super::{Attr, Module, ParseError, Type};
use crate::program::OpId;
use block::BlockScope;
use hashbrown::HashMap;
use operand::ValueScopes;
use std::sync::Arc;

/// The options of the parser.
#[derive(Clone, Debug)]
pub struct ParseOptions {
    /// Whether ops of unknown dialects are accepted.
    pub allow_unregistered: bool,
    /// Known dialects in addition to those of the library.
    pub dialects: Arc<[String]>,
    /// The number of the first line, for a text that is part of a file.
    pub first_line: u32,
}

impl Default for ParseOptions {
    /// Accepts ops of unknown dialects.
    fn default() -> ParseOptions {
        ParseOptions {
            allow_unregistered: true,
            dialects: Arc::default(),
            first_line: 1,
        }
    }
}

/// Splits a file at lines that start with `// -----`; returns each part with the number of its first line.
pub fn split_chunks(source: &str) -> Vec<(u32, &str)> {
    let mut chunks = Vec::new();
    let (mut start, mut first_line) = (0, 1);
    let mut offset = 0;
    for (number, line) in source.split_inclusive('\n').enumerate() {
        let next = offset + line.len();
        if line.starts_with("// -----") {
            chunks.push((first_line, &source[start..offset]));
            start = next;
            first_line = number as u32 + 2;
        }
        offset = next;
    }
    chunks.push((first_line, &source[start..]));
    chunks
}

/// The maximum nesting depth of regions, types, attributes, locations and affine parentheses together.
const MAX_DEPTH: u32 = 256;

/// The result of parsing. The error is boxed, since it is rare and large.
pub(crate) type Parsed<T> = Result<T, Box<ParseError>>;

/// The state of a parser.
pub(crate) struct Parser<'s> {
    lexer: Lexer<'s>,
    pub(crate) token: Token,
    /// The end of the previous token.
    previous_end: u32,
    pub(crate) module: Module,
    options: ParseOptions,
    depth: u32,
    attribute_aliases: HashMap<&'s str, Attr>,
    type_aliases: HashMap<&'s str, Type>,
    values: ValueScopes<'s>,
    blocks: Vec<BlockScope<'s>>,
    /// The dialects whose prefix may be omitted, innermost last.
    pub(crate) default_dialects: Vec<&'static str>,
    /// Buffers of completed ops and formats for reuse.
    #[expect(clippy::vec_box, reason = "each op moves one several times")]
    spare_states: Vec<Box<OpState>>,
    #[expect(clippy::vec_box, reason = "each op moves one several times")]
    spare_readings: Vec<Box<format::Reading<'s>>>,
    spare_names: Vec<op::ResultName<'s>>,
    /// Uses of `loc(#alias)` whose alias is defined later in the file.
    deferred_locations: Vec<(OpId, &'s str, u32)>,
}

impl Module {
    /// Parses MLIR's textual form.
    ///
    /// A file that contains a single `builtin.module` is that module; otherwise its contents are wrapped in one.
    /// Costs the size of the text.
    pub fn parse(
        source: &str,
        file_name: &str,
        options: ParseOptions,
    ) -> Result<Module, ParseError> {
        Module::parse_shared(&Arc::new(source.to_owned()), file_name, options)
    }

    /// Like [`Module::parse`], but shares the text instead of copying it.
    pub fn parse_shared(
        source: &Arc<String>,
        file_name: &str,
        options: ParseOptions,
    ) -> Result<Module, ParseError> {
        let first_line = options.first_line;
        if source.len() >= (u32::MAX / 2) as usize {
            let message = "expected a file of less than 2 GiB";
            return Err(ParseError::new(file_name, "", 1, 0, message));
        }
        let module = Module::empty(Arc::clone(source), file_name, first_line);
        let mut parser = Parser::new(source, module, options);
        parser.advance();
        parser.file().map_err(|error| *error)?;
        let mut module = parser.module;
        module.finish().map_err(|(offset, message)| {
            ParseError::new(file_name, source, first_line, offset as usize, message)
        })?;
        Ok(module)
    }
}

impl<'s> Parser<'s> {
    /// The error `message` at a byte offset.
    pub(crate) fn error_at<T>(&self, at: u32, message: impl Into<String>) -> Parsed<T> {
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
    fn file(&mut self) -> Parsed<()> {
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
        let mut parser = Parser::new(text, owned, ParseOptions::default());
        parser.advance();
        let mut result = read(&mut parser);
        if result.is_ok() && !parser.is(Kind::Eof) {
            result = parser.error("expected the end of the text");
        }
        *module = parser.module;
        result.map_err(|error| *error)
    }

    fn new(source: &'s str, module: Module, options: ParseOptions) -> Parser<'s> {
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
            depth: 0,
            attribute_aliases: HashMap::new(),
            type_aliases: HashMap::new(),
            values: ValueScopes::default(),
            blocks: Vec::new(),
            default_dialects: vec!["builtin"],
            spare_states: Vec::new(),
            spare_readings: Vec::new(),
            spare_names: Vec::new(),
            deferred_locations: Vec::new(),
        }
    }
}
