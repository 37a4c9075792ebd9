// convert load reorder_coo concatenate number_of_entries lvl: sizes of sparse tensors
#CSR = #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : dense, d1 : compressed) }>
#COO = #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : compressed(nonunique), d1 : singleton) }>
func.func @sparse(%t: tensor<?x8xf32>, %u: tensor<?x8xf32, #COO>, %a: tensor<4x8xf32, #CSR>) {
  %c0 = arith.constant 0 : index
  %d = tensor.dim %t, %c0 : tensor<?x8xf32>
  %s = sparse_tensor.convert %t : tensor<?x8xf32> to tensor<?x8xf32, #CSR>
  %l = sparse_tensor.load %s hasInserts : tensor<?x8xf32, #CSR>
  %e = tensor.dim %l, %c0 : tensor<?x8xf32, #CSR>
  "test.compare"(%d, %e) : (index, index) -> () // = true
  %o = "sparse_tensor.reorder_coo"(%u) <{algorithm = #sparse_tensor<SparseTensorSortAlgorithm quick_sort>}> : (tensor<?x8xf32, #COO>) -> tensor<?x8xf32, #COO>
  %f = tensor.dim %u, %c0 : tensor<?x8xf32, #COO>
  %g = tensor.dim %o, %c0 : tensor<?x8xf32, #COO>
  "test.compare"(%f, %g) : (index, index) -> () // = true
  %n = sparse_tensor.number_of_entries %s : tensor<?x8xf32, #CSR>
  %0 = "test.reify_bound"(%n) {constant, type = "LB"} : (index) -> index // = 0
  %k = sparse_tensor.lvl %s, %c0 : tensor<?x8xf32, #CSR>
  %1 = "test.reify_bound"(%k) {constant, type = "LB"} : (index) -> index // = 0
  %c = sparse_tensor.concatenate %a, %a {dimension = 0 : index} : tensor<4x8xf32, #CSR>, tensor<4x8xf32, #CSR> to tensor<?x?xf32, #CSR>
  %2 = "test.reify_bound"(%c) {dim = 0} : (tensor<?x?xf32, #CSR>) -> index // = 8
  %3 = "test.reify_bound"(%c) {dim = 1} : (tensor<?x?xf32, #CSR>) -> index // = 8
  return
}
