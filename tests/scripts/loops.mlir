func.func @f(%n: index, %c: i1) {
  %c0 = arith.constant 0 : index
  %c4 = arith.constant 4 : index
  %c8 = arith.constant 8 : index
  %c100 = arith.constant 100 : index
  %r = scf.for %i = %c4 to %c100 step %c8 iter_args(%a = %c0) -> (index) {
    %k = arith.select %c, %c4, %c8 : index
    %a1 = arith.addi %a, %k : index
    scf.yield %a1 : index
  }
  affine.for %j = 0 to %n step 4 {
    %y = affine.apply affine_map<(d0) -> (d0 * 3)>(%j)
  }
  return
}
func.func @g(%n: index) {
  %c0 = arith.constant 0 : index
  %c4 = arith.constant 4 : index
  scf.for %i = %c0 to %n step %c4 {
  }
  return
}
