// The answers were others when asked in another order. Sums over what is not reached.
#map = affine_map<()[s0] -> (7)>
#map1 = affine_map<()[s0] -> (s0, -s0 + 10)>
module {
  func.func @f(%arg0: index, %arg1: tensor<?x4x1xf32>, %arg2: f32) {
    %0:3 = affine.for %arg3 = #map()[%arg0] to min #map1()[%arg0] step 2 iter_args(%arg4 = %arg0, %arg5 = %arg0, %arg6 = %arg0) -> (index, index, index) {
      %c4_i5 = arith.constant 4 : i5
      %1:2 = affine.for %arg7 = -3 to 0 step 5 iter_args(%arg8 = %arg1, %arg9 = %c4_i5) -> (tensor<?x4x1xf32>, i5) {
        %c10_i32 = arith.constant 10 : i32
        "lab.ask"(%c10_i32) <{question = "(range (uint 0))"}> : (i32) -> ()
        "lab.ask"(%arg7, %arg9, %arg6) <{question = "(<= (value 0) (+ (value 1) (value 2)))"}> : (index, i5, index) -> ()
        affine.yield %arg1, %arg9 : tensor<?x4x1xf32>, i5
      }
      affine.yield %arg0, %arg0, %arg6 : index, index, index
    }
    return
  }
}
