// A counter that is 0 or 1 only inside its loop, and its square.
func.func @f(%a: index, %x: index, %y: index) {
  %c0 = arith.constant 0 : index
  %c2 = arith.constant 2 : index
  scf.for %i = %c0 to %c2 step %x {
    %q = arith.muli %i, %i : index
    %m = arith.minsi %q, %y : index
    "lab.ask"(%m, %a) {question = "(<= (value 0) (value 1))"} : (index, index) -> ()
    "lab.ask"(%q, %i) {question = "(== (value 0) (value 1))"} : (index, index) -> ()
  }
  return
}
