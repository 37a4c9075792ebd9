// mlir-opt is wrong: one more than the greatest signed number is the least. No id, not that of thread 0 either, is
// below that.
func.func @f() {
  %0 = gpu.global_id x
  %1 = "test.reify_bound"(%0) {type = "UB", constant} : (index) -> index
  "lab.check"(%0, %1) {kind = "UB", n = 0 : i64} : (index, index) -> ()
  return
}
