// mlir-opt is wrong: the ceiling of the least integer divided by 16 is exact, and less than it says.
func.func @f(%c: i1) {
  %least = arith.constant -9223372036854775808 : index
  %c0 = arith.constant 0 : index
  %c16 = arith.constant 16 : index
  %0 = arith.select %c, %least, %c0 : index
  %1 = arith.ceildivsi %0, %c16 : index
  %2 = test.reflect_bounds {tag = 0 : i64} %1 : index
  return
}
