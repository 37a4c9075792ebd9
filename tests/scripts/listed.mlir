func.func @f(%x: index) {
  %c1 = arith.constant 1 : index
  %a = arith.addi %x, %c1 : index
  %b = arith.addi %a, %c1 : index
  return
}
