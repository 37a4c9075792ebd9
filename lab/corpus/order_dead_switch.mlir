// (lower (uint 0) (dim 1 0) (uint 2) (value 2) (uint 2) (value 3)): Bound(Bound { map: AffineMap { dims: 0, symbols: 0, results: [Constant(2)] }, operands: [], valid_at: Some(Point { block: BlockId(5), index: 2 }) }) in another order was Bound(Bound { map: AffineMap { dims: 0, symbols: 0, results: [Constant(1)] }, operands: [], valid_at: Some(Point { block: BlockId(5), index: 2 }) })
module {
  func.func @f(%arg0: tensor<?xf32>, %arg1: index, %arg2: index, %arg3: index, %arg4: f32) {
    %c10 = arith.constant 10 : index
    %0 = arith.cmpi uge, %arg1, %c10 : index
    %1:3 = scf.if %0 -> (tensor<?xf32>, tensor<?xf32>, tensor<?xf32>) {
      scf.index_switch %arg1 
      case 0 {
        scf.yield
      }
      case 2 {
        scf.yield
      }
      case 3 {
        "lab.ask"(%0, %arg0) <{question = "(>= (+ (value 0) (dim 1 0)) -1)"}> : (i1, tensor<?xf32>) -> ()
        %2 = arith.cmpi sgt, %arg3, %arg1 : index
        %3 = arith.xori %2, %0 : i1
        "lab.ask"(%3, %arg0, %2, %arg2) <{question = "(lower (uint 0) (dim 1 0) (uint 2) (value 2) (uint 2) (value 3))"}> : (i1, tensor<?xf32>, i1, index) -> ()
        scf.yield
      }
      default {
      }
      scf.yield %arg0, %arg0, %arg0 : tensor<?xf32>, tensor<?xf32>, tensor<?xf32>
    } else {
      scf.yield %arg0, %arg0, %arg0 : tensor<?xf32>, tensor<?xf32>, tensor<?xf32>
    }
    return
  }
}
