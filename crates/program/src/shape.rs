//! The engine's view of types.

use super::AffineMap;
use calipers_number::Int;
use calipers_number::MAX_BITS;

/// The extent of one dimension in a type.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Extent {
    /// A static size.
    Static(i64),
    /// `?`.
    Dynamic,
    /// `[n]` in a vector type: `n` times `vscale`.
    Scalable(i64),
}

/// The kind of a shaped type.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum ShapedKind {
    /// `tensor<…>`.
    Tensor,
    /// `memref<…>`.
    Memref,
    /// `vector<…>`.
    Vector,
    /// A type of a dialect that starts with dimensions: `!dialect.type<?x4xf32>`.
    Dialect,
}

/// The memory layout of a memref.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Layout<'a> {
    /// Row-major without gaps, offset 0; also the layout of tensors.
    Identity,
    /// `strided<[…], offset: …>`.
    Strided {
        /// The stride of each dimension, in elements.
        strides: &'a [Extent],
        /// The offset, in elements.
        offset: Extent,
    },
    /// An affine map from indices to a position, which is strided if it is linear.
    Map(&'a AffineMap),
    /// Anything else.
    Other,
}

/// The shape of a shaped type.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Shape<'a> {
    /// Tensor, memref, vector, or a type of a dialect.
    pub kind: ShapedKind,
    /// The dimensions; none for an unranked type.
    pub dims: Option<&'a [Extent]>,
    /// The memory layout.
    pub layout: Layout<'a>,
}

impl Shape<'_> {
    /// The number of dimensions; none for an unranked type.
    #[inline]
    pub fn rank(&self) -> Option<usize> {
        self.dims.map(<[Extent]>::len)
    }

    /// The extent of dimension `dim`; none if there is no such dimension.
    #[inline]
    pub fn extent(&self, dim: usize) -> Option<Extent> {
        self.dims.and_then(|dims| dims.get(dim)).copied()
    }

    /// The stride of dimension `dim` in elements, if the type makes it a constant (of at most [`MAX_BITS`] bits).
    pub fn stride(&self, dim: usize) -> Option<Int> {
        let dims = self.dims?;
        match self.layout {
            Layout::Identity => product(dims.get(dim + 1..)?),
            Layout::Strided { strides, .. } => number(strides.get(dim)?),
            Layout::Map(map) => map.strides(dims.len())?.0.get(dim)?.clone(),
            Layout::Other => None,
        }
    }

    /// The offset in elements, if the type makes it a constant.
    pub fn offset(&self) -> Option<Int> {
        let rank = self.rank()?;
        match self.layout {
            Layout::Identity => Some(Int::ZERO),
            Layout::Strided { offset, .. } => number(&offset),
            Layout::Map(map) => map.strides(rank)?.1,
            Layout::Other => None,
        }
    }

    /// Whether values of the type have strides and an offset: strided memrefs, and possibly types of dialects.
    #[inline]
    pub fn has_layout(&self) -> bool {
        match self.kind {
            ShapedKind::Memref => self.is_strided(),
            ShapedKind::Dialect => self.dims.is_some(),
            ShapedKind::Tensor | ShapedKind::Vector => false,
        }
    }

    /// Whether the layout is given by an offset and a stride for each dimension.
    #[inline]
    pub fn is_strided(&self) -> bool {
        match (self.rank(), self.layout) {
            (None, _) | (_, Layout::Other) => false,
            (Some(rank), Layout::Map(map)) => map.strides(rank).is_some(),
            (Some(_), Layout::Identity | Layout::Strided { .. }) => true,
        }
    }
}

#[inline]
fn product(sizes: &[Extent]) -> Option<Int> {
    sizes.iter().try_fold(Int::ONE, |product, size| {
        // Without elements the positions say nothing about the stride, which MLIR leaves open.
        let product = product * number(size).filter(|size| !size.is_zero())?;
        (product.bit_len() <= MAX_BITS).then_some(product)
    })
}

#[inline]
fn number(extent: &Extent) -> Option<Int> {
    match extent {
        Extent::Static(number) => Some(Int::from(*number)),
        Extent::Dynamic | Extent::Scalable(_) => None,
    }
}

/// The engine's view of a type.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum TypeView<'a> {
    /// `index`.
    Index,
    /// `iN`, `siN`, `uiN`.
    Integer {
        /// Its width in bits.
        width: u32,
    },
    /// `tensor<…>`, `memref<…>`, `vector<…>`, ranked or unranked; or a type of a dialect with dimensions.
    Shaped(Shape<'a>),
    /// Floats, functions, and other types of dialects.
    Other,
}

impl<'a> TypeView<'a> {
    /// The shape of a shaped type.
    #[inline]
    pub fn shape(self) -> Option<Shape<'a>> {
        match self {
            TypeView::Shaped(shape) => Some(shape),
            _ => None,
        }
    }
}
