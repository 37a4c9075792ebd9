// A slice with a negative step, flattened and expanded: one size is a `select` whose comparison has the size in it.
func.func @expanded(%a: tensor<2x?xf32>) {
  %ends = "onnx.Constant"() {value = dense<[-2, -9]> : tensor<2xi64>} : () -> (tensor<2xi64>)
  %starts = "onnx.Constant"() {value = dense<[0, 0]> : tensor<2xi64>} : () -> (tensor<2xi64>)
  %axes = "onnx.Constant"() {value = dense<[0, 1]> : tensor<2xi64>} : () -> (tensor<2xi64>)
  %steps = "onnx.Constant"() {value = dense<[1, -1]> : tensor<2xi64>} : () -> (tensor<2xi64>)
  %slice = "onnx.Slice"(%a, %starts, %ends, %axes, %steps) : (tensor<2x?xf32>, tensor<2xi64>, tensor<2xi64>, tensor<2xi64>, tensor<2xi64>) -> (tensor<?x?xf32>)
  %flat = "onnx.Flatten"(%slice) {axis = -1 : si64} : (tensor<?x?xf32>) -> (tensor<?x?xf32>)
  %last = "onnx.Shape"(%slice) {start = 1 : si64, end = 2 : si64} : (tensor<?x?xf32>) -> (tensor<1xi64>)
  %shape = "onnx.Shape"(%flat) : (tensor<?x?xf32>) -> (tensor<2xi64>)
  %one = "onnx.Constant"() {value = dense<[1]> : tensor<1xi64>} : () -> (tensor<1xi64>)
  %width = "onnx.Gather"(%shape, %one) {axis = 0 : si64} : (tensor<2xi64>, tensor<1xi64>) -> (tensor<1xi64>)
  %wanted = "onnx.Concat"(%last, %width) {axis = 0 : si64} : (tensor<1xi64>, tensor<1xi64>) -> (tensor<2xi64>)
  %expanded = "onnx.Expand"(%flat, %wanted) : (tensor<?x?xf32>, tensor<2xi64>) -> (tensor<?x?xf32>)
  return
}
