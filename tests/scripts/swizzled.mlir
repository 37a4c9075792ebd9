func.func @k(%tid: i32) -> i32 {
  %c15 = arith.constant 15 : i32
  %c4 = arith.constant 4 : i32
  %c64 = arith.constant 64 : i32
  %c255 = arith.constant 255 : i32
  %t = arith.andi %tid, %c255 : i32
  %row = arith.shrui %t, %c4 : i32
  %col = arith.andi %t, %c15 : i32
  %swz = arith.xori %row, %col : i32
  %r64 = arith.muli %row, %c64 : i32
  %off2 = arith.ori %r64, %swz : i32
  return %off2 : i32
}
func.func @halves(%p: i64, %q: i64) {
  %c32 = arith.constant 32 : i64
  %mask = arith.constant 4294967295 : i64
  %high = arith.shrui %p, %c32 : i64
  %low = arith.andi %p, %mask : i64
  %other = arith.andi %q, %mask : i64
  %shifted = arith.shli %high, %c32 : i64
  %word = arith.ori %shifted, %low : i64
  %mixed = arith.ori %shifted, %other : i64
  return
}
