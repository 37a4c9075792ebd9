// Branches and loops, sums of products, and sizes that are scaled.

func.func @branches(%c: tensor<i1>, %x: tensor<?x?xf32>, %y: tensor<?x4xf32>, %n: tensor<1xi64>) {
  %c0 = arith.constant 0 : index
  %zero = "onnx.Constant"() {value = dense<[0]> : tensor<1xi64>} : () -> tensor<1xi64>
  %r:2 = "onnx.If"(%c) ({
    %a = "onnx.Relu"(%x) : (tensor<?x?xf32>) -> tensor<?x?xf32>
    "onnx.Yield"(%a, %zero) : (tensor<?x?xf32>, tensor<1xi64>) -> ()
  }, {
    %b = "onnx.Neg"(%x) : (tensor<?x?xf32>) -> tensor<?x?xf32>
    "onnx.Yield"(%b, %zero) : (tensor<?x?xf32>, tensor<1xi64>) -> ()
  }) : (tensor<i1>) -> (tensor<?x?xf32>, tensor<1xi64>)
  %q0 = "test.reify_bound"(%r#0) {dim = 1} : (tensor<?x?xf32>) -> index // = sym
  %e = tensor.extract %r#1[%c0] : tensor<1xi64>
  %i = arith.index_cast %e : i64 to index
  %q1 = "test.reify_bound"(%i) {constant, type = "EQ"} : (index) -> index // = 0
  %other = "onnx.If"(%c) ({
    %in = tensor.extract %c[] : tensor<i1>
    %then = arith.index_castui %in : i1 to index
    %q2 = "test.reify_bound"(%then) {constant, type = "EQ"} : (index) -> index // = 1
    "onnx.Yield"(%x) : (tensor<?x?xf32>) -> ()
  }, {
    %in = tensor.extract %c[] : tensor<i1>
    %else = arith.index_castui %in : i1 to index
    %q3 = "test.reify_bound"(%else) {constant, type = "EQ"} : (index) -> index // = 0
    "onnx.Yield"(%y) : (tensor<?x4xf32>) -> ()
  }) : (tensor<i1>) -> tensor<?x?xf32>
  %q4 = "test.reify_bound"(%other) {dim = 0} : (tensor<?x?xf32>) -> index // = fail
  %same = "onnx.If"(%c) ({
    "onnx.Yield"(%n) : (tensor<1xi64>) -> ()
  }, {
    "onnx.Yield"(%n) : (tensor<1xi64>) -> ()
  }) : (tensor<i1>) -> tensor<1xi64>
  %f = tensor.extract %same[%c0] : tensor<1xi64>
  %j = arith.index_cast %f : i64 to index
  %g = tensor.extract %n[%c0] : tensor<1xi64>
  %k = arith.index_cast %g : i64 to index
  "test.compare"(%j, %k) {cmp = "EQ"} : (index, index) -> () // = true
  return
}

func.func @loop(%w: tensor<?x8xf32>, %x: tensor<?x?xf32>, %go: tensor<i1>, %m: tensor<i64>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %none = "onnx.NoValue"() {value} : () -> none
  %limit = "onnx.Constant"() {value = dense<10> : tensor<i64>} : () -> tensor<i64>
  %r:3 = "onnx.Loop"(%limit, %go, %w, %x) ({
  ^bb0(%iter: tensor<i64>, %cond: tensor<i1>, %kept: tensor<?x?xf32>, %grown: tensor<?x?xf32>):
    %number = tensor.extract %iter[] : tensor<i64>
    %i = arith.index_cast %number : i64 to index
    %q0 = "test.reify_bound"(%i) {constant, type = "LB"} : (index) -> index // = 0
    %q1 = "test.reify_bound"(%i) {constant, type = "UB"} : (index) -> index // = 10
    %q2 = "test.reify_bound"(%kept) {dim = 1} : (tensor<?x?xf32>) -> index // = 8
    %more = "onnx.Concat"(%grown, %w) {axis = 0 : si64} : (tensor<?x?xf32>, tensor<?x8xf32>) -> tensor<?x?xf32>
    %q3 = "test.reify_bound"(%grown) {dim = 0} : (tensor<?x?xf32>) -> index // = fail
    "onnx.Yield"(%cond, %kept, %more, %more) : (tensor<i1>, tensor<?x?xf32>, tensor<?x?xf32>, tensor<?x?xf32>) -> ()
  }) : (tensor<i64>, tensor<i1>, tensor<?x8xf32>, tensor<?x?xf32>) -> (tensor<?x?xf32>, tensor<?x?xf32>, tensor<?x?x?xf32>)
  %q4 = "test.reify_bound"(%r#0) {dim = 1} : (tensor<?x?xf32>) -> index // = 8
  %q5 = "test.reify_bound"(%r#1) {dim = 0} : (tensor<?x?xf32>) -> index // = fail
  %q6 = "test.reify_bound"(%r#2) {constant, dim = 0, type = "UB"} : (tensor<?x?x?xf32>) -> index // = 11
  // Without a limit nothing bounds the number of iterations.
  %s:2 = "onnx.Loop"(%none, %go, %x) ({
  ^bb0(%iter: tensor<i64>, %cond: tensor<i1>, %kept: tensor<?x?xf32>):
    %number = tensor.extract %iter[] : tensor<i64>
    %i = arith.index_cast %number : i64 to index
    %q7 = "test.reify_bound"(%i) {constant, type = "UB"} : (index) -> index // = 9223372036854775808
    "onnx.Yield"(%cond, %kept, %kept) : (tensor<i1>, tensor<?x?xf32>, tensor<?x?xf32>) -> ()
  }) : (none, tensor<i1>, tensor<?x?xf32>) -> (tensor<?x?xf32>, tensor<?x?x?xf32>)
  %q8 = "test.reify_bound"(%s#1) {constant, dim = 0, type = "UB"} : (tensor<?x?x?xf32>) -> index // = fail
  return
}

func.func @products(%a: tensor<?x3xf32>, %b: tensor<3x?xf32>, %one: tensor<1x7xf32>, %v: tensor<?xf32>) {
  %r = "onnx.Einsum"(%a, %b) {equation = "ij,jk->ki"} : (tensor<?x3xf32>, tensor<3x?xf32>) -> tensor<?x?xf32>
  %q0 = "test.reify_bound"(%r) {dim = 1} : (tensor<?x?xf32>) -> index // = sym
  %three = "onnx.Einsum"(%a, %b, %one) {equation = "ij,jk,ml->jl"} : (tensor<?x3xf32>, tensor<3x?xf32>, tensor<1x7xf32>) -> tensor<?x?xf32>
  %q1 = "test.reify_bound"(%three) {dim = 0} : (tensor<?x?xf32>) -> index // = 3
  %q2 = "test.reify_bound"(%three) {dim = 1} : (tensor<?x?xf32>) -> index // = 7
  // The size 1 is broadcast.
  %wide = "onnx.Einsum"(%one, %a) {equation = "ij,ik->ij"} : (tensor<1x7xf32>, tensor<?x3xf32>) -> tensor<?x?xf32>
  %q3 = "test.reify_bound"(%wide) {dim = 0} : (tensor<?x?xf32>) -> index // = sym
  // An ellipsis, and a number of operands that does not fit.
  %open = "onnx.Einsum"(%a, %b) {equation = "...j,jk->...k"} : (tensor<?x3xf32>, tensor<3x?xf32>) -> tensor<?x?xf32>
  %q4 = "test.reify_bound"(%open) {dim = 0} : (tensor<?x?xf32>) -> index // = fail
  %wrong = "onnx.Einsum"(%a) {equation = "ij,jk->ik"} : (tensor<?x3xf32>) -> tensor<?x?xf32>
  %q5 = "test.reify_bound"(%wrong) {dim = 0} : (tensor<?x?xf32>) -> index // = fail
  return
}

func.func @scales(%x: tensor<1x3x?x9xf32>, %s: tensor<4xf32>, %t: tensor<2xf32>) {
  %none = "onnx.NoValue"() {value} : () -> none
  %r = "onnx.Resize"(%x, %none, %s) {scale_numerators = [1, 1, 2, 3], scale_denominators = [1, 1, 1, 2]} : (tensor<1x3x?x9xf32>, none, tensor<4xf32>) -> tensor<?x?x?x?xf32>
  %q0 = "test.reify_bound"(%r) {dim = 2} : (tensor<?x?x?x?xf32>) -> index // = sym
  %q1 = "test.reify_bound"(%r) {dim = 3} : (tensor<?x?x?x?xf32>) -> index // = 13
  %along = "onnx.Resize"(%x, %none, %t) {axes = [-1, 1], scale_numerators = [3, 2], scale_denominators = [2, 1]} : (tensor<1x3x?x9xf32>, none, tensor<2xf32>) -> tensor<?x?x?x?xf32>
  %q2 = "test.reify_bound"(%along) {dim = 1} : (tensor<?x?x?x?xf32>) -> index // = 6
  %q3 = "test.reify_bound"(%along) {dim = 3} : (tensor<?x?x?x?xf32>) -> index // = 13
  %open = "onnx.Resize"(%x, %none, %s) : (tensor<1x3x?x9xf32>, none, tensor<4xf32>) -> tensor<?x?x?x?xf32>
  %q4 = "test.reify_bound"(%open) {dim = 3} : (tensor<?x?x?x?xf32>) -> index // = fail
  // Some scales are no exact quotients.
  %part = "onnx.Resize"(%x, %none, %s) {scale_numerators = [1, 1, 2, 0], scale_denominators = [1, 1, 1, 0]} : (tensor<1x3x?x9xf32>, none, tensor<4xf32>) -> tensor<?x?x?x?xf32>
  %q7 = "test.reify_bound"(%part) {dim = 1} : (tensor<?x?x?x?xf32>) -> index // = 3
  %q8 = "test.reify_bound"(%part) {dim = 3} : (tensor<?x?x?x?xf32>) -> index // = fail
  %two = "onnx.Resize"(%x, %none, %t) {axes = [3, 1], scale_numerators = [0, 2], scale_denominators = [0, 1]} : (tensor<1x3x?x9xf32>, none, tensor<2xf32>) -> tensor<?x?x?x?xf32>
  %q9 = "test.reify_bound"(%two) {dim = 1} : (tensor<?x?x?x?xf32>) -> index // = 6
  %q10 = "test.reify_bound"(%two) {dim = 3} : (tensor<?x?x?x?xf32>) -> index // = fail
  %up = "onnx.Upsample"(%x, %s) {scale_numerators = [1, 1, 2, 3], scale_denominators = [1, 1, 1, 2]} : (tensor<1x3x?x9xf32>, tensor<4xf32>) -> tensor<?x?x?x?xf32>
  %q5 = "test.reify_bound"(%up) {dim = 3} : (tensor<?x?x?x?xf32>) -> index // = 13
  %old = "onnx.ResizeV10"(%x, %s) {scale_numerators = [1, 1, 2, 1], scale_denominators = [1, 1, 1, 2]} : (tensor<1x3x?x9xf32>, tensor<4xf32>) -> tensor<?x?x?x?xf32>
  %q6 = "test.reify_bound"(%old) {dim = 3} : (tensor<?x?x?x?xf32>) -> index // = 4
  return
}
