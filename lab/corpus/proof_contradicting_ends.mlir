// Where facts contradict each other, the end of a range depends on which of them comes first.
#map = affine_map<(d0) -> (0, d0 * 4)>
module {
  func.func @f(%arg0: index, %arg1: memref<?xf32>, %arg2: index, %arg3: index, %arg4: f32) {
    %c1 = arith.constant 1 : index
    %c1_0 = arith.constant 1 : index
    scf.parallel (%arg5, %arg6) = (%arg3, %arg0) to (%c1, %arg2) step (%arg2, %arg2) {
      %0 = arith.cmpi sgt, %arg0, %arg2 : index
      %1:3 = scf.if %0 -> (index, index, index) {
        scf.yield %arg0, %arg0, %arg0 : index, index, index
      } else {
        %2 = affine.max #map(%arg0)
        %3:3 = scf.while (%arg7 = %2, %arg8 = %arg1, %arg9 = %arg1) : (index, memref<?xf32>, memref<?xf32>) -> (index, memref<?xf32>, memref<?xf32>) {
          %4 = arith.cmpi slt, %arg7, %arg5 : index
          scf.condition(%4) %arg0, %arg1, %arg1 : index, memref<?xf32>, memref<?xf32>
        } do {
        ^bb0(%arg7: index, %arg8: memref<?xf32>, %arg9: memref<?xf32>):
          "lab.ask"(%c1_0, %c1) <{question = "(upper (value 0) (value 1))"}> : (index, index) -> ()
          scf.yield %arg0, %arg1, %arg1 : index, memref<?xf32>, memref<?xf32>
        }
        scf.yield %arg2, %arg0, %arg0 : index, index, index
      }
      scf.reduce 
    }
    return
  }
}
