// The answers were others when asked in another order. Which condition is split first.
#map = affine_map<(d0, d1) -> (d0, d0 - d1 - d0)>
module {
  func.func @f(%arg0: index, %arg1: index, %arg2: f32) {
    %0 = affine.min #map(%arg0, %arg0)
    %c7 = arith.constant 7 : index
    %true = arith.constant true
    %1 = arith.index_castui %true : i1 to index
    %2 = arith.cmpi ult, %1, %1 : index
    %3 = arith.select %2, %arg1, %c7 : index
    %4 = arith.cmpi sle, %0, %arg1 : index
    %5 = scf.if %4 -> (index) {
      %6 = scf.if %4 -> (index) {
        "lab.ask"(%3) <{question = "(range (value 0))"}> : (index) -> ()
        scf.yield %arg0 : index
      } else {
        scf.yield %arg0 : index
      }
      scf.yield %3 : index
    } else {
      scf.yield %c7 : index
    }
    "lab.ask"(%5) <{question = "(range (value 0))"}> : (index) -> ()
    return
  }
}
