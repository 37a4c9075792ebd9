func.func @shapes(%t: tensor<?x4xf32>, %n: index) {
  %b = bufferization.to_buffer %t : tensor<?x4xf32> to memref<?x4xf32>
  %u = bufferization.to_tensor %b : memref<?x4xf32> to tensor<?x4xf32>
  %0 = "test.reify_bound"(%u) {dim = 0} : (tensor<?x4xf32>) -> index // = sym
  %1 = "test.reify_bound"(%u) {dim = 1} : (tensor<?x4xf32>) -> index // = 4
  %a = bufferization.alloc_tensor(%n) : tensor<?xf32>
  %2 = "test.reify_bound"(%a) {dim = 0} : (tensor<?xf32>) -> index // = sym
  %c0 = arith.constant 0 : index
  %d = tensor.dim %t, %c0 : tensor<?x4xf32>
  %e = tensor.dim %u, %c0 : tensor<?x4xf32>
  "test.compare"(%d, %e) : (index, index) -> () // = true
  return
}

// clone alloc_tensor materialize_in_destination dealloc_tensor
func.func @more(%m: memref<?x3xf32>, %t: tensor<?xf32>, %n: index, %k: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c = bufferization.clone %m : memref<?x3xf32> to memref<?x3xf32>
  %d = memref.dim %m, %c0 : memref<?x3xf32>
  %e = memref.dim %c, %c0 : memref<?x3xf32>
  "test.compare"(%d, %e) : (index, index) -> () // = true
  %copy = bufferization.alloc_tensor() copy(%t) : tensor<?xf32>
  %f = tensor.dim %copy, %c0 : tensor<?xf32>
  %g = tensor.dim %t, %c0 : tensor<?xf32>
  "test.compare"(%f, %g) : (index, index) -> () // = true
  %a = bufferization.alloc_tensor(%n, %k) : tensor<?x5x?xf32>
  %0 = "test.reify_bound"(%a) {dim = 1} : (tensor<?x5x?xf32>) -> index // = 5
  %c2 = arith.constant 2 : index
  %h = tensor.dim %a, %c2 : tensor<?x5x?xf32>
  "test.compare"(%h, %k) : (index, index) -> () // = true
  %i = bufferization.alloc_tensor(%n) size_hint=%k : tensor<?xf32>
  %j = tensor.dim %i, %c0 : tensor<?xf32>
  "test.compare"(%j, %n) : (index, index) -> () // = true
  %o = tensor.empty(%k) : tensor<?xf32>
  %r = bufferization.materialize_in_destination %t in %o : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
  %l = tensor.dim %r, %c0 : tensor<?xf32>
  "test.compare"(%l, %k) : (index, index) -> () // = true
  bufferization.dealloc_tensor %a : tensor<?x5x?xf32>
  return
}
