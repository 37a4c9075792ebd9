// (equal (uint 0)): Unknown in another order was Bound(Bound { map: AffineMap { dims: 0, symbols: 0, results: [Constant(2)] }, operands: [], valid_at: Some(Point { block: BlockId(3), index: 1 }) })
module {
  func.func @f(%arg0: index, %arg1: f32) {
    %0 = scf.for %arg2 = %arg0 to %arg0 step %arg0 iter_args(%arg3 = %arg0) -> (index) {
      scf.for %arg4 = %arg0 to %arg0 step %arg0 {
        %1 = arith.cmpi sgt, %arg3, %arg2 : index
        "lab.ask"(%1) <{question = "(equal (uint 0))"}> : (i1) -> ()
        %2 = arith.cmpi slt, %arg0, %arg0 : index
        %3 = scf.if %2 -> (index) {
          scf.yield %arg0 : index
        } else {
          "lab.ask"(%arg4) <{question = "(>= (+ (value 0) 3) (value 0))"}> : (index) -> ()
          scf.yield %arg0 : index
        }
      }
      scf.yield %arg3 : index
    }
    return
  }
}
