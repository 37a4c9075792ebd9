// What an inner loop keeps tells a number that the outer one may stay below. It is known before where the
// inner one was asked about first.
func.func @f(%arg0: index, %arg1: index, %arg2: index) {
  %c6 = arith.constant 6 : index
  %0:2 = scf.for %arg4 = %arg2 to %c6 step %arg0 iter_args(%arg5 = %arg0, %arg6 = %arg0) -> (index, index) {
    %1 = scf.for %arg8 = %arg0 to %arg1 step %arg0 iter_args(%arg9 = %arg0) -> (index) {
      %2 = scf.for %arg10 = %arg0 to %arg0 step %arg0 iter_args(%arg11 = %arg2) -> (index) {
        scf.yield %arg0 : index
      }
      "lab.ask"(%2) <{question = "(range (value 0))"}> : (index) -> ()
      scf.yield %2 : index
    }
    "lab.ask"(%1, %arg6, %arg2) <{question = "(upper (value 0) (value 1) (value 2))"}> : (index, index, index) -> ()
    scf.yield %arg0, %arg0 : index, index
  }
  return
}
