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
