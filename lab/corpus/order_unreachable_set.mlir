// The answers were others when asked in another order. Facts that contradict each other.
#set = affine_set<()[s0, s1] : (-s1 - 7 == 0, s1 + 1 >= 0)>
module {
  func.func @f(%arg0: index, %arg1: index, %arg2: index, %arg3: f32) {
    %0 = scf.for %arg4 = %arg2 to %arg2 step %arg2 iter_args(%arg5 = %arg2) -> (index) {
      %1 = arith.cmpi ugt, %arg2, %arg0 : index
      %2 = scf.if %1 -> (index) {
        %3 = arith.cmpi eq, %arg0, %arg5 : index
        %4:2 = affine.if #set()[%arg2, %arg2] -> (index, index) {
          "lab.ask"(%arg4, %3) <{question = "(>= (+ (value 0) (* -1 (value 1))) -2)"}> : (index, i1) -> ()
          affine.yield %arg0, %arg0 : index, index
        } else {
          affine.yield %arg0, %arg0 : index, index
        }
        scf.yield %arg0 : index
      } else {
        %3:2 = scf.for %arg6 = %arg0 to %arg0 step %arg0 iter_args(%arg7 = %arg0, %arg8 = %arg0) -> (index, index) {
          "lab.ask"(%arg0, %arg6) <{question = "(!= (value 0) (value 1))"}> : (index, index) -> ()
          scf.yield %arg0, %arg0 : index, index
        }
        scf.yield %arg0 : index
      }
      scf.yield %arg5 : index
    }
    return
  }
}
