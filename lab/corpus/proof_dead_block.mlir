// In a block that no block leads to, what a loop begins with is there all the same.
module {
  func.func @f(%arg0: index, %arg1: index, %arg2: index, %arg3: index, %arg4: index, %arg5: f32) {
    return
  ^bb1:  // no predecessors
    %0 = arith.cmpi sgt, %arg0, %arg4 : index
    scf.if %0 {
      %5:3 = scf.for %arg6 = %arg0 to %arg1 step %arg0 iter_args(%arg7 = %arg0, %arg8 = %arg0, %arg9 = %arg0) -> (index, index, index) {
        "lab.ask"(%arg9) <{question = "(range (value 0))"}> : (index) -> ()
        scf.yield %arg0, %arg0, %arg1 : index, index, index
      }
    }
    cf.cond_br %0, ^bb2(%arg0, %arg0 : index, index), ^bb3(%arg0 : index)
  ^bb2(%1: index, %2: index):  // pred: ^bb1
    %3 = arith.cmpi eq, %arg2, %arg1 : index
    cf.cond_br %3, ^bb4, ^bb3(%arg0 : index)
  ^bb3(%4: index):  // 2 preds: ^bb1, ^bb2
    cf.br ^bb4
  ^bb4:  // 2 preds: ^bb2, ^bb3
    return
  }
}
