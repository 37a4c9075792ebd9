// A product of what is carried turns out to be a square.
#map = affine_map<(d0) -> (d0 - (-d0 + 7))>
module {
  func.func @f(%arg0: index, %arg1: f32) {
    %0 = affine.apply #map(%arg0)
    %1 = arith.cmpi ule, %arg0, %arg0 : index
    %2:3 = scf.if %1 -> (index, index, index) {
      %3:2 = scf.for %arg2 = %arg0 to %0 step %arg0 iter_args(%arg3 = %arg0, %arg4 = %0) -> (index, index) {
        %4 = arith.muli %arg4, %0 : index
        "lab.ask"(%4) <{question = "(range (value 0))"}> : (index) -> ()
        "lab.ask"(%arg4) <{question = "(<= (value 0) (value 0))"}> : (index) -> ()
        scf.yield %arg0, %arg4 : index, index
      }
      scf.yield %arg0, %arg0, %arg0 : index, index, index
    } else {
      scf.yield %arg0, %arg0, %arg0 : index, index, index
    }
    return
  }
}
