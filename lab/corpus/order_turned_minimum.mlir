// A minimum with what turns out to be a number is written as if that had been known.
module {
  func.func @f(%arg0: index, %arg1: index, %arg2: index, %arg3: memref<4x?x3xf32>, %arg4: f32) {
    %c1 = arith.constant 1 : index
    %0:3 = affine.for %arg5 = 0 to 5 step 2 iter_args(%arg6 = %c1, %arg7 = %arg2, %arg8 = %arg0) -> (index, index, index) {
      %5 = arith.maxsi %arg7, %arg6 : index
      %6 = "util.assume.int"(%5) <{assumptions = [[#util.int.assumption<udiv = 8>]]}> : (index) -> index
      scf.for %arg9 = %5 to %arg5 step %arg0 {
        "lab.ask"(%5) <{question = "(< (value 0) -1)"}> : (index) -> ()
      }
      affine.yield %arg6, %arg0, %arg0 : index, index, index
    }
    cf.br ^bb1(%arg0, %arg3 : index, memref<4x?x3xf32>)
  ^bb1(%1: index, %2: memref<4x?x3xf32>):  // 2 preds: ^bb0, ^bb1
    %3 = arith.cmpi ugt, %arg0, %arg1 : index
    "lab.ask"(%2, %arg2) <{question = "(<= (ceildiv (stride 0 2) 3) (+ (value 1) (* -1 (dim 0 0))))"}> : (memref<4x?x3xf32>, index) -> ()
    cf.cond_br %3, ^bb2(%arg3 : memref<4x?x3xf32>), ^bb1(%0#0, %arg3 : index, memref<4x?x3xf32>)
  ^bb2(%4: memref<4x?x3xf32>):  // pred: ^bb1
    return
  }
}
