func.func @opaque(%n: i32) {
  %c7 = arith.constant 7 : i32
  %u = scf.while (%i = %n) : (i32) -> i32 {
    %c = arith.cmpi ugt, %i, %c7 : i32
    scf.condition(%c) %i : i32
  } do {
  ^bb0(%j: i32):
    %k = "my.op"(%j) : (i32) -> i32
    scf.yield %k : i32
  }
  return
}
func.func @steps(%n: i32) {
  %c7 = arith.constant 7 : i32
  %u = scf.while (%i = %n) : (i32) -> i32 {
    %c = arith.cmpi ugt, %i, %c7 : i32
    scf.condition(%c) %i : i32
  } do {
  ^bb0(%j: i32):
    %k = arith.subi %j, %c7 : i32
    scf.yield %k : i32
  }
  return
}
