// A shape that is not valid goes into `shape.any` without harm: nothing is known of what is beside it.
#map = affine_map<()[s0] -> (s0 mod 4)>
#map1 = affine_map<()[s0] -> (s0 floordiv 2)>
module {
  func.func @f(%arg0: i8, %arg1: index, %arg2: index, %arg3: memref<?x?x?xf32, strided<[?, 3, ?]>>, %arg4: tensor<?x?x1xf32>, %arg5: f32) {
    %0 = arith.cmpi sge, %arg2, %arg2 : index
    %1:3 = scf.if %0 -> (tensor<?x?x1xf32>, tensor<?x?x1xf32>, tensor<?x?x1xf32>) {
      %2:3 = affine.for %arg6 = #map()[%arg2] to #map1()[%arg1] step 2 iter_args(%arg7 = %arg4, %arg8 = %arg4, %arg9 = %arg4) -> (tensor<?x?x1xf32>, tensor<?x?x1xf32>, tensor<?x?x1xf32>) {
        %3:2 = scf.for %arg10 = %arg2 to %arg1 step %arg1 iter_args(%arg11 = %arg1, %arg12 = %arg4) -> (index, tensor<?x?x1xf32>) {
          %from_elements = tensor.from_elements %arg1, %arg1, %arg1 : tensor<3xindex>
          %4 = shape.from_extent_tensor %from_elements : tensor<3xindex>
          %5 = shape.shape_of %arg4 : tensor<?x?x1xf32> -> !shape.shape
          %6 = shape.broadcast %4, %5 : !shape.shape, !shape.shape -> !shape.shape
          %7 = shape.const_shape [0] : !shape.shape
          %8 = shape.shape_of %arg4 : tensor<?x?x1xf32> -> !shape.shape
          %9 = shape.broadcast %7, %8 : !shape.shape, !shape.shape -> !shape.shape
          %10 = shape.any %6, %9 : !shape.shape, !shape.shape -> !shape.shape
          "lab.ask"(%arg3, %arg0) <{question = "(< (dim 0 2) (+ (value 1) 5))"}> : (memref<?x?x?xf32, strided<[?, 3, ?]>>, i8) -> ()
          scf.yield %arg2, %arg4 : index, tensor<?x?x1xf32>
        }
        affine.yield %arg4, %arg4, %arg4 : tensor<?x?x1xf32>, tensor<?x?x1xf32>, tensor<?x?x1xf32>
      }
      scf.yield %arg4, %arg4, %arg4 : tensor<?x?x1xf32>, tensor<?x?x1xf32>, tensor<?x?x1xf32>
    } else {
      scf.yield %arg4, %arg4, %arg4 : tensor<?x?x1xf32>, tensor<?x?x1xf32>, tensor<?x?x1xf32>
    }
    return
  }
}
