// mlir-opt is wrong: counted without sign, the step of -100 leads from 5 to -95, which is below -3.
func.func @f() {
  %c5 = arith.constant 5 : index
  %c-3 = arith.constant -3 : index
  %c-100 = arith.constant -100 : index
  scf.for unsigned %i = %c5 to %c-3 step %c-100 {
    %0 = "test.reify_bound"(%i) {type = "LB", constant} : (index) -> index
    "lab.check"(%i, %0) {kind = "LB", n = 0 : i64} : (index, index) -> ()
  }
  return
}
