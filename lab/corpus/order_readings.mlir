// The answers were others when asked in another order. Both readings of one value.
module {
  func.func @f(%arg0: index, %arg1: index, %arg2: index, %arg3: index, %arg4: index, %arg5: f32) {
    %0 = arith.cmpi slt, %arg3, %arg4 : index
    %1 = arith.select %0, %arg2, %arg1 : index
    %c-1 = arith.constant -1 : index
    %2 = arith.cmpi slt, %arg1, %c-1 : index
    %3:2 = scf.if %2 -> (index, index) {
      %4:3 = scf.index_switch %1 -> index, index, index 
      case -1 {
        "lab.ask"(%0, %arg2) <{question = "(== (+ (uint 0) (value 1)) (+ (uint 0) -2))"}> : (i1, index) -> ()
        %5:3 = scf.while (%arg6 = %arg0, %arg7 = %arg1, %arg8 = %arg2) : (index, index, index) -> (index, index, index) {
          %6 = arith.cmpi ne, %arg0, %arg4 : index
          scf.condition(%6) %arg0, %arg0, %arg0 : index, index, index
        } do {
        ^bb0(%arg6: index, %arg7: index, %arg8: index):
          scf.yield %arg0, %arg1, %arg1 : index, index, index
        }
        "lab.ask"(%arg1) <{question = "(range (value 0))"}> : (index) -> ()
        scf.yield %arg0, %arg0, %arg1 : index, index, index
      }
      case 3 {
        scf.yield %arg0, %arg0, %arg0 : index, index, index
      }
      default {
        scf.yield %arg1, %arg1, %arg0 : index, index, index
      }
      scf.yield %arg0, %arg0 : index, index
    } else {
      scf.yield %arg0, %arg3 : index, index
    }
    return
  }
}
