// A value with many facts of its own, used by an op that states many more about it.
func.func @swizzled(%row: index, %line: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c7 = arith.constant 7 : index
  %c8 = arith.constant 8 : index
  scf.for %column = %c0 to %c8 step %c1 {
    %low = arith.andi %row, %c7 : index
    %bank = arith.xori %low, %column : index
    %back = arith.xori %bank, %low : index
    %first = arith.muli %low, %c8 : index
    %at = arith.addi %first, %bank : index
    "test.use"(%at, %back) : (index, index) -> ()
  }
  return
}
