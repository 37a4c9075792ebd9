// Bounds in dead code are those that the facts give as far as they go together.
#map = affine_map<(d0, d1) -> (d1 * -3)>
module {
  func.func @f(%arg0: index, %arg1: index, %arg2: f32) {
    %0 = affine.apply #map(%arg0, %arg0)
    %1 = arith.cmpi eq, %0, %arg0 : index
    %2 = arith.select %1, %0, %arg0 : index
    %3 = scf.if %1 -> (index) {
      %4:2 = scf.while (%arg3 = %2, %arg4 = %arg0) : (index, index) -> (index, index) {
        %6 = arith.cmpi slt, %arg3, %arg1 : index
        scf.condition(%6) %arg0, %arg0 : index, index
      } do {
      ^bb0(%arg3: index, %arg4: index):
        scf.yield %arg0, %arg0 : index, index
      }
      %5 = arith.divsi %arg1, %0 exact : index
      "lab.ask"(%5) <{question = "(lower (value 0))"}> : (index) -> ()
      "lab.ask"(%1, %arg1) <{question = "(>= (value 0) (value 1))"}> : (i1, index) -> ()
      scf.yield %arg0 : index
    } else {
      scf.yield %arg0 : index
    }
    return
  }
}
