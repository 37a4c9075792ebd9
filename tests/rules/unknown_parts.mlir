// Where the rank, a size or an element that a definition needs is unknown, the result is unknown. It is not what the
// definition says of another dimension, another element or another case.

func.func @ranks(%x: tensor<*xf32>, %ids: tensor<*xi32>, %v: tensor<2x3x4xf32>, %w: tensor<3x4xf32>) {
  %five = stablehlo.constant dense<5> : tensor<i32>
  %p = "onnx.GlobalAveragePool"(%x) : (tensor<*xf32>) -> tensor<?x?x?xf32>
  %0 = "test.reify_bound"(%p) {dim = 0, type = "UB", constant} : (tensor<?x?x?xf32>) -> index // = fail
  %1 = "test.reify_bound"(%p) {dim = 2, type = "EQ", constant} : (tensor<?x?x?xf32>) -> index // = 1
  %g = "tosa.gather"(%v, %ids) : (tensor<2x3x4xf32>, tensor<*xi32>) -> tensor<?x?x?xf32>
  %2 = "test.reify_bound"(%g) {dim = 1, type = "UB", constant} : (tensor<?x?x?xf32>) -> index // = fail
  %3 = "test.reify_bound"(%g) {dim = 2, type = "EQ", constant} : (tensor<?x?x?xf32>) -> index // = 4
  %m = "tosa.matmul"(%x, %v) : (tensor<*xf32>, tensor<2x3x4xf32>) -> tensor<?x?x?xf32>
  %4 = "test.reify_bound"(%m) {dim = 1, type = "UB", constant} : (tensor<?x?x?xf32>) -> index // = fail
  %5 = "test.reify_bound"(%m) {dim = 2, type = "EQ", constant} : (tensor<?x?x?xf32>) -> index // = 4
  %d = "stablehlo.dot"(%x, %w) : (tensor<*xf32>, tensor<3x4xf32>) -> tensor<?x?xf32>
  %6 = "test.reify_bound"(%d) {dim = 0, type = "UB", constant} : (tensor<?x?xf32>) -> index // = fail
  %t:2 = "chlo.top_k"(%x) {k = 7 : i64} : (tensor<*xf32>) -> (tensor<?x?xf32>, tensor<?x?xi32>)
  %7 = "test.reify_bound"(%t#1) {dim = 0, type = "UB", constant} : (tensor<?x?xi32>) -> index // = fail
  %8 = "test.reify_bound"(%t#1) {dim = 1, type = "EQ", constant} : (tensor<?x?xi32>) -> index // = 7
  %u:2 = "stablehlo.custom_call"(%x, %five) {call_target_name = "stablehlo.dynamic_top_k"} : (tensor<*xf32>, tensor<i32>) -> (tensor<?x?xf32>, tensor<?x?xi32>)
  %9 = "test.reify_bound"(%u#0) {dim = 0, type = "UB", constant} : (tensor<?x?xf32>) -> index // = fail
  %10 = "test.reify_bound"(%u#0) {dim = 1, type = "EQ", constant} : (tensor<?x?xf32>) -> index // = 5
  %ten = stablehlo.constant dense<10> : tensor<1xi32>
  %r:2 = "stablehlo.custom_call"(%x, %ten) {call_target_name = "stablehlo.dynamic_rng_bit_generator"} : (tensor<*xf32>, tensor<1xi32>) -> (tensor<?xf32>, tensor<?xi32>)
  %11 = "test.reify_bound"(%r#0) {dim = 0, type = "UB", constant} : (tensor<?xf32>) -> index // = fail
  %12 = "test.reify_bound"(%r#1) {dim = 0, type = "EQ", constant} : (tensor<?xi32>) -> index // = 10
  return
}

func.func @elements(%x: tensor<4x4xf32>, %size: tensor<ui32>) {
  %c0 = arith.constant 0 : index
  %k = arith.constant dense<[5, 6, 7]> : tensor<3xi32>
  %any = tensor.cast %k : tensor<3xi32> to tensor<?xi32>
  // how many elements come after the first one is not known from the types
  %back = "stablehlo.reverse"(%any) {dimensions = array<i64: 0>} : (tensor<?xi32>) -> tensor<3xi32>
  %first = tensor.extract %back[%c0] : tensor<3xi32>
  %i = arith.index_cast %first : i32 to index
  %0 = "test.reify_bound"(%i) {type = "UB", constant} : (index) -> index // = 2147483648
  // an unsigned element has no column
  %set = "stablehlo.set_dimension_size"(%x, %size) {dimension = 0 : i64} : (tensor<4x4xf32>, tensor<ui32>) -> tensor<?x4xf32>
  %1 = "test.reify_bound"(%set) {dim = 0, type = "UB", constant} : (tensor<?x4xf32>) -> index // = fail
  return
}

// An attribute that is present, but not in a form that the rules read, is not absent: no default takes its place.
func.func @unread_attributes(%x: tensor<2x3x4xf32>, %y: tensor<3x4xf32>, %ids: tensor<5x1xi64>) {
  %turned = "onnx.Transpose"(%y) {perm = dense_resource<p> : tensor<2xi64>} : (tensor<3x4xf32>) -> tensor<?x?xf32>
  %0 = "test.reify_bound"(%turned) {dim = 0, type = "UB", constant} : (tensor<?x?xf32>) -> index // = fail
  %g = "stablehlo.gather"(%y, %ids) {dimension_numbers = #stablehlo.gather, slice_sizes = array<i64: 1, 4>} : (tensor<3x4xf32>, tensor<5x1xi64>) -> tensor<?x?xf32>
  %1 = "test.reify_bound"(%g) {dim = 0, type = "UB", constant} : (tensor<?x?xf32>) -> index // = fail
  %dot = "stablehlo.dot_general"(%x, %y) {dot_dimension_numbers = #stablehlo.dot} : (tensor<2x3x4xf32>, tensor<3x4xf32>) -> tensor<?x?x?xf32>
  %2 = "test.reify_bound"(%dot) {dim = 0, type = "UB", constant} : (tensor<?x?x?xf32>) -> index // = fail
  %sum = "onnx.ReduceSumV11"(%x) {keepdims = dense_resource<k> : tensor<1xi64>} : (tensor<2x3x4xf32>) -> tensor<?x?x?xf32>
  %3 = "test.reify_bound"(%sum) {dim = 0, type = "UB", constant} : (tensor<?x?x?xf32>) -> index // = fail
  %rows = "onnx.Gather"(%y, %ids) {axis = #my.axis} : (tensor<3x4xf32>, tensor<5x1xi64>) -> tensor<?x?x?xf32>
  %4 = "test.reify_bound"(%rows) {dim = 0, type = "UB", constant} : (tensor<?x?x?xf32>) -> index // = fail
  %5 = "test.reify_bound"(%rows) {dim = 2, type = "UB", constant} : (tensor<?x?x?xf32>) -> index // = fail
  %both = "stablehlo.concatenate"(%y, %y) {dimension = #my.axis} : (tensor<3x4xf32>, tensor<3x4xf32>) -> tensor<?x?xf32>
  %6 = "test.reify_bound"(%both) {dim = 0, type = "UB", constant} : (tensor<?x?xf32>) -> index // = fail
  %less = "tosa.reduce_sum"(%y) {axis = #my.axis} : (tensor<3x4xf32>) -> tensor<?x?xf32>
  %7 = "test.reify_bound"(%less) {dim = 0, type = "UB", constant} : (tensor<?x?xf32>) -> index // = fail
  %left = "stablehlo.reduce"(%x, %y) ({
  }) {dimensions = [#my.axis]} : (tensor<2x3x4xf32>, tensor<3x4xf32>) -> tensor<?x?xf32>
  %8 = "test.reify_bound"(%left) {dim = 0, type = "UB", constant} : (tensor<?x?xf32>) -> index // = fail
  return
}
