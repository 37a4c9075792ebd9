//! The parser of types.

use super::{Kind, Parsed, Parser};
use crate::program::Extent;
use crate::{Attr, AttrData, MemrefLayout, Signedness, Type, TypeData, affine};
use calipers_support::builtin::{FLOATS, element_heads};

/// The widest integer type, as in MLIR.
const MAX_WIDTH: u32 = (1 << 24) - 1;

/// A list of dimensions; none for an unranked type.
type Dims = Option<Box<[Extent]>>;

impl<'s> Parser<'s> {
    /// A type.
    pub(crate) fn ty(&mut self) -> Parsed<Type> {
        if self.is(Kind::LeftParen) {
            return self.function_type();
        }
        self.non_function_type()
    }

    /// An optional type.
    pub(crate) fn optional_type(&mut self) -> Parsed<Option<Type>> {
        let begins = match self.token.kind {
            Kind::LeftParen | Kind::Bang => true,
            Kind::Bare => self.is_type_keyword(),
            _ => false,
        };
        if begins {
            self.ty().map(Some)
        } else {
            Ok(None)
        }
    }

    fn is_type_keyword(&self) -> bool {
        let text = self.text();
        matches!(
            text,
            "tensor" | "memref" | "vector" | "index" | "none" | "complex" | "tuple"
        ) || integer_type(text).is_some()
            || FLOATS.iter().any(|(name, _)| *name == text)
    }

    fn non_function_type(&mut self) -> Parsed<Type> {
        match self.token.kind {
            Kind::Bang => return self.extended_type(),
            Kind::Bare => {}
            _ => return self.error("expected a type"),
        }
        let text = self.text();
        if let Some(simple) = self.simple_type(text)? {
            self.advance();
            return Ok(simple);
        }
        let read = match text {
            "tensor" => Self::tensor_type,
            "memref" => Self::memref_type,
            "vector" => Self::vector_type,
            "complex" => Self::complex_type,
            "tuple" => Self::tuple_type,
            _ => return self.error("expected a type"),
        };
        self.advance();
        self.nested(|parser| {
            parser.expect(Kind::Less, "'<' in type")?;
            read(parser)
        })
    }

    fn simple_type(&mut self, text: &str) -> Parsed<Option<Type>> {
        match text {
            "index" => return Ok(Some(Type::INDEX)),
            "none" => return Ok(Some(Type::NONE)),
            "i1" => return Ok(Some(Type::I1)),
            "i32" => return Ok(Some(Type::I32)),
            "i64" => return Ok(Some(Type::I64)),
            _ => {}
        }
        if let Some((name, _)) = FLOATS.iter().find(|(name, _)| *name == text) {
            return Ok(Some(self.module.intern_type(TypeData::Float(name))));
        }
        let Some((signedness, width)) = integer_type(text) else {
            return Ok(None);
        };
        match width.parse().ok().filter(|width| *width <= MAX_WIDTH) {
            Some(width) => {
                let data = TypeData::Integer { width, signedness };
                Ok(Some(self.module.intern_type(data)))
            }
            None => self.error(format!(
                "expected an integer width of at most {MAX_WIDTH} bits"
            )),
        }
    }

    /// `(types) -> types`.
    pub(crate) fn function_type(&mut self) -> Parsed<Type> {
        self.nested(|parser| {
            let inputs = parser.type_list_parens()?;
            parser.expect(Kind::Arrow, "'->' in function type")?;
            let results = parser.function_results()?;
            Ok(parser.module.function_type(&inputs, &results))
        })
    }

    /// `(types)`.
    pub(crate) fn type_list_parens(&mut self) -> Parsed<Vec<Type>> {
        self.expect(Kind::LeftParen, "'('")?;
        let mut types = Vec::new();
        self.list_until(Kind::RightParen, "')'", |parser| {
            types.push(parser.ty()?);
            Ok(())
        })?;
        Ok(types)
    }

    /// What follows `->`: one type, or several in parentheses.
    pub(crate) fn function_results(&mut self) -> Parsed<Vec<Type>> {
        if self.is(Kind::LeftParen) {
            return self.nested(Self::type_list_parens);
        }
        Ok(vec![self.non_function_type()?])
    }

    /// `T, T, …`.
    pub(crate) fn type_list(&mut self) -> Parsed<Vec<Type>> {
        let mut types = vec![self.ty()?];
        while self.eat(Kind::Comma) {
            types.push(self.ty()?);
        }
        Ok(types)
    }

    /// `!alias` or `!dialect.type<…>`.
    fn extended_type(&mut self) -> Parsed<Type> {
        let token = self.token;
        let name = &self.text()[1..];
        let body = self.lexer_byte(token.end) == b'<';
        if !name.contains('.') && !body {
            self.advance();
            return match self.type_aliases.get(name) {
                Some(&ty) => Ok(ty),
                None => {
                    let message = format!("undefined symbol alias id '{name}'");
                    self.error_at(token.start, message)
                }
            };
        }
        let text = self.extended_text()?;
        Ok(self.module.intern_type(TypeData::opaque(text)))
    }

    pub(crate) fn lexer_byte(&self, at: u32) -> u8 {
        let bytes = self.lexer.source().as_bytes();
        bytes.get(at as usize).copied().unwrap_or(0)
    }

    /// `#dialect.attr<…>` or `!dialect.type<…>` as text, with aliases expanded.
    pub(crate) fn extended_text(&mut self) -> Parsed<String> {
        let token = self.token;
        let text = self.text().to_owned();
        if self.lexer_byte(token.end) != b'<' {
            self.advance();
            return Ok(text);
        }
        self.body_text(text, token.end as usize)
    }

    /// `<…>` as text, appended to `head`, with aliases expanded.
    pub(crate) fn angle_text(&mut self, head: &str) -> Parsed<String> {
        let at = self.token.start as usize;
        match self.is(Kind::Less) {
            true => self.body_text(head.to_owned(), at),
            false => self.error("expected '<'"),
        }
    }

    /// Appends the text in brackets from a position on.
    fn body_text(&mut self, mut text: String, mut at: usize) -> Parsed<String> {
        let mut open: Vec<u8> = Vec::new();
        let source = self.lexer.source();
        let bytes = source.as_bytes();
        let mut copied = at;
        loop {
            let Some(&byte) = bytes.get(at) else {
                return self.error_at(at as u32, "expected the end of a dialect symbol");
            };
            at += 1;
            match byte {
                b'<' | b'[' | b'(' | b'{' => {
                    if open.len() >= super::parser::MAX_DEPTH as usize {
                        let message = "expected less than 256 levels of nesting";
                        return self.error_at(at as u32 - 1, message);
                    }
                    open.push(byte);
                }
                b'-' if bytes.get(at) == Some(&b'>') => at += 1,
                b'>' | b']' | b')' | b'}' => {
                    let expected = match open.pop() {
                        Some(b'<') => b'>',
                        Some(b'[') => b']',
                        Some(b'(') => b')',
                        _ => b'}',
                    };
                    if byte != expected {
                        let message = format!("unbalanced '{}' in dialect symbol", byte as char);
                        return self.error_at(at as u32 - 1, message);
                    }
                    if open.is_empty() {
                        break;
                    }
                }
                b'"' => {
                    self.resume_at(at as u32 - 1);
                    if self.is(Kind::Error) {
                        return self.error("");
                    }
                    at = self.token.end as usize;
                }
                b'#' | b'!' => {
                    self.resume_at(at as u32 - 1);
                    let alias = match self.token.kind {
                        Kind::Hash => self
                            .attribute_aliases
                            .get(&self.text()[1..])
                            .map(|&alias| self.module.attribute_text(alias)),
                        Kind::Bang => self
                            .type_aliases
                            .get(&self.text()[1..])
                            .map(|&alias| self.module.type_text(alias)),
                        _ => None,
                    };
                    if let Some(alias) = alias {
                        text.push_str(&source[copied..at - 1]);
                        text.push_str(&alias);
                        copied = self.token.end as usize;
                        at = copied;
                    }
                }
                _ => {}
            }
        }
        text.push_str(&source[copied..at]);
        self.resume_at(at as u32);
        Ok(text)
    }

    fn close_type(&mut self) -> Parsed<()> {
        self.expect(Kind::Greater, "'>' in type").map(|_| ())
    }

    fn complex_type(&mut self) -> Parsed<Type> {
        let element = self.element_type("complex")?;
        self.close_type()?;
        Ok(self.module.intern_type(TypeData::Complex(element)))
    }

    /// The element type of a builtin type with that head.
    fn element_type(&mut self, container: &str) -> Parsed<Type> {
        let at = self.token.start;
        let element = self.ty()?;
        let head = self.module.type_data(element).head();
        match element_heads(container) {
            Some(heads) if !heads.contains(&head) => {
                let text = self.module.type_text(element);
                self.error_at(
                    at,
                    format!("a {container} has no elements of type '{text}'"),
                )
            }
            _ => Ok(element),
        }
    }

    fn tuple_type(&mut self) -> Parsed<Type> {
        let mut types = Vec::new();
        self.list_until(Kind::Greater, "'>'", |parser| {
            types.push(parser.ty()?);
            Ok(())
        })?;
        Ok(self.module.intern_type(TypeData::Tuple(types.into())))
    }

    fn vector_type(&mut self) -> Parsed<Type> {
        let at = self.token.start;
        let dims = self.dimensions(DimSyntax::Vector)?.unwrap_or_default();
        if dims.contains(&Extent::Static(0)) || dims.contains(&Extent::Scalable(0)) {
            return self.error_at(at, "expected vector dimensions above 0");
        }
        let element = self.element_type("vector")?;
        self.close_type()?;
        Ok(self.module.intern_type(TypeData::Vector { dims, element }))
    }

    fn tensor_type(&mut self) -> Parsed<Type> {
        let dims = self.dimensions(DimSyntax::Shaped)?;
        let element = self.element_type("tensor")?;
        let encoding = if self.eat(Kind::Comma) {
            Some(self.attribute()?)
        } else {
            None
        };
        self.close_type()?;
        Ok(self.module.intern_type(TypeData::Tensor {
            dims,
            element,
            encoding,
        }))
    }

    fn memref_type(&mut self) -> Parsed<Type> {
        let dims = self.dimensions(DimSyntax::Shaped)?;
        let element = self.element_type("memref")?;
        let mut layout = MemrefLayout::Identity;
        let mut space = None;
        let mut first = true;
        while self.eat(Kind::Comma) {
            let at = self.token.start;
            let attribute = self.attribute()?;
            let stated = self.layout(attribute);
            if let (Some(stated), true, Some(dims)) = (&stated, first, &dims) {
                if let Some(rank) = self.layout_rank(stated)
                    && rank != dims.len()
                {
                    let message = "expected a layout of the memref's rank";
                    return self.error_at(at, message);
                }
                layout = stated.clone();
            } else if space.is_none() && stated.is_none() {
                // The default memory space is represented as none.
                let default = match self.module.attribute_data(attribute) {
                    AttrData::Integer { value, .. } => value.is_zero(),
                    AttrData::Bool(value) => !value,
                    _ => false,
                };
                space = (!default).then_some(attribute);
            } else {
                return self.error_at(at, "expected a layout, then a memory space");
            }
            first = false;
        }
        self.close_type()?;
        Ok(self.module.intern_type(TypeData::Memref {
            dims,
            element,
            layout,
            space,
        }))
    }

    fn layout(&self, attribute: Attr) -> Option<MemrefLayout> {
        match self.module.attribute_data(attribute) {
            AttrData::Map(map) if map.symbols == 0 && affine::is_identity(map) => {
                Some(MemrefLayout::Identity)
            }
            AttrData::Map(_) => Some(MemrefLayout::Attribute(attribute)),
            AttrData::Strided { strides, offset } => Some(MemrefLayout::Strided {
                strides: strides.clone(),
                offset: *offset,
            }),
            _ => None,
        }
    }

    fn layout_rank(&self, layout: &MemrefLayout) -> Option<usize> {
        match layout {
            MemrefLayout::Identity => None,
            MemrefLayout::Strided { strides, .. } => Some(strides.len()),
            MemrefLayout::Attribute(attribute) => match self.module.attribute_data(*attribute) {
                AttrData::Map(map) => Some(map.dims as usize),
                _ => None,
            },
        }
    }

    /// `4x?x[2]x`, or `*x` for an unranked type. Afterwards, the current token is the one after the last `x`.
    fn dimensions(&mut self, syntax: DimSyntax) -> Parsed<Dims> {
        if syntax == DimSyntax::Shaped && self.eat(Kind::Star) {
            self.dimension_separator()?;
            return Ok(None);
        }
        let mut dims = Vec::new();
        loop {
            let extent = match self.token.kind {
                Kind::Integer => Extent::Static(self.dimension()?),
                Kind::Question if syntax != DimSyntax::Vector => {
                    self.advance();
                    Extent::Dynamic
                }
                Kind::LeftBracket if syntax == DimSyntax::Vector => {
                    self.advance();
                    let size = self.dimension()?;
                    self.expect(Kind::RightBracket, "']' after a scalable dimension")?;
                    Extent::Scalable(size)
                }
                _ => break,
            };
            self.dimension_separator()?;
            dims.push(extent);
        }
        Ok(Some(dims.into()))
    }

    /// The digits of a dimension; `0x4` is `0` followed by `x4`.
    pub(super) fn dimension(&mut self) -> Parsed<i64> {
        let token = self.token;
        if token.kind != Kind::Integer {
            return self.error("expected an integer dimension");
        }
        let text = self.text();
        let digits = text.find('x').map_or(text, |at| &text[..at]);
        let Ok(size) = digits.parse() else {
            return self.error("expected a dimension of at most 64 bits");
        };
        self.resume_at(token.start + digits.len() as u32);
        Ok(size)
    }

    pub(super) fn dimension_separator(&mut self) -> Parsed<()> {
        let token = self.token;
        if token.kind != Kind::Bare || !self.text().starts_with('x') {
            return self.error("expected 'x' in dimension list");
        }
        self.resume_at(token.start + 1);
        Ok(())
    }
}

#[derive(Clone, Copy, PartialEq)]
enum DimSyntax {
    Vector,
    Shaped,
}

/// The signedness and the digits of `i8`, `si8`, `ui8`.
fn integer_type(text: &str) -> Option<(Signedness, &str)> {
    let (signedness, digits) = if let Some(digits) = text.strip_prefix("si") {
        (Signedness::Signed, digits)
    } else if let Some(digits) = text.strip_prefix("ui") {
        (Signedness::Unsigned, digits)
    } else {
        (Signedness::Signless, text.strip_prefix('i')?)
    };
    let plain = !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit());
    (plain && (digits == "0" || !digits.starts_with('0'))).then_some((signedness, digits))
}
