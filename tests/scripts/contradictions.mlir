func.func @f(%x: index, %y: index) {
  %v0 = arith.constant -2 : index
  %v1 = arith.muli %v0, %x : index
  %v2 = arith.constant 2 : index
  %v3 = arith.muli %v2, %x : index
  %v4 = arith.constant 24 : index
  %v5 = arith.addi %v1, %v3 : index
  %v6 = arith.addi %v5, %v4 : index
  return
}
