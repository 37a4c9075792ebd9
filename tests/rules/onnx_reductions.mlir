// Pooling, reductions, Flatten and Where.

func.func @pools(%x: tensor<?x3x9x?xf32>) {
  %c0 = arith.constant 0 : index
  %c3 = arith.constant 3 : index
  %p = "onnx.MaxPoolSingleOut"(%x) {kernel_shape = [3, 3], pads = [1, 0, 1, 0], strides = [2, 1], dilations = [1, 2], ceil_mode = 0 : si64} : (tensor<?x3x9x?xf32>) -> tensor<?x?x?x?xf32>
  %p0 = tensor.dim %p, %c0 : tensor<?x?x?x?xf32>
  %x0 = tensor.dim %x, %c0 : tensor<?x3x9x?xf32>
  "test.compare"(%p0, %x0) {cmp = "EQ"} : (index, index) -> () // = true
  %0 = "test.reify_bound"(%p) {dim = 1} : (tensor<?x?x?x?xf32>) -> index // = 3
  %1 = "test.reify_bound"(%p) {dim = 2} : (tensor<?x?x?x?xf32>) -> index // = 5
  %p3 = tensor.dim %p, %c3 : tensor<?x?x?x?xf32>
  %x3 = tensor.dim %x, %c3 : tensor<?x3x9x?xf32>
  %less = affine.apply affine_map<()[s0] -> (s0 - 4)>()[%x3]
  "test.compare"(%p3, %less) {cmp = "EQ"} : (index, index) -> () // = true
  // Rounded up it may be one more.
  %q = "onnx.AveragePool"(%x) {kernel_shape = [2, 2], strides = [2, 2], ceil_mode = 1 : si64} : (tensor<?x3x9x?xf32>) -> tensor<?x?x?x?xf32>
  %2 = "test.reify_bound"(%q) {dim = 2} : (tensor<?x?x?x?xf32>) -> index // = fail
  %g = "onnx.GlobalAveragePool"(%x) : (tensor<?x3x9x?xf32>) -> tensor<?x?x?x?xf32>
  %g0 = tensor.dim %g, %c0 : tensor<?x?x?x?xf32>
  "test.compare"(%g0, %x0) {cmp = "EQ"} : (index, index) -> () // = true
  %3 = "test.reify_bound"(%g) {dim = 1} : (tensor<?x?x?x?xf32>) -> index // = 3
  %4 = "test.reify_bound"(%g) {dim = 3} : (tensor<?x?x?x?xf32>) -> index // = 1
  return
}

func.func @reductions(%x: tensor<?x?x5xf32>, %unknown: tensor<1xi64>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %x0 = tensor.dim %x, %c0 : tensor<?x?x5xf32>
  %x1 = tensor.dim %x, %c1 : tensor<?x?x5xf32>
  %last = "onnx.Constant"() {value = dense<-1> : tensor<1xi64>} : () -> tensor<1xi64>
  %none = "onnx.NoValue"() : () -> none
  %kept = "onnx.ReduceSum"(%x, %last) {keepdims = 1 : si64} : (tensor<?x?x5xf32>, tensor<1xi64>) -> tensor<?x?x?xf32>
  %k1 = tensor.dim %kept, %c1 : tensor<?x?x?xf32>
  "test.compare"(%k1, %x1) {cmp = "EQ"} : (index, index) -> () // = true
  %0 = "test.reify_bound"(%kept) {dim = 2} : (tensor<?x?x?xf32>) -> index // = 1
  %first = "onnx.ReduceMax"(%x) {axes = [0], keepdims = 0 : si64} : (tensor<?x?x5xf32>) -> tensor<?x?xf32>
  %f0 = tensor.dim %first, %c0 : tensor<?x?xf32>
  "test.compare"(%f0, %x1) {cmp = "EQ"} : (index, index) -> () // = true
  %1 = "test.reify_bound"(%first) {dim = 1} : (tensor<?x?xf32>) -> index // = 5
  %all = "onnx.ReduceMean"(%x, %none) : (tensor<?x?x5xf32>, none) -> tensor<?x?x?xf32>
  %2 = "test.reify_bound"(%all) {dim = 1} : (tensor<?x?x?xf32>) -> index // = 1
  %same = "onnx.ReduceMean"(%x, %none) {noop_with_empty_axes = 1 : si64} : (tensor<?x?x5xf32>, none) -> tensor<?x?x?xf32>
  %3 = "test.reify_bound"(%same) {dim = 1, type = "UB", constant} : (tensor<?x?x?xf32>) -> index // = fail
  %some = "onnx.ReduceMin"(%x, %unknown) : (tensor<?x?x5xf32>, tensor<1xi64>) -> tensor<?x?x?xf32>
  %4 = "test.reify_bound"(%some) {dim = 2} : (tensor<?x?x?xf32>) -> index // = fail
  return
}

func.func @flattened(%x: tensor<?x4x?x2xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %x0 = tensor.dim %x, %c0 : tensor<?x4x?x2xf32>
  %x2 = tensor.dim %x, %c2 : tensor<?x4x?x2xf32>
  %f = "onnx.Flatten"(%x) : (tensor<?x4x?x2xf32>) -> tensor<?x?xf32>
  %f0 = tensor.dim %f, %c0 : tensor<?x?xf32>
  "test.compare"(%f0, %x0) {cmp = "EQ"} : (index, index) -> () // = true
  %f1 = tensor.dim %f, %c1 : tensor<?x?xf32>
  %eight = affine.apply affine_map<()[s0] -> (s0 * 8)>()[%x2]
  "test.compare"(%f1, %eight) {cmp = "EQ"} : (index, index) -> () // = true
  %l = "onnx.Flatten"(%x) {axis = -1 : si64} : (tensor<?x4x?x2xf32>) -> tensor<?x?xf32>
  %0 = "test.reify_bound"(%l) {dim = 1} : (tensor<?x?xf32>) -> index // = 2
  %w = "onnx.Flatten"(%x) {axis = 4 : si64} : (tensor<?x4x?x2xf32>) -> tensor<?x?xf32>
  %1 = "test.reify_bound"(%w) {dim = 1} : (tensor<?x?xf32>) -> index // = 1
  %z = "onnx.Flatten"(%x) {axis = 0 : si64} : (tensor<?x4x?x2xf32>) -> tensor<?x?xf32>
  %2 = "test.reify_bound"(%z) {dim = 0} : (tensor<?x?xf32>) -> index // = 1
  return
}

func.func @chosen(%c: tensor<?x1xi1>, %x: tensor<7xf32>, %y: tensor<?x?xf32>, %one: tensor<1x1xi1>, %two: tensor<1xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %w = "onnx.Where"(%c, %x, %y) : (tensor<?x1xi1>, tensor<7xf32>, tensor<?x?xf32>) -> tensor<?x?xf32>
  %0 = "test.reify_bound"(%w) {dim = 1} : (tensor<?x?xf32>) -> index // = 7
  // What is chosen from has that size or 1.
  %1 = "test.reify_bound"(%y) {dim = 1, type = "UB", constant} : (tensor<?x?xf32>) -> index // = 8
  %s = "onnx.Where"(%one, %two, %y) : (tensor<1x1xi1>, tensor<1xf32>, tensor<?x?xf32>) -> tensor<?x?xf32>
  %s0 = tensor.dim %s, %c0 : tensor<?x?xf32>
  %y0 = tensor.dim %y, %c0 : tensor<?x?xf32>
  "test.compare"(%s0, %y0) {cmp = "EQ"} : (index, index) -> () // = true
  %w0 = tensor.dim %w, %c0 : tensor<?x?xf32>
  "test.compare"(%w0, %y0) {cmp = "EQ"} : (index, index) -> () // = fail
  return
}

// Others of these kinds: onnx.GlobalLpPool, onnx.LpPool, onnx.ReduceL1, onnx.ReduceL2, onnx.ReduceLogSum,
// onnx.ReduceLogSumExp, onnx.ReduceProd .
func.func @others(%x: tensor<?x3x9x9xf32>) {
  %m:2 = "onnx.MaxPool"(%x) {kernel_shape = [3, 3], auto_pad = "VALID"} : (tensor<?x3x9x9xf32>) -> (tensor<?x?x?x?xf32>, tensor<?x?x?x?xi64>)
  %0 = "test.reify_bound"(%m#0) {dim = 3} : (tensor<?x?x?x?xf32>) -> index // = 7
  %g = "onnx.GlobalMaxPool"(%x) : (tensor<?x3x9x9xf32>) -> tensor<?x?x?x?xf32>
  %1 = "test.reify_bound"(%g) {dim = 2} : (tensor<?x?x?x?xf32>) -> index // = 1
  %r = "onnx.ReduceSumSquare"(%x) {axes = [1, -1], keepdims = 0 : si64} : (tensor<?x3x9x9xf32>) -> tensor<?x?xf32>
  %2 = "test.reify_bound"(%r) {dim = 1} : (tensor<?x?xf32>) -> index // = 9
  return
}
