// A condition that a loop hands on stays a condition.
#map = affine_map<()[s0] -> (-s0 + 10)>
#map1 = affine_map<()[s0] -> (7)>
module {
  func.func @f(%arg0: index, %arg1: f32) {
    %true = arith.constant true
    %0 = scf.if %true -> (index) {
      %1 = affine.for %arg2 = #map()[%arg0] to #map1()[%arg0] step 3 iter_args(%arg3 = %arg0) -> (index) {
        %c32 = arith.constant 32 : index
        %2 = arith.cmpi slt, %arg0, %c32 : index
        %3 = arith.index_cast %2 : i1 to index
        %4:2 = scf.for %arg4 = %arg0 to %arg0 step %arg0 iter_args(%arg5 = %3, %arg6 = %arg0) -> (index, index) {
          %6 = arith.cmpi slt, %arg5, %arg0 : index
          "lab.ask"(%6) <{question = "(range (value 0))"}> : (i1) -> ()
          scf.yield %arg5, %arg0 : index, index
        }
        %5 = arith.select %2, %c32, %arg0 : index
        "lab.ask"(%5) <{question = "(range (value 0))"}> : (index) -> ()
        affine.yield %arg0 : index
      }
      scf.yield %arg0 : index
    } else {
      scf.yield %arg0 : index
    }
    return
  }
}
