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
