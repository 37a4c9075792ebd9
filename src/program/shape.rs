//! Types, as far as the engine asks of them.

/// The extent of one dimension in a type.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Extent {
    /// A size that the type states.
    Static(i64),
    /// `?`.
    Dynamic,
    /// `[n]` in a vector type: `n` times the runtime's `vscale`.
    Scalable(i64),
}

/// Which kind of container a shaped type is.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum ShapedKind {
    /// `tensor<…>`.
    Tensor,
    /// `memref<…>`.
    Memref,
    /// `vector<…>`.
    Vector,
}

/// How a memref lies in memory.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Layout<'a> {
    /// Row-major without gaps, offset 0; of tensors too.
    Identity,
    /// `strided<[…], offset: …>`.
    Strided {
        /// One stride a dimension, in elements.
        strides: &'a [Extent],
        /// The offset, in elements.
        offset: Extent,
    },
    /// Anything else.
    Other,
}

/// The shape of a shaped type.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Shape<'a> {
    /// Tensor, memref or vector.
    pub kind: ShapedKind,
    /// The dimensions; none where the type is unranked.
    pub dims: Option<&'a [Extent]>,
    /// How it lies in memory.
    pub layout: Layout<'a>,
}

impl Shape<'_> {
    /// The number of dimensions; none where the type is unranked.
    pub fn rank(&self) -> Option<usize> {
        self.dims.map(<[Extent]>::len)
    }

    /// The extent of dimension `dim`; none where there is no such dimension.
    pub fn extent(&self, dim: usize) -> Option<Extent> {
        self.dims.and_then(|dims| dims.get(dim)).copied()
    }
}

/// A type, as far as the engine asks of it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum TypeView<'a> {
    /// `index`.
    Index,
    /// `iN`, `siN`, `uiN`.
    Integer {
        /// Its width in bits.
        width: u32,
    },
    /// `tensor<…>`, `memref<…>`, `vector<…>`, ranked or not.
    Shaped(Shape<'a>),
    /// Floats, functions, types of other dialects.
    Other,
}

impl<'a> TypeView<'a> {
    /// The shape, where the type is a shaped one.
    pub fn shape(self) -> Option<Shape<'a>> {
        match self {
            TypeView::Shaped(shape) => Some(shape),
            _ => None,
        }
    }
}
