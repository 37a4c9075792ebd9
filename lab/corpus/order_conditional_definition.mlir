// The answers were others when asked in another order. A definition under a condition is a fact of the op, whether asked about or not.
#set = affine_set<()[s0, s1] : (s1 - 1 >= 0, s1 + s0 - 1 >= 0)>
module {
  func.func @f(%arg0: index, %arg1: index, %arg2: index, %arg3: f32) {
    %c-2_i32 = arith.constant -2 : i32
    %sum, %overflow = arith.addui_extended %c-2_i32, %c-2_i32 : i32, i1
    %c-5_i8 = arith.constant -5 : i8
    %0 = arith.extsi %c-5_i8 : i8 to i32
    affine.parallel (%arg4) = (2) to (2) {
      %3 = affine.if #set()[%arg2, %arg1] -> index {
        %4:3 = scf.while (%arg5 = %arg1, %arg6 = %arg1, %arg7 = %overflow) : (index, index, i1) -> (index, index, i1) {
          scf.condition(%overflow) %arg1, %arg0, %arg7 : index, index, i1
        } do {
        ^bb0(%arg5: index, %arg6: index, %arg7: i1):
          %5 = arith.maxui %arg1, %arg4 : index
          "lab.ask"(%5) <{question = "(range (value 0))"}> : (index) -> ()
          "lab.ask"(%arg5) <{question = "(range (value 0))"}> : (index) -> ()
          scf.yield %arg0, %arg0, %arg7 : index, index, i1
        }
        affine.yield %arg0 : index
      } else {
        affine.yield %arg0 : index
      }
    }
    cf.cond_br %overflow, ^bb2(%arg2 : index), ^bb2(%arg1 : index)
  ^bb1(%1: index):  // pred: ^bb2
    cf.cond_br %overflow, ^bb3, ^bb2(%arg1 : index)
  ^bb2(%2: index):  // 3 preds: ^bb0, ^bb0, ^bb1
    cf.switch %0 : i32, [
      default: ^bb3,
      0: ^bb1(%arg2 : index),
      3: ^bb3
    ]
  ^bb3:  // 3 preds: ^bb1, ^bb2, ^bb2
    return
  }
}
