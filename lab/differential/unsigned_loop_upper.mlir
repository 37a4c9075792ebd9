// mlir-opt is wrong: without sign 0 is below -3, so that the loop runs.
func.func @f() {
  %c0 = arith.constant 0 : index
  %c-3 = arith.constant -3 : index
  %c4 = arith.constant 4 : index
  scf.for unsigned %i = %c0 to %c-3 step %c4 {
    %0 = "test.reify_bound"(%i) {type = "UB", constant} : (index) -> index
    "lab.check"(%i, %0) {kind = "UB", n = 0 : i64} : (index, index) -> ()
  }
  return
}
