// Of a loop that no run comes to nothing is taken for an invariant.
#map = affine_map<()[s0] -> (s0 floordiv 2)>
#map1 = affine_map<()[s0] -> (s0 * 2 - 1)>
#set = affine_set<()[s0] : (-s0 + 4 >= 0)>
module {
  func.func @f(%arg0: i32, %arg1: memref<?x3xf32>, %arg2: index, %arg3: i32, %arg4: index, %arg5: f32) {
    %0 = affine.for %arg6 = #map()[%arg4] to 0 iter_args(%arg7 = %arg1) -> (memref<?x3xf32>) {
      %1:3 = affine.if #set()[%arg4] -> (i64, memref<?x3xf32>, i32) {
        %c17_i64 = arith.constant 17 : i64
        affine.yield %c17_i64, %arg1, %arg0 : i64, memref<?x3xf32>, i32
      } else {
        %2 = affine.for %arg8 = #map()[%arg2] to #map1()[%arg2] step 2 iter_args(%arg9 = %arg2) -> (index) {
          "lab.ask"(%arg8) <{question = "(lower (value 0))"}> : (index) -> ()
          "lab.ask"(%arg9) <{question = "(range (value 0))"}> : (index) -> ()
          affine.yield %arg2 : index
        }
        %c-8_i64 = arith.constant -8 : i64
        affine.yield %c-8_i64, %arg1, %arg0 : i64, memref<?x3xf32>, i32
      }
      affine.yield %arg1 : memref<?x3xf32>
    }
    return
  }
}
