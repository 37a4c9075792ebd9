// (upper (value 0) (value 1)): Bound(Bound { map: AffineMap { dims: 0, symbols: 0, results: [Constant(-8)] }, operands: [], valid_at: Some(Point { block: BlockId(5), index: 9 }) }) in another order was Bound(Bound { map: AffineMap { dims: 0, symbols: 0, results: [Constant(-5)] }, operands: [], valid_at: Some(Point { block: BlockId(5), index: 9 }) })
module {
  func.func @f(%arg0: tensor<3x?xf32>, %arg1: i8, %arg2: tensor<4xf32>, %arg3: f32) {
    %c16 = arith.constant 16 : index
    %0 = arith.cmpi ugt, %c16, %c16 : index
    %c10 = arith.constant 10 : index
    %1 = scf.if %0 -> (tensor<4xf32>) {
      %c32_i32 = arith.constant 32 : i32
      %c12_i32 = arith.constant 12 : i32
      %c4_i32 = arith.constant 4 : i32
      %3 = scf.for %arg4 = %c32_i32 to %c12_i32 step %c4_i32 iter_args(%arg5 = %0) -> (i1)  : i32 {
        %4 = arith.cmpi ule, %c16, %c16 : index
        %false = arith.constant false
        %5 = arith.addi %arg5, %false : i1
        "lab.ask"(%5, %4) <{question = "(upper (value 0) (value 1))"}> : (i1, i1) -> ()
        scf.yield %5 : i1
      }
      scf.yield %arg2 : tensor<4xf32>
    } else {
      scf.yield %arg2 : tensor<4xf32>
    }
    %2 = scf.for %arg4 = %c10 to %c16 step %c10 iter_args(%arg5 = %arg2) -> (tensor<4xf32>) {
      "lab.ask"(%arg1, %0, %c10, %arg5, %c16) <{question = "(lower (value 0) (uint 1) (uint 0) (uint 0) (value 2) (dim 3 0) (value 4) (value 1))"}> : (i8, i1, index, tensor<4xf32>, index) -> ()
      scf.yield %arg2 : tensor<4xf32>
    }
    return
  }
}
