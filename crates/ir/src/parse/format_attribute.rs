//! The parser of attributes in formats: numbers, keywords, flags, and lists of numbers and operands.

use super::attributes::Typing;
use super::flags;
use super::{Kind, OpState, Parsed, Parser, Unresolved};
use crate::registry::{AttrKind, OpSpec};
use crate::{Attr, AttrData, DenseElements, Type, TypeData};

impl<'s> Parser<'s> {
    pub(super) fn format_attribute(
        &mut self,
        state: &mut OpState,
        spec: &'static OpSpec,
        at: usize,
    ) -> Parsed<()> {
        let value = match &spec.attributes[at].kind {
            AttrKind::Unit => return Ok(()),
            AttrKind::Any => self.attribute()?,
            AttrKind::Integer(ty) => {
                let ty = self.module.static_type(ty);
                self.attribute_with(Typing::Given(ty))?
            }
            AttrKind::String => {
                let value = self.string_value()?.into();
                let data = AttrData::String { value, ty: None };
                self.module.intern_attribute(data)
            }
            AttrKind::Symbol => {
                let text = self.symbol_text()?;
                self.module.intern_attribute(AttrData::Symbol(text))
            }
            AttrKind::SymbolName => {
                let name = self.symbol_name()?;
                self.module.string_attribute(&name)
            }
            AttrKind::Type => {
                let ty = self.ty()?;
                self.module.intern_attribute(AttrData::Type(ty))
            }
            AttrKind::Bool => {
                let value = self.is_word("true");
                if !value && !self.is_word("false") {
                    return self.error("expected 'true' or 'false'");
                }
                self.advance();
                self.module.intern_attribute(AttrData::Bool(value))
            }
            AttrKind::Integers(ty) => {
                let element = self.module.static_type(ty);
                let values = self.integer_list(Kind::LeftBracket, Kind::RightBracket)?;
                let elements = DenseElements::Integers(values.into());
                self.module
                    .intern_attribute(AttrData::DenseArray { element, elements })
            }
            AttrKind::List(ty) => {
                let element = self.module.static_type(ty);
                let mut values = Vec::new();
                if matches!(self.token.kind, Kind::Integer | Kind::Minus) {
                    values.push(self.small_integer()?);
                    while self.eat(Kind::Comma) {
                        values.push(self.small_integer()?);
                    }
                }
                let data = integers(element, values);
                self.module.intern_attribute(data)
            }
            AttrKind::Dense(ty) => {
                let element = self.module.static_type(ty);
                let values = self.integer_list(Kind::LeftBracket, Kind::RightBracket)?;
                self.module.dense_integers(element, values)
            }
            AttrKind::Map => {
                let map = self.bare_affine_map()?;
                self.module.map_attribute(map)
            }
            AttrKind::Initial(name) => self.initial_value(state, name)?,
            AttrKind::Body(_) if self.is(Kind::Hash) => self.attribute()?,
            AttrKind::Body(head) => {
                let text = self.angle_text(head)?.into();
                self.module
                    .intern_attribute(AttrData::Opaque { text, ty: None })
            }
            AttrKind::Words(prefix) => {
                let mut items = Vec::new();
                self.expect(Kind::LeftBracket, "'['")?;
                self.list_until(Kind::RightBracket, "']'", |parser| {
                    let word = parser.word("a keyword")?;
                    let text = format!("{prefix}{word}>").into();
                    let data = AttrData::Opaque { text, ty: None };
                    items.push(parser.module.intern_attribute(data));
                    Ok(())
                })?;
                self.module.intern_attribute(AttrData::Array(items.into()))
            }
            AttrKind::Keyword(cases) => {
                let at = self.token.start;
                let word = self.word("a keyword")?;
                if !cases.iter().any(|case| case == word) {
                    return self.error_at(at, one_of(cases));
                }
                self.module.string_attribute(word)
            }
            AttrKind::Enum(ty, cases) => {
                let mut value = self.case(cases)?;
                while self.eat(Kind::Bar) {
                    value |= self.case(cases)?;
                }
                let ty = self.module.static_type(ty);
                self.module.integer_attribute(value, ty)
            }
            AttrKind::QuotedEnum(ty, cases) => {
                let at = self.token.start;
                let word = self.string_text()?;
                let Some(case) = cases.iter().position(|case| *case == word) else {
                    return self.error_at(at, one_of(cases));
                };
                let ty = self.module.static_type(ty);
                self.module.integer_attribute(case, ty)
            }
            AttrKind::Flags(ty, cases) => {
                self.expect(Kind::Less, "'<'")?;
                let mut bits = 0u64;
                self.list_until(Kind::Greater, "'>'", |parser| {
                    let at = parser.token.start;
                    let word = parser.word("a keyword")?;
                    if word == "none" {
                        return Ok(());
                    }
                    match cases.iter().position(|case| case == word) {
                        Some(bit) => bits |= 1 << bit,
                        None => return parser.error_at(at, one_of(cases)),
                    }
                    Ok(())
                })?;
                let ty = self.module.static_type(ty);
                self.module.integer_attribute(bits, ty)
            }
            AttrKind::Tagged {
                prefix,
                angle,
                cases,
            } => {
                let at = self.token.start;
                let body = if self.is(Kind::Hash) {
                    self.body_of_full(prefix)?
                } else if *angle {
                    self.angle_body()?
                } else {
                    self.keyword()?
                };
                if !angle && !cases.is_empty() && !cases.contains(&body) {
                    return self.error_at(at, one_of(cases));
                }
                let body = match flags::normal(prefix.trim_end_matches('<'), body) {
                    Ok(body) => body,
                    Err(message) => {
                        let name = self.module.name(self.module.op(state.op).name);
                        let at = at + u32::from(*angle);
                        return self.error_at(at, format!("custom op '{name}' {message}"));
                    }
                };
                let text = format!("{prefix}{body}>").into();
                self.module
                    .intern_attribute(AttrData::Opaque { text, ty: None })
            }
        };
        self.set_at(state, spec, at, value);
        Ok(())
    }

    /// The initial value of the memref type in an attribute that has been parsed.
    fn initial_value(&mut self, state: &OpState, name: &str) -> Parsed<Attr> {
        if self.eat_word("uninitialized") {
            return Ok(Attr::UNIT);
        }
        let mut attributes = state.attributes.iter();
        let stated = attributes.find(|it| self.module.name(it.name) == name);
        let ty = match stated.map(|it| self.module.attribute_data(it.value)) {
            Some(AttrData::Type(ty)) => self.module.type_data(*ty).clone(),
            _ => TypeData::Index,
        };
        let TypeData::Memref { dims, element, .. } = ty else {
            return self.error("expected a memref type before the initial value");
        };
        let encoding = None;
        let tensor = TypeData::Tensor {
            dims,
            element,
            encoding,
        };
        let tensor = self.module.intern_type(tensor);
        self.attribute_with(Typing::Given(tensor))
    }

    /// The number of an enum case.
    fn case(&mut self, cases: &[String]) -> Parsed<usize> {
        let at = self.token.start;
        let word = self.keyword()?;
        let is_it = |case: &String| case.trim_matches('"') == word && case != "_";
        match cases.iter().position(is_it) {
            Some(case) => Ok(case),
            None => self.error_at(at, one_of(cases)),
        }
    }

    /// The keyword of an enum case, with or without quotes.
    pub(super) fn keyword(&mut self) -> Parsed<String> {
        if self.is(Kind::String) {
            return self.string_text();
        }
        let token = self.expect(Kind::Bare, "a keyword")?;
        Ok(self.text_of(token).to_owned())
    }

    /// The text between `prefix` and the last `>` of an attribute in its full syntax, such as `#vector.kind<add>`.
    fn body_of_full(&mut self, prefix: &str) -> Parsed<String> {
        let at = self.token.start;
        let attribute = self.attribute()?;
        let body = match self.module.attribute_data(attribute) {
            AttrData::Opaque { text, .. } => text.strip_prefix(prefix),
            _ => None,
        };
        match body.and_then(|body| body.strip_suffix('>')) {
            Some(body) => Ok(body.to_owned()),
            None => self.error_at(at, format!("expected an attribute such as {prefix}…>")),
        }
    }

    /// `<…>`: words with separators, as text.
    pub(super) fn angle_body(&mut self) -> Parsed<String> {
        self.expect(Kind::Less, "'<'")?;
        let mut text = String::new();
        while !self.eat(Kind::Greater) {
            match self.token.kind {
                Kind::Comma => text.push_str(", "),
                Kind::Bar => text.push_str(" | "),
                Kind::Bare | Kind::Integer | Kind::Minus => text.push_str(self.text()),
                Kind::String => {
                    text.push_str(&self.string_text()?);
                    continue;
                }
                _ => return self.error("expected '>'"),
            }
            self.advance();
        }
        Ok(text)
    }

    /// `[1, 2, …]`.
    pub(crate) fn integer_list(&mut self, open: Kind, close: Kind) -> Parsed<Vec<i64>> {
        self.expect(open, "a list of integers")?;
        let mut values = Vec::new();
        self.list_until(close, "the end of the list", |parser| {
            values.push(parser.small_integer()?);
            Ok(())
        })?;
        Ok(values)
    }

    /// `[%a, 4, %b]`: returns the operands, and an `array<i64: …>` with dynamic entries at their positions.
    pub(crate) fn index_list(
        &mut self,
        open: Kind,
        close: Kind,
    ) -> Parsed<(Vec<Unresolved<'s>>, AttrData)> {
        let (operands, values) = self.mixed_list(open, close, i64::MIN)?;
        Ok((operands, integers(Type::I64, values)))
    }

    /// An index list whose values are an `array<i32: …>`.
    pub(super) fn narrow_index_list(
        &mut self,
        open: Kind,
        close: Kind,
    ) -> Parsed<(Vec<Unresolved<'s>>, AttrData)> {
        let (operands, values) = self.mixed_list(open, close, i32::MIN.into())?;
        Ok((operands, integers(Type::I32, values)))
    }

    /// The operands and the values of an index list, with a marker of operands among the values.
    fn mixed_list(
        &mut self,
        open: Kind,
        close: Kind,
        dynamic: i64,
    ) -> Parsed<(Vec<Unresolved<'s>>, Vec<i64>)> {
        self.expect(open, "a list of integers and SSA values")?;
        let (mut operands, mut values) = (Vec::new(), Vec::new());
        self.list_until(close, "the end of the list", |parser| {
            match parser.optional_operand()? {
                Some(operand) => {
                    operands.push(operand);
                    values.push(dynamic);
                    if parser.eat(Kind::Colon) {
                        parser.ty()?;
                    }
                }
                None => values.push(parser.small_integer()?),
            }
            Ok(())
        })?;
        Ok((operands, values))
    }

    /// `[%a, [4], 8]`: returns the operands, the values, and flags of the entries in inner brackets.
    pub(super) fn scalable_list(&mut self) -> Parsed<(Vec<Unresolved<'s>>, AttrData, AttrData)> {
        self.expect(Kind::LeftBracket, "a list of integers and SSA values")?;
        let (mut operands, mut values, mut flags) = (Vec::new(), Vec::new(), Vec::new());
        self.list_until(Kind::RightBracket, "the end of the list", |parser| {
            let scalable = parser.eat(Kind::LeftBracket);
            let operand = match scalable {
                true => None,
                false => parser.optional_operand()?,
            };
            match operand {
                Some(operand) => {
                    operands.push(operand);
                    values.push(i64::MIN);
                }
                None => values.push(parser.small_integer()?),
            }
            flags.push(i64::from(scalable));
            if scalable {
                parser.expect(Kind::RightBracket, "']'")?;
            }
            Ok(())
        })?;
        let flags = integers(Type::I1, flags);
        Ok((operands, integers(Type::I64, values), flags))
    }
}

/// `array<element: …>`.
pub(super) fn integers(element: Type, values: Vec<i64>) -> AttrData {
    AttrData::DenseArray {
        element,
        elements: DenseElements::Integers(values.into()),
    }
}

fn one_of(cases: &[String]) -> String {
    let named: Vec<&str> = cases.iter().map(String::as_str).collect();
    let named: Vec<&str> = named.into_iter().filter(|case| *case != "_").collect();
    format!("expected one of {}", named.join(", "))
}
