// Sizes, strides and offsets of a type of the dialect, in terms of what its ops read: `calipers opt
// -allow-unregistered-dialect --test-affine-reify-value-bounds examples/dialect/grid.mlir`
// calipers: --rules frame.rules
func.func @halves(%g: !frame.grid<?x?xf32>, %start: index) -> (index, index, index) {
  %h = "frame.halve"(%g, %start) : (!frame.grid<?x?xf32>, index) -> !frame.grid<?x?xf32>
  %rows = "test.reify_bound"(%h) {dim = 0} : (!frame.grid<?x?xf32>) -> index
  %stride = "test.reify_bound"(%h) {stride = 0} : (!frame.grid<?x?xf32>) -> index
  %offset = "test.reify_bound"(%h) {offset} : (!frame.grid<?x?xf32>) -> index
  return %rows, %stride, %offset : index, index, index
}
