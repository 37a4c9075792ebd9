// A function without results whose ops may be executed speculatively says nothing about its arguments where it is not
// assumed that no op gave poison.
module {
  func.func @f(%arg0: index, %arg1: i8) {
    func.call @g(%arg0, %arg1) : (index, i8) -> ()
    "lab.ask"(%arg0) <{question = "(range (value 0))"}> : (index) -> ()
    "lab.ask"(%arg1) <{question = "(< (value 0) 127)"}> : (i8) -> ()
    return
  }
  func.func private @g(%arg0: index, %arg1: i8) {
    %c3 = arith.constant 3 : index
    %one = arith.constant 1 : i8
    %0 = affine.linearize_index disjoint [%c3, %arg0] by (8, 4) : index
    %1 = arith.addi %arg1, %one overflow<nsw> : i8
    return
  }
}
