//! Interned types.

use super::Attr;
use super::intern::Interner;
use crate::program::Extent;

/// A type of a module: equal types of a module have equal handles.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Type(pub(crate) u32);

/// The signedness of an integer type.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Signedness {
    /// `iN`: the op determines it.
    Signless,
    /// `siN`.
    Signed,
    /// `uiN`.
    Unsigned,
}

/// The layout of a memref type.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum MemrefLayout {
    /// Row-major without gaps.
    Identity,
    /// `strided<[…], offset: …>`.
    Strided {
        /// The stride of each dimension, in elements.
        strides: Box<[Extent]>,
        /// The offset, in elements.
        offset: Extent,
    },
    /// An affine map, or a layout of another dialect.
    Attribute(Attr),
}

/// The contents of a type.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum TypeData {
    /// `index`.
    Index,
    /// `none`.
    None,
    /// `iN`, `siN`, `uiN`.
    Integer {
        /// The number of bits.
        width: u32,
        /// The signedness.
        signedness: Signedness,
    },
    /// `f32`, `bf16`, `f8E4M3FN`, …: its keyword.
    Float(&'static str),
    /// `complex<T>`.
    Complex(Type),
    /// `tuple<…>`.
    Tuple(Box<[Type]>),
    /// `vector<…>`.
    Vector {
        /// The dimensions, possibly scalable.
        dims: Box<[Extent]>,
        /// The element type.
        element: Type,
    },
    /// `tensor<…>`.
    Tensor {
        /// The dimensions; none for an unranked type.
        dims: Option<Box<[Extent]>>,
        /// The element type.
        element: Type,
        /// The encoding.
        encoding: Option<Attr>,
    },
    /// `memref<…>`.
    Memref {
        /// The dimensions; none for an unranked type.
        dims: Option<Box<[Extent]>>,
        /// The element type.
        element: Type,
        /// The layout.
        layout: MemrefLayout,
        /// The memory space.
        space: Option<Attr>,
    },
    /// `(…) -> (…)`.
    Function {
        /// The inputs.
        inputs: Box<[Type]>,
        /// The results.
        results: Box<[Type]>,
    },
    /// A type of a dialect.
    Opaque {
        /// `!dialect.type<…>`, with the `!`.
        text: Box<str>,
        /// The dimensions, if it starts with them: `!dialect.type<?x4xf32>`, `!dialect.type<[?,4],f32>`.
        dims: Option<Box<[Extent]>>,
    },
}

impl TypeData {
    /// The head of the type as a datum.
    pub(crate) fn head(&self) -> &'static str {
        match self {
            TypeData::Index => "index",
            TypeData::None => "none",
            TypeData::Integer { .. } => "integer",
            TypeData::Float(_) => "float",
            TypeData::Complex(_) => "complex",
            TypeData::Tuple(_) => "tuple",
            TypeData::Vector { .. } => "vector",
            TypeData::Tensor { .. } => "tensor",
            TypeData::Memref { .. } => "memref",
            TypeData::Function { .. } => "function",
            TypeData::Opaque { .. } => "dialect",
        }
    }
}

/// The interner of a module's types.
#[derive(Clone, Debug)]
pub(crate) struct Types {
    table: Interner<TypeData>,
}

impl Types {
    /// An interner with the most common types at fixed indices.
    pub(crate) fn new() -> Types {
        let mut table = Interner::new();
        table.intern(TypeData::Index);
        table.intern(TypeData::None);
        for width in [1, 64, 32] {
            table.intern(TypeData::Integer {
                width,
                signedness: Signedness::Signless,
            });
        }
        table.intern(TypeData::Float("f64"));
        Types { table }
    }

    #[inline]
    pub(crate) fn intern(&mut self, data: TypeData) -> Type {
        Type(self.table.intern(data))
    }

    #[inline]
    pub(crate) fn get(&self, ty: Type) -> &TypeData {
        self.table.get(ty.0)
    }
}

impl Type {
    /// `index`, in every module.
    pub const INDEX: Type = Type(0);
    /// `none`, in every module.
    pub const NONE: Type = Type(1);
    /// `i1`, in every module.
    pub const I1: Type = Type(2);
    /// `i64`, in every module.
    pub const I64: Type = Type(3);
    /// `i32`, in every module.
    pub const I32: Type = Type(4);
    /// `f64`, in every module.
    pub const F64: Type = Type(5);
}

impl TypeData {
    /// The type `!dialect.type<…>`.
    #[inline]
    pub fn opaque(text: impl Into<Box<str>>) -> TypeData {
        let text = text.into();
        let dims = leading_dims(&text);
        TypeData::Opaque { text, dims }
    }

    /// The name of a dialect's type, without `!` and parameters.
    #[inline]
    pub fn opaque_name(&self) -> Option<&str> {
        match self {
            TypeData::Opaque { text, .. } => text.split('<').next()?.strip_prefix('!'),
            _ => None,
        }
    }

    /// The element type of a vector, tensor, memref or complex type.
    pub fn element(&self) -> Option<Type> {
        match self {
            TypeData::Vector { element, .. }
            | TypeData::Tensor { element, .. }
            | TypeData::Memref { element, .. }
            | TypeData::Complex(element) => Some(*element),
            _ => None,
        }
    }

    /// The text of the element type in `!dialect.type<4x?xf32, …>`.
    pub(super) fn opaque_element(&self) -> Option<&str> {
        let TypeData::Opaque { text, dims } = self else {
            return None;
        };
        let (_, mut rest) = text.split_once('<')?;
        for _ in dims.as_ref()? {
            rest = rest.split_once('x')?.1;
        }
        let mut depth = 0;
        let end = rest.find(|c| {
            match c {
                '<' | '(' | '[' => depth += 1,
                '>' | ')' | ']' => depth -= 1,
                _ => {}
            }
            depth < 0 || (depth == 0 && c == ',')
        })?;
        Some(&rest[..end])
    }

    /// The dimensions of a ranked vector, tensor or memref type.
    #[inline]
    pub fn dims(&self) -> Option<&[Extent]> {
        match self {
            TypeData::Vector { dims, .. } => Some(dims),
            TypeData::Tensor { dims, .. } | TypeData::Memref { dims, .. } => dims.as_deref(),
            _ => None,
        }
    }

    /// The number of elements, if all dimensions are static and the product fits.
    pub fn element_count(&self) -> Option<u64> {
        self.dims()?
            .iter()
            .try_fold(1u64, |count, extent| match extent {
                Extent::Static(n) => count.checked_mul(u64::try_from(*n).ok()?),
                _ => None,
            })
    }
}

/// The leading dimensions of a dialect's type: in `!dialect.type<4x?xf32>` each ends with an `x`, as in a tensor
/// type; or in `!dialect.type<[4,?],f32>`. An element type must follow.
fn leading_dims(text: &str) -> Option<Box<[Extent]>> {
    let (_, mut rest) = text.split_once('<')?;
    let names_element =
        |rest: &str| rest.starts_with(|first: char| first.is_ascii_alphabetic() || first == '!');
    if let Some(list) = rest.strip_prefix('[') {
        let (list, after) = list.split_once(']')?;
        let element = after.trim_start().strip_prefix(',')?.trim_start();
        let extents = list.split(',').map(|it| leading_extent(it.trim()));
        let dims: Option<Vec<Extent>> = match list.trim() {
            "" => Some(vec![]),
            _ => extents.collect(),
        };
        return Some(dims.filter(|_| names_element(element))?.into());
    }
    let mut dims = vec![];
    while let Some((extent, after)) = rest.split_once('x') {
        let is_number = extent.bytes().all(|byte| byte.is_ascii_digit());
        if extent != "?" && !is_number {
            break;
        }
        dims.push(leading_extent(extent)?);
        rest = after;
    }
    (!dims.is_empty() && names_element(rest)).then(|| dims.into())
}

/// `?` or a size.
fn leading_extent(text: &str) -> Option<Extent> {
    match text {
        "?" => Some(Extent::Dynamic),
        _ if text.bytes().all(|byte| byte.is_ascii_digit()) => {
            Some(Extent::Static(text.parse().ok()?))
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_type_of_a_dialect_may_begin_with_dimensions() {
        let dims = |text| leading_dims(text).map(|dims| dims.into_vec());
        let (four, any) = (Extent::Static(4), Extent::Dynamic);
        assert_eq!(dims("!d.grid<4x?xf32>"), Some(vec![four, any]));
        assert_eq!(dims("!d.grid<?x!d.cell, \"x\">"), Some(vec![any]));
        assert_eq!(dims("!d.grid<[?,4],f32>"), Some(vec![any, four]));
        assert_eq!(dims("!d.grid<[ ?, 4 ], !d.cell>"), Some(vec![any, four]));
        assert_eq!(dims("!d.grid<[], f32>"), Some(vec![]));
        let others = [
            "!d.grid<[4,5]>",
            "!d.grid<[4,],f32>",
            "!d.grid<[-1],f32>",
            "!d.grid<[4x?],f32>",
            "!d.grid<*,f32>",
            "!d.grid<[4], 5>",
            "!d.grid<[4",
            "!d.grid",
            "!d.grid<f32>",
            "!d.grid<4x5>",
            "!d.grid<xf32>",
            "!d.array<4 x i32>",
        ];
        for other in others
            .into_iter()
            .chain(["!d.grid<99999999999999999999xf32>"])
        {
            assert_eq!(dims(other), None, "{other}");
        }
    }
}
