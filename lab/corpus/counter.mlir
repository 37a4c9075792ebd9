// A loop's counter of fixed width wraps: it was said to be at least the loop's lower bound.
module {
  func.func @f(%arg0: i8) {
    %c0 = arith.constant 0 : i8
    %c100 = arith.constant 100 : i8
    %c120 = arith.constant 120 : i8
    scf.for %i = %c0 to %c120 step %c100 : i8 {
      "lab.ask"(%i) {question = "(range (value 0))"} : (i8) -> ()
    }
    return
  }
}
