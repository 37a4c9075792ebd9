// The answers were others when asked in another order: what was known of a value that no question is about got into a claim.
module {
  func.func @f(%arg0: index, %arg1: index, %arg2: f32) {
    %0 = arith.cmpi ult, %arg0, %arg1 : index
    %1 = arith.select %0, %arg1, %arg0 : index
    %2 = arith.muli %arg1, %1 : index
    %3 = scf.if %0 -> (index) {
      %c16 = arith.constant 16 : index
      %c1 = arith.constant 1 : index
      %4:2 = scf.for %arg3 = %arg0 to %c16 step %c1 iter_args(%arg4 = %arg1, %arg5 = %arg0) -> (index, index) {
        "lab.ask"(%arg5) <{question = "(range (value 0))"}> : (index) -> ()
        %5:2 = scf.if %0 -> (index, index) {
          "lab.ask"(%2, %1) <{question = "(< (+ (value 0) (* -1 (value 1))) -1)"}> : (index, index) -> ()
          scf.yield %arg0, %arg0 : index, index
        } else {
          scf.yield %arg0, %arg0 : index, index
        }
        scf.yield %arg0, %arg0 : index, index
      }
      scf.yield %arg0 : index
    } else {
      scf.yield %arg0 : index
    }
    return
  }
}
