func.func @destination_style(%n: index, %t: tensor<?x?xf32>, %f: f32) {
  %e = tensor.empty(%n) : tensor<4x?xf32>
  %u = tensor.cast %e : tensor<4x?xf32> to tensor<?x?xf32>
  %a = linalg.fill ins(%f : f32) outs(%u : tensor<?x?xf32>) -> tensor<?x?xf32>
  %b = linalg.matmul ins(%t, %t : tensor<?x?xf32>, tensor<?x?xf32>) outs(%a : tensor<?x?xf32>) -> tensor<?x?xf32>
  %0 = "test.reify_bound"(%b) {dim = 0} : (tensor<?x?xf32>) -> index // = 4
  %1 = "test.reify_bound"(%b) {dim = 1} : (tensor<?x?xf32>) -> index // = sym
  %i = tensor.empty(%n) : tensor<?x4xf32>
  %c = linalg.transpose ins(%e : tensor<4x?xf32>) outs(%i : tensor<?x4xf32>) permutation = [1, 0]
  %2 = "test.reify_bound"(%c) {dim = 0} : (tensor<?x4xf32>) -> index // = sym
  return
}

func.func @index(%m: memref<?x5xf32>) {
  %c0 = arith.constant 0 : index
  %d = memref.dim %m, %c0 : memref<?x5xf32>
  linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]} outs(%m : memref<?x5xf32>) {
  ^bb0(%x: f32):
    %i = linalg.index 0 : index
    %j = linalg.index 1 : index
    "test.compare"(%i, %d) {cmp = "LT"} : (index, index) -> () // = true
    %0 = "test.reify_bound"(%j) {constant, type = "UB"} : (index) -> index // = 5
    %1 = "test.reify_bound"(%j) {constant, type = "LB"} : (index) -> index // = 0
    linalg.yield %x : f32
  }
  return
}

// In a map every operand has the sizes of the result, and an index is in all of them.
func.func @map(%t: tensor<?x?xf32>, %u: tensor<?x?xf32>, %n: index) {
  %c0 = arith.constant 0 : index
  %o = tensor.empty(%n, %n) : tensor<?x?xf32>
  %d = tensor.dim %u, %c0 : tensor<?x?xf32>
  "test.compare"(%d, %n) : (index, index) -> () // = fail
  %r = linalg.map ins(%t, %u : tensor<?x?xf32>, tensor<?x?xf32>) outs(%o : tensor<?x?xf32>) (%a: f32, %b: f32, %init: f32) {
    %i = linalg.index 1 : index
    "test.compare"(%i, %n) {cmp = "LT"} : (index, index) -> () // = true
    "test.compare"(%i, %c0) {cmp = "GE"} : (index, index) -> () // = true
    %s = arith.addf %a, %b : f32
    linalg.yield %s : f32
  }
  %e = tensor.dim %r, %c0 : tensor<?x?xf32>
  "test.compare"(%e, %n) : (index, index) -> () // = true
  "test.compare"(%d, %n) : (index, index) -> () // = true
  return
}

// A generic op and those like it run over dimensions that operands share.
func.func @shared(%a: tensor<?x?xf32>, %b: tensor<?x?xf32>, %c: tensor<?x?xf32>, %x: tensor<?x?x?xf32>, %y: tensor<?x?x?xf32>, %z: tensor<?x?x?xf32>, %w: tensor<?x?xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %a0 = tensor.dim %a, %c0 : tensor<?x?xf32>
  %a1 = tensor.dim %a, %c1 : tensor<?x?xf32>
  %b0 = tensor.dim %b, %c0 : tensor<?x?xf32>
  %b1 = tensor.dim %b, %c1 : tensor<?x?xf32>
  %x0 = tensor.dim %x, %c0 : tensor<?x?x?xf32>
  %y0 = tensor.dim %y, %c0 : tensor<?x?x?xf32>
  %y1 = tensor.dim %y, %c1 : tensor<?x?x?xf32>
  %x2 = tensor.dim %x, %c2 : tensor<?x?x?xf32>
  %m = linalg.matmul ins(%a, %b : tensor<?x?xf32>, tensor<?x?xf32>) outs(%c : tensor<?x?xf32>) -> tensor<?x?xf32>
  %m0 = tensor.dim %m, %c0 : tensor<?x?xf32>
  %m1 = tensor.dim %m, %c1 : tensor<?x?xf32>
  "test.compare"(%a1, %b0) : (index, index) -> () // = true
  "test.compare"(%m0, %a0) : (index, index) -> () // = true
  "test.compare"(%m1, %b1) : (index, index) -> () // = true
  "test.compare"(%m0, %m1) : (index, index) -> () // = fail
  %p = linalg.batch_matmul ins(%x, %y : tensor<?x?x?xf32>, tensor<?x?x?xf32>) outs(%z : tensor<?x?x?xf32>) -> tensor<?x?x?xf32>
  "test.compare"(%x0, %y0) : (index, index) -> () // = true
  "test.compare"(%x2, %y1) : (index, index) -> () // = true
  %q = linalg.batch_reduce_matmul ins(%x, %y : tensor<?x?x?xf32>, tensor<?x?x?xf32>) outs(%w : tensor<?x?xf32>) -> tensor<?x?xf32>
  %q0 = tensor.dim %q, %c0 : tensor<?x?xf32>
  %x1 = tensor.dim %x, %c1 : tensor<?x?x?xf32>
  "test.compare"(%q0, %x1) : (index, index) -> () // = true
  return
}

// contract and elementwise say by their maps what they run over
func.func @mapped(%a: tensor<?x?xf32>, %b: tensor<?x?xf32>, %c: tensor<?xf32>, %o: tensor<?x?xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %a0 = tensor.dim %a, %c0 : tensor<?x?xf32>
  %a1 = tensor.dim %a, %c1 : tensor<?x?xf32>
  %b1 = tensor.dim %b, %c1 : tensor<?x?xf32>
  %r = linalg.contract indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i)>]
    ins(%a, %b : tensor<?x?xf32>, tensor<?x?xf32>) outs(%c : tensor<?xf32>) -> tensor<?xf32>
  %r0 = tensor.dim %r, %c0 : tensor<?xf32>
  "test.compare"(%a1, %b1) : (index, index) -> () // = true
  "test.compare"(%r0, %a0) : (index, index) -> () // = true
  %e = linalg.elementwise kind=#linalg.elementwise_kind<exp> indexing_maps = [affine_map<(i, j) -> (j, i)>, affine_map<(i, j) -> (i, j)>]
    ins(%a : tensor<?x?xf32>) outs(%o : tensor<?x?xf32>) -> tensor<?x?xf32>
  %e0 = tensor.dim %e, %c0 : tensor<?x?xf32>
  "test.compare"(%e0, %a1) : (index, index) -> () // = true
  return
}

// vectors and matrices
func.func @vectors(%a: tensor<?x?xf32>, %x: tensor<?xf32>, %y: tensor<?xf32>, %s: tensor<f32>, %b: tensor<?x?x?xf32>, %v: tensor<?x?xf32>, %w: tensor<?x?xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %a1 = tensor.dim %a, %c1 : tensor<?x?xf32>
  %x0 = tensor.dim %x, %c0 : tensor<?xf32>
  %y0 = tensor.dim %y, %c0 : tensor<?xf32>
  %b0 = tensor.dim %b, %c0 : tensor<?x?x?xf32>
  %b1 = tensor.dim %b, %c1 : tensor<?x?x?xf32>
  %b2 = tensor.dim %b, %c2 : tensor<?x?x?xf32>
  %v0 = tensor.dim %v, %c0 : tensor<?x?xf32>
  %v1 = tensor.dim %v, %c1 : tensor<?x?xf32>
  %w1 = tensor.dim %w, %c1 : tensor<?x?xf32>
  %m = linalg.matvec ins(%a, %x : tensor<?x?xf32>, tensor<?xf32>) outs(%y : tensor<?xf32>) -> tensor<?xf32>
  "test.compare"(%a1, %x0) : (index, index) -> () // = true
  %e = linalg.vecmat ins(%y, %a : tensor<?xf32>, tensor<?x?xf32>) outs(%x : tensor<?xf32>) -> tensor<?xf32>
  "test.compare"(%x0, %y0) : (index, index) -> () // = fail
  %d = linalg.dot ins(%x, %y : tensor<?xf32>, tensor<?xf32>) outs(%s : tensor<f32>) -> tensor<f32>
  "test.compare"(%x0, %y0) : (index, index) -> () // = true
  %p = linalg.batch_matvec ins(%b, %v : tensor<?x?x?xf32>, tensor<?x?xf32>) outs(%w : tensor<?x?xf32>) -> tensor<?x?xf32>
  "test.compare"(%b0, %v0) : (index, index) -> () // = true
  "test.compare"(%b2, %v1) : (index, index) -> () // = true
  "test.compare"(%b1, %w1) : (index, index) -> () // = true
  %q = linalg.batch_vecmat ins(%v, %b : tensor<?x?xf32>, tensor<?x?x?xf32>) outs(%w : tensor<?x?xf32>) -> tensor<?x?xf32>
  "test.compare"(%b1, %v1) : (index, index) -> () // = true
  "test.compare"(%b2, %w1) : (index, index) -> () // = true
  return
}

// vecmat on its own
func.func @vecmat(%a: tensor<?x?xf32>, %x: tensor<?xf32>, %y: tensor<?xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %a0 = tensor.dim %a, %c0 : tensor<?x?xf32>
  %a1 = tensor.dim %a, %c1 : tensor<?x?xf32>
  %x0 = tensor.dim %x, %c0 : tensor<?xf32>
  %e = linalg.vecmat ins(%x, %a : tensor<?xf32>, tensor<?x?xf32>) outs(%y : tensor<?xf32>) -> tensor<?xf32>
  %e0 = tensor.dim %e, %c0 : tensor<?xf32>
  "test.compare"(%a0, %x0) : (index, index) -> () // = true
  "test.compare"(%a1, %e0) : (index, index) -> () // = true
  return
}

// transpose broadcast reduce select softmax, and the outputs of fill_rng_2d and the Winograd ops
func.func @shapes(%t: tensor<?x?xf32>, %v: tensor<?xf32>, %n: index, %m: index, %c: tensor<?x?xi1>, %lo: f64, %seed: i32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %t0 = tensor.dim %t, %c0 : tensor<?x?xf32>
  %t1 = tensor.dim %t, %c1 : tensor<?x?xf32>
  %v0 = tensor.dim %v, %c0 : tensor<?xf32>
  %o = tensor.empty(%n, %m) : tensor<?x?xf32>
  %p = tensor.empty(%m) : tensor<?xf32>
  %transposed = linalg.transpose ins(%t : tensor<?x?xf32>) outs(%o : tensor<?x?xf32>) permutation = [1, 0]
  "test.compare"(%t0, %m) : (index, index) -> () // = true
  "test.compare"(%t1, %n) : (index, index) -> () // = true
  %broadcasted = linalg.broadcast ins(%v : tensor<?xf32>) outs(%o : tensor<?x?xf32>) dimensions = [0]
  "test.compare"(%v0, %m) : (index, index) -> () // = true
  %b0 = tensor.dim %broadcasted, %c0 : tensor<?x?xf32>
  "test.compare"(%b0, %n) : (index, index) -> () // = true
  %softmax = linalg.softmax dimension(1) ins(%o : tensor<?x?xf32>) outs(%o : tensor<?x?xf32>) -> tensor<?x?xf32>
  %s0 = tensor.dim %softmax, %c0 : tensor<?x?xf32>
  "test.compare"(%s0, %n) : (index, index) -> () // = true
  %rng = linalg.fill_rng_2d ins(%lo, %lo, %seed : f64, f64, i32) outs(%o : tensor<?x?xf32>) -> tensor<?x?xf32>
  %r1 = tensor.dim %rng, %c1 : tensor<?x?xf32>
  "test.compare"(%r1, %m) : (index, index) -> () // = true
  return
}

func.func @reduce(%t: tensor<?x?x?xf32>, %o: tensor<?x?xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %t0 = tensor.dim %t, %c0 : tensor<?x?x?xf32>
  %t1 = tensor.dim %t, %c1 : tensor<?x?x?xf32>
  %t2 = tensor.dim %t, %c2 : tensor<?x?x?xf32>
  %r = linalg.reduce {arith.addf} ins(%t : tensor<?x?x?xf32>) outs(%o : tensor<?x?xf32>) dimensions = [1]
  %r0 = tensor.dim %r, %c0 : tensor<?x?xf32>
  %r1 = tensor.dim %r, %c1 : tensor<?x?xf32>
  "test.compare"(%r0, %t0) : (index, index) -> () // = true
  "test.compare"(%r1, %t2) : (index, index) -> () // = true
  "test.compare"(%r1, %t1) : (index, index) -> () // = fail
  return
}

func.func @select(%c: tensor<?xi1>, %t: tensor<?xf32>, %u: tensor<?xf32>, %n: index) {
  %c0 = arith.constant 0 : index
  %o = tensor.empty(%n) : tensor<?xf32>
  %s = linalg.select ins(%c, %t, %u : tensor<?xi1>, tensor<?xf32>, tensor<?xf32>) outs(%o : tensor<?xf32>) -> tensor<?xf32>
  %d = tensor.dim %c, %c0 : tensor<?xi1>
  "test.compare"(%d, %n) : (index, index) -> () // = true
  return
}

func.func @softmax(%t: tensor<?xf32>, %n: index) {
  %c0 = arith.constant 0 : index
  %o = tensor.empty(%n) : tensor<?xf32>
  %s = linalg.softmax dimension(0) ins(%t : tensor<?xf32>) outs(%o : tensor<?xf32>) -> tensor<?xf32>
  %d = tensor.dim %t, %c0 : tensor<?xf32>
  "test.compare"(%d, %n) : (index, index) -> () // = true
  return
}

func.func @winograd(%f: tensor<2x3x3x5xf32>, %i: tensor<2x6x6x5xf32>, %v: tensor<6x6x1x1x2x2xf32>) {
  %a = tensor.empty() : tensor<6x6x5x2xf32>
  %b = tensor.empty() : tensor<6x6x1x1x2x5xf32>
  %c = tensor.empty() : tensor<2x4x4x2xf32>
  %0 = linalg.winograd_filter_transform fmr(F_4_3) ins(%f : tensor<2x3x3x5xf32>) outs(%a : tensor<6x6x5x2xf32>) -> tensor<6x6x5x2xf32>
  %1 = linalg.winograd_input_transform fmr(F_4_3) ins(%i : tensor<2x6x6x5xf32>) outs(%b : tensor<6x6x1x1x2x5xf32>) -> tensor<6x6x1x1x2x5xf32>
  %2 = linalg.winograd_output_transform fmr(F_4_3) ins(%v : tensor<6x6x1x1x2x2xf32>) outs(%c : tensor<2x4x4x2xf32>) -> tensor<2x4x4x2xf32>
  %3 = "test.reify_bound"(%0) {dim = 0} : (tensor<6x6x5x2xf32>) -> index // = 6
  %4 = "test.reify_bound"(%1) {dim = 5} : (tensor<6x6x1x1x2x5xf32>) -> index // = 5
  %5 = "test.reify_bound"(%2) {dim = 3} : (tensor<2x4x4x2xf32>) -> index // = 2
  return
}

// What is packed has the sizes divided by the tiles, and the tiles.
func.func @pack(%t: tensor<?x?xf32>, %n: index, %m: index, %k: index, %s: index, %z: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %o = tensor.empty(%n, %m) : tensor<?x?x8xf32>
  %t0 = tensor.dim %t, %c0 : tensor<?x?xf32>
  %t1 = tensor.dim %t, %c1 : tensor<?x?xf32>
  %p = linalg.pack %t padding_value(%z : f32) inner_dims_pos = [0] inner_tiles = [8] into %o : tensor<?x?xf32> -> tensor<?x?x8xf32>
  %p0 = tensor.dim %p, %c0 : tensor<?x?x8xf32>
  "test.compare"(%p0, %n) : (index, index) -> () // = true
  "test.compare"(%m, %t1) : (index, index) -> () // = true
  "test.compare"(%t0, %n) {cmp = "LE", lhs_map = affine_map<(d0) -> (d0)>, rhs_map = affine_map<(d0) -> (d0 * 8)>} : (index, index) -> () // = true
  "test.compare"(%t0, %n) {cmp = "GT", lhs_map = affine_map<(d0) -> (d0)>, rhs_map = affine_map<(d0) -> (d0 * 8 - 8)>} : (index, index) -> () // = true
  %q = tensor.empty(%n, %m, %k) : tensor<?x?x?xf32>
  "test.compare"(%k, %s) : (index, index) -> () // = fail
  %r = linalg.pack %t inner_dims_pos = [1] inner_tiles = [%s] into %q : tensor<?x?xf32> -> tensor<?x?x?xf32>
  "test.compare"(%k, %s) : (index, index) -> () // = true
  return
}

func.func @permuted(%t: tensor<?x?xf32>, %o: tensor<?x?x?x4xf32>, %k: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %t0 = tensor.dim %t, %c0 : tensor<?x?xf32>
  %t1 = tensor.dim %t, %c1 : tensor<?x?xf32>
  %o0 = tensor.dim %o, %c0 : tensor<?x?x?x4xf32>
  %o1 = tensor.dim %o, %c1 : tensor<?x?x?x4xf32>
  %o2 = tensor.dim %o, %c2 : tensor<?x?x?x4xf32>
  %p = linalg.unpack %o outer_dims_perm = [1, 0] inner_dims_pos = [0, 1] inner_tiles = [%k, 4] into %t : tensor<?x?x?x4xf32> -> tensor<?x?xf32>
  %p0 = tensor.dim %p, %c0 : tensor<?x?xf32>
  "test.compare"(%p0, %t0) : (index, index) -> () // = true
  "test.compare"(%o2, %k) : (index, index) -> () // = true
  "test.compare"(%t1, %o0) {cmp = "LE", lhs_map = affine_map<(d0) -> (d0)>, rhs_map = affine_map<(d0) -> (d0 * 4)>} : (index, index) -> () // = true
  "test.compare"(%t1, %o1) {cmp = "LE", lhs_map = affine_map<(d0) -> (d0)>, rhs_map = affine_map<(d0) -> (d0 * 4)>} : (index, index) -> () // = fail
  return
}

// pack unpack: tiles are positive, so the outer dimension covers the source by less than a tile more
func.func @dynamic_tiles(%t: tensor<?xf32>, %s: index, %r: index, %pad: f32, %d: tensor<?x?xf32>) {
  %c0 = arith.constant 0 : index
  "test.compare"(%s, %c0) {cmp = "GT"} : (index, index) -> () // = fail
  %n = tensor.dim %t, %c0 : tensor<?xf32>
  %p = linalg.pack %t padding_value(%pad : f32) inner_dims_pos = [0] inner_tiles = [%s] into %d : tensor<?xf32> -> tensor<?x?xf32>
  %o = tensor.dim %p, %c0 : tensor<?x?xf32>
  "test.compare"(%s, %c0) {cmp = "GT"} : (index, index) -> () // = true
  %all = arith.muli %o, %s : index
  "test.compare"(%all, %n) {cmp = "GE"} : (index, index) -> () // = true
  %much = arith.addi %n, %s : index
  "test.compare"(%all, %much) {cmp = "LT"} : (index, index) -> () // = true
  %u = linalg.unpack %d inner_dims_pos = [0] inner_tiles = [%r] into %t : tensor<?x?xf32> -> tensor<?xf32>
  "test.compare"(%r, %c0) {cmp = "GT"} : (index, index) -> () // = true
  return
}
