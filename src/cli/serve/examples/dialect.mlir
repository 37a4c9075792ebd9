// `frame.sample` takes every fourth row. What it computes, the rules say; no rule knows `frame.crop`: put the cursor
// into its line, and begin its rules.
func.func @sampled(%rows: tensor<?x16xf32>, %n: index) {
  %c0 = arith.constant 0 : index
  %some = "frame.sample"(%rows) {every = 4 : i64} : (tensor<?x16xf32>) -> tensor<?x16xf32>
  %size = tensor.dim %some, %c0 : tensor<?x16xf32>
  %crop = "frame.crop"(%some) {margin = 2 : i64} : (tensor<?x16xf32>) -> tensor<?x16xf32>
  %left = tensor.dim %crop, %c0 : tensor<?x16xf32>
  return
}
