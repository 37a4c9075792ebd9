// An answer had no accepted proof. Bounds of nested loops that exclude each other.
#map = affine_map<(d0) -> (0)>
#map1 = affine_map<()[s0] -> (s0 + 3, s0)>
module {
  func.func @f(%arg0: i16, %arg1: index, %arg2: i32, %arg3: index, %arg4: f32) {
    %c-5_i8 = arith.constant -5 : i8
    %c1_i8 = arith.constant 1 : i8
    %0 = arith.divsi %c-5_i8, %c1_i8 : i8
    %1 = affine.apply #map(%arg3)
    %c-1_i8 = arith.constant -1 : i8
    %2 = arith.cmpi sgt, %0, %c-1_i8 : i8
    %3 = arith.maxsi %0, %c-5_i8 : i8
    %4 = affine.for %arg5 = %arg3 to -3 step 5 iter_args(%arg6 = %arg2) -> (i32) {
      %5 = affine.for %arg7 = 0 to min #map1()[%arg3] step 2 iter_args(%arg8 = %arg5) -> (index) {
        %6 = arith.cmpi sgt, %arg8, %arg1 : index
        %7 = arith.select %6, %arg1, %arg7 : index
        %c10 = arith.constant 10 : index
        %c2 = arith.constant 2 : index
        %8 = arith.addi %arg8, %c2 : index
        "lab.ask"(%arg6, %arg5) <{question = "(!= (value 0) (value 1))"}> : (i32, index) -> ()
        affine.yield %8 : index
      }
      affine.yield %arg6 : i32
    }
    return
  }
}
