//! The ranks and element types of the results of nodes. Rules find the sizes.

use crate::proto::{Attribute, Node};
use crate::tensor::{Type, element};
use crate::text::{Value, quoted};

/// A node with its operands.
pub(crate) struct Call<'c> {
    pub(crate) node: &'c Node<'c>,
    pub(crate) inputs: &'c [Option<&'c Value>],
}

/// Attributes of an op, and their texts, by which rules find what they can't read in the node.
pub(crate) type Derived = Vec<(&'static str, String)>;

impl Call<'_> {
    fn attribute(&self, name: &str) -> Option<&Attribute<'_>> {
        self.node.attribute.iter().find(|it| it.name == name)
    }

    fn integer(&self, name: &str) -> Option<i64> {
        self.attribute(name)?.i
    }

    fn integers(&self, name: &str) -> Option<&[i64]> {
        self.attribute(name).map(|it| &it.ints[..])
    }

    fn input(&self, at: usize) -> Option<&Value> {
        self.inputs.get(at).copied().flatten()
    }

    fn element(&self, at: usize) -> Option<&'static str> {
        self.input(at)?.ty.element
    }

    fn rank(&self, at: usize) -> Option<usize> {
        self.input(at)?.ty.rank()
    }

    /// The largest rank of the inputs, which are broadcast.
    fn broadcast_rank(&self) -> Option<usize> {
        let ranks = self.inputs.iter().map(|input| (*input)?.ty.rank());
        ranks.collect::<Option<Vec<_>>>()?.into_iter().max()
    }

    /// The number of axes: an attribute, or the input at a position.
    fn axes(&self, at: usize) -> Option<usize> {
        match (self.integers("axes"), self.input(at)) {
            (Some(axes), _) => Some(axes.len()),
            (None, Some(axes)) => axes.ty.length(),
            (None, None) => None,
        }
    }

    /// Attributes that say more than those of the node, or replace them.
    pub(crate) fn derived(&self) -> Option<Derived> {
        match self.node.op_type.as_str() {
            "Resize" | "Upsample" => {
                let texts = self.scales()?;
                Some(
                    ["scale_numerators", "scale_denominators"]
                        .into_iter()
                        .zip(texts)
                        .collect(),
                )
            }
            "Einsum" => Some(vec![("equation", quoted(self.equation()?.as_bytes()))]),
            _ => None,
        }
    }

    /// The constant scales by which a size is multiplied.
    fn scales(&self) -> Option<[String; 2]> {
        let mode = self.attribute("coordinate_transformation_mode");
        // It cuts out a part before.
        if mode
            .and_then(|it| it.s)
            .is_some_and(|it| it == b"tf_crop_and_resize")
        {
            return None;
        }
        // Before the version 11 there is no region of interest.
        let at = if self.inputs.len() > 2 { 2 } else { 1 };
        let scales = self.input(at)?.ratios.as_ref()?;
        if scales.iter().all(|it| *it == (0, 0)) || self.input(3).is_some() {
            return None;
        }
        let list = |numbers: Vec<String>| format!("[{}]", numbers.join(", "));
        Some([
            list(scales.iter().map(|it| it.0.to_string()).collect()),
            list(scales.iter().map(|it| it.1.to_string()).collect()),
        ])
    }

    /// The subscripts of a sum of products, with those of the result. None if there is an ellipsis.
    fn equation(&self) -> Option<String> {
        let text = std::str::from_utf8(self.attribute("equation")?.s?).ok()?;
        let text: String = text.chars().filter(|it| *it != ' ').collect();
        let is_plain = |c: char| c.is_ascii_alphabetic() || c == ',';
        let (operands, result) = match text.split_once("->") {
            Some((operands, result)) => (operands, result.to_owned()),
            None => {
                // Those that occur once, in the order of the alphabet.
                let mut once: Vec<char> = text.chars().filter(|it| *it != ',').collect();
                once.sort_unstable();
                let occurs_once = |it: &char| text.matches(*it).count() == 1;
                (
                    text.as_str(),
                    once.into_iter().filter(occurs_once).collect(),
                )
            }
        };
        let is_well_formed = operands.chars().all(is_plain)
            && result.chars().all(|it| it.is_ascii_alphabetic())
            && operands.split(',').count() == self.inputs.len();
        is_well_formed.then(|| format!("{operands}->{result}"))
    }

    /// The types of the results.
    pub(crate) fn results(&self) -> Vec<Type> {
        let count = self.node.output.len();
        let ty = self.first();
        let of_all = |ty: Type| vec![ty; count];
        match self.node.op_type.as_str() {
            "Split" => of_all(ty),
            "TopK" => vec![ty.clone(), Type::ranked(Some("i64"), ty.rank())],
            _ => {
                let mut all = of_all(Type::default());
                if let Some(first) = all.first_mut() {
                    *first = ty;
                }
                all
            }
        }
    }

    fn first(&self) -> Type {
        let rank = self.rank(0);
        let own = self.element(0);
        let (element, rank) = match self.node.op_type.as_str() {
            _ if self.is_list_arithmetic() => return self.list(),
            "Equal" | "Greater" | "GreaterOrEqual" | "Less" | "LessOrEqual" | "And" | "Or"
            | "Xor" => (Some("i1"), self.broadcast_rank()),
            "Add" | "Div" | "Mod" | "Mul" | "Pow" | "Sub" | "PRelu" | "Max" | "Min" | "Sum"
            | "Mean" | "BitwiseAnd" | "BitwiseOr" | "BitwiseXor" | "BitShift" => {
                (own, self.broadcast_rank())
            }
            "Where" => (self.element(1), self.broadcast_rank()),
            "CastLike" | "DequantizeLinear" => (self.element(1), rank),
            "QuantizeLinear" if self.integer("output_dtype").is_none() => {
                let zero = self.input(2);
                (zero.map_or(Some("ui8"), |zero| zero.ty.element), rank)
            }
            "MatMulInteger" => (Some("i32"), self.product_rank()),
            "ConvInteger" => (Some("i32"), rank),
            "Not" | "IsNaN" | "IsInf" => (Some("i1"), rank),
            "Cast" => {
                let to = self.integer("to").and_then(|to| i32::try_from(to).ok());
                (to.and_then(element), rank)
            }
            "Shape" => return self.shape(),
            "Size" => (Some("i64"), Some(0)),
            "Concat" => return self.concat(),
            "Reshape" => (own, self.input(1).and_then(|shape| shape.ty.length())),
            "Expand" => {
                let length = self.input(1).and_then(|shape| shape.ty.length());
                (own, rank.zip(length).map(|(a, b)| a.max(b)))
            }
            "Unsqueeze" if rank == Some(0) => {
                let mut ty = Type::ranked(own, self.axes(1));
                if let Some(dims) = &mut ty.dims {
                    dims.fill(Some(1));
                }
                return ty;
            }
            "Unsqueeze" => (own, rank.zip(self.axes(1)).map(|(a, b)| a + b)),
            "Squeeze" => {
                // An empty list of axes drops no dimensions, or all of size 1.
                let axes = self.axes(1).filter(|axes| *axes > 0);
                (own, rank.zip(axes).and_then(|(a, b)| a.checked_sub(b)))
            }
            "Einsum" => {
                let equation = self.equation();
                let result = equation.as_deref().and_then(|it| it.split_once("->"));
                (own, result.map(|(_, result)| result.len()))
            }
            "Flatten" | "Gemm" => (own, Some(2)),
            "Gather" => return self.gather(),
            "GatherElements" => (own, self.rank(1)),
            "MatMul" => (own, self.product_rank()),
            "Slice" if rank == Some(1) => return self.slice(),
            "ConstantOfShape" => {
                let value = self.attribute("value").and_then(|it| it.t.as_ref());
                let stated = value.map_or(Some("f32"), |it| element(it.data_type));
                let shape = self.input(0);
                if let Some(sizes) = shape.and_then(|shape| shape.integers.as_ref()) {
                    let sizes = sizes.iter().map(|&size| (size >= 0).then_some(size));
                    return Type::sized(stated, sizes.collect());
                }
                (stated, shape.and_then(|shape| shape.ty.length()))
            }
            "Range" => (own, Some(1)),
            "NonZero" => (Some("i64"), Some(2)),
            "OneHot" => (self.element(2), rank.map(|rank| rank + 1)),
            "ArgMax" | "ArgMin" => (Some("i64"), self.reduced_rank(Some(1))),
            name if name.starts_with("Reduce") => (own, self.reduced_rank(self.axes(1))),
            name if KEEP_RANK.contains(&name) => (own, rank),
            _ => (None, None),
        };
        Type::ranked(element, rank)
    }

    /// Whether it computes element by element on scalars and lists, from which shapes are built.
    fn is_list_arithmetic(&self) -> bool {
        let is_short = |input: &Option<&Value>| {
            input.is_some_and(|it| it.ty.rank() == Some(0) || it.ty.length().is_some())
        };
        LIST_ARITHMETIC.contains(&self.node.op_type.as_str())
            && !self.inputs.is_empty()
            && self.inputs.iter().all(is_short)
    }

    /// The type of a result of arithmetic on lists: one of a single element is broadcast.
    fn list(&self) -> Type {
        let element = match self.node.op_type.as_str() {
            "Equal" | "Greater" | "GreaterOrEqual" | "Less" | "LessOrEqual" => Some("i1"),
            "Where" => self.element(1),
            "Cast" => {
                let to = self.integer("to").and_then(|to| i32::try_from(to).ok());
                to.and_then(element)
            }
            _ => self.element(0),
        };
        if self.broadcast_rank() == Some(0) {
            return Type::ranked(element, Some(0));
        }
        let lengths = self.inputs.iter().filter_map(|input| (*input)?.ty.length());
        let length = lengths.fold(1, |all, length| if all == 1 { length } else { all });
        Type {
            element,
            dims: Some(vec![i64::try_from(length).ok()]),
        }
    }

    /// A part of a list, with constant positions and a step of 1.
    fn slice(&self) -> Type {
        let length = || {
            let length = i64::try_from(self.input(0)?.ty.length()?).ok()?;
            let position = |at: usize| match self.input(at)?.integers.as_deref()? {
                [position] if *position < 0 => Some(position.saturating_add(length).max(0)),
                [position] => Some((*position).min(length)),
                _ => None,
            };
            let step = self
                .input(4)
                .map(|step| step.integers.as_deref() == Some(&[1]));
            let size = position(2)?.saturating_sub(position(1)?).max(0);
            step.unwrap_or(true).then_some(size)
        };
        Type {
            element: self.element(0),
            dims: Some(vec![length()]),
        }
    }

    /// A list as long as the operand's rank, without those before the start and after the end.
    fn shape(&self) -> Type {
        let position = |name: &str, rank: i64| {
            let at = self.integer(name)?;
            let at = if at < 0 { at.saturating_add(rank) } else { at };
            Some(at.clamp(0, rank))
        };
        let length = self.rank(0).and_then(|rank| {
            let rank = i64::try_from(rank).ok()?;
            let start = position("start", rank).unwrap_or(0);
            let end = position("end", rank).unwrap_or(rank);
            Some((end - start).max(0))
        });
        Type {
            element: Some("i64"),
            dims: Some(vec![length]),
        }
    }

    fn concat(&self) -> Type {
        let mut ty = Type::ranked(self.element(0), self.rank(0));
        if ty.rank() == Some(1) {
            let lengths = self.inputs.iter().map(|input| (*input)?.ty.length());
            let lengths: Option<Vec<usize>> = lengths.collect();
            let sum = lengths.and_then(|it| i64::try_from(it.into_iter().sum::<usize>()).ok());
            ty.dims = Some(vec![sum]);
        }
        ty
    }

    fn gather(&self) -> Type {
        let rank = self.rank(0).zip(self.rank(1));
        let rank = rank.and_then(|(data, indices)| (data + indices).checked_sub(1));
        let mut ty = Type::ranked(self.element(0), rank);
        if rank == Some(1)
            && let Some(Value { ty: indices, .. }) = self.input(1)
            && let Some(length) = indices.length()
        {
            ty.dims = Some(vec![i64::try_from(length).ok()]);
        }
        ty
    }

    fn product_rank(&self) -> Option<usize> {
        let (a, b) = (self.rank(0)?, self.rank(1)?);
        match (a, b) {
            (0, _) | (_, 0) => None,
            (1, 1) => Some(0),
            (1, rank) | (rank, 1) => Some(rank - 1),
            _ => Some(a.max(b)),
        }
    }

    /// The rank after a reduction over that many axes.
    fn reduced_rank(&self, axes: Option<usize>) -> Option<usize> {
        let rank = self.rank(0)?;
        if self.integer("keepdims").unwrap_or(1) != 0 {
            return Some(rank);
        }
        match axes {
            None if self.input(1).is_some() => None,
            // All axes are reduced, unless an attribute says that none is.
            None | Some(0) => match self.integer("noop_with_empty_axes").unwrap_or(0) {
                0 => Some(0),
                _ => Some(rank),
            },
            Some(axes) => rank.checked_sub(axes),
        }
    }
}

/// The ops whose first result has the rank and the element type of the first operand.
const KEEP_RANK: &[&str] = &[
    "Abs",
    "Acos",
    "Acosh",
    "Asin",
    "Asinh",
    "Atan",
    "Atanh",
    "AveragePool",
    "BatchNormalization",
    "BitwiseNot",
    "Ceil",
    "Celu",
    "Clip",
    "Conv",
    "ConvTranspose",
    "Cos",
    "Cosh",
    "CumSum",
    "DepthToSpace",
    "Dropout",
    "Elu",
    "Erf",
    "Exp",
    "Floor",
    "Gelu",
    "GlobalAveragePool",
    "GlobalMaxPool",
    "GroupNormalization",
    "HardSigmoid",
    "HardSwish",
    "Hardmax",
    "Identity",
    "InstanceNormalization",
    "LRN",
    "LayerNormalization",
    "LeakyRelu",
    "Log",
    "LogSoftmax",
    "LpNormalization",
    "LpPool",
    "MaxPool",
    "Mish",
    "Neg",
    "Pad",
    "Reciprocal",
    "Relu",
    "Resize",
    "Round",
    "Scatter",
    "ScatterElements",
    "ScatterND",
    "Selu",
    "Shrink",
    "Sigmoid",
    "Sign",
    "Sin",
    "Sinh",
    "Slice",
    "Softmax",
    "Softplus",
    "Softsign",
    "SpaceToDepth",
    "Split",
    "Sqrt",
    "Tan",
    "Tanh",
    "ThresholdedRelu",
    "Tile",
    "TopK",
    "Transpose",
    "Trilu",
    "Upsample",
];

/// The ops that compute shapes element by element.
const LIST_ARITHMETIC: &[&str] = &[
    "Abs",
    "Add",
    "Cast",
    "Ceil",
    "Div",
    "Equal",
    "Floor",
    "Greater",
    "GreaterOrEqual",
    "Identity",
    "Less",
    "LessOrEqual",
    "Max",
    "Min",
    "Mod",
    "Mul",
    "Neg",
    "Sqrt",
    "Sub",
    "Where",
];
