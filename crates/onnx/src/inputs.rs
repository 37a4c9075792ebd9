//! How many inputs the ops of ONNX take.

/// The version of the operator set up to which the numbers are known.
pub(crate) const NEWEST: i64 = 28;

/// The least number of inputs of an op, and the greatest; none for the greatest if there is no limit. Of all versions of
/// the op, as the schemas of `onnx.defs` state them. None for an op that is not known.
pub(crate) fn inputs(op: &str) -> Option<(usize, Option<usize>)> {
    Some(match op {
        "Constant" | "RandomNormal" | "RandomUniform" | "SequenceEmpty" => (0, Some(0)),
        "Optional" | "OptionalHasElement" => (0, Some(1)),
        "Abs"
        | "Acos"
        | "Acosh"
        | "ArgMax"
        | "ArgMin"
        | "Asin"
        | "Asinh"
        | "Atan"
        | "Atanh"
        | "AveragePool"
        | "Bernoulli"
        | "BitCast"
        | "BitwiseNot"
        | "BlackmanWindow"
        | "Cast"
        | "Ceil"
        | "Celu"
        | "ConcatFromSequence"
        | "ConstantOfShape"
        | "Cos"
        | "Cosh"
        | "DepthToSpace"
        | "Det"
        | "DynamicQuantizeLinear"
        | "Elu"
        | "Erf"
        | "Exp"
        | "EyeLike"
        | "Flatten"
        | "Floor"
        | "Gelu"
        | "GlobalAveragePool"
        | "GlobalLpPool"
        | "GlobalMaxPool"
        | "HammingWindow"
        | "HannWindow"
        | "HardSigmoid"
        | "HardSwish"
        | "Hardmax"
        | "Identity"
        | "If"
        | "ImageDecoder"
        | "IsInf"
        | "IsNaN"
        | "LRN"
        | "LeakyRelu"
        | "Log"
        | "LogSoftmax"
        | "LpNormalization"
        | "LpPool"
        | "MaxPool"
        | "MeanVarianceNormalization"
        | "Mish"
        | "Multinomial"
        | "Neg"
        | "NonZero"
        | "Not"
        | "OptionalGetElement"
        | "RandomNormalLike"
        | "RandomUniformLike"
        | "Reciprocal"
        | "RegexFullMatch"
        | "Relu"
        | "Round"
        | "Selu"
        | "SequenceLength"
        | "Shape"
        | "Shrink"
        | "Sigmoid"
        | "Sign"
        | "Sin"
        | "Sinh"
        | "Size"
        | "Softmax"
        | "Softplus"
        | "Softsign"
        | "SpaceToDepth"
        | "Sqrt"
        | "StringNormalizer"
        | "StringSplit"
        | "Swish"
        | "Tan"
        | "Tanh"
        | "TfIdfVectorizer"
        | "ThresholdedRelu"
        | "Transpose"
        | "Unique" => (1, Some(1)),
        "ReduceL1" | "ReduceL2" | "ReduceLogSum" | "ReduceLogSumExp" | "ReduceMax"
        | "ReduceMean" | "ReduceMin" | "ReduceProd" | "ReduceSum" | "ReduceSumSquare"
        | "Reshape" | "SequenceErase" | "Split" | "SplitToSequence" | "Squeeze" | "TopK"
        | "Trilu" | "Unsqueeze" | "Upsample" => (1, Some(2)),
        "Clip" | "DFT" | "Dropout" => (1, Some(3)),
        "Pad" | "Resize" => (1, Some(4)),
        "Slice" => (1, Some(5)),
        "Concat" | "Einsum" | "Max" | "Mean" | "Min" | "Scan" | "SequenceConstruct"
        | "SequenceMap" | "Sum" => (1, None),
        "Add" | "AffineGrid" | "And" | "BitShift" | "BitwiseAnd" | "BitwiseOr" | "BitwiseXor"
        | "CastLike" | "CenterCropPad" | "Compress" | "CumProd" | "CumSum" | "Div" | "Equal"
        | "Expand" | "Gather" | "GatherElements" | "GatherND" | "Greater" | "GreaterOrEqual"
        | "GridSample" | "Less" | "LessOrEqual" | "MatMul" | "MaxRoiPool" | "Mod" | "Mul"
        | "Or" | "PRelu" | "Pow" | "RMSNormalization" | "ReverseSequence" | "SequenceAt"
        | "StringConcat" | "Sub" | "SwiGLU" | "Xor" => (2, Some(2)),
        "Conv"
        | "ConvTranspose"
        | "DequantizeLinear"
        | "Gemm"
        | "LayerNormalization"
        | "MaxUnpool"
        | "NegativeLogLikelihoodLoss"
        | "QuantizeLinear"
        | "SequenceInsert"
        | "SoftmaxCrossEntropyLoss"
        | "TensorScatter"
        | "Tile" => (2, Some(3)),
        "CausalConvWithState" | "ConvInteger" | "MatMulInteger" | "STFT" => (2, Some(4)),
        "NonMaxSuppression" => (2, Some(5)),
        "Loop" => (2, None),
        "Col2Im"
        | "GroupNormalization"
        | "InstanceNormalization"
        | "OneHot"
        | "Range"
        | "RoiAlign"
        | "Scatter"
        | "ScatterElements"
        | "ScatterND"
        | "Where" => (3, Some(3)),
        "RotaryEmbedding" => (3, Some(4)),
        "DeformConv" => (3, Some(5)),
        "GRU" | "LinearAttention" | "RNN" => (3, Some(6)),
        "Attention" => (3, Some(7)),
        "LSTM" => (3, Some(8)),
        "BatchNormalization" | "MelWeightMatrix" => (5, Some(5)),
        "QLinearMatMul" => (8, Some(8)),
        "QLinearConv" => (8, Some(9)),
        _ => return None,
    })
}
