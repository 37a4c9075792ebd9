//! Which ops may refer to a symbol.

use super::{Attr, AttrData, MemrefLayout, Module, Type, TypeData};
use crate::program::{OpId, Program};
use hashbrown::HashMap;

/// The attributes and types that may refer to a symbol of one name. Each is looked at once.
struct Mentions<'m> {
    module: &'m Module,
    name: &'m str,
    attributes: HashMap<Attr, bool>,
    types: HashMap<Type, bool>,
}

impl Module {
    /// The ops, other than `op`, that may refer to the symbol `name`: in an attribute, or in a type in an attribute,
    /// of a result or of a block argument.
    pub(crate) fn ops_that_mention(&self, name: &str, op: OpId) -> Vec<OpId> {
        let mut mentions = Mentions {
            module: self,
            name,
            attributes: HashMap::new(),
            types: HashMap::new(),
        };
        self.walk(self.top())
            .filter(|&user| user != op && mentions.in_op(user))
            .collect()
    }
}

impl Mentions<'_> {
    fn in_op(&mut self, op: OpId) -> bool {
        let module = self.module;
        let mut attributes = module.op_attributes(op).iter();
        if attributes.any(|it| self.in_attribute(it.value)) {
            return true;
        }
        let mut results = module.results(op).iter();
        if results.any(|&value| self.in_type(module.type_of(value))) {
            return true;
        }
        module.regions(op).iter().any(|&region| {
            module.blocks(region).iter().any(|&block| {
                let mut arguments = module.block_arguments(block).iter();
                arguments.any(|&value| self.in_type(module.type_of(value)))
            })
        })
    }

    fn in_attribute(&mut self, attribute: Attr) -> bool {
        if let Some(&known) = self.attributes.get(&attribute) {
            return known;
        }
        let found = match self.module.attribute_data(attribute) {
            AttrData::Symbol(text) => text
                .split("::")
                .any(|part| part.trim_start_matches('@').trim_matches('"') == self.name),
            AttrData::Array(items) => items.iter().any(|&item| self.in_attribute(item)),
            AttrData::Dictionary(entries) => {
                entries.iter().any(|&(_, item)| self.in_attribute(item))
            }
            AttrData::Opaque { text, ty } => {
                may_name(text, self.name) || ty.is_some_and(|ty| self.in_type(ty))
            }
            AttrData::Elements { text, ty } => may_name(text, self.name) || self.in_type(*ty),
            AttrData::Type(ty) | AttrData::Dense { ty, .. } => self.in_type(*ty),
            AttrData::String { ty: Some(ty), .. } => self.in_type(*ty),
            AttrData::Verbatim(verbatim) => verbatim.mentions(self.name),
            _ => false,
        };
        self.attributes.insert(attribute, found);
        found
    }

    fn in_type(&mut self, ty: Type) -> bool {
        if let Some(&known) = self.types.get(&ty) {
            return known;
        }
        let found = match self.module.type_data(ty) {
            TypeData::Complex(element) | TypeData::Vector { element, .. } => self.in_type(*element),
            TypeData::Tuple(parts) => parts.iter().any(|&part| self.in_type(part)),
            TypeData::Tensor {
                element, encoding, ..
            } => self.in_type(*element) || encoding.is_some_and(|it| self.in_attribute(it)),
            TypeData::Memref {
                element,
                layout,
                space,
                ..
            } => {
                let layout = match layout {
                    MemrefLayout::Attribute(layout) => self.in_attribute(*layout),
                    MemrefLayout::Identity | MemrefLayout::Strided { .. } => false,
                };
                layout || self.in_type(*element) || space.is_some_and(|it| self.in_attribute(it))
            }
            TypeData::Function { inputs, results } => {
                inputs.iter().chain(results).any(|&part| self.in_type(part))
            }
            TypeData::Opaque { text, .. } => may_name(text, self.name),
            TypeData::Index | TypeData::None | TypeData::Integer { .. } | TypeData::Float(_) => {
                false
            }
        };
        self.types.insert(ty, found);
        found
    }
}

/// Whether a text that is kept as it was written may refer to a symbol of that name.
pub(crate) fn may_name(text: &str, name: &str) -> bool {
    if text.contains(name) {
        return true;
    }
    // An escape sequence may spell the name differently.
    let mut parts = text.split('\\');
    let mut plain = parts.next().unwrap_or_default().as_bytes().to_vec();
    for part in parts {
        match part
            .get(..2)
            .map(|hex| (u8::from_str_radix(hex, 16), &part[2..]))
        {
            Some((Ok(byte), rest)) => {
                plain.push(byte);
                plain.extend(rest.bytes());
            }
            _ => plain.extend(part.bytes()),
        }
    }
    let mut places = plain.windows(name.len().max(1));
    text.contains('\\') && places.any(|place| place == name.as_bytes())
}
