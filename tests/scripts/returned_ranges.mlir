func.func private @rem(%x: index) -> index {
  %c4 = arith.constant 4 : index
  %r = arith.remui %x, %c4 : index
  return %r : index
}
func.func private @two(%x: index, %n: index, %t: tensor<?xf32>, %u: tensor<5xf32>) -> (index, index, i32) {
  %c5 = arith.constant 5 : index
  %c7 = arith.constant 7 : index
  %b = arith.cmpi slt, %x, %c5 : index
  cf.cond_br %b, ^a, ^b
^a:
  %m1 = arith.constant 8 : i32
  return %c5, %x, %m1 : index, index, i32
^b:
  %m2 = arith.constant 24 : i32
  return %c7, %x, %m2 : index, index, i32
}
func.func private @rec(%x: index) -> index {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %b = arith.cmpi sle, %x, %c0 : index
  cf.cond_br %b, ^a, ^b
^a:
  return %c0 : index
^b:
  %y = arith.subi %x, %c1 : index
  %z = func.call @rec(%y) : (index) -> index
  return %z : index
}
func.func @f(%n: index, %t: tensor<?xf32>, %u: tensor<5xf32>) {
  %r = func.call @rem(%n) : (index) -> index
  %a:3 = func.call @two(%n, %n, %t, %u) : (index, index, tensor<?xf32>, tensor<5xf32>) -> (index, index, i32)
  %q = func.call @rec(%n) : (index) -> index
  return
}
