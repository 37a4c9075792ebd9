//! The types of generated values.

/// The layout of a memref: strides and offset; none for dynamic ones.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Strided {
    pub(super) strides: Vec<Option<i64>>,
    pub(super) offset: Option<i64>,
}

/// Sizes; none for dynamic ones.
pub(super) type Dims = Vec<Option<i64>>;

/// A type.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Ty {
    Index,
    Int(u32),
    Float,
    /// A tensor of floats.
    Tensor(Dims),
    /// A tensor of indices of static length.
    Extents(i64),
    /// A memref of floats, with a layout unless it is the default one.
    Memref(Dims, Option<Strided>),
}

impl Ty {
    pub(super) fn text(&self) -> String {
        let sizes = |dims: &Dims| -> String {
            let size = |dim: &Option<i64>| format!("{}x", number(dim));
            dims.iter().map(size).collect()
        };
        match self {
            Ty::Index => "index".into(),
            Ty::Int(width) => format!("i{width}"),
            Ty::Float => "f32".into(),
            Ty::Tensor(dims) => format!("tensor<{}f32>", sizes(dims)),
            Ty::Extents(length) => format!("tensor<{length}xindex>"),
            Ty::Memref(dims, None) => format!("memref<{}f32>", sizes(dims)),
            Ty::Memref(dims, Some(layout)) => {
                let strides: Vec<String> = layout.strides.iter().map(number).collect();
                let offset = match layout.offset {
                    Some(0) => String::new(),
                    offset => format!(", offset: {}", number(&offset)),
                };
                let strides = strides.join(", ");
                format!("memref<{}f32, strided<[{strides}]{offset}>>", sizes(dims))
            }
        }
    }

    /// The sizes of a shaped type of floats.
    pub(super) fn dims(&self) -> Option<&Dims> {
        match self {
            Ty::Tensor(dims) | Ty::Memref(dims, _) => Some(dims),
            _ => None,
        }
    }

    /// The layout of a memref, including the default one.
    pub(super) fn layout(&self) -> Option<Strided> {
        match self {
            Ty::Memref(_, Some(layout)) => Some(layout.clone()),
            Ty::Memref(dims, None) => Some(plain(dims)),
            _ => None,
        }
    }

    pub(super) fn dialect(&self) -> &'static str {
        match self {
            Ty::Memref(..) => "memref",
            _ => "tensor",
        }
    }
}

/// Contiguous row-major.
pub(super) fn plain(dims: &Dims) -> Strided {
    let mut strides = vec![Some(1); dims.len()];
    for at in (1..dims.len()).rev() {
        strides[at - 1] = product(strides[at], dims[at]);
    }
    Strided {
        strides,
        offset: Some(0),
    }
}

pub(super) fn product(a: Option<i64>, b: Option<i64>) -> Option<i64> {
    a?.checked_mul(b?)
}

/// A static number, or `?`.
pub(super) fn number(value: &Option<i64>) -> String {
    value.map_or("?".into(), |value| value.to_string())
}
