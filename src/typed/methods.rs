//! Methods that the wrappers of several concepts share.

use super::concepts::{AttributeConcept, TypeConcept};
use crate::ir::{AttrData, Module, Type, TypeData};
use crate::number::Int;
use crate::program::{Datum, Extent};

/// Methods of integer types.
pub trait IntegerType: TypeConcept {
    /// The concept that a type must imply to have these methods.
    const REQUIRES: &'static str = "integer";

    /// Its width in bits.
    fn width(self, module: &Module) -> u32 {
        match module.type_data(self.ty()) {
            TypeData::Integer { width, .. } => *width,
            _ => 0,
        }
    }
}

/// Methods of vectors, tensors and memrefs.
pub trait ShapedType: TypeConcept {
    /// The concept that a type must imply to have these methods.
    const REQUIRES: &'static str = "shaped";

    /// The element type.
    fn element(self, module: &Module) -> Type {
        module.type_data(self.ty()).element().unwrap_or(self.ty())
    }

    /// The element type, as one of another concept.
    fn element_as<C: TypeConcept>(self, module: &Module) -> Option<C> {
        C::cast(module, self.element(module))
    }

    /// The dimensions; none if it is unranked.
    fn dims(self, module: &Module) -> Option<&[Extent]> {
        module.type_data(self.ty()).dims()
    }
}

/// Methods of ranked types.
pub trait RankedType: TypeConcept {
    /// The concept that a type must imply to have these methods.
    const REQUIRES: &'static str = "ranked";

    /// The number of dimensions.
    fn rank(self, module: &Module) -> usize {
        match module.type_data(self.ty()) {
            TypeData::Opaque { dims, .. } => dims.as_ref().map_or(0, |dims| dims.len()),
            data => data.dims().map_or(0, <[Extent]>::len),
        }
    }
}

/// Methods of attributes that are integers.
pub trait IntegerAttribute: AttributeConcept {
    /// The concept that an attribute must imply to have these methods.
    const REQUIRES: &'static str = "integer";

    /// The integer.
    fn value(self, module: &Module) -> Int {
        match module.attribute_data(self.get()) {
            AttrData::Integer { value, .. } => value.clone(),
            _ => Int::ZERO,
        }
    }
}

/// Methods of attributes that are text: strings and symbols.
pub trait TextAttribute: AttributeConcept {
    /// The concept that an attribute must imply to have these methods.
    const REQUIRES: &'static str = "(or string symbol)";

    /// The text; invalid UTF-8 in a string is replaced.
    fn text(self, module: &Module) -> String {
        match module.attribute_data(self.get()) {
            AttrData::String { value, .. } => String::from_utf8_lossy(value).into_owned(),
            AttrData::Symbol(text) => text.to_string(),
            _ => String::new(),
        }
    }
}

/// Methods of attributes that hold a type.
pub trait HasType: AttributeConcept {
    /// The concept that an attribute must imply to have these methods.
    const REQUIRES: &'static str = "type";

    /// The type.
    fn held(self, module: &Module) -> Option<Type> {
        match module.attribute_data(self.get()) {
            AttrData::Type(ty) => Some(*ty),
            _ => None,
        }
    }

    /// The type, cast to a concept.
    fn held_as<C: TypeConcept>(self, module: &Module) -> Option<C> {
        C::cast(module, self.held(module)?)
    }
}

/// Methods of attributes that list integers: arrays and dense elements.
pub trait IntegersAttribute: AttributeConcept {
    /// The concept that an attribute must imply to have these methods.
    const REQUIRES: &'static str = "integer-array";

    /// The integers, in order; a splat is repeated according to its type.
    fn integers(self, module: &Module) -> impl Iterator<Item = Int> {
        let datum = module.datum_of_attribute(self.get());
        let parts = datum
            .list_field("integers")
            .or(datum.list_field("elements"))
            .unwrap_or(&[]);
        let integer = |part: &Datum| match part {
            Datum::Integer(value) => Some(value.clone()),
            part => part.integer_field("value").cloned(),
        };
        let found: Vec<Int> = parts.iter().filter_map(integer).collect();
        let times = match module.attribute_data(self.get()) {
            AttrData::Dense {
                ty, splat: true, ..
            } => module.type_data(*ty).element_count().unwrap_or(1),
            _ => 1,
        };
        (0..times).flat_map(move |_| found.clone())
    }
}
