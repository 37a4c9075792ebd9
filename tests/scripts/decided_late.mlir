// An induction decides the condition of a rule: %one is 1 in every iteration, so that %w is less than 1 where it is
// below %one as an unsigned number. The result of the join is bounded by the facts of one region alone.
module {
  func.func @induction(%b: index, %w: index) {
    %c1 = arith.constant 1 : index
    %0 = scf.for %i = %b to %w step %c1 iter_args(%one = %c1) -> (index) {
      %is = arith.cmpi ule, %one, %w : index
      %1 = scf.if %is -> (index) {
        scf.yield %b : index
      } else {
        "test.below"() : () -> ()
        scf.yield %b : index
      }
      scf.yield %one : index
    }
    return
  }
  func.func @join(%x: index) {
    %c3 = arith.constant 3 : index
    scf.forall (%i) in (10) {
      %is = arith.cmpi ult, %x, %c3 : index
      %joined = scf.if %is -> (index) {
        scf.yield %x : index
      } else {
        %t = tensor.empty(%i) : tensor<?xf32>
        %c2 = arith.constant 2 : index
        "test.inside"(%t) : (tensor<?xf32>) -> ()
        scf.yield %c2 : index
      }
      "test.after"() : () -> ()
    }
    return
  }
}
