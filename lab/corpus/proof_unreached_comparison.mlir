// A loop that runs from a value to the same one: its own bounds contradict each other.
module {
  func.func @f(%arg0: index, %arg1: index, %arg2: index, %arg3: index, %arg4: f32) {
    %0 = arith.cmpi slt, %arg0, %arg2 : index
    %1 = scf.if %0 -> (index) {
      scf.yield %arg3 : index
    } else {
      %2 = arith.cmpi sge, %arg0, %arg0 : index
      %3 = scf.for %arg5 = %arg2 to %arg2 step %arg2 iter_args(%arg6 = %arg1) -> (index) {
        "lab.ask"(%0, %2, %arg3) <{question = "(<= (+ (value 0) (value 1)) (value 2))"}> : (i1, i1, index) -> ()
        scf.yield %arg1 : index
      }
      scf.yield %arg0 : index
    }
    return
  }
}
