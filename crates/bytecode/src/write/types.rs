//! The encodings of types.

use super::output::Output;
use super::tables::{Entry, Tables};
use calipers_ir::{MemrefLayout, Signedness, Type, TypeData};
use calipers_program::Extent;

impl Tables<'_> {
    /// The number of a type.
    pub(super) fn ty(&mut self, ty: Type) -> u64 {
        if let Some(&number) = self.known_types.get(&ty) {
            return number;
        }
        let entry = match self.encoded_type(ty) {
            Some(contents) => self.builtin(contents),
            None => {
                let text = self.module.type_text(ty);
                self.text(dialect_of(&text), &text)
            }
        };
        let number = self.add_type(entry);
        self.known_types.insert(ty, number);
        number
    }

    pub(super) fn types(&mut self, types: &[Type]) -> Vec<u64> {
        types.iter().map(|&ty| self.ty(ty)).collect()
    }

    /// The encoding of a builtin type; none if it is text.
    fn encoded_type(&mut self, ty: Type) -> Option<Output> {
        let module = self.module;
        let mut output = Output::default();
        match module.type_data(ty) {
            TypeData::Index => output.varint(1),
            TypeData::None => output.varint(12),
            TypeData::Integer { width, signedness } => {
                let sign = match signedness {
                    Signedness::Signless => 0,
                    Signedness::Signed => 1,
                    Signedness::Unsigned => 2,
                };
                output.varint(0);
                output.varint(u64::from(*width) << 2 | sign);
            }
            TypeData::Float(name) => {
                let names = ["bf16", "f16", "f32", "f64", "f80", "f128"];
                let place = names.iter().position(|it| it == name)?;
                output.length(3 + place);
            }
            TypeData::Complex(element) => {
                output.varint(9);
                output.varint(self.ty(*element));
            }
            TypeData::Tuple(types) => {
                output.varint(15);
                output.list(&self.types(types));
            }
            TypeData::Function { inputs, results } => {
                output.varint(2);
                output.list(&self.types(inputs));
                output.list(&self.types(results));
            }
            TypeData::Vector { dims, element } => {
                let scalable = |dim: &Extent| matches!(dim, Extent::Scalable(_));
                if dims.iter().any(scalable) {
                    output.varint(20);
                    output.length(dims.len());
                    for dim in dims {
                        output.byte(scalable(dim).into());
                    }
                } else {
                    output.varint(19);
                }
                dimensions(&mut output, dims);
                output.varint(self.ty(*element));
            }
            TypeData::Tensor {
                dims,
                element,
                encoding,
            } => self.tensor(&mut output, dims.as_deref(), *element, *encoding)?,
            TypeData::Memref {
                dims,
                element,
                layout,
                space,
            } => {
                let space = space.map(|space| self.attribute(space));
                match dims {
                    Some(dims) => {
                        output.varint(if space.is_some() { 11 } else { 10 });
                        if let Some(space) = space {
                            output.varint(space);
                        }
                        dimensions(&mut output, dims);
                        output.varint(self.ty(*element));
                        output.varint(self.layout(layout, dims.len()));
                    }
                    None => {
                        output.varint(if space.is_some() { 17 } else { 16 });
                        if let Some(space) = space {
                            output.varint(space);
                        }
                        output.varint(self.ty(*element));
                    }
                }
            }
            TypeData::Opaque { .. } => return None,
        }
        Some(output)
    }

    fn tensor(
        &mut self,
        output: &mut Output,
        dims: Option<&[Extent]>,
        element: Type,
        encoding: Option<calipers_ir::Attr>,
    ) -> Option<()> {
        match (dims, encoding) {
            (Some(dims), None) => {
                output.varint(13);
                dimensions(output, dims);
            }
            (Some(dims), Some(encoding)) => {
                output.varint(14);
                output.varint(self.attribute(encoding));
                dimensions(output, dims);
            }
            (None, None) => output.varint(18),
            (None, Some(_)) => return None,
        }
        output.varint(self.ty(element));
        Some(())
    }

    /// The number of the attribute for the layout of a memref.
    fn layout(&mut self, layout: &MemrefLayout, rank: usize) -> u64 {
        let text = match layout {
            MemrefLayout::Attribute(layout) => return self.attribute(*layout),
            MemrefLayout::Identity => {
                let dims: Vec<String> = (0..rank).map(|dim| format!("d{dim}")).collect();
                let dims = dims.join(", ");
                format!("affine_map<({dims}) -> ({dims})>")
            }
            MemrefLayout::Strided { strides, offset } => {
                let strides: Vec<String> = strides.iter().map(extent).collect();
                let strides = strides.join(", ");
                match offset {
                    Extent::Static(0) => format!("strided<[{strides}]>"),
                    offset => format!("strided<[{strides}], offset: {}>", extent(offset)),
                }
            }
        };
        let entry: Entry = self.text("builtin", &text);
        self.add_attribute(entry)
    }
}

fn extent(extent: &Extent) -> String {
    match extent {
        Extent::Static(size) | Extent::Scalable(size) => size.to_string(),
        Extent::Dynamic => "?".to_owned(),
    }
}

fn dimensions(output: &mut Output, dims: &[Extent]) {
    output.length(dims.len());
    for dim in dims {
        output.signed(match dim {
            Extent::Static(size) | Extent::Scalable(size) => *size,
            Extent::Dynamic => i64::MIN,
        });
    }
}

/// The dialect of a type or attribute in text form: `!dialect.type`, `#dialect<…>`.
pub(super) fn dialect_of(text: &str) -> &str {
    match text.strip_prefix(['!', '#']) {
        Some(rest) => {
            let end = |c: char| !(c.is_ascii_alphanumeric() || c == '_' || c == '$');
            &rest[..rest.find(end).unwrap_or(rest.len())]
        }
        None => "builtin",
    }
}
