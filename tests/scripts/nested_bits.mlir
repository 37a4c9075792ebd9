func.func @nested_bits(%x: i32, %y: i32) {
  %c3 = arith.constant 3 : i32
  %c8 = arith.constant 8 : i32
  %c255 = arith.constant 255 : i32
  %a = arith.andi %x, %c255 : i32
  %b = arith.andi %y, %c255 : i32
  %third = arith.divui %b, %c3 : i32
  %0 = arith.ori %a, %b : i32
  %1 = arith.xori %0, %third : i32
  %2 = arith.ori %third, %1 : i32
  %high = arith.shli %2, %c8 : i32
  %joined = arith.ori %high, %0 : i32
  %sum = arith.addi %high, %0 : i32
  return
}
