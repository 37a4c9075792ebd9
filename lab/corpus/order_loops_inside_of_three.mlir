// The range of what a loop carries, by what loops inside of it keep.
func.func @f(%arg0: index, %arg1: index, %arg2: index) {
  %c6 = arith.constant 6 : index
  %0 = arith.minsi %arg2, %c6 : index
  %1:2 = scf.for %arg4 = %0 to %c6 step %arg0 iter_args(%arg5 = %c6, %arg6 = %arg0) -> (index, index) {
    %2 = scf.for %arg8 = %arg0 to %arg1 step %arg0 iter_args(%arg9 = %c6) -> (index) {
      %3 = scf.for %arg10 = %arg0 to %arg0 step %arg0 iter_args(%arg11 = %arg2) -> (index) {
        "lab.ask"(%arg11, %arg0, %arg0, %arg6, %arg0) <{question = "(lower (value 0) (value 1) (value 2) (value 3) (value 4))"}> : (index, index, index, index, index) -> ()
        scf.yield %arg0 : index
      }
      "lab.ask"(%arg9) <{question = "(range (value 0))"}> : (index) -> ()
      %4 = affine.max affine_map<(d0, d1) -> (d0, 0, d1 floordiv 5)>(%arg5, %arg2)
      scf.yield %4 : index
    }
    scf.yield %arg5, %arg0 : index, index
  }
  return
}
