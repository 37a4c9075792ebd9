// (equal (uint 0) (stride 1 2) (offset 2) (offset 1)): Bound(Bound { map: AffineMap { dims: 0, symbols: 0, results: [Constant(4)] }, operands: [], valid_at: Some(Point { block: BlockId(4), index: 11 }) }) in another order was Bound(Bound { map: AffineMap { dims: 0, symbols: 0, results: [Constant(2)] }, operands: [], valid_at: Some(Point { block: BlockId(4), index: 11 }) })
module {
  func.func @f(%arg0: memref<?xf32>, %arg1: i32, %arg2: i32, %arg3: index, %arg4: f32) {
    %expand_shape = memref.expand_shape %arg0 [[0, 1]] output_shape [%arg3, %arg3] : memref<?xf32> into memref<?x?xf32>
    %c4_i8 = arith.constant 4 : i8
    %0 = arith.cmpi eq, %c4_i8, %c4_i8 : i8
    %1 = scf.if %0 -> (index) {
      scf.yield %arg3 : index
    } else {
      %c16 = arith.constant 16 : index
      %2 = arith.cmpi uge, %arg3, %c16 : index
      %3 = scf.if %2 -> (memref<?xf32>) {
        %expand_shape_0 = memref.expand_shape %expand_shape [[0, 1], [2]] output_shape [%arg3, 3, %arg3] : memref<?x?xf32> into memref<?x3x?xf32>
        "lab.ask"(%2, %expand_shape_0, %expand_shape) <{question = "(equal (uint 0) (stride 1 2) (offset 2) (offset 1))"}> : (i1, memref<?x3x?xf32>, memref<?x?xf32>) -> ()
        scf.yield %arg0 : memref<?xf32>
      } else {
        scf.forall (%arg5) = (%arg3) to (%arg3) step (1) {
          "lab.ask"(%c16, %2, %arg5) <{question = "(>= (value 0) (+ (value 1) (value 2)))"}> : (index, i1, index) -> ()
        }
        scf.yield %arg0 : memref<?xf32>
      }
      scf.yield %arg3 : index
    }
    return
  }
}
