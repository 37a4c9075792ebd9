func.func @slices(%t: tensor<?xf32>, %i: index, %n: index) {
  %c4 = arith.constant 4 : index
  %next = arith.addi %i, %c4 : index
  %a = tensor.extract_slice %t[%i] [4] [1] : tensor<?xf32> to tensor<4xf32>
  %b = tensor.extract_slice %t[%next] [%n] [1] : tensor<?xf32> to tensor<?xf32>
  %c = tensor.extract_slice %t[%i] [2] [3] : tensor<?xf32> to tensor<2xf32>
  return
}
