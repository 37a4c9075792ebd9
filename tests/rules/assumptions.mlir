// llvm.intr.assume: from there on
func.func @assume(%n: index, %m: i32) {
  %c8 = arith.constant 8 : index
  %lt = arith.cmpi slt, %n, %c8 : index
  "test.compare"(%n, %c8) {cmp = "LT"} : (index, index) -> () // = fail
  llvm.intr.assume %lt : i1
  "test.compare"(%n, %c8) {cmp = "LT"} : (index, index) -> () // = true
  return
}
