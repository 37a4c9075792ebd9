// Sizes of blocks, of windows that are padded, of what is resized along axes, of lists of sizes.

func.func @blocks(%x: tensor<?x8x6x?xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %x0 = tensor.dim %x, %c0 : tensor<?x8x6x?xf32>
  %x3 = tensor.dim %x, %c3 : tensor<?x8x6x?xf32>
  %r = "onnx.DepthToSpace"(%x) {blocksize = 2 : si64} : (tensor<?x8x6x?xf32>) -> tensor<?x?x?x?xf32>
  %r0 = tensor.dim %r, %c0 : tensor<?x?x?x?xf32>
  %r3 = tensor.dim %r, %c3 : tensor<?x?x?x?xf32>
  %twice = arith.addi %x3, %x3 overflow<nsw> : index
  "test.compare"(%r0, %x0) {cmp = "EQ"} : (index, index) -> () // = true
  "test.compare"(%r3, %twice) {cmp = "EQ"} : (index, index) -> () // = true
  %0 = "test.reify_bound"(%r) {dim = 1, constant} : (tensor<?x?x?x?xf32>) -> index // = 2
  %1 = "test.reify_bound"(%r) {dim = 2, constant} : (tensor<?x?x?x?xf32>) -> index // = 12
  %s = "onnx.SpaceToDepth"(%x) {blocksize = 2 : si64} : (tensor<?x8x6x?xf32>) -> tensor<?x?x?x?xf32>
  %2 = "test.reify_bound"(%s) {dim = 1, constant} : (tensor<?x?x?x?xf32>) -> index // = 32
  %3 = "test.reify_bound"(%s) {dim = 2, constant} : (tensor<?x?x?x?xf32>) -> index // = 3
  %s0 = tensor.dim %s, %c0 : tensor<?x?x?x?xf32>
  "test.compare"(%s0, %x0) {cmp = "EQ"} : (index, index) -> () // = true
  return
}

func.func @padded(%x: tensor<1x8x7x9xf32>, %w: tensor<8x5x1x1xf32>) {
  %p = "onnx.MaxPoolSingleOut"(%x) {kernel_shape = [3, 3], strides = [2, 4], auto_pad = "SAME_UPPER"} : (tensor<1x8x7x9xf32>) -> tensor<?x?x?x?xf32>
  %0 = "test.reify_bound"(%p) {dim = 2, constant} : (tensor<?x?x?x?xf32>) -> index // = 4
  %1 = "test.reify_bound"(%p) {dim = 3, constant} : (tensor<?x?x?x?xf32>) -> index // = 3
  // where sizes are rounded up, versions differ in what counts as a window
  %q = "onnx.MaxPoolSingleOut"(%x) {kernel_shape = [3, 3], strides = [2, 4], auto_pad = "SAME_UPPER", ceil_mode = 1 : si64} : (tensor<1x8x7x9xf32>) -> tensor<?x?x?x?xf32>
  %2 = "test.reify_bound"(%q) {dim = 2, type = "UB", constant} : (tensor<?x?x?x?xf32>) -> index // = fail
  %t = "onnx.ConvTranspose"(%x, %w) {strides = [2, 2], output_shape = [15, 18]} : (tensor<1x8x7x9xf32>, tensor<8x5x1x1xf32>) -> tensor<?x?x?x?xf32>
  %3 = "test.reify_bound"(%t) {dim = 2, constant} : (tensor<?x?x?x?xf32>) -> index // = 15
  %4 = "test.reify_bound"(%t) {dim = 3, constant} : (tensor<?x?x?x?xf32>) -> index // = 18
  return
}

func.func @resized(%x: tensor<4x5x6xf32>) {
  %none = "onnx.NoValue"() {value} : () -> none
  %sizes = arith.constant dense<[9, 8]> : tensor<2xi64>
  %r = "onnx.Resize"(%x, %none, %none, %sizes) {axes = [-1, 0], mode = "nearest"} : (tensor<4x5x6xf32>, none, none, tensor<2xi64>) -> tensor<?x?x?xf32>
  %0 = "test.reify_bound"(%r) {dim = 0, constant} : (tensor<?x?x?xf32>) -> index // = 8
  %1 = "test.reify_bound"(%r) {dim = 1, constant} : (tensor<?x?x?xf32>) -> index // = 5
  %2 = "test.reify_bound"(%r) {dim = 2, constant} : (tensor<?x?x?xf32>) -> index // = 9
  %k = "onnx.Resize"(%x, %none, %none, %sizes) {axes = [-1, 0], keep_aspect_ratio_policy = "not_larger"} : (tensor<4x5x6xf32>, none, none, tensor<2xi64>) -> tensor<?x?x?xf32>
  %3 = "test.reify_bound"(%k) {dim = 0, type = "UB", constant} : (tensor<?x?x?xf32>) -> index // = fail
  %4 = "test.reify_bound"(%k) {dim = 1, constant} : (tensor<?x?x?xf32>) -> index // = 5
  return
}

func.func @reduced(%x: tensor<4x?xf32>) {
  %c1 = arith.constant 1 : index
  %x1 = tensor.dim %x, %c1 : tensor<4x?xf32>
  %none = arith.constant dense<> : tensor<0xi64>
  %r = "onnx.ReduceSum"(%x, %none) {noop_with_empty_axes = 1 : si64} : (tensor<4x?xf32>, tensor<0xi64>) -> tensor<?x?xf32>
  %r1 = tensor.dim %r, %c1 : tensor<?x?xf32>
  "test.compare"(%r1, %x1) {cmp = "EQ"} : (index, index) -> () // = true
  %s = "onnx.ReduceSum"(%x, %none) : (tensor<4x?xf32>, tensor<0xi64>) -> tensor<?x?xf32>
  %0 = "test.reify_bound"(%s) {dim = 1, constant} : (tensor<?x?xf32>) -> index // = 1
  return
}

func.func @lengths(%x: tensor<?x?x?xf32>) {
  %a = "onnx.Shape"(%x) : (tensor<?x?x?xf32>) -> tensor<?xi64>
  %0 = "test.reify_bound"(%a) {dim = 0, constant} : (tensor<?xi64>) -> index // = 3
  %b = "onnx.Shape"(%x) {start = -2 : si64, end = 9 : si64} : (tensor<?x?x?xf32>) -> tensor<?xi64>
  %1 = "test.reify_bound"(%b) {dim = 0, constant} : (tensor<?xi64>) -> index // = 2
  %c = "onnx.Shape"(%x) {start = 1 : si64, end = 0 : si64} : (tensor<?x?x?xf32>) -> tensor<?xi64>
  %2 = "test.reify_bound"(%c) {dim = 0, constant} : (tensor<?xi64>) -> index // = 0
  %d = "onnx.Shape"(%x) {start = -9 : si64, end = -1 : si64} : (tensor<?x?x?xf32>) -> tensor<?xi64>
  %3 = "test.reify_bound"(%d) {dim = 0, constant} : (tensor<?xi64>) -> index // = 2
  return
}
