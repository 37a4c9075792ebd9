// An answer had no accepted proof. In a case that never is, everything holds.
#map = affine_map<(d0) -> ((d0 mod 16) mod 3)>
module {
  func.func @f(%arg0: tensor<2xindex>, %arg1: f32) {
    %c12_i8 = arith.constant 12 : i8
    %c10 = arith.constant 10 : index
    %c0 = arith.constant 0 : index
    %0 = arith.shrui %c10, %c0 : index
    %1 = affine.min #map(%0)
    %c16 = arith.constant 16 : index
    %2 = arith.cmpi ule, %c12_i8, %c12_i8 : i8
    %3 = scf.if %2 -> (index) {
      %4 = tensor.empty() : tensor<4x2x3xf32>
      %5 = arith.index_cast %1 : index to i1
      %6 = scf.execute_region -> i64 {
        %7 = arith.cmpi slt, %c16, %1 : index
        %8 = arith.select %7, %1, %0 : index
        %c7 = arith.constant 7 : index
        %9 = arith.cmpi ne, %c0, %c7 : index
        %10:2 = scf.if %9 -> (i1, tensor<4x2x3xf32>) {
          "lab.ask"(%8) <{question = "(range (value 0))"}> : (index) -> ()
          %false = arith.constant false
          scf.yield %false, %4 : i1, tensor<4x2x3xf32>
        } else {
          scf.yield %5, %4 : i1, tensor<4x2x3xf32>
        }
        %c18_i32 = arith.constant 18 : i32
        %11 = arith.cmpi ne, %c18_i32, %c18_i32 : i32
        %12:3 = scf.if %11 -> (index, i64, tensor<4x2x3xf32>) {
          %c5_i64 = arith.constant 5 : i64
          scf.yield %8, %c5_i64, %10#1 : index, i64, tensor<4x2x3xf32>
        } else {
          %c7_i64 = arith.constant 7 : i64
          scf.yield %c0, %c7_i64, %4 : index, i64, tensor<4x2x3xf32>
        }
        scf.yield %12#1 : i64
      }
      scf.yield %c10 : index
    } else {
      scf.yield %1 : index
    }
    return
  }
}
