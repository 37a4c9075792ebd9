// What an index in a basis is at least says nothing of a condition that it is.
module {
  func.func @f(%arg0: index, %arg1: index, %arg2: index, %arg3: index, %arg4: index, %arg5: f32) {
    %0 = arith.cmpi eq, %arg2, %arg3 : index
    affine.parallel (%arg6) = (2) to (6) {
      %1 = scf.if %0 -> (index) {
        %2 = arith.index_castui %0 : i1 to index
        %3 = arith.cmpi ult, %arg0, %arg0 : index
        %4 = scf.if %3 -> (index) {
          scf.yield %arg0 : index
        } else {
          %5:3 = affine.delinearize_index %2 into (5, 2) : index, index, index
          "lab.ask"(%2) <{question = "(range (value 0))"}> : (index) -> ()
          scf.yield %arg0 : index
        }
        scf.yield %arg0 : index
      } else {
        scf.yield %arg4 : index
      }
    }
    return
  }
}
