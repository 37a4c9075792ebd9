// Whether a point is reached the nearest facts tell first, however many there are.
#map = affine_map<()[s0] -> (-s0 + 10)>
module {
  func.func @f(%arg0: index, %arg1: index, %arg2: f32) {
    %0 = arith.index_cast %arg1 : index to i8
    gpu.launch clusters(%arg15, %arg16, %arg17) in (%arg18 = %arg0, %arg19 = %arg0, %arg20 = %arg0) blocks(%arg3, %arg4, %arg5) in (%arg9 = %arg0, %arg10 = %arg0, %arg11 = %arg1) threads(%arg6, %arg7, %arg8) in (%arg12 = %arg1, %arg13 = %arg0, %arg14 = %arg0) {
      %4:3 = affine.for %arg21 = %arg0 to #map()[%arg0] step 5 iter_args(%arg22 = %arg0, %arg23 = %arg0, %arg24 = %arg0) -> (index, index, index) {
        %c-12_i5 = arith.constant -12 : i5
        %5 = arith.cmpi slt, %c-12_i5, %c-12_i5 : i5
        %c1_i32 = arith.constant 1 : i32
        %c4294967296_i64 = arith.constant 4294967296 : i64
        %c2_i32 = arith.constant 2 : i32
        %6:3 = scf.for %arg25 = %c1_i32 to %c1_i32 step %c2_i32 iter_args(%arg26 = %5, %arg27 = %arg0, %arg28 = %arg0) -> (i1, index, index)  : i32 {
          "lab.ask"(%c4294967296_i64) <{question = "(range (uint 0))"}> : (i64) -> ()
          scf.yield %arg26, %arg0, %arg0 : i1, index, index
        }
        "lab.ask"(%arg18, %6#1) <{question = "(>= (value 0) (value 1))"}> : (index, index) -> ()
        affine.yield %arg0, %arg0, %arg0 : index, index, index
      }
      gpu.terminator
    }
    %1 = arith.cmpi ugt, %0, %0 : i8
    cf.cond_br %1, ^bb2, ^bb1(%arg0, %arg1 : index, index)
  ^bb1(%2: index, %3: index):  // pred: ^bb0
    cf.cond_br %1, ^bb2, ^bb2
  ^bb2:  // 3 preds: ^bb0, ^bb1, ^bb1
    return
  }
}
