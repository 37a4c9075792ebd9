// StableHLO, and CHLO; MHLO has the same ops.

// each has the sizes of its operand
func.func @unary(%x: tensor<?x4xf32>) {
  %u0 = "stablehlo.abs"(%x) : (tensor<?x4xf32>) -> tensor<?x4xf32>
  %u1 = "stablehlo.cbrt"(%u0) : (tensor<?x4xf32>) -> tensor<?x4xf32>
  %u2 = "stablehlo.ceil"(%u1) : (tensor<?x4xf32>) -> tensor<?x4xf32>
  %u3 = "stablehlo.convert"(%u2) : (tensor<?x4xf32>) -> tensor<?x4xf32>
  %u4 = "stablehlo.cosine"(%u3) : (tensor<?x4xf32>) -> tensor<?x4xf32>
  %u5 = "stablehlo.count_leading_zeros"(%u4) : (tensor<?x4xf32>) -> tensor<?x4xf32>
  %u6 = "stablehlo.exponential"(%u5) : (tensor<?x4xf32>) -> tensor<?x4xf32>
  %u7 = "stablehlo.exponential_minus_one"(%u6) : (tensor<?x4xf32>) -> tensor<?x4xf32>
  %u8 = "stablehlo.floor"(%u7) : (tensor<?x4xf32>) -> tensor<?x4xf32>
  %u9 = "stablehlo.imag"(%u8) : (tensor<?x4xf32>) -> tensor<?x4xf32>
  %u10 = "stablehlo.is_finite"(%u9) : (tensor<?x4xf32>) -> tensor<?x4xf32>
  %u11 = "stablehlo.log"(%u10) : (tensor<?x4xf32>) -> tensor<?x4xf32>
  %u12 = "stablehlo.log_plus_one"(%u11) : (tensor<?x4xf32>) -> tensor<?x4xf32>
  %u13 = "stablehlo.logistic"(%u12) : (tensor<?x4xf32>) -> tensor<?x4xf32>
  %u14 = "stablehlo.negate"(%u13) : (tensor<?x4xf32>) -> tensor<?x4xf32>
  %u15 = "stablehlo.not"(%u14) : (tensor<?x4xf32>) -> tensor<?x4xf32>
  %u16 = "stablehlo.popcnt"(%u15) : (tensor<?x4xf32>) -> tensor<?x4xf32>
  %u17 = "stablehlo.real"(%u16) : (tensor<?x4xf32>) -> tensor<?x4xf32>
  %u18 = "stablehlo.round_nearest_afz"(%u17) : (tensor<?x4xf32>) -> tensor<?x4xf32>
  %u19 = "stablehlo.round_nearest_even"(%u18) : (tensor<?x4xf32>) -> tensor<?x4xf32>
  %u20 = "stablehlo.rsqrt"(%u19) : (tensor<?x4xf32>) -> tensor<?x4xf32>
  %u21 = "stablehlo.sign"(%u20) : (tensor<?x4xf32>) -> tensor<?x4xf32>
  %u22 = "stablehlo.sine"(%u21) : (tensor<?x4xf32>) -> tensor<?x4xf32>
  %u23 = "stablehlo.sqrt"(%u22) : (tensor<?x4xf32>) -> tensor<?x4xf32>
  %u24 = "stablehlo.tan"(%u23) : (tensor<?x4xf32>) -> tensor<?x4xf32>
  %u25 = "stablehlo.tanh"(%u24) : (tensor<?x4xf32>) -> tensor<?x4xf32>
  %u26 = "stablehlo.reduce_precision"(%u25) : (tensor<?x4xf32>) -> tensor<?x4xf32>
  %u27 = "stablehlo.reverse"(%u26) <{dimensions = array<i64: 0>}> : (tensor<?x4xf32>) -> tensor<?x4xf32>
  %u28 = "chlo.acos"(%u27) : (tensor<?x4xf32>) -> tensor<?x4xf32>
  %u29 = "chlo.acosh"(%u28) : (tensor<?x4xf32>) -> tensor<?x4xf32>
  %u30 = "chlo.asin"(%u29) : (tensor<?x4xf32>) -> tensor<?x4xf32>
  %u31 = "chlo.asinh"(%u30) : (tensor<?x4xf32>) -> tensor<?x4xf32>
  %u32 = "chlo.atan"(%u31) : (tensor<?x4xf32>) -> tensor<?x4xf32>
  %u33 = "chlo.atanh"(%u32) : (tensor<?x4xf32>) -> tensor<?x4xf32>
  %u34 = "chlo.conj"(%u33) : (tensor<?x4xf32>) -> tensor<?x4xf32>
  %u35 = "chlo.cosh"(%u34) : (tensor<?x4xf32>) -> tensor<?x4xf32>
  %u36 = "chlo.digamma"(%u35) : (tensor<?x4xf32>) -> tensor<?x4xf32>
  %u37 = "chlo.erf"(%u36) : (tensor<?x4xf32>) -> tensor<?x4xf32>
  %u38 = "chlo.erf_inv"(%u37) : (tensor<?x4xf32>) -> tensor<?x4xf32>
  %u39 = "chlo.erfc"(%u38) : (tensor<?x4xf32>) -> tensor<?x4xf32>
  %u40 = "chlo.is_inf"(%u39) : (tensor<?x4xf32>) -> tensor<?x4xf32>
  %u41 = "chlo.lgamma"(%u40) : (tensor<?x4xf32>) -> tensor<?x4xf32>
  %u42 = "chlo.sinh"(%u41) : (tensor<?x4xf32>) -> tensor<?x4xf32>
  %u43 = "chlo.square"(%u42) : (tensor<?x4xf32>) -> tensor<?x4xf32>
  %u44 = "chlo.tan"(%u43) : (tensor<?x4xf32>) -> tensor<?x4xf32>
  %c0 = arith.constant 0 : index
  %d = tensor.dim %x, %c0 : tensor<?x4xf32>
  %e = tensor.dim %u44, %c0 : tensor<?x4xf32>
  "test.compare"(%d, %e) {cmp = "EQ"} : (index, index) -> () // = true
  return
}

// both operands have the sizes of the result
func.func @binary(%x: tensor<?x4xf32>, %y: tensor<?x4xf32>) {
  %c0 = arith.constant 0 : index
  %b0 = "stablehlo.add"(%x, %x) : (tensor<?x4xf32>, tensor<?x4xf32>) -> tensor<?x4xf32>
  %b1 = "stablehlo.atan2"(%b0, %b0) : (tensor<?x4xf32>, tensor<?x4xf32>) -> tensor<?x4xf32>
  %b2 = "stablehlo.complex"(%b1, %b1) : (tensor<?x4xf32>, tensor<?x4xf32>) -> tensor<?x4xf32>
  %b3 = "stablehlo.divide"(%b2, %b2) : (tensor<?x4xf32>, tensor<?x4xf32>) -> tensor<?x4xf32>
  %b4 = "stablehlo.maximum"(%b3, %b3) : (tensor<?x4xf32>, tensor<?x4xf32>) -> tensor<?x4xf32>
  %b5 = "stablehlo.minimum"(%b4, %y) : (tensor<?x4xf32>, tensor<?x4xf32>) -> tensor<?x4xf32>
  %b6 = "stablehlo.multiply"(%b5, %b5) : (tensor<?x4xf32>, tensor<?x4xf32>) -> tensor<?x4xf32>
  %b7 = "stablehlo.or"(%b6, %b6) : (tensor<?x4xf32>, tensor<?x4xf32>) -> tensor<?x4xf32>
  %b8 = "stablehlo.power"(%b7, %b7) : (tensor<?x4xf32>, tensor<?x4xf32>) -> tensor<?x4xf32>
  %b9 = "stablehlo.remainder"(%b8, %b8) : (tensor<?x4xf32>, tensor<?x4xf32>) -> tensor<?x4xf32>
  %b10 = "stablehlo.shift_left"(%b9, %b9) : (tensor<?x4xf32>, tensor<?x4xf32>) -> tensor<?x4xf32>
  %b11 = "stablehlo.shift_right_arithmetic"(%b10, %b10) : (tensor<?x4xf32>, tensor<?x4xf32>) -> tensor<?x4xf32>
  %b12 = "stablehlo.shift_right_logical"(%b11, %b11) : (tensor<?x4xf32>, tensor<?x4xf32>) -> tensor<?x4xf32>
  %b13 = "stablehlo.subtract"(%b12, %b12) : (tensor<?x4xf32>, tensor<?x4xf32>) -> tensor<?x4xf32>
  %b14 = "stablehlo.xor"(%b13, %b13) : (tensor<?x4xf32>, tensor<?x4xf32>) -> tensor<?x4xf32>
  %b15 = "stablehlo.and"(%b14, %b14) : (tensor<?x4xf32>, tensor<?x4xf32>) -> tensor<?x4xf32>
  %b16 = "stablehlo.compare"(%b15, %b15) <{comparison_direction = #stablehlo<comparison_direction LT>}> : (tensor<?x4xf32>, tensor<?x4xf32>) -> tensor<?x4xf32>
  %b17 = "chlo.next_after"(%b16, %b16) : (tensor<?x4xf32>, tensor<?x4xf32>) -> tensor<?x4xf32>
  %d = tensor.dim %y, %c0 : tensor<?x4xf32>
  %e = tensor.dim %b17, %c0 : tensor<?x4xf32>
  "test.compare"(%d, %e) {cmp = "EQ"} : (index, index) -> () // = true
  return
}

// where one has size 1 the other counts
func.func @chlo(%x: tensor<?x1xf32>, %y: tensor<4xf32>, %z: tensor<?x4xf32>, %s: tensor<2xi32>) {
  %c0 = arith.constant 0 : index
  %b0 = "chlo.broadcast_add"(%x, %y) : (tensor<?x1xf32>, tensor<4xf32>) -> tensor<?x?xf32>
  %b1 = "chlo.broadcast_and"(%b0, %y) : (tensor<?x?xf32>, tensor<4xf32>) -> tensor<?x?xf32>
  %b2 = "chlo.broadcast_atan2"(%b1, %y) : (tensor<?x?xf32>, tensor<4xf32>) -> tensor<?x?xf32>
  %b3 = "chlo.broadcast_compare"(%b2, %y) : (tensor<?x?xf32>, tensor<4xf32>) -> tensor<?x?xf32>
  %b4 = "chlo.broadcast_complex"(%b3, %y) : (tensor<?x?xf32>, tensor<4xf32>) -> tensor<?x?xf32>
  %b5 = "chlo.broadcast_divide"(%b4, %y) : (tensor<?x?xf32>, tensor<4xf32>) -> tensor<?x?xf32>
  %b6 = "chlo.broadcast_maximum"(%b5, %y) : (tensor<?x?xf32>, tensor<4xf32>) -> tensor<?x?xf32>
  %b7 = "chlo.broadcast_minimum"(%b6, %y) : (tensor<?x?xf32>, tensor<4xf32>) -> tensor<?x?xf32>
  %b8 = "chlo.broadcast_multiply"(%b7, %y) : (tensor<?x?xf32>, tensor<4xf32>) -> tensor<?x?xf32>
  %b9 = "chlo.broadcast_next_after"(%b8, %y) : (tensor<?x?xf32>, tensor<4xf32>) -> tensor<?x?xf32>
  %b10 = "chlo.broadcast_or"(%b9, %y) : (tensor<?x?xf32>, tensor<4xf32>) -> tensor<?x?xf32>
  %b11 = "chlo.broadcast_polygamma"(%b10, %y) : (tensor<?x?xf32>, tensor<4xf32>) -> tensor<?x?xf32>
  %b12 = "chlo.broadcast_power"(%b11, %y) : (tensor<?x?xf32>, tensor<4xf32>) -> tensor<?x?xf32>
  %b13 = "chlo.broadcast_remainder"(%b12, %y) : (tensor<?x?xf32>, tensor<4xf32>) -> tensor<?x?xf32>
  %b14 = "chlo.broadcast_shift_left"(%b13, %y) : (tensor<?x?xf32>, tensor<4xf32>) -> tensor<?x?xf32>
  %b15 = "chlo.broadcast_shift_right_arithmetic"(%b14, %y) : (tensor<?x?xf32>, tensor<4xf32>) -> tensor<?x?xf32>
  %b16 = "chlo.broadcast_shift_right_logical"(%b15, %y) : (tensor<?x?xf32>, tensor<4xf32>) -> tensor<?x?xf32>
  %b17 = "chlo.broadcast_subtract"(%b16, %y) : (tensor<?x?xf32>, tensor<4xf32>) -> tensor<?x?xf32>
  %b18 = "chlo.broadcast_xor"(%b17, %y) : (tensor<?x?xf32>, tensor<4xf32>) -> tensor<?x?xf32>
  %b19 = "chlo.broadcast_zeta"(%b18, %y) : (tensor<?x?xf32>, tensor<4xf32>) -> tensor<?x?xf32>
  %0 = "test.reify_bound"(%b19) {dim = 1} : (tensor<?x?xf32>) -> index // = 4
  %d = tensor.dim %x, %c0 : tensor<?x1xf32>
  %e = tensor.dim %b19, %c0 : tensor<?x?xf32>
  "test.compare"(%d, %e) {cmp = "EQ"} : (index, index) -> () // = true
  %k = "chlo.constant"() {value = dense<3> : tensor<1xi32>} : () -> tensor<1xi32>
  %r = "chlo.dynamic_reshape"(%z, %s) : (tensor<?x4xf32>, tensor<2xi32>) -> tensor<?x?xf32>
  %1 = "test.reify_bound"(%r) {constant, dim = 0, type = "LB"} : (tensor<?x?xf32>) -> index // = 0
  return
}

// integers that shapes are computed with
func.func @integers(%x: tensor<?x?x16xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %two = stablehlo.constant dense<2> : tensor<i32>
  %b = stablehlo.get_dimension_size %x, dim = 0 : (tensor<?x?x16xf32>) -> tensor<i32>
  %s = stablehlo.get_dimension_size %x, dim = 1 : (tensor<?x?x16xf32>) -> tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %ge = stablehlo.compare GE, %b, %one, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
  stablehlo.custom_call @shape_assertion(%ge, %b) {api_version = 2 : i32, error_message = "b", has_side_effect = true} : (tensor<i1>, tensor<i32>) -> ()
  %db = tensor.dim %x, %c0 : tensor<?x?x16xf32>
  %ds = tensor.dim %x, %c1 : tensor<?x?x16xf32>
  "test.compare"(%db, %c1) {cmp = "GE"} : (index, index) -> () // = true
  %half = stablehlo.divide %b, %two : tensor<i32>
  %rest = stablehlo.remainder %b, %two : tensor<i32>
  %h = tensor.extract %half[] : tensor<i32>
  %hi = arith.index_cast %h : i32 to index
  "test.compare"(%hi, %db) {cmp = "LE"} : (index, index) -> () // = true
  %r = tensor.extract %rest[] : tensor<i32>
  %ri = arith.index_cast %r : i32 to index
  %0 = "test.reify_bound"(%ri) {constant, type = "UB"} : (index) -> index // = 2
  %lt = stablehlo.compare LT, %b, %two, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
  %m = stablehlo.select %lt, %b, %two : tensor<i1>, tensor<i32>
  %mm = stablehlo.minimum %b, %two : tensor<i32>
  %cl = stablehlo.clamp %one, %b, %two : tensor<i32>
  %me = tensor.extract %m[] : tensor<i32>
  %mi = arith.index_cast %me : i32 to index
  %1 = "test.reify_bound"(%mi) {constant, type = "UB"} : (index) -> index // = 3
  %sum = stablehlo.maximum %mm, %cl : tensor<i32>
  %f = stablehlo.convert %lt : (tensor<i1>) -> tensor<i32>
  %sg = stablehlo.sign %b : tensor<i32>
  %ng = stablehlo.negate %sg : tensor<i32>
  %ab = stablehlo.abs %ng : tensor<i32>
  %not = stablehlo.not %lt : tensor<i1>
  %b1 = stablehlo.reshape %b : (tensor<i32>) -> tensor<1xi32>
  %s1 = stablehlo.reshape %s : (tensor<i32>) -> tensor<1xi32>
  %four = stablehlo.constant dense<4> : tensor<1xi32>
  %shape = stablehlo.concatenate %b1, %s1, %four, %four, dim = 0 : (tensor<1xi32>, tensor<1xi32>, tensor<1xi32>, tensor<1xi32>) -> tensor<4xi32>
  %heads = stablehlo.dynamic_reshape %x, %shape : (tensor<?x?x16xf32>, tensor<4xi32>) -> tensor<?x?x4x4xf32>
  %t = stablehlo.transpose %heads, dims = [0, 2, 1, 3] : (tensor<?x?x4x4xf32>) -> tensor<?x4x?x4xf32>
  %c2 = arith.constant 2 : index
  %th = tensor.dim %t, %c2 : tensor<?x4x?x4xf32>
  "test.compare"(%th, %ds) {cmp = "EQ"} : (index, index) -> () // = true
  %iota = stablehlo.iota dim = 0 : tensor<3xi32>
  %last = stablehlo.slice %iota [2:3] : (tensor<3xi32>) -> tensor<1xi32>
  %rep = stablehlo.broadcast_in_dim %last, dims = [0] : (tensor<1xi32>) -> tensor<2xi32>
  %ones = stablehlo.dynamic_iota %rep, dim = 1 : (tensor<2xi32>) -> tensor<?x?xf32>
  %2 = "test.reify_bound"(%ones) {dim = 1} : (tensor<?x?xf32>) -> index // = 2
  return
}

func.func @shapes(%x: tensor<?x8xf32>, %y: tensor<?x8xf32>, %v: tensor<f32>, %n: tensor<i32>, %s: tensor<2xi32>, %p: tensor<i1>, %i: tensor<?xi32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %d = tensor.dim %x, %c0 : tensor<?x8xf32>
  %e = tensor.dim %y, %c0 : tensor<?x8xf32>
  %cat = stablehlo.concatenate %x, %y, dim = 0 : (tensor<?x8xf32>, tensor<?x8xf32>) -> tensor<?x8xf32>
  %cd = tensor.dim %cat, %c0 : tensor<?x8xf32>
  %de = arith.addi %d, %e : index
  "test.compare"(%cd, %de) {cmp = "EQ"} : (index, index) -> () // = true
  %set = stablehlo.set_dimension_size %x, %n, dim = 1 : (tensor<?x8xf32>, tensor<i32>) -> tensor<?x?xf32>
  %0 = "test.reify_bound"(%set) {constant, dim = 0, type = "LB"} : (tensor<?x?xf32>) -> index // = 0
  %bc = stablehlo.broadcast %x, sizes = [3] : (tensor<?x8xf32>) -> tensor<3x?x8xf32>
  %bd = tensor.dim %bc, %c1 : tensor<3x?x8xf32>
  "test.compare"(%bd, %d) {cmp = "EQ"} : (index, index) -> () // = true
  %db = stablehlo.dynamic_broadcast_in_dim %v, %s, dims = [] : (tensor<f32>, tensor<2xi32>) -> tensor<?x8xf32>
  %rng = stablehlo.rng %v, %v, %s, distribution = UNIFORM : (tensor<f32>, tensor<f32>, tensor<2xi32>) -> tensor<?x8xf32>
  %dbd = tensor.dim %db, %c0 : tensor<?x8xf32>
  %rngd = tensor.dim %rng, %c0 : tensor<?x8xf32>
  "test.compare"(%dbd, %rngd) {cmp = "EQ"} : (index, index) -> () // = true
  %ds = stablehlo.dynamic_slice %x, %n, %n, sizes = [2, 4] : (tensor<?x8xf32>, tensor<i32>, tensor<i32>) -> tensor<2x4xf32>
  %c2 = arith.constant 2 : index
  "test.compare"(%d, %c2) {cmp = "GE"} : (index, index) -> () // = true
  %up = stablehlo.dynamic_update_slice %x, %ds, %n, %n : (tensor<?x8xf32>, tensor<2x4xf32>, tensor<i32>, tensor<i32>) -> tensor<?x8xf32>
  %upd = tensor.dim %up, %c0 : tensor<?x8xf32>
  "test.compare"(%upd, %d) {cmp = "EQ"} : (index, index) -> () // = true
  %from = stablehlo.constant dense<[1, 0]> : tensor<2xi32>
  %to = stablehlo.constant dense<[7, 8]> : tensor<2xi32>
  %by = stablehlo.constant dense<[2, 1]> : tensor<2xi32>
  %rs = stablehlo.real_dynamic_slice %x, %from, %to, %by : (tensor<?x8xf32>, tensor<2xi32>, tensor<2xi32>, tensor<2xi32>) -> tensor<?x8xf32>
  %1 = "test.reify_bound"(%rs) {dim = 0} : (tensor<?x8xf32>) -> index // = 3
  %pad = stablehlo.pad %rs, %v, low = [1, 0], high = [2, 0], interior = [1, 0] : (tensor<?x8xf32>, tensor<f32>) -> tensor<?x8xf32>
  %2 = "test.reify_bound"(%pad) {dim = 0} : (tensor<?x8xf32>) -> index // = 8
  %dp = stablehlo.dynamic_pad %rs, %v, %from, %from, %by : (tensor<?x8xf32>, tensor<f32>, tensor<2xi32>, tensor<2xi32>, tensor<2xi32>) -> tensor<?x?xf32>
  %3 = "test.reify_bound"(%dp) {dim = 0} : (tensor<?x?xf32>) -> index // = 9
  %crs = stablehlo.compute_reshape_shape %c2, %by : (index, tensor<2xi32>) -> tensor<2xi32>
  %bar:2 = stablehlo.optimization_barrier %x, %from : tensor<?x8xf32>, tensor<2xi32>
  %bard = tensor.dim %bar#0, %c0 : tensor<?x8xf32>
  "test.compare"(%bard, %d) {cmp = "EQ"} : (index, index) -> () // = true
  %map = "stablehlo.map"(%x) <{dimensions = array<i64: 0, 1>}> ({
  ^bb0(%a: tensor<f32>):
    stablehlo.return %a : tensor<f32>
  }) : (tensor<?x8xf32>) -> tensor<?x8xf32>
  %sort = "stablehlo.sort"(%map) <{dimension = 0 : i64}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %lt = stablehlo.compare LT, %a, %b, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %lt : tensor<i1>
  }) : (tensor<?x8xf32>) -> tensor<?x8xf32>
  %sel = "stablehlo.select_and_scatter"(%sort, %sort, %v) ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %ge = stablehlo.compare GE, %a, %b, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %ge : tensor<i1>
  }, {
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    stablehlo.return %a : tensor<f32>
  }) : (tensor<?x8xf32>, tensor<?x8xf32>, tensor<f32>) -> tensor<?x8xf32>
  %scatter = "stablehlo.scatter"(%sel, %i, %y) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    stablehlo.return %b : tensor<f32>
  }) : (tensor<?x8xf32>, tensor<?xi32>, tensor<?x8xf32>) -> tensor<?x8xf32>
  %sd = tensor.dim %scatter, %c0 : tensor<?x8xf32>
  "test.compare"(%sd, %d) {cmp = "EQ"} : (index, index) -> () // = true
  %g = "stablehlo.gather"(%x, %i) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, indices_are_sorted = false, slice_sizes = array<i64: 1, 8>}> : (tensor<?x8xf32>, tensor<?xi32>) -> tensor<?x?xf32>
  %gd = tensor.dim %g, %c0 : tensor<?x?xf32>
  %id = tensor.dim %i, %c0 : tensor<?xi32>
  "test.compare"(%gd, %id) {cmp = "EQ"} : (index, index) -> () // = true
  %4 = "test.reify_bound"(%g) {dim = 1} : (tensor<?x?xf32>) -> index // = 8
  %dg = "stablehlo.dynamic_gather"(%x, %i, %by) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, indices_are_sorted = false}> : (tensor<?x8xf32>, tensor<?xi32>, tensor<2xi32>) -> tensor<?x?xf32>
  %5 = "test.reify_bound"(%dg) {dim = 1} : (tensor<?x?xf32>) -> index // = 1
  %if = "stablehlo.if"(%p) ({
    stablehlo.return %x : tensor<?x8xf32>
  }, {
    stablehlo.return %map : tensor<?x8xf32>
  }) : (tensor<i1>) -> tensor<?x8xf32>
  %ifd = tensor.dim %if, %c0 : tensor<?x8xf32>
  "test.compare"(%ifd, %d) {cmp = "EQ"} : (index, index) -> () // = true
  %k = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %w:2 = stablehlo.while(%it = %k, %acc = %x) : tensor<i32>, tensor<?x8xf32>
  cond {
    %less = stablehlo.compare LT, %it, %n, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %less : tensor<i1>
  } do {
    %next = stablehlo.add %it, %one : tensor<i32>
    %more = stablehlo.add %acc, %acc : tensor<?x8xf32>
    stablehlo.return %next, %more : tensor<i32>, tensor<?x8xf32>
  }
  %wd = tensor.dim %w#1, %c0 : tensor<?x8xf32>
  "test.compare"(%wd, %d) {cmp = "EQ"} : (index, index) -> () // = true
  return
}

func.func @products(%a: tensor<?x?x16xf32>, %b: tensor<?x16x?xf32>, %v: tensor<f32>, %img: tensor<?x9x9x3xf32>, %w: tensor<3x3x3x8xf32>, %m: tensor<?x5xf32>, %k: tensor<5x?xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %p = stablehlo.dot_general %a, %b, batching_dims = [0] x [0], contracting_dims = [2] x [1] : (tensor<?x?x16xf32>, tensor<?x16x?xf32>) -> tensor<?x?x?xf32>
  %p2 = tensor.dim %p, %c2 : tensor<?x?x?xf32>
  %b2 = tensor.dim %b, %c2 : tensor<?x16x?xf32>
  "test.compare"(%p2, %b2) {cmp = "EQ"} : (index, index) -> () // = true
  %a0 = tensor.dim %a, %c0 : tensor<?x?x16xf32>
  %b0 = tensor.dim %b, %c0 : tensor<?x16x?xf32>
  "test.compare"(%a0, %b0) {cmp = "EQ"} : (index, index) -> () // = true
  %dot = "stablehlo.dot"(%m, %k) : (tensor<?x5xf32>, tensor<5x?xf32>) -> tensor<?x?xf32>
  %dot1 = tensor.dim %dot, %c1 : tensor<?x?xf32>
  %k1 = tensor.dim %k, %c1 : tensor<5x?xf32>
  "test.compare"(%dot1, %k1) {cmp = "EQ"} : (index, index) -> () // = true
  %r = stablehlo.reduce(%p init: %v) applies stablehlo.add across dimensions = [1] : (tensor<?x?x?xf32>, tensor<f32>) -> tensor<?x?xf32>
  %r1 = tensor.dim %r, %c1 : tensor<?x?xf32>
  "test.compare"(%r1, %b2) {cmp = "EQ"} : (index, index) -> () // = true
  %c = stablehlo.convolution(%img, %w) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {stride = [2, 2], pad = [[1, 1], [1, 0]]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<?x9x9x3xf32>, tensor<3x3x3x8xf32>) -> tensor<?x?x?x?xf32>
  %0 = "test.reify_bound"(%c) {dim = 1} : (tensor<?x?x?x?xf32>) -> index // = 5
  %1 = "test.reify_bound"(%c) {dim = 2} : (tensor<?x?x?x?xf32>) -> index // = 4
  %2 = "test.reify_bound"(%c) {dim = 3} : (tensor<?x?x?x?xf32>) -> index // = 8
  %pads = stablehlo.constant dense<[[1, 1], [0, 0]]> : tensor<2x2xi32>
  %dc = "stablehlo.dynamic_conv"(%img, %w, %pads) <{batch_group_count = 1 : i64, dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>, feature_group_count = 1 : i64, window_strides = array<i64: 1, 1>}> : (tensor<?x9x9x3xf32>, tensor<3x3x3x8xf32>, tensor<2x2xi32>) -> tensor<?x?x?x8xf32>
  %3 = "test.reify_bound"(%dc) {dim = 1} : (tensor<?x?x?x8xf32>) -> index // = 9
  %4 = "test.reify_bound"(%dc) {dim = 2} : (tensor<?x?x?x8xf32>) -> index // = 7
  %rw = "stablehlo.reduce_window"(%dc, %v) <{window_dimensions = array<i64: 1, 2, 2, 1>, window_strides = array<i64: 1, 2, 2, 1>}> ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    %s = stablehlo.maximum %x, %y : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) : (tensor<?x?x?x8xf32>, tensor<f32>) -> tensor<?x?x?x8xf32>
  %5 = "test.reify_bound"(%rw) {dim = 1} : (tensor<?x?x?x8xf32>) -> index // = 4
  %6 = "test.reify_bound"(%rw) {dim = 2} : (tensor<?x?x?x8xf32>) -> index // = 3
  return
}

func.func @mhlo(%x: tensor<?x4xf32>, %y: tensor<?x4xf32>) {
  %c0 = arith.constant 0 : index
  %z = mhlo.add %x, %y : tensor<?x4xf32>
  %d = tensor.dim %z, %c0 : tensor<?x4xf32>
  %e = tensor.dim %y, %c0 : tensor<?x4xf32>
  "test.compare"(%d, %e) {cmp = "EQ"} : (index, index) -> () // = true
  return
}
