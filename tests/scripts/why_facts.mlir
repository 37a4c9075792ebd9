func.func @branches(%x: index, %n: index) {
  %c4 = arith.constant 4 : index
  %c8 = arith.constant 8 : index
  %below = arith.cmpi slt, %x, %c8 : index
  scf.if %below {
    %y = arith.addi %x, %c4 : index
    "test.use"(%y) : (index) -> ()
  }
  return
}

func.func @counters(%lower: i8, %upper: i8, %step: i8) {
  scf.for %i = %lower to %upper step %step : i8 {
    "test.use"(%i) : (i8) -> ()
  }
  return
}
