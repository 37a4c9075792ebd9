// (open-upper (value 0)): Bound(Bound { map: AffineMap { dims: 0, symbols: 0, results: [Constant(1)] }, operands: [], valid_at: Some(Point { block: BlockId(1), index: 6 }) }) has no proof: the answer was not found again
module {
  func.func @f(%arg0: index, %arg1: f32) {
    %0 = arith.floordivsi %arg0, %arg0 : index
    %1 = arith.remsi %arg0, %0 : index
    "lab.ask"(%1) <{question = "(open-upper (value 0))"}> : (index) -> ()
    return
  }
}
