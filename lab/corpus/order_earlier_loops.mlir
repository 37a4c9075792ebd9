// What a loop begins with comes out of the loop before it, whose invariants are found first whichever is met first.
func.func @f(%n: index) {
  %c2 = arith.constant 2 : index
  %before = scf.for %i = %n to %n step %n iter_args(%carried = %c2) -> (index) {
    scf.yield %n : index
  }
  %after = scf.for %i = %before to %n step %n iter_args(%carried = %n) -> (index) {
    "lab.ask"(%carried) {question = "(range (value 0))"} : (index) -> ()
    "lab.ask"(%before) {question = "(range (value 0))"} : (index) -> ()
    "lab.ask"(%carried) {question = "(range (value 0))"} : (index) -> ()
    scf.yield %before : index
  }
  return
}
