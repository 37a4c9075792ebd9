// A range does not depend on where a circle of classes is entered.
#map = affine_map<()[s0] -> (s0 mod 4, -s0 + 10)>
#map1 = affine_map<()[s0] -> (-s0 + 10, s0 * 2 - 1)>
module {
  func.func @f(%arg0: index, %arg1: index, %arg2: index, %arg3: index, %arg4: index, %arg5: f32) {
    %0 = arith.cmpi ugt, %arg2, %arg4 : index
    %1 = scf.if %0 -> (index) {
      scf.for %arg6 = %arg2 to %arg0 step %arg0 {
        %c-1_i5 = arith.constant -1 : i5
        %2:2 = affine.for %arg7 = max #map()[%arg0] to min #map1()[%arg2] iter_args(%arg8 = %arg0, %arg9 = %c-1_i5) -> (index, i5) {
          %3 = arith.extsi %0 : i1 to i8
          %low, %high = arith.mului_extended %3, %3 : i8
          "lab.ask"(%high) <{question = "(lower (uint 0))"}> : (i8) -> ()
          "lab.ask"(%arg8, %low, %arg9, %arg0) <{question = "(== (+ (value 0) (value 1)) (+ (value 2) (value 3)))"}> : (index, i8, i5, index) -> ()
          affine.yield %arg0, %arg9 : index, i5
        }
      }
      scf.yield %arg2 : index
    } else {
      scf.yield %arg2 : index
    }
    return
  }
}
