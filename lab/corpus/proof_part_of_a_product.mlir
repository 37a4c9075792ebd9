// A part of a product comes to 0 in the checker, once it has seen more of the rules.
module {
  func.func @f(%arg0: index, %arg1: f32) {
    %0 = arith.remsi %arg0, %arg0 : index
    %c-2 = arith.constant -2 : index
    %1 = arith.cmpi sle, %arg0, %c-2 : index
    %2:2 = scf.if %1 -> (index, index) {
      scf.yield %arg0, %arg0 : index, index
    } else {
      %3 = scf.if %1 -> (index) {
        scf.yield %arg0 : index
      } else {
        scf.yield %0 : index
      }
      "lab.ask"(%3) <{question = "(range (value 0))"}> : (index) -> ()
      scf.yield %arg0, %arg0 : index, index
    }
    return
  }
}
