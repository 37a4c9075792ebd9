// The answers were others when asked in another order. Which argument of a maximum comes first.
module {
  func.func @f(%arg0: index, %arg1: index, %arg2: index, %arg3: index, %arg4: f32) {
    %0 = arith.maxsi %arg0, %arg2 : index
    "lab.ask"(%arg0, %0, %arg3) <{question = "(open-upper (value 0) (value 1) (value 2))"}> : (index, index, index) -> ()
    %1 = arith.cmpi sle, %arg1, %arg1 : index
    %2 = arith.cmpi ule, %arg2, %arg0 : index
    %3 = scf.if %2 -> (index) {
      %c-3 = arith.constant -3 : index
      %8 = arith.muli %0, %c-3 : index
      %9 = scf.index_switch %8 -> index 
      case 3 {
        %10:2 = scf.while (%arg5 = %arg0, %arg6 = %arg2) : (index, index) -> (index, index) {
          %11 = arith.cmpi sgt, %arg1, %arg0 : index
          scf.condition(%11) %arg0, %arg1 : index, index
        } do {
        ^bb0(%arg5: index, %arg6: index):
          "lab.ask"(%1, %arg2) <{question = "(>= (+ (value 0) 3) (value 1))"}> : (i1, index) -> ()
          scf.yield %arg0, %arg0 : index, index
        }
        scf.yield %arg2 : index
      }
      default {
        scf.yield %arg2 : index
      }
      scf.yield %arg3 : index
    } else {
      scf.yield %arg0 : index
    }
    return
  ^bb1(%4: index, %5: index):  // no predecessors
    cf.cond_br %2, ^bb2(%arg2, %arg0 : index, index), ^bb2(%arg0, %arg0 : index, index)
  ^bb2(%6: index, %7: index):  // 2 preds: ^bb1, ^bb1
    return
  }
}
