// The answers were others when asked in another order. Leaves that are one: the age of the oldest counts.
#set = affine_set<()[s0] : (s0 - 1 >= 0, s0 mod 2 - 1 == 0)>
module {
  func.func @f(%arg0: index, %arg1: f32) {
    %c1 = arith.constant 1 : index
    %0 = scf.for unsigned %arg2 = %arg0 to %arg0 step %arg0 iter_args(%arg3 = %arg0) -> (index) {
      %c3 = arith.constant 3 : index
      %1 = scf.for %arg4 = %c1 to %arg0 step %c3 iter_args(%arg5 = %arg0) -> (index) {
        "lab.ask"(%arg4) <{question = "(range (value 0))"}> : (index) -> ()
        %2 = affine.if #set()[%arg0] -> index {
          affine.yield %c1 : index
        } else {
          affine.yield %arg5 : index
        }
        "lab.ask"(%2, %arg2, %c3) <{question = "(equal (value 0) (value 1) (value 2))"}> : (index, index, index) -> ()
        scf.yield %arg5 : index
      }
      scf.yield %arg0 : index
    }
    return
  }
}
