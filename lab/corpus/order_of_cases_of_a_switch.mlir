// The cases of a switch are split on in one order, whichever was looked at before.
module {
  func.func @f(%arg0: index, %arg1: index, %arg2: tensor<4xf32>, %arg3: f32) {
    %0:2 = scf.for %arg4 = %arg1 to %arg0 step %arg0 iter_args(%arg5 = %arg0, %arg6 = %arg0) -> (index, index) {
      %1 = scf.index_switch %arg0 -> i5 
      case 1 {
        %c-15_i5 = arith.constant -15 : i5
        scf.yield %c-15_i5 : i5
      }
      case 2 {
        %c10_i5 = arith.constant 10 : i5
        "lab.ask"(%c10_i5) <{question = "(lower (value 0))"}> : (i5) -> ()
        scf.yield %c10_i5 : i5
      }
      default {
        %c0_i5 = arith.constant 0 : i5
        scf.yield %c0_i5 : i5
      }
      "lab.ask"(%1) <{question = "(== (uint 0) 14)"}> : (i5) -> ()
      scf.yield %arg0, %arg0 : index, index
    }
    return
  }
}
