func.func @yielded(%a: index, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%p = %a) -> (index) {
    scf.yield %a : index
  }
  return
}
func.func @carried(%a: index, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%p = %a) -> (index) {
    %q = arith.maxsi %p, %c0 : index
    scf.yield %q : index
  }
  return
}
func.func @branch(%a: i32, %p: i1, %b: i32) {
  %m = arith.minsi %b, %a : i32
  %v = scf.if %p -> (i32) {
    scf.yield %a : i32
  } else {
    %s = arith.addi %a, %m overflow<nsw> : i32
    scf.yield %a : i32
  }
  return
}
func.func @divided(%a: i64, %d: i64, %p: i1) {
  %v = scf.if %p -> (i64) {
    %t = arith.remsi %a, %d : i64
    scf.yield %t : i64
  } else {
    scf.yield %a : i64
  }
  return
}
func.func @steps(%k: i32) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %c32 = arith.constant 32 : i32
  %r = scf.for %i = %c0 to %k step %c1 iter_args(%p = %c0) -> (i32) : i32 {
    %q = arith.addi %p, %c32 : i32
    scf.yield %q : i32
  }
  return
}
