//! The printer of types and attributes.

use super::Printer;
use super::floats::write_float;
use crate::affine::{MapText, SetText};
use crate::program::Extent;
use crate::{
    Attr, AttrData, DenseElements, FloatValue, Location, MemrefLayout, Signedness, Type, TypeData,
};
use std::borrow::Cow;
use std::fmt::Write;

/// Whether an attribute prints its type.
#[derive(Clone, Copy, PartialEq)]
pub(crate) enum Elision {
    /// It always does.
    Never,
    /// Unless it is the default type.
    Default,
    /// It never does.
    Always,
}

/// The maximum number of elements that are printed as a list; more are printed as hex digits.
const MAX_LISTED: usize = 100;

/// Whether a name needs no quotes.
pub(crate) fn is_bare_identifier(name: &str) -> bool {
    let mut bytes = name.bytes();
    bytes
        .next()
        .is_some_and(|byte| byte.is_ascii_alphabetic() || byte == b'_')
        && bytes.all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'$' | b'.'))
}

/// A symbol name, quoted if necessary.
pub(crate) fn symbol(name: &str) -> Cow<'_, str> {
    if is_bare_identifier(name) {
        Cow::Borrowed(name)
    } else {
        Cow::Owned(quoted(name.as_bytes()))
    }
}

/// A string literal in the text form.
pub fn quoted_text(text: &str) -> String {
    quoted(text.as_bytes())
}

/// A string literal.
pub(crate) fn quoted(bytes: &[u8]) -> String {
    let mut text = String::with_capacity(bytes.len() + 2);
    text.push('"');
    let is_plain = |byte: &u8| matches!(byte, b' '..=b'~') && !matches!(byte, b'\\' | b'"');
    if bytes.iter().all(is_plain)
        && let Ok(plain) = std::str::from_utf8(bytes)
    {
        text.push_str(plain);
        text.push('"');
        return text;
    }
    for &byte in bytes {
        match byte {
            b'\\' => text.push_str("\\\\"),
            b'"' => text.push_str("\\22"),
            b' '..=b'~' => text.push(byte as char),
            _ => write!(text, "\\{byte:02X}").expect("writing to a string does not fail"),
        }
    }
    text.push('"');
    text
}

impl Printer<'_> {
    /// A type.
    pub(crate) fn ty(&mut self, ty: Type) {
        let module = self.module;
        match module.type_data(ty) {
            TypeData::Index => self.write("index"),
            TypeData::None => self.write("none"),
            TypeData::Integer { width, signedness } => {
                let sign = match signedness {
                    Signedness::Signless => "",
                    Signedness::Signed => "s",
                    Signedness::Unsigned => "u",
                };
                write!(self, "{sign}i{width}");
            }
            TypeData::Float(name) => self.write(name),
            TypeData::Complex(element) => {
                self.write("complex<");
                self.ty(*element);
                self.write(">");
            }
            TypeData::Tuple(types) => {
                self.write("tuple<");
                self.types(types);
                self.write(">");
            }
            TypeData::Vector { dims, element } => {
                self.write("vector<");
                self.dims(dims);
                self.ty(*element);
                self.write(">");
            }
            TypeData::Tensor {
                dims,
                element,
                encoding,
            } => {
                self.write("tensor<");
                self.dims_or_star(dims.as_deref());
                self.ty(*element);
                if let Some(encoding) = encoding {
                    self.write(", ");
                    self.attribute(*encoding);
                }
                self.write(">");
            }
            TypeData::Memref {
                dims,
                element,
                layout,
                space,
            } => {
                self.write("memref<");
                self.dims_or_star(dims.as_deref());
                self.ty(*element);
                match layout {
                    MemrefLayout::Identity => {}
                    MemrefLayout::Strided { strides, offset } => {
                        self.write(", ");
                        self.strided(strides, *offset);
                    }
                    MemrefLayout::Attribute(layout) => {
                        self.write(", ");
                        self.attribute(*layout);
                    }
                }
                if let Some(space) = space {
                    self.write(", ");
                    self.attribute_with(*space, Elision::Default);
                }
                self.write(">");
            }
            TypeData::Function { inputs, results } => self.function_type(inputs, results),
            TypeData::Opaque { text, .. } => self.write(text),
        }
    }

    /// `T, T, …`.
    pub(crate) fn types(&mut self, types: &[Type]) {
        self.list(types, |printer, ty| printer.ty(*ty));
    }

    /// `(types) -> types`.
    pub(crate) fn function_type(&mut self, inputs: &[Type], results: &[Type]) {
        self.write("(");
        self.types(inputs);
        self.write(") -> ");
        self.function_results(results);
    }

    /// A single type, or several in parentheses; a single function type is in parentheses, too.
    pub(crate) fn function_results(&mut self, results: &[Type]) {
        let lone = match results {
            [ty] => !matches!(self.module.type_data(*ty), TypeData::Function { .. }),
            _ => false,
        };
        if !lone {
            self.write("(");
        }
        self.types(results);
        if !lone {
            self.write(")");
        }
    }

    fn dims_or_star(&mut self, dims: Option<&[Extent]>) {
        match dims {
            Some(dims) => self.dims(dims),
            None => self.write("*x"),
        }
    }

    fn dims(&mut self, dims: &[Extent]) {
        for dim in dims {
            match dim {
                Extent::Static(size) => write!(self, "{size}x"),
                Extent::Dynamic => self.write("?x"),
                Extent::Scalable(size) => write!(self, "[{size}]x"),
            }
        }
    }

    fn extent(&mut self, extent: Extent) {
        match extent {
            Extent::Static(value) => write!(self, "{value}"),
            _ => self.write("?"),
        }
    }

    fn strided(&mut self, strides: &[Extent], offset: Extent) {
        self.write("strided<[");
        self.list(strides, |printer, stride| printer.extent(*stride));
        self.write("]");
        if offset != Extent::Static(0) {
            self.write(", offset: ");
            self.extent(offset);
        }
        self.write(">");
    }

    /// An attribute, with its type.
    pub(crate) fn attribute(&mut self, attribute: Attr) {
        self.attribute_with(attribute, Elision::Never);
    }

    pub(crate) fn attribute_with(&mut self, attribute: Attr, elision: Elision) {
        let module = self.module;
        match module.attribute_data(attribute) {
            AttrData::Unit => self.write("unit"),
            AttrData::Bool(value) => write!(self, "{value}"),
            AttrData::Integer { value, ty } => {
                write!(self, "{value}");
                self.stated_type(*ty, Type::I64, elision);
            }
            AttrData::Float { value, ty } => {
                self.float(value, *ty);
                self.stated_type(*ty, Type::F64, elision);
            }
            AttrData::String { value, ty } => {
                self.write(&quoted(value));
                if let Some(ty) = ty {
                    self.stated_type(*ty, Type::NONE, elision);
                }
            }
            AttrData::Type(ty) => self.ty(*ty),
            AttrData::Array(items) => {
                self.write("[");
                self.list(items, |printer, item| {
                    printer.attribute_with(*item, Elision::Default);
                });
                self.write("]");
            }
            AttrData::Dictionary(items) => {
                self.write("{");
                self.list(items, |printer, (name, value)| {
                    printer.named_attribute(module.name(*name), *value);
                });
                self.write("}");
            }
            AttrData::DenseArray { element, elements } => {
                self.write("array<");
                self.ty(*element);
                if !is_empty(elements) {
                    self.write(": ");
                }
                self.dense_array_items(elements, *element);
                self.write(">");
            }
            AttrData::Dense {
                ty,
                elements,
                splat,
            } => {
                self.write("dense<");
                self.dense(*ty, elements, *splat);
                self.write(">");
                if elision != Elision::Always {
                    self.write(" : ");
                    self.ty(*ty);
                }
            }
            AttrData::Elements { text, ty } => {
                self.write(text);
                if elision != Elision::Always {
                    self.write(" : ");
                    self.ty(*ty);
                }
            }
            AttrData::Map(map) => {
                if !self.alias(attribute) {
                    write!(self, "affine_map<{}>", MapText(map));
                }
            }
            AttrData::Set(set) => {
                if !self.alias(attribute) {
                    write!(self, "affine_set<{}>", SetText(set));
                }
            }
            AttrData::Symbol(text) => write!(self, "@{text}"),
            AttrData::Strided { strides, offset } => self.strided(strides, *offset),
            AttrData::Location(location) => {
                self.write("loc(");
                self.location(location);
                self.write(")");
            }
            AttrData::Opaque { text, ty } => {
                self.write(text);
                if let Some(ty) = ty {
                    self.stated_type(*ty, Type::NONE, elision);
                }
            }
            AttrData::Verbatim(verbatim) => {
                let text: String = verbatim.texts().collect();
                self.write(&super::quoted(text.as_bytes()));
            }
        }
    }

    /// Prints the alias of a map or set, if it has one.
    fn alias(&mut self, attribute: Attr) -> bool {
        let Some((prefix, number)) = self.aliases.of(self.module, attribute) else {
            return false;
        };
        self.write(prefix);
        if number > 0 {
            write!(self, "{number}");
        }
        true
    }

    fn stated_type(&mut self, ty: Type, default: Type, elision: Elision) {
        if elision == Elision::Never || (elision == Elision::Default && ty != default) {
            self.write(" : ");
            self.ty(ty);
        }
    }

    /// `name = value`, or `name` for a unit attribute.
    pub(crate) fn named_attribute(&mut self, name: &str, value: Attr) {
        if is_bare_identifier(name) {
            self.write(name);
        } else {
            self.write(&quoted(name.as_bytes()));
        }
        if value != Attr::UNIT {
            self.write(" = ");
            self.attribute(value);
        }
    }

    fn float(&mut self, value: &FloatValue, ty: Type) {
        let module = self.module;
        let name = match module.type_data(ty) {
            TypeData::Float(name) => name,
            _ => "f64",
        };
        write_float(&mut self.out, value, name);
    }

    /// The elements of a dense array, separated by commas.
    pub(crate) fn dense_array_items(&mut self, elements: &DenseElements, element: Type) {
        match elements {
            DenseElements::Integers(values) if element == Type::I1 => {
                self.list(values, |printer, value| {
                    printer.write(if *value == 0 { "false" } else { "true" });
                });
            }
            DenseElements::Integers(values) => {
                self.list(values, |printer, value| write!(printer, "{value}"));
            }
            DenseElements::Floats(values) => {
                self.list(values, |printer, value| printer.float(value, element));
            }
            _ => {}
        }
    }

    fn dense(&mut self, ty: Type, elements: &DenseElements, splat: bool) {
        let module = self.module;
        let data = module.type_data(ty);
        let element = data.element().unwrap_or(Type::I64);
        if let DenseElements::Hex(hex) = elements {
            write!(self, "\"0x{hex}\"");
            return;
        }
        let count = length(elements);
        if splat {
            self.dense_item(elements, 0, element);
        } else if count > MAX_LISTED
            && let Some(hex) = self.hex(elements, element)
        {
            write!(self, "\"0x{hex}\"");
        } else if count > 0 {
            let sizes: Vec<usize> = data
                .dims()
                .unwrap_or_default()
                .iter()
                .map(|extent| match extent {
                    Extent::Static(n) | Extent::Scalable(n) => usize::try_from(*n).unwrap_or(0),
                    Extent::Dynamic => 0,
                })
                .collect();
            let mut open = 0;
            for at in 0..count {
                let mut stride = 1;
                let closed = sizes
                    .iter()
                    .rev()
                    .take_while(|&&size| {
                        stride *= size;
                        stride > 0 && at % stride == 0
                    })
                    .count();
                if at > 0 {
                    for _ in 0..closed {
                        self.write("]");
                    }
                    self.write(", ");
                    open -= closed;
                }
                while open < sizes.len() {
                    self.write("[");
                    open += 1;
                }
                self.dense_item(elements, at, element);
            }
            for _ in 0..open {
                self.write("]");
            }
        }
    }

    fn dense_item(&mut self, elements: &DenseElements, at: usize, element: Type) {
        match elements {
            DenseElements::Integers(values) => {
                if let Some(value) = values.get(at) {
                    if element == Type::I1 {
                        self.write(if *value == 0 { "false" } else { "true" });
                    } else {
                        write!(self, "{value}");
                    }
                }
            }
            DenseElements::Wide(values) => {
                if let Some(value) = values.get(at) {
                    write!(self, "{value}");
                }
            }
            DenseElements::Floats(values) => {
                if let Some(value) = values.get(at) {
                    self.float(value, element);
                }
            }
            DenseElements::Other(values) => {
                let module = self.module;
                match values.get(at).map(|value| module.attribute_data(*value)) {
                    Some(AttrData::Array(parts)) => {
                        self.write("(");
                        for (at, part) in parts.iter().enumerate() {
                            if at > 0 {
                                self.write(",");
                            }
                            self.attribute_with(*part, Elision::Always);
                        }
                        self.write(")");
                    }
                    Some(_) => self.attribute_with(values[at], Elision::Always),
                    None => {}
                }
            }
            DenseElements::Hex(_) => {}
        }
    }

    /// The elements as little-endian hex digits.
    fn hex(&self, elements: &DenseElements, element: Type) -> Option<String> {
        let mut hex = String::new();
        let mut word = |bits: u64, bytes: u32| {
            for at in 0..bytes {
                write!(hex, "{:02X}", (bits >> (8 * at)) & 0xff)
                    .expect("writing to a string does not fail");
            }
        };
        match (elements, self.module.type_data(element)) {
            (DenseElements::Integers(values), TypeData::Index) => {
                values.iter().for_each(|value| word(*value as u64, 8));
            }
            (DenseElements::Integers(values), TypeData::Integer { width, .. })
                if matches!(width, 8 | 16 | 32 | 64) =>
            {
                values
                    .iter()
                    .for_each(|value| word(*value as u64, width / 8));
            }
            (DenseElements::Floats(values), TypeData::Float(name @ ("f32" | "f64"))) => {
                for value in values {
                    let FloatValue::Number(bits) = value else {
                        return None;
                    };
                    if *name == "f64" {
                        word(*bits, 8);
                    } else {
                        let narrow = f64::from_bits(*bits) as f32;
                        word(u64::from(narrow.to_bits()), 4);
                    }
                }
            }
            _ => return None,
        }
        Some(hex)
    }

    pub(super) fn location(&mut self, location: &Location) {
        match location {
            Location::Unknown => self.write("unknown"),
            Location::File {
                file,
                line,
                column,
                end,
            } => {
                write!(self, "{}:{line}:{column}", quoted(file.as_bytes()));
                if !end.is_empty() {
                    write!(self, " {end}");
                }
            }
            Location::Name { name, child } => {
                self.write(&quoted(name.as_bytes()));
                if let Some(child) = child {
                    self.write("(");
                    self.inner_location(*child);
                    self.write(")");
                }
            }
            Location::CallSite { callee, caller } => {
                self.write("callsite(");
                self.inner_location(*callee);
                self.write(" at ");
                self.inner_location(*caller);
                self.write(")");
            }
            Location::Fused { metadata, parts } => {
                self.write("fused");
                if let Some(metadata) = metadata {
                    self.write("<");
                    self.attribute(*metadata);
                    self.write(">");
                }
                self.write("[");
                self.list(parts, |printer, part| printer.inner_location(*part));
                self.write("]");
            }
        }
    }

    fn inner_location(&mut self, attribute: Attr) {
        let module = self.module;
        match module.attribute_data(attribute) {
            AttrData::Location(location) => self.location(location),
            _ => self.attribute(attribute),
        }
    }
}

fn length(elements: &DenseElements) -> usize {
    match elements {
        DenseElements::Integers(values) => values.len(),
        DenseElements::Wide(values) => values.len(),
        DenseElements::Floats(values) => values.len(),
        DenseElements::Other(values) => values.len(),
        DenseElements::Hex(text) => text.len() / 2,
    }
}

fn is_empty(elements: &DenseElements) -> bool {
    length(elements) == 0
}
