func.func @f(%n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  scf.for %i = %c0 to %c8 step %c1 {
    %x = arith.addi %i, %c1 : index
  }
  scf.for %i = %c0 to %n step %c8 {
    %x = arith.addi %i, %c8 : index
  }
  return
}
