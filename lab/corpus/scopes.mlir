// What holds in a loop does not hold where it did not run: lb <= r is wrong where c is false.
func.func @f(%c: i1, %lb: index, %ub: index) {
  %c1 = arith.constant 1 : index
  %r = scf.if %c -> (index) {
    %q = scf.for %i = %lb to %ub step %c1 iter_args(%a = %lb) -> (index) {
      scf.yield %i : index
    }
    scf.yield %q : index
  } else {
    scf.yield %ub : index
  }
  "lab.ask"(%r, %lb) {question = "(>= (value 0) (value 1))"} : (index, index) -> ()
  "lab.ask"(%ub, %lb) {question = "(>= (value 0) (value 1))"} : (index, index) -> ()
  return
}
