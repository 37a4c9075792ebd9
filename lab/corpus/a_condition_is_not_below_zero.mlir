// That a condition is at least 0 does not say that it fails.
module {
  func.func @f(%arg0: index, %arg1: index) {
    %0 = arith.cmpi eq, %arg0, %arg1 : index
    scf.if %0 {
      %1 = arith.index_castui %0 : i1 to index
      %2 = arith.andi %1, %1 : index
      "lab.ask"(%2) <{question = "(range (value 0))"}> : (index) -> ()
      "lab.ask"(%arg0, %arg1) <{question = "(<= (value 0) (value 1))"}> : (index, index) -> ()
    }
    return
  }
}
