// The last step of an unsigned loop leads beyond the greatest index.
module {
  func.func @f(%arg0: index) {
    %c-5 = arith.constant -5 : index
    %c-3 = arith.constant -3 : index
    %c7 = arith.constant 7 : index
    %0 = scf.for unsigned %arg1 = %c-5 to %c-3 step %c7 iter_args(%arg2 = %arg0) -> (index) {
      "lab.ask"(%arg1, %arg2) <{question = "(range (value 0))"}> : (index, index) -> ()
      "lab.ask"(%arg2, %arg0) <{question = "(== (value 0) (value 1))"}> : (index, index) -> ()
      %1 = arith.addi %arg2, %arg0 : index
      scf.yield %1 : index
    }
    "lab.ask"(%0) <{question = "(range (value 0))"}> : (index) -> ()
    "lab.ask"(%0, %arg0) <{question = "(== (value 0) (* 2 (value 1)))"}> : (index, index) -> ()
    return
  }
}
