//! Types and attributes of a program behind callbacks, as data that the library owns.

use calipers::ir::{Module, ParseOptions};
use calipers::number::Int;
use calipers::program::{
    AffineMap, Attribute, Datum, Extent, IntegerSet, Layout, Program, Shape, ShapedKind, TypeView,
    ValueId,
};
use std::borrow::Cow;

/// A type with all that the engine asks about its values.
pub(super) struct TypeData {
    view: OwnedType,
    element: Option<OwnedType>,
    width: Option<u32>,
    name: Option<Box<str>>,
    limits: Box<[Option<Int>]>,
    datum: Option<Datum>,
}

enum OwnedType {
    Index,
    Integer(u32),
    Shaped {
        kind: ShapedKind,
        dims: Option<Box<[Extent]>>,
        layout: OwnedLayout,
    },
    Other,
}

enum OwnedLayout {
    Identity,
    Strided(Box<[Extent]>, Extent),
    Map(AffineMap),
    Other,
}

impl OwnedType {
    #[inline(never)]
    fn of(view: TypeView<'_>) -> OwnedType {
        match view {
            TypeView::Index => OwnedType::Index,
            TypeView::Integer { width } => OwnedType::Integer(width),
            TypeView::Shaped(shape) => OwnedType::Shaped {
                kind: shape.kind,
                dims: shape.dims.map(Box::from),
                layout: match shape.layout {
                    Layout::Identity => OwnedLayout::Identity,
                    Layout::Strided { strides, offset } => {
                        OwnedLayout::Strided(strides.into(), offset)
                    }
                    Layout::Map(map) => OwnedLayout::Map(map.clone()),
                    Layout::Other => OwnedLayout::Other,
                },
            },
            TypeView::Other => OwnedType::Other,
        }
    }

    fn rank(&self) -> u32 {
        match self {
            OwnedType::Shaped {
                dims: Some(dims), ..
            } => u32::try_from(dims.len()).unwrap_or(0),
            _ => 0,
        }
    }

    fn view(&self) -> TypeView<'_> {
        match self {
            OwnedType::Index => TypeView::Index,
            OwnedType::Integer(width) => TypeView::Integer { width: *width },
            OwnedType::Shaped { kind, dims, layout } => TypeView::Shaped(Shape {
                kind: *kind,
                dims: dims.as_deref(),
                layout: match layout {
                    OwnedLayout::Identity => Layout::Identity,
                    OwnedLayout::Strided(strides, offset) => Layout::Strided {
                        strides,
                        offset: *offset,
                    },
                    OwnedLayout::Map(map) => Layout::Map(map),
                    OwnedLayout::Other => Layout::Other,
                },
            }),
            OwnedType::Other => TypeView::Other,
        }
    }
}

impl TypeData {
    /// A type without any information.
    pub(super) fn unknown() -> TypeData {
        TypeData {
            view: OwnedType::Other,
            element: None,
            width: None,
            name: None,
            limits: Box::new([]),
            datum: None,
        }
    }

    fn of_value(module: &Module, value: ValueId) -> TypeData {
        let view = OwnedType::of(module.value_type(value));
        let dims = 0..view.rank();
        TypeData {
            view,
            element: module.element_type(value).map(OwnedType::of),
            width: module.word_width(value),
            name: module.type_name(value).map(Box::from),
            limits: dims.map(|dim| module.size_limit(value, dim)).collect(),
            datum: module.type_datum(value),
        }
    }

    pub(super) fn view(&self) -> TypeView<'_> {
        self.view.view()
    }

    pub(super) fn element(&self) -> Option<TypeView<'_>> {
        self.element.as_ref().map(OwnedType::view)
    }

    pub(super) fn width(&self) -> Option<u32> {
        self.width
    }

    pub(super) fn name(&self) -> Option<&str> {
        self.name.as_deref()
    }

    pub(super) fn limit(&self, dim: u32) -> Option<Int> {
        self.limits.get(dim as usize)?.clone()
    }

    pub(super) fn datum(&self) -> Option<Datum> {
        self.datum.clone()
    }
}

/// An attribute.
pub(super) enum AttributeData {
    Unit,
    Bool(bool),
    Integer(Int),
    String(Box<str>),
    Integers(Box<[i64]>),
    Array(Vec<AttributeData>),
    Parameters(Vec<(Option<Box<str>>, AttributeData)>),
    Map(AffineMap),
    Set(IntegerSet),
    Symbol(Box<str>),
    Other,
}

impl AttributeData {
    fn of(view: Attribute<'_>) -> AttributeData {
        match view {
            Attribute::Unit => AttributeData::Unit,
            Attribute::Bool(value) => AttributeData::Bool(value),
            Attribute::Integer(value) => AttributeData::Integer(value),
            Attribute::String(text) => AttributeData::String(text.into()),
            Attribute::Integers(integers) => AttributeData::Integers(integers[..].into()),
            Attribute::Array(items) => {
                AttributeData::Array(items.into_iter().map(AttributeData::of).collect())
            }
            Attribute::Parameters(parameters) => {
                let own = |(name, value): (Option<&str>, _)| {
                    (name.map(Box::from), AttributeData::of(value))
                };
                AttributeData::Parameters(parameters.into_iter().map(own).collect())
            }
            Attribute::Map(map) => AttributeData::Map(map.clone()),
            Attribute::Set(set) => AttributeData::Set(set.clone()),
            Attribute::Symbol(text) => AttributeData::Symbol(text.into()),
            Attribute::Other => AttributeData::Other,
        }
    }

    pub(super) fn view(&self) -> Attribute<'_> {
        match self {
            AttributeData::Unit => Attribute::Unit,
            AttributeData::Bool(value) => Attribute::Bool(*value),
            AttributeData::Integer(value) => Attribute::Integer(value.clone()),
            AttributeData::String(text) => Attribute::String(text),
            AttributeData::Integers(integers) => Attribute::Integers(Cow::Borrowed(integers)),
            AttributeData::Array(items) => {
                Attribute::Array(items.iter().map(AttributeData::view).collect())
            }
            AttributeData::Parameters(parameters) => {
                let shown = parameters.iter();
                let shown = shown.map(|(name, value)| (name.as_deref(), value.view()));
                Attribute::Parameters(shown.collect())
            }
            AttributeData::Map(map) => Attribute::Map(map),
            AttributeData::Set(set) => Attribute::Set(set),
            AttributeData::Symbol(text) => Attribute::Symbol(text),
            AttributeData::Other => Attribute::Other,
        }
    }
}

/// The reader of types and attributes from MLIR's assembly. Each type and attribute is read once for a program.
pub(super) struct Reader {
    module: Module,
}

impl Reader {
    pub(super) fn new() -> Reader {
        let options = ParseOptions {
            allow_unregistered: true,
            ..ParseOptions::default()
        };
        let module = Module::parse("", "-", options);
        Reader {
            module: module.unwrap_or_else(|_| Module::new()),
        }
    }

    pub(super) fn type_data(&mut self, text: &str) -> TypeData {
        let Ok(ty) = self.module.parse_type(text) else {
            return TypeData::unknown();
        };
        let holder = self.module.create_op("calipers.holder", &[], &[ty], &[], 0);
        match self.module.results(holder) {
            &[value] => TypeData::of_value(&self.module, value),
            _ => TypeData::unknown(),
        }
    }

    pub(super) fn attribute(&mut self, text: &str) -> AttributeData {
        match self.module.parse_attribute(text) {
            Ok(attribute) => AttributeData::of(self.module.attribute_view(attribute)),
            Err(_) => AttributeData::Other,
        }
    }

    pub(super) fn attribute_datum(&mut self, text: &str) -> Option<Datum> {
        let attribute = self.module.parse_attribute(text).ok()?;
        Some(self.module.datum_of_attribute(attribute))
    }
}
