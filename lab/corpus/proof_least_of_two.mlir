// The least of two is at most either of them, whatever else is known.
module {
  func.func @f(%arg0: index, %arg1: index, %arg2: index, %arg3: f32) {
    %0:2 = scf.while (%arg4 = %arg0, %arg5 = %arg1) : (index, index) -> (index, index) {
      %1 = arith.cmpi uge, %arg0, %arg0 : index
      scf.condition(%1) %arg0, %arg5 : index, index
    } do {
    ^bb0(%arg4: index, %arg5: index):
      %c-14 = arith.constant -14 : index
      %1 = arith.cmpi slt, %arg1, %c-14 : index
      llvm.intr.assume %1 : i1
      %c-1 = arith.constant -1 : index
      "lab.ask"(%arg5, %c-1) <{question = "(> (value 0) (value 1))"}> : (index, index) -> ()
      scf.yield %arg0, %c-1 : index, index
    }
    return
  }
}
