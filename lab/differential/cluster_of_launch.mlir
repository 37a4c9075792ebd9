// mlir-opt is wrong: it takes the id of a cluster to be below the size of clusters, not below their number.
// Of 8 blocks in clusters of 2, block 7 is in cluster 3, as gpu.cluster_id, to which the id is lowered, says.
func.func @f() {
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c8 = arith.constant 8 : index
  gpu.launch clusters(%cx, %cy, %cz) in (%csx = %c2, %csy = %c1, %csz = %c1)
             blocks(%bx, %by, %bz) in (%gx = %c8, %gy = %c1, %gz = %c1)
             threads(%tx, %ty, %tz) in (%sx = %c1, %sy = %c1, %sz = %c1) {
    %0 = "test.reify_bound"(%cx) {type = "UB", constant} : (index) -> index
    "lab.check"(%cx, %0) {kind = "UB", n = 0 : i64} : (index, index) -> ()
    gpu.terminator
  }
  return
}
