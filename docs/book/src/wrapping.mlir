func.func @wrapping(%x: index, %w: i32) {
  %c1 = arith.constant 1 : index
  %one = arith.constant 1 : i32
  %seven = arith.constant 7 : i32
  %x1 = arith.addi %x, %c1 : index
  %w1 = arith.addi %w, %one : i32
  %small = arith.andi %w, %seven : i32
  %small1 = arith.addi %small, %one : i32
  return
}
