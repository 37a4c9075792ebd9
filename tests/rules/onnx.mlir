// Element by element, as they are and broadcast.
func.func @elementwise(%x: tensor<?x?x4xf32>, %b: tensor<4xf32>, %one: tensor<1x4xf32>, %p: tensor<?x4xi1>, %s: tensor<4xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %none = "onnx.NoValue"() : () -> none
  %d = tensor.dim %x, %c0 : tensor<?x?x4xf32>
  %e = tensor.dim %x, %c1 : tensor<?x?x4xf32>
  %u0 = "onnx.Abs"(%x) : (tensor<?x?x4xf32>) -> tensor<?x?x4xf32>
  %u1 = "onnx.Cast"(%u0) : (tensor<?x?x4xf32>) -> tensor<?x?x4xf32>
  %u2 = "onnx.Ceil"(%u1) : (tensor<?x?x4xf32>) -> tensor<?x?x4xf32>
  %u3 = "onnx.Clip"(%u2, %none, %none) : (tensor<?x?x4xf32>, none, none) -> tensor<?x?x4xf32>
  %u4 = "onnx.Cos"(%u3) : (tensor<?x?x4xf32>) -> tensor<?x?x4xf32>
  %u5 = "onnx.Elu"(%u4) : (tensor<?x?x4xf32>) -> tensor<?x?x4xf32>
  %u6 = "onnx.Erf"(%u5) : (tensor<?x?x4xf32>) -> tensor<?x?x4xf32>
  %u7 = "onnx.Exp"(%u6) : (tensor<?x?x4xf32>) -> tensor<?x?x4xf32>
  %u8 = "onnx.Floor"(%u7) : (tensor<?x?x4xf32>) -> tensor<?x?x4xf32>
  %u9 = "onnx.Gelu"(%u8) : (tensor<?x?x4xf32>) -> tensor<?x?x4xf32>
  %u10 = "onnx.HardSigmoid"(%u9) : (tensor<?x?x4xf32>) -> tensor<?x?x4xf32>
  %u11 = "onnx.Identity"(%u10) : (tensor<?x?x4xf32>) -> tensor<?x?x4xf32>
  %u12 = "onnx.LeakyRelu"(%u11) : (tensor<?x?x4xf32>) -> tensor<?x?x4xf32>
  %u13 = "onnx.Log"(%u12) : (tensor<?x?x4xf32>) -> tensor<?x?x4xf32>
  %u14 = "onnx.LogSoftmax"(%u13) : (tensor<?x?x4xf32>) -> tensor<?x?x4xf32>
  %u15 = "onnx.Neg"(%u14) : (tensor<?x?x4xf32>) -> tensor<?x?x4xf32>
  %u16 = "onnx.Reciprocal"(%u15) : (tensor<?x?x4xf32>) -> tensor<?x?x4xf32>
  %u17 = "onnx.Relu"(%u16) : (tensor<?x?x4xf32>) -> tensor<?x?x4xf32>
  %u18 = "onnx.Round"(%u17) : (tensor<?x?x4xf32>) -> tensor<?x?x4xf32>
  %u19 = "onnx.Sigmoid"(%u18) : (tensor<?x?x4xf32>) -> tensor<?x?x4xf32>
  %u20 = "onnx.Sign"(%u19) : (tensor<?x?x4xf32>) -> tensor<?x?x4xf32>
  %u21 = "onnx.Sin"(%u20) : (tensor<?x?x4xf32>) -> tensor<?x?x4xf32>
  %u22 = "onnx.Softmax"(%u21) {axis = -1 : si64} : (tensor<?x?x4xf32>) -> tensor<?x?x4xf32>
  %u23 = "onnx.Softplus"(%u22) : (tensor<?x?x4xf32>) -> tensor<?x?x4xf32>
  %u24 = "onnx.Sqrt"(%u23) : (tensor<?x?x4xf32>) -> tensor<?x?x4xf32>
  %u25 = "onnx.Tanh"(%u24) : (tensor<?x?x4xf32>) -> tensor<?x?x4xf32>
  %u26, %mask = "onnx.Dropout"(%u25, %none, %none) : (tensor<?x?x4xf32>, none, none) -> (tensor<?x?x4xf32>, none)
  %u27, %m1, %m2 = "onnx.LayerNormalization"(%u26, %s, %none) : (tensor<?x?x4xf32>, tensor<4xf32>, none) -> (tensor<?x?x4xf32>, none, none)
  %ud = tensor.dim %u27, %c1 : tensor<?x?x4xf32>
  "test.compare"(%ud, %e) {cmp = "EQ"} : (index, index) -> () // = true
  %not = "onnx.Not"(%p) : (tensor<?x4xi1>) -> tensor<?x4xi1>
  %nd = tensor.dim %not, %c0 : tensor<?x4xi1>
  %pd = tensor.dim %p, %c0 : tensor<?x4xi1>
  "test.compare"(%nd, %pd) {cmp = "EQ"} : (index, index) -> () // = true
  %b0 = "onnx.Add"(%x, %b) : (tensor<?x?x4xf32>, tensor<4xf32>) -> tensor<?x?x4xf32>
  %b1 = "onnx.Sub"(%one, %b0) : (tensor<1x4xf32>, tensor<?x?x4xf32>) -> tensor<?x?x4xf32>
  %b2 = "onnx.Mul"(%b1, %b) : (tensor<?x?x4xf32>, tensor<4xf32>) -> tensor<?x?x4xf32>
  %b3 = "onnx.Div"(%b2, %b) : (tensor<?x?x4xf32>, tensor<4xf32>) -> tensor<?x?x4xf32>
  %b4 = "onnx.Pow"(%b3, %b) : (tensor<?x?x4xf32>, tensor<4xf32>) -> tensor<?x?x4xf32>
  %b5 = "onnx.Mod"(%b4, %b) : (tensor<?x?x4xf32>, tensor<4xf32>) -> tensor<?x?x4xf32>
  %bd = tensor.dim %b5, %c1 : tensor<?x?x4xf32>
  "test.compare"(%bd, %e) {cmp = "EQ"} : (index, index) -> () // = true
  %l0 = "onnx.Less"(%b, %b5) : (tensor<4xf32>, tensor<?x?x4xf32>) -> tensor<?x?x4xi1>
  %l1 = "onnx.LessOrEqual"(%b, %b5) : (tensor<4xf32>, tensor<?x?x4xf32>) -> tensor<?x?x4xi1>
  %l2 = "onnx.Greater"(%b, %b5) : (tensor<4xf32>, tensor<?x?x4xf32>) -> tensor<?x?x4xi1>
  %l3 = "onnx.GreaterOrEqual"(%b, %b5) : (tensor<4xf32>, tensor<?x?x4xf32>) -> tensor<?x?x4xi1>
  %l4 = "onnx.Equal"(%b, %b5) : (tensor<4xf32>, tensor<?x?x4xf32>) -> tensor<?x?x4xi1>
  %l5 = "onnx.And"(%l0, %l1) : (tensor<?x?x4xi1>, tensor<?x?x4xi1>) -> tensor<?x?x4xi1>
  %l6 = "onnx.Or"(%l2, %l3) : (tensor<?x?x4xi1>, tensor<?x?x4xi1>) -> tensor<?x?x4xi1>
  %l7 = "onnx.Xor"(%l5, %l6) : (tensor<?x?x4xi1>, tensor<?x?x4xi1>) -> tensor<?x?x4xi1>
  %l8 = "onnx.And"(%l7, %l4) : (tensor<?x?x4xi1>, tensor<?x?x4xi1>) -> tensor<?x?x4xi1>
  %ld = tensor.dim %l8, %c0 : tensor<?x?x4xi1>
  "test.compare"(%ld, %d) {cmp = "EQ"} : (index, index) -> () // = true
  return
}

// What lies beyond the end of a list is no element of it.
func.func @beyond(%x: tensor<?x4xf32>, %z: tensor<?xf32>) {
  %c0 = arith.constant 0 : index
  %d = tensor.dim %x, %c0 : tensor<?x4xf32>
  %shape = "onnx.Shape"(%x) : (tensor<?x4xf32>) -> tensor<2xi64>
  %two = "onnx.Constant"() {value = dense<2> : tensor<1xi64>} : () -> tensor<1xi64>
  %b = "onnx.Gather"(%shape, %two) {axis = 0 : si64} : (tensor<2xi64>, tensor<1xi64>) -> tensor<1xi64>
  %e = tensor.extract %b[%c0] : tensor<1xi64>
  %i = arith.index_cast %e : i64 to index
  "test.compare"(%i, %d) {cmp = "EQ"} : (index, index) -> () // = fail
  return
}

// Shapes that are computed: heads of an attention.
func.func @shapes(%x: tensor<?x?x16xf32>, %v: tensor<f32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %d = tensor.dim %x, %c0 : tensor<?x?x16xf32>
  %e = tensor.dim %x, %c1 : tensor<?x?x16xf32>
  %shape = "onnx.Shape"(%x) {start = 0 : si64} : (tensor<?x?x16xf32>) -> tensor<3xi64>
  %tail = "onnx.Shape"(%x) {start = 1 : si64} : (tensor<?x?x16xf32>) -> tensor<2xi64>
  %i0 = "onnx.Constant"() {value = dense<0> : tensor<1xi64>} : () -> tensor<1xi64>
  %i1 = "onnx.Constant"() {value = dense<-2> : tensor<1xi64>} : () -> tensor<1xi64>
  %b = "onnx.Gather"(%shape, %i0) {axis = 0 : si64} : (tensor<3xi64>, tensor<1xi64>) -> tensor<1xi64>
  %s = "onnx.Gather"(%tail, %i1) {axis = 0 : si64} : (tensor<2xi64>, tensor<1xi64>) -> tensor<1xi64>
  %four = "onnx.Constant"() {value = dense<4> : tensor<2xi64>} : () -> tensor<2xi64>
  %hs = "onnx.Concat"(%b, %s, %four) {axis = 0 : si64} : (tensor<1xi64>, tensor<1xi64>, tensor<2xi64>) -> tensor<4xi64>
  %h = "onnx.Reshape"(%x, %hs) {allowzero = 1 : si64} : (tensor<?x?x16xf32>, tensor<4xi64>) -> tensor<?x?x?x?xf32>
  %0 = "test.reify_bound"(%h) {dim = 3} : (tensor<?x?x?x?xf32>) -> index // = 4
  %t = "onnx.Transpose"(%h) {perm = [0, 2, 1, 3]} : (tensor<?x?x?x?xf32>) -> tensor<?x?x?x?xf32>
  %1 = "test.reify_bound"(%t) {dim = 1} : (tensor<?x?x?x?xf32>) -> index // = 4
  %r = "onnx.Transpose"(%x) : (tensor<?x?x16xf32>) -> tensor<?x?x?xf32>
  %2 = "test.reify_bound"(%r) {dim = 0} : (tensor<?x?x?xf32>) -> index // = 16
  %rd = tensor.dim %r, %c2 : tensor<?x?x?xf32>
  "test.compare"(%rd, %d) {cmp = "EQ"} : (index, index) -> () // = true
  // as it was: 0 keeps a size
  %ks = "onnx.Constant"() {value = dense<[0, 0, 2, 8]> : tensor<4xi64>} : () -> tensor<4xi64>
  %k = "onnx.Reshape"(%x, %ks) : (tensor<?x?x16xf32>, tensor<4xi64>) -> tensor<?x?x?x?xf32>
  %kd = tensor.dim %k, %c1 : tensor<?x?x?x?xf32>
  "test.compare"(%kd, %e) {cmp = "EQ"} : (index, index) -> () // = true
  %3 = "test.reify_bound"(%k) {dim = 3} : (tensor<?x?x?x?xf32>) -> index // = 8
  %axes = "onnx.Constant"() {value = dense<[1, -1]> : tensor<2xi64>} : () -> tensor<2xi64>
  %u = "onnx.Unsqueeze"(%x, %axes) : (tensor<?x?x16xf32>, tensor<2xi64>) -> tensor<?x?x?x?x?xf32>
  %4 = "test.reify_bound"(%u) {dim = 1} : (tensor<?x?x?x?x?xf32>) -> index // = 1
  %5 = "test.reify_bound"(%u) {dim = 4} : (tensor<?x?x?x?x?xf32>) -> index // = 1
  %6 = "test.reify_bound"(%u) {dim = 3} : (tensor<?x?x?x?x?xf32>) -> index // = 16
  %ud = tensor.dim %u, %c2 : tensor<?x?x?x?x?xf32>
  "test.compare"(%ud, %e) {cmp = "EQ"} : (index, index) -> () // = true
  %sq = "onnx.Squeeze"(%u, %axes) : (tensor<?x?x?x?x?xf32>, tensor<2xi64>) -> tensor<?x?x?xf32>
  %sqd = tensor.dim %sq, %c1 : tensor<?x?x?xf32>
  "test.compare"(%sqd, %e) {cmp = "EQ"} : (index, index) -> () // = true
  // elements of a shape through both
  %scalar = "onnx.Squeeze"(%b, %i0) : (tensor<1xi64>, tensor<1xi64>) -> tensor<i64>
  %again = "onnx.Unsqueeze"(%scalar, %i0) : (tensor<i64>, tensor<1xi64>) -> tensor<1xi64>
  %es = "onnx.Concat"(%again, %four) {axis = 0 : si64} : (tensor<1xi64>, tensor<2xi64>) -> tensor<3xi64>
  %ex = "onnx.Expand"(%v, %es) : (tensor<f32>, tensor<3xi64>) -> tensor<?x?x?xf32>
  %exd = tensor.dim %ex, %c0 : tensor<?x?x?xf32>
  "test.compare"(%exd, %d) {cmp = "EQ"} : (index, index) -> () // = true
  %7 = "test.reify_bound"(%ex) {dim = 1} : (tensor<?x?x?xf32>) -> index // = 4
  %g = "onnx.Gather"(%x, %four) {axis = -1 : si64} : (tensor<?x?x16xf32>, tensor<2xi64>) -> tensor<?x?x?xf32>
  %8 = "test.reify_bound"(%g) {dim = 2} : (tensor<?x?x?xf32>) -> index // = 2
  %gd = tensor.dim %g, %c1 : tensor<?x?x?xf32>
  "test.compare"(%gd, %e) {cmp = "EQ"} : (index, index) -> () // = true
  return
}

// Parts, and what is put together of them.
func.func @parts(%x: tensor<?x9xf32>, %y: tensor<?x9xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %from = "onnx.Constant"() {value = dense<2> : tensor<1xi64>} : () -> tensor<1xi64>
  %to = "onnx.Constant"() {value = dense<-1> : tensor<1xi64>} : () -> tensor<1xi64>
  %axis = "onnx.Constant"() {value = dense<1> : tensor<1xi64>} : () -> tensor<1xi64>
  %s = "onnx.Slice"(%x, %from, %to, %axis, %axis) : (tensor<?x9xf32>, tensor<1xi64>, tensor<1xi64>, tensor<1xi64>, tensor<1xi64>) -> tensor<?x?xf32>
  %0 = "test.reify_bound"(%s) {dim = 1} : (tensor<?x?xf32>) -> index // = 6
  %d = tensor.dim %x, %c0 : tensor<?x9xf32>
  %sd = tensor.dim %s, %c0 : tensor<?x?xf32>
  "test.compare"(%sd, %d) {cmp = "EQ"} : (index, index) -> () // = true
  %c = "onnx.Concat"(%x, %y) {axis = -2 : si64} : (tensor<?x9xf32>, tensor<?x9xf32>) -> tensor<?x9xf32>
  %cd = tensor.dim %c, %c0 : tensor<?x9xf32>
  %e = tensor.dim %y, %c0 : tensor<?x9xf32>
  %de = arith.addi %d, %e : index
  "test.compare"(%cd, %de) {cmp = "EQ"} : (index, index) -> () // = true
  %c2 = "onnx.Concat"(%x, %y) {axis = -1 : si64} : (tensor<?x9xf32>, tensor<?x9xf32>) -> tensor<?x18xf32>
  %cd2 = tensor.dim %c2, %c0 : tensor<?x18xf32>
  "test.compare"(%cd2, %d) {cmp = "EQ"} : (index, index) -> () // = true
  "test.compare"(%e, %d) {cmp = "EQ"} : (index, index) -> () // = true
  return
}

// No broadcast fits but one of size 1 or the same.
func.func @fits(%x: tensor<?x9xf32>, %three: tensor<3x9xf32>, %y: tensor<?xf32>, %shape: tensor<1xi64>) {
  %c0 = arith.constant 0 : index
  %c3 = arith.constant 3 : index
  %b = "onnx.Add"(%x, %three) : (tensor<?x9xf32>, tensor<3x9xf32>) -> tensor<?x9xf32>
  %d = tensor.dim %x, %c0 : tensor<?x9xf32>
  "test.compare"(%d, %c3) {cmp = "LE"} : (index, index) -> () // = true
  %e = "onnx.Expand"(%y, %shape) : (tensor<?xf32>, tensor<1xi64>) -> tensor<3xf32>
  %f = tensor.dim %y, %c0 : tensor<?xf32>
  "test.compare"(%f, %c3) {cmp = "LE"} : (index, index) -> () // = true
  return
}

func.func @given(%x: tensor<?xf32>, %s: tensor<2xi64>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %e = tensor.extract %s[%c0] : tensor<2xi64>
  %i = arith.index_cast %e : i64 to index
  %t = tensor.empty(%i) : tensor<?xf32>
  %is = arith.cmpi sgt, %i, %c0 : index
  scf.if %is {
    %r = "onnx.Reshape"(%x, %s) : (tensor<?xf32>, tensor<2xi64>) -> tensor<?x?xf32>
    %d = tensor.dim %r, %c0 : tensor<?x?xf32>
    "test.compare"(%d, %i) {cmp = "EQ"} : (index, index) -> () // = true
    %d1 = tensor.dim %r, %c1 : tensor<?x?xf32>
    %n = tensor.dim %x, %c0 : tensor<?xf32>
    %p = arith.muli %d, %d1 : index
    "test.compare"(%p, %n) {cmp = "EQ"} : (index, index) -> () // = true
  }
  return
}

func.func @products(%a: tensor<?x?x?xf32>, %b: tensor<1x?x?xf32>, %m: tensor<?x?xf32>, %n: tensor<?x?xf32>, %img: tensor<?x3x9x?xf32>, %w: tensor<8x3x3x3xf32>, %bias: tensor<8xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %p = "onnx.MatMul"(%a, %b) : (tensor<?x?x?xf32>, tensor<1x?x?xf32>) -> tensor<?x?x?xf32>
  %p0 = tensor.dim %p, %c0 : tensor<?x?x?xf32>
  %a0 = tensor.dim %a, %c0 : tensor<?x?x?xf32>
  "test.compare"(%p0, %a0) {cmp = "EQ"} : (index, index) -> () // = true
  %p1 = tensor.dim %p, %c1 : tensor<?x?x?xf32>
  %a1 = tensor.dim %a, %c1 : tensor<?x?x?xf32>
  "test.compare"(%p1, %a1) {cmp = "EQ"} : (index, index) -> () // = true
  %p2 = tensor.dim %p, %c2 : tensor<?x?x?xf32>
  %b2 = tensor.dim %b, %c2 : tensor<1x?x?xf32>
  "test.compare"(%p2, %b2) {cmp = "EQ"} : (index, index) -> () // = true
  %a2 = tensor.dim %a, %c2 : tensor<?x?x?xf32>
  %b1 = tensor.dim %b, %c1 : tensor<1x?x?xf32>
  "test.compare"(%a2, %b1) {cmp = "EQ"} : (index, index) -> () // = true
  %none = "onnx.NoValue"() : () -> none
  %g = "onnx.Gemm"(%m, %n, %none) {transA = 1 : si64, transB = 0 : si64} : (tensor<?x?xf32>, tensor<?x?xf32>, none) -> tensor<?x?xf32>
  %g0 = tensor.dim %g, %c0 : tensor<?x?xf32>
  %m1 = tensor.dim %m, %c1 : tensor<?x?xf32>
  "test.compare"(%g0, %m1) {cmp = "EQ"} : (index, index) -> () // = true
  %g1 = tensor.dim %g, %c1 : tensor<?x?xf32>
  %n1 = tensor.dim %n, %c1 : tensor<?x?xf32>
  "test.compare"(%g1, %n1) {cmp = "EQ"} : (index, index) -> () // = true
  %m0 = tensor.dim %m, %c0 : tensor<?x?xf32>
  %n0 = tensor.dim %n, %c0 : tensor<?x?xf32>
  "test.compare"(%m0, %n0) {cmp = "EQ"} : (index, index) -> () // = true
  %c = "onnx.Conv"(%img, %w, %bias) {auto_pad = "NOTSET", pads = [1, 0, 1, 0], strides = [2, 1], dilations = [1, 2]} : (tensor<?x3x9x?xf32>, tensor<8x3x3x3xf32>, tensor<8xf32>) -> tensor<?x?x?x?xf32>
  %cb = tensor.dim %c, %c0 : tensor<?x?x?x?xf32>
  %ib = tensor.dim %img, %c0 : tensor<?x3x9x?xf32>
  "test.compare"(%cb, %ib) {cmp = "EQ"} : (index, index) -> () // = true
  %0 = "test.reify_bound"(%c) {dim = 1} : (tensor<?x?x?x?xf32>) -> index // = 8
  %1 = "test.reify_bound"(%c) {dim = 2} : (tensor<?x?x?x?xf32>) -> index // = 5
  %cw = tensor.dim %c, %c3 : tensor<?x?x?x?xf32>
  %iw = tensor.dim %img, %c3 : tensor<?x3x9x?xf32>
  %iw4 = affine.apply affine_map<()[s0] -> (s0 - 4)>()[%iw]
  "test.compare"(%cw, %iw4) {cmp = "EQ"} : (index, index) -> () // = true
  return
}

// Sizes of arguments that have one name: named-sizes-same.
func.func @named(%x: tensor<?x?xf32> {onnx.dim_params = "0:batch,1:length", onnx.name = "x"},
                 %y: tensor<4xf32> {onnx.name = "y"},
                 %z: tensor<?x?x?xf32> {onnx.dim_params = "0:length, 2:batch"}) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %x0 = tensor.dim %x, %c0 : tensor<?x?xf32>
  %x1 = tensor.dim %x, %c1 : tensor<?x?xf32>
  %z0 = tensor.dim %z, %c0 : tensor<?x?x?xf32>
  %z1 = tensor.dim %z, %c1 : tensor<?x?x?xf32>
  %z2 = tensor.dim %z, %c2 : tensor<?x?x?xf32>
  "test.compare"(%x0, %z2) {cmp = "EQ"} : (index, index) -> () // = true
  "test.compare"(%x1, %z0) {cmp = "EQ"} : (index, index) -> () // = true
  "test.compare"(%x0, %x1) {cmp = "EQ"} : (index, index) -> () // = fail
  "test.compare"(%x0, %z1) {cmp = "EQ"} : (index, index) -> () // = fail
  return
}

// A name with a comma: it is not known where names end.
func.func @commas(%x: tensor<?xf32> {onnx.dim_params = "0:Max(1, s0)"}, %y: tensor<?xf32> {onnx.dim_params = "0:Max(1, s1)"}) {
  %c0 = arith.constant 0 : index
  %x0 = tensor.dim %x, %c0 : tensor<?xf32>
  %y0 = tensor.dim %y, %c0 : tensor<?xf32>
  "test.compare"(%x0, %y0) {cmp = "EQ"} : (index, index) -> () // = fail
  return
}

// What other attributes of arguments declare: jax-constants-same, jax-size-positive, profiled-sizes.
func.func @declared(%b: tensor<i32> {jax.global_constant = "b"}, %platform: tensor<i32> {jax.global_constant = "_platform_index"},
                    %n: index, %again: tensor<i32> {jax.global_constant = "b"},
                    %quotient: tensor<i32> {jax.global_constant = ""}, %rest: tensor<i32> {jax.global_constant = ""},
                    %x: tensor<?x?xf32> {tensorrt.shape_profile = #tensorrt.shape_profile<min = [2, 8], opt = [2, 16], max = [4, 32]>}) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %be = tensor.extract %b[] : tensor<i32>
  %size = arith.index_cast %be : i32 to index
  %ae = tensor.extract %again[] : tensor<i32>
  %same = arith.index_cast %ae : i32 to index
  %pe = tensor.extract %platform[] : tensor<i32>
  %index = arith.index_cast %pe : i32 to index
  "test.compare"(%size, %same) {cmp = "EQ"} : (index, index) -> () // = true
  "test.compare"(%size, %c1) {cmp = "GE"} : (index, index) -> () // = true
  "test.compare"(%index, %c1) {cmp = "GE"} : (index, index) -> () // = fail
  %qe = tensor.extract %quotient[] : tensor<i32>
  %unnamed = arith.index_cast %qe : i32 to index
  %re = tensor.extract %rest[] : tensor<i32>
  %other = arith.index_cast %re : i32 to index
  "test.compare"(%unnamed, %c1) {cmp = "GE"} : (index, index) -> () // = fail
  "test.compare"(%unnamed, %other) {cmp = "EQ"} : (index, index) -> () // = fail
  %0 = "test.reify_bound"(%x) {dim = 0, type = "LB", constant} : (tensor<?x?xf32>) -> index // = 2
  %1 = "test.reify_bound"(%x) {dim = 1, type = "UB", constant} : (tensor<?x?xf32>) -> index // = 33
  return
}

// onnx-reshape-left: what a −1 stands for, beside sizes that are kept and stated.
func.func @left(%x: tensor<?x6x?xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %x0 = tensor.dim %x, %c0 : tensor<?x6x?xf32>
  %x2 = tensor.dim %x, %c2 : tensor<?x6x?xf32>
  %s = "onnx.Constant"() {value = dense<[-1, 3]> : tensor<2xi64>} : () -> tensor<2xi64>
  %r = "onnx.Reshape"(%x, %s) : (tensor<?x6x?xf32>, tensor<2xi64>) -> tensor<?x3xf32>
  %r0 = tensor.dim %r, %c0 : tensor<?x3xf32>
  %p = arith.muli %x0, %x2 : index
  %twice = arith.addi %p, %p : index
  "test.compare"(%r0, %twice) {cmp = "EQ"} : (index, index) -> () // = true
  %k = "onnx.Constant"() {value = dense<[0, 2, -1]> : tensor<3xi64>} : () -> tensor<3xi64>
  %q = "onnx.Reshape"(%x, %k) : (tensor<?x6x?xf32>, tensor<3xi64>) -> tensor<?x2x?xf32>
  %q0 = tensor.dim %q, %c0 : tensor<?x2x?xf32>
  "test.compare"(%q0, %x0) {cmp = "EQ"} : (index, index) -> () // = true
  %q2 = tensor.dim %q, %c2 : tensor<?x2x?xf32>
  %both = arith.muli %x0, %c2 : index
  %total = arith.muli %twice, %c2 : index
  %three = arith.addi %total, %twice : index
  %left = arith.floordivsi %three, %both : index
  "test.compare"(%q2, %left) {cmp = "EQ"} : (index, index) -> () // = true
  return
}

// Vectors in products: onnx-matmul-column, onnx-matmul-row. Windows that are padded by themselves: onnx-conv-same.
func.func @more(%a: tensor<?x8x?xf32>, %v: tensor<?xf32>, %m: tensor<?x?xf32>, %img: tensor<?x3x?x?xf32>, %w: tensor<16x3x3x3xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %none = "onnx.NoValue"() {value} : () -> none
  %a0 = tensor.dim %a, %c0 : tensor<?x8x?xf32>
  %a2 = tensor.dim %a, %c2 : tensor<?x8x?xf32>
  %v0 = tensor.dim %v, %c0 : tensor<?xf32>
  %m0 = tensor.dim %m, %c0 : tensor<?x?xf32>
  %m1 = tensor.dim %m, %c1 : tensor<?x?xf32>
  %column = "onnx.MatMul"(%a, %v) : (tensor<?x8x?xf32>, tensor<?xf32>) -> tensor<?x?xf32>
  %column0 = tensor.dim %column, %c0 : tensor<?x?xf32>
  "test.compare"(%column0, %a0) {cmp = "EQ"} : (index, index) -> () // = true
  %0 = "test.reify_bound"(%column) {dim = 1} : (tensor<?x?xf32>) -> index // = 8
  "test.compare"(%v0, %a2) {cmp = "EQ"} : (index, index) -> () // = true
  %row = "onnx.MatMul"(%v, %m) : (tensor<?xf32>, tensor<?x?xf32>) -> tensor<?xf32>
  %row0 = tensor.dim %row, %c0 : tensor<?xf32>
  "test.compare"(%row0, %m1) {cmp = "EQ"} : (index, index) -> () // = true
  "test.compare"(%v0, %m0) {cmp = "EQ"} : (index, index) -> () // = true
  %rows = "onnx.MatMul"(%v, %a) : (tensor<?xf32>, tensor<?x8x?xf32>) -> tensor<?x?xf32>
  %rows0 = tensor.dim %rows, %c0 : tensor<?x?xf32>
  "test.compare"(%rows0, %a0) {cmp = "EQ"} : (index, index) -> () // = true
  %rows1 = tensor.dim %rows, %c1 : tensor<?x?xf32>
  "test.compare"(%rows1, %a2) {cmp = "EQ"} : (index, index) -> () // = true

  %i2 = tensor.dim %img, %c2 : tensor<?x3x?x?xf32>
  %same = "onnx.Conv"(%img, %w, %none) {auto_pad = "SAME_UPPER", strides = [2, 1]} : (tensor<?x3x?x?xf32>, tensor<16x3x3x3xf32>, none) -> tensor<?x16x?x?xf32>
  %s2 = tensor.dim %same, %c2 : tensor<?x16x?x?xf32>
  %half = affine.apply affine_map<()[s0] -> (s0 ceildiv 2)>()[%i2]
  "test.compare"(%s2, %half) {cmp = "EQ"} : (index, index) -> () // = true
  %valid = "onnx.Conv"(%img, %w, %none) {auto_pad = "VALID", strides = [2, 1]} : (tensor<?x3x?x?xf32>, tensor<16x3x3x3xf32>, none) -> tensor<?x16x?x?xf32>
  %l2 = tensor.dim %valid, %c2 : tensor<?x16x?x?xf32>
  %inner = affine.apply affine_map<()[s0] -> ((s0 - 1) floordiv 2)>()[%i2]
  "test.compare"(%l2, %inner) {cmp = "EQ"} : (index, index) -> () // = true
  return
}

// Axes and steps that are not given, and steps above 1.
func.func @slices(%a: tensor<?x8x?xf32>, %open: tensor<?xi64>) {
  %c0 = arith.constant 0 : index
  %c2 = arith.constant 2 : index
  %none = "onnx.NoValue"() {value} : () -> none
  %one = "onnx.Constant"() {value = dense<[1]> : tensor<1xi64>} : () -> tensor<1xi64>
  %two = "onnx.Constant"() {value = dense<[2]> : tensor<1xi64>} : () -> tensor<1xi64>
  %last = "onnx.Constant"() {value = dense<[-1]> : tensor<1xi64>} : () -> tensor<1xi64>
  %end = "onnx.Constant"() {value = dense<[9223372036854775807]> : tensor<1xi64>} : () -> tensor<1xi64>
  %a0 = tensor.dim %a, %c0 : tensor<?x8x?xf32>
  %a2 = tensor.dim %a, %c2 : tensor<?x8x?xf32>
  %first = "onnx.Slice"(%a, %one, %last) : (tensor<?x8x?xf32>, tensor<1xi64>, tensor<1xi64>) -> tensor<?x?x?xf32>
  %first0 = tensor.dim %first, %c0 : tensor<?x?x?xf32>
  %less = affine.max affine_map<()[s0] -> (0, s0 - 2)>()[%a0]
  "test.compare"(%first0, %less) {cmp = "EQ"} : (index, index) -> () // = true
  %0 = "test.reify_bound"(%first) {dim = 1} : (tensor<?x?x?xf32>) -> index // = 8
  %first2 = tensor.dim %first, %c2 : tensor<?x?x?xf32>
  "test.compare"(%first2, %a2) {cmp = "EQ"} : (index, index) -> () // = true
  %axis = "onnx.Slice"(%a, %one, %last, %two, %none) : (tensor<?x8x?xf32>, tensor<1xi64>, tensor<1xi64>, tensor<1xi64>, none) -> tensor<?x?x?xf32>
  %axis2 = tensor.dim %axis, %c2 : tensor<?x?x?xf32>
  %less2 = affine.max affine_map<()[s0] -> (0, s0 - 2)>()[%a2]
  "test.compare"(%axis2, %less2) {cmp = "EQ"} : (index, index) -> () // = true
  %step = "onnx.Slice"(%a, %one, %last, %one, %two) : (tensor<?x8x?xf32>, tensor<1xi64>, tensor<1xi64>, tensor<1xi64>, tensor<1xi64>) -> tensor<?x?x?xf32>
  %1 = "test.reify_bound"(%step) {dim = 1} : (tensor<?x?x?xf32>) -> index // = 3
  // axes that are not known may be any
  %any = "onnx.Slice"(%a, %one, %last, %open) : (tensor<?x8x?xf32>, tensor<1xi64>, tensor<1xi64>, tensor<?xi64>) -> tensor<?x?x?xf32>
  %any2 = tensor.dim %any, %c2 : tensor<?x?x?xf32>
  "test.compare"(%any2, %a2) {cmp = "EQ"} : (index, index) -> () // = fail
  return
}

// Sizes that are computed with: onnx.Dim, and onnx-add-elem, onnx-sub-elem, onnx-mul-elem, onnx-div-elem.
func.func @computed(%a: tensor<?x8x?xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %a0 = tensor.dim %a, %c0 : tensor<?x8x?xf32>
  %a2 = tensor.dim %a, %c2 : tensor<?x8x?xf32>
  %s = "onnx.Dim"(%a) {axis = 2 : si64} : (tensor<?x8x?xf32>) -> tensor<1xi64>
  %n = tensor.extract %s[%c0] : tensor<1xi64>
  %ni = arith.index_cast %n : i64 to index
  "test.compare"(%ni, %a2) {cmp = "EQ"} : (index, index) -> () // = true
  %three = "onnx.Constant"() {value = dense<[3]> : tensor<1xi64>} : () -> tensor<1xi64>
  %pair = "onnx.Constant"() {value = dense<[17, -17]> : tensor<2xi64>} : () -> tensor<2xi64>
  %sum = "onnx.Add"(%pair, %three) : (tensor<2xi64>, tensor<1xi64>) -> tensor<2xi64>
  %sum1 = tensor.extract %sum[%c1] : tensor<2xi64>
  %sum1i = arith.index_cast %sum1 : i64 to index
  %0 = "test.reify_bound"(%sum1i) : (index) -> index // = -14
  %rest = "onnx.Sub"(%three, %pair) : (tensor<1xi64>, tensor<2xi64>) -> tensor<2xi64>
  %rest0 = tensor.extract %rest[%c0] : tensor<2xi64>
  %rest0i = arith.index_cast %rest0 : i64 to index
  %1 = "test.reify_bound"(%rest0i) : (index) -> index // = -14
  %product = "onnx.Mul"(%pair, %pair) : (tensor<2xi64>, tensor<2xi64>) -> tensor<2xi64>
  %product1 = tensor.extract %product[%c1] : tensor<2xi64>
  %product1i = arith.index_cast %product1 : i64 to index
  %2 = "test.reify_bound"(%product1i) : (index) -> index // = 289
  %quotient = "onnx.Div"(%pair, %three) : (tensor<2xi64>, tensor<1xi64>) -> tensor<2xi64>
  %quotient1 = tensor.extract %quotient[%c1] : tensor<2xi64>
  %quotient1i = arith.index_cast %quotient1 : i64 to index
  %3 = "test.reify_bound"(%quotient1i) : (index) -> index // = -5
  // by what may be 0 nothing is told
  %by = "onnx.Div"(%three, %s) : (tensor<1xi64>, tensor<1xi64>) -> tensor<1xi64>
  %by0 = tensor.extract %by[%c0] : tensor<1xi64>
  %by0i = arith.index_cast %by0 : i64 to index
  "test.compare"(%by0i, %c0) {cmp = "GE"} : (index, index) -> () // = fail
  return
}

// sizes counted from the end, and a shape as it is
func.func @computed_shapes(%a: tensor<?x?x4xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %a0 = tensor.dim %a, %c0 : tensor<?x?x4xf32>
  %a1 = tensor.dim %a, %c1 : tensor<?x?x4xf32>
  %last = "onnx.Shape"(%a) {start = -2 : si64} : (tensor<?x?x4xf32>) -> tensor<2xi64>
  %e = tensor.extract %last[%c0] : tensor<2xi64>
  %i = arith.index_cast %e : i64 to index
  "test.compare"(%i, %a1) {cmp = "EQ"} : (index, index) -> () // = true
  %s = "onnx.Shape"(%a) : (tensor<?x?x4xf32>) -> tensor<3xi64>
  // a 0 there is a size of 0 here
  %r = "onnx.Reshape"(%a, %s) : (tensor<?x?x4xf32>, tensor<3xi64>) -> tensor<?x?x?xf32>
  %r0 = tensor.dim %r, %c0 : tensor<?x?x?xf32>
  "test.compare"(%r0, %a0) {cmp = "EQ"} : (index, index) -> () // = true
  return
}
