// (range (value 0)): Range(Range { interval: Interval { lower: Some(0), upper: None }, alignment: None }) in another order was Range(Range { interval: Interval { lower: Some(-1), upper: None }, alignment: None })
#map = affine_map<()[s0] -> (-s0 + 10)>
#map1 = affine_map<()[s0] -> (s0 mod 4)>
module {
  func.func @f(%arg0: index, %arg1: index, %arg2: f32) {
    return
  ^bb1:  // no predecessors
    %0 = affine.for %arg3 = #map()[%arg0] to #map1()[%arg1] iter_args(%arg4 = %arg0) -> (index) {
      "lab.ask"(%arg4) <{question = "(lower (value 0))"}> : (index) -> ()
      affine.yield %arg0 : index
    }
    %1 = affine.linearize_index disjoint [%arg1, %0] by (2, 1) : index
    %2 = arith.cmpi ne, %arg0, %arg0 : index
    %3 = scf.if %2 -> (index) {
      %6 = arith.cmpi sgt, %arg1, %arg0 : index
      %7 = scf.if %6 -> (index) {
        "lab.ask"(%arg0) <{question = "(range (value 0))"}> : (index) -> ()
        scf.yield %arg0 : index
      } else {
        scf.yield %arg0 : index
      }
      scf.yield %arg0 : index
    } else {
      scf.yield %arg0 : index
    }
    %c10_i32 = arith.constant 10 : i32
    cf.switch %c10_i32 : i32, [
      default: ^bb2(%arg0, %arg0 : index, index),
      0: ^bb3,
      3: ^bb3
    ]
  ^bb2(%4: index, %5: index):  // pred: ^bb1
    cf.br ^bb3
  ^bb3:  // 3 preds: ^bb1, ^bb1, ^bb2
    return
  }
}
