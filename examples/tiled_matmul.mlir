// A 128x128 matmul, tiled by 4, 9 and 4. How large is the second dimension of the inner product?
func.func @matmul(%a: tensor<128x128xf32>, %b: tensor<128x128xf32>, %c: tensor<128x128xf32>) -> tensor<128x128xf32> {
  %c0 = arith.constant 0 : index
  %c4 = arith.constant 4 : index
  %c9 = arith.constant 9 : index
  %c128 = arith.constant 128 : index
  %rows = scf.for %i = %c0 to %c128 step %c4 iter_args(%ci = %c) -> (tensor<128x128xf32>) {
    %columns = scf.for %j = %c0 to %c128 step %c9 iter_args(%cj = %ci) -> (tensor<128x128xf32>) {
      %sums = scf.for %k = %c0 to %c128 step %c4 iter_args(%ck = %cj) -> (tensor<128x128xf32>) {
        %width = affine.min affine_map<(d0) -> (-d0 + 128, 9)>(%j)
        %at = tensor.extract_slice %a[%i, %k] [4, 4] [1, 1] : tensor<128x128xf32> to tensor<4x4xf32>
        %bt = tensor.extract_slice %b[%k, %j] [4, %width] [1, 1] : tensor<128x128xf32> to tensor<4x?xf32>
        %ct = tensor.extract_slice %ck[%i, %j] [4, %width] [1, 1] : tensor<128x128xf32> to tensor<4x?xf32>
        %product = linalg.matmul ins(%at, %bt : tensor<4x4xf32>, tensor<4x?xf32>) outs(%ct : tensor<4x?xf32>) -> tensor<4x?xf32>
        %upper = "test.reify_bound"(%product) {dim = 1, type = "UB", constant} : (tensor<4x?xf32>) -> index
        %lower = "test.reify_bound"(%product) {dim = 1, type = "LB", constant} : (tensor<4x?xf32>) -> index
        "test.compare"(%j, %width, %c128) {cmp = "LE", lhs_map = affine_map<(d0, d1) -> (d0 + d1)>, rhs_map = affine_map<(d0) -> (d0)>} : (index, index, index) -> ()
        %inserted = tensor.insert_slice %product into %ck[%i, %j] [4, %width] [1, 1] : tensor<4x?xf32> into tensor<128x128xf32>
        scf.yield %inserted : tensor<128x128xf32>
      }
      scf.yield %sums : tensor<128x128xf32>
    }
    scf.yield %columns : tensor<128x128xf32>
  }
  return %rows : tensor<128x128xf32>
}
