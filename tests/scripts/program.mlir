func.func @f(%a: index, %b: index, %t: tensor<?x8xf32>) -> index {
  %c4 = arith.constant 4 : index
  %0 = arith.muli %a, %c4 : index
  %1 = arith.addi %0, %b : index
  %c0 = arith.constant 0 : index
  %d = tensor.dim %t, %c0 : tensor<?x8xf32>
  %x = "test.unknown"(%d) : (index) -> index
  %i = arith.constant 3 : i8
  return %1 : index
}
func.func @g(%a: index) -> index {
  %lb = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %iv = %lb to %a step %c1 {
    %q = arith.addi %iv, %c1 : index
  }
  scf.for %iv = %lb to %a step %c1 {
    %r = arith.addi %iv, %c1 : index
  }
  return %a : index
}
