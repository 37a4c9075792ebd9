// Element by element, as they are and broadcast.
func.func @elementwise(%x: tensor<?x4xf32>, %y: tensor<?x4xf32>, %one: tensor<1x4xf32>, %i: tensor<?x4xi8>, %p: tensor<?x4xi1>, %t: tensor<256xi8>, %z: tensor<1xf32>) {
  %c0 = arith.constant 0 : index
  %d = tensor.dim %x, %c0 : tensor<?x4xf32>
  %u0 = "tosa.abs"(%x) : (tensor<?x4xf32>) -> tensor<?x4xf32>
  %u1 = "tosa.ceil"(%u0) : (tensor<?x4xf32>) -> tensor<?x4xf32>
  %u2 = "tosa.clamp"(%u1) {min_val = 0.0 : f32, max_val = 6.0 : f32} : (tensor<?x4xf32>) -> tensor<?x4xf32>
  %u3 = "tosa.cos"(%u2) : (tensor<?x4xf32>) -> tensor<?x4xf32>
  %u4 = "tosa.erf"(%u3) : (tensor<?x4xf32>) -> tensor<?x4xf32>
  %u5 = "tosa.exp"(%u4) : (tensor<?x4xf32>) -> tensor<?x4xf32>
  %u6 = "tosa.floor"(%u5) : (tensor<?x4xf32>) -> tensor<?x4xf32>
  %u7 = "tosa.identity"(%u6) : (tensor<?x4xf32>) -> tensor<?x4xf32>
  %u8 = "tosa.log"(%u7) : (tensor<?x4xf32>) -> tensor<?x4xf32>
  %u9 = "tosa.negate"(%u8, %z, %z) : (tensor<?x4xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<?x4xf32>
  %u10 = "tosa.reciprocal"(%u9) : (tensor<?x4xf32>) -> tensor<?x4xf32>
  %u11 = "tosa.reverse"(%u10) {axis = 0 : i32} : (tensor<?x4xf32>) -> tensor<?x4xf32>
  %u12 = "tosa.rsqrt"(%u11) : (tensor<?x4xf32>) -> tensor<?x4xf32>
  %u13 = "tosa.sigmoid"(%u12) : (tensor<?x4xf32>) -> tensor<?x4xf32>
  %u14 = "tosa.sin"(%u13) : (tensor<?x4xf32>) -> tensor<?x4xf32>
  %u15 = "tosa.tanh"(%u14) : (tensor<?x4xf32>) -> tensor<?x4xf32>
  %u16 = "tosa.cast"(%u15) : (tensor<?x4xf32>) -> tensor<?x4xi8>
  %u17 = "tosa.bitwise_not"(%u16) : (tensor<?x4xi8>) -> tensor<?x4xi8>
  %u18 = "tosa.clz"(%u17) : (tensor<?x4xi8>) -> tensor<?x4xi8>
  %u19 = "tosa.table"(%u18, %t) : (tensor<?x4xi8>, tensor<256xi8>) -> tensor<?x4xi8>
  %u20 = "tosa.rescale"(%u19) : (tensor<?x4xi8>) -> tensor<?x4xi8>
  %u21 = "tosa.logical_not"(%p) : (tensor<?x4xi1>) -> tensor<?x4xi1>
  %ud = tensor.dim %u20, %c0 : tensor<?x4xi8>
  "test.compare"(%ud, %d) {cmp = "EQ"} : (index, index) -> () // = true
  %ld = tensor.dim %u21, %c0 : tensor<?x4xi1>
  %pd = tensor.dim %p, %c0 : tensor<?x4xi1>
  "test.compare"(%ld, %pd) {cmp = "EQ"} : (index, index) -> () // = true
  %b0 = "tosa.add"(%x, %one) : (tensor<?x4xf32>, tensor<1x4xf32>) -> tensor<?x4xf32>
  %b1 = "tosa.maximum"(%b0, %one) : (tensor<?x4xf32>, tensor<1x4xf32>) -> tensor<?x4xf32>
  %b2 = "tosa.minimum"(%b1, %one) : (tensor<?x4xf32>, tensor<1x4xf32>) -> tensor<?x4xf32>
  %b3 = "tosa.mul"(%b2, %one, %z) : (tensor<?x4xf32>, tensor<1x4xf32>, tensor<1xf32>) -> tensor<?x4xf32>
  %b4 = "tosa.pow"(%b3, %one) : (tensor<?x4xf32>, tensor<1x4xf32>) -> tensor<?x4xf32>
  %b5 = "tosa.sub"(%b4, %one) : (tensor<?x4xf32>, tensor<1x4xf32>) -> tensor<?x4xf32>
  %bd = tensor.dim %b5, %c0 : tensor<?x4xf32>
  "test.compare"(%bd, %d) {cmp = "EQ"} : (index, index) -> () // = true
  %b6 = "tosa.equal"(%b5, %y) : (tensor<?x4xf32>, tensor<?x4xf32>) -> tensor<?x4xi1>
  %b7 = "tosa.greater"(%one, %x) : (tensor<1x4xf32>, tensor<?x4xf32>) -> tensor<?x4xi1>
  %b8 = "tosa.greater_equal"(%one, %x) : (tensor<1x4xf32>, tensor<?x4xf32>) -> tensor<?x4xi1>
  %b9 = "tosa.logical_and"(%b7, %b8) : (tensor<?x4xi1>, tensor<?x4xi1>) -> tensor<?x4xi1>
  %b10 = "tosa.logical_or"(%b9, %b8) : (tensor<?x4xi1>, tensor<?x4xi1>) -> tensor<?x4xi1>
  %b11 = "tosa.logical_xor"(%b10, %b8) : (tensor<?x4xi1>, tensor<?x4xi1>) -> tensor<?x4xi1>
  %bld = tensor.dim %b11, %c0 : tensor<?x4xi1>
  "test.compare"(%bld, %d) {cmp = "EQ"} : (index, index) -> () // = true
  %i0 = "tosa.bitwise_and"(%i, %i) : (tensor<?x4xi8>, tensor<?x4xi8>) -> tensor<?x4xi8>
  %i1 = "tosa.bitwise_or"(%i0, %i) : (tensor<?x4xi8>, tensor<?x4xi8>) -> tensor<?x4xi8>
  %i2 = "tosa.bitwise_xor"(%i1, %i) : (tensor<?x4xi8>, tensor<?x4xi8>) -> tensor<?x4xi8>
  %i3 = "tosa.arithmetic_right_shift"(%i2, %i) {round = false} : (tensor<?x4xi8>, tensor<?x4xi8>) -> tensor<?x4xi8>
  %i4 = "tosa.logical_left_shift"(%i3, %i) : (tensor<?x4xi8>, tensor<?x4xi8>) -> tensor<?x4xi8>
  %i5 = "tosa.logical_right_shift"(%i4, %i) : (tensor<?x4xi8>, tensor<?x4xi8>) -> tensor<?x4xi8>
  %i6 = "tosa.intdiv"(%i5, %i) : (tensor<?x4xi8>, tensor<?x4xi8>) -> tensor<?x4xi8>
  %i6d = tensor.dim %i6, %c0 : tensor<?x4xi8>
  %id = tensor.dim %i, %c0 : tensor<?x4xi8>
  "test.compare"(%i6d, %id) {cmp = "EQ"} : (index, index) -> () // = true
  %s = "tosa.select"(%p, %one, %one) : (tensor<?x4xi1>, tensor<1x4xf32>, tensor<1x4xf32>) -> tensor<?x4xf32>
  %sd = tensor.dim %s, %c0 : tensor<?x4xf32>
  "test.compare"(%sd, %pd) {cmp = "EQ"} : (index, index) -> () // = true
  return
}

// No broadcast fits but one of size 1 or the same.
func.func @fits(%y: tensor<?x4xf32>) {
  %c0 = arith.constant 0 : index
  %three = "tosa.const"() {values = dense<1.0> : tensor<3x4xf32>} : () -> tensor<3x4xf32>
  %b12 = "tosa.add"(%three, %y) : (tensor<3x4xf32>, tensor<?x4xf32>) -> tensor<?x4xf32>
  %yd = tensor.dim %y, %c0 : tensor<?x4xf32>
  %c3 = arith.constant 3 : index
  "test.compare"(%yd, %c3) {cmp = "LE"} : (index, index) -> () // = true
  return
}

// Shapes, and what they say.
func.func @shapes(%x: tensor<?x4xf32>, %y: tensor<?x4xf32>, %z: tensor<1xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %d = tensor.dim %x, %c0 : tensor<?x4xf32>
  %e = tensor.dim %y, %c0 : tensor<?x4xf32>
  %two = "tosa.const_shape"() {values = dense<2> : tensor<1xindex>} : () -> !tosa.shape<1>
  %five = "tosa.const_shape"() {values = dense<5> : tensor<1xindex>} : () -> !tosa.shape<1>
  %all = "tosa.const_shape"() {values = dense<-1> : tensor<1xindex>} : () -> !tosa.shape<1>
  %n = "tosa.dim"(%x) {axis = 0 : i32} : (tensor<?x4xf32>) -> !tosa.shape<1>
  %sum = "tosa.add_shape"(%n, %two) : (!tosa.shape<1>, !tosa.shape<1>) -> !tosa.shape<1>
  %difference = "tosa.sub_shape"(%sum, %n) : (!tosa.shape<1>, !tosa.shape<1>) -> !tosa.shape<1>
  %product = "tosa.mul_shape"(%difference, %five) : (!tosa.shape<1>, !tosa.shape<1>) -> !tosa.shape<1>
  %most = "tosa.max_shape"(%product, %five) : (!tosa.shape<1>, !tosa.shape<1>) -> !tosa.shape<1>
  %least = "tosa.min_shape"(%product, %five) : (!tosa.shape<1>, !tosa.shape<1>) -> !tosa.shape<1>
  %floor = "tosa.div_floor_shape"(%five, %two) : (!tosa.shape<1>, !tosa.shape<1>) -> !tosa.shape<1>
  %ceil = "tosa.div_ceil_shape"(%five, %two) : (!tosa.shape<1>, !tosa.shape<1>) -> !tosa.shape<1>
  %rest = "tosa.mod_shape"(%five, %two) : (!tosa.shape<1>, !tosa.shape<1>) -> !tosa.shape<1>
  %s1 = "tosa.concat_shape"(%n, %most, %least) : (!tosa.shape<1>, !tosa.shape<1>, !tosa.shape<1>) -> !tosa.shape<3>
  %v = "tosa.const"() {values = dense<0.0> : tensor<1x1x1xf32>} : () -> tensor<1x1x1xf32>
  %t1 = "tosa.tile"(%v, %s1) : (tensor<1x1x1xf32>, !tosa.shape<3>) -> tensor<?x?x?xf32>
  %td = tensor.dim %t1, %c0 : tensor<?x?x?xf32>
  "test.compare"(%td, %d) {cmp = "EQ"} : (index, index) -> () // = true
  %0 = "test.reify_bound"(%t1) {dim = 1} : (tensor<?x?x?xf32>) -> index // = 10
  %1 = "test.reify_bound"(%t1) {dim = 2} : (tensor<?x?x?xf32>) -> index // = 5
  %s2 = "tosa.concat_shape"(%floor, %ceil, %rest) : (!tosa.shape<1>, !tosa.shape<1>, !tosa.shape<1>) -> !tosa.shape<3>
  %t2 = "tosa.tile"(%v, %s2) : (tensor<1x1x1xf32>, !tosa.shape<3>) -> tensor<?x?x?xf32>
  %2 = "test.reify_bound"(%t2) {dim = 0} : (tensor<?x?x?xf32>) -> index // = 2
  %3 = "test.reify_bound"(%t2) {dim = 1} : (tensor<?x?x?xf32>) -> index // = 3
  %4 = "test.reify_bound"(%t2) {dim = 2} : (tensor<?x?x?xf32>) -> index // = 1
  // what the others leave: 24 / 2
  %s3 = "tosa.concat_shape"(%two, %all) : (!tosa.shape<1>, !tosa.shape<1>) -> !tosa.shape<2>
  %w = "tosa.const"() {values = dense<0.0> : tensor<6x4xf32>} : () -> tensor<6x4xf32>
  %r = "tosa.reshape"(%w, %s3) : (tensor<6x4xf32>, !tosa.shape<2>) -> tensor<?x?xf32>
  %r1 = "test.reify_bound"(%r) {dim = 1} : (tensor<?x?xf32>) -> index // = 12
  %5 = "test.reify_bound"(%r) {dim = 0} : (tensor<?x?xf32>) -> index // = 2
  %rows = "tosa.concat_shape"(%n, %two, %two) : (!tosa.shape<1>, !tosa.shape<1>, !tosa.shape<1>) -> !tosa.shape<3>
  %r3 = "tosa.reshape"(%x, %rows) : (tensor<?x4xf32>, !tosa.shape<3>) -> tensor<?x2x2xf32>
  %r3d = tensor.dim %r3, %c0 : tensor<?x2x2xf32>
  "test.compare"(%r3d, %d) {cmp = "EQ"} : (index, index) -> () // = true
  %cat = "tosa.concat"(%x, %y) {axis = 0 : i32} : (tensor<?x4xf32>, tensor<?x4xf32>) -> tensor<?x4xf32>
  %cd = tensor.dim %cat, %c0 : tensor<?x4xf32>
  %de = arith.addi %d, %e : index
  "test.compare"(%cd, %de) {cmp = "EQ"} : (index, index) -> () // = true
  %cat2 = "tosa.concat"(%x, %y) {axis = 1 : i32} : (tensor<?x4xf32>, tensor<?x4xf32>) -> tensor<?x8xf32>
  %cd2 = tensor.dim %cat2, %c0 : tensor<?x8xf32>
  "test.compare"(%cd2, %d) {cmp = "EQ"} : (index, index) -> () // = true
  "test.compare"(%e, %d) {cmp = "EQ"} : (index, index) -> () // = true
  %ps = "tosa.const_shape"() {values = dense<[1, 2, 0, 3]> : tensor<4xindex>} : () -> !tosa.shape<4>
  %pad = "tosa.pad"(%x, %ps, %z) : (tensor<?x4xf32>, !tosa.shape<4>, tensor<1xf32>) -> tensor<?x?xf32>
  %6 = "test.reify_bound"(%pad) {dim = 1} : (tensor<?x?xf32>) -> index // = 7
  %padd = tensor.dim %pad, %c0 : tensor<?x?xf32>
  %d3 = affine.apply affine_map<()[s0] -> (s0 + 3)>()[%d]
  "test.compare"(%padd, %d3) {cmp = "EQ"} : (index, index) -> () // = true
  %from = "tosa.const_shape"() {values = dense<[2, 1]> : tensor<2xindex>} : () -> !tosa.shape<2>
  %size = "tosa.const_shape"() {values = dense<[-1, 2]> : tensor<2xindex>} : () -> !tosa.shape<2>
  %sl = "tosa.slice"(%x, %from, %size) : (tensor<?x4xf32>, !tosa.shape<2>, !tosa.shape<2>) -> tensor<?x?xf32>
  %sld = tensor.dim %sl, %c0 : tensor<?x?xf32>
  %dm2 = affine.apply affine_map<()[s0] -> (s0 - 2)>()[%d]
  "test.compare"(%sld, %dm2) {cmp = "EQ"} : (index, index) -> () // = true
  %7 = "test.reify_bound"(%sl) {dim = 1} : (tensor<?x?xf32>) -> index // = 2
  %8 = "test.reify_bound"(%x) {constant, dim = 0, type = "LB"} : (tensor<?x4xf32>) -> index // = 2
  return
}

// a size that is given: the number of elements alone does not tell it
func.func @given(%x: tensor<?x4xf32>, %z: tensor<?x?x?xf32>) {
  %c0 = arith.constant 0 : index
  %d = tensor.dim %x, %c0 : tensor<?x4xf32>
  %two = "tosa.const_shape"() {values = dense<2> : tensor<1xindex>} : () -> !tosa.shape<1>
  %n = "tosa.dim"(%x) {axis = 0 : i32} : (tensor<?x4xf32>) -> !tosa.shape<1>
  %s = "tosa.concat_shape"(%n, %two) : (!tosa.shape<1>, !tosa.shape<1>) -> !tosa.shape<2>
  %r = "tosa.reshape"(%z, %s) : (tensor<?x?x?xf32>, !tosa.shape<2>) -> tensor<?x?xf32>
  %rd = tensor.dim %r, %c0 : tensor<?x?xf32>
  "test.compare"(%rd, %d) {cmp = "EQ"} : (index, index) -> () // = true
  return
}

// Of a shape that is not known at all, the product is.
func.func @reshape_to_any(%x: tensor<?x4xf32>, %shape: !tosa.shape<2>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %d = tensor.dim %x, %c0 : tensor<?x4xf32>
  %all = arith.muli %d, %c4 : index
  %r = "tosa.reshape"(%x, %shape) : (tensor<?x4xf32>, !tosa.shape<2>) -> tensor<?x?xf32>
  %rows = tensor.dim %r, %c0 : tensor<?x?xf32>
  %columns = tensor.dim %r, %c1 : tensor<?x?xf32>
  %elements = arith.muli %rows, %columns : index
  "test.compare"(%elements, %all) {cmp = "EQ"} : (index, index) -> () // = true
  return
}

func.func @products(%a: tensor<?x?x16xf32>, %b: tensor<?x16x?xf32>, %z: tensor<1xf32>, %i: tensor<?x?xi32>, %img: tensor<?x9x9x3xf32>, %w: tensor<8x3x3x3xf32>, %dw: tensor<3x3x3x2xf32>, %bias: tensor<8xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %m = "tosa.matmul"(%a, %b, %z, %z) : (tensor<?x?x16xf32>, tensor<?x16x?xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<?x?x?xf32>
  %m2 = tensor.dim %m, %c2 : tensor<?x?x?xf32>
  %b2 = tensor.dim %b, %c2 : tensor<?x16x?xf32>
  "test.compare"(%m2, %b2) {cmp = "EQ"} : (index, index) -> () // = true
  %a0 = tensor.dim %a, %c0 : tensor<?x?x16xf32>
  %b0 = tensor.dim %b, %c0 : tensor<?x16x?xf32>
  "test.compare"(%a0, %b0) {cmp = "EQ"} : (index, index) -> () // = true
  %r0 = "tosa.reduce_sum"(%m) {axis = 1 : i32} : (tensor<?x?x?xf32>) -> tensor<?x?x?xf32>
  %r1 = "tosa.reduce_max"(%r0) {axis = 1 : i32} : (tensor<?x?x?xf32>) -> tensor<?x?x?xf32>
  %r2 = "tosa.reduce_min"(%r1) {axis = 1 : i32} : (tensor<?x?x?xf32>) -> tensor<?x?x?xf32>
  %r3 = "tosa.reduce_product"(%r2) {axis = 1 : i32} : (tensor<?x?x?xf32>) -> tensor<?x?x?xf32>
  %0 = "test.reify_bound"(%r3) {dim = 1} : (tensor<?x?x?xf32>) -> index // = 1
  %rd = tensor.dim %r3, %c2 : tensor<?x?x?xf32>
  "test.compare"(%rd, %b2) {cmp = "EQ"} : (index, index) -> () // = true
  %g = "tosa.greater"(%r3, %r3) : (tensor<?x?x?xf32>, tensor<?x?x?xf32>) -> tensor<?x?x?xi1>
  %r4 = "tosa.reduce_all"(%g) {axis = 2 : i32} : (tensor<?x?x?xi1>) -> tensor<?x?x?xi1>
  %r5 = "tosa.reduce_any"(%r4) {axis = 0 : i32} : (tensor<?x?x?xi1>) -> tensor<?x?x?xi1>
  %1 = "test.reify_bound"(%r5) {dim = 2} : (tensor<?x?x?xi1>) -> index // = 1
  %am = "tosa.argmax"(%m) {axis = 1 : i32} : (tensor<?x?x?xf32>) -> tensor<?x?xi32>
  %amd = tensor.dim %am, %c1 : tensor<?x?xi32>
  "test.compare"(%amd, %b2) {cmp = "EQ"} : (index, index) -> () // = true
  %ga = "tosa.gather"(%a, %i) : (tensor<?x?x16xf32>, tensor<?x?xi32>) -> tensor<?x?x?xf32>
  %2 = "test.reify_bound"(%ga) {dim = 2} : (tensor<?x?x?xf32>) -> index // = 16
  %gad = tensor.dim %ga, %c1 : tensor<?x?x?xf32>
  %id = tensor.dim %i, %c1 : tensor<?x?xi32>
  "test.compare"(%gad, %id) {cmp = "EQ"} : (index, index) -> () // = true
  %i0 = tensor.dim %i, %c0 : tensor<?x?xi32>
  "test.compare"(%i0, %a0) {cmp = "EQ"} : (index, index) -> () // = true
  %sc = "tosa.scatter"(%a, %i, %ga) : (tensor<?x?x16xf32>, tensor<?x?xi32>, tensor<?x?x?xf32>) -> tensor<?x?x16xf32>
  %scd = tensor.dim %sc, %c1 : tensor<?x?x16xf32>
  %a1 = tensor.dim %a, %c1 : tensor<?x?x16xf32>
  "test.compare"(%scd, %a1) {cmp = "EQ"} : (index, index) -> () // = true
  %c = "tosa.conv2d"(%img, %w, %bias, %z, %z) {acc_type = f32, pad = array<i64: 1, 1, 0, 0>, stride = array<i64: 2, 2>, dilation = array<i64: 1, 1>} : (tensor<?x9x9x3xf32>, tensor<8x3x3x3xf32>, tensor<8xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<?x?x?x?xf32>
  %3 = "test.reify_bound"(%c) {dim = 1} : (tensor<?x?x?x?xf32>) -> index // = 5
  %4 = "test.reify_bound"(%c) {dim = 2} : (tensor<?x?x?x?xf32>) -> index // = 4
  %5 = "test.reify_bound"(%c) {dim = 3} : (tensor<?x?x?x?xf32>) -> index // = 8
  %cd = "tosa.depthwise_conv2d"(%img, %dw, %bias, %z, %z) {acc_type = f32, pad = array<i64: 0, 0, 0, 0>, stride = array<i64: 1, 1>, dilation = array<i64: 2, 1>} : (tensor<?x9x9x3xf32>, tensor<3x3x3x2xf32>, tensor<8xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<?x?x?x?xf32>
  %6 = "test.reify_bound"(%cd) {dim = 1} : (tensor<?x?x?x?xf32>) -> index // = 5
  %7 = "test.reify_bound"(%cd) {dim = 2} : (tensor<?x?x?x?xf32>) -> index // = 7
  %8 = "test.reify_bound"(%cd) {dim = 3} : (tensor<?x?x?x?xf32>) -> index // = 6
  %mp = "tosa.max_pool2d"(%cd) {kernel = array<i64: 3, 3>, stride = array<i64: 2, 2>, pad = array<i64: 0, 0, 0, 0>} : (tensor<?x?x?x?xf32>) -> tensor<?x?x?x?xf32>
  %ap = "tosa.avg_pool2d"(%mp, %z, %z) {acc_type = f32, kernel = array<i64: 1, 1>, stride = array<i64: 1, 1>, pad = array<i64: 0, 0, 0, 0>} : (tensor<?x?x?x?xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<?x?x?x?xf32>
  %9 = "test.reify_bound"(%ap) {dim = 1} : (tensor<?x?x?x?xf32>) -> index // = 2
  %10 = "test.reify_bound"(%ap) {dim = 2} : (tensor<?x?x?x?xf32>) -> index // = 3
  %11 = "test.reify_bound"(%ap) {dim = 3} : (tensor<?x?x?x?xf32>) -> index // = 6
  return
}

// Branches and loops; the inputs of a branch are arguments of its regions.
func.func @control(%c: tensor<i1>, %x: tensor<?x4xf32>, %n: tensor<i32>) {
  %c0 = arith.constant 0 : index
  %size = tensor.dim %x, %c0 : tensor<?x4xf32>
  %c1 = arith.constant 1 : index
  %flag = tensor.extract %c[] : tensor<i1>
  %number = arith.index_castui %flag : i1 to index
  %0 = tosa.cond_if %c (%a = %x) : tensor<i1> (tensor<?x4xf32>) -> tensor<?x4xf32> {
  ^bb0(%a: tensor<?x4xf32>):
    %inside = tensor.dim %a, %c0 : tensor<?x4xf32>
    "test.compare"(%inside, %size) {cmp = "EQ"} : (index, index) -> () // = true
    "test.compare"(%number, %c1) {cmp = "EQ"} : (index, index) -> () // = true
    tosa.yield %a : tensor<?x4xf32>
  } else {
  ^bb0(%a: tensor<?x4xf32>):
    "test.compare"(%number, %c0) {cmp = "EQ"} : (index, index) -> () // = true
    %two = tosa.concat %a, %x {axis = 0 : i32} : (tensor<?x4xf32>, tensor<?x4xf32>) -> tensor<?x4xf32>
    tosa.yield %two : tensor<?x4xf32>
  }
  %if = tensor.dim %0, %c0 : tensor<?x4xf32>
  "test.compare"(%if, %size) {cmp = "GE"} : (index, index) -> () // = true
  "test.compare"(%if, %size) {cmp = "EQ"} : (index, index) -> () // = fail
  %1:2 = tosa.while_loop (%i = %n, %y = %x) : (tensor<i32>, tensor<?x4xf32>) -> (tensor<i32>, tensor<?x4xf32>) {
    %more = tosa.greater %n, %i : (tensor<i32>, tensor<i32>) -> tensor<i1>
    tosa.yield %more : tensor<i1>
  } do {
  ^bb0(%i: tensor<i32>, %y: tensor<?x4xf32>):
    %one = "tosa.const"() {values = dense<1> : tensor<i32>} : () -> tensor<i32>
    %j = tosa.add %i, %one : (tensor<i32>, tensor<i32>) -> tensor<i32>
    %same = tosa.abs %y : (tensor<?x4xf32>) -> tensor<?x4xf32>
    tosa.yield %j, %same : tensor<i32>, tensor<?x4xf32>
  }
  %while:2 = tosa.while_loop (%f = %c, %y = %x) : (tensor<i1>, tensor<?x4xf32>) -> (tensor<i1>, tensor<?x4xf32>) {
    tosa.yield %f : tensor<i1>
  } do {
  ^bb0(%f: tensor<i1>, %y: tensor<?x4xf32>):
    %on = tensor.extract %f[] : tensor<i1>
    %is = arith.index_castui %on : i1 to index
    "test.compare"(%is, %c1) {cmp = "EQ"} : (index, index) -> () // = true
    tosa.yield %f, %y : tensor<i1>, tensor<?x4xf32>
  }
  %off = tensor.extract %while#0[] : tensor<i1>
  %is_off = arith.index_castui %off : i1 to index
  "test.compare"(%is_off, %c0) {cmp = "EQ"} : (index, index) -> () // = true
  %loop = tensor.dim %1#1, %c0 : tensor<?x4xf32>
  "test.compare"(%loop, %size) {cmp = "EQ"} : (index, index) -> () // = true
  %k = "tosa.cond_if"(%c, %n) ({
  ^bb0(%a: tensor<i32>):
    tosa.yield %a : tensor<i32>
  }, {
  ^bb0(%a: tensor<i32>):
    tosa.yield %a : tensor<i32>
  }) : (tensor<i1>, tensor<i32>) -> tensor<i32>
  %e = tensor.extract %k[] : tensor<i32>
  %en = tensor.extract %n[] : tensor<i32>
  %ei = arith.index_cast %e : i32 to index
  %eni = arith.index_cast %en : i32 to index
  "test.compare"(%ei, %eni) {cmp = "EQ"} : (index, index) -> () // = true
  return
}

// What is known of one operand, where the other may have any rank.
func.func @of_any_rank(%x: tensor<4x1xf32>, %u: tensor<*xf32>) {
  %s = "tosa.add"(%x, %u) : (tensor<4x1xf32>, tensor<*xf32>) -> tensor<?x?xf32>
  %q0 = "test.reify_bound"(%s) {dim = 0} : (tensor<?x?xf32>) -> index // = 4
  %q1 = "test.reify_bound"(%s) {dim = 1} : (tensor<?x?xf32>) -> index // = fail
  %t = "tosa.sub"(%u, %x) : (tensor<*xf32>, tensor<4x1xf32>) -> tensor<?x?x?xf32>
  %q2 = "test.reify_bound"(%t) {dim = 1} : (tensor<?x?x?xf32>) -> index // = 4
  %q3 = "test.reify_bound"(%t) {dim = 0} : (tensor<?x?x?xf32>) -> index // = fail
  return
}

// An entry of −1 in a constant is unknown, except as a size: there it means the rest.
func.func @unknown_entries(%x: tensor<2x?xf32>, %some: !tosa.shape<4>, %from: !tosa.shape<2>, %size: !tosa.shape<2>) {
  %c1 = arith.constant 1 : index
  %d1 = tensor.dim %x, %c1 : tensor<2x?xf32>
  %z = "tosa.const"() {values = dense<0.0> : tensor<1xf32>} : () -> tensor<1xf32>
  %minus = "tosa.const_shape"() {values = dense<[3, -1]> : tensor<2xindex>} : () -> !tosa.shape<2>
  %tile = "tosa.tile"(%x, %minus) : (tensor<2x?xf32>, !tosa.shape<2>) -> tensor<?x?xf32>
  %0 = "test.reify_bound"(%tile) {dim = 0, type = "EQ", constant} : (tensor<?x?xf32>) -> index // = 6
  %t1 = tensor.dim %tile, %c1 : tensor<?x?xf32>
  "test.compare"(%t1, %d1) {cmp = "LE"} : (index, index) -> () // = fail
  // one that is computed and not negative is a number
  %one = "tosa.const_shape"() {values = dense<1> : tensor<1xindex>} : () -> !tosa.shape<1>
  %own = "tosa.dim"(%x) {axis = 1 : i32} : (tensor<2x?xf32>) -> !tosa.shape<1>
  %twice = "tosa.concat_shape"(%one, %own) : (!tosa.shape<1>, !tosa.shape<1>) -> !tosa.shape<2>
  %square = "tosa.tile"(%x, %twice) : (tensor<2x?xf32>, !tosa.shape<2>) -> tensor<?x?xf32>
  %s1 = tensor.dim %square, %c1 : tensor<?x?xf32>
  "test.compare"(%s1, %d1) {cmp = "GE"} : (index, index) -> () // = true
  %pads = "tosa.const_shape"() {values = dense<[1, -1, 0, 2]> : tensor<4xindex>} : () -> !tosa.shape<4>
  %pad = "tosa.pad"(%x, %pads, %z) : (tensor<2x?xf32>, !tosa.shape<4>, tensor<1xf32>) -> tensor<?x?xf32>
  %1 = "test.reify_bound"(%pad) {dim = 0, type = "UB", constant} : (tensor<?x?xf32>) -> index // = fail
  %p1 = tensor.dim %pad, %c1 : tensor<?x?xf32>
  "test.compare"(%p1, %d1) {cmp = "GT"} : (index, index) -> () // = true
  %sides = "tosa.concat_shape"(%twice, %twice) : (!tosa.shape<2>, !tosa.shape<2>) -> !tosa.shape<4>
  %wide = "tosa.pad"(%x, %sides, %z) : (tensor<2x?xf32>, !tosa.shape<4>, tensor<1xf32>) -> tensor<?x?xf32>
  %w1 = tensor.dim %wide, %c1 : tensor<?x?xf32>
  "test.compare"(%w1, %d1) {cmp = "GT"} : (index, index) -> () // = true
  %odd = "tosa.pad"(%x, %some, %z) : (tensor<2x?xf32>, !tosa.shape<4>, tensor<1xf32>) -> tensor<?x?xf32>
  %o1 = tensor.dim %odd, %c1 : tensor<?x?xf32>
  "test.compare"(%o1, %d1) {cmp = "GE"} : (index, index) -> () // = fail
  %start = "tosa.const_shape"() {values = dense<[-1, -1]> : tensor<2xindex>} : () -> !tosa.shape<2>
  %sizes = "tosa.const_shape"() {values = dense<[-1, 5]> : tensor<2xindex>} : () -> !tosa.shape<2>
  %part = "tosa.slice"(%x, %start, %sizes) : (tensor<2x?xf32>, !tosa.shape<2>, !tosa.shape<2>) -> tensor<?x?xf32>
  %2 = "test.reify_bound"(%part) {dim = 0, type = "LB", constant} : (tensor<?x?xf32>) -> index // = 0
  %3 = "test.reify_bound"(%part) {dim = 1, type = "EQ", constant} : (tensor<?x?xf32>) -> index // = 5
  %rest = "tosa.slice"(%x, %twice, %sizes) : (tensor<2x?xf32>, !tosa.shape<2>, !tosa.shape<2>) -> tensor<?x?xf32>
  %4 = "test.reify_bound"(%rest) {dim = 0, type = "EQ", constant} : (tensor<?x?xf32>) -> index // = 1
  %cut = "tosa.slice"(%x, %minus, %twice) : (tensor<2x?xf32>, !tosa.shape<2>, !tosa.shape<2>) -> tensor<?x?xf32>
  %cut1 = tensor.dim %cut, %c1 : tensor<?x?xf32>
  "test.compare"(%cut1, %d1) {cmp = "EQ"} : (index, index) -> () // = fail
  %other = "tosa.slice"(%x, %twice, %twice) : (tensor<2x?xf32>, !tosa.shape<2>, !tosa.shape<2>) -> tensor<?x?xf32>
  %other1 = tensor.dim %other, %c1 : tensor<?x?xf32>
  "test.compare"(%other1, %d1) {cmp = "EQ"} : (index, index) -> () // = true
  return
}

// exp2_shape log2_ceil_shape log2_floor_shape slice_shape: powers of two, and a part of a shape
func.func @powers(%v: tensor<1x1x1xf32>, %x: tensor<?x4xf32>) {
  %five = "tosa.const_shape"() {values = dense<5> : tensor<1xindex>} : () -> !tosa.shape<1>
  %power = "tosa.exp2_shape"(%five) : (!tosa.shape<1>) -> !tosa.shape<1>
  %up = "tosa.log2_ceil_shape"(%five) : (!tosa.shape<1>) -> !tosa.shape<1>
  %down = "tosa.log2_floor_shape"(%five) : (!tosa.shape<1>) -> !tosa.shape<1>
  %n = "tosa.dim"(%x) {axis = 0 : i32} : (tensor<?x4xf32>) -> !tosa.shape<1>
  %all = "tosa.concat_shape"(%n, %power, %up, %down) : (!tosa.shape<1>, !tosa.shape<1>, !tosa.shape<1>, !tosa.shape<1>) -> !tosa.shape<4>
  %one = "tosa.const"() {values = dense<1> : tensor<1xi32>} : () -> tensor<1xi32>
  %three = "tosa.const"() {values = dense<3> : tensor<1xi32>} : () -> tensor<1xi32>
  %part = "tosa.slice_shape"(%all, %one, %three) : (!tosa.shape<4>, tensor<1xi32>, tensor<1xi32>) -> !tosa.shape<3>
  %whole = "tosa.concat_shape"(%part) : (!tosa.shape<3>) -> !tosa.shape<3>
  %t = "tosa.tile"(%v, %whole) : (tensor<1x1x1xf32>, !tosa.shape<3>) -> tensor<?x?x?xf32>
  %0 = "test.reify_bound"(%t) {dim = 0} : (tensor<?x?x?xf32>) -> index // = 32
  %1 = "test.reify_bound"(%t) {dim = 1} : (tensor<?x?x?xf32>) -> index // = 3
  %2 = "test.reify_bound"(%t) {dim = 2} : (tensor<?x?x?xf32>) -> index // = 2
  return
}
