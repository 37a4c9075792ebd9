//! The parser of attributes.

use super::{Kind, Parsed, Parser, flags};
use crate::program::Extent;
use crate::registry::{self, AttrKind, OpSpec};
use crate::{Attr, AttrData, DenseElements, Name, Type, TypeData};
use calipers_support::order::Order;
use smallvec::SmallVec;
use std::borrow::Cow;

/// Whether an attribute may state its own type with a trailing `: type`.
#[derive(Clone, Copy, PartialEq)]
pub(crate) enum Typing {
    /// It may, and has the default type otherwise.
    Stated,
    /// It has this type; a following `:` does not belong to it.
    Given(Type),
}

impl<'s> Parser<'s> {
    /// An attribute, with its type if one is written.
    pub(crate) fn attribute(&mut self) -> Parsed<Attr> {
        self.attribute_with(Typing::Stated)
    }

    pub(crate) fn attribute_with(&mut self, typing: Typing) -> Parsed<Attr> {
        match self.token.kind {
            Kind::LeftBracket => self.nested(Self::array_attribute),
            Kind::LeftBrace => self.nested(Self::dictionary_attribute),
            Kind::String => self.string_attribute(typing),
            Kind::At => {
                let text = self.symbol_text()?;
                Ok(self.module.intern_attribute(AttrData::Symbol(text)))
            }
            Kind::Hash => self.extended_attribute(typing),
            Kind::Minus | Kind::Integer | Kind::Float => self.number_attribute(typing),
            Kind::Bare => self.keyword_attribute(typing),
            _ => self.type_attribute(),
        }
    }

    fn type_attribute(&mut self) -> Parsed<Attr> {
        match self.optional_type()? {
            Some(ty) => Ok(self.module.intern_attribute(AttrData::Type(ty))),
            None => self.error("expected attribute value"),
        }
    }

    fn keyword_attribute(&mut self, typing: Typing) -> Parsed<Attr> {
        let token = self.token;
        let data = match self.text() {
            "unit" => {
                self.advance();
                return Ok(Attr::UNIT);
            }
            "true" => {
                self.advance();
                AttrData::Bool(true)
            }
            "false" => {
                self.advance();
                AttrData::Bool(false)
            }
            "affine_map" => {
                self.advance();
                AttrData::Map(self.nested(Self::affine_map_body)?)
            }
            "affine_set" => {
                self.advance();
                AttrData::Set(self.nested(Self::affine_set_body)?)
            }
            "loc" => return self.location_attribute(),
            "strided" => self.strided()?,
            "array" => self.nested(Self::dense_array)?,
            "dense" => return self.nested(|parser| parser.dense(typing)),
            "sparse" | "dense_resource" | "opaque" => {
                let text = self.builtin_text()?;
                let ty = self.elements_type(typing)?;
                AttrData::Elements { text, ty }
            }
            "distinct" if self.lexer_byte(token.end) == b'[' => {
                let text = self.builtin_text()?;
                AttrData::Opaque { text, ty: None }
            }
            _ => return self.type_attribute(),
        };
        Ok(self.module.intern_attribute(data))
    }

    /// The type of an elements attribute.
    pub(crate) fn elements_type(&mut self, typing: Typing) -> Parsed<Type> {
        if let Typing::Given(ty) = typing {
            return Ok(ty);
        }
        self.expect(Kind::Colon, "':' and the type of the elements")?;
        self.ty()
    }

    /// A word with the balanced brackets after it, as text.
    fn builtin_text(&mut self) -> Parsed<Box<str>> {
        let start = self.advance().start;
        let mut open = Vec::new();
        loop {
            match self.token.kind {
                Kind::Less => open.push(Kind::Greater),
                Kind::LeftBracket => open.push(Kind::RightBracket),
                Kind::LeftParen => open.push(Kind::RightParen),
                Kind::LeftBrace => open.push(Kind::RightBrace),
                Kind::Greater | Kind::RightBracket | Kind::RightParen | Kind::RightBrace => {
                    let expected = open.pop();
                    if expected != Some(self.token.kind) {
                        return self.error("unbalanced bracket in attribute");
                    }
                }
                Kind::Error | Kind::Eof => return self.error("expected the end of an attribute"),
                _ => {}
            }
            let end = self.advance().end;
            // `distinct[0]<…>`: a second bracket may follow.
            if open.is_empty() && !(self.is(Kind::Less) && self.previous_end == self.token.start) {
                return Ok(self.slice(start, end).into());
            }
        }
    }

    fn array_attribute(&mut self) -> Parsed<Attr> {
        self.advance();
        let mut items = Vec::new();
        self.list_until(Kind::RightBracket, "']'", |parser| {
            items.push(parser.attribute()?);
            Ok(())
        })?;
        Ok(self.module.intern_attribute(AttrData::Array(items.into())))
    }

    fn dictionary_attribute(&mut self) -> Parsed<Attr> {
        let mut items = Vec::new();
        self.dictionary(|_, name, value| {
            items.push((name, value));
        })?;
        let module = &mut self.module;
        items.order_by(|a, b| module.name(a.0).cmp(module.name(b.0)));
        Ok(module.intern_attribute(AttrData::Dictionary(items.into())))
    }

    /// `{name = attribute, name, …}`; names must be unique.
    pub(crate) fn dictionary(&mut self, take: impl FnMut(&mut Self, Name, Attr)) -> Parsed<()> {
        self.dictionary_of(None, take)
    }

    /// The same for an op, some attributes of which are keywords.
    pub(crate) fn dictionary_of(
        &mut self,
        spec: Option<&OpSpec>,
        mut take: impl FnMut(&mut Self, Name, Attr),
    ) -> Parsed<()> {
        self.expect(Kind::LeftBrace, "'{'")?;
        let mut seen: SmallVec<[Name; 16]> = SmallVec::new();
        let mut many = hashbrown::HashSet::new();
        self.list_until(Kind::RightBrace, "'}'", |parser| {
            let token = parser.token;
            let name = match token.kind {
                Kind::Bare => parser.module.intern_name(parser.text_of(token)),
                Kind::String => {
                    let text = parser.unescaped(token)?;
                    parser.module.intern_name(&String::from_utf8_lossy(&text))
                }
                _ => return parser.error("expected attribute name"),
            };
            parser.advance();
            // Linear search for small lists, hashing for large ones.
            let duplicate = if seen.len() < 16 {
                seen.contains(&name)
            } else {
                many.extend(seen.iter().copied());
                seen.truncate(16);
                !many.insert(name)
            };
            if duplicate {
                let name = parser.module.name(name);
                let message = format!("duplicate key '{name}' in dictionary attribute");
                return parser.error_at(token.start, message);
            }
            seen.push(name);
            let value = if parser.eat(Kind::Equal) {
                match parser.worded(spec, name) {
                    Some(word) => word,
                    None => parser.attribute()?,
                }
            } else {
                Attr::UNIT
            };
            take(parser, name, value);
            Ok(())
        })
    }

    /// The attribute that the next keyword denotes, if it is a case of the op's attribute `name`.
    fn worded(&mut self, spec: Option<&OpSpec>, name: Name) -> Option<Attr> {
        let word = self.is(Kind::Bare).then(|| self.text())?;
        let text = match &spec?.attribute(self.module.name(name))?.kind {
            AttrKind::Tagged { prefix, cases, .. } if cases.iter().any(|it| it == word) => {
                format!("{prefix}{word}>").into()
            }
            _ => return None,
        };
        self.advance();
        let data = AttrData::Opaque { text, ty: None };
        Some(self.module.intern_attribute(data))
    }

    fn string_attribute(&mut self, typing: Typing) -> Parsed<Attr> {
        let value = self.string_value()?.into();
        let ty = match typing {
            Typing::Stated if self.eat(Kind::Colon) => {
                Some(self.ty()?).filter(|ty| *ty != Type::NONE)
            }
            _ => None,
        };
        Ok(self.module.intern_attribute(AttrData::String { value, ty }))
    }

    /// A string literal, unescaped.
    pub(crate) fn string_value(&mut self) -> Parsed<Cow<'s, [u8]>> {
        let token = self.expect(Kind::String, "string literal")?;
        self.unescaped(token)
    }

    /// The contents of a string or symbol token.
    pub(crate) fn unescaped(&self, token: super::Token) -> Parsed<Cow<'s, [u8]>> {
        let text = self.text_of(token).trim_start_matches('@');
        let bytes = text.as_bytes();
        let inner = &bytes[1..bytes.len() - 1];
        if !inner.contains(&b'\\') {
            return Ok(Cow::Borrowed(inner));
        }
        let mut out = Vec::with_capacity(inner.len());
        let mut at = 0;
        while at < inner.len() {
            let byte = inner[at];
            at += 1;
            if byte != b'\\' {
                out.push(byte);
                continue;
            }
            let escape = inner.get(at).copied().unwrap_or(b' ');
            at += 1;
            match escape {
                b'n' => out.push(b'\n'),
                b't' => out.push(b'\t'),
                b'"' | b'\\' => out.push(escape),
                _ => {
                    let hex = inner.get(at - 1..at + 1);
                    let value = hex
                        .and_then(|hex| std::str::from_utf8(hex).ok())
                        .and_then(|hex| u8::from_str_radix(hex, 16).ok());
                    let Some(value) = value else {
                        return self.error_at(token.start, "unknown escape in string literal");
                    };
                    out.push(value);
                    at += 1;
                }
            }
        }
        Ok(Cow::Owned(out))
    }

    /// The text of a string literal, which must be UTF-8.
    pub(crate) fn string_text(&mut self) -> Parsed<String> {
        let at = self.token.start;
        match String::from_utf8(self.string_value()?.into_owned()) {
            Ok(text) => Ok(text),
            Err(_) => self.error_at(at, "expected a string of valid UTF-8"),
        }
    }

    /// The name in one `@symbol`, bare or quoted.
    pub(crate) fn symbol_name(&mut self) -> Parsed<String> {
        let token = self.expect(Kind::At, "a symbol name")?;
        let text = &self.text_of(token)[1..];
        if !text.starts_with('"') {
            return Ok(text.to_owned());
        }
        match String::from_utf8(self.unescaped(token)?.into_owned()) {
            Ok(text) => Ok(text),
            Err(_) => self.error_at(token.start, "expected a symbol name of valid UTF-8"),
        }
    }

    /// `@a::@b` without the first `@`.
    pub(crate) fn symbol_text(&mut self) -> Parsed<Box<str>> {
        let name = self.symbol_name()?;
        let mut text = crate::print::symbol(&name).into_owned();
        while self.eat(Kind::DoubleColon) {
            let name = self.symbol_name()?;
            text.push_str("::@");
            text.push_str(&crate::print::symbol(&name));
        }
        Ok(text.into())
    }

    /// `#alias` or `#dialect.attr<…>`.
    fn extended_attribute(&mut self, typing: Typing) -> Parsed<Attr> {
        let token = self.token;
        let name = &self.text()[1..];
        let body = self.lexer_byte(token.end) == b'<';
        if !name.contains('.') && !body {
            self.advance();
            return match self.attribute_aliases.get(name) {
                Some(&attribute) => Ok(attribute),
                None => {
                    let message = format!("undefined symbol alias id '{name}'");
                    self.error_at(token.start, message)
                }
            };
        }
        let text = match normal_text(self.extended_text()?) {
            Ok(text) => text.into(),
            Err(message) => return self.error_at(token.end + 1, message),
        };
        let ty = match typing {
            Typing::Stated if self.eat(Kind::Colon) => Some(self.ty()?),
            _ => None,
        };
        Ok(self.module.intern_attribute(AttrData::Opaque { text, ty }))
    }

    fn number_attribute(&mut self, typing: Typing) -> Parsed<Attr> {
        let at = self.token.start;
        let negative = self.eat(Kind::Minus);
        let token = self.token;
        let float = match token.kind {
            Kind::Integer => false,
            Kind::Float => true,
            _ => return self.error("expected constant integer or floating point value"),
        };
        self.advance();
        let ty = match typing {
            Typing::Given(ty) => ty,
            Typing::Stated if self.eat(Kind::Colon) => self.ty()?,
            _ if float => Type::F64,
            _ => Type::I64,
        };
        let data = self.number(self.text_of(token), float, negative, ty, at)?;
        Ok(self.module.intern_attribute(data))
    }

    fn strided(&mut self) -> Parsed<AttrData> {
        self.advance();
        self.expect(Kind::Less, "'<' after 'strided'")?;
        self.expect(Kind::LeftBracket, "'['")?;
        let mut strides = Vec::new();
        self.list_until(Kind::RightBracket, "']'", |parser| {
            strides.push(parser.extent()?);
            Ok(())
        })?;
        let mut offset = Extent::Static(0);
        if self.eat(Kind::Comma) {
            self.expect_word("offset")?;
            self.expect(Kind::Colon, "':' after 'offset'")?;
            offset = self.extent()?;
        }
        self.expect(Kind::Greater, "'>'")?;
        Ok(AttrData::Strided {
            strides: strides.into(),
            offset,
        })
    }

    /// `?` or a number.
    fn extent(&mut self) -> Parsed<Extent> {
        if self.eat(Kind::Question) {
            return Ok(Extent::Dynamic);
        }
        self.small_integer().map(Extent::Static)
    }

    /// A 64-bit integer with an optional sign.
    pub(crate) fn small_integer(&mut self) -> Parsed<i64> {
        let at = self.token.start;
        let negative = self.eat(Kind::Minus);
        let token = self.expect(Kind::Integer, "an integer")?;
        let value = self.integer(self.text_of(token), negative, Type::I64, at)?;
        match i64::try_from(&value) {
            Ok(value) => Ok(value),
            Err(_) => self.error_at(at, "expected an integer of 64 bits"),
        }
    }

    /// `array<T: …>`.
    fn dense_array(&mut self) -> Parsed<AttrData> {
        self.advance();
        self.expect(Kind::Less, "'<' after 'array'")?;
        let at = self.token.start;
        let element = self.ty()?;
        let float = match self.module.type_data(element) {
            TypeData::Integer {
                width: 1 | 8 | 16 | 32 | 64,
                ..
            } => false,
            TypeData::Float(_) => true,
            _ => {
                let message = "expected an integer or float type of whole bytes for 'array'";
                return self.error_at(at, message);
            }
        };
        let mut integers = Vec::new();
        let mut floats = Vec::new();
        if !self.eat(Kind::Greater) {
            self.expect(Kind::Colon, "':' after dense array type")?;
            self.list_until(Kind::Greater, "'>'", |parser| {
                let at = parser.token.start;
                if parser.is_word("true") || parser.is_word("false") {
                    integers.push(i64::from(parser.eat_word("true")));
                    parser.eat_word("false");
                    return Ok(());
                }
                let negative = parser.eat(Kind::Minus);
                let is_float = parser.is(Kind::Float);
                if !is_float && !parser.is(Kind::Integer) {
                    return parser.error("expected a number");
                }
                let token = parser.advance();
                let text = parser.text_of(token);
                match parser.number(text, is_float, negative, element, at)? {
                    AttrData::Float { value, .. } => floats.push(value),
                    AttrData::Bool(value) => integers.push(i64::from(value)),
                    AttrData::Integer { value, .. } => match i64::try_from(&value) {
                        Ok(value) => integers.push(value),
                        Err(_) => return parser.error_at(at, "expected an integer of 64 bits"),
                    },
                    _ => {}
                }
                Ok(())
            })?;
        }
        let elements = if float {
            DenseElements::Floats(floats.into())
        } else {
            DenseElements::Integers(integers.into())
        };
        Ok(AttrData::DenseArray { element, elements })
    }
}

/// Normalizes an enum or flags attribute of a known dialect to MLIR's output.
fn normal_text(text: String) -> Result<String, String> {
    let plain = |c: char| c.is_ascii_alphanumeric() || "_, ".contains(c);
    let Some((head, body)) = text
        .strip_suffix('>')
        .and_then(|text| text.split_once('<'))
        .filter(|(head, body)| {
            registry::is_known_dialect(head.trim_start_matches('#')) && body.chars().all(plain)
        })
    else {
        return Ok(text);
    };
    let words: Vec<String> = body
        .split(',')
        .map(|part| part.split_whitespace().collect::<Vec<_>>().join(" "))
        .collect();
    let body = flags::normal(head, words.join(", "))?;
    Ok(format!("{head}<{body}>"))
}
