func.func @loop(%n: index, %t: tensor<?xf32>) -> index {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %size = tensor.dim %t, %c0 : tensor<?xf32>
  %sum, %last = scf.for %i = %c0 to %n step %c1 iter_args(%s = %c0, %carried = %t) -> (index, tensor<?xf32>) {
    %next = arith.addi %s, %c3 : index
    scf.yield %next, %carried : index, tensor<?xf32>
  }
  return %sum : index
}
