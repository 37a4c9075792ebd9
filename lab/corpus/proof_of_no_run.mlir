// (lower (value 0) (value 1) (value 2) (uint 3) (uint 1) (uint 1)): Bound(Bound { map: AffineMap { dims: 0, symbols: 1, results: [Symbol(0)] }, operands: [Value(ValueId(2))], valid_at: Some(Point { block: BlockId(5), index: 0 }) }) has no proof: the answer was not found again
#map = affine_map<(d0)[s0] -> (-4, s0 * 10)>
module {
  func.func @f(%arg0: index, %arg1: i64, %arg2: index, %arg3: f32) {
    %c-5_i8 = arith.constant -5 : i8
    %0 = affine.max #map(%arg2)[%arg2]
    %c16_i32 = arith.constant 16 : i32
    %c-5 = arith.constant -5 : index
    %1 = scf.for %arg4 = %arg2 to %c-5 step %arg0 iter_args(%arg5 = %arg0) -> (index) {
      %2 = arith.cmpi uge, %arg2, %arg0 : index
      %3 = scf.for %arg6 = %arg4 to %arg0 step %0 iter_args(%arg7 = %c16_i32) -> (i32) {
        "lab.ask"(%arg6, %2, %arg2, %c-5_i8) <{question = "(lower (value 0) (value 1) (value 2) (uint 3) (uint 1) (uint 1))"}> : (index, i1, index, i8) -> ()
        scf.yield %arg7 : i32
      }
      scf.yield %arg0 : index
    }
    return
  }
}
