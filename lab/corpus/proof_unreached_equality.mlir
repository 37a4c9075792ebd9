// Where no run comes both bounds follow, each by the other end of a contradiction.
#map = affine_map<()[s0] -> (-s0 + 10, s0 mod 4)>
module {
  func.func @f(%arg0: index, %arg1: index, %arg2: index, %arg3: f32) {
    affine.for %arg4 = max #map()[%arg1] to 0 {
      scf.for %arg5 = %arg0 to %arg2 step %arg0 {
        %0:3 = scf.for %arg6 = %arg0 to %arg0 step %arg0 iter_args(%arg7 = %arg0, %arg8 = %arg0, %arg9 = %arg0) -> (index, index, index) {
          %c-1 = arith.constant -1 : index
          %1 = arith.cmpi sgt, %arg8, %arg0 : index
          %2 = arith.select %1, %arg0, %c-1 : index
          "lab.ask"(%2) <{question = "(equal (value 0))"}> : (index) -> ()
          scf.yield %arg0, %arg0, %arg0 : index, index, index
        }
      }
    }
    return
  }
  func.func private @g0(%arg0: index) -> (index, index) {
    cf.br ^bb2
  ^bb1(%0: index):  // no predecessors
    return %arg0, %arg0 : index, index
  ^bb2:  // 2 preds: ^bb0, ^bb2
    cf.br ^bb2
  }
  func.func private @g1(%arg0: index) -> (index, index, index) {
    return %arg0, %arg0, %arg0 : index, index, index
  }
}
