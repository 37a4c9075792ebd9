//! Types and constants of tensors.

use crate::proto::{Shape, Tensor, TensorType, ValueInfo};
use std::fmt::{self, Display, Formatter};

/// The maximum number of elements of a constant whose values are kept.
const MAX_ELEMENTS: usize = 4096;

/// The type of a value; parts may be unknown.
#[derive(Clone, Default, Debug)]
pub(crate) struct Type {
    /// The element type, as in MLIR.
    pub(crate) element: Option<&'static str>,
    /// The sizes; `None` for one that is not a number.
    pub(crate) dims: Option<Vec<Option<i64>>>,
}

/// The maximum rank of a tensor whose sizes are stated. The text of a program has a type for each operand, so that it
/// could be much larger than the model otherwise.
const MAX_RANK: usize = 32;

impl Type {
    /// A tensor of these sizes.
    pub(crate) fn sized(element: Option<&'static str>, dims: Vec<Option<i64>>) -> Type {
        Type {
            element,
            dims: (dims.len() <= MAX_RANK).then_some(dims),
        }
    }

    /// A tensor of that rank without static sizes.
    pub(crate) fn ranked(element: Option<&'static str>, rank: Option<usize>) -> Type {
        Type {
            element,
            dims: rank
                .filter(|rank| *rank <= MAX_RANK)
                .map(|rank| vec![None; rank]),
        }
    }

    pub(crate) fn rank(&self) -> Option<usize> {
        self.dims.as_ref().map(Vec::len)
    }

    /// Whether both have one element type and one rank.
    pub(crate) fn is_like(&self, other: &Type) -> bool {
        self.element == other.element && self.rank() == other.rank()
    }

    /// The number of elements of a list.
    pub(crate) fn length(&self) -> Option<usize> {
        match self.dims.as_deref()? {
            [Some(length)] => usize::try_from(*length).ok(),
            _ => None,
        }
    }

    /// The type of a value with a stated type.
    pub(crate) fn of(info: &ValueInfo) -> Type {
        let tensor = info.ty.as_ref().and_then(|ty| ty.tensor.as_ref());
        tensor.map_or_else(Type::default, Type::of_tensor)
    }

    fn of_tensor(tensor: &TensorType) -> Type {
        let element = element(tensor.element);
        let sizes = |shape: &Shape| {
            let sizes = shape.dim.iter();
            let sizes = sizes.map(|dim| dim.value.filter(|size| *size >= 0));
            Type::sized(element, sizes.collect())
        };
        let unranked = Type {
            element,
            dims: None,
        };
        tensor.shape.as_ref().map_or(unranked, sizes)
    }
}

impl Display for Type {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let Some(element) = self.element else {
            return f.write_str("!onnx.Unknown");
        };
        f.write_str("tensor<")?;
        match &self.dims {
            None => f.write_str("*x")?,
            Some(dims) => {
                for dim in dims {
                    match dim {
                        Some(size) => write!(f, "{size}x")?,
                        None => f.write_str("?x")?,
                    }
                }
            }
        }
        write!(f, "{element}>")
    }
}

/// The element type with that number.
pub(crate) fn element(number: i32) -> Option<&'static str> {
    Some(match number {
        1 => "f32",
        2 => "ui8",
        3 => "i8",
        4 => "ui16",
        5 => "i16",
        6 => "i32",
        7 => "i64",
        8 => "!onnx.String",
        9 => "i1",
        10 => "f16",
        11 => "f64",
        12 => "ui32",
        13 => "ui64",
        14 => "complex<f32>",
        15 => "complex<f64>",
        16 => "bf16",
        17 => "f8E4M3FN",
        18 => "f8E4M3FNUZ",
        19 => "f8E5M2",
        20 => "f8E5M2FNUZ",
        21 => "ui4",
        22 => "i4",
        _ => return None,
    })
}

impl Tensor<'_> {
    pub(crate) fn type_of(&self) -> Type {
        let dims = self.dims.iter().map(|&dim| (dim >= 0).then_some(dim));
        Type::sized(element(self.data_type), dims.collect())
    }

    /// The elements of a small list or scalar of integers.
    pub(crate) fn integers(&self) -> Option<Vec<i64>> {
        let count = match self.dims[..] {
            [] => 1,
            [count] => usize::try_from(count).ok()?,
            _ => return None,
        };
        if count > MAX_ELEMENTS || self.data_location != 0 {
            return None;
        }
        let raw = self.raw_data;
        let values: Vec<i64> = match self.data_type {
            7 if raw.is_empty() => self.int64_data.clone(),
            6 if raw.is_empty() => self
                .int32_data
                .iter()
                .map(|&it| i64::from(it as i32))
                .collect(),
            7 => chunks(raw).map(i64::from_le_bytes).collect(),
            6 => chunks(raw)
                .map(|it| i64::from(i32::from_le_bytes(it)))
                .collect(),
            _ => return None,
        };
        (values.len() == count).then_some(values)
    }
}

impl Tensor<'_> {
    /// The elements of a small list of floats, each as a numerator and a denominator. Both are 0 for one that is not
    /// positive or has many digits: a runtime rounds its product with a size.
    pub(crate) fn ratios(&self) -> Option<Vec<(i64, i64)>> {
        let [count] = self.dims[..] else {
            return None;
        };
        let count = usize::try_from(count).ok()?;
        if count > MAX_RANK || self.data_location != 0 || self.data_type != 1 {
            return None;
        }
        let values: Vec<f32> = match self.raw_data.is_empty() {
            true => self.float_data.clone(),
            false => chunks(self.raw_data).map(f32::from_le_bytes).collect(),
        };
        let ratios = values.into_iter().map(|it| ratio(it).unwrap_or((0, 0)));
        Some(ratios.collect()).filter(|ratios: &Vec<_>| ratios.len() == count)
    }
}

/// A positive number as a numerator and a power of two, both at most 256.
fn ratio(value: f32) -> Option<(i64, i64)> {
    // The product with a power of two is exact.
    let numerator = |power: i16| Some(value * f32::from(power)).filter(|it| it.fract() == 0.0);
    let (power, numerator) = (0..=8).find_map(|it| Some((1 << it, numerator(1 << it)?)))?;
    let is_small = (1.0..=256.0).contains(&numerator);
    is_small.then_some((numerator as i64, i64::from(power)))
}

/// The whole chunks of `N` bytes.
fn chunks<const N: usize>(bytes: &[u8]) -> impl Iterator<Item = [u8; N]> {
    bytes.chunks_exact(N).filter_map(|it| it.try_into().ok())
}
