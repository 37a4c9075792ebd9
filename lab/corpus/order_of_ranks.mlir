// (range (value 0)): Range(Range { interval: Interval { lower: Some(12), upper: None }, alignment: None }) in another order was Range(Range { interval: Interval { lower: Some(17), upper: None }, alignment: None })
module {
  func.func @f(%arg0: index, %arg1: index, %arg2: index, %arg3: index, %arg4: index, %arg5: f32) {
    %0:3 = scf.for %arg6 = %arg3 to %arg4 step %arg3 iter_args(%arg7 = %arg4, %arg8 = %arg4, %arg9 = %arg3) -> (index, index, index) {
      %1 = arith.cmpi sge, %arg0, %arg0 : index
      "lab.ask"(%arg8, %1) <{question = "(>= (truncmod (value 0) 1) (ceildiv (uint 1) 2))"}> : (index, i1) -> ()
      %c12 = arith.constant 12 : index
      %2:3 = scf.for %arg10 = %arg3 to %c12 step %arg3 iter_args(%arg11 = %arg3, %arg12 = %arg6, %arg13 = %arg3) -> (index, index, index) {
        %3 = arith.addi %arg11, %arg12 : index
        %4 = arith.maxsi %3, %arg10 : index
        scf.yield %4, %arg12, %arg0 : index, index, index
      }
      "lab.ask"(%2#0) <{question = "(range (value 0))"}> : (index) -> ()
      scf.yield %arg3, %arg0, %arg0 : index, index, index
    }
    return
  }
}
