// Of terms that differ in a constant it does not matter which came in first.
module {
  func.func @f(%arg0: index, %arg1: i32, %arg2: i8, %arg3: i16, %arg4: index, %arg5: f32) {
    %0 = arith.cmpi uge, %arg2, %arg2 : i8
    %1 = arith.extsi %arg2 : i8 to i32
    %2 = arith.index_cast %arg4 : index to i1
    cf.switch %arg1 : i32, [
      default: ^bb2(%arg4 : index),
      0: ^bb1,
      3: ^bb1
    ]
  ^bb1:  // 2 preds: ^bb0, ^bb0
    cf.br ^bb2(%arg0 : index)
  ^bb2(%3: index):  // 2 preds: ^bb0, ^bb1
    "lab.ask"(%arg2, %1, %2) <{question = "(> (uint 0) (+ (uint 1) (uint 2)))"}> : (i8, i32, i1) -> ()
    "lab.ask"(%arg2, %arg2, %0) <{question = "(> (+ (uint 0) (* -1 (uint 1))) (+ (uint 2) 2))"}> : (i8, i8, i1) -> ()
    return
  }
  func.func private @g0() -> index {
    %c-2 = arith.constant -2 : index
    return %c-2 : index
  }
  func.func private @g1(%arg0: index, %arg1: index, %arg2: tensor<3x?xf32>) -> (i32, i32, i32) {
    %c10_i32 = arith.constant 10 : i32
    return %c10_i32, %c10_i32, %c10_i32 : i32, i32, i32
  }
}
