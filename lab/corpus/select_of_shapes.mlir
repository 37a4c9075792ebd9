// Of a shape that is chosen each extent is chosen, too.
module {
  func.func @f(%arg0: tensor<?x1xf32>, %arg1: memref<4x2x?xf32, strided<[2, 2, ?], offset: ?>>, %arg2: tensor<3xf32>, %arg3: f32) {
    %c-8 = arith.constant -8 : index
    %0 = arith.cmpi slt, %c-8, %c-8 : index
    %1 = shape.shape_of %arg1 : memref<4x2x?xf32, strided<[2, 2, ?], offset: ?>> -> !shape.shape
    %c12 = arith.constant 12 : index
    %from_elements = tensor.from_elements %c12, %c-8, %c12 : tensor<3xindex>
    %2 = shape.from_extent_tensor %from_elements : tensor<3xindex>
    %3 = scf.if %0 -> (!shape.shape) {
      scf.yield %1 : !shape.shape
    } else {
      scf.yield %2 : !shape.shape
    }
    %4 = shape.shape_of %arg1 : memref<4x2x?xf32, strided<[2, 2, ?], offset: ?>> -> !shape.shape
    %5 = arith.select %0, %3, %4 : !shape.shape
    %6 = shape.to_extent_tensor %5 : !shape.shape -> tensor<3xindex>
    "lab.ask"(%6, %arg1) <{question = "(lower (elem 0 0) (elem 0 2) (dim 1 0))"}> : (tensor<3xindex>, memref<4x2x?xf32, strided<[2, 2, ?], offset: ?>>) -> ()
    return
  }
}
