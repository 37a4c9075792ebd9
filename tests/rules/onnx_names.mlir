// Ops that do as others do, by their names.

func.func @names(%x: tensor<2x3x4xf32>, %s: tensor<3xf32>) {
  %u0 = "onnx.Acos"(%x) : (tensor<2x3x4xf32>) -> tensor<?x?x?xf32>
  %u1 = "onnx.Acosh"(%u0) : (tensor<?x?x?xf32>) -> tensor<?x?x?xf32>
  %u2 = "onnx.Asin"(%u1) : (tensor<?x?x?xf32>) -> tensor<?x?x?xf32>
  %u3 = "onnx.Asinh"(%u2) : (tensor<?x?x?xf32>) -> tensor<?x?x?xf32>
  %u4 = "onnx.Atan"(%u3) : (tensor<?x?x?xf32>) -> tensor<?x?x?xf32>
  %u5 = "onnx.Atanh"(%u4) : (tensor<?x?x?xf32>) -> tensor<?x?x?xf32>
  %u6 = "onnx.BitwiseNot"(%u5) : (tensor<?x?x?xf32>) -> tensor<?x?x?xf32>
  %u7 = "onnx.Celu"(%u6) : (tensor<?x?x?xf32>) -> tensor<?x?x?xf32>
  %u8 = "onnx.ClipV11"(%u7) : (tensor<?x?x?xf32>) -> tensor<?x?x?xf32>
  %u9 = "onnx.ClipV12"(%u8) : (tensor<?x?x?xf32>) -> tensor<?x?x?xf32>
  %u10 = "onnx.ClipV6"(%u9) : (tensor<?x?x?xf32>) -> tensor<?x?x?xf32>
  %u11 = "onnx.Cosh"(%u10) : (tensor<?x?x?xf32>) -> tensor<?x?x?xf32>
  %u12 = "onnx.HardSwish"(%u11) : (tensor<?x?x?xf32>) -> tensor<?x?x?xf32>
  %u13 = "onnx.Hardmax"(%u12) : (tensor<?x?x?xf32>) -> tensor<?x?x?xf32>
  %u14 = "onnx.IsInf"(%u13) : (tensor<?x?x?xf32>) -> tensor<?x?x?xf32>
  %u15 = "onnx.IsNaN"(%u14) : (tensor<?x?x?xf32>) -> tensor<?x?x?xf32>
  %u16 = "onnx.LRN"(%u15) : (tensor<?x?x?xf32>) -> tensor<?x?x?xf32>
  %u17 = "onnx.LogSoftmaxV11"(%u16) : (tensor<?x?x?xf32>) -> tensor<?x?x?xf32>
  %u18 = "onnx.LpNormalization"(%u17) : (tensor<?x?x?xf32>) -> tensor<?x?x?xf32>
  %u19 = "onnx.Mish"(%u18) : (tensor<?x?x?xf32>) -> tensor<?x?x?xf32>
  %u20 = "onnx.Scatter"(%u19) : (tensor<?x?x?xf32>) -> tensor<?x?x?xf32>
  %u21 = "onnx.Selu"(%u20) : (tensor<?x?x?xf32>) -> tensor<?x?x?xf32>
  %u22 = "onnx.Shrink"(%u21) : (tensor<?x?x?xf32>) -> tensor<?x?x?xf32>
  %u23 = "onnx.Sinh"(%u22) : (tensor<?x?x?xf32>) -> tensor<?x?x?xf32>
  %u24 = "onnx.SoftmaxV11"(%u23) : (tensor<?x?x?xf32>) -> tensor<?x?x?xf32>
  %u25 = "onnx.Softsign"(%u24) : (tensor<?x?x?xf32>) -> tensor<?x?x?xf32>
  %u26 = "onnx.Tan"(%u25) : (tensor<?x?x?xf32>) -> tensor<?x?x?xf32>
  %u27 = "onnx.ThresholdedRelu"(%u26) : (tensor<?x?x?xf32>) -> tensor<?x?x?xf32>
  %u28 = "onnx.Trilu"(%u27) : (tensor<?x?x?xf32>) -> tensor<?x?x?xf32>
  %f0 = "onnx.BatchNormalization"(%u28, %s, %s) : (tensor<?x?x?xf32>, tensor<3xf32>, tensor<3xf32>) -> tensor<?x?x?xf32>
  %f1 = "onnx.BatchNormalizationV9"(%f0, %s, %s) : (tensor<?x?x?xf32>, tensor<3xf32>, tensor<3xf32>) -> tensor<?x?x?xf32>
  %f2 = "onnx.GroupNormalization"(%f1, %s, %s) : (tensor<?x?x?xf32>, tensor<3xf32>, tensor<3xf32>) -> tensor<?x?x?xf32>
  %f3 = "onnx.InstanceNormalization"(%f2, %s, %s) : (tensor<?x?x?xf32>, tensor<3xf32>, tensor<3xf32>) -> tensor<?x?x?xf32>
  %q0 = "test.reify_bound"(%f3) {dim = 0} : (tensor<?x?x?xf32>) -> index // = 2
  %q1 = "test.reify_bound"(%f3) {dim = 1} : (tensor<?x?x?xf32>) -> index // = 3
  %q2 = "test.reify_bound"(%f3) {dim = 2} : (tensor<?x?x?xf32>) -> index // = 4
  %m0 = "onnx.Mean"(%x, %x) : (tensor<2x3x4xf32>, tensor<2x3x4xf32>) -> tensor<?x?x?xf32>
  %q3 = "test.reify_bound"(%m0) {dim = 0} : (tensor<?x?x?xf32>) -> index // = 2
  %q4 = "test.reify_bound"(%m0) {dim = 1} : (tensor<?x?x?xf32>) -> index // = 3
  %q5 = "test.reify_bound"(%m0) {dim = 2} : (tensor<?x?x?xf32>) -> index // = 4
  %m1 = "onnx.Min"(%x, %x) : (tensor<2x3x4xf32>, tensor<2x3x4xf32>) -> tensor<?x?x?xf32>
  %q6 = "test.reify_bound"(%m1) {dim = 0} : (tensor<?x?x?xf32>) -> index // = 2
  %q7 = "test.reify_bound"(%m1) {dim = 1} : (tensor<?x?x?xf32>) -> index // = 3
  %q8 = "test.reify_bound"(%m1) {dim = 2} : (tensor<?x?x?xf32>) -> index // = 4
  %none = "onnx.NoValue"() : () -> none
  %pads = "onnx.Constant"() {value = dense<[1, 0, 2, 0, 0, 3]> : tensor<6xi64>} : () -> tensor<6xi64>
  %pV11 = "onnx.PadV11"(%x, %pads, %none) : (tensor<2x3x4xf32>, tensor<6xi64>, none) -> tensor<?x?x?xf32>
  %q9 = "test.reify_bound"(%pV11) {dim = 0} : (tensor<?x?x?xf32>) -> index // = 3
  %q10 = "test.reify_bound"(%pV11) {dim = 1} : (tensor<?x?x?xf32>) -> index // = 3
  %q11 = "test.reify_bound"(%pV11) {dim = 2} : (tensor<?x?x?xf32>) -> index // = 9
  %pV13 = "onnx.PadV13"(%x, %pads, %none) : (tensor<2x3x4xf32>, tensor<6xi64>, none) -> tensor<?x?x?xf32>
  %q12 = "test.reify_bound"(%pV13) {dim = 0} : (tensor<?x?x?xf32>) -> index // = 3
  %q13 = "test.reify_bound"(%pV13) {dim = 1} : (tensor<?x?x?xf32>) -> index // = 3
  %q14 = "test.reify_bound"(%pV13) {dim = 2} : (tensor<?x?x?xf32>) -> index // = 9
  %pV18 = "onnx.PadV18"(%x, %pads, %none) : (tensor<2x3x4xf32>, tensor<6xi64>, none) -> tensor<?x?x?xf32>
  %q15 = "test.reify_bound"(%pV18) {dim = 0} : (tensor<?x?x?xf32>) -> index // = 3
  %q16 = "test.reify_bound"(%pV18) {dim = 1} : (tensor<?x?x?xf32>) -> index // = 3
  %q17 = "test.reify_bound"(%pV18) {dim = 2} : (tensor<?x?x?xf32>) -> index // = 9
  %ReduceL1V13 = "onnx.ReduceL1V13"(%x) {axes = [-1, 0], keepdims = 0 : si64} : (tensor<2x3x4xf32>) -> tensor<?xf32>
  %q18 = "test.reify_bound"(%ReduceL1V13) {dim = 0} : (tensor<?xf32>) -> index // = 3
  %ReduceL2V13 = "onnx.ReduceL2V13"(%x) {axes = [-1, 0], keepdims = 0 : si64} : (tensor<2x3x4xf32>) -> tensor<?xf32>
  %q19 = "test.reify_bound"(%ReduceL2V13) {dim = 0} : (tensor<?xf32>) -> index // = 3
  %ReduceLogSumV13 = "onnx.ReduceLogSumV13"(%x) {axes = [-1, 0], keepdims = 0 : si64} : (tensor<2x3x4xf32>) -> tensor<?xf32>
  %q20 = "test.reify_bound"(%ReduceLogSumV13) {dim = 0} : (tensor<?xf32>) -> index // = 3
  %ReduceLogSumExpV13 = "onnx.ReduceLogSumExpV13"(%x) {axes = [-1, 0], keepdims = 0 : si64} : (tensor<2x3x4xf32>) -> tensor<?xf32>
  %q21 = "test.reify_bound"(%ReduceLogSumExpV13) {dim = 0} : (tensor<?xf32>) -> index // = 3
  %ReduceMaxV13 = "onnx.ReduceMaxV13"(%x) {axes = [-1, 0], keepdims = 0 : si64} : (tensor<2x3x4xf32>) -> tensor<?xf32>
  %q22 = "test.reify_bound"(%ReduceMaxV13) {dim = 0} : (tensor<?xf32>) -> index // = 3
  %ReduceMinV13 = "onnx.ReduceMinV13"(%x) {axes = [-1, 0], keepdims = 0 : si64} : (tensor<2x3x4xf32>) -> tensor<?xf32>
  %q23 = "test.reify_bound"(%ReduceMinV13) {dim = 0} : (tensor<?xf32>) -> index // = 3
  %ReduceProdV13 = "onnx.ReduceProdV13"(%x) {axes = [-1, 0], keepdims = 0 : si64} : (tensor<2x3x4xf32>) -> tensor<?xf32>
  %q24 = "test.reify_bound"(%ReduceProdV13) {dim = 0} : (tensor<?xf32>) -> index // = 3
  %ReduceSumSquareV13 = "onnx.ReduceSumSquareV13"(%x) {axes = [-1, 0], keepdims = 0 : si64} : (tensor<2x3x4xf32>) -> tensor<?xf32>
  %q25 = "test.reify_bound"(%ReduceSumSquareV13) {dim = 0} : (tensor<?xf32>) -> index // = 3
  %ReduceSumV11 = "onnx.ReduceSumV11"(%x) {axes = [-1, 0], keepdims = 0 : si64} : (tensor<2x3x4xf32>) -> tensor<?xf32>
  %q26 = "test.reify_bound"(%ReduceSumV11) {dim = 0} : (tensor<?xf32>) -> index // = 3
  %axes = "onnx.Constant"() {value = dense<[1]> : tensor<1xi64>} : () -> tensor<1xi64>
  %ReduceMaxV18 = "onnx.ReduceMaxV18"(%x, %axes) : (tensor<2x3x4xf32>, tensor<1xi64>) -> tensor<?x?x?xf32>
  %q27 = "test.reify_bound"(%ReduceMaxV18) {dim = 0} : (tensor<?x?x?xf32>) -> index // = 2
  %q28 = "test.reify_bound"(%ReduceMaxV18) {dim = 1} : (tensor<?x?x?xf32>) -> index // = 1
  %q29 = "test.reify_bound"(%ReduceMaxV18) {dim = 2} : (tensor<?x?x?xf32>) -> index // = 4
  %ReduceMinV18 = "onnx.ReduceMinV18"(%x, %axes) : (tensor<2x3x4xf32>, tensor<1xi64>) -> tensor<?x?x?xf32>
  %q30 = "test.reify_bound"(%ReduceMinV18) {dim = 0} : (tensor<?x?x?xf32>) -> index // = 2
  %q31 = "test.reify_bound"(%ReduceMinV18) {dim = 1} : (tensor<?x?x?xf32>) -> index // = 1
  %q32 = "test.reify_bound"(%ReduceMinV18) {dim = 2} : (tensor<?x?x?xf32>) -> index // = 4
  %sizes = "onnx.Constant"() {value = dense<[2, 6, 8]> : tensor<3xi64>} : () -> tensor<3xi64>
  %rV11 = "onnx.ResizeV11"(%x, %none, %none, %sizes) : (tensor<2x3x4xf32>, none, none, tensor<3xi64>) -> tensor<?x?x?xf32>
  %q33 = "test.reify_bound"(%rV11) {dim = 0} : (tensor<?x?x?xf32>) -> index // = 2
  %q34 = "test.reify_bound"(%rV11) {dim = 1} : (tensor<?x?x?xf32>) -> index // = 6
  %q35 = "test.reify_bound"(%rV11) {dim = 2} : (tensor<?x?x?xf32>) -> index // = 8
  %rV13 = "onnx.ResizeV13"(%x, %none, %none, %sizes) : (tensor<2x3x4xf32>, none, none, tensor<3xi64>) -> tensor<?x?x?xf32>
  %q36 = "test.reify_bound"(%rV13) {dim = 0} : (tensor<?x?x?xf32>) -> index // = 2
  %q37 = "test.reify_bound"(%rV13) {dim = 1} : (tensor<?x?x?xf32>) -> index // = 6
  %q38 = "test.reify_bound"(%rV13) {dim = 2} : (tensor<?x?x?xf32>) -> index // = 8
  %rV18 = "onnx.ResizeV18"(%x, %none, %none, %sizes) : (tensor<2x3x4xf32>, none, none, tensor<3xi64>) -> tensor<?x?x?xf32>
  %q39 = "test.reify_bound"(%rV18) {dim = 0} : (tensor<?x?x?xf32>) -> index // = 2
  %q40 = "test.reify_bound"(%rV18) {dim = 1} : (tensor<?x?x?xf32>) -> index // = 6
  %q41 = "test.reify_bound"(%rV18) {dim = 2} : (tensor<?x?x?xf32>) -> index // = 8
  %sp:2 = "onnx.SplitV13"(%x, %none) {axis = 2 : si64} : (tensor<2x3x4xf32>, none) -> (tensor<?x?x?xf32>, tensor<?x?x?xf32>)
  %q42 = "test.reify_bound"(%sp#1) {dim = 0} : (tensor<?x?x?xf32>) -> index // = 2
  %q43 = "test.reify_bound"(%sp#1) {dim = 1} : (tensor<?x?x?xf32>) -> index // = 3
  %q44 = "test.reify_bound"(%sp#1) {dim = 2} : (tensor<?x?x?xf32>) -> index // = 2
  %s2:2 = "onnx.SplitV2"(%x) {axis = 1 : si64, split = [1, 2]} : (tensor<2x3x4xf32>) -> (tensor<?x?x?xf32>, tensor<?x?x?xf32>)
  %q45 = "test.reify_bound"(%s2#1) {dim = 0} : (tensor<?x?x?xf32>) -> index // = 2
  %q46 = "test.reify_bound"(%s2#1) {dim = 1} : (tensor<?x?x?xf32>) -> index // = 2
  %q47 = "test.reify_bound"(%s2#1) {dim = 2} : (tensor<?x?x?xf32>) -> index // = 4
  return
}

func.func @quantized(%x: tensor<?x4xf32>, %y: tensor<4x5xi8>, %u: tensor<4xui8>, %image: tensor<?x2x9xui8>, %kernel: tensor<6x2x3xui8>, %scale: tensor<f32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %x0 = tensor.dim %x, %c0 : tensor<?x4xf32>
  %s0 = "onnx.QuantizeLinear"(%x, %scale) : (tensor<?x4xf32>, tensor<f32>) -> tensor<?x?xf32>
  %s1 = "onnx.DequantizeLinear"(%s0, %scale) : (tensor<?x?xf32>, tensor<f32>) -> tensor<?x?xf32>
  %s2 = "onnx.CastLike"(%s1, %scale) : (tensor<?x?xf32>, tensor<f32>) -> tensor<?x?xf32>
  %s3 = "onnx.Bernoulli"(%s2) : (tensor<?x?xf32>) -> tensor<?x?xf32>
  %s4 = "onnx.EyeLike"(%s3) : (tensor<?x?xf32>) -> tensor<?x?xf32>
  %s5 = "onnx.MeanVarianceNormalization"(%s4) : (tensor<?x?xf32>) -> tensor<?x?xf32>
  %s6 = "onnx.PRelu"(%s5, %scale) : (tensor<?x?xf32>, tensor<f32>) -> tensor<?x?xf32>
  %s7 = "onnx.RandomNormalLike"(%s6) : (tensor<?x?xf32>) -> tensor<?x?xf32>
  %s8 = "onnx.RandomUniformLike"(%s7) : (tensor<?x?xf32>) -> tensor<?x?xf32>
  %s9 = "onnx.ReverseSequence"(%s8, %scale) : (tensor<?x?xf32>, tensor<f32>) -> tensor<?x?xf32>
  %s = tensor.dim %s9, %c0 : tensor<?x?xf32>
  "test.compare"(%s, %x0) {cmp = "EQ"} : (index, index) -> () // = true
  %q0 = "test.reify_bound"(%s9) {dim = 1, type = "EQ", constant} : (tensor<?x?xf32>) -> index // = 4
  %b0 = "onnx.BitShift"(%u, %u) : (tensor<4xui8>, tensor<4xui8>) -> tensor<?xui8>
  %b1 = "onnx.BitwiseAnd"(%b0, %u) : (tensor<?xui8>, tensor<4xui8>) -> tensor<?xui8>
  %b2 = "onnx.BitwiseOr"(%b1, %u) : (tensor<?xui8>, tensor<4xui8>) -> tensor<?xui8>
  %b3 = "onnx.BitwiseXor"(%b2, %u) : (tensor<?xui8>, tensor<4xui8>) -> tensor<?xui8>
  %q1 = "test.reify_bound"(%b3) {dim = 0, type = "EQ", constant} : (tensor<?xui8>) -> index // = 4
  %m = "onnx.MatMulInteger"(%s0, %y) : (tensor<?x?xf32>, tensor<4x5xi8>) -> tensor<?x?xi32>
  %m0 = tensor.dim %m, %c0 : tensor<?x?xi32>
  "test.compare"(%m0, %x0) {cmp = "EQ"} : (index, index) -> () // = true
  %q2 = "test.reify_bound"(%m) {dim = 1, type = "EQ", constant} : (tensor<?x?xi32>) -> index // = 5
  %c = "onnx.ConvInteger"(%image, %kernel) {strides = [2], pads = [1, 0]} : (tensor<?x2x9xui8>, tensor<6x2x3xui8>) -> tensor<?x?x?xi32>
  %q3 = "test.reify_bound"(%c) {dim = 1, type = "EQ", constant} : (tensor<?x?x?xi32>) -> index // = 6
  %q4 = "test.reify_bound"(%c) {dim = 2, type = "EQ", constant} : (tensor<?x?x?xi32>) -> index // = 4
  // how many elements there are, and where those are that are not 0
  %size = "onnx.Size"(%x) : (tensor<?x4xf32>) -> tensor<i64>
  %n = tensor.extract %size[] : tensor<i64>
  %count = arith.index_cast %n : i64 to index
  %four = affine.apply affine_map<()[s0] -> (s0 * 4)>()[%x0]
  "test.compare"(%count, %four) {cmp = "EQ"} : (index, index) -> () // = true
  %at = "onnx.NonZero"(%x) : (tensor<?x4xf32>) -> tensor<?x?xi64>
  %q5 = "test.reify_bound"(%at) {dim = 0, type = "EQ", constant} : (tensor<?x?xi64>) -> index // = 2
  %at1 = tensor.dim %at, %c1 : tensor<?x?xi64>
  "test.compare"(%at1, %four) {cmp = "LE"} : (index, index) -> () // = true
  return
}
