func.func @shapes(%t: tensor<?x7xf32>, %n: index, %m: index, %f: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %d = tensor.dim %t, %c0 : tensor<?x7xf32>
  %e = tensor.empty(%n) : tensor<6x?xf32>
  %0 = "test.reify_bound"(%e) {dim = 0} : (tensor<6x?xf32>) -> index // = 6
  %1 = "test.reify_bound"(%e) {dim = 1} : (tensor<6x?xf32>) -> index // = sym
  // a size is not negative once it was used as one
  "test.compare"(%n, %c0) {cmp = "GE"} : (index, index) -> () // = true
  "test.compare"(%m, %c0) {cmp = "GE"} : (index, index) -> () // = fail
  %c = tensor.cast %e : tensor<6x?xf32> to tensor<?x?xf32>
  %2 = "test.reify_bound"(%c) {dim = 0} : (tensor<?x?xf32>) -> index // = 6
  %s = tensor.extract_slice %c[0, 2] [1, %m] [1, 1] : tensor<?x?xf32> to tensor<?xf32>
  %3 = "test.reify_bound"(%s) {dim = 0} : (tensor<?xf32>) -> index // = sym
  %i = tensor.insert %f into %c[%c0, %c0] : tensor<?x?xf32>
  %4 = "test.reify_bound"(%i) {dim = 0} : (tensor<?x?xf32>) -> index // = 6
  %j = tensor.insert_slice %s into %i[0, 2] [1, %m] [1, 1] : tensor<?xf32> into tensor<?x?xf32>
  %5 = "test.reify_bound"(%j) {dim = 0} : (tensor<?x?xf32>) -> index // = 6
  %r = tensor.rank %c : tensor<?x?xf32>
  %6 = "test.reify_bound"(%r) : (index) -> index // = 2
  %7 = "test.reify_bound"(%d) {constant, type = "LB"} : (index) -> index // = 0
  return
}

func.func @pad(%t: tensor<?x7xf32>, %a: index, %b: index) {
  %c0 = arith.constant 0 : index
  %z = arith.constant 0.0 : f32
  %p = tensor.pad %t low[3, 5] high[%a, %b] {
  ^bb0(%i: index, %j: index):
    tensor.yield %z : f32
  } : tensor<?x7xf32> to tensor<?x?xf32>
  %d = tensor.dim %p, %c0 : tensor<?x?xf32>
  %e = tensor.dim %t, %c0 : tensor<?x7xf32>
  "test.compare"(%d, %e, %a) {lhs_map = affine_map<(d0) -> (d0)>, rhs_map = affine_map<(d0, d1) -> (d0 + d1 + 3)>} : (index, index, index) -> () // = true
  %0 = "test.reify_bound"(%p) {dim = 1} : (tensor<?x?xf32>) -> index // = sym
  return
}

// collapse expand concat
func.func @reshapes(%t: tensor<3x4x?x2xf32>, %u: tensor<?x4x?x2xf32>, %n: index) {
  %c0 = arith.constant 0 : index
  %c = tensor.collapse_shape %t [[0, 1], [2, 3]] : tensor<3x4x?x2xf32> into tensor<12x?xf32>
  %0 = "test.reify_bound"(%c) {dim = 0} : (tensor<12x?xf32>) -> index // = 12
  %1 = "test.reify_bound"(%c) {dim = 1} : (tensor<12x?xf32>) -> index // = sym
  %e = tensor.expand_shape %c [[0], [1, 2]] output_shape [12, %n, 2] : tensor<12x?xf32> into tensor<12x?x2xf32>
  %2 = "test.reify_bound"(%e) {dim = 1} : (tensor<12x?x2xf32>) -> index // = sym
  // what is expanded is the product again
  %c2 = arith.constant 2 : index
  %d = tensor.dim %t, %c2 : tensor<3x4x?x2xf32>
  "test.compare"(%d, %n) : (index, index) -> () // = true
  %k = tensor.concat dim(0) %t, %u : (tensor<3x4x?x2xf32>, tensor<?x4x?x2xf32>) -> tensor<?x4x?x2xf32>
  %3 = "test.reify_bound"(%k) {constant, dim = 0, type = "LB"} : (tensor<?x4x?x2xf32>) -> index // = 3
  %f = tensor.dim %u, %c2 : tensor<?x4x?x2xf32>
  "test.compare"(%d, %f) : (index, index) -> () // = true
  return
}

func.func @generate(%n: index, %f: f32) {
  %g = tensor.generate %n {
  ^bb0(%i: index, %j: index):
    "test.compare"(%i, %n) {cmp = "LT"} : (index, index) -> () // = true
    %0 = "test.reify_bound"(%j) {constant, type = "UB"} : (index) -> index // = 8
    tensor.yield %f : f32
  } : tensor<?x8xf32>
  %1 = "test.reify_bound"(%g) {dim = 0} : (tensor<?x8xf32>) -> index // = sym
  %s = tensor.splat %f[%n] : tensor<?xf32>
  %2 = "test.reify_bound"(%s) {dim = 0} : (tensor<?xf32>) -> index // = sym
  return
}

// what no rule knows
func.func @unknown(%t: tensor<*xf32>) {
  %0 = "test.foo"() : () -> tensor<?x?xf32>
  %1 = "test.reify_bound"(%0) {dim = 0, type = "UB"} : (tensor<?x?xf32>) -> index // = fail
  %2 = tensor.cast %t : tensor<*xf32> to tensor<?xf32>
  %3 = "test.reify_bound"(%2) {dim = 0} : (tensor<?xf32>) -> index // = fail
  return
}
