// What is known of a quotient of an atom that a fact leads to was not taken in, unless invariants of the inner loops
// happened to say it: those that had been asked about.
module {
  func.func @f(%arg0: index, %arg1: index, %arg3: index) {
    %c0 = arith.constant 0 : index
    %c3 = arith.constant 3 : index
    %ub = affine.apply affine_map<()[s0] -> (s0 floordiv 2)>()[%arg1]
    %0 = scf.for %arg5 = %c0 to %ub step %c3 iter_args(%arg7 = %arg1) -> (index) {
      %1 = arith.cmpi sge, %arg1, %arg0 : index
      %3:2 = scf.while (%arg9 = %arg1, %arg11 = %arg1) : (index, index) -> (index, index) {
        %4 = scf.while (%arg13 = %arg11) : (index) -> (index) {
          "lab.ask"(%arg13, %arg0) <{question = "(equal (value 0) (value 1))"}> : (index, index) -> ()
          %6 = arith.cmpi slt, %arg9, %arg11 : index
          scf.condition(%6) %arg0 : index
        } do {
        ^bb0(%arg13: index):
          scf.yield %arg0 : index
        }
        %5 = arith.cmpi slt, %arg0, %arg1 : index
        scf.condition(%5) %arg3, %arg0 : index, index
      } do {
      ^bb0(%arg9: index, %arg11: index):
        "lab.ask"(%1, %arg7) <{question = "(== (uint 0) (value 1))"}> : (i1, index) -> ()
        scf.yield %arg1, %arg1 : index, index
      }
      scf.yield %arg0 : index
    }
    return
  }
}
