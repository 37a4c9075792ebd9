// The quotient of what is carried by a multiple of it, before and after its closed form is known.
#map = affine_map<(d0) -> (d0)>
#set = affine_set<()[s0] : (5 mod s0 - 1 >= 0, -3 >= 0)>
module {
  func.func @f(%arg0: index, %arg1: i8, %arg2: index, %arg3: tensor<1xf32>, %arg4: f32) {
    %c8 = arith.constant 8 : index
    %0 = scf.for %arg5 = %arg0 to %arg2 step %arg0 iter_args(%arg6 = %c8) -> (index) {
      %1:3 = affine.delinearize_index %arg6 into (3, %arg6) : index, index, index
      "lab.ask"(%1#0) <{question = "(range (value 0))"}> : (index) -> ()
      %2:3 = affine.if #set()[%arg0] -> (i8, tensor<1xf32>, tensor<1xf32>) {
        affine.yield %arg1, %arg3, %arg3 : i8, tensor<1xf32>, tensor<1xf32>
      } else {
        %4 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]} ins(%arg3 : tensor<1xf32>) outs(%arg3 : tensor<1xf32>) {
        ^bb0(%in: f32, %out: f32):
          "lab.ask"(%arg1) <{question = "(range (value 0))"}> : (i8) -> ()
          linalg.yield %arg4 : f32
        } -> tensor<1xf32>
        affine.yield %arg1, %arg3, %arg3 : i8, tensor<1xf32>, tensor<1xf32>
      }
      %c3 = arith.constant 3 : index
      %3 = arith.addi %arg6, %c3 : index
      scf.yield %3 : index
    }
    return
  }
}
