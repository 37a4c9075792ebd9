// Ops of MLIR 21 and before, which are called otherwise now.
func.func @packs(%t: tensor<?x?xf32>, %n: index) {
  %c0 = arith.constant 0 : index
  %o = tensor.empty(%n, %n) : tensor<?x?x8x4xf32>
  %p = tensor.pack %t inner_dims_pos = [0, 1] inner_tiles = [8, 4] into %o : tensor<?x?xf32> -> tensor<?x?x8x4xf32>
  %d = tensor.dim %p, %c0 : tensor<?x?x8x4xf32>
  "test.compare"(%d, %n) : (index, index) -> () // = true
  %u = tensor.unpack %p inner_dims_pos = [0, 1] inner_tiles = [8, 4] into %t : tensor<?x?x8x4xf32> -> tensor<?x?xf32>
  %e = tensor.dim %u, %c0 : tensor<?x?xf32>
  %f = tensor.dim %t, %c0 : tensor<?x?xf32>
  "test.compare"(%e, %f) : (index, index) -> () // = true
  %v = "tensor.unpack"(%p, %t) <{inner_dims_pos = array<i64: 0, 1>, outer_dims_perm = array<i64>, static_inner_tiles = array<i64: 8, 4>}> : (tensor<?x?x8x4xf32>, tensor<?x?xf32>) -> tensor<?x?xf32>
  %g = tensor.dim %v, %c0 : tensor<?x?xf32>
  "test.compare"(%g, %f) : (index, index) -> () // = true
  return
}

func.func @memrefs(%t: tensor<?xf32>) {
  %c0 = arith.constant 0 : index
  %m = bufferization.to_memref %t : tensor<?xf32> to memref<?xf32>
  %d = memref.dim %m, %c0 : memref<?xf32>
  %e = tensor.dim %t, %c0 : tensor<?xf32>
  "test.compare"(%d, %e) : (index, index) -> () // = true
  return
}

// These are linalg.matmul and linalg.batch_matmul with other maps now.
func.func @transposed(%a: tensor<?x?xf32>, %b: tensor<?x?x?xf32>, %n: index) {
  %c7 = arith.constant 7 : index
  %o = tensor.empty(%c7, %n) : tensor<?x?xf32>
  %p = tensor.empty(%c7, %n, %n) : tensor<?x?x?xf32>
  %0 = linalg.matmul_transpose_a ins(%a, %a : tensor<?x?xf32>, tensor<?x?xf32>) outs(%o : tensor<?x?xf32>) -> tensor<?x?xf32>
  %1 = linalg.matmul_transpose_b ins(%a, %a : tensor<?x?xf32>, tensor<?x?xf32>) outs(%o : tensor<?x?xf32>) -> tensor<?x?xf32>
  %2 = linalg.batch_matmul_transpose_a ins(%b, %b : tensor<?x?x?xf32>, tensor<?x?x?xf32>) outs(%p : tensor<?x?x?xf32>) -> tensor<?x?x?xf32>
  %3 = linalg.batch_matmul_transpose_b ins(%b, %b : tensor<?x?x?xf32>, tensor<?x?x?xf32>) outs(%p : tensor<?x?x?xf32>) -> tensor<?x?x?xf32>
  %4 = "test.reify_bound"(%0) {constant, dim = 0} : (tensor<?x?xf32>) -> index // = 7
  %5 = "test.reify_bound"(%1) {constant, dim = 0} : (tensor<?x?xf32>) -> index // = 7
  %6 = "test.reify_bound"(%2) {constant, dim = 0} : (tensor<?x?x?xf32>) -> index // = 7
  %7 = "test.reify_bound"(%3) {constant, dim = 0} : (tensor<?x?x?xf32>) -> index // = 7
  return
}
