// What is known of a remainder is known of what it is less than, once that turns out to be a number.
module {
  func.func @f(%arg0: index, %arg1: index, %arg2: i32, %arg3: f32) {
    %c19 = arith.constant 19 : index
    %0:3 = scf.for %arg4 = %arg1 to %arg0 step %arg0 iter_args(%arg5 = %c19, %arg6 = %arg0, %arg7 = %arg0) -> (index, index, index) {
      %c-16_i5 = arith.constant -16 : i5
      "lab.ask"(%arg6, %c-16_i5, %arg7) <{question = "(> (+ (value 0) (* -1 (uint 1))) (value 2))"}> : (index, i5, index) -> ()
      %c7 = arith.constant 7 : index
      %1 = arith.remsi %arg0, %c7 : index
      %2 = arith.cmpi sle, %1, %arg5 : index
      "lab.ask"(%2, %2) <{question = "(lower (uint 0) (uint 1))"}> : (i1, i1) -> ()
      scf.yield %arg5, %arg0, %arg0 : index, index, index
    }
    return
  }
}
