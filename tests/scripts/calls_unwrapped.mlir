func.func private @thrice(%x: i32) -> (i32, i32) {
  %c3 = arith.constant 3 : i32
  %y = arith.muli %x, %c3 : i32
  %z = arith.addi %y, %c3 : i32
  return %y, %z : i32, i32
}
func.func @f(%a: i32) -> i32 {
  %y, %z = call @thrice(%a) : (i32) -> (i32, i32)
  return %y : i32
}
