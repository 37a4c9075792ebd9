func.func @shapes(%t: tensor<?x?xf32>, %n: index) {
  %shape = shape.shape_of %t : tensor<?x?xf32> -> tensor<2xindex>
  %one = tensor.from_elements %n : tensor<1xindex>
  %both = tensor.concat dim(0) %shape, %one : (tensor<2xindex>, tensor<1xindex>) -> tensor<3xindex>
  %two = arith.constant dense<2> : tensor<2xindex>
  %doubled = arith.muli %shape, %two : tensor<2xindex>
  %r = tensor.reshape %t(%doubled) : (tensor<?x?xf32>, tensor<2xindex>) -> tensor<?x?xf32>
  %count = shape.num_elements %shape : tensor<2xindex> -> index
  %narrow = arith.index_cast %one : tensor<1xindex> to tensor<1xi8>
  %wrapped = arith.addi %narrow, %narrow : tensor<1xi8>
  %conditions = arith.cmpi slt, %two, %shape : tensor<2xindex>
  return
}
