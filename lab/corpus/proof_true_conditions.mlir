// An answer had no accepted proof. A condition that is always true says nothing of others that are.
module {
  func.func @f(%arg0: index, %arg1: index, %arg2: index, %arg3: index, %arg4: index, %arg5: f32) {
    %c-4611686018427387904 = arith.constant -4611686018427387904 : index
    %c4 = arith.constant 4 : index
    %c-2_i8 = arith.constant -2 : i8
    %0:3 = scf.for %arg6 = %arg0 to %c-4611686018427387904 step %c4 iter_args(%arg7 = %arg0, %arg8 = %c-2_i8, %arg9 = %arg1) -> (index, i8, index) {
      %1 = arith.cmpi ule, %arg0, %arg3 : index
      %2 = scf.if %1 -> (i32) {
        scf.forall (%arg10, %arg11) = (-2, 0) to (10, %arg3) step (2, 3) {
          "lab.ask"(%arg0, %arg10) <{question = "(!= (value 0) (value 1))"}> : (index, index) -> ()
        }
        %c0_i32 = arith.constant 0 : i32
        scf.yield %c0_i32 : i32
      } else {
        %c-1_i32 = arith.constant -1 : i32
        scf.yield %c-1_i32 : i32
      }
      scf.yield %arg0, %arg8, %arg0 : index, i8, index
    }
    return
  }
}
