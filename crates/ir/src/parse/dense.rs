//! The parser of `dense<…>` attributes.

use super::attributes::Typing;
use super::number::float_of_bits;
use super::{Kind, Parsed, Parser, Token};
use crate::number::Int;
use crate::program::Extent;
use crate::{Attr, AttrData, DenseElements, FloatValue, Type, TypeData};

/// An element before its type is known.
enum Literal {
    /// A number: whether it is negated, and its token.
    Number(bool, Token),
    /// `true`, `false`.
    Bool(bool),
    /// `"text"`.
    String(Token),
    /// `(re, im)`.
    Complex((bool, Token), (bool, Token)),
}

#[derive(Default)]
struct Literals {
    items: Vec<(u32, Literal)>,
    /// The lengths of the lists at each depth; none for a single element.
    shape: Option<Vec<usize>>,
}

impl<'s> Parser<'s> {
    /// `dense<…> : type`.
    pub(super) fn dense(&mut self, typing: Typing) -> Parsed<Attr> {
        let at = self.advance().start;
        self.expect(Kind::Less, "'<' after 'dense'")?;
        let mut literals = Literals::default();
        let empty = self.is(Kind::Greater);
        if self.is(Kind::LeftBracket) {
            literals.shape = Some(self.dense_list(&mut literals.items)?);
        } else if !empty {
            let item = self.dense_literal()?;
            literals.items.push(item);
        }
        self.expect(Kind::Greater, "'>'")?;
        let type_at = self.token.start;
        let ty = self.elements_type(typing)?;
        let data = self.module.type_data(ty);
        let (Some(element), Some(dims)) = (data.element(), data.dims()) else {
            return self.error_at(type_at, "expected a shaped type with a static shape");
        };
        if dims.contains(&Extent::Dynamic) {
            return self.error_at(type_at, "expected a shaped type with a static shape");
        }
        self.check_shape(&literals, dims, empty, at)?;
        if let [(_, Literal::String(token))] = literals.items[..]
            && literals.shape.is_none()
            && let Some(hex) = self.text_of(token).trim_matches('"').strip_prefix("0x")
        {
            return self.dense_hex(hex, ty, element, token);
        }
        let splat = literals.shape.is_none() && !empty;
        let elements = self.dense_elements(&literals.items, element)?;
        let (elements, splat) = elements.merged(splat);
        Ok(self.module.intern_attribute(AttrData::Dense {
            ty,
            elements,
            splat,
        }))
    }

    fn check_shape(
        &self,
        literals: &Literals,
        dims: &[Extent],
        empty: bool,
        at: u32,
    ) -> Parsed<()> {
        let extents = dims.iter().map(|extent| match extent {
            Extent::Static(n) | Extent::Scalable(n) => *n,
            Extent::Dynamic => -1,
        });
        if empty {
            if extents.into_iter().any(|n| n == 0) {
                return Ok(());
            }
            return self.error_at(at, "expected elements, since the type has a shape above 0");
        }
        let Some(shape) = &literals.shape else {
            return Ok(());
        };
        // An empty list ends the shape early.
        let fits = shape.last() == Some(&0) && extents.clone().any(|n| n == 0)
            || extents.eq(shape.iter().map(|&n| n as i64));
        if fits {
            Ok(())
        } else {
            self.error_at(at, "inferred shape of elements literal does not match type")
        }
    }

    /// Nested `[…]`; returns the lengths at each depth.
    fn dense_list(&mut self, items: &mut Vec<(u32, Literal)>) -> Parsed<Vec<usize>> {
        self.nested(|parser| {
            parser.advance();
            let mut inner: Option<Vec<usize>> = None;
            let mut length = 0;
            parser.list_until(Kind::RightBracket, "']'", |parser| {
                let at = parser.token.start;
                let shape = if parser.is(Kind::LeftBracket) {
                    parser.dense_list(items)?
                } else {
                    let item = parser.dense_literal()?;
                    items.push(item);
                    Vec::new()
                };
                length += 1;
                match &inner {
                    Some(known) if *known != shape => {
                        let message =
                            "tensor literal is invalid; ranks are not consistent between elements";
                        parser.error_at(at, message)
                    }
                    _ => {
                        inner = Some(shape);
                        Ok(())
                    }
                }
            })?;
            let mut shape = vec![length];
            shape.extend(inner.unwrap_or_default());
            Ok(shape)
        })
    }

    fn dense_literal(&mut self) -> Parsed<(u32, Literal)> {
        let at = self.token.start;
        let literal = match self.token.kind {
            Kind::Bare if self.is_word("true") || self.is_word("false") => {
                let token = self.advance();
                Literal::Bool(self.text_of(token) == "true")
            }
            Kind::String => Literal::String(self.advance()),
            Kind::LeftParen => {
                self.advance();
                let re = self.dense_number()?;
                self.expect(Kind::Comma, "',' between the parts of a complex number")?;
                let im = self.dense_number()?;
                self.expect(Kind::RightParen, "')'")?;
                Literal::Complex(re, im)
            }
            _ => {
                let (negative, token) = self.dense_number()?;
                Literal::Number(negative, token)
            }
        };
        Ok((at, literal))
    }

    fn dense_number(&mut self) -> Parsed<(bool, Token)> {
        let negative = self.eat(Kind::Minus);
        if !self.is(Kind::Integer) && !self.is(Kind::Float) {
            return self.error("expected element literal of primitive type");
        }
        Ok((negative, self.advance()))
    }

    fn dense_elements(&mut self, items: &[(u32, Literal)], element: Type) -> Parsed<DenseElements> {
        let mut integers = Vec::new();
        let mut floats = Vec::new();
        let mut others = Vec::new();
        for (at, literal) in items {
            match literal {
                Literal::Bool(value) if element == Type::I1 => {
                    integers.push(Int::from(u8::from(*value)));
                }
                Literal::Bool(_) => {
                    return self.error_at(*at, "expected i1 type for 'true' or 'false' values");
                }
                Literal::Number(negative, token) => {
                    match self.dense_scalar(*negative, *token, element)? {
                        AttrData::Integer { value, .. } => integers.push(value),
                        AttrData::Bool(value) => integers.push(Int::from(u8::from(value))),
                        AttrData::Float { value, .. } => floats.push(value),
                        _ => return self.error_at(*at, "unexpected number for this element type"),
                    }
                }
                Literal::String(token) => {
                    let value = self.unescaped(*token)?.into();
                    let data = AttrData::String { value, ty: None };
                    others.push(self.module.intern_attribute(data));
                }
                Literal::Complex(re, im) => {
                    let TypeData::Complex(part) = *self.module.type_data(element) else {
                        return self.error_at(*at, "expected a complex element type");
                    };
                    let re = self.dense_scalar(re.0, re.1, part)?;
                    let im = self.dense_scalar(im.0, im.1, part)?;
                    let parts = [re, im].map(|part| self.module.intern_attribute(part));
                    let pair = AttrData::Array(parts.into());
                    others.push(self.module.intern_attribute(pair));
                }
            }
        }
        let kinds = [&integers.len(), &floats.len(), &others.len()];
        if kinds.into_iter().filter(|&&count| count > 0).count() > 1 {
            let at = items.first().map_or(0, |(at, _)| *at);
            return self.error_at(at, "expected elements of one kind");
        }
        Ok(if !floats.is_empty() {
            DenseElements::Floats(floats.into())
        } else if !others.is_empty() {
            DenseElements::Other(others.into())
        } else {
            DenseElements::of_integers(integers)
        })
    }

    fn dense_scalar(&self, negative: bool, token: Token, element: Type) -> Parsed<AttrData> {
        let float = token.kind == Kind::Float;
        self.number(self.text_of(token), float, negative, element, token.start)
    }

    fn dense_hex(&mut self, hex: &str, ty: Type, element: Type, token: Token) -> Parsed<Attr> {
        if !hex.len().is_multiple_of(2) || !hex.bytes().all(|byte| byte.is_ascii_hexdigit()) {
            let message = "elements hex string should be an even number of hex digits";
            return self.error_at(token.start, message);
        }
        let data = self.module.type_data(element).clone();
        let size = match data {
            TypeData::Index => 8,
            TypeData::Integer { width, .. } if matches!(width, 8 | 16 | 32 | 64) => width / 8,
            TypeData::Float("f64") => 8,
            TypeData::Float("f32") => 4,
            TypeData::Float("f16" | "bf16") => 2,
            _ => 0,
        } as usize;
        let count = self.module.type_data(ty).element_count();
        let length = hex.len() / 2;
        let (elements, splat) = if size == 0 {
            (DenseElements::Hex(hex.to_ascii_uppercase().into()), false)
        } else {
            let whole = count.and_then(|count| count.checked_mul(size as u64));
            let splat = length == size && whole != Some(length as u64);
            if !splat && whole != Some(length as u64) {
                let message = "hex string does not match the number of elements of the type";
                return self.error_at(token.start, message);
            }
            match decode(hex, size, &data) {
                Some(elements) => elements.merged(splat),
                None => (DenseElements::Hex(hex.to_ascii_uppercase().into()), false),
            }
        };
        Ok(self.module.intern_attribute(AttrData::Dense {
            ty,
            elements,
            splat,
        }))
    }
}

fn decode(hex: &str, size: usize, data: &TypeData) -> Option<DenseElements> {
    let bytes: Vec<u8> = (0..hex.len())
        .step_by(2)
        .map(|at| u8::from_str_radix(&hex[at..at + 2], 16).ok())
        .collect::<Option<_>>()?;
    let words = bytes.chunks(size).map(|chunk| {
        chunk
            .iter()
            .rev()
            .fold(0u64, |word, &byte| (word << 8) | u64::from(byte))
    });
    if let TypeData::Float(name) = data {
        let digits = size * 2;
        let floats: Vec<FloatValue> = words
            .map(|word| {
                float_of_bits(word, name)
                    .unwrap_or_else(|| FloatValue::Text(format!("0x{word:0digits$X}").into()))
            })
            .collect();
        return Some(DenseElements::Floats(floats.into()));
    }
    let unsigned = matches!(
        data,
        TypeData::Integer {
            signedness: crate::Signedness::Unsigned,
            ..
        }
    );
    let shift = 64 - 8 * size as u32;
    let integers: Vec<Int> = words
        .map(|word| {
            if unsigned {
                Int::from(word)
            } else {
                Int::from(((word << shift) as i64) >> shift)
            }
        })
        .collect();
    Some(DenseElements::of_integers(integers))
}
