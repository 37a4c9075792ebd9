//! Conversion of types and attributes to data, and back.

use super::view::parameters;
use super::{
    Attr, AttrData, DenseElements, FloatValue, MemrefLayout, Module, Signedness, Type, TypeData,
};
use crate::number::Int;
use crate::program::{Datum, Extent};
use std::borrow::Cow;

/// The maximum depth to which parameters of a dialect's type or attribute are parsed; deeper ones are kept as text.
const MAX_DEPTH: u32 = 8;

impl Module {
    /// Converts a type. Costs its size.
    pub fn datum_of_type(&self, ty: Type) -> Datum {
        self.type_at(ty, MAX_DEPTH)
    }

    /// Converts an attribute. Costs its size.
    pub fn datum_of_attribute(&self, attribute: Attr) -> Datum {
        self.attribute_at(attribute, MAX_DEPTH)
    }

    fn type_at(&self, ty: Type, depth: u32) -> Datum {
        let child = |ty: &Type| self.type_at(*ty, depth);
        let children = |types: &[Type]| Datum::List(types.iter().map(child).collect());
        match self.type_data(ty) {
            TypeData::Index => Datum::node("index", []),
            TypeData::None => Datum::node("none", []),
            TypeData::Integer { width, signedness } => {
                let sign = match signedness {
                    Signedness::Signless => "signless",
                    Signedness::Signed => "signed",
                    Signedness::Unsigned => "unsigned",
                };
                Datum::node(
                    "integer",
                    [
                        ("width", Datum::integer(*width)),
                        ("signedness", Datum::word(sign)),
                    ],
                )
            }
            TypeData::Float(name) => calipers_support::builtin::float_type(name),
            TypeData::Complex(element) => Datum::node("complex", [("element", child(element))]),
            TypeData::Tuple(elements) => Datum::node("tuple", [("elements", children(elements))]),
            TypeData::Vector { dims, element } => Datum::node(
                "vector",
                [("dims", extents(dims)), ("element", child(element))],
            ),
            TypeData::Tensor {
                dims,
                element,
                encoding,
            } => {
                let dims = dims.as_deref().map(extents);
                let encoding = encoding.map(|it| self.attribute_at(it, depth));
                node(
                    "tensor",
                    [
                        ("dims", dims),
                        ("element", Some(child(element))),
                        ("encoding", encoding),
                    ],
                )
            }
            TypeData::Memref {
                dims,
                element,
                layout,
                space,
            } => {
                let layout = match layout {
                    MemrefLayout::Identity => Datum::node("identity", []),
                    MemrefLayout::Strided { strides, offset } => strided(strides, *offset),
                    MemrefLayout::Attribute(attribute) => match self.attribute_data(*attribute) {
                        AttrData::Map(_) => Datum::node("map", []),
                        _ => Datum::node("other", []),
                    },
                };
                node(
                    "memref",
                    [
                        ("dims", dims.as_deref().map(extents)),
                        ("element", Some(child(element))),
                        ("layout", Some(layout)),
                        ("space", space.map(|it| self.attribute_at(it, depth))),
                    ],
                )
            }
            TypeData::Function { inputs, results } => Datum::node(
                "function",
                [("inputs", children(inputs)), ("results", children(results))],
            ),
            TypeData::Opaque { text, dims } => {
                let (name, parameters) = dialect_parts(text, '!', depth);
                node(
                    "dialect",
                    [
                        ("name", Some(name)),
                        ("parameters", Some(parameters)),
                        ("dims", dims.as_deref().map(extents)),
                    ],
                )
            }
        }
    }

    fn attribute_at(&self, attribute: Attr, depth: u32) -> Datum {
        let ty = |ty: &Type| ("type", self.type_at(*ty, depth));
        match self.attribute_data(attribute) {
            AttrData::Unit => Datum::node("unit", []),
            AttrData::Bool(value) => Datum::node(
                "bool",
                [("truth", Datum::word(value.to_string())), ty(&Type::I1)],
            ),
            AttrData::Integer { value, ty: of } => Datum::node(
                "integer",
                [("value", Datum::Integer(value.clone())), ty(of)],
            ),
            AttrData::Float { value, ty: of } => {
                let number = match value {
                    FloatValue::Number(bits) => f64::from_bits(*bits).to_string(),
                    FloatValue::Text(text) => text.to_string(),
                };
                Datum::node("float", [("number", Datum::word(number)), ty(of)])
            }
            AttrData::String { value, .. } => {
                let text = String::from_utf8_lossy(value);
                Datum::node("string", [("text", Datum::word(text))])
            }
            AttrData::Type(of) => Datum::node("type", [ty(of)]),
            AttrData::Array(items) => {
                let items = items.iter().map(|it| self.attribute_at(*it, depth));
                Datum::node("array", [("elements", Datum::List(items.collect()))])
            }
            AttrData::Dictionary(entries) => {
                let entry = |(name, value): &(super::Name, Attr)| {
                    let name = Datum::word(self.name(*name));
                    Datum::node(
                        "entry",
                        [("name", name), ("value", self.attribute_at(*value, depth))],
                    )
                };
                let entries = entries.iter().map(entry).collect();
                Datum::node("dictionary", [("entries", Datum::List(entries))])
            }
            AttrData::DenseArray { element, elements } => node(
                "dense-array",
                [
                    ("element", Some(self.type_at(*element, depth))),
                    ("integers", integers(elements)),
                ],
            ),
            AttrData::Dense {
                ty: of,
                elements,
                splat,
            } => node(
                "dense",
                [
                    ("type", Some(self.type_at(*of, depth))),
                    ("integers", integers(elements)),
                    ("splat", Some(Datum::word(splat.to_string()))),
                ],
            ),
            AttrData::Elements { ty: of, .. } => Datum::node("elements", [ty(of)]),
            AttrData::Map(map) => Datum::node(
                "map",
                [
                    ("dims", Datum::integer(map.dims)),
                    ("symbols", Datum::integer(map.symbols)),
                    ("results", Datum::integer(map.results.len())),
                ],
            ),
            AttrData::Set(_) => Datum::node("set", []),
            AttrData::Symbol(text) => Datum::node("symbol", [("text", Datum::word(&**text))]),
            AttrData::Strided { strides, offset } => strided(strides, *offset),
            AttrData::Location(_) => Datum::node("location", []),
            AttrData::Opaque { text, .. } => {
                let (name, parameters) = dialect_parts(text, '#', depth);
                Datum::node("dialect", [("name", name), ("parameters", parameters)])
            }
            AttrData::Verbatim(_) => Datum::node("verbatim", []),
        }
    }

    /// Interns the type that a datum describes; none if there is none with a textual form.
    pub fn type_of_datum(&mut self, datum: &Datum) -> Option<Type> {
        let text = calipers_support::datum::text(datum);
        let ty = self.parse_type(&text).ok()?;
        // Rejects a text that lost information or parses as something else.
        (self.datum_of_type(ty) == *datum).then_some(ty)
    }
}

fn node<const N: usize>(head: &'static str, fields: [(&'static str, Option<Datum>); N]) -> Datum {
    let fields = fields.into_iter();
    let fields = fields.filter_map(|(name, field)| Some((Cow::Borrowed(name), field?)));
    Datum::Node {
        head,
        fields: fields.collect(),
    }
}

fn extent(extent: Extent) -> Datum {
    match extent {
        Extent::Static(size) => Datum::node("static", [("size", Datum::integer(size))]),
        Extent::Dynamic => Datum::node("dynamic", []),
        Extent::Scalable(size) => Datum::node("scalable", [("size", Datum::integer(size))]),
    }
}

fn extents(dims: &[Extent]) -> Datum {
    Datum::List(dims.iter().copied().map(extent).collect())
}

fn strided(strides: &[Extent], offset: Extent) -> Datum {
    Datum::node(
        "strided",
        [("strides", extents(strides)), ("offset", extent(offset))],
    )
}

/// The elements of a dense integer attribute.
fn integers(elements: &DenseElements) -> Option<Datum> {
    match elements {
        DenseElements::Integers(values) => Some(Datum::List(
            values.iter().map(|it| Datum::integer(*it)).collect(),
        )),
        DenseElements::Wide(values) => Some(Datum::List(
            values.iter().map(|it| Datum::Integer(it.clone())).collect(),
        )),
        _ => None,
    }
}

/// The name and the parameters in `!dialect.name<…>` or `#dialect.name<…>`.
fn dialect_parts(text: &str, mark: char, depth: u32) -> (Datum, Datum) {
    let text = text.strip_prefix(mark).unwrap_or(text);
    let (name, body) = match text.split_once('<') {
        Some((name, body)) => (name, body.strip_suffix('>').unwrap_or(body).trim()),
        None => (text, ""),
    };
    // `#dialect<name …>` is equivalent to `#dialect.name<…>`.
    let (name, body) = match name.contains('.') {
        true => (name.to_string(), body),
        false => {
            let end = body.find([' ', '<']).unwrap_or(body.len());
            let rest = body[end..].trim();
            let rest = rest.strip_prefix('<').and_then(|it| it.strip_suffix('>'));
            (
                format!("{name}.{}", &body[..end]),
                rest.unwrap_or(&body[end..]),
            )
        }
    };
    let parts = match body.trim() {
        "" => vec![],
        body => parameters(body)
            .into_iter()
            .map(|text| parameter(text.trim(), depth))
            .collect(),
    };
    (Datum::word(format!("{mark}{name}")), Datum::List(parts))
}

/// Parses a parameter as an attribute, a type or an integer without a type, or else as a keyword.
fn parameter(text: &str, depth: u32) -> Datum {
    if let Ok(value) = text.parse::<Int>() {
        return Datum::node("integer", [("value", Datum::Integer(value))]);
    }
    let keyword = || Datum::node("keyword", [("text", Datum::word(text))]);
    let Some(depth) = depth.checked_sub(1) else {
        return keyword();
    };
    let mut scratch = Module::new();
    if let Ok(ty) = scratch.parse_type(text) {
        return Datum::node("type", [("type", scratch.type_at(ty, depth))]);
    }
    match scratch.parse_attribute(text) {
        Ok(attribute) => scratch.attribute_at(attribute, depth),
        Err(_) => keyword(),
    }
}
