// Order: a product of what a condition is not is split on as one of the condition.
module {
  func.func @f(%arg0: index, %arg1: index, %arg2: index, %arg3: index, %arg4: index, %arg5: f32) {
    %c-2 = arith.constant -2 : index
    %0:2 = scf.for %arg6 = %arg1 to %arg0 step %arg3 iter_args(%arg7 = %arg4, %arg8 = %arg0) -> (index, index) {
      %1 = arith.cmpi sge, %arg4, %arg1 : index
      %2 = scf.if %1 -> (index) {
        %3 = arith.cmpi sge, %arg2, %arg1 : index
        %4 = arith.select %3, %arg4, %c-2 : index
        %5 = scf.for %arg9 = %arg0 to %arg7 step %arg0 iter_args(%arg10 = %4) -> (index) {
          %c2 = arith.constant 2 : index
          "lab.ask"(%arg2, %arg10) <{question = "(<= (value 0) (value 1))"}> : (index, index) -> ()
          %6 = arith.divsi %arg10, %c2 : index
          "lab.ask"(%6, %arg2, %1, %3, %arg6) <{question = "(lower (value 0) (value 1) (uint 2) (uint 3) (value 4))"}> : (index, index, i1, i1, index) -> ()
          scf.yield %arg10 : index
        }
        scf.yield %arg2 : index
      } else {
        scf.yield %arg0 : index
      }
      scf.yield %arg7, %arg0 : index, index
    }
    return
  }
}
