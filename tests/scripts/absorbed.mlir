func.func @index(%a: index, %b: index, %c: index) {
  %m = arith.maxsi %b, %a : index
  %n = arith.maxsi %m, %c : index
  %r = arith.minsi %n, %a : index
  return
}
func.func @i32(%a: i32, %b: i32) {
  %c0 = arith.constant 0 : i32
  %m = arith.maxsi %b, %a : i32
  %n = arith.maxsi %m, %c0 : i32
  %r = arith.minsi %n, %a : i32
  return
}
