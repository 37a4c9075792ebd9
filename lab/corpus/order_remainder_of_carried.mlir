// The answers were others when asked in another order. A number is not told as another form that equals it.
#map = affine_map<()[s0] -> (7)>
#map1 = affine_map<()[s0] -> (7, 7)>
module {
  func.func @f(%arg0: index, %arg1: index, %arg2: f32) {
    %0:2 = affine.for %arg3 = #map()[%arg1] to min #map1()[%arg0] step 3 iter_args(%arg4 = %arg1, %arg5 = %arg0) -> (index, index) {
      %c-5_i5 = arith.constant -5 : i5
      %1 = arith.cmpi sgt, %c-5_i5, %c-5_i5 : i5
      "lab.ask"(%1, %arg3, %c-5_i5) <{question = "(lower (value 0) (value 1) (uint 2) (value 2) (uint 2))"}> : (i1, index, i5) -> ()
      %c0_i32 = arith.constant 0 : i32
      %2 = arith.trunci %c0_i32 : i32 to i8
      %3 = affine.for %arg6 = 0 to %arg0 iter_args(%arg7 = %2) -> (i8) {
        %4 = arith.cmpi sge, %arg0, %arg0 : index
        %5:2 = scf.if %4 -> (index, index) {
          scf.yield %arg0, %arg0 : index, index
        } else {
          %c-20_i8 = arith.constant -20 : i8
          %6 = arith.remsi %arg7, %c-20_i8 : i8
          "lab.ask"(%6) <{question = "(range (uint 0))"}> : (i8) -> ()
          scf.yield %arg0, %arg0 : index, index
        }
        affine.yield %arg7 : i8
      }
      affine.yield %arg0, %arg0 : index, index
    }
    %true = arith.constant true
    cf.cond_br %true, ^bb1, ^bb1
  ^bb1:  // 2 preds: ^bb0, ^bb0
    return
  }
}
