// Sums of what advances by steps: each of them is below its bound by what integers leave.
func.func @steps(%u: index, %v: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %c5 = arith.constant 5 : index
  scf.for %i = %c0 to %u step %c1 {
    %n = affine.min affine_map<(d0) -> (d0 * -11 + 112, 11)>(%i)
    scf.for %j = %c0 to %n step %c3 {
      scf.for %k = %c0 to %c3 step %c1 {
        %s = affine.apply affine_map<(d0, d1) -> (d0 * 2 + d1)>(%j, %k)
        %0 = "test.reify_bound"(%s) {constant, type = "UB"} : (index) -> index // = 21
        %1 = "test.reify_bound"(%s) {constant, type = "LB"} : (index) -> index // = 0
      }
      scf.for %k = %c0 to %n step %c5 {
        %s = affine.apply affine_map<(d0, d1) -> (d0 + d1)>(%j, %k)
        %0 = "test.reify_bound"(%s) {constant, type = "UB"} : (index) -> index // = 20
      }
    }
  }
  return
}
