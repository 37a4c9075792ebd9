// Offsets in three dimensions, by 32-bit arithmetic without signed overflow, and the same amid ops that no question is about.

func.func @alone(%b: i32, %n: i32, %m: i32, %i: i32, %j: i32, %k: i32) {
  %x = arith.muli %i, %n overflow<nsw> : i32
  %y = arith.addi %x, %j overflow<nsw> : i32
  %plane = arith.muli %b, %n overflow<nsw> : i32
  %z = arith.muli %y, %m overflow<nsw> : i32
  %offset = arith.addi %z, %k overflow<nsw> : i32
  %size = arith.muli %plane, %m overflow<nsw> : i32
  "test.use"(%offset, %size) : (i32, i32) -> ()
  return
}

func.func @amid(%b: i32, %n: i32, %m: i32, %i: i32, %j: i32, %k: i32) {
  %c7 = arith.constant 7 : i32
  %x = arith.muli %i, %n overflow<nsw> : i32
  %0 = arith.subi %j, %n overflow<nsw> : i32
  %y = arith.addi %x, %j overflow<nsw> : i32
  %1 = arith.addi %y, %c7 overflow<nsw> : i32
  %plane = arith.muli %b, %n overflow<nsw> : i32
  %2 = arith.subi %plane, %k overflow<nsw> : i32
  %z = arith.muli %y, %m overflow<nsw> : i32
  %3 = arith.addi %m, %j overflow<nsw> : i32
  %offset = arith.addi %z, %k overflow<nsw> : i32
  %size = arith.muli %plane, %m overflow<nsw> : i32
  "test.use"(%offset, %size) : (i32, i32) -> ()
  return
}
