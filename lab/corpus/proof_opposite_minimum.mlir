// An equality is a minimum over opposite differences in the checker.
module {
  func.func @f(%arg0: index, %arg1: index, %arg2: i64, %arg3: index, %arg4: i8, %arg5: f32) {
    %c-4_i32 = arith.constant -4 : i32
    %c-2 = arith.constant -2 : index
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %0 = scf.for %arg6 = %c-2 to %c0 step %c1 iter_args(%arg7 = %c-2) -> (index) {
      %c4 = arith.constant 4 : index
      "lab.ask"(%c-4_i32, %c0, %arg7) <{question = "(!= (+ (value 0) (* -1 (value 1))) (value 2))"}> : (i32, index, index) -> ()
      %1 = arith.addi %c4, %arg6 : index
      %2 = arith.addi %arg7, %c1 : index
      %3 = arith.minsi %2, %1 : index
      scf.yield %3 : index
    }
    return
  }
}
