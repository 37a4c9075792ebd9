// The greatest of a condition and what is none is no disjunction.
#map = affine_map<()[s0] -> (7, -s0 + 10)>
#map1 = affine_map<()[s0] -> (s0 floordiv 2, s0 floordiv 2)>
#map2 = affine_map<()[s0] -> (s0 floordiv 2, 7)>
#map3 = affine_map<()[s0] -> (s0 * 2 - 1)>
module {
  func.func @f(%arg0: index, %arg1: index, %arg2: index, %arg3: index, %arg4: index, %arg5: f32) {
    %0 = arith.cmpi sge, %arg1, %arg3 : index
    %1 = arith.index_castui %0 : i1 to index
    %2 = affine.for %arg6 = max #map()[%arg4] to min #map1()[%arg3] step 5 iter_args(%arg7 = %arg0) -> (index) {
      %5:2 = affine.for %arg8 = max #map2()[%arg3] to #map3()[%arg1] step 5 iter_args(%arg9 = %1, %arg10 = %1) -> (index, index) {
        scf.forall (%arg11) = (%arg0) to (%arg9) step (%arg3) {
          "lab.ask"(%arg0, %0) <{question = "(== (value 0) (* (uint 1) 2))"}> : (index, i1) -> ()
        }
        %c2 = arith.constant 2 : index
        %6 = arith.addi %arg9, %c2 : index
        %7 = arith.minsi %6, %arg10 : index
        affine.yield %7, %arg10 : index, index
      }
      affine.yield %arg0 : index
    }
    %3 = arith.cmpi sle, %arg2, %arg3 : index
    %4 = scf.if %3 -> (index) {
      "lab.ask"(%0) <{question = "(>= (* (uint 0) 8) (+ (value 0) 6))"}> : (i1) -> ()
      scf.yield %arg4 : index
    } else {
      scf.yield %arg4 : index
    }
    return
  }
}
