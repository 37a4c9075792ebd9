// The answers were others when asked in another order. A condition that is known, selecting what a loop carries.
module {
  func.func @f(%arg0: index, %arg1: i32, %arg2: tensor<2xindex>, %arg3: index, %arg4: f32) {
    %0 = scf.index_switch %arg0 -> i32 
    case 0 {
      %1 = scf.while (%arg5 = %arg0) : (index) -> index {
        "lab.ask"(%arg2, %arg3) <{question = "(<= (elem 0 1) (value 1))"}> : (tensor<2xindex>, index) -> ()
        %3 = arith.cmpi sgt, %arg0, %arg0 : index
        scf.condition(%3) %arg3 : index
      } do {
      ^bb0(%arg5: index):
        scf.yield %arg0 : index
      }
      %c1_i8 = arith.constant 1 : i8
      %c7_i8 = arith.constant 7 : i8
      %c4_i8 = arith.constant 4 : i8
      %c1_i5 = arith.constant 1 : i5
      %2:3 = scf.for %arg5 = %c1_i8 to %c7_i8 step %c4_i8 iter_args(%arg6 = %c1_i5, %arg7 = %arg0, %arg8 = %arg1) -> (i5, index, i32)  : i8 {
        %3 = arith.cmpi slt, %arg0, %arg3 : index
        scf.if %3 {
          %4 = arith.select %3, %arg3, %arg7 : index
          "lab.ask"(%4) <{question = "(range (value 0))"}> : (index) -> ()
        }
        scf.yield %arg6, %arg7, %arg1 : i5, index, i32
      }
      scf.yield %arg1 : i32
    }
    case 1 {
      scf.yield %arg1 : i32
    }
    case 3 {
      scf.yield %arg1 : i32
    }
    default {
      scf.yield %arg1 : i32
    }
    return
  }
}
