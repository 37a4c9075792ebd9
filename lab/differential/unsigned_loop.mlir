// mlir-opt is wrong: it takes the bounds of a loop that compares without sign to be signed ones.
func.func @f(%n: index) {
  %c-3 = arith.constant -3 : index
  %c4 = arith.constant 4 : index
  scf.for unsigned %i = %n to %c-3 step %c4 {
    %0 = test.reflect_bounds {tag = 0 : i64} %i : index
  }
  return
}
