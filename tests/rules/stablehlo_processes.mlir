// Several processes, normalization, tuples, what has no rank in its type, and what CHLO places.

func.func @share(%x: tensor<?xf32>) {
  %rs = "stablehlo.reduce_scatter"(%x) ({
  ^bb0(%p: tensor<f32>, %r: tensor<f32>):
    %s = stablehlo.add %p, %r : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) {scatter_dimension = 0 : i64, replica_groups = dense<[[0, 1, 2]]> : tensor<1x3xi64>} : (tensor<?xf32>) -> tensor<5xf32>
  %c0 = arith.constant 0 : index
  %d = tensor.dim %x, %c0 : tensor<?xf32>
  %q = "test.reify_bound"(%d) {constant} : (index) -> index // = 15
  return
}
func.func @processes(%x: tensor<4x6x8xf32>, %f: tensor<6xf32>, %a: tensor<4x6x6xf32>, %i: tensor<4x9x7xi32>) {
  %ag = "stablehlo.all_gather"(%x) {all_gather_dim = 1 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>} : (tensor<4x6x8xf32>) -> tensor<?x?x?xf32>
  %q0 = "test.reify_bound"(%ag) {dim = 0} : (tensor<?x?x?xf32>) -> index // = 4
  %q1 = "test.reify_bound"(%ag) {dim = 1} : (tensor<?x?x?xf32>) -> index // = 12
  %q2 = "test.reify_bound"(%ag) {dim = 2} : (tensor<?x?x?xf32>) -> index // = 8
  %qa = "test.reify_bound"(%ag) {dim = 1, constant, type = "LB"} : (tensor<?x?x?xf32>) -> index // = 12
  %ar = "stablehlo.all_reduce"(%x) ({
  ^bb0(%p: tensor<f32>, %r: tensor<f32>):
    %s = stablehlo.add %p, %r : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) {replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>} : (tensor<4x6x8xf32>) -> tensor<?x?x?xf32>
  %q3 = "test.reify_bound"(%ar) {dim = 0} : (tensor<?x?x?xf32>) -> index // = 4
  %q4 = "test.reify_bound"(%ar) {dim = 1} : (tensor<?x?x?xf32>) -> index // = 6
  %q5 = "test.reify_bound"(%ar) {dim = 2} : (tensor<?x?x?xf32>) -> index // = 8
  %rs = "stablehlo.reduce_scatter"(%x) ({
  ^bb0(%p: tensor<f32>, %r: tensor<f32>):
    %s = stablehlo.add %p, %r : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) {scatter_dimension = 2 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>} : (tensor<4x6x8xf32>) -> tensor<?x?x?xf32>
  %q6 = "test.reify_bound"(%rs) {dim = 0} : (tensor<?x?x?xf32>) -> index // = 4
  %q7 = "test.reify_bound"(%rs) {dim = 1} : (tensor<?x?x?xf32>) -> index // = 6
  %q8 = "test.reify_bound"(%rs) {dim = 2} : (tensor<?x?x?xf32>) -> index // = 4
  %qr = "test.reify_bound"(%rs) {dim = 2, constant, type = "UB"} : (tensor<?x?x?xf32>) -> index // = 5
  %rsp = "stablehlo.reduce_scatter"(%x) ({
  ^bb0(%p: tensor<f32>, %r: tensor<f32>):
    %s = stablehlo.add %p, %r : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) {scatter_dimension = 2 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>} : (tensor<4x6x8xf32>) -> tensor<?x?x?xf32>
  %qrp = "test.reify_bound"(%rsp) {dim = 2, constant, type = "UB"} : (tensor<?x?x?xf32>) -> index // = 9
  %agp = "stablehlo.all_gather"(%x) {all_gather_dim = 1 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>} : (tensor<4x6x8xf32>) -> tensor<?x?x?xf32>
  %qp = "test.reify_bound"(%agp) {dim = 1} : (tensor<?x?x?xf32>) -> index // = fail
  %qpl = "test.reify_bound"(%agp) {dim = 1, constant, type = "LB"} : (tensor<?x?x?xf32>) -> index // = 6
  %agg = "stablehlo.all_gather"(%x) {all_gather_dim = 1 : i64, replica_groups = dense<[[0, 1, 2], [3, 4, 5]]> : tensor<2x3xi64>, channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, use_global_device_ids} : (tensor<4x6x8xf32>) -> tensor<?x?x?xf32>
  %qg = "test.reify_bound"(%agg) {dim = 1} : (tensor<?x?x?xf32>) -> index // = 18
  %aa = "stablehlo.all_to_all"(%x) {split_dimension = 0 : i64, concat_dimension = 2 : i64, split_count = 2 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>} : (tensor<4x6x8xf32>) -> tensor<?x?x?xf32>
  %q9 = "test.reify_bound"(%aa) {dim = 0} : (tensor<?x?x?xf32>) -> index // = 2
  %q10 = "test.reify_bound"(%aa) {dim = 1} : (tensor<?x?x?xf32>) -> index // = 6
  %q11 = "test.reify_bound"(%aa) {dim = 2} : (tensor<?x?x?xf32>) -> index // = 16
  %cp = "stablehlo.collective_permute"(%x) {source_target_pairs = dense<[[0, 1]]> : tensor<1x2xi64>} : (tensor<4x6x8xf32>) -> tensor<?x?x?xf32>
  %q12 = "test.reify_bound"(%cp) {dim = 0} : (tensor<?x?x?xf32>) -> index // = 4
  %q13 = "test.reify_bound"(%cp) {dim = 1} : (tensor<?x?x?xf32>) -> index // = 6
  %q14 = "test.reify_bound"(%cp) {dim = 2} : (tensor<?x?x?xf32>) -> index // = 8
  %cb = "stablehlo.collective_broadcast"(%x) {replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>} : (tensor<4x6x8xf32>) -> tensor<?x?x?xf32>
  %q15 = "test.reify_bound"(%cb) {dim = 0} : (tensor<?x?x?xf32>) -> index // = 4
  %q16 = "test.reify_bound"(%cb) {dim = 1} : (tensor<?x?x?xf32>) -> index // = 6
  %q17 = "test.reify_bound"(%cb) {dim = 2} : (tensor<?x?x?xf32>) -> index // = 8
  %bi = "stablehlo.batch_norm_inference"(%x, %f, %f, %f, %f) {epsilon = 0.1 : f32, feature_index = 1 : i64} : (tensor<4x6x8xf32>, tensor<6xf32>, tensor<6xf32>, tensor<6xf32>, tensor<6xf32>) -> tensor<?x?x?xf32>
  %q18 = "test.reify_bound"(%bi) {dim = 0} : (tensor<?x?x?xf32>) -> index // = 4
  %q19 = "test.reify_bound"(%bi) {dim = 1} : (tensor<?x?x?xf32>) -> index // = 6
  %q20 = "test.reify_bound"(%bi) {dim = 2} : (tensor<?x?x?xf32>) -> index // = 8
  %bt:3 = "stablehlo.batch_norm_training"(%x, %f, %f) {epsilon = 0.1 : f32, feature_index = 1 : i64} : (tensor<4x6x8xf32>, tensor<6xf32>, tensor<6xf32>) -> (tensor<?x?x?xf32>, tensor<?xf32>, tensor<?xf32>)
  %q21 = "test.reify_bound"(%bt#0) {dim = 0} : (tensor<?x?x?xf32>) -> index // = 4
  %q22 = "test.reify_bound"(%bt#0) {dim = 1} : (tensor<?x?x?xf32>) -> index // = 6
  %q23 = "test.reify_bound"(%bt#0) {dim = 2} : (tensor<?x?x?xf32>) -> index // = 8
  %q24 = "test.reify_bound"(%bt#2) {dim = 0} : (tensor<?xf32>) -> index // = 6
  %bg:3 = "stablehlo.batch_norm_grad"(%x, %f, %f, %f, %x) {epsilon = 0.1 : f32, feature_index = 1 : i64} : (tensor<4x6x8xf32>, tensor<6xf32>, tensor<6xf32>, tensor<6xf32>, tensor<4x6x8xf32>) -> (tensor<?x?x?xf32>, tensor<?xf32>, tensor<?xf32>)
  %q25 = "test.reify_bound"(%bg#1) {dim = 0} : (tensor<?xf32>) -> index // = 6
  %ts = "stablehlo.triangular_solve"(%a, %x) {left_side = true, lower = true, unit_diagonal = false, transpose_a = #stablehlo<transpose NO_TRANSPOSE>} : (tensor<4x6x6xf32>, tensor<4x6x8xf32>) -> tensor<?x?x?xf32>
  %q26 = "test.reify_bound"(%ts) {dim = 0} : (tensor<?x?x?xf32>) -> index // = 4
  %q27 = "test.reify_bound"(%ts) {dim = 1} : (tensor<?x?x?xf32>) -> index // = 6
  %q28 = "test.reify_bound"(%ts) {dim = 2} : (tensor<?x?x?xf32>) -> index // = 8
  %ti = "stablehlo.torch_index_select"(%x, %i) {dim = 1 : i64, batch_dims = 1 : i64} : (tensor<4x6x8xf32>, tensor<4x9x7xi32>) -> tensor<?x?x?x?xf32>
  %q29 = "test.reify_bound"(%ti) {dim = 0} : (tensor<?x?x?x?xf32>) -> index // = 4
  %q30 = "test.reify_bound"(%ti) {dim = 1} : (tensor<?x?x?x?xf32>) -> index // = 9
  %q31 = "test.reify_bound"(%ti) {dim = 2} : (tensor<?x?x?x?xf32>) -> index // = 7
  %q32 = "test.reify_bound"(%ti) {dim = 3} : (tensor<?x?x?x?xf32>) -> index // = 8
  %uq = "stablehlo.uniform_quantize"(%x) : (tensor<4x6x8xf32>) -> tensor<?x?x?x!quant.uniform<i8:f32, 0.1>>
  %ud = "stablehlo.uniform_dequantize"(%uq) : (tensor<?x?x?x!quant.uniform<i8:f32, 0.1>>) -> tensor<?x?x?xf32>
  %q33 = "test.reify_bound"(%ud) {dim = 0} : (tensor<?x?x?xf32>) -> index // = 4
  %q34 = "test.reify_bound"(%ud) {dim = 1} : (tensor<?x?x?xf32>) -> index // = 6
  %q35 = "test.reify_bound"(%ud) {dim = 2} : (tensor<?x?x?xf32>) -> index // = 8
  %any = "some.op"() : () -> tensor<?x?x?xf32>
  %tup = "stablehlo.tuple"(%f, %x) : (tensor<6xf32>, tensor<4x6x8xf32>) -> tuple<tensor<6xf32>, tensor<4x6x8xf32>>
  %gt = "stablehlo.get_tuple_element"(%tup) {index = 1 : i32} : (tuple<tensor<6xf32>, tensor<4x6x8xf32>>) -> tensor<?x?x?xf32>
  %q36 = "test.reify_bound"(%gt) {dim = 0} : (tensor<?x?x?xf32>) -> index // = 4
  %q37 = "test.reify_bound"(%gt) {dim = 1} : (tensor<?x?x?xf32>) -> index // = 6
  %q38 = "test.reify_bound"(%gt) {dim = 2} : (tensor<?x?x?xf32>) -> index // = 8
  %l = stablehlo.constant dense<[3, 4]> : tensor<2xi32>
  %c1 = arith.constant 1 : index
  %tl = "stablehlo.tuple"(%l) : (tensor<2xi32>) -> tuple<tensor<2xi32>>
  %gl = "stablehlo.get_tuple_element"(%tl) {index = 0 : i32} : (tuple<tensor<2xi32>>) -> tensor<2xi32>
  %e39 = tensor.extract %gl[%c1] : tensor<2xi32>
  %i39 = arith.index_cast %e39 : i32 to index
  %q39 = "test.reify_bound"(%i39) {constant, type = "EQ"} : (index) -> index // = 4
  return
}

// the other operand has a rank
func.func @unranked(%u: tensor<*xf32>, %x: tensor<4x6xf32>, %p: tensor<*xi1>) {
  %s = "stablehlo.add"(%u, %x) : (tensor<*xf32>, tensor<4x6xf32>) -> tensor<?x?xf32>
  %q0 = "test.reify_bound"(%s) {dim = 0} : (tensor<?x?xf32>) -> index // = 4
  %q1 = "test.reify_bound"(%s) {dim = 1} : (tensor<?x?xf32>) -> index // = 6
  %v = "stablehlo.multiply"(%x, %u) : (tensor<4x6xf32>, tensor<*xf32>) -> tensor<*xf32>
  %w = "stablehlo.tanh"(%v) : (tensor<*xf32>) -> tensor<*xf32>
  %wr = tensor.rank %w : tensor<*xf32>
  %q10 = "test.reify_bound"(%wr) {type = "EQ"} : (index) -> index // = 2
  %c = "stablehlo.clamp"(%v, %w, %v) : (tensor<*xf32>, tensor<*xf32>, tensor<*xf32>) -> tensor<*xf32>
  %cr = tensor.rank %c : tensor<*xf32>
  %qz = "test.reify_bound"(%cr) {type = "EQ"} : (index) -> index // = 2
  %t = "stablehlo.select"(%p, %u, %x) : (tensor<*xi1>, tensor<*xf32>, tensor<4x6xf32>) -> tensor<*xf32>
  %tr = tensor.rank %t : tensor<*xf32>
  %q12 = "test.reify_bound"(%tr) {type = "EQ"} : (index) -> index // = 2
  %t2 = "stablehlo.select"(%p, %u, %x) : (tensor<*xi1>, tensor<*xf32>, tensor<4x6xf32>) -> tensor<?x?xf32>
  %q13 = "test.reify_bound"(%t2) {dim = 1} : (tensor<?x?xf32>) -> index // = 6
  %a = arith.addf %v, %u : tensor<*xf32>
  %m = math.sqrt %a : tensor<*xf32>
  %o = "onnx.Relu"(%m) : (tensor<*xf32>) -> tensor<*xf32>
  %e = "tosa.tanh"(%o) : (tensor<*xf32>) -> tensor<*xf32>
  %er = tensor.rank %e : tensor<*xf32>
  %q14 = "test.reify_bound"(%er) {type = "EQ"} : (index) -> index // = 2
  return
}

// the operand of the lower rank lies where it is told
func.func @placed(%a: tensor<4x6x8xf32>, %b: tensor<4x8xf32>, %one: tensor<1x1x8xf32>, %v: tensor<?x?x?xf32>, %y: tensor<?xf32>) {
  %s = "chlo.broadcast_add"(%a, %b) {broadcast_dimensions = array<i64: 0, 2>} : (tensor<4x6x8xf32>, tensor<4x8xf32>) -> tensor<?x?x?xf32>
  %q2 = "test.reify_bound"(%s) {dim = 0} : (tensor<?x?x?xf32>) -> index // = 4
  %q3 = "test.reify_bound"(%s) {dim = 1} : (tensor<?x?x?xf32>) -> index // = 6
  %q4 = "test.reify_bound"(%s) {dim = 2} : (tensor<?x?x?xf32>) -> index // = 8
  %t = "chlo.broadcast_subtract"(%b, %one) {broadcast_dimensions = array<i64: 0, 2>} : (tensor<4x8xf32>, tensor<1x1x8xf32>) -> tensor<?x?x?xf32>
  %q5 = "test.reify_bound"(%t) {dim = 0} : (tensor<?x?x?xf32>) -> index // = 4
  %q6 = "test.reify_bound"(%t) {dim = 1} : (tensor<?x?x?xf32>) -> index // = 1
  %q7 = "test.reify_bound"(%t) {dim = 2} : (tensor<?x?x?xf32>) -> index // = 8
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %w = "chlo.broadcast_add"(%v, %y) {broadcast_dimensions = array<i64: 1>} : (tensor<?x?x?xf32>, tensor<?xf32>) -> tensor<?x?x?xf32>
  %w0 = tensor.dim %w, %c0 : tensor<?x?x?xf32>
  %v0 = tensor.dim %v, %c0 : tensor<?x?x?xf32>
  "test.compare"(%w0, %v0) {cmp = "EQ"} : (index, index) -> () // = true
  %w1 = tensor.dim %w, %c1 : tensor<?x?x?xf32>
  %v1 = tensor.dim %v, %c1 : tensor<?x?x?xf32>
  "test.compare"(%w1, %v1) {cmp = "EQ"} : (index, index) -> () // = fail
  return
}

// a channel that has no number above 0 is none
func.func @no_channel(%x: tensor<?x6xf32>) {
  %c0 = arith.constant 0 : index
  %g = "stablehlo.all_gather"(%x) {all_gather_dim = 1 : i64, replica_groups = dense<[[0, 1, 2]]> : tensor<1x3xi64>, channel_handle = #stablehlo.channel_handle<handle = 0, type = 0>} : (tensor<?x6xf32>) -> tensor<?x?xf32>
  %0 = "test.reify_bound"(%g) {dim = 1} : (tensor<?x?xf32>) -> index // = 18
  %g1 = "stablehlo.all_gather"(%x) {all_gather_dim = 1 : i64, replica_groups = dense<[[0, 1, 2]]> : tensor<1x3xi64>, channel_handle = #stablehlo.channel_handle<handle = 1, type = 0>} : (tensor<?x6xf32>) -> tensor<?x?xf32>
  %1 = "test.reify_bound"(%g1) {dim = 1} : (tensor<?x?xf32>) -> index // = fail
  %s = "stablehlo.reduce_scatter"(%x) ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %t = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %t : tensor<f32>
  }) {scatter_dimension = 1 : i64, replica_groups = dense<[[0, 1, 2]]> : tensor<1x3xi64>, channel_handle = #stablehlo.channel_handle<handle = 0, type = 0>} : (tensor<?x6xf32>) -> tensor<?x?xf32>
  %2 = "test.reify_bound"(%s) {dim = 1} : (tensor<?x?xf32>) -> index // = 2
  %s1 = "stablehlo.reduce_scatter"(%x) ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %t = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %t : tensor<f32>
  }) {scatter_dimension = 1 : i64, replica_groups = dense<[[0, 1, 2]]> : tensor<1x3xi64>, channel_handle = #stablehlo.channel_handle<handle = 2, type = 1>} : (tensor<?x6xf32>) -> tensor<?x?xf32>
  %3 = "test.reify_bound"(%s1) {dim = 1} : (tensor<?x?xf32>) -> index // = fail
  return
}

// one of two is of any rank
func.func @broadcast_with_unranked(%x: tensor<4x1x?xf32>, %u: tensor<*xf32>, %p: tensor<*xi1>) {
  %c0 = arith.constant 0 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %x2 = tensor.dim %x, %c2 : tensor<4x1x?xf32>
  %a = "chlo.broadcast_add"(%x, %u) : (tensor<4x1x?xf32>, tensor<*xf32>) -> tensor<?x?x?xf32>
  %0 = "test.reify_bound"(%a) {dim = 0} : (tensor<?x?x?xf32>) -> index // = 4
  %1 = "test.reify_bound"(%a) {dim = 1} : (tensor<?x?x?xf32>) -> index // = fail
  %a2 = tensor.dim %a, %c2 : tensor<?x?x?xf32>
  "test.compare"(%a2, %x2) {cmp = "EQ"} : (index, index) -> () // = fail
  %b = "chlo.broadcast_multiply"(%u, %x) : (tensor<*xf32>, tensor<4x1x?xf32>) -> tensor<?x?x?x?xf32>
  %2 = "test.reify_bound"(%b) {dim = 1} : (tensor<?x?x?x?xf32>) -> index // = 4
  %3 = "test.reify_bound"(%b) {dim = 0} : (tensor<?x?x?x?xf32>) -> index // = fail
  // as many dimensions as the one that has more
  %c = "chlo.broadcast_divide"(%x, %u) : (tensor<4x1x?xf32>, tensor<*xf32>) -> tensor<*xf32>
  %cr = tensor.rank %c : tensor<*xf32>
  %ur = tensor.rank %u : tensor<*xf32>
  "test.compare"(%cr, %c3) {cmp = "GE"} : (index, index) -> () // = true
  "test.compare"(%cr, %ur) {cmp = "GE"} : (index, index) -> () // = true
  "test.compare"(%cr, %c3) {cmp = "EQ"} : (index, index) -> () // = fail
  %d = "chlo.broadcast_divide"(%x, %x) : (tensor<4x1x?xf32>, tensor<4x1x?xf32>) -> tensor<*xf32>
  %dr = tensor.rank %d : tensor<*xf32>
  %4 = "test.reify_bound"(%dr) {type = "EQ"} : (index) -> index // = 3
  %s = "chlo.broadcast_select"(%p, %x, %u) : (tensor<*xi1>, tensor<4x1x?xf32>, tensor<*xf32>) -> tensor<?x?x?xf32>
  %5 = "test.reify_bound"(%s) {dim = 0} : (tensor<?x?x?xf32>) -> index // = 4
  %6 = "test.reify_bound"(%s) {dim = 1} : (tensor<?x?x?xf32>) -> index // = fail
  %t = "chlo.broadcast_select"(%p, %x, %u) : (tensor<*xi1>, tensor<4x1x?xf32>, tensor<*xf32>) -> tensor<*xf32>
  %tr = tensor.rank %t : tensor<*xf32>
  "test.compare"(%tr, %c3) {cmp = "GE"} : (index, index) -> () // = true
  %m = "tosa.add"(%x, %u) : (tensor<4x1x?xf32>, tensor<*xf32>) -> tensor<*xf32>
  %mr = tensor.rank %m : tensor<*xf32>
  "test.compare"(%mr, %c3) {cmp = "GE"} : (index, index) -> () // = true
  return
}

// sums over letters
func.func @einsum(%a: tensor<?x?x?xf32>, %b: tensor<?x?x5xf32>, %c: tensor<f32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %a0 = tensor.dim %a, %c0 : tensor<?x?x?xf32>
  %a1 = tensor.dim %a, %c1 : tensor<?x?x?xf32>
  %a2 = tensor.dim %a, %c2 : tensor<?x?x?xf32>
  %b0 = tensor.dim %b, %c0 : tensor<?x?x5xf32>
  %b1 = tensor.dim %b, %c1 : tensor<?x?x5xf32>
  "test.compare"(%a2, %b1) {cmp = "EQ"} : (index, index) -> () // = fail
  %e = "stablehlo.einsum"(%a, %b) {einsum_config = "bik,bkj->jbi"} : (tensor<?x?x?xf32>, tensor<?x?x5xf32>) -> tensor<?x?x?xf32>
  %0 = "test.reify_bound"(%e) {dim = 0} : (tensor<?x?x?xf32>) -> index // = 5
  %e1 = tensor.dim %e, %c1 : tensor<?x?x?xf32>
  "test.compare"(%e1, %a0) {cmp = "EQ"} : (index, index) -> () // = true
  %e2 = tensor.dim %e, %c2 : tensor<?x?x?xf32>
  "test.compare"(%e2, %a1) {cmp = "EQ"} : (index, index) -> () // = true
  "test.compare"(%a2, %b1) {cmp = "EQ"} : (index, index) -> () // = true
  "test.compare"(%a0, %b0) {cmp = "EQ"} : (index, index) -> () // = true
  "test.compare"(%a1, %b1) {cmp = "EQ"} : (index, index) -> () // = fail
  %m = "mhlo.einsum"(%c, %a) {einsum_config = ",ijk->ki"} : (tensor<f32>, tensor<?x?x?xf32>) -> tensor<?x?xf32>
  %m0 = tensor.dim %m, %c0 : tensor<?x?xf32>
  "test.compare"(%m0, %a2) {cmp = "EQ"} : (index, index) -> () // = true
  %u = "stablehlo.unary_einsum"(%b) {einsum_config = "ijk->ki"} : (tensor<?x?x5xf32>) -> tensor<?x?xf32>
  %1 = "test.reify_bound"(%u) {dim = 0} : (tensor<?x?xf32>) -> index // = 5
  %u1 = tensor.dim %u, %c1 : tensor<?x?xf32>
  "test.compare"(%u1, %b0) {cmp = "EQ"} : (index, index) -> () // = true
  // an ellipsis is not looked into
  %dots = "stablehlo.einsum"(%a, %b) {einsum_config = "...k,...k->..."} : (tensor<?x?x?xf32>, tensor<?x?x5xf32>) -> tensor<?x?xf32>
  %2 = "test.reify_bound"(%dots) {dim = 0} : (tensor<?x?xf32>) -> index // = fail
  return
}
