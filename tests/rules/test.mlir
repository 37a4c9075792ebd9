func.func @value_with_bounds() {
  %v = test.value_with_bounds {max = 128 : index, min = 3 : index}
  %0 = "test.reify_bound"(%v) {type = "LB", constant} : (index) -> index // = 3
  %1 = "test.reify_bound"(%v) {type = "UB", constant} : (index) -> index // = 129
  return
}

func.func @swapped_shapes(%a: tensor<2x?xf32>, %b: tensor<?x5xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %0:2 = "test.op_with_result_shape_interface"(%a, %b) : (tensor<2x?xf32>, tensor<?x5xf32>) -> (tensor<?x5xf32>, tensor<2x?xf32>)
  %1:2 = "test.op_with_result_shape_per_dim_interface"(%a, %b) : (tensor<2x?xf32>, tensor<?x5xf32>) -> (tensor<?x5xf32>, tensor<2x?xf32>)
  %2:2 = "test.reify_shaped_type_using_reify_result_shapes"(%a, %b) : (tensor<2x?xf32>, tensor<?x5xf32>) -> (tensor<?x5xf32>, tensor<2x?xf32>)
  %3:2 = "test.reify_shaped_type_using_reify_shape_of"(%a, %b) : (tensor<2x?xf32>, tensor<?x5xf32>) -> (tensor<?x5xf32>, tensor<2x?xf32>)
  %4:2 = "test.reify_shaped_type_using_reify_dim_of"(%a, %b) : (tensor<2x?xf32>, tensor<?x5xf32>) -> (tensor<?x5xf32>, tensor<2x?xf32>)
  %of_a = tensor.dim %a, %c1 : tensor<2x?xf32>
  %of_b = tensor.dim %b, %c0 : tensor<?x5xf32>
  %d0 = tensor.dim %0#0, %c0 : tensor<?x5xf32>
  %d1 = tensor.dim %1#1, %c1 : tensor<2x?xf32>
  %d2 = tensor.dim %2#0, %c0 : tensor<?x5xf32>
  %d3 = tensor.dim %3#1, %c1 : tensor<2x?xf32>
  %d4 = tensor.dim %4#0, %c0 : tensor<?x5xf32>
  "test.compare"(%d0, %of_b) : (index, index) -> () // = true
  "test.compare"(%d1, %of_a) : (index, index) -> () // = true
  "test.compare"(%d2, %of_b) : (index, index) -> () // = true
  "test.compare"(%d3, %of_a) : (index, index) -> () // = true
  "test.compare"(%d4, %of_b) : (index, index) -> () // = true
  "test.compare"(%d4, %of_a) : (index, index) -> () // = fail
  return
}
