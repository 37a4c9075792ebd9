// The invariants of the loop bound %arg23, whether %5 was asked about before or not.
module {
  func.func @f(%arg0: index, %arg1: i16, %arg2: f32) {
    %c18_i32 = arith.constant 18 : i32
    %c4_i32 = arith.constant 4 : i32
    %c-1_i8 = arith.constant -1 : i8
    %0 = scf.for %arg3 = %c18_i32 to %c18_i32 step %c4_i32 iter_args(%arg4 = %c-1_i8) -> (i8)  : i32 {
      scf.yield %arg4 : i8
    }
    %c8 = arith.constant 8 : index
    %c4 = arith.constant 4 : index
    %c8_0 = arith.constant 8 : index
    %c1 = arith.constant 1 : index
    %c1_1 = arith.constant 1 : index
    gpu.launch clusters(%arg15, %arg16, %arg17) in (%arg18 = %c8, %arg19 = %arg0, %arg20 = %c4) blocks(%arg3, %arg4, %arg5) in (%arg9 = %c8_0, %arg10 = %c8_0, %arg11 = %c1) threads(%arg6, %arg7, %arg8) in (%arg12 = %c1, %arg13 = %c1_1, %arg14 = %c4) {
      %c0 = arith.constant 0 : index
      %c1_2 = arith.constant 1 : index
      %c1_3 = arith.constant 1 : index
      %3:3 = scf.for %arg21 = %c0 to %c1_2 step %c1_3 iter_args(%arg22 = %c0, %arg23 = %arg15, %arg24 = %c1_2) -> (index, index, index) {
        %5:3 = scf.execute_region -> (i1, i8, i8) {
          %vscale_4 = vector.vscale
          %false = arith.constant false
          scf.yield %false, %c-1_i8, %0 : i1, i8, i8
        }
        scf.yield %arg22, %arg24, %arg24 : index, index, index
      }
      %4 = scf.index_switch %arg3 -> index 
      default {
        scf.yield %c1_2 : index
      }
    }
  }
}
