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
