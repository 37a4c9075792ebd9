// (range (value 0)): Range(Range { interval: Interval { lower: Some(8), upper: Some(8) }, alignment: None }) has no proof: the answer was not found again
module {
  func.func @f(%arg0: index, %arg1: index, %arg2: index, %arg3: index, %arg4: f32) {
    %c8 = arith.constant 8 : index
    %0 = scf.for %arg5 = %arg0 to %arg1 step %arg1 iter_args(%arg6 = %arg0) -> (index) {
      %1 = arith.muli %arg3, %arg0 : index
      %2 = arith.cmpi ugt, %arg0, %arg0 : index
      %3 = scf.if %2 -> (index) {
        %4:2 = scf.if %2 -> (index, index) {
          scf.yield %arg0, %c8 : index, index
        } else {
          scf.yield %arg0, %1 : index, index
        }
        "lab.ask"(%4#1) <{question = "(range (value 0))"}> : (index) -> ()
        scf.yield %arg0 : index
      } else {
        scf.yield %arg1 : index
      }
      scf.yield %arg0 : index
    }
    return
  }
}
